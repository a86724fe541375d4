/** The standalone clock on one phone: two halves, the upper one turned. */

import { clockForm } from "./clock-form.js";
import { isUrgent, timeText } from "./clock-math.js";
import { clockNote, sideNow } from "./clock-view.js";
import { openDialog } from "./dialog.js";
import { button, h, set, setText } from "./dom.js";
import { t } from "./i18n.js";
import { pref, setPref } from "./prefs.js";
import { primeSound } from "./sound.js";
import { WakeLock } from "./wake-lock.js";

/** @param {import("./app.js").App} app */
export function openPhoneClock(app) {
  const initial = pref("phoneClock") ?? { kind: "byo-yomi", main: 600, time: 30, periods: 3 };
  const form = clockForm(initial, t("clock.of.both"));
  const begin = async (fresh) => {
    primeSound();
    if (fresh) {
      const settings = form.read();
      setPref("phoneClock", settings);
      await giveFullTime(app, { black: settings, white: settings });
    }
    dialog.close();
    show(app);
  };
  const running = app.store.clock && app.store.clock.system?.black?.kind !== "none";
  const dialog = openDialog({
    title: t("menu.clock"),
    body: [h("p", { class: "hint-text", text: t("phone.about") }), form.element],
    actions: [
      running ? button({ text: t("phone.continue") }, () => begin(false)) : h("span"),
      button({ text: t("start"), class: "primary", id: "phone-start" }, () => begin(true)),
    ],
  });
}

/** Stops the clock and gives both players their full time. @param {import("./app.js").App} app @param {any} settings by color */
async function giveFullTime(app, settings) {
  await app.act("clock", { action: "pause" });
  for (const color of ["black", "white"]) await app.act("clock", { color, settings: settings[color] });
}

/** One half: a large button with the time of a player. */
function half(app, color) {
  const time = h("span", { class: "phone-time", id: `phone-time-${color}` });
  const note = h("span", { class: "phone-note", id: `phone-note-${color}` });
  // The name does not change each second, so that a screen reader is silent while the button has the focus.
  const element = h("button", {
    type: "button", class: `phone-half ${color}`, "aria-label": t(color), "aria-describedby": `${time.id} ${note.id}`, on: { click: press },
  },
    h("span", { class: "phone-name", text: t(color) }), time, note);
  function press() {
    const { clock } = app.store;
    if (clock?.[color]?.flag) return;
    if (clock?.running && !clock.paused && clock.running !== color) return;
    const starts = !clock?.running || clock.paused;
    if (starts) app.act("clock", { action: "start", color: clock?.running ?? (color === "black" ? "white" : "black") });
    else app.act("clock", { action: "press", color });
  }
  const draw = () => {
    const now = sideNow(app.store, color);
    if (!now) return;
    setText(time, timeText(now.side.left, isUrgent(now.side, now.settings)));
    setText(note, clockNote(now.side, now.settings));
    element.classList.toggle("running", now.runs);
    element.classList.toggle("urgent", isUrgent(now.side, now.settings));
    element.classList.toggle("flag", now.side.flag);
  };
  return { element, draw };
}

/** @param {import("./app.js").App} app */
function show(app) {
  const upper = half(app, "white");
  const lower = half(app, "black");
  const wake = new WakeLock();
  const pause = button({ icon: "pause", title: t("pause"), class: "quiet" }, () => {
    const { clock } = app.store;
    // In a review only a start with a color starts a standalone clock.
    app.act("clock", clock?.paused ? { action: "start", color: clock.turn } : { action: "pause" });
  });
  const close = button({ icon: "close", title: t("close"), class: "quiet" }, () => overlay.close());
  const reset = button({ icon: "first", title: t("phone.reset"), class: "quiet" }, () => {
    const system = app.store.clock?.system;
    return system && giveFullTime(app, system);
  });
  const mute = button({ icon: "sound", title: t("setting.muted"), class: "quiet" }, () => {
    setPref("muted", !pref("muted"));
    set(mute, "aria-pressed", String(pref("muted")));
  });
  const overlay = h("dialog", { class: "phone", "aria-label": t("menu.clock") },
    upper.element, h("div", { class: "phone-bar" }, reset, pause, mute, close), lower.element);
  document.body.append(overlay);
  overlay.showModal();
  const timer = setInterval(() => {
    upper.draw();
    lower.draw();
    const { clock } = app.store;
    set(pause, "aria-pressed", String(clock?.paused === true));
    wake.update(Boolean(clock?.running) && !clock.paused);
  }, 100);
  overlay.addEventListener("close", () => {
    clearInterval(timer);
    wake.update(false);
    if (app.store.clock?.running) app.act("clock", { action: "pause" });
    overlay.remove();
  });
}
