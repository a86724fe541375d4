/** What a screen reader says: the label of a point, the news of a move, the board as text. */

import { timeText } from "./clock-math.js";
import { clockNote } from "./clock-view.js";
import { chainAt, pointName, COLUMNS } from "./coordinates.js";
import { colorName, phaseText, t } from "./i18n.js";

/** @param {string} symbol @returns {string | null} */
export function colorOfSymbol(symbol) {
  return symbol === "X" ? "black" : symbol === "O" ? "white" : null;
}

/**
 * The label of a point, such as "Q16, black stone, last move, 4 liberties".
 * @param {Record<string, any>} state @param {number} x @param {number} y
 * @param {{candidate?: string, dead?: boolean, territory?: string | null}} [extra] @returns {string}
 */
export function pointLabel(state, x, y, extra = {}) {
  const [, height] = state.size;
  const name = pointName(x, y, height);
  const color = colorOfSymbol(state.board[y][x]);
  const parts = [name, color ? t("label.stone." + color) : t("label.empty")];
  if (color && state.lastMove === name) parts.push(t("label.last"));
  if (color) parts.push(t("label.liberties", { count: chainAt(state.board, x, y).liberties }));
  if (extra.dead) parts.push(t("label.dead"));
  if (extra.territory) parts.push(t("label.territory", { color: colorName(extra.territory) }));
  if (state.ko === name) parts.push(t("label.ko"));
  else {
    const illegal = color ? null : state.illegal?.find(([point]) => point === name);
    if (illegal) parts.push(t("label.illegal"));
  }
  for (const mark of state.marks ?? []) {
    if (mark.point === name) parts.push(mark.text ? mark.text : t(`mark.${mark.kind}`));
  }
  if (extra.candidate) parts.push(extra.candidate);
  return parts.join(", ");
}

/**
 * What has happened between two states, for the live region. Empty if nothing worth telling has.
 * @param {Record<string, any> | null} before @param {Record<string, any>} after @returns {string}
 */
export function news(before, after) {
  if (before && before.node === after.node && before.phase === after.phase && before.mode === after.mode) {
    const text = phaseText(after);
    return phaseText(before) === text ? "" : text;
  }
  const parts = [];
  if (after.lastMove && (!before || before.node !== after.node)) {
    const mover = moverOf(after);
    parts.push(
      after.lastMove === "pass"
        ? t("news.pass", { color: colorName(mover) })
        : t("news.move", { color: colorName(mover), point: after.lastMove }),
    );
    const taken = takenSince(before, after);
    if (taken > 0) parts.push(t("news.captures", { count: taken }));
  }
  const phase = phaseText(after);
  return parts.join(", ") + (parts.length > 0 && phase ? ". " : "") + phase;
}

/**
 * The clock of the player to move in words. Empty without a limit.
 * @param {import("./clock-math.js").Side} side @param {import("./clock-math.js").Settings} settings @returns {string}
 */
export function clockNews(side, settings) {
  if (["none", "up"].includes(settings.kind)) return "";
  return [timeText(side.left), clockNote(side, settings)].filter(Boolean).join(", ");
}

/**
 * The stones that the last move has taken, if the state before was the one before the move.
 * @param {Record<string, any> | null} before @param {Record<string, any>} after @returns {number}
 */
export function takenSince(before, after) {
  if (!before || (after.path ?? [])[after.path.indexOf(after.node) - 1] !== before.node) return 0;
  const count = (/** @type {any} */ state) => (state.captures?.black ?? 0) + (state.captures?.white ?? 0);
  return Math.max(0, count(after) - count(before));
}

/** The color of the last move. @param {Record<string, any>} state @returns {string} */
export function moverOf(state) {
  const { lastMove, size, board } = state;
  if (lastMove && lastMove !== "pass") {
    const x = COLUMNS.indexOf(lastMove[0]);
    const y = size[1] - Number(lastMove.slice(1));
    const color = colorOfSymbol(board[y]?.[x] ?? ".");
    if (color) return color;
  }
  return state.toMove === "black" ? "white" : "black";
}

/**
 * The board in rows of text, with coordinates.
 * @param {string[]} board @param {string | null} lastMove @returns {string}
 */
export function textBoard(board, lastMove) {
  const height = board.length;
  const letters = "   " + [...COLUMNS.slice(0, board[0].length)].join(" ");
  const rows = board.map((row, y) => {
    const number = String(height - y).padStart(2);
    const points = [...row].map((stone, x) => {
      const here = pointName(x, y, height) === lastMove;
      return (here ? "(" : x > 0 && pointName(x - 1, y, height) === lastMove ? ")" : " ") + stone;
    });
    const end = pointName(row.length - 1, y, height) === lastMove ? ")" : " ";
    return number + points.join("") + end + number.trim();
  });
  return [letters, ...rows, letters].join("\n");
}

/**
 * The board as a diagram of Sensei's Library.
 * @param {string[]} board @returns {string}
 */
export function senseiDiagram(board) {
  const edge = `$$ ${"-".repeat(board[0].length * 2 + 1)}`;
  const rows = board.map((row) => `$$ | ${[...row].join(" ")} |`);
  return ["$$", edge, ...rows, edge].join("\n");
}

/**
 * The stones row by row in words, for the text board: "19: black Q D; white C".
 * @param {string[]} board @returns {string[]}
 */
export function stonesInWords(board) {
  const list = (/** @type {string} */ row, /** @type {string} */ symbol) =>
    [...row].flatMap((stone, x) => (stone === symbol ? [COLUMNS[x]] : [])).join(" ");
  return board.flatMap((row, y) => {
    const black = list(row, "X");
    const white = list(row, "O");
    if (!black && !white) return [];
    const parts = [black && `${t("black")} ${black}`, white && `${t("white")} ${white}`];
    return [`${board.length - y}: ${parts.filter(Boolean).join("; ")}`];
  });
}
