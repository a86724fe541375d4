/** The two players: name, prisoners and clock. */

import { h, s, setText } from "./dom.js";
import { t } from "./i18n.js";
import { profileTitle } from "./player-form.js";
import { ClockView } from "./clock-view.js";

/** A stone beside the name. @param {string} color */
function bowl(color) {
  return s("svg", { class: "bowl", viewBox: "-20 -20 40 40", "aria-hidden": "true" },
    s("use", { href: color === "black" ? "#black" : "#white-0", x: -20, y: -20, width: 40, height: 40 }));
}

/** The name shown for a player: the record's, or what plays. @param {any} player @param {string} color @returns {string} */
export function playerName(player, color) {
  if (player.kind === "engine" && (!player.name || /^shusaku /.test(player.name))) {
    return player.profile ? t("player.profile", { title: profileTitle(player.profile) }) : t("player.level", { level: player.level });
  }
  return player.name || t(color);
}

/** @param {import("./app.js").App} app @param {string} color */
function card(app, color) {
  const name = h("span", { class: "player-name" });
  const captures = h("span", { class: "captures" });
  const taken = h("span", { class: "captures-short", "aria-hidden": "true" });
  const thinking = h("span", { class: "thinking", "aria-hidden": "true" }, h("i"), h("i"), h("i"));
  const clock = new ClockView(app, color);
  const element = h("section", { class: `player ${color}`, "aria-label": t(color) },
    bowl(color),
    h("div", { class: "player-text" }, h("div", { class: "player-line" }, name, thinking), captures),
    taken,
    clock.element);
  app.store.on("state", (state) => {
    const player = state.players?.[color] ?? {};
    setText(name, playerName(player, color));
    const count = state.captures?.[color] ?? 0;
    setText(captures, t("captures", { count }));
    setText(taken, String(count));
    const active = state.phase === "playing" && state.toMove === color;
    element.classList.toggle("active", active);
    element.classList.toggle("is-thinking", active && state.thinking === true);
    element.classList.toggle("winner", state.phase === "over" && (state.result ?? "").startsWith(color === "black" ? "B+" : "W+"));
  });
  return element;
}

/** @param {import("./app.js").App} app @returns {HTMLElement} */
export function players(app) {
  return h("div", { class: "players" }, card(app, "black"), card(app, "white"));
}
