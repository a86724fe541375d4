/** The position counted under every rule set. */

import { openDialog } from "./dialog.js";
import { h } from "./dom.js";
import { resultText, rulesTitle, t } from "./i18n.js";
import { pointsText } from "./points-text.js";

/** @param {import("./app.js").App} app */
export async function openRulesTable(app) {
  const holder = h("div", { "aria-live": "polite" }, h("p", { text: t("rules-table.waiting") }));
  openDialog({ title: t("menu.rules"), body: [h("p", { class: "hint-text", text: t("rules-table.about") }), holder], class: "wide" });
  try {
    const { rows } = await app.api.json("/api/count-all");
    const head = ["rules", "black", "white", "result"].map((key) => h("th", { scope: "col", text: t(key) }));
    const current = app.store.state?.rules?.name;
    holder.replaceChildren(h("table", { class: "count-table" }, h("thead", {}, h("tr", {}, ...head)), h("tbody", {}, ...rows.map((row) => h(
      "tr", { class: row.name === current ? "current" : null, "aria-current": row.name === current ? "true" : null },
      h("th", { scope: "row", text: rulesTitle(row.name, row.title) }),
      h("td", { text: pointsText(row.black) }), h("td", { text: pointsText(row.white) }),
      h("td", { text: resultText(row.result) }))))));
  } catch {
    holder.replaceChildren(h("p", { text: t("rules-table.failed") }));
  }
}
