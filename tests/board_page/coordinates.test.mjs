import assert from "node:assert/strict";
import test from "node:test";
import { chainAt, columnLabel, kanji, nextStarLine, parsePoint, pointName, rowLabel, starPoints } from "../../assets/board/coordinates.js";
import { CELL, RADIUS, center, geometry, offset, pointAt } from "../../assets/board/board-geometry.js";

test("names and points are inverse on every size", () => {
  for (let width = 1; width <= 25; width++) {
    for (let height = 1; height <= 25; height++) {
      for (const [x, y] of [[0, 0], [width - 1, height - 1], [width >> 1, height >> 1]]) {
        assert.deepEqual(parsePoint(pointName(x, y, height), width, height), [x, y]);
      }
    }
  }
});

test("points are read in either case, and no others", () => {
  assert.deepEqual(parsePoint("q16", 19, 19), [15, 3]);
  assert.deepEqual(parsePoint(" A1 ", 9, 9), [0, 8]);
  for (const text of ["i5", "t1", "a0", "a10", "pass", "", "5", "aa1"]) assert.equal(parsePoint(text, 9, 9), null, text);
});

test("star points lie where boards have them", () => {
  const names = (width, height) => starPoints(width, height).map(([x, y]) => pointName(x, y, height)).sort();
  assert.equal(names(19, 19).length, 9);
  assert.ok(names(19, 19).includes("D4") && names(19, 19).includes("K10") && names(19, 19).includes("Q10"));
  assert.deepEqual(names(9, 9), ["C3", "C7", "E5", "G3", "G7"]);
  assert.deepEqual(names(5, 5), []);
  assert.deepEqual(names(8, 8).length, 4);
  assert.deepEqual(names(19, 7).sort(), ["D3", "D5", "K3", "K4", "K5", "Q3", "Q5"].sort());
});

test("the cursor jumps to star lines and edges", () => {
  assert.deepEqual([0, 3, 9, 15, 18].map((at) => nextStarLine(at, 19, 1)), [3, 9, 15, 18, 18]);
  assert.equal(nextStarLine(7, 19, -1), 3);
  assert.equal(nextStarLine(0, 19, -1), 0);
  assert.equal(nextStarLine(1, 3, 1), 2);
});

test("edges have letters, numbers or SGF's letters", () => {
  assert.equal(columnLabel("letters", 8), "J");
  assert.equal(rowLabel("letters", 0, 19), "19");
  assert.equal(rowLabel("numbers", 18, 19), "十九");
  assert.deepEqual([1, 10, 20, 25].map(kanji), ["一", "十", "二十", "二十五"]);
  assert.equal(columnLabel("sgf", 2) + rowLabel("sgf", 1, 9), "cb");
});

test("chains have their stones and each liberty once", () => {
  const board = [".X.", "XX.", "O.."];
  assert.deepEqual(chainAt(board, 1, 0), { stones: [1, 4, 3], liberties: 4 });
  assert.deepEqual(chainAt(board, 0, 2), { stones: [6], liberties: 1 });
});

test("a place of the drawing belongs to the nearest point, or to none near a border", () => {
  const g = geometry([19, 13], "letters", true);
  for (const [x, y] of [[0, 0], [18, 12], [7, 5]]) {
    const [cx, cy] = center(g, x, y);
    assert.deepEqual(pointAt(g, cx + CELL * 0.4, cy, 0), [x, y]);
    assert.equal(pointAt(g, cx + CELL * 0.4, cy, 0.11), null);
  }
  assert.equal(pointAt(g, 0, 0, 0), null);
});

test("stones placed by hand do not overlap", () => {
  for (let index = 0; index < 624; index++) {
    for (const other of [index + 1, index + 25]) {
      const apart = other === index + 1 ? [CELL, 0] : [0, CELL];
      const [dx, dy] = offset(other).map((value, axis) => apart[axis] + value - offset(index)[axis]);
      assert.ok(Math.hypot(dx, dy) >= 2 * RADIUS.black * 0.98, `${index} ${other}`);
    }
  }
});
