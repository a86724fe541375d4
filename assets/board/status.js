/** The status line, the live region, the command line and the notice of a lost connection. */

import { parsePoint } from "./coordinates.js";
import { button, h, set, setText } from "./dom.js";
import { downloadRecord } from "./files.js";
import { errorText, phaseText, t } from "./i18n.js";
import { clockNews, news } from "./labels.js";
import { sideNow } from "./clock-view.js";
import { illegalReason, personToMove } from "./turns.js";

/** Milliseconds for which a message stays before the phase returns. */
const MESSAGE_STAYS = 7000;

/** Milliseconds for which a live region is empty before it says the same again. */
const TELL_AGAIN_AFTER = 50;

/** @param {import("./app.js").App} app @returns {HTMLElement} */
export function status(app) {
  const text = h("p", { class: "status-text" });
  const element = h("div", { class: "status" }, h("div", { class: "status-line" }, text, pauseButton(app)), confirmBar(app));
  let message = { text: "", error: false };
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  let timer;
  const draw = () => {
    const { state } = app.store;
    element.classList.toggle("error", message.error && message.text !== "");
    const pointed = illegalAt(app, app.pointed);
    setText(text, message.text || pointed || phaseText(state));
  };
  app.store.on("say", (said) => {
    message = said;
    clearTimeout(timer);
    timer = setTimeout(() => {
      message = { text: "", error: false };
      draw();
    }, MESSAGE_STAYS);
    draw();
  });
  app.store.on("pointed", draw);
  app.store.on("state", () => {
    if (app.store.previous?.node !== app.store.state?.node) message = message.error ? { text: "", error: false } : message;
    draw();
  });
  return element;
}

/**
 * The button that stops and starts the clock, where there is one. In a review the clock of the game
 * stands; a standalone clock can be stopped.
 * @param {import("./app.js").App} app
 */
function pauseButton(app) {
  const pause = button({ icon: "pause", title: t("pause"), id: "pause", class: "quiet" }, () =>
    app.act("clock", { action: app.store.clock?.paused ? "start" : "pause" }));
  const hide = () => {
    const { clock, state } = app.store;
    const kinds = [clock?.system?.black?.kind, clock?.system?.white?.kind];
    const stands = state?.mode === "review" && !clock?.running;
    pause.hidden = stands || state?.phase === "over" || kinds.every((kind) => !kind || kind === "none");
  };
  hide();
  app.store.on("state", hide);
  app.store.on("clock", (clock) => {
    hide();
    const label = t(clock.paused ? "resume-clock" : "pause");
    set(pause, "aria-pressed", String(clock.paused === true));
    set(pause, "title", label);
    set(pause, "aria-label", label);
  });
  return pause;
}

/** Why the player to move may not play at a point under the pointer. */
function illegalAt(app, point) {
  const { state } = app.store;
  if (!point || !personToMove(state) || app.ui.tool !== "play") return "";
  const reason = illegalReason(state, point);
  return reason ? errorText(reason, point) : "";
}

/** The buttons that play or cancel a stone placed by touch. */
function confirmBar(app) {
  const play = button({ icon: "check", text: t("play-here"), class: "primary", id: "play-here" }, () => app.commitPending());
  const cancel = button({ icon: "close", text: t("cancel") }, () => app.cancelPending());
  const bar = h("div", { class: "confirm-bar" }, cancel, play);
  bar.hidden = true;
  app.store.on("preview", (preview) => {
    bar.hidden = !preview?.pending;
    if (preview?.pending) setText(/** @type {Element} */ (play.querySelector("span")), t("play-at", { point: preview.point }));
  });
  return bar;
}

/** Shows a text so that screen readers tell it, although it is the same as before. */
function tell(region, text) {
  if (region.textContent !== text || text === "") return setText(region, text);
  region.textContent = "";
  setTimeout(() => region.textContent === "" && setText(region, text), TELL_AGAIN_AFTER);
}

/** What screen readers are told. @param {import("./app.js").App} app @returns {HTMLElement} */
export function liveRegion(app) {
  const region = h("div", { class: "visually-hidden", role: "status", "aria-live": "polite", id: "live" });
  let moved = "";
  app.store.on("state", (state) => {
    const { previous } = app.store;
    const text = news(previous, state);
    if (text) tell(region, text);
    moved = state.mode === "play" && previous && previous.node !== state.node ? text : "";
  });
  // The clock of a move comes right after its state.
  app.store.on("clock", ({ running }) => {
    const now = moved && running ? sideNow(app.store, running) : null;
    const text = now?.runs ? clockNews(now.side, now.settings) : "";
    if (text) tell(region, `${moved}. ${text}`);
    moved = "";
  });
  app.store.on("alert", (text) => tell(region, text));
  app.store.on("say", ({ text, error }) => {
    const dialog = document.querySelector("dialog[open] .dialog-error");
    if (dialog) tell(dialog, error ? text : "");
    else if (text) tell(region, text);
  });
  // Its message is all that the event has.
  app.store.on("error", ({ message }) => app.say(errorText({ kind: "", message }), true));
  return region;
}

/** The notice that the server is gone. @param {import("./app.js").App} app @returns {HTMLElement} */
export function connectionNotice(app) {
  const text = h("span");
  const download = button({ text: t("menu.download"), icon: "save" }, () => downloadRecord(app));
  const notice = h("div", { class: "notice", role: "alert" }, text, download);
  notice.hidden = true;
  let seen = false;
  app.store.on("connection", ({ connected, reason }) => {
    if (connected) seen = true;
    notice.hidden = connected;
    if (connected) return;
    setText(text, t(reason === "token" ? "error.token" : seen ? "connection.lost" : "connection.none"));
    download.hidden = app.store.record === "";
  });
  return notice;
}

/**
 * The line in which points and commands are typed from anywhere.
 * @param {import("./app.js").App} app @param {Record<string, () => void>} commands by word
 * @returns {{element: HTMLElement, type: (letter: string) => void}}
 */
export function commandLine(app, commands) {
  const input = h("input", {
    type: "text", id: "command", autocomplete: "off", autocapitalize: "off", spellcheck: "false",
    "aria-label": t("command"), placeholder: t("command.placeholder"),
  });
  const element = h("form", { class: "command", on: { submit: run } }, input);
  element.hidden = true;
  /** Where the focus was before. @type {Element | null} */
  let before = null;
  const close = () => {
    input.value = "";
    element.hidden = true;
    if (app.ui.preview?.typed) app.preview(null);
  };
  const leave = () => {
    close();
    if (before instanceof HTMLElement || before instanceof SVGElement) before.focus();
  };
  function run(event) {
    event.preventDefault();
    const typed = input.value.trim().toLowerCase();
    const { state } = app.store;
    close();
    /** @type {HTMLElement | null} */ (document.querySelector('.cell[tabindex="0"]'))?.focus();
    if (typed === "" || !state) return;
    const point = parsePoint(typed, state.size[0], state.size[1]);
    if (point) app.pressPoint(typed.toUpperCase());
    else if (commands[typed]) commands[typed]();
    else app.say(t("error.command", { text: typed }), true);
  }
  input.addEventListener("input", () => {
    const { state } = app.store;
    const point = state && parsePoint(input.value, state.size[0], state.size[1]);
    app.preview(point ? { point: input.value.trim().toUpperCase(), cross: true, typed: true } : null);
  });
  input.addEventListener("keydown", (event) => event.key === "Escape" && (leave(), event.stopPropagation()));
  input.addEventListener("blur", close);
  const type = (letter) => {
    before = document.activeElement;
    element.hidden = false;
    input.value = letter;
    input.focus();
  };
  set(input, "maxlength", 20);
  return { element, type };
}
