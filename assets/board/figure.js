/** The figure of the record that the board shows: numbers, captured stones that stay, and parts. */

import { parsePoint } from "./coordinates.js";
import { t } from "./i18n.js";

/** @typedef {Record<string, any>} State */

/**
 * Whether the board is drawn as the figure of a book.
 * @param {State} state @param {string} numbers the choice of numbers @returns {boolean}
 */
export function isFigure(state, numbers) {
  return numbers === "figure" || (numbers === "record" && state.figure?.isSet === true);
}

/**
 * The board with the captured stones that stay in a figure.
 * @param {State} state @returns {string[]}
 */
export function boardOfFigure(state) {
  const kept = state.figure?.kept ?? [];
  if (kept.length === 0) return state.board;
  const rows = state.board.map((/** @type {string} */ row) => [...row]);
  for (const [name, color] of kept) {
    const point = parsePoint(name, state.size[0], state.size[1]);
    if (point) rows[point[1]][point[0]] = color === "black" ? "X" : "O";
  }
  return rows.map((/** @type {string[]} */ row) => row.join(""));
}

/**
 * The moves that have no place in the figure, such as "20 at 15, 22 at Q4".
 * @param {State} state @returns {string}
 */
export function listOfFigure(state) {
  const list = state.figure?.list ?? [];
  return list.map((/** @type {[number, string, number | null]} */ [number, point, at]) => t("figure.at", { number, at: at ?? point })).join(", ");
}

/**
 * The points outside the visible part of the board, by index row by row.
 * @param {State} state @returns {number[]}
 */
export function hiddenPoints(state) {
  if (!state.visible) return [];
  const [width, height] = state.size;
  const shown = new Set(state.visible.map((/** @type {string} */ name) => {
    const [x, y] = parsePoint(name, width, height) ?? [-1, 0];
    return y * width + x;
  }));
  return Array.from({ length: width * height }, (_, index) => index).filter((index) => !shown.has(index));
}

/**
 * The smallest rectangle that holds points.
 * @param {string[]} names @param {[number, number]} size @returns {{left: number, top: number, right: number, bottom: number} | null}
 */
export function bounds(names, [width, height]) {
  const points = names.map((name) => parsePoint(name, width, height)).filter((point) => point !== null);
  if (points.length === 0) return null;
  const [columns, rows] = [0, 1].map((axis) => points.map((point) => /** @type {any} */ (point)[axis]));
  return { left: Math.min(...columns), right: Math.max(...columns), top: Math.min(...rows), bottom: Math.max(...rows) };
}
