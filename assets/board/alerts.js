/** Sounds of the game and alerts of the clock. */

import { alertsAhead } from "./clock-math.js";
import { sideNow } from "./clock-view.js";
import { takenSince } from "./labels.js";
import { onPref } from "./prefs.js";
import { playSound, primeSound } from "./sound.js";
import { hasVoice, speak, spoken, told } from "./voice.js";

/** Alerts further away than this are set up by a later event of the clock. */
const MAX_LEAD_SECONDS = 30;

/** Seconds before its time from which an alert is not taken back. */
const GRACE_SECONDS = 0.05;

/** Seconds for which an alert that has begun is not given again. */
const REPEAT_GUARD_SECONDS = 1;

/** @param {import("./app.js").App} app */
export function alerts(app) {
  const { store } = app;
  for (const gesture of ["pointerdown", "keydown"]) addEventListener(gesture, primeSound, { passive: true });
  store.on("gesture", primeSound);
  store.on("refused", () => playSound("refused"));
  store.on("state", (state) => gameSounds(store.previous, state));
  clockAlerts(store);
}

/** @param {any} before @param {any} after */
function gameSounds(before, after) {
  if (!before || before.version === after.version) return;
  const forward = before.node !== after.node && (after.path?.indexOf(after.node) ?? 0) > (before.path?.indexOf(before.node) ?? 0);
  if (forward && after.lastMove === "pass") playSound("pass");
  else if (forward && after.lastMove) {
    playSound("stone");
    if (takenSince(before, after) > 0) playSound("capture", 0.09);
  }
  const isPerson = (/** @type {any} */ state) => state.players?.[state.toMove]?.kind === "person";
  const isAnswered = forward && after.mode === "play" && after.phase === "playing" && isPerson(after) && !isPerson(before);
  if (isAnswered) playSound("turn", 0.25);
  if (before.phase !== "over" && after.phase === "over") playSound("end", 0.2);
}

/** Plans an alert. @param {import("./store.js").Store} store @param {any} alert @returns {() => void} takes it back */
function announce(store, alert) {
  const text = hasVoice() ? spoken(alert) : null;
  if (text !== null) {
    const timer = setTimeout(() => speak(text), alert.at * 1000);
    return () => clearTimeout(timer);
  }
  const sources = playSound(alert.kind, alert.at);
  const words = told(alert);
  const timer = words === null ? undefined : setTimeout(() => store.emit("alert", words), alert.at * 1000);
  return () => {
    clearTimeout(timer);
    sources.forEach((source) => {
      source.stop();
      source.disconnect();
    });
  };
}

/** Sets up the alerts of the running clock anew with each of its events. */
function clockAlerts(store) {
  /** @type {{key: string, at: number, cancel: () => void}[]} */
  let planned = [];
  /** @type {string | null} */
  let turn = null;
  let flagged = false;
  const seconds = () => performance.now() / 1000;
  /** An event often comes right after an alert has begun, which goes on and is not given again. */
  const cancelAhead = () => {
    const begun = seconds() + GRACE_SECONDS;
    planned.filter(({ at }) => at > begun).forEach(({ cancel }) => cancel());
    planned = planned.filter(({ at }) => at <= begun && at > begun - REPEAT_GUARD_SECONDS);
  };
  const silence = () => {
    planned.forEach(({ cancel }) => cancel());
    planned = [];
  };
  const plan = () => {
    cancelAhead();
    const running = store.clock?.running ?? null;
    if (running !== turn) planned = [];
    turn = running;
    const now = running && sideNow(store, running);
    if (!now || !now.runs) return;
    for (const alert of alertsAhead(now.side, now.settings)) {
      const key = `${alert.kind} ${alert.rest}`;
      if (alert.at > MAX_LEAD_SECONDS || planned.some((one) => one.key === key)) continue;
      planned.push({ key, at: seconds() + alert.at, cancel: announce(store, alert) });
    }
  };
  store.on("clock", (clock) => {
    const flag = Boolean(clock.black?.flag || clock.white?.flag);
    if (flag && !flagged) playSound("flag");
    flagged = flag;
    plan();
  });
  store.on("connection", ({ connected }) => connected || silence());
  onPref((name) => {
    if (!["muted", "volume", "voice"].includes(name)) return;
    silence();
    plan();
  });
}
