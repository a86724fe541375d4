/** Figures of analysis and review without DOM. Win rates and scores are Black's. */

import { THRESHOLDS, lossClass } from "./palettes.js";

/**
 * A row of a review: node, move number, win rate, score, deviation of the score, points lost by
 * the mover, the move played and the best move.
 * @typedef {[number, number, number, number, number, number | null, string | null, string | null]} ReviewPoint
 */

/** Points that a whole win rate stands for where there are no scores. */
const POINTS_OF_WIN_RATE = 25;

/** @param {number} score @param {number} [digits] @returns {string} such as "B+3.5" */
export function scoreText(score, digits = 1) {
  const size = Math.abs(score).toFixed(digits);
  return Number(size) === 0 ? "0" : (score > 0 ? "B+" : "W+") + size;
}

/** @param {number} value with a sign, such as "+1.5" @param {number} [digits] @returns {string} */
export function signed(value, digits = 1) {
  const text = Math.abs(value).toFixed(digits);
  return Number(text) === 0 ? text : (value > 0 ? "+" : "−") + text;
}

/** @param {number} visits @returns {string} such as "812", "1.2k" or "15k" */
export function visitsText(visits) {
  if (visits < 1000) return String(visits);
  return visits < 10000 ? `${(visits / 1000).toFixed(1)}k` : `${Math.round(visits / 1000)}k`;
}

/**
 * The points that each candidate loses against the first one for the player to move, 0 or more.
 * Without scores a loss of win rate stands for points: 4 % for one.
 * @param {{score: number | null, winRate?: number}[]} moves @param {string} toMove @returns {number[]}
 */
export function losses(moves, toMove) {
  const sign = toMove === "black" ? 1 : -1;
  const value = (/** @type {any} */ move) => sign * (move.score ?? (move.winRate ?? 0) * POINTS_OF_WIN_RATE);
  return moves.map((move) => Math.max(0, value(moves[0]) - value(move)));
}

/**
 * The moves of a player that lose most, worst first.
 * @param {ReviewPoint[]} points @param {(node: number) => string} colorOf @param {string} color
 * @param {number} count @returns {ReviewPoint[]}
 */
export function worstMoves(points, colorOf, color, count) {
  return points
    .filter((point) => colorOf(point[0]) === color && (point[5] ?? 0) >= THRESHOLDS[1])
    .sort((a, b) => (b[5] ?? 0) - (a[5] ?? 0))
    .slice(0, count);
}

/**
 * The number of moves of a player in each class of loss.
 * @param {ReviewPoint[]} points @param {(node: number) => string} colorOf @param {string} color
 * @returns {number[]}
 */
export function classCounts(points, colorOf, color) {
  const counts = THRESHOLDS.map(() => 0).concat(0);
  for (const point of points) {
    if (colorOf(point[0]) === color && point[5] !== null) counts[lossClass(point[5])] += 1;
  }
  return counts;
}

/**
 * The limit of the graph's score axis: the smallest of 5, 10, 20, 40, 80, … that holds all scores.
 * @param {number[]} scores @returns {number}
 */
export function scoreLimit(scores) {
  const largest = scores.reduce((most, score) => Math.max(most, Math.abs(score)), 0);
  let limit = 5;
  while (limit < largest) limit *= 2;
  return limit;
}

/**
 * A path through points of the graph, with gaps where the move numbers have gaps.
 * @param {[number, number][]} points x and y @param {number} gap largest step in x
 * @returns {string} the path's data
 */
export function linePath(points, gap) {
  let path = "";
  points.forEach(([x, y], at) => {
    const joined = at > 0 && x - points[at - 1][0] <= gap + 1e-9;
    path += `${joined ? "L" : "M"}${x.toFixed(1)} ${y.toFixed(1)}`;
  });
  return path;
}

/**
 * How near a guess is: 1 for the right point, falling to 0 at eight lines' distance.
 * @param {[number, number]} guess @param {[number, number]} answer @returns {number}
 */
export function nearness(guess, answer) {
  const distance = Math.max(Math.abs(guess[0] - answer[0]), Math.abs(guess[1] - answer[1]));
  return Math.max(0, 1 - distance / 8);
}

/**
 * The pause before the next move of a replay, longer for longer comments.
 * @param {string} comment @param {number} pace seconds without a comment @returns {number} seconds
 */
export function replayPause(comment, pace) {
  return pace * (1 + Math.min(comment.length, 600) / 20);
}
