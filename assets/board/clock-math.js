/** Clock arithmetic and texts without DOM. Times are in seconds. */

/**
 * @typedef {{kind: string, main?: number, time?: number, periods?: number, stones?: number,
 *   increment?: number, cap?: number}} Settings
 * @typedef {{left: number, periods: number | null, stones: number | null, delay: number,
 *   overtime: boolean, flag: boolean, used: number}} Side
 */

/** The time systems in the order of the form. */
export const SYSTEMS = [
  "none", "absolute", "byo-yomi", "canadian", "fischer", "bronstein", "delay", "hourglass", "move", "up",
];

/** The numbers that each system asks for. @type {Record<string, string[]>} */
export const FIELDS = {
  none: [], up: [], absolute: ["main"], hourglass: ["main"], move: ["time"],
  "byo-yomi": ["main", "time", "periods"], canadian: ["main", "time", "stones"],
  fischer: ["main", "increment", "cap"], bronstein: ["main", "increment"], delay: ["main", "increment"],
};

/** @param {Settings} settings @returns {boolean} whether overtime follows the main time */
function hasOvertime(settings) {
  return settings.kind === "byo-yomi" || settings.kind === "canadian";
}

/**
 * The clock of the player to move after some time, as far as it can be known without the server.
 * Counting up, the time used is what is shown.
 * @param {Side} side @param {Settings} settings @param {number} elapsed @returns {Side}
 */
export function advance(side, settings, elapsed) {
  if (settings.kind === "none" || side.flag) return side;
  if (settings.kind === "up") return { ...side, left: side.used + elapsed };
  const next = { ...side };
  const delay = Math.min(next.delay ?? 0, elapsed);
  next.delay = (next.delay ?? 0) - delay;
  next.left -= elapsed - delay;
  while (next.left <= 0 && !next.flag) {
    const enters = hasOvertime(settings) && !next.overtime;
    const spare = settings.kind === "byo-yomi" && next.overtime && (next.periods ?? 0) > 1;
    if (!enters && !spare) {
      next.left = 0;
      next.flag = true;
    } else {
      next.overtime = true;
      if (spare) next.periods = (next.periods ?? 0) - 1;
      next.left += Math.max(settings.time ?? 0, 0.001);
    }
  }
  return next;
}

/**
 * A time as h:mm:ss or m:ss, with tenths below ten seconds. Rounds up, so that 0:00 is only shown
 * when the time is over.
 * @param {number} seconds @param {boolean} [tenths] @returns {string}
 */
export function timeText(seconds, tenths = false) {
  const rest = Math.max(0, seconds);
  if (tenths && rest < 10) return (Math.ceil(rest * 10 - 1e-6) / 10).toFixed(1);
  const whole = Math.ceil(rest - 1e-6);
  const two = (/** @type {number} */ number) => String(number).padStart(2, "0");
  const hours = Math.floor(whole / 3600);
  const minutes = Math.floor((whole % 3600) / 60);
  return (hours > 0 ? `${hours}:${two(minutes)}` : String(minutes)) + `:${two(whole % 60)}`;
}

/** @param {number} seconds @returns {string} such as "10 min", "1 h 30 min" or "45 s" */
export function durationText(seconds) {
  const parts = [[Math.floor(seconds / 3600), "h"], [Math.floor((seconds % 3600) / 60), "min"], [seconds % 60, "s"]];
  const text = parts.filter(([value]) => value !== 0).map(([value, unit]) => `${value} ${unit}`).join(" ");
  return text || "0 s";
}

/**
 * What a system's numbers are, such as "10 min + 5 × 30 s". The name of the system is not included.
 * @param {Settings} settings @returns {string}
 */
export function settingsText(settings) {
  const main = durationText(settings.main ?? 0);
  const time = durationText(settings.time ?? 0);
  switch (settings.kind) {
    case "absolute":
    case "hourglass": return main;
    case "byo-yomi": return `${main} + ${settings.periods} × ${time}`;
    case "canadian": return `${main} + ${time} / ${settings.stones}`;
    case "fischer": return `${main} + ${durationText(settings.increment ?? 0)}` + (settings.cap ? ` ≤ ${durationText(settings.cap)}` : "");
    case "bronstein":
    case "delay": return `${main}, ${durationText(settings.increment ?? 0)}`;
    case "move": return time;
    default: return "";
  }
}

/** The seconds before the end at which a tick is heard. */
export const LAST_SECONDS = 10;

/**
 * The alerts ahead for the player to move: "tick" in the last ten seconds of the time that counts,
 * "overtime" when it begins, "period" when a period is lost. Main time that overtime follows has
 * no ticks.
 * @param {Side} side @param {Settings} settings @returns {{at: number, kind: string, rest?: number, periods?: number}[]} by time;
 *   rest: the seconds left at a tick; periods: those left after one is lost
 */
export function alertsAhead(side, settings) {
  if (["none", "up"].includes(settings.kind) || side.flag) return [];
  const alerts = [];
  const delay = side.delay ?? 0;
  const ticks = (/** @type {number} */ end, /** @type {number} */ span) => {
    for (let rest = LAST_SECONDS; rest >= 1; rest--) {
      if (rest < span && end - rest > 0) alerts.push({ at: end - rest, kind: "tick", rest });
    }
  };
  const end = delay + side.left;
  if (hasOvertime(settings) && !side.overtime) {
    alerts.push({ at: end, kind: "overtime" });
    ticks(end + (settings.time ?? 0), settings.time ?? 0);
  } else {
    ticks(end, Infinity);
    if (settings.kind === "byo-yomi" && (side.periods ?? 0) > 1) alerts.push({ at: end, kind: "period", periods: (side.periods ?? 0) - 1 });
  }
  return alerts.sort((a, b) => a.at - b.at);
}

/** @param {Side} side @param {Settings} settings @returns {boolean} whether time is nearly over */
export function isUrgent(side, settings) {
  if (["none", "up"].includes(settings.kind)) return false;
  if (hasOvertime(settings) && !side.overtime) return false;
  return side.left <= LAST_SECONDS;
}
