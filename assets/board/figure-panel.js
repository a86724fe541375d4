/** Tools for figures as in books: where they begin, their numbers, and the part of the board they show. */

import { check, choice, field } from "./dialog.js";
import { button, h, set } from "./dom.js";
import { t } from "./i18n.js";

/** The flags of FG that the panel knows; others stay as they are. */
const FLAGS = { coordinates: 1, captured: 256 };

/** @param {import("./app.js").App} app @returns {HTMLElement} */
export function figurePanel(app) {
  const name = h("input", { type: "text", maxlength: 200, on: { change: () => send() } });
  const begins = check(t("figure.begins"), false, () => send());
  const captured = check(t("figure.captured"), false, () => send());
  const coordinates = check(t("figure.coordinates"), true, () => send());
  const send = () => {
    const had = app.store.state?.figure?.flags ?? 0;
    const known = FLAGS.coordinates | FLAGS.captured;
    const flags = (had & ~known) | (captured.input.checked ? FLAGS.captured : 0) | (coordinates.input.checked ? 0 : FLAGS.coordinates);
    return app.act("figure", { on: begins.input.checked, flags, name: name.value });
  };
  const print = choice([["", t("figure.print.same")], ...["0", "1", "2"].map((value) => /** @type {[string, string]} */ ([value, t(`figure.print.${value}`)]))], "",
    (value) => app.act("annotate", { property: "PM", value: value === "" ? null : value }));
  const number = h("input", { type: "number", min: 1, max: 9999, on: { change: () => app.act("annotate", { property: "MN", value: number.value || null }) } });
  const part = button({ text: t("figure.part"), class: "quiet", id: "view-part" }, () => {
    app.setUi({ tool: "view", lineStart: null });
    app.say(t("region.how"));
  });
  const whole = button({ text: t("figure.whole"), class: "quiet", id: "view-whole" }, () => app.act("view", { points: [] }));
  app.store.on("state", ({ figure, notes, visible }) => {
    const here = figure?.startsHere === true;
    begins.input.checked = here;
    for (const input of [captured.input, coordinates.input, name]) input.disabled = !here;
    captured.input.checked = here && (figure.flags & FLAGS.captured) !== 0;
    coordinates.input.checked = !here || (figure.flags & FLAGS.coordinates) === 0;
    if (document.activeElement !== name) name.value = here ? figure.name : "";
    if (document.activeElement !== number) number.value = notes?.MN ?? "";
    print.value = ["0", "1", "2"].includes(notes?.PM) ? notes.PM : "";
    whole.hidden = !visible;
  });
  app.store.on("ui", () => set(part, "aria-pressed", String(app.ui.tool === "view")));
  return h("section", { class: "figure-tools" },
    h("h2", { text: t("figure") }),
    h("div", { class: "checks" }, begins.element, captured.element, coordinates.element),
    h("div", { class: "info-grid" }, field(t("figure.name"), name), field(t("figure.print"), print), field(t("figure.number"), number)),
    h("div", { class: "row" }, part, whole));
}
