/** A voice that counts the last seconds, if the person wants one and the browser has it. */

import { LAST_SECONDS } from "./clock-math.js";
import { language, t } from "./i18n.js";
import { pref } from "./prefs.js";

/** @returns {SpeechSynthesis | null} the voice, if it is wanted */
function synthesis() {
  const wanted = pref("voice") && !pref("muted") && pref("volume") > 0;
  return wanted && "speechSynthesis" in globalThis ? globalThis.speechSynthesis : null;
}

/** @returns {boolean} whether there is a voice to speak */
export function hasVoice() {
  return synthesis() !== null;
}

/**
 * What the voice says at an alert, or null where it keeps silent.
 * @param {{kind: string, rest?: number, periods?: number}} alert @returns {string | null}
 */
export function spoken({ kind, rest, periods }) {
  if (kind === "tick") return rest === undefined ? null : String(rest);
  if (kind === "overtime") return t("voice.overtime");
  if (kind === "period") return periods === undefined ? null : t("voice.periods", { count: periods });
  return null;
}

/** What a screen reader is told at an alert: of the last seconds only their beginning. @returns {string | null} */
export function told(alert) {
  if (alert.kind !== "tick") return spoken(alert);
  return alert.rest === LAST_SECONDS ? t("voice.seconds", { count: LAST_SECONDS }) : null;
}

/** Speaks a text, in place of what is being said. @param {string} text */
export function speak(text) {
  const voice = synthesis();
  if (!voice) return;
  const utterance = new SpeechSynthesisUtterance(text);
  utterance.lang = language();
  utterance.volume = pref("volume");
  utterance.rate = 1.1;
  voice.cancel();
  voice.speak(utterance);
}
