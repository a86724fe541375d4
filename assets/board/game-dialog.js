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

/**
 * Applies the forms that differ from what was applied last. What else has changed meanwhile stays.
 * @param {Record<string, {read: () => any}>} forms by name
 * @returns {(apply: (name: string, values: any) => Promise<boolean>) => Promise<boolean>} whether all were accepted
 */
export function changes(forms) {
  const before = new Map(Object.keys(forms).map((name) => [name, JSON.stringify(forms[name].read())]));
  return async (apply) => {
    for (const [name, old] of before) {
      const values = forms[name].read();
      if (JSON.stringify(values) === old) continue;
      if (!(await apply(name, values))) return false;
      before.set(name, JSON.stringify(values));
    }
    return true;
  };
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
  // A mixture of rules is no preset.
  if (rules.value !== state.rules?.name) rules.selectedIndex = -1;
  const komi = numberInput(state.komi, { min: -200, max: 200, step: 0.5 });
  const forms = { black: playerForm(app, state.players.black, "black"), white: playerForm(app, state.players.white, "white") };
  const system = clock?.system ?? {};
  const clocks = { black: clockForm(system.black ?? { kind: "none" }, t("clock.of.black")), white: clockForm(system.white ?? { kind: "none" }, t("clock.of.white")) };
  const terms = changes({ rules: { read: () => ({ name: rules.value }) }, komi: { read: () => ({ komi: Number(komi.value) }) } });
  const players = changes(forms);
  const times = changes(clocks);
  /** @param {string} name @param {Record<string, any>} values @returns {Promise<boolean>} whether it was done */
  const act = async (name, values) => (await app.act(name, values)).ok;
  const apply = async () => {
    if (!(await terms(act))) return false;
    if (!(await players((color, player) => act("set-player", { color, player })))) return false;
    // A clock is changed while it stands.
    const { running, paused } = app.store.clock ?? {};
    let isStopped = false;
    const isDone = await times(async (color, settings) => {
      if (running && !paused && !isStopped) isStopped = await act("clock", { action: "pause" });
      return act("clock", { color, settings });
    });
    // In a review only a start with a color starts a standalone clock.
    if (isStopped) await act("clock", { action: "start", color: app.store.state?.mode === "review" ? running : undefined });
    return isDone;
  };
  const save = button({ text: t("apply"), class: "primary" }, async () => {
    // What is wrong is said in the form.
    if (await apply()) dialog.close();
  });
  const dialog = openDialog({
    title: t("menu.game"),
    body: [
      h("fieldset", {}, h("legend", { text: t("players") }), forms.black.element, forms.white.element),
      field(t("rules"), rules), summary, field(t("komi"), komi, "short"),
      clocks.black.element, clocks.white.element, axesEditor(app, state),
    ],
    actions: [save],
    onClose: () => Object.values(forms).forEach((form) => form.close()),
  });
}
