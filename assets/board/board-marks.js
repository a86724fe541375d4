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

/** A text that fits into a cell, on a patch where the lines would cross it. */
export function label(cx, cy, text, where, name = "") {
  const length = [...text].length;
  const size = CELL * (length > 2 ? 0.36 : length > 1 ? 0.44 : 0.52);
  const patch = where === "on-wood" && s("circle", { class: "patch", cx, cy, r: CELL * 0.44, fill: "url(#patch)" });
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

/**
 * All marks of a state by place.
 * @param {Geometry} g @param {Record<string, any>} state @param {{numbers: string, quiet: boolean, board: string[]}} look
 *   quiet: neither last move nor ko, as in a finished count; board: the stones as drawn
 * @returns {Map<string, import("./layer.js").Item>}
 */
export function markItems(g, state, look) {
  const items = new Map();
  const add = (name, kind, text, make) => {
    const point = parsePoint(name, g.width, g.height);
    if (!point) return;
    const [cx, cy] = center(g, ...point);
    const where = under(look.board, ...point);
    const key = `${kind} ${text} ${where} ${g.margin} ${g.cellY}`;
    items.set(`${name} ${kind === "territory" ? kind : ""}`, { key, make: () => make(cx, cy, where) });
  };
  if (look.numbers === "all" || look.numbers === "figure") {
    const numbers = look.numbers === "figure" ? state.figure?.numbers : state.moveNumbers;
    for (const [name, number] of numbers ?? []) {
      const listed = look.numbers === "figure" && state.figure?.list?.some(([, point]) => point === name);
      const newest = name === state.lastMove && !listed ? "newest" : "";
      add(name, "number", `${number}${newest}`, (cx, cy, where) => label(cx, cy, String(number), where, `number ${newest}`));
    }
  } else if (state.lastMove && state.lastMove !== "pass" && !look.quiet && look.numbers !== "none") {
    if (look.numbers === "number") {
      add(state.lastMove, "number", String(state.moveNumber), (cx, cy, where) => label(cx, cy, String(state.moveNumber), where, "number newest"));
    } else {
      add(state.lastMove, "last", "", (cx, cy, where) => s("circle", { class: `last ${where}`, cx, cy, r: CELL * 0.145 }));
    }
  }
  if (state.ko && !look.quiet) add(state.ko, "ko", "", (cx, cy, where) => drawn(cx, cy, "ko", where));
  for (const mark of state.marks ?? []) addMark(add, mark);
  return items;
}

function addMark(add, { point, kind, text }) {
  if (kind === "label") add(point, "label", text ?? "", (cx, cy, where) => label(cx, cy, text ?? "", where));
  else if (kind.startsWith("territory-")) {
    const color = kind.slice("territory-".length);
    add(point, "territory", color, (cx, cy) => s("rect", {
      class: `territory ${color}`, x: cx - CELL * 0.17, y: cy - CELL * 0.17, width: CELL * 0.34, height: CELL * 0.34, rx: 1.5,
    }));
  } else if (kind === "dim") {
    add(point, "dim", "", (cx, cy) => s("rect", { class: "dimmed", x: cx - CELL / 2, y: cy - CELL / 2, width: CELL, height: CELL }));
  } else if (SHAPES[kind]) add(point, kind, "", (cx, cy, where) => drawn(cx, cy, kind, where));
}

/**
 * What dims the points that the record does not show.
 * @param {Geometry} g @param {number[]} hidden @returns {Map<number, import("./layer.js").Item>}
 */
export function veilItems(g, hidden) {
  return new Map(hidden.map((index) => {
    const [cx, cy] = center(g, index % g.width, Math.floor(index / g.width));
    const make = () => s("rect", { class: "dimmed", x: cx - CELL / 2, y: cy - g.cellY / 2, width: CELL, height: g.cellY });
    return [index, { key: `${g.margin} ${g.cellY}`, make }];
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
  return new Map([["region", { key: JSON.stringify([rect, g.margin]), make: () => s("rect", { class: "region", rx: 6, ...rect }) }]]);
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
    const key = `${arrow} ${g.margin} ${g.cellY}`;
    const make = () => s("line", { class: "drawn-line", x1, y1, x2, y2, "marker-end": arrow && "url(#head)" });
    items.set(`${from} ${to}`, { key, make });
  }
  return items;
}
