/** Marks on points, and lines between them. */

import { CELL, center } from "./board-geometry.js";
import { parsePoint } from "./coordinates.js";
import { colorOfSymbol } from "./labels.js";
import { s } from "./dom.js";

/** @typedef {import("./board-geometry.js").Geometry} Geometry */

const R = CELL * 0.27;

/** The outline of each kind of mark around the origin. @type {Record<string, string>} */
const SHAPES = {
  triangle: `M0 ${-R * 1.1}L${R} ${R * 0.68}H${-R}z`,
  square: `M${-R * 0.8} ${-R * 0.8}h${R * 1.6}v${R * 1.6}h${-R * 1.6}z`,
  circle: `M${-R * 0.9} 0a${R * 0.9} ${R * 0.9} 0 1 0 ${R * 1.8} 0a${R * 0.9} ${R * 0.9} 0 1 0 ${-R * 1.8} 0z`,
  cross: `M${-R * 0.75} ${-R * 0.75}l${R * 1.5} ${R * 1.5}m0 ${-R * 1.5}l${-R * 1.5} ${R * 1.5}`,
  selected: `M${-R * 0.6} ${-R * 0.6}h${R * 1.2}v${R * 1.2}h${-R * 1.2}z`,
  ko: `M${-R * 0.75} ${-R * 0.75}h${R * 1.5}v${R * 1.5}h${-R * 1.5}z`,
};

/** @param {string[]} board @returns {string} "on-black", "on-white" or "on-wood" */
function under(board, x, y) {
  const color = colorOfSymbol(board[y]?.[x] ?? ".");
  return color ? `on-${color}` : "on-wood";
}

/**
 * A text that fits into a cell, on a patch where the lines would cross it.
 * @param {number} cx @param {number} cy @param {string} text @param {string} where @param {string} [name] class
 * @param {boolean} [inside] whether it stands in a mark
 */
export function label(cx, cy, text, where, name = "", inside = false) {
  const length = [...text].length;
  const size = CELL * (length > 2 || inside ? 0.36 : length > 1 ? 0.44 : 0.52);
  const patch = where === "on-wood" && !inside && s("circle", { class: "patch", cx, cy, r: CELL * 0.44, fill: "url(#patch)" });
  const letter = s("text", { class: `label ${where} ${name}`, x: cx, y: cy, "font-size": size, text });
  if (length > 3) {
    letter.setAttribute("textLength", String(CELL * 0.9));
    letter.setAttribute("lengthAdjust", "spacingAndGlyphs");
  }
  return s("g", {}, patch, letter);
}

/** A mark of one of the kinds of {@link SHAPES}. */
function drawn(cx, cy, kind, where) {
  const patch = where === "on-wood" && kind !== "ko" && s("circle", { class: "patch", cx, cy, r: CELL * 0.44, fill: "url(#patch)" });
  return s("g", {}, patch, s("path", { class: `mark ${kind} ${where}`, d: SHAPES[kind], transform: `translate(${cx} ${cy})` }));
}

/** What is drawn on a point, from below: one thing of each kind. */
const SLOTS = ["territory", "shape", "label", "dim"];

/**
 * All marks of a state by point. A mark of the record takes the place of a number and of the mark of the last move or
 * the ko, as does a label, which stands in a mark that is on its point too.
 * @param {Geometry} g @param {Record<string, any>} state @param {{numbers: string, quiet: boolean, board: string[]}} look
 *   quiet: neither last move nor ko, as in a finished count; board: the stones as drawn
 * @returns {Map<string, import("./layer.js").Item>}
 */
export function markItems(g, state, look) {
  /** @type {Map<string, Record<string, {key: string, make: (...look: any[]) => SVGElement}>>} */
  const points = new Map();
  const add = (name, slot, key, make) => points.set(name, { ...points.get(name), [slot]: { key, make } });
  addMoves(add, state, look);
  for (const mark of state.marks ?? []) {
    const parts = points.get(mark.point);
    if (mark.kind === "label" && parts && !isMark(parts.shape?.key)) delete parts.shape;
    addMark(add, mark);
  }
  const items = new Map();
  for (const [name, parts] of points) {
    const point = parsePoint(name, g.width, g.height);
    if (!point) continue;
    const [cx, cy] = center(g, ...point);
    const where = under(look.board, ...point);
    const drawings = SLOTS.map((slot) => parts[slot]).filter(Boolean);
    const key = `${drawings.map((part) => part.key).join(" ")} ${where}`;
    const make = () => s("g", {}, ...drawings.map((part) => part.make(cx, cy, where, part === parts.label && parts.shape !== undefined)));
    items.set(name, { key, make });
  }
  return items;
}

/** @param {string | undefined} kind @returns {boolean} whether it is a mark that the record sets on a point */
function isMark(kind) {
  return kind !== undefined && kind !== "ko" && Object.hasOwn(SHAPES, kind);
}

/** The numbers of moves, the last move and the ko. */
function addMoves(add, state, look) {
  if (look.numbers === "all" || look.numbers === "figure") {
    const numbers = look.numbers === "figure" ? state.figure?.numbers : state.moveNumbers;
    for (const [name, number] of numbers ?? []) {
      const listed = look.numbers === "figure" && state.figure?.list?.some(([, point]) => point === name);
      const newest = name === state.lastMove && !listed ? "newest" : "";
      add(name, "shape", `number ${number}${newest}`, (cx, cy, where) => label(cx, cy, String(number), where, `number ${newest}`));
    }
  } else if (state.lastMove && state.lastMove !== "pass" && !look.quiet && look.numbers !== "none") {
    if (look.numbers === "number") {
      add(state.lastMove, "shape", `number ${state.moveNumber}`, (cx, cy, where) => label(cx, cy, String(state.moveNumber), where, "number newest"));
    } else {
      add(state.lastMove, "shape", "last", (cx, cy, where) => s("circle", { class: `last ${where}`, cx, cy, r: CELL * 0.145 }));
    }
  }
  if (state.ko && !look.quiet) add(state.ko, "shape", "ko", (cx, cy, where) => drawn(cx, cy, "ko", where));
}

function addMark(add, { point, kind, text }) {
  if (kind === "label") add(point, "label", `label ${text ?? ""}`, (cx, cy, where, inside) => label(cx, cy, text ?? "", where, "", inside));
  else if (kind.startsWith("territory-")) {
    const color = kind.slice("territory-".length);
    add(point, "territory", kind, (cx, cy) => s("rect", {
      class: `territory ${color}`, x: cx - CELL * 0.17, y: cy - CELL * 0.17, width: CELL * 0.34, height: CELL * 0.34, rx: 1.5,
    }));
  } else if (kind === "dim") {
    add(point, "dim", "dim", (cx, cy) => s("rect", { class: "dimmed", x: cx - CELL / 2, y: cy - CELL / 2, width: CELL, height: CELL }));
  } else if (SHAPES[kind]) add(point, "shape", kind, (cx, cy, where) => drawn(cx, cy, kind, where));
}

/**
 * What dims the points that the record does not show.
 * @param {Geometry} g @param {number[]} hidden @returns {Map<number, import("./layer.js").Item>}
 */
export function veilItems(g, hidden) {
  return new Map(hidden.map((index) => {
    const [cx, cy] = center(g, index % g.width, Math.floor(index / g.width));
    const make = () => s("rect", { class: "dimmed", x: cx - CELL / 2, y: cy - g.cellY / 2, width: CELL, height: g.cellY });
    return [index, { key: "", make }];
  }));
}

/**
 * The outline of the region to which the analysis is restricted.
 * @param {Geometry} g @param {{left: number, top: number, right: number, bottom: number} | null} box
 * @returns {Map<string, import("./layer.js").Item>}
 */
export function regionItems(g, box) {
  if (!box) return new Map();
  const [x, y] = center(g, box.left, box.top);
  const rect = { x: x - CELL / 2, y: y - g.cellY / 2, width: (box.right - box.left + 1) * CELL, height: (box.bottom - box.top + 1) * g.cellY };
  return new Map([["region", { key: JSON.stringify(rect), make: () => s("rect", { class: "region", rx: 6, ...rect }) }]]);
}

/**
 * Lines and arrows.
 * @param {Geometry} g @param {{from: string, to: string, arrow: boolean}[]} lines
 * @returns {Map<string, import("./layer.js").Item>}
 */
export function lineItems(g, lines) {
  const items = new Map();
  for (const { from, to, arrow } of lines ?? []) {
    const ends = [from, to].map((name) => parsePoint(name, g.width, g.height));
    if (!ends[0] || !ends[1]) continue;
    const [[x1, y1], [x2, y2]] = ends.map((end) => center(g, .../** @type {[number, number]} */ (end)));
    const make = () => s("line", { class: "drawn-line", x1, y1, x2, y2, "marker-end": arrow && "url(#head)" });
    items.set(`${from} ${to}`, { key: String(arrow), make });
  }
  return items;
}
