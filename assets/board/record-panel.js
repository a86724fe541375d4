/** The panel of the record: tree, comment, and buttons that work on branches. */

import { menu } from "./dialog.js";
import { button, h, replaceIfChanged, setText } from "./dom.js";
import { draft } from "./draft.js";
import { dateText, resultText, t } from "./i18n.js";
import { isFigure, listOfFigure } from "./figure.js";
import { pref } from "./prefs.js";
import { startProblem } from "./problem.js";
import { timeGraph } from "./time-graph.js";
import { TreeView } from "./tree-view.js";
import { variations, variationStyle } from "./turns.js";

/** Milliseconds without typing after which a comment is sent. */
const SEND_AFTER = 600;

/** @param {import("./app.js").App} app @returns {HTMLElement} */
export function commentEditor(app) {
  const area = h("textarea", { class: "comment", rows: 4, "aria-label": t("comment"), placeholder: t("comment.placeholder") });
  draft(app, area, {
    shown: (state) => state.comment ?? "",
    action: (node, text) => ["comment", { node, text }],
    pause: SEND_AFTER,
  });
  return area;
}

/** What the record says about its game, in a line, without a result while it is played on. @param {any} state @returns {string} */
export function headline({ info = {}, result }) {
  const parts = [info.GN, info.EV, info.RO, info.DT && dateText(info.DT), info.PC, result && resultText(info.RE)];
  return parts.filter(Boolean).join(" · ");
}

/** What is wrong with the engine, the record and its file, line by line. @param {any} state @returns {string} */
export function warningText({ engine, warnings = [] }) {
  return [engine?.failure, ...warnings].filter(Boolean).join("\n");
}

/** @param {import("./app.js").App} app @returns {[string, () => void][]} */
function branchEntries(app) {
  /** @type {[string, () => void][]} */
  const paste = app.store.state?.canPaste ? [[t("branch.paste"), () => app.act("paste")]] : [];
  return [
    [t("branch.cut"), () => app.act("cut")],
    [t("branch.copy"), () => app.act("copy")],
    ...paste,
    [t("branch.main"), () => app.act("make-main")],
    [t("branch.delete"), () => app.act("delete-node")],
    [t("branch.fold"), () => app.store.emit("fold")],
    [t("branch.fold-all"), () => app.store.emit("fold", "variations")],
    [t("branch.unfold"), () => app.store.emit("fold", "nothing")],
  ];
}

/** The buttons that take edits back and make them again. @param {import("./app.js").App} app @returns {HTMLElement[]} */
export function editButtons(app) {
  const undo = button({ icon: "undo", title: t("edit.undo"), class: "quiet" }, () => app.act("undo-edit"));
  const redo = button({ icon: "redo", title: t("edit.redo"), class: "quiet" }, () => app.act("redo-edit"));
  app.store.on("state", (state) => {
    undo.disabled = !state.canUndoEdit;
    redo.disabled = !state.canRedoEdit;
  });
  return [undo, redo];
}

/** @param {import("./app.js").App} app @returns {HTMLElement} */
export function recordPanel(app) {
  const about = h("p", { class: "headline" });
  const games = h("select", { class: "games", "aria-label": t("collection") });
  games.hidden = true;
  games.addEventListener("change", () => app.act("game", { index: Number(games.value) }));
  const variations = h("div", { class: "variations" });
  const warnings = h("p", { class: "warnings" });
  const figure = h("p", { class: "figure-text" });
  app.store.on("state", (state) => {
    const text = headline(state);
    about.hidden = text === "";
    setText(about, text);
    drawGames(app, games, state.games);
    const shown = isFigure(state, pref("numbers"));
    setText(figure, shown ? [state.figure?.name, listOfFigure(state)].filter(Boolean).join(". ") : "");
    setText(warnings, warningText(state));
    drawVariations(app, variations, state);
  });
  return h(
    "div",
    { class: "panel record" },
    about,
    games,
    warnings,
    figure,
    new TreeView(app).element,
    timeGraph(app),
    variations,
    commentEditor(app),
    h("div", { class: "row" },
      ...editButtons(app),
      menu({ icon: "more", title: t("branch") }, () => branchEntries(app)),
      button({ text: t("problem"), class: "quiet", id: "solve" }, () => startProblem(app)),
      button({ text: t("guess"), class: "quiet" }, () => startGuess(app))),
  );
}

/** The list of the games of the file, whose titles are fetched once for each file. */
async function drawGames(app, games, game) {
  games.hidden = !game || game.count < 2;
  if (games.hidden) return;
  const { record, file, charset } = app.store.state;
  const key = JSON.stringify([record, file, charset, game.count]);
  if (games.dataset.key !== key) {
    games.dataset.key = key;
    const { titles } = await app.api.json("/api/games").catch(() => ({ titles: [] }));
    games.replaceChildren(...Array.from({ length: game.count }, (_, at) =>
      h("option", { value: at, text: t("collection.game", { number: at + 1, text: titles[at] ?? "" }) })));
  }
  games.value = String(app.store.state.games.index);
}

/** Buttons for the moves that follow, where there are several. */
function drawVariations(app, holder, state) {
  const children = state.mode === "review" && !app.isQuiz() ? variations(state) : [];
  const least = variationStyle(state).siblings ? 1 : 2;
  holder.hidden = children.length < least;
  const shown = holder.hidden ? [] : children;
  replaceIfChanged(holder, shown, () => shown.map((child, at) => button(
    { text: `${String.fromCharCode(97 + (at % 26))} ${child.move || "·"}`, class: `variation ${child.color}` },
    () => app.go(child.node))));
}

/** @param {import("./app.js").App} app */
export async function startGuess(app) {
  await app.toReview();
  app.setUi({ problem: null, guess: { tries: 0, right: 0, total: 0, sum: 0 }, tool: "play", line: null });
}
