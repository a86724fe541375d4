import assert from "node:assert/strict";
import test from "node:test";
import { linePath, losses, nearness, nextBad, ownershipChange, percentText, replayPause, scoreLimit, scoreText, signed, visitsText } from "../../assets/board/analysis-math.js";
import { candidateTexts } from "../../assets/board/candidate-text.js";
import { pointsText } from "../../assets/board/points-text.js";

test("scores, visits and halves are short", () => {
  assert.deepEqual([3.54, -0.52, 0.04].map((score) => scoreText(score)), ["B+3.5", "W+0.5", "0"]);
  assert.deepEqual([1.25, -1.25, 0].map((value) => signed(value)), ["+1.3", "−1.3", "0.0"]);
  assert.deepEqual([999, 1234, 15300].map(visitsText), ["999", "1.2k", "15k"]);
  assert.deepEqual([38.5, 0.5, -0.5, 7, 3.75, null].map(pointsText), ["38½", "½", "−½", "7", "3.75", ""]);
});

test("losses are the mover's, from the best score", () => {
  const moves = [{ score: -2 }, { score: 1 }, { score: -3 }];
  assert.deepEqual(losses(moves, "white"), [0, 3, 0]);
  assert.deepEqual(losses(moves, "black"), [0, 0, 1]);
});

test("numbers keep Black's view unless the mover's is chosen", () => {
  const move = { score: 1.5, winRate: 0.62, visits: 90, prior: 0.034 };
  assert.deepEqual(candidateTexts(move, "white", "black"), { score: "+1.5", winRate: "62%", visits: "90", prior: "3.4%" });
  assert.deepEqual(candidateTexts(move, "white", "player"), { score: "−1.5", winRate: "38%", visits: "90", prior: "3.4%" });
});

test("the next mistake follows the move, around the end", () => {
  const point = (node, quality) => [node, node, 0.5, 0, 1, 2, "A1", "B2", quality];
  const points = [point(9, "blunder"), point(1, "good"), point(2, "mistake"), point(5, "inaccuracy")];
  assert.deepEqual([0, 2, 9].map((number) => nextBad(points, number)[0]), [2, 9, 2]);
  assert.equal(nextBad([], 3), undefined);
});

test("shares are short, and owners change by what is added", () => {
  assert.deepEqual([0, 0.0034, 0.0994, 0.25, 1, -1, null].map(percentText), ["0%", "0.3%", "9.9%", "25%", "100%", "", ""]);
  assert.deepEqual(ownershipChange([-1, 0.5, 0], [1, 0.25, 0]), [1, -0.25, 0]);
  assert.equal(ownershipChange(undefined, [1]), null);
});

test("the graph has a round limit and gaps where moves are missing", () => {
  assert.equal(scoreLimit([3, -17]), 20);
  assert.equal(scoreLimit([]), 5);
  assert.equal(linePath([[0, 1], [2, 2], [8, 3]], 2), "M0.0 1.0L2.0 2.0M8.0 3.0");
});

test("guesses and replays", () => {
  assert.equal(nearness([3, 3], [3, 3]), 1);
  assert.equal(nearness([3, 3], [7, 3]), 0.5);
  assert.equal(nearness([0, 0], [18, 18]), 0);
  assert.equal(replayPause("", 1), 1);
  assert.equal(replayPause("x".repeat(40), 1), 3);
});
