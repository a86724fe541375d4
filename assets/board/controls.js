/** The rows of buttons below the players: playing, stepping through a record, guessing. */

import { Autoplay } from "./autoplay.js";
import { confirmDialog } from "./dialog.js";
import { button, h, replaceIfChanged, set, setText } from "./dom.js";
import { t } from "./i18n.js";
import { problemRow } from "./problem.js";
import { mayPlayOn, ownColor } from "./turns.js";

/** @param {import("./app.js").App} app */
export async function resign(app) {
  const { state } = app.store;
  if (!state || state.phase === "over") return;
  const color = ownColor(state);
  if (await confirmDialog(t("ask.resign"), t("resign"))) app.act("resign", { color });
}

/** @param {import("./app.js").App} app @returns {HTMLElement} */
function playRow(app) {
  const pass = button({ icon: "pass", text: t("pass"), id: "pass" }, () => app.pass());
  const passText = /** @type {HTMLElement} */ (pass.querySelector("span"));
  const undo = button({ icon: "undo", text: t("undo"), id: "undo" }, () => app.act("undo"));
  const redo = button({ icon: "redo", title: t("redo"), id: "redo" }, () => app.act("redo"));
  const hint = button({ icon: "hint", text: t("hint"), id: "hint" }, () => app.act("hint"));
  const give = button({ icon: "resign", text: t("resign"), id: "resign" }, () => resign(app));
  const row = h("div", { class: "actions", role: "group", "aria-label": t("actions.play") }, pass, undo, redo, hint, give);
  app.store.on("state", (state) => {
    row.hidden = state.mode !== "play";
    const playing = state.phase === "playing";
    const person = state.players?.[state.toMove]?.kind === "person";
    pass.hidden = !playing && !mayPlayOn(state);
    hint.hidden = !playing;
    pass.disabled = hint.disabled = !person;
    const { key, args } = state.phaseText ?? {};
    setText(passText, key?.endsWith("-ko") ? t("pass.ko", args) : t("pass"));
    undo.disabled = state.canUndo === false;
    redo.hidden = !state.canRedo;
    give.disabled = state.phase === "over";
  });
  return row;
}

/** @param {import("./app.js").App} app @returns {HTMLElement} */
function stepRow(app) {
  const go = (icon, key, by) => button({ icon, title: t(key), class: "step" }, () => app.step(by));
  const place = h("output", { class: "place", "aria-label": t("move-number") });
  const autoplay = new Autoplay(app);
  const replay = button({ icon: "play", title: t("replay"), class: "step" }, () => autoplay.toggle());
  autoplay.onChange = (runs) => {
    set(replay, "aria-pressed", String(runs));
  };
  const row = h(
    "div",
    { class: "actions steps", role: "group", "aria-label": t("actions.step") },
    go("first", "step.first", "first"), go("back10", "step.back10", -10), go("back", "step.back", -1),
    place,
    go("forward", "step.forward", 1), go("forward10", "step.forward10", 10), go("last", "step.last", "last"),
    replay,
  );
  app.store.on("state", (state) => {
    row.hidden = state.mode !== "review";
    const moves = state.path?.length ? state.path.length - 1 : 0;
    setText(place, `${state.moveNumber ?? 0} / ${Math.max(moves, state.moveNumber ?? 0)}`);
  });
  return row;
}

/** The row that leads the guessing of moves. @param {import("./app.js").App} app @returns {HTMLElement} */
function guessRow(app) {
  const text = h("span", { class: "guess-text" });
  const meter = h("meter", { min: 0, max: 1, "aria-label": t("guess.meter") });
  const row = h("div", { class: "actions guess", role: "group", "aria-label": t("guess") }, text, meter,
    button({ text: t("guess.stop") }, () => app.setUi({ guess: null })));
  const draw = () => {
    const { guess } = app.ui;
    row.hidden = !guess;
    if (!guess) return;
    setText(text, guess.total === 0 ? t("guess.begin") : t("guess.score", { right: guess.right, total: guess.total }));
    meter.value = guess.total === 0 ? 0 : guess.sum / guess.total;
  };
  app.store.on("ui", draw);
  draw();
  return row;
}

/** The persons at the board. @param {any} state @returns {string[]} */
function persons(state) {
  return ["black", "white"].filter((color) => state.players?.[color]?.kind === "person");
}

/**
 * What can be done in the count: texts and actions.
 * @param {any} state @returns {{text: string, act: string, values: Record<string, any>, primary?: boolean}[]}
 */
export function countChoices(state) {
  const { count, toMove } = state;
  if (state.confirming) return [{ text: t("confirm.end"), act: "end-confirmation", values: {} }];
  if (!count || count.judging) return [];
  const people = persons(state);
  const other = (/** @type {string} */ color) => (color === "black" ? "white" : "black");
  const open = people.filter((color) => !count.agreed?.[color]);
  const two = people.length === 2;
  /** @type {{text: string, act: string, values: Record<string, any>, primary?: boolean}[]} */
  const choices = open.map((color) => ({
    text: two ? t("agree.color", { color: t(color) }) : t("agree"), act: "agree", values: { color }, primary: true,
  }));
  const resume = (text, values = {}) => choices.push({ text, act: "resume", values });
  switch (count.next) {
    case "agree-or-second-count": resume(t("count.second-count")); break;
    case "agree-or-all-stand": resume(t("count.all-stand")); break;
    case "agree-or-resume": resume(t("count.resume-color", { color: t(toMove) })); break;
    case "pass-or-resume": resume(t("count.resume-color", { color: t(toMove) })); break;
    case "agree-or-demand":
      people.forEach((color) => resume(t("count.demand", { color: t(color), other: t(other(color)) }), { color }));
      if (count.mayMark) choices.push({ text: t("confirm.begin"), act: "confirm", values: {} });
      break;
    case "agree-or-say-who-moves":
      people.filter((color) => !count.proposals?.[color]).slice(0, 1).forEach((color) => ["black", "white"].forEach((first) =>
        resume(t("count.say-first", { color: t(color), first: t(first) }), { color, first })));
      break;
    default: return [];
  }
  return choices;
}

/** The buttons that agree on the count or resume play. @param {import("./app.js").App} app */
function countRow(app) {
  const row = h("div", { class: "actions count-actions", role: "group", "aria-label": t("actions.count") });
  app.store.on("state", (state) => {
    const choices = countChoices(state);
    row.hidden = state.mode !== "play" || (state.phase !== "stopped" && !state.confirming) || choices.length === 0;
    replaceIfChanged(row, choices, () => choices.map(({ text, act, values, primary }) => button(
      { text, icon: primary ? "check" : undefined, class: primary ? "primary" : "", id: primary && act === "agree" ? `agree-${values.color}` : undefined },
      () => (act === "confirm" ? app.chooseChain() : app.act(act, values)))));
  });
  return row;
}

/** @param {import("./app.js").App} app @returns {HTMLElement} */
export function controls(app) {
  return h("div", { class: "controls" }, playRow(app), stepRow(app), guessRow(app), problemRow(app), countRow(app));
}
