/** The list of keys, and the board as text. */

import { openDialog } from "./dialog.js";
import { h } from "./dom.js";
import { phaseText, t } from "./i18n.js";
import { stonesInWords, textBoard } from "./labels.js";

/** The keys and what they do, by the key of their text. @type {[string, string][]} */
const KEYS = [
  ["Q16 Enter", "keys.typed"], ["← → ↑ ↓", "keys.cursor"], ["Shift ← → ↑ ↓", "keys.star"], ["Enter", "keys.enter"],
  ["← →, , .", "keys.step"], ["↑ ↓", "keys.variation"], ["PgUp PgDn", "keys.ten"], ["Home End", "keys.ends"],
  ["pass, undo, hint, resign", "keys.words"], ["new, save, open, find", "menu.files"], ["b, c, t", "keys.focus"],
  ["review, play, guess, next", "keys.modes"], ["Space", "keys.analysis"], ["1 … 9", "keys.lines"],
  ["Ctrl Z, Ctrl Y", "keys.edit"], ["Ctrl S", "save"], ["F2", "menu.text-board"], ["?", "keys.help"], ["Esc", "keys.escape"],
];

export function openKeys() {
  const rows = KEYS.map(([keys, key]) => h("tr", {}, h("th", { scope: "row" }, ...keys.split(/,(?: |$)/).map((part) => h("kbd", { text: part || "," }))), h("td", { text: t(key) })));
  openDialog({ title: t("menu.keys"), body: [h("table", { class: "keys" }, h("tbody", {}, ...rows))], class: "wide" });
}

/** @param {import("./app.js").App} app */
export function openTextBoard(app) {
  const { state } = app.store;
  if (!state) return;
  openDialog({
    title: t("menu.text-board"),
    class: "wide",
    body: [
      h("p", { text: phaseText(state) }),
      h("pre", { class: "text-board", tabindex: 0, text: textBoard(state.board, state.lastMove) }),
      h("h3", { text: t("text-board.words") }),
      h("ul", {}, ...stonesInWords(state.board).map((text) => h("li", { text }))),
    ],
  });
}
