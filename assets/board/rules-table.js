/** The position counted under every rule set. */

import { openDialog } from "./dialog.js";
import { h } from "./dom.js";
import { resultText, rulesTitle, t } from "./i18n.js";
import { pointsText } from "./points-text.js";

/** @param {any} event its counts may be null @param {string | null} current @returns {HTMLElement} */
function table({ counts }, current) {
  if (!counts) return h("p", { text: t("rules-table.failed") });
  const head = ["rules", "black", "white", "komi", "info.RE"].map((key) => h("th", { scope: "col", text: t(key) }));
  const rows = counts.map((row) => h(
    "tr", { class: row.rules === current ? "current" : null, "aria-current": row.rules === current ? "true" : null },
    h("th", { scope: "row", text: rulesTitle(row.rules) }),
    h("td", { text: pointsText(row.black) }), h("td", { text: pointsText(row.white) }), h("td", { text: pointsText(row.komi) }),
    h("td", { text: resultText(row.result) })));
  return h("table", { class: "count-table" }, h("thead", {}, h("tr", {}, ...head)), h("tbody", {}, ...rows));
}

/** @param {import("./app.js").App} app */
export async function openRulesTable(app) {
  const holder = h("div", { "aria-live": "polite" }, h("p", { text: t("rules-table.waiting") }));
  openDialog({ title: t("menu.rules"), body: [h("p", { class: "hint-text", text: t("rules-table.about") }), holder], class: "wide" });
  const show = (event) => holder.replaceChildren(table(event, app.store.state?.rules?.name));
  app.store.once("counts", show);
  if (!(await app.act("count-all")).ok) show({});
}
