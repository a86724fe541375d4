/** The board as an SVG: one layer for each kind of thing, of which only what differs is redrawn. */

import { candidateItems, hintItems, lineOfPlay, nextItems, priorItems } from "./board-analysis.js";
import { candidateTexts, classNumber } from "./candidate-text.js";
import { BoardCells } from "./board-cells.js";
import { CELL, center, fineness, geometry } from "./board-geometry.js";
import { definitions, ground } from "./board-ground.js";
import { lineItems, markItems, regionItems, veilItems } from "./board-marks.js";
import { ownershipItems, shape, stone, stoneItems, territoryItems } from "./board-stones.js";
import { losses, ownershipChange } from "./analysis-math.js";
import { parsePoint, pointName } from "./coordinates.js";
import { h, s, set } from "./dom.js";
import { boardOfFigure, bounds, hiddenPoints, isFigure } from "./figure.js";
import { t } from "./i18n.js";
import { colorOfSymbol, pointLabel } from "./labels.js";
import { Layer } from "./layer.js";
import { onPref, pref } from "./prefs.js";
import { stoneAt, variations, variationStyle } from "./turns.js";
import { woodImage } from "./wood.js";

/** Below this width in pixels the board has no coordinates, unless they are chosen. */
const COORDINATES_FROM = 440;

const LAYERS = ["shadows", "stones", "owners", "territory", "marks", "lines", "veil", "next", "priors", "candidates", "region", "expected", "hint", "preview"];

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

  /** @param {any} state */
  coordinates(state) {
    if (isFigure(state, pref("numbers")) && state.figure?.coordinates === false) return "none";
    const kind = pref("coordinates");
    if (kind !== "auto") return kind;
    return this.element.clientWidth >= COORDINATES_FROM || this.element.clientWidth === 0 ? "letters" : "none";
  }

  rebuild(state) {
    const kind = this.coordinates(state);
    const stars = !isFigure(state, pref("numbers")) || state.figure?.stars !== false;
    const key = JSON.stringify([state.size, kind, stars, pref("slanted"), this.wood]);
    if (key === this.built) return;
    this.built = key;
    const g = geometry(state.size, kind, pref("slanted"));
    this.geometry = g;
    set(this.svg, "viewBox", `0 0 ${g.viewWidth} ${g.viewHeight}`);
    this.svg.style.setProperty("--fine", String(fineness(g)));
    document.documentElement.style.setProperty("--ratio", String(g.viewWidth / g.viewHeight));
    const fresh = ground(g, this.wood, stars);
    this.ground.replaceWith(fresh);
    this.ground = fresh;
    this.cells.build(g);
    for (const layer of Object.values(this.layers)) layer.clear();
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
    for (const color of ["black", "white"]) this.indexes(count.territory?.[color]).forEach((index) => owners.set(index, color));
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
    const fresh = store.previous && store.previous.node !== state.node ? this.indexes([state.lastMove])[0] : -1;
    const figure = isFigure(state, pref("numbers"));
    const board = figure ? boardOfFigure(state) : state.board;
    const drawing = stoneItems(g, board, { natural: pref("natural"), dead, fresh: fresh ?? -1 });
    this.layers.shadows.update(drawing.shadows);
    this.layers.stones.update(drawing.stones);
    this.layers.territory.update(territoryItems(g, this.owners(state.count)));
    this.renderAnalysis(g, state);
    const numbers = figure ? "figure" : pref("numbers");
    const marks = ui.line ? new Map() : markItems(g, state, { numbers, quiet: Boolean(state.count), board });
    this.layers.marks.update(marks);
    this.layers.veil.update(veilItems(g, hiddenPoints(state)));
    this.layers.lines.update(lineItems(g, state.lines));
    this.renderPreview(g);
    this.renderLabels(state, dead);
  }

  /** Candidates and ownership are never shown while a game is played. */
  renderAnalysis(g, state) {
    const { store, ui } = this.app;
    const quiz = this.app.isQuiz();
    const analysis = state.mode === "review" && pref("analyze") && !quiz ? store.analysis : null;
    const line = ui.line;
    this.layers.expected.update(line ? lineOfPlay(g, line.moves, line.toMove) : new Map());
    const priors = analysis?.priors && pref("priors") && !line ? analysis.priors : null;
    const shown = analysis && pref("candidates") && !line && !priors;
    const look = { toMove: state.toMove, palette: pref("palette"), view: pref("pointOfView"), thresholds: store.thresholds };
    this.layers.priors.update(priors ? priorItems(g, priors) : new Map());
    this.layers.region.update(regionItems(g, analysis ? bounds(state.region ?? [], state.size) : null));
    this.layers.candidates.update(shown ? candidateItems(g, analysis, look) : new Map());
    const owners = analysis?.ownership ? this.ownership(analysis) : null;
    this.layers.owners.update(owners ? ownershipItems(g, state.board, owners, pref("ownershipChange")) : new Map());
    const next = state.mode === "review" && pref("nextMoves") && variationStyle(state).marked && !quiz && !line;
    this.layers.next.update(next ? nextItems(g, variations(state)) : new Map());
    this.layers.hint.update(store.hint ? hintItems(g, store.hint.moves?.[0]?.move ?? "") : new Map());
  }

  /** The ownership to show: of the position or after a candidate, or how it changes. @param {any} analysis */
  ownership(analysis) {
    const { store, ui } = this.app;
    const after = ui.line?.ownership;
    if (!pref("ownershipChange")) return pref("ownership") ? (after ?? analysis.ownership) : null;
    return after ? ownershipChange(analysis.ownership, after) : ownershipChange(store.ownershipBefore(), analysis.ownership);
  }

  renderPreview(g) {
    const preview = this.app.ui.preview;
    const items = new Map();
    const point = preview && parsePoint(preview.point, g.width, g.height);
    if (point) {
      const [cx, cy] = center(g, ...point);
      items.set("preview", { key: JSON.stringify(preview), make: () => this.drawPreview(g, cx, cy, preview) });
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
    const analysis = state.mode === "review" && pref("analyze") && !this.app.isQuiz() ? store.analysis : null;
    const candidates = new Map();
    const lost = losses(analysis?.moves ?? [], state.toMove);
    (analysis?.moves ?? []).slice(0, 10).forEach((move, at) => {
      const texts = candidateTexts(move, state.toMove, pref("pointOfView"));
      candidates.set(move.move, t("label.candidate", { rank: at + 1, class: classNumber(lost[at], at === 0, store.thresholds), ...texts }));
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
