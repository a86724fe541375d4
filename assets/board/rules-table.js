/** The position counted under every rule set. */

import { openDialog } from "./dialog.js";
import { h } from "./dom.js";
import { resultText, rulesTitle, t } from "./i18n.js";
import { pointsText } from "./points-text.js";

/** @param {any} counts the event @param {string | null} current @returns {HTMLElement} */
function table({ counts }, current) {
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
  app.store.once("counts", (counts) => holder.replaceChildren(table(counts, app.store.state?.rules?.name)));
  const answer = await app.act("count-all");
  if (!answer.ok) holder.replaceChildren(h("p", { text: t("rules-table.failed") }));
}
