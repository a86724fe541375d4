/** The rows of buttons below the players: playing, stepping through a record, guessing. */

import { Autoplay } from "./autoplay.js";
import { confirmDialog } from "./dialog.js";
import { button, h, set, setText } from "./dom.js";
import { t } from "./i18n.js";
import { ownColor } from "./turns.js";

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
  const undo = button({ icon: "undo", text: t("undo"), id: "undo" }, () => app.act("undo"));
  const redo = button({ icon: "redo", title: t("redo"), id: "redo" }, () => app.act("redo"));
  const hint = button({ icon: "hint", text: t("hint"), id: "hint" }, () => app.act("hint"));
  const give = button({ icon: "resign", text: t("resign"), id: "resign" }, () => resign(app));
  const row = h("div", { class: "actions", role: "group", "aria-label": t("actions.play") }, pass, undo, redo, hint, give);
  app.store.on("state", (state) => {
    row.hidden = state.mode !== "play";
    const playing = state.phase === "playing";
    const person = state.players?.[state.toMove]?.kind === "person";
    pass.hidden = hint.hidden = !playing;
    pass.disabled = hint.disabled = !person;
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

/** The buttons that agree on the count or resume play. @param {import("./app.js").App} app */
function countRow(app) {
  const row = h("div", { class: "actions", role: "group", "aria-label": t("actions.count") });
  app.store.on("state", (state) => {
    const next = state.count?.next ?? [];
    row.hidden = state.mode !== "play" || state.phase !== "stopped";
    const list = Array.isArray(next) ? next : String(next).split("|");
    const key = JSON.stringify([list, state.count?.agreed, state.toMove]);
    if (row.dataset.key === key) return;
    row.dataset.key = key;
    row.replaceChildren(...list.filter(Boolean).map((name) => countButton(app, state, name)));
  });
  return row;
}

function countButton(app, state, name) {
  const [what, color] = name.split(/-(?=black$|white$)/);
  if (what === "agree") {
    const who = color ?? waiting(state);
    return button({ icon: "check", text: t("agree"), class: "primary", id: "agree" }, () => app.act("agree", { color: who }));
  }
  if (what === "new-game") return button({ text: t("new-game") }, () => document.getElementById("new-game")?.click());
  const text = color ? t(`count.${what}-color`, { color: t(color) }) : t(`count.${what}`);
  return button({ text, id: `count-${name}` }, () => app.act(what, color ? { color } : {}));
}

/** The person who has not yet agreed. */
function waiting(state) {
  const own = ownColor(state);
  const agreed = state.count?.agreed ?? {};
  const both = state.players?.black?.kind === "person" && state.players?.white?.kind === "person";
  if (!both) return own;
  return agreed.black ? "white" : "black";
}

/** @param {import("./app.js").App} app @returns {HTMLElement} */
export function controls(app) {
  return h("div", { class: "controls" }, playRow(app), stepRow(app), guessRow(app), countRow(app));
}
