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

/** @param {string} profile such as "rank_5k" @returns {string} */
export function profileTitle(profile) {
  const match = /^rank_(\d+)([kd])$/.exec(profile);
  return match ? t(match[2] === "k" ? "rank.kyu" : "rank.dan", { number: match[1] }) : profile;
}

/**
 * @param {import("./app.js").App} app @param {Player} player @param {string} color
 * @returns {{element: HTMLElement, read: () => Player, write: (player: Player) => void}}
 */
export function playerForm(app, player, color) {
  const { levels, profiles } = app.store.catalog;
  /** @type {[string, string][]} */
  const options = [["person", t("player.person")]];
  for (const { level } of levels ?? []) options.push([`level ${level}`, t("player.level", { level })]);
  for (const profile of profiles ?? []) {
    const name = profile.profile ?? profile;
    options.push([`profile ${name}`, t("player.profile", { title: profileTitle(name) })]);
  }
  const list = choice(options, valueOf(player), () => (name.hidden = list.value !== "person"));
  const name = h("input", { type: "text", maxlength: 80, value: player.name ?? "", placeholder: t("player.name"), "aria-label": t("player.name") });
  const write = (next) => {
    list.value = valueOf(next);
    if (list.selectedIndex < 0) list.selectedIndex = 0;
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
  return { element: h("div", { class: `player-form ${color}` }, field(t(color), list), name), read, write };
}
