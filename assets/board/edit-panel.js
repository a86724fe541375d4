/** Tools that change the record: stones, marks, lines, annotations. */

import { choice, field } from "./dialog.js";
import { button, h, set } from "./dom.js";
import { figurePanel } from "./figure-panel.js";
import { t } from "./i18n.js";

const STONES = ["play", "black", "white", "empty"];
const MARKS = ["triangle", "square", "circle", "cross", "selected", "label", "dim", "line", "arrow", "clear"];

/** The pictures of the tools. @type {Record<string, string>} */
const SIGNS = {
  play: "◐", black: "●", white: "○", empty: "⌫", triangle: "△", square: "□", circle: "◯", cross: "✕",
  selected: "■", label: "A", dim: "░", line: "╱", arrow: "↗", clear: "⌫",
};

/** Annotations of moves and positions, with the values that SGF has. @type {[string, string[]][]} */
const ANNOTATIONS = [
  ["", []], ["TE", ["1", "2"]], ["BM", ["1", "2"]], ["DO", [""]], ["IT", [""]],
  ["GB", ["1", "2"]], ["GW", ["1", "2"]], ["DM", ["1", "2"]], ["UC", ["1", "2"]], ["HO", ["1", "2"]],
];

/** @param {import("./app.js").App} app @param {string[]} names @param {string} label */
function toolRow(app, names, label) {
  const buttons = names.map((name) => h("button", {
    type: "button", class: "tool", title: t(`tool.${name}`), "aria-label": t(`tool.${name}`), text: SIGNS[name],
    on: { click: () => app.setUi({ tool: name, lineStart: null }) },
  }));
  const draw = () => buttons.forEach((tool, at) => set(tool, "aria-pressed", String(app.ui.tool === names[at])));
  app.store.on("ui", draw);
  draw();
  return h("div", { class: "tools", role: "group", "aria-label": label }, ...buttons);
}

/**
 * The annotations of a node that another one replaces.
 * @param {Record<string, string>} notes of the node @param {string} property the one that stays @returns {string[]}
 */
export function replacedAnnotations(notes, property) {
  const names = ANNOTATIONS.map(([name]) => name).filter((name) => name !== property);
  return names.filter((name) => notes[name] !== undefined);
}

/** @param {import("./app.js").App} app */
function annotations(app) {
  const options = ANNOTATIONS.flatMap(([property, values]) =>
    property === "" ? [["", t("annotation.none")]]
      : values.map((value) => [`${property}=${value}`, t(`annotation.${property}`) + (value === "2" ? ` (${t("annotation.very")})` : "")]));
  const list = choice(/** @type {[string, string][]} */ (options), "", (chosen) => {
    const [property, value] = chosen.split("=");
    for (const name of replacedAnnotations(app.store.state?.notes ?? {}, property)) app.act("annotate", { property: name, value: null });
    if (property) app.act("annotate", { property, value });
  });
  app.store.on("state", (state) => {
    const found = ANNOTATIONS.find(([property]) => property && state.notes?.[property] !== undefined);
    list.value = found ? `${found[0]}=${state.notes[found[0]]}` : "";
  });
  return field(t("annotation"), list);
}

/** @param {import("./app.js").App} app @returns {HTMLElement} */
export function editPanel(app) {
  const text = h("input", { type: "text", maxlength: 60, placeholder: t("label.next"), on: { input: () => (app.ui.label = text.value) } });
  const name = h("input", { type: "text", maxlength: 200, on: { change: () => app.act("node-name", { text: name.value }) } });
  app.store.on("state", (state) => {
    if (document.activeElement !== name) name.value = state.name ?? "";
  });
  const turn = choice([["black", t("black")], ["white", t("white")]], "black", (color) => app.act("to-move", { color }));
  app.store.on("state", (state) => (turn.value = state.toMove));
  return h(
    "div",
    { class: "panel edit" },
    h("h2", { text: t("edit.stones") }), toolRow(app, STONES, t("edit.stones")), button({ icon: "pass", text: t("pass"), class: "quiet" }, () => app.pass()),
    h("h2", { text: t("edit.marks") }), toolRow(app, MARKS, t("edit.marks")),
    field(t("edit.label"), text),
    field(t("edit.to-move"), turn),
    annotations(app),
    field(t("edit.node-name"), name),
    figurePanel(app),
  );
}
