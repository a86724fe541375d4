/** The keyboard: cursor, navigation, typed points and commands. */

import { countChoices, resign } from "./controls.js";
import { openFind } from "./find-dialog.js";
import { pickFile, saveRecord } from "./files.js";
import { openKeys, openTextBoard } from "./keys-dialog.js";
import { openNewGame } from "./new-game.js";
import { pref, setPref } from "./prefs.js";
import { startProblem } from "./problem.js";
import { startGuess } from "./record-panel.js";
import { nextMistake, startReview } from "./review-panel.js";
import { ownershipOf } from "./turns.js";

/** What typed words do. @param {import("./app.js").App} app @returns {Record<string, () => void>} */
export function commands(app) {
  const focus = (/** @type {string} */ selector) => /** @type {HTMLElement | null} */ (document.querySelector(selector))?.focus();
  return {
    pass: () => app.pass(), undo: () => app.act("undo"), redo: () => app.act("redo"), hint: () => app.act("hint"),
    resign: () => resign(app), new: () => openNewGame(app), save: () => saveRecord(app), open: () => pickFile(app),
    find: () => openFind(app), review: () => startReview(app), guess: () => startGuess(app), solve: () => startProblem(app), fold: () => app.store.emit("fold"), next: () => nextMistake(app),
    play: () => app.act("mode", { mode: "play" }), b: () => focus('.cell[tabindex="0"]'), c: () => focus(".comment"),
    t: () => focus(".tree"), agree: () => app.act("agree", { color: agreeing(app.store.state) }), help: () => openKeys(),
  };
}

/** The color that is to agree next. @param {any} state @returns {string | undefined} */
function agreeing(state) {
  return countChoices(state ?? {}).find(({ act }) => act === "agree")?.values.color;
}

/**
 * Whether keys belong to the element. An element of a closed dialog keeps the focus for a moment, in
 * which it gets no keys.
 * @param {EventTarget | null} target @returns {boolean}
 */
function isTyping(target) {
  if (!(target instanceof Element) || target.closest("dialog:not([open])")) return false;
  return target.closest("input, textarea, select, dialog, [popover]") !== null;
}

/** The keys that work anywhere. @param {import("./app.js").App} app @returns {Record<string, () => void>} */
function anywhere(app) {
  return {
    ",": () => app.step(-1), ".": () => app.step(1), PageUp: () => app.step(-10), PageDown: () => app.step(10),
    "?": () => openKeys(), F2: () => openTextBoard(app), "/": () => openFind(app),
    Escape: () => {
      app.cancelPending();
      app.leaveQuiz();
    },
  };
}

/** The keys that step through the record where the board has no focus. @type {Record<string, number | string>} */
const STEPS = {
  ArrowLeft: -1, ArrowRight: 1, ArrowUp: "previous-variation", ArrowDown: "next-variation", Home: "first", End: "last",
};

/** Shows the expected line of a candidate by its number. @param {import("./app.js").App} app @param {number} rank */
function showLine(app, rank) {
  const { analysis, state } = app.store;
  const move = state?.mode === "review" ? analysis?.moves?.[rank - 1] : undefined;
  app.setLine(move ? { moves: move.pv ?? [move.move], toMove: state?.toMove ?? "black", ownership: ownershipOf(move) } : null);
}

function withControl(app, event) {
  const key = event.key.toLowerCase();
  const action = { z: event.shiftKey ? "redo-edit" : "undo-edit", y: "redo-edit" }[key];
  if (action && app.store.state?.mode === "review") app.act(action);
  else if (action) app.act(action === "undo-edit" ? "undo" : "redo");
  else if (key === "s") saveRecord(app);
  else return false;
  return true;
}

/**
 * @param {import("./app.js").App} app @param {import("./board-cells.js").BoardCells} cells
 * @param {(letter: string) => void} type opens the command line with a letter
 */
export function keyboard(app, cells, type) {
  const common = anywhere(app);
  addEventListener("keydown", (event) => {
    if (event.defaultPrevented || event.isComposing || isTyping(event.target)) return;
    if (handle(app, event, cells, common, type)) event.preventDefault();
  });
  cells.grid.addEventListener("focusin", (event) => {
    const at = cells.cells.indexOf(/** @type {any} */ (event.target));
    if (at >= 0 && at !== cells.at) cells.moveTo(at, false);
  });
}

function handle(app, event, cells, common, type) {
  if (event.ctrlKey || event.metaKey) return event.altKey ? false : withControl(app, event);
  if (event.altKey) return false;
  if (cells.hasFocus()) {
    if (cells.key(event)) return true;
    if (event.key === "Enter") {
      app.pressPoint(cells.point());
      return true;
    }
  }
  if (event.key === " " && !(event.target instanceof HTMLButtonElement)) return toggleAnalysis(app);
  if (common[event.key]) {
    common[event.key]();
    return true;
  }
  const tree = event.target instanceof Element && event.target.closest(".tree");
  if (event.key === "Delete" && tree) app.act("delete-node");
  else if (STEPS[event.key] !== undefined && inReach(event.target)) app.step(STEPS[event.key]);
  else if (/^[1-9]$/.test(event.key)) showLine(app, Number(event.key));
  else if (/^[a-z]$/i.test(event.key)) type(event.key);
  else return false;
  return true;
}

/** Arrows scroll panels and move between tabs; elsewhere they step through the record. */
function inReach(target) {
  return !(target instanceof Element) || target.closest('[role="tablist"], [role="slider"], meter') === null;
}

function toggleAnalysis(app) {
  if (app.store.state?.mode !== "review") return false;
  const on = !pref("analyze");
  setPref("analyze", on);
  app.act("analyze", { on });
  return true;
}
