/** Changes to the game in progress: players, rule set, komi, clock. */

import { clockForm } from "./clock-form.js";
import { choice, field, numberInput, openDialog } from "./dialog.js";
import { button, h, setText } from "./dom.js";
import { rulesSummary, rulesTitle, t } from "./i18n.js";
import { playerForm } from "./player-form.js";

/** The axes of the rule set as JSON, for those who want a mixture. */
function axesEditor(app, state) {
  const area = h("textarea", { rows: 8, class: "axes", spellcheck: "false", "aria-label": t("rules.axes") });
  area.value = JSON.stringify(state.rules?.axes ?? {}, null, 1);
  const apply = button({ text: t("apply") }, () => {
    try {
      app.act("rules", { axes: JSON.parse(area.value) });
    } catch (error) {
      app.say(t("error.json", { text: /** @type {Error} */ (error).message }), true);
    }
  });
  return h("details", {}, h("summary", { text: t("rules.axes") }), area, apply);
}

/** @param {import("./app.js").App} app */
export function openGame(app) {
  const { state, clock, catalog } = app.store;
  if (!state) return;
  const summary = h("p", { class: "hint-text", text: rulesSummary(state.rules?.axes, state.rules?.summary) });
  const rules = choice((catalog.rules ?? []).map((one) => [one.name, rulesTitle(one.name, one.title)]), state.rules?.name ?? "", (name) => {
    const chosen = catalog.rules.find((one) => one.name === name);
    setText(summary, rulesSummary(chosen?.axes, chosen?.summary));
  });
  const komi = numberInput(state.komi, { min: -200, max: 200, step: 0.5 });
  const forms = { black: playerForm(app, state.players.black, "black"), white: playerForm(app, state.players.white, "white") };
  const system = clock?.system ?? {};
  const clocks = { black: clockForm(system.black ?? { kind: "none" }, t("clock.of.black")), white: clockForm(system.white ?? { kind: "none" }, t("clock.of.white")) };
  const before = JSON.stringify({ black: clocks.black.read(), white: clocks.white.read() });
  const players = JSON.stringify([forms.black.read(), forms.white.read()]);
  const save = button({ text: t("apply"), class: "primary" }, async () => {
    if (rules.value && rules.value !== state.rules?.name) await app.act("rules", { name: rules.value });
    if (Number(komi.value) !== state.komi) await app.act("komi", { komi: Number(komi.value) });
    if (JSON.stringify([forms.black.read(), forms.white.read()]) !== players) {
      for (const color of ["black", "white"]) await app.act("set-player", { color, player: forms[color].read() });
    }
    const settings = { black: clocks.black.read(), white: clocks.white.read() };
    if (JSON.stringify(settings) !== before) {
      await app.act("clock", { action: "pause" });
      for (const color of ["black", "white"]) await app.act("clock", { color, settings: settings[color] });
    }
    dialog.close();
  });
  const dialog = openDialog({
    title: t("menu.game"),
    body: [
      h("fieldset", {}, h("legend", { text: t("players") }), forms.black.element, forms.white.element),
      field(t("rules"), rules), summary, field(t("komi"), komi, "short"),
      clocks.black.element, clocks.white.element, axesEditor(app, state),
    ],
    actions: [save],
  });
}
