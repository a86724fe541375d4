/** The choice of a player: a person, or the engine at a level or rank. */

import { choice, field } from "./dialog.js";
import { h } from "./dom.js";
import { t } from "./i18n.js";

/**
 * @typedef {{kind: string, level?: number, profile?: string, name?: string}} Player
 */

/** @param {Player} player @returns {string} the value of the list */
function valueOf(player) {
  if (player.kind !== "engine") return "person";
  return player.profile ? `profile ${player.profile}` : `level ${player.level ?? 3}`;
}

/** The values of the list, in its order. @param {any} catalog @returns {string[]} */
export function optionValues({ levels, profiles }) {
  return ["person", ...(levels ?? []).map((level) => `level ${level}`), ...(profiles ?? []).map((profile) => `profile ${profile}`)];
}

/** @param {string} profile such as "rank_5k" @returns {string} */
export function profileTitle(profile) {
  const match = /^rank_(\d+)([kd])$/.exec(profile);
  return match ? t(match[2] === "k" ? "rank.kyu" : "rank.dan", { number: match[1] }) : profile;
}

/**
 * @param {import("./app.js").App} app @param {Player} player @param {string} color
 * @returns {{element: HTMLElement, read: () => Player, write: (player: Player) => void, close: () => void}} close: called when
 *   the form is gone
 */
export function playerForm(app, player, color) {
  /** @param {string} value of the list @returns {[string, string]} */
  const option = (value) => {
    const [kind, which] = value.split(/ (.*)/);
    if (kind === "person") return [value, t("player.person")];
    return [value, kind === "level" ? t("player.level", { level: which }) : t("player.profile", { title: profileTitle(which) })];
  };
  const values = () => optionValues(app.store.catalog);
  const list = choice(values().map(option), valueOf(player), () => (name.hidden = list.value !== "person"));
  // Profiles may be missing until the network is loaded.
  const add = (/** @type {string[]} */ wanted) => {
    const had = new Set([...list.options].map((one) => one.value));
    for (const value of wanted) {
      if (!had.has(value)) list.append(h("option", { value, text: option(value)[1] }));
    }
  };
  const close = app.store.on("catalog", () => add(values()));
  const name = h("input", { type: "text", maxlength: 80, value: player.name ?? "", placeholder: t("player.name"), "aria-label": t("player.name") });
  const write = (next) => {
    add([valueOf(next)]);
    list.value = valueOf(next);
    name.value = next.kind === "person" ? (next.name ?? "") : "";
    name.hidden = list.value !== "person";
  };
  const read = () => {
    const [kind, value] = list.value.split(/ (.*)/);
    if (kind === "level") return { kind: "engine", level: Number(value) };
    if (kind === "profile") return { kind: "engine", profile: value };
    return { kind: "person", name: name.value.trim() };
  };
  write(player);
  return { element: h("div", { class: `player-form ${color}` }, field(t(color), list), name), read, write, close };
}
