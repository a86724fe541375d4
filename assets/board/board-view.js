/** The board as an SVG: one layer for each kind of thing, of which only what differs is redrawn. */

import { candidateItems, hintItems, lineOfPlay, nextItems } from "./board-analysis.js";
import { candidateTexts, classNumber } from "./candidate-text.js";
import { BoardCells } from "./board-cells.js";
import { CELL, center, fineness, geometry } from "./board-geometry.js";
import { definitions, ground } from "./board-ground.js";
import { lineItems, markItems } from "./board-marks.js";
import { ownershipItems, shape, stone, stoneItems, territoryItems } from "./board-stones.js";
import { losses } from "./analysis-math.js";
import { parsePoint, pointName } from "./coordinates.js";
import { h, s, set } from "./dom.js";
import { t } from "./i18n.js";
import { colorOfSymbol, pointLabel } from "./labels.js";
import { Layer } from "./layer.js";
import { onPref, pref } from "./prefs.js";
import { stoneAt } from "./turns.js";
import { woodImage } from "./wood.js";

/** Below this width in pixels the board has no coordinates, unless they are chosen. */
const COORDINATES_FROM = 440;

const LAYERS = ["shadows", "stones", "owners", "territory", "marks", "lines", "next", "candidates", "expected", "hint", "preview"];

export class BoardView {
  /** @param {import("./app.js").App} app */
  constructor(app) {
    this.app = app;
    this.svg = s("svg", { class: "goban", focusable: "false" });
    this.element = h("div", { class: "board" }, this.svg);
    this.svg.append(definitions());
    this.ground = this.svg.appendChild(s("g"));
    const drawings = s("g", { "aria-hidden": "true" });
    this.svg.append(drawings);
    /** @type {Record<string, Layer>} */
    this.layers = Object.fromEntries(LAYERS.map((name) => [name, new Layer(drawings, name)]));
    this.cells = new BoardCells(this.svg);
    this.wood = "";
    this.built = "";
    this.geometry = geometry([19, 19], "letters", false);
    woodImage().then((address) => {
      this.wood = address;
      this.built = "";
      this.render();
    }, () => {});
    for (const event of ["state", "analysis", "hint", "ui"]) app.store.on(event, () => this.schedule());
    onPref(() => this.schedule());
    new ResizeObserver(() => this.schedule()).observe(this.element);
  }

  /** Draws before the next frame, once for all events until then. */
  schedule() {
    if (this.waiting) return;
    this.waiting = true;
    queueMicrotask(() => {
      this.waiting = false;
      this.render();
    });
  }

  coordinates() {
    const kind = pref("coordinates");
    if (kind !== "auto") return kind;
    return this.element.clientWidth >= COORDINATES_FROM || this.element.clientWidth === 0 ? "letters" : "none";
  }

  rebuild(state) {
    const kind = this.coordinates();
    const key = JSON.stringify([state.size, kind, pref("slanted"), this.wood]);
    if (key === this.built) return;
    this.built = key;
    const g = geometry(state.size, kind, pref("slanted"));
    this.geometry = g;
    set(this.svg, "viewBox", `0 0 ${g.viewWidth} ${g.viewHeight}`);
    this.svg.style.setProperty("--fine", String(fineness(g)));
    document.documentElement.style.setProperty("--ratio", String(g.viewWidth / g.viewHeight));
    const fresh = ground(g, this.wood);
    this.ground.replaceWith(fresh);
    this.ground = fresh;
    this.cells.build(g);
  }

  /** The points of a list of names. @param {string[]} names @returns {number[]} */
  indexes(names) {
    const g = this.geometry;
    return (names ?? []).flatMap((name) => {
      const point = parsePoint(name, g.width, g.height);
      return point ? [point[1] * g.width + point[0]] : [];
    });
  }

  /** @param {any} count @returns {Map<number, string>} */
  owners(count) {
    /** @type {Map<number, string>} */
    const owners = new Map();
    if (!count) return owners;
    for (const color of ["black", "white"]) {
      this.indexes(count.territory?.[color]).forEach((index) => owners.set(index, color));
    }
    this.indexes(count.dame).forEach((index) => owners.set(index, "dame"));
    this.indexes(count.dead).forEach((index) => {
      const color = colorOfSymbol(stoneAt(/** @type {any} */ (this.app.store.state), index));
      if (color && !owners.has(index)) owners.set(index, color === "black" ? "white" : "black");
    });
    return owners;
  }

  render() {
    const { store, ui } = this.app;
    const state = store.state;
    if (!state) return;
    this.rebuild(state);
    const g = this.geometry;
    const dead = new Set(this.indexes(state.count?.dead));
    const fresh = store.previous && store.previous.node !== state.node && state.lastMove !== "pass" ? this.indexes([state.lastMove])[0] : -1;
    const drawing = stoneItems(g, state.board, { natural: pref("natural"), dead, fresh: fresh ?? -1 });
    this.layers.shadows.update(drawing.shadows);
    this.layers.stones.update(drawing.stones);
    this.layers.territory.update(territoryItems(g, this.owners(state.count)));
    this.renderAnalysis(g, state);
    const counting = state.count !== null && state.count !== undefined;
    const marks = ui.line ? new Map() : markItems(g, state, { numbers: pref("numbers"), quiet: counting });
    this.layers.marks.update(marks);
    this.layers.lines.update(lineItems(g, state.lines));
    this.renderPreview(g);
    this.renderLabels(state, dead);
  }

  /** Candidates and ownership are never shown while a game is played. */
  renderAnalysis(g, state) {
    const { store, ui } = this.app;
    const analysis = state.mode === "review" && pref("analyze") && !ui.guess ? store.analysis : null;
    const line = ui.line;
    this.layers.expected.update(line ? lineOfPlay(g, line.moves, line.toMove) : new Map());
    const shown = analysis && pref("candidates") && !line;
    const look = { toMove: state.toMove, palette: pref("palette"), view: pref("pointOfView") };
    this.layers.candidates.update(shown ? candidateItems(g, analysis, look) : new Map());
    const owners = analysis?.ownership && pref("ownership");
    this.layers.owners.update(owners ? ownershipItems(g, state.board, ui.line?.ownership ?? analysis.ownership) : new Map());
    const next = state.mode === "review" && pref("nextMoves") && !ui.guess && !line;
    this.layers.next.update(next ? nextItems(g, state.children) : new Map());
    this.layers.hint.update(store.hint ? hintItems(g, store.hint.moves?.[0]?.move ?? "") : new Map());
  }

  renderPreview(g) {
    const preview = this.app.ui.preview;
    const items = new Map();
    const point = preview && parsePoint(preview.point, g.width, g.height);
    if (point) {
      const [cx, cy] = center(g, ...point);
      const key = JSON.stringify([preview, g.margin]);
      items.set("preview", { key, make: () => this.drawPreview(g, cx, cy, preview) });
    }
    this.layers.preview.update(items);
  }

  /** @param {import("./board-geometry.js").Geometry} g @param {number} cx @param {number} cy @param {import("./app.js").Preview} preview */
  drawPreview(g, cx, cy, { point, color, cross }) {
    const lines = cross && s("path", { class: "cross-hair", d: `M0 ${cy}H${g.viewWidth}M${cx} 0V${g.viewHeight}` });
    const [x, y] = parsePoint(point, g.width, g.height) ?? [0, 0];
    const body = color
      ? stone(shape(color, y * g.width + x), cx, cy, "ghost")
      : s("circle", { class: "target", cx, cy, r: CELL * 0.42 });
    return s("g", {}, lines, body);
  }

  renderLabels(state, dead) {
    const { store } = this.app;
    const analysis = state.mode === "review" && pref("analyze") ? store.analysis : null;
    const candidates = new Map();
    const lost = losses(analysis?.moves ?? [], state.toMove);
    (analysis?.moves ?? []).slice(0, 10).forEach((move, at) => {
      const texts = candidateTexts(move, state.toMove, pref("pointOfView"));
      candidates.set(move.move, t("label.candidate", { rank: at + 1, class: classNumber(lost[at]), ...texts }));
    });
    const owners = this.owners(state.count);
    this.cells.label((x, y) => {
      const index = y * state.size[0] + x;
      const owner = owners.get(index);
      return pointLabel(state, x, y, {
        candidate: candidates.get(pointName(x, y, state.size[1])),
        dead: dead.has(index),
        territory: owner === "dame" ? null : owner,
      });
    });
  }
}
