/** Figures of analysis and review without DOM. Win rates and scores are Black's. */

/**
 * A row of a review: node, move number, win rate, score, deviation of the score, points lost by
 * the mover, the move played, the best move and the quality of the one played.
 * @typedef {[number, number, number, number, number, number | null, string | null, string | null, string | null]} ReviewPoint
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
 * A probability in percent, such as "12%", "0.3%" or "" where there is none.
 * @param {number | null | undefined} share 0 to 1 @returns {string}
 */
export function percentText(share) {
  if (share === null || share === undefined || share < 0) return "";
  const percent = share * 100;
  return `${percent >= 9.95 || percent === 0 ? Math.round(percent) : percent.toFixed(1)}%`;
}

/**
 * How the owners change from one position to another.
 * @param {number[] | null | undefined} before @param {number[] | null | undefined} after @returns {number[] | null}
 */
export function ownershipChange(before, after) {
  if (!before || !after || before.length !== after.length) return null;
  return after.map((value, at) => Math.max(-1, Math.min(1, value - before[at])));
}

/**
 * The first mistake or blunder after a move, wrapping around.
 * @param {ReviewPoint[]} points @param {number} number of the move @returns {ReviewPoint | undefined}
 */
export function nextBad(points, number) {
  const bad = points.filter(isBad).sort((a, b) => a[1] - b[1]);
  return bad.find((point) => point[1] > number) ?? bad[0];
}

/** @param {ReviewPoint} point @returns {boolean} whether the move is a mistake or a blunder */
export function isBad(point) {
  return point[8] === "mistake" || point[8] === "blunder";
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
