/** The numbers of a candidate move as texts. */

import { percentText, signed, visitsText } from "./analysis-math.js";
import { lossClass } from "./palettes.js";

/**
 * The numbers of a candidate: score first, win rate second, from the point of view chosen.
 * @param {any} move @param {string} toMove @param {string} view "black" or "player"
 * @returns {{score: string, winRate: string, visits: string, prior: string}}
 */
export function candidateTexts(move, toMove, view) {
  const turned = view === "player" && toMove === "white";
  const score = move.score === null || move.score === undefined ? null : turned ? -move.score : move.score;
  const winRate = turned ? 1 - move.winRate : move.winRate;
  return { score: score === null ? "" : signed(score), winRate: `${Math.round(winRate * 100)}%`, visits: visitsText(move.visits), prior: percentText(move.prior) };
}

/**
 * The class of a candidate for texts, from 1 (best) to 5.
 * @param {number} loss @param {boolean} isBest @param {number[]} thresholds @returns {number}
 */
export function classNumber(loss, isBest, thresholds) {
  return lossClass(loss, isBest, thresholds) + 1;
}
