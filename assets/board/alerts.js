/** Sounds of the game and alerts of the clock. */

import { alertsAhead } from "./clock-math.js";
import { sideNow } from "./clock-view.js";
import { takenSince } from "./labels.js";
import { playSound, primeSound } from "./sound.js";
import { hasVoice, speak, spoken } from "./voice.js";

/** Alerts further away than this are set up by a later event of the clock. */
const HORIZON = 30;

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
  if (before.phase !== "over" && after.phase === "over") playSound("end", 0.2);
}

/** Sets up the alerts of the running clock anew with each of its events. */
function clockAlerts(store) {
  /** @type {AudioScheduledSourceNode[]} */
  let planned = [];
  /** @type {ReturnType<typeof setTimeout>[]} */
  let timers = [];
  const cancel = () => {
    for (const source of planned) {
      try {
        source.stop();
        source.disconnect();
      } catch {
        // It has not been started or has ended.
      }
    }
    planned = [];
    timers.forEach(clearTimeout);
    timers = [];
  };
  let flagged = false;
  store.on("clock", (clock) => {
    cancel();
    const flag = Boolean(clock.black?.flag || clock.white?.flag);
    if (flag && !flagged) playSound("flag");
    flagged = flag;
    const now = clock.running && sideNow(store, clock.running);
    if (!now || !now.runs) return;
    for (const alert of alertsAhead(now.side, now.settings)) {
      if (alert.at > HORIZON) continue;
      const text = hasVoice() ? spoken(alert) : null;
      if (text !== null) timers.push(setTimeout(() => speak(text), alert.at * 1000));
      else planned.push(...playSound(/** @type {any} */ (alert.kind), alert.at));
    }
  });
  store.on("connection", ({ connected }) => connected || cancel());
}
