/** Texts in the language of the person. */

import { WORDS } from "./words.js";

/** The languages in the order of the columns of the tables. */
export const LANGUAGES = ["en", "fr", "ja", "zh-Hans", "zh-Hant", "de", "ko"];
export const LANGUAGE_NAMES = ["English", "Français", "日本語", "简体中文", "繁體中文", "Deutsch", "한국어"];

let column = 0;

/**
 * The language that fits a browser's wish best.
 * @param {readonly string[]} wishes such as ["zh-TW", "en"] @returns {string}
 */
export function bestLanguage(wishes) {
  for (const wish of wishes) {
    const lower = wish.toLowerCase();
    if (/^zh-(hant|tw|hk|mo)/.test(lower)) return "zh-Hant";
    if (lower.startsWith("zh")) return "zh-Hans";
    const found = LANGUAGES.find((language) => language === lower.split("-")[0]);
    if (found) return found;
  }
  return "en";
}

/** @param {string} language one of {@link LANGUAGES}; others mean English */
export function setLanguage(language) {
  column = Math.max(0, LANGUAGES.indexOf(language));
}

/** @returns {string} */
export function language() {
  return LANGUAGES[column];
}

/** @param {string} key @returns {boolean} */
export function hasText(key) {
  return Object.hasOwn(WORDS, key);
}

/**
 * The text of a key, with {names} replaced by arguments. An unknown key returns itself.
 * @param {string} key @param {Record<string, string | number>} [values] @returns {string}
 */
export function t(key, values = {}) {
  const row = WORDS[key];
  if (!row) return key;
  return row[column].replace(/\{(\w+)\}/g, (whole, name) => String(values[name] ?? whole));
}

/** The name of a color in the middle of a sentence. @param {string} color @returns {string} */
export function colorName(color) {
  return t(color === "black" ? "black" : "white");
}

/**
 * The phase of a state in words.
 * @param {Record<string, any> | null} state @returns {string}
 */
export function phaseText(state) {
  const phrase = state?.phaseText;
  if (!phrase) return "";
  const values = { ...phrase.args };
  if (values.color) values.color = colorName(values.color);
  values.result = resultText(values.result);
  let { key } = phrase;
  if (state.phase === "playing" && state.thinking) key = "phase.thinking";
  else if (state.count?.judging) key = "phase.judging";
  return t(key, values);
}

/**
 * A result of SGF's property RE in words.
 * @param {string | null | undefined} result @returns {string}
 */
export function resultText(result) {
  const text = (result ?? "").trim();
  if (text === "" || text === "?") return text;
  if (/^(0|draw|jigo)$/i.test(text)) return t("result.draw");
  if (/^void$/i.test(text)) return t("result.void");
  const match = /^([BW])\+(.*)$/i.exec(text);
  if (!match) return text;
  const color = colorName(match[1].toUpperCase() === "B" ? "black" : "white");
  const how = match[2];
  if (/^r/i.test(how)) return t("result.resign", { color });
  if (/^t/i.test(how)) return t("result.time", { color });
  if (/^f/i.test(how)) return t("result.forfeit", { color });
  return how === "" ? t("result.wins", { color }) : t("result.points", { color, points: how });
}

/**
 * A date of SGF's property DT in words; partial dates and lists stay readable.
 * @param {string | undefined} date @returns {string}
 */
export function dateText(date) {
  const match = /^(\d{4})(?:-(\d{2}))?(?:-(\d{2}))?$/.exec((date ?? "").trim());
  if (!match) return date ?? "";
  const [, year, month, day] = match;
  const time = new Date(Date.UTC(Number(year), Number(month ?? 1) - 1, Number(day ?? 1)));
  /** @type {Intl.DateTimeFormatOptions} */
  const options = { timeZone: "UTC", year: "numeric" };
  if (month) options.month = "long";
  if (day) options.day = "numeric";
  return new Intl.DateTimeFormat(language(), options).format(time);
}

/** The title of a rule set. @param {string} name @param {string} [title] the server's @returns {string} */
export function rulesTitle(name, title) {
  return hasText(`rules.${name}`) ? t(`rules.${name}`) : (title ?? name);
}

/**
 * What a rule set does, axis by axis, in one line.
 * @param {Record<string, any> | undefined} axes @param {string} [summary] the server's, in English
 * @returns {string}
 */
export function rulesSummary(axes, summary) {
  if (!axes || (language() === "en" && summary)) return summary ?? "";
  const named = ["scoring", "ko", "suicide", "tax", "end", "removal"]
    .map((axis) => `axis.${axis}.${axes[axis]}`)
    .filter(hasText);
  if (axes.button === true || axes.button === "true") named.push("axis.button");
  if (axes.pass_stones === true || axes.pass_stones === "true") named.push("axis.pass_stones");
  return named.map((key) => t(key)).join(" · ");
}

/**
 * An error of the server in words; in the server's where its details count.
 * @param {{kind: string, message?: string, move?: number}} error @param {string} [point] @returns {string}
 */
export function errorText(error, point = "") {
  const key = `error.${error.kind}${error.kind === "superko" && error.move === 0 ? "-start" : ""}`;
  if (hasText(key)) return t(key, { point, move: error.move ?? "?" });
  return error.message ? t("error.detail", { message: error.message }) : t("error.server");
}
