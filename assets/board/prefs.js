/** Choices of the person that stay on this machine. */

/** @type {Record<string, any>} */
const DEFAULTS = {
  language: "",
  theme: "system",
  coordinates: "auto",
  palette: "spectrum",
  volume: 0.7,
  muted: false,
  confirm: "touch",
  numbers: "record",
  natural: true,
  slanted: false,
  nextMoves: true,
  candidates: true,
  ownership: true,
  pointOfView: "black",
  countUp: false,
  analyze: true,
  thresholds: [1, 3, 8],
  ownershipChange: false,
  priors: false,
  voice: false,
};

const KEY = "shusaku-board";

/** @type {Record<string, any>} */
let values = { ...DEFAULTS };
/** @type {((name: string) => void)[]} */
const listeners = [];

try {
  values = { ...DEFAULTS, ...JSON.parse(localStorage.getItem(KEY) ?? "{}") };
} catch {
  // Private windows may refuse storage; the defaults apply.
}

/** @param {string} name @returns {any} */
export function pref(name) {
  return values[name];
}

/** @param {string} name @param {any} value */
export function setPref(name, value) {
  values[name] = value;
  try {
    localStorage.setItem(KEY, JSON.stringify(values));
  } catch {
    // The choice lasts until the page is closed.
  }
  for (const listener of listeners) listener(name);
}

/** @param {(name: string) => void} listener */
export function onPref(listener) {
  listeners.push(listener);
}
