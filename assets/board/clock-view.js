/** A player's clock, drawn from the last event of the server. */

import { advance, isUrgent, settingsText, timeText } from "./clock-math.js";
import { h, setText } from "./dom.js";
import { t } from "./i18n.js";

/** The time that has passed on a player's clock since the event. @param {import("./store.js").Store} store @param {string} color */
export function sideNow(store, color) {
  const { clock, clockAt } = store;
  const settings = clock?.system?.[color];
  const side = clock?.[color];
  if (!settings || !side) return null;
  const runs = clock.running === color && !clock.paused && store.connected;
  const elapsed = runs ? (performance.now() - clockAt) / 1000 : 0;
  return { side: advance(side, settings, elapsed), settings, runs };
}

/**
 * What else a clock shows: periods, stones, delay.
 * @param {import("./clock-math.js").Side} side @param {import("./clock-math.js").Settings} settings
 * @returns {string}
 */
export function clockNote(side, settings) {
  if (side.flag) return t("clock.flag");
  if (settings.kind === "byo-yomi") {
    return side.overtime
      ? t("clock.periods", { count: side.periods ?? 1 })
      : t("clock.then", { text: `${side.periods ?? settings.periods} × ${settings.time} s` });
  }
  if (settings.kind === "canadian") {
    return side.overtime
      ? t("clock.stones", { count: side.stones ?? settings.stones ?? 1 })
      : t("clock.then", { text: `${settings.time} s / ${settings.stones}` });
  }
  if (settings.kind === "fischer") return `+${settings.increment} s`;
  if (settings.kind === "delay" || settings.kind === "bronstein") {
    return side.delay > 0 ? t("clock.delay", { seconds: Math.ceil(side.delay) }) : settingsText(settings);
  }
  return settings.kind === "up" ? t("clock.used") : "";
}

/** The same in the least space. @param {import("./clock-math.js").Side} side @param {import("./clock-math.js").Settings} settings @returns {string} */
function clockShort(side, settings) {
  if (settings.kind === "byo-yomi") return side.overtime ? `× ${side.periods ?? 1}` : `+ ${side.periods ?? settings.periods} × ${settings.time}`;
  if (settings.kind === "canadian") return side.overtime ? `/ ${side.stones ?? settings.stones}` : `+ ${settings.time} / ${settings.stones}`;
  return settings.increment ? `+ ${settings.increment}` : "";
}

export class ClockView {
  /** @param {import("./app.js").App} app @param {string} color */
  constructor(app, color) {
    this.app = app;
    this.color = color;
    this.time = h("span", { class: "clock-time" });
    this.note = h("span", { class: "clock-note" });
    this.short = h("span", { class: "clock-short", "aria-hidden": "true" });
    this.element = h("div", { class: "clock", role: "timer", "aria-live": "off" }, this.time, this.note, this.short);
    this.element.hidden = true;
    for (const event of ["clock", "connection"]) app.store.on(event, () => this.draw());
    document.addEventListener("visibilitychange", () => this.draw());
  }

  /** Draws, and again when the shown text changes next. */
  draw() {
    clearTimeout(this.timer);
    const now = sideNow(this.app.store, this.color);
    this.element.hidden = !now || now.settings.kind === "none";
    if (!now || this.element.hidden) return;
    const { side, settings, runs } = now;
    const tenths = isUrgent(side, settings) && runs;
    setText(this.time, timeText(side.left, tenths));
    setText(this.note, clockNote(side, settings));
    setText(this.short, clockShort(side, settings));
    this.element.classList.toggle("urgent", isUrgent(side, settings) && !side.flag);
    this.element.classList.toggle("overtime", side.overtime);
    this.element.classList.toggle("flag", side.flag);
    this.element.classList.toggle("running", runs);
    this.element.classList.toggle("paused", this.app.store.clock.paused === true);
    if (runs) this.timer = setTimeout(() => requestAnimationFrame(() => this.draw()), tenths ? 80 : 200);
  }
}
