/** The fields of a time system. */

import { FIELDS, settingsText, SYSTEMS } from "./clock-math.js";
import { choice, field, numberInput } from "./dialog.js";
import { h, setText } from "./dom.js";
import { t } from "./i18n.js";

/** Minutes for main times and the cap, seconds for the others. @type {Record<string, number>} */
const UNIT = { main: 60, cap: 60, time: 1, increment: 1, periods: 1, stones: 1 };

/** @type {Record<string, number>} */
const DEFAULTS = { main: 600, time: 30, periods: 5, stones: 10, increment: 10, cap: 0 };

/**
 * @param {import("./clock-math.js").Settings} initial @param {string} label
 * @returns {{element: HTMLElement, read: () => import("./clock-math.js").Settings}}
 */
export function clockForm(initial, label) {
  const values = { ...DEFAULTS, ...initial };
  const numbers = h("div", { class: "clock-fields" });
  const summary = h("p", { class: "hint-text" });
  const list = choice(SYSTEMS.map((kind) => [kind, t(`clock.kind.${kind}`)]), initial.kind, () => draw());
  const read = () => {
    /** @type {any} */
    const settings = { kind: list.value };
    for (const name of FIELDS[list.value]) settings[name] = values[name];
    if (settings.cap === 0) delete settings.cap;
    return settings;
  };
  const tell = () => {
    const settings = read();
    const text = settingsText(settings);
    setText(summary, t(`clock.about.${settings.kind}`) + (text ? ` (${text})` : ""));
  };
  const draw = () => {
    numbers.replaceChildren(...FIELDS[list.value].map((name) => {
      const min = ["main", "cap"].includes(name) ? 0 : 1;
      const input = numberInput(values[name] / UNIT[name], { min, max: 10000, step: UNIT[name] === 60 ? "any" : 1 });
      input.addEventListener("input", () => {
        values[name] = (Number(input.value) > 0 ? Number(input.value) : min) * UNIT[name];
        tell();
      });
      return field(t(`clock.field.${name}`), input, "short");
    }));
    tell();
  };
  draw();
  return { element: h("fieldset", {}, h("legend", { text: label }), field(t("clock.system"), list), numbers, summary), read };
}
