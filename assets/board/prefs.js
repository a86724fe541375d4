/** Choices of the person that stay on this machine. */

import { THRESHOLDS } from "./palettes.js";

const KEY = "shusaku-board";

/** The choices of all pages. */
function stored() {
  try {
    return JSON.parse(localStorage.getItem(KEY) ?? "{}");
  } catch {
    // Private windows may refuse storage; the defaults apply.
    return {};
  }
}

/** @type {Record<string, any>} */
const values = {
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
  analyze: true,
  thresholds: THRESHOLDS,
  ownershipChange: false,
  priors: false,
  voice: false,
  ...stored(),
};

/** @type {((name: string) => void)[]} */
const listeners = [];

/** @param {string} name @returns {any} */
export function pref(name) {
  return values[name];
}

/** @param {string} name @param {any} value */
export function setPref(name, value) {
  values[name] = value;
  try {
    localStorage.setItem(KEY, JSON.stringify({ ...stored(), [name]: value }));
  } catch {
    // The choice lasts until the page is closed.
  }
  for (const listener of listeners) listener(name);
}

/** @param {(name: string) => void} listener */
export function onPref(listener) {
  listeners.push(listener);
}
