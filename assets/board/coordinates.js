/**
 * Names of points, star points and the labels along the edges.
 * x counts columns from the left, y rows from the top, both from 0.
 */

export const COLUMNS = "ABCDEFGHJKLMNOPQRSTUVWXYZ";

const KANJI = ["", "一", "二", "三", "四", "五", "六", "七", "八", "九"];

/**
 * The name of a point, such as "Q16".
 * @param {number} x @param {number} y @param {number} height @returns {string}
 */
export function pointName(x, y, height) {
  return COLUMNS[x] + (height - y);
}

/**
 * The column and row of a point's name in either case; null if it is not on the board.
 * @param {string} text @param {number} width @param {number} height
 * @returns {[number, number] | null}
 */
export function parsePoint(text, width, height) {
  const match = /^\s*([a-hj-z])\s*(\d{1,2})\s*$/i.exec(text);
  if (!match) return null;
  const x = COLUMNS.indexOf(match[1].toUpperCase());
  const row = Number(match[2]);
  return x < width && row >= 1 && row <= height ? [x, height - row] : null;
}

/**
 * The lines with star points on an axis: the outer two, and the middle of an odd length.
 * @param {number} length @returns {{edges: number[], middle: number | null}}
 */
function starLines(length) {
  if (length < 7) return { edges: [], middle: null };
  const edge = length >= 13 ? 3 : 2;
  const middle = length % 2 === 1 ? (length - 1) / 2 : null;
  return { edges: [edge, length - 1 - edge], middle };
}

/**
 * The star points: corners, the center of odd boards, and the sides from 15 lines on.
 * @param {number} width @param {number} height @returns {[number, number][]}
 */
export function starPoints(width, height) {
  const across = starLines(width);
  const down = starLines(height);
  const points = across.edges.flatMap((x) => down.edges.map((y) => [x, y]));
  if (across.middle !== null && down.middle !== null) points.push([across.middle, down.middle]);
  if (across.middle !== null && width >= 15) down.edges.forEach((y) => points.push([across.middle, y]));
  if (down.middle !== null && height >= 15) across.edges.forEach((x) => points.push([x, down.middle]));
  return /** @type {[number, number][]} */ (points);
}

/**
 * The next line with star points, or the edge, in a direction.
 * @param {number} at @param {number} length @param {1 | -1} direction @returns {number}
 */
export function nextStarLine(at, length, direction) {
  const { edges, middle } = starLines(length);
  const stops = [0, ...edges, ...(middle === null ? [] : [middle]), length - 1];
  const ahead = stops.filter((stop) => (stop - at) * direction > 0);
  if (ahead.length === 0) return at;
  return direction > 0 ? Math.min(...ahead) : Math.max(...ahead);
}

/** @param {number} number from 1 to 99 @returns {string} */
export function kanji(number) {
  const tens = Math.floor(number / 10);
  return (tens > 1 ? KANJI[tens] : "") + (tens > 0 ? "十" : "") + KANJI[number % 10];
}

/** The kinds of coordinates that can be chosen. */
export const COORDINATES = ["auto", "letters", "numbers", "sgf", "none"];

/**
 * The label of a column.
 * @param {string} kind @param {number} x @returns {string}
 */
export function columnLabel(kind, x) {
  if (kind === "numbers") return String(x + 1);
  if (kind === "sgf") return String.fromCharCode(97 + x);
  return COLUMNS[x];
}

/**
 * The label of a row.
 * @param {string} kind @param {number} y @param {number} height @returns {string}
 */
export function rowLabel(kind, y, height) {
  if (kind === "numbers") return kanji(y + 1);
  if (kind === "sgf") return String.fromCharCode(97 + y);
  return String(height - y);
}

/**
 * The chain at a point and its liberties, as indexes row by row.
 * @param {string[]} board rows of ".", "X" and "O" @param {number} x @param {number} y
 * @returns {{stones: number[], liberties: number}}
 */
export function chainAt(board, x, y) {
  const width = board[0].length;
  const color = board[y][x];
  const seen = new Set([y * width + x]);
  const stones = [];
  let liberties = 0;
  for (const index of seen) {
    const cx = index % width;
    const cy = (index - cx) / width;
    if (board[cy][cx] !== color) {
      liberties += 1;
      continue;
    }
    stones.push(index);
    for (const [nx, ny] of [[cx - 1, cy], [cx + 1, cy], [cx, cy - 1], [cx, cy + 1]]) {
      const stone = board[ny]?.[nx];
      if (stone === color || stone === ".") seen.add(ny * width + nx);
    }
  }
  return { stones, liberties };
}
