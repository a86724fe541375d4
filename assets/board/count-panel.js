/** The panel of the end: the count laid out row by row. */

import { button, h, replaceIfChanged } from "./dom.js";
import { hasText, resultText, rulesTitle, t } from "./i18n.js";
import { pointsText } from "./points-text.js";
import { openRulesTable } from "./rules-table.js";

/** The label of a row of the count. @param {string} label @returns {string} */
function rowLabelText(label) {
  return hasText(`row.${label}`) ? t(`row.${label}`) : label;
}

/** @param {any} count @returns {HTMLElement} */
function table(count) {
  const head = h("tr", {}, h("td"), h("th", { scope: "col", text: t("black") }), h("th", { scope: "col", text: t("white") }));
  const shown = (count.rows ?? []).filter((row) => row.label !== "handicap-bonus" || row.black || row.white);
  const rows = shown.map((row) => h("tr", { class: row.label === "total" ? "total" : null },
    h("th", { scope: "row", text: rowLabelText(row.label) }),
    h("td", { text: pointsText(row.black) }), h("td", { text: pointsText(row.white) })));
  return h("table", { class: "count-table" }, h("thead", {}, head), h("tbody", {}, ...rows));
}

/** @param {any} count @returns {string} */
function verdict(count) {
  if (count.judging) return t("phase.judging");
  if (count.winner === "black" || count.winner === "white") {
    return t("result.points", { color: t(count.winner), points: pointsText(count.margin) });
  }
  return count.margin === 0 ? t("result.draw") : "";
}

/** What playing a chain out has shown. @param {[string, boolean]} confirmed @returns {string} */
function confirmedText([chain, alive]) {
  return t(alive ? "confirm.alive" : "confirm.dead", { chain });
}

/** @param {import("./app.js").App} app @returns {HTMLElement} */
export function countPanel(app) {
  const element = h("div", { class: "panel count" });
  app.store.on("state", (state) => {
    const { count, result, phase, rules } = state;
    const key = [count, result, phase, rules?.name, rules?.title, rules?.axes?.end];
    replaceIfChanged(element, key, () => (count ? parts(app, state) : [result ? h("p", { class: "verdict", text: resultText(result) }) : ""]));
  });
  return element;
}

/** The count row by row, and what goes with it. @param {import("./app.js").App} app @param {any} state @returns {Node[]} */
function parts(app, state) {
  const { count } = state;
  const agreed = ["black", "white"].filter((color) => count.agreed?.[color]);
  return [
    h("p", { class: "verdict", text: state.phase === "over" && state.result ? resultText(state.result) : verdict(count) }),
    h("p", { class: "under", text: rulesTitle(state.rules?.name, state.rules?.title) }),
    ...(count.mayMark && state.rules?.axes?.end === "two-confirm" ? [h("p", { class: "hint-text", text: t("count.ko-pass") })] : []),
    ...(count.confirmed ? [h("p", { text: confirmedText(count.confirmed) })] : []),
    ...(count.allStand ? [h("p", { text: t("phase.all-stand") })] : []),
    table(count),
    ...agreed.map((color) => h("p", { class: "agreed", text: t("count.agreed", { color: t(color) }) })),
    button({ text: t("menu.rules"), class: "quiet" }, () => openRulesTable(app)),
  ];
}
