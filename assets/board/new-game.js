/** The dialog of a new game. */

import { clockForm } from "./clock-form.js";
import { check, choice, field, numberInput, openDialog } from "./dialog.js";
import { button, h, set, setText } from "./dom.js";
import { mayDiscard } from "./files.js";
import { rulesSummary, rulesTitle, t } from "./i18n.js";
import { playerForm } from "./player-form.js";
import { pref, setPref } from "./prefs.js";

const SIZES = [9, 13, 19];
const MAX_SIDE = 25;

/** What the dialog begins with: the game before. */
function defaults() {
  return {
    size: [9, 9], rules: "chinese", komi: 7.5, handicap: 0, free: false,
    black: { kind: "person", name: "" }, white: { kind: "engine", level: 3 },
    clock: { black: { kind: "none" }, white: { kind: "none" } },
    ...pref("lastGame"),
  };
}

/** @param {[number, number]} initial */
function sizeField(initial) {
  const width = numberInput(initial[0], { min: 1, max: MAX_SIDE, label: t("size.width") });
  const height = numberInput(initial[1], { min: 1, max: MAX_SIDE, label: t("size.height") });
  const marks = SIZES.map((side) => button({ text: `${side} × ${side}`, class: "segment" }, () => {
    width.value = height.value = String(side);
    draw();
  }));
  const draw = () => SIZES.forEach((side, at) =>
    set(marks[at], "aria-pressed", String(Number(width.value) === side && Number(height.value) === side)));
  for (const input of [width, height]) input.addEventListener("input", draw);
  draw();
  const limit = (input) => Math.max(1, Math.min(MAX_SIDE, Math.round(Number(input.value)) || 1));
  const element = h("fieldset", { class: "size-field" }, h("legend", { text: t("size") }),
    h("div", { class: "segments" }, ...marks),
    h("span", { class: "custom-size" }, width, h("span", { text: "×" }), height));
  return { element, read: () => /** @type {[number, number]} */ ([limit(width), limit(height)]) };
}

/** Rule set, komi and handicap, which depend on one another. */
function rulesFields(app, initial) {
  const rules = app.store.catalog.rules ?? [];
  const find = (name) => rules.find((one) => one.name === name);
  const summary = h("p", { class: "hint-text" });
  const komi = numberInput(initial.komi, { min: -200, max: 200, step: 0.5 });
  const handicap = numberInput(initial.handicap, { min: 0, max: 25 });
  const free = check(t("handicap.free"), initial.free);
  const suggest = () => {
    const chosen = find(list.value);
    const given = Number(handicap.value) >= 2;
    komi.value = String(given ? (chosen?.handicapKomi ?? 0.5) : (chosen?.komi ?? 7.5));
  };
  const axes = h("textarea", { rows: 8, class: "axes", spellcheck: "false", "aria-label": t("rules.axes") });
  const ofPreset = () => JSON.stringify(find(list.value)?.axes ?? {}, null, 1);
  const tell = () => {
    const chosen = find(list.value);
    axes.value = ofPreset();
    const forfeit = chosen?.axes?.illegal === "forfeit";
    setText(summary, rulesSummary(chosen?.axes, chosen?.summary) + (forfeit ? ` · ${t("axis.illegal.forfeit")}` : ""));
    free.element.hidden = Number(handicap.value) < 2;
  };
  const list = choice(rules.map((one) => [one.name, rulesTitle(one.name, one.title)]), initial.rules, () => {
    suggest();
    tell();
  });
  handicap.addEventListener("input", () => {
    suggest();
    free.element.hidden = Number(handicap.value) < 2;
  });
  tell();
  const element = h("div", { class: "rules-fields" }, field(t("rules"), list), summary,
    h("div", { class: "row" }, field(t("komi"), komi, "short"), field(t("handicap"), handicap, "short"), free.element),
    h("details", {}, h("summary", { text: t("rules.axes") }), axes));
  const read = () => {
    const stones = Math.round(Number(handicap.value)) || 0;
    const own = axes.value !== ofPreset();
    return { rules: list.value, axes: own ? JSON.parse(axes.value) : null, komi: Number(komi.value) || 0, handicap: stones >= 2 ? stones : 0, free: free.input.checked };
  };
  return { element, read };
}

function clockFields(initial) {
  const same = JSON.stringify(initial.black) === JSON.stringify(initial.white);
  const black = clockForm(initial.black, t("clock.of.both"));
  const white = clockForm(initial.white, t("clock.of.white"));
  const differ = check(t("clock.differ"), !same, (checked) => draw(checked));
  const legend = black.element.querySelector("legend");
  const draw = (two) => {
    white.element.hidden = !two;
    if (legend) setText(legend, t(two ? "clock.of.black" : "clock.of.both"));
  };
  draw(!same);
  const read = () => ({ black: black.read(), white: differ.input.checked ? white.read() : black.read() });
  return { element: h("div", { class: "clock-forms" }, black.element, differ.element, white.element), read };
}

/** @param {import("./app.js").App} app */
export async function openNewGame(app) {
  app.store.emit("gesture");
  const initial = defaults();
  const size = sizeField(initial.size);
  const rules = rulesFields(app, initial);
  const black = playerForm(app, initial.black, "black");
  const white = playerForm(app, initial.white, "white");
  const clock = clockFields(initial.clock);
  const swap = button({ text: t("players.swap"), class: "quiet" }, () => {
    const [first, second] = [black.read(), white.read()];
    black.write(second);
    white.write(first);
  });
  const draw = button({ text: t("players.draw"), class: "quiet" }, () => Math.random() < 0.5 && swap.click());
  const start = button({ text: t("start"), class: "primary", id: "start-game" }, async () => {
    let terms;
    try {
      terms = rules.read();
    } catch (error) {
      return app.say(t("error.json", { text: /** @type {Error} */ (error).message }), true);
    }
    const { axes, ...agreed } = terms;
    const game = { size: size.read(), ...agreed, black: black.read(), white: white.read(), clock: clock.read() };
    if (!(await mayDiscard(app))) return;
    setPref("lastGame", game);
    const answer = await app.act("new", game);
    if (!answer.ok) return;
    app.setUi({ tab: "record" });
    // Single rules change the rule set of the new game; what is wrong with them is said in the form.
    if (axes && !(await app.act("rules", { axes })).ok) return;
    dialog.close();
  });
  const dialog = openDialog({
    title: t("new-game"),
    class: "new-game",
    body: [
      size.element,
      h("fieldset", {}, h("legend", { text: t("players") }), black.element, white.element, h("div", { class: "row" }, swap, draw)),
      rules.element,
      clock.element,
    ],
    actions: [start],
    onClose: () => [black, white].forEach((form) => form.close()),
  });
  start.focus();
}
