/** Tools that change the record: stones, marks, lines, annotations. */

import { choice, field } from "./dialog.js";
import { button, h, set } from "./dom.js";
import { draft } from "./draft.js";
import { figurePanel } from "./figure-panel.js";
import { t } from "./i18n.js";

const STONES = ["play", "black", "white", "empty"];
const MARKS = ["triangle", "square", "circle", "cross", "selected", "label", "dim", "line", "arrow", "clear"];

/** The pictures of the tools. @type {Record<string, string>} */
const SIGNS = {
  play: "◐", black: "●", white: "○", empty: "⌫", triangle: "△", square: "□", circle: "◯", cross: "✕",
  selected: "■", label: "A", dim: "░", line: "╱", arrow: "↗", clear: "⌫",
};

/**
 * Annotations with the values that SGF has, by what they are about. Those of one kind exclude one another.
 * @type {Record<string, [string, string[]][]>}
 */
const ANNOTATIONS = {
  move: [["TE", ["1", "2"]], ["BM", ["1", "2"]], ["DO", [""]], ["IT", [""]]],
  position: [["GB", ["1", "2"]], ["GW", ["1", "2"]], ["DM", ["1", "2"]], ["UC", ["1", "2"]]],
  hotspot: [["HO", ["1", "2"]]],
};

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
 * The annotations of a node that another one of their kind replaces.
 * @param {Record<string, string>} notes of the node @param {string} kind @param {string} property the one that stays
 * @returns {string[]}
 */
export function replacedAnnotations(notes, kind, property) {
  const names = ANNOTATIONS[kind].map(([name]) => name).filter((name) => name !== property);
  return names.filter((name) => notes[name] !== undefined);
}

/**
 * Sets an annotation, and removes the others of its kind that are left.
 * @param {import("./app.js").App} app @param {string} kind @param {string} property or none @param {string} [value]
 */
export async function annotate(app, kind, property, value) {
  const { here } = app.store;
  if (property && !(await app.act("annotate", { property, value, ...here })).ok) return;
  for (const name of replacedAnnotations(app.store.state?.notes ?? {}, kind, property)) {
    if (!(await app.act("annotate", { property: name, value: null, ...here })).ok) return;
  }
}

/** The list of the annotations of a kind. @param {import("./app.js").App} app @param {string} kind */
function annotationList(app, kind) {
  /** @type {[string, string][]} */
  const options = ANNOTATIONS[kind].flatMap(([property, values]) => values.map((value) =>
    /** @type {[string, string]} */ ([`${property}=${value}`, t(`annotation.${property}`) + (value === "2" ? ` (${t("annotation.very")})` : "")])));
  const list = choice([["", t("annotation.none")], ...options], "", (chosen) => {
    const [property, value] = chosen.split("=");
    annotate(app, kind, property, value);
  });
  app.store.on("state", ({ notes }) => {
    const found = ANNOTATIONS[kind].find(([property]) => notes?.[property] !== undefined);
    list.value = found ? `${found[0]}=${notes[found[0]]}` : "";
  });
  return field(t({ move: "analysis.move", position: "annotation.position" }[kind] ?? "annotation.HO"), list);
}

/** @param {import("./app.js").App} app @returns {HTMLElement} */
export function editPanel(app) {
  const text = h("input", { type: "text", maxlength: 60, placeholder: t("label.next"), on: { input: () => (app.ui.label = text.value) } });
  const name = h("input", { type: "text", maxlength: 200 });
  draft(app, name, { shown: (state) => state.name ?? "", action: (at, text) => ["node-name", { at, text }] });
  const turn = choice([["black", t("black")], ["white", t("white")]], "black", (color) => app.act("to-move", { color }));
  app.store.on("state", (state) => (turn.value = state.toMove));
  return h(
    "div",
    { class: "panel edit" },
    h("h2", { text: t("edit.stones") }), toolRow(app, STONES, t("edit.stones")), button({ icon: "pass", text: t("pass"), class: "quiet" }, () => app.pass()),
    h("h2", { text: t("edit.marks") }), toolRow(app, MARKS, t("edit.marks")),
    field(t("edit.label"), text),
    field(t("edit.to-move"), turn),
    h("div", { class: "info-grid", role: "group", "aria-label": t("annotation") }, ...Object.keys(ANNOTATIONS).map((kind) => annotationList(app, kind))),
    field(t("edit.node-name"), name),
    figurePanel(app),
  );
}
