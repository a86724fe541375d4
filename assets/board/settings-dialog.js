/** Choices of how the board looks, sounds and behaves. */

import { COORDINATES } from "./coordinates.js";
import { check, choice, field, numberInput, openDialog } from "./dialog.js";
import { h } from "./dom.js";
import { LANGUAGE_NAMES, LANGUAGES, language, t } from "./i18n.js";
import { QUALITIES } from "./palettes.js";
import { pref, setPref } from "./prefs.js";
import { paletteSample } from "./review-panel.js";
import { playSound } from "./sound.js";

/** A list bound to a preference. @param {string} name @param {string[]} values */
function chooser(name, values) {
  return field(t(`setting.${name}`), choice(values.map((value) => [value, t(`setting.${name}.${value}`)]), pref(name), (value) => setPref(name, value)));
}

/** A check box bound to a preference. @param {string} name */
function toggle(name) {
  return check(t(`setting.${name}`), pref(name), (checked) => setPref(name, checked)).element;
}

/** The losses at which the classes of bad moves begin. @param {import("./app.js").App} app */
function thresholdFields(app) {
  const inputs = app.store.thresholds.map((value, at) => {
    const input = numberInput(value, { min: 0.1, max: 400, step: 0.1, label: t("setting.threshold", { quality: t(`quality.${QUALITIES[at + 2]}`) }) });
    input.addEventListener("change", () => send());
    return input;
  });
  const send = async () => {
    const limits = inputs.map((input) => Number(input.value));
    const answer = await app.act("thresholds", { limits });
    if (answer.ok) setPref("thresholds", limits);
  };
  return h("fieldset", {}, h("legend", { text: t("setting.thresholds") }),
    h("div", { class: "row" }, ...inputs.map((input, at) => field(t(`quality.${QUALITIES[at + 2]}`), input, "short"))));
}

/** @param {import("./app.js").App} app */
export function openSettings(app) {
  const languages = choice(LANGUAGES.map((name, at) => [name, LANGUAGE_NAMES[at]]), language(), (name) => {
    setPref("language", name);
    location.reload();
  });
  const volume = h("input", { type: "range", min: 0, max: 1, step: 0.05, value: pref("volume") });
  volume.addEventListener("change", () => {
    setPref("volume", Number(volume.value));
    playSound("stone");
  });
  app.store.emit("gesture");
  openDialog({
    title: t("menu.settings"),
    body: [
      field(t("setting.language"), languages),
      chooser("theme", ["system", "light", "dark"]),
      h("h3", { text: t("setting.board") }),
      chooser("coordinates", COORDINATES),
      chooser("numbers", ["record", "last", "number", "all", "figure", "none"]),
      toggle("natural"), toggle("slanted"), toggle("nextMoves"),
      h("h3", { text: t("setting.input") }),
      chooser("confirm", ["touch", "always", "never"]),
      h("h3", { text: t("tab.analysis") }),
      chooser("palette", ["spectrum", "lightness"]), paletteSample("spectrum"), paletteSample("lightness"),
      chooser("pointOfView", ["black", "player"]),
      thresholdFields(app),
      h("h3", { text: t("setting.sound") }),
      field(t("setting.volume"), volume), toggle("muted"), toggle("voice"),
    ],
  });
}
