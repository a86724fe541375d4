/** Tools for figures as in books: where they begin, their numbers, and the part of the board they show. */

import { check, choice, field } from "./dialog.js";
import { button, h, set } from "./dom.js";
import { draft } from "./draft.js";
import { t } from "./i18n.js";

/** The flags of FG that the panel knows; others stay as they are. */
const FLAGS = { coordinates: 1, captured: 256 };

/** @param {import("./app.js").App} app @returns {HTMLElement} */
export function figurePanel(app) {
  const name = h("input", { type: "text", maxlength: 200 });
  const begins = check(t("figure.begins"), false, () => send());
  const captured = check(t("figure.captured"), false, () => send());
  const coordinates = check(t("setting.coordinates"), true, () => send());
  const form = () => {
    const had = app.store.state?.figure?.flags ?? 0;
    const known = FLAGS.coordinates | FLAGS.captured;
    const flags = (had & ~known) | (captured.input.checked ? FLAGS.captured : 0) | (coordinates.input.checked ? 0 : FLAGS.coordinates);
    return { on: begins.input.checked, flags, name: name.value };
  };
  const send = () => app.act("figure", form());
  draft(app, name, {
    shown: ({ figure }) => (figure?.startsHere === true ? figure.name : ""),
    action: (at) => ["figure", { at, ...form() }],
  });
  const print = choice([["", t("figure.print.same")], ...["0", "1", "2"].map((value) => /** @type {[string, string]} */ ([value, t(`figure.print.${value}`)]))], "",
    (value) => app.act("annotate", { property: "PM", value: value === "" ? null : value }));
  const number = h("input", { type: "number", min: 1, max: 9999 });
  draft(app, number, {
    shown: ({ notes }) => notes?.MN ?? "",
    action: (at, text) => ["annotate", { at, property: "MN", value: text || null }],
  });
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
