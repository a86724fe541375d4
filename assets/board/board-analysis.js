/** Candidate moves, expected lines, next moves and hints on the board. */

import { losses, percentText } from "./analysis-math.js";
import { CELL, center } from "./board-geometry.js";
import { candidateTexts } from "./candidate-text.js";
import { label } from "./board-marks.js";
import { shape, stone } from "./board-stones.js";
import { parsePoint } from "./coordinates.js";
import { s } from "./dom.js";
import { classColor, lossClass, textOn } from "./palettes.js";

/** @typedef {import("./board-geometry.js").Geometry} Geometry */

/** Candidates with a smaller share of the most visits are drawn small and without text. */
const SMALL_SHARE = 0.02;
/** Priors below this are not drawn. */
const MIN_PRIOR = 0.002;

function disc(cx, cy, color, best, texts, three) {
  const text = (name, y, content) => s("text", { class: name, x: cx, y: cy + y, fill: textOn(color), text: content });
  return s(
    "g",
    { class: "candidate" },
    s("circle", { class: "disc", cx, cy, r: CELL * 0.47, fill: color }),
    best && s("circle", { class: "best", cx, cy, r: CELL * 0.47 }),
    text(texts.score.length > 4 ? "score long" : "score", three ? -CELL * 0.19 : -CELL * 0.1, texts.score),
    text("rate", three ? CELL * 0.07 : CELL * 0.2, texts.winRate),
    three && text("visits", CELL * 0.29, texts.visits),
  );
}

/**
 * @param {Geometry} g @param {any} analysis @param {{toMove: string, palette: string, view: string, thresholds: number[]}} look
 * @returns {Map<string, import("./layer.js").Item>}
 */
export function candidateItems(g, analysis, look) {
  const items = new Map();
  const moves = analysis?.moves ?? [];
  const lost = losses(moves, look.toMove);
  const most = Math.max(1, ...moves.map((move) => move.visits));
  const three = Math.max(g.width, g.height) <= 13;
  moves.forEach((move, at) => {
    const point = parsePoint(move.move, g.width, g.height);
    if (!point) return;
    const [cx, cy] = center(g, ...point);
    const color = classColor(look.palette, lossClass(lost[at], at === 0, look.thresholds));
    if (move.visits < SMALL_SHARE * most) {
      return items.set(move.move, { key: `small ${color}`, make: () => s("circle", { class: "disc small", cx, cy, r: CELL * 0.2, fill: color }) });
    }
    const texts = candidateTexts(move, look.toMove, look.view);
    const key = `${color} ${at === 0} ${Object.values(texts).join(" ")}`;
    return items.set(move.move, { key, make: () => disc(cx, cy, color, at === 0, texts, three) });
  });
  return items;
}

/**
 * The network's policy without a search, in percent.
 * @param {Geometry} g @param {number[]} priors by point, then of the pass @returns {Map<number, import("./layer.js").Item>}
 */
export function priorItems(g, priors) {
  const items = new Map();
  const most = Math.max(...priors, 0.001);
  priors.slice(0, g.width * g.height).forEach((prior, index) => {
    if (prior < MIN_PRIOR) return;
    const [cx, cy] = center(g, index % g.width, Math.floor(index / g.width));
    const text = percentText(prior);
    const make = () =>
      s("g", { class: "prior" }, s("circle", { class: "disc", cx, cy, r: CELL * 0.44, "fill-opacity": (0.12 + 0.7 * Math.sqrt(prior / most)).toFixed(2) }),
        s("text", { x: cx, y: cy, class: text.length > 3 ? "long" : null, text }));
    items.set(index, { key: text, make });
  });
  return items;
}

/**
 * An expected line as numbered stones.
 * @param {Geometry} g @param {string[]} moves @param {string} toMove
 * @returns {Map<string, import("./layer.js").Item>}
 */
export function lineOfPlay(g, moves, toMove) {
  const items = new Map();
  moves.forEach((name, at) => {
    const point = parsePoint(name, g.width, g.height);
    if (!point || items.has(name)) return;
    const color = (at % 2 === 0) === (toMove === "black") ? "black" : "white";
    const [cx, cy] = center(g, ...point);
    const make = () =>
      s("g", { class: "expected" }, stone(shape(color, at), cx, cy), label(cx, cy, String(at + 1), `on-${color}`, "number"));
    items.set(name, { key: `${color} ${at}`, make });
  });
  return items;
}

/**
 * The moves that follow in the record, as faint discs; several have letters.
 * @param {Geometry} g @param {{move: string, color: string}[]} children
 * @returns {Map<string, import("./layer.js").Item>}
 */
export function nextItems(g, children) {
  const items = new Map();
  (children ?? []).forEach(({ move, color }, at) => {
    const point = parsePoint(move ?? "", g.width, g.height);
    if (!point) return;
    const [cx, cy] = center(g, ...point);
    const letter = children.length > 1 ? String.fromCharCode(97 + (at % 26)) : "";
    const make = () =>
      s("g", { class: `next ${color}` },
        s("circle", { cx, cy, r: CELL * (letter ? 0.27 : 0.17) }),
        letter && s("text", { x: cx, y: cy, class: "next-letter", text: letter }));
    items.set(`next ${move}`, { key: `${color} ${letter}`, make });
  });
  return items;
}

/**
 * A hint: a ring with rays, distinct from every mark.
 * @param {Geometry} g @param {string} move @returns {Map<string, import("./layer.js").Item>}
 */
export function hintItems(g, move) {
  const items = new Map();
  const point = parsePoint(move, g.width, g.height);
  if (!point) return items;
  const [cx, cy] = center(g, ...point);
  const rays = [0, 45, 90, 135, 180, 225, 270, 315].map((turn) => {
    const [dx, dy] = [Math.cos((turn * Math.PI) / 180), Math.sin((turn * Math.PI) / 180)];
    return `M${cx + dx * 14} ${cy + dy * 14}L${cx + dx * 19} ${cy + dy * 19}`;
  });
  const make = () =>
    s("g", { class: "hint" }, s("circle", { cx, cy, r: CELL * 0.26 }), s("path", { d: rays.join("") }));
  items.set("hint", { key: move, make });
  return items;
}
