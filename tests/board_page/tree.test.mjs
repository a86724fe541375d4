import assert from "node:assert/strict";
import test from "node:test";
import { foldsAbove, foldTree, variationsBeside } from "../../assets/board/tree-fold.js";
import { layOut, visibleNodes } from "../../assets/board/tree-layout.js";

const node = (id, parent) => [id, parent, "B", "A1", 0];
const places = (layout) => layout.nodes.map((_, at) => [layout.column[at], layout.row[at]]);

test("the main line is the first row, variations lie below without overlap", () => {
  // 0 - 1 - 2 - 3        ids in pre-order: the deepest variation comes first
  //     |   `-- 4
  //     `-- 5 - 6
  const layout = layOut([node(0, null), node(1, 0), node(2, 1), node(3, 2), node(4, 2), node(5, 1), node(6, 5)]);
  assert.deepEqual(places(layout), [[0, 0], [1, 0], [2, 0], [3, 0], [3, 1], [2, 2], [3, 2]]);
  assert.equal(layout.rows, 3);
  assert.equal(layout.parent[5], 1);
});

test("no two nodes share a place in a tree of random branches", () => {
  const nodes = [node(0, null)];
  const stack = [0];
  let seed = 1;
  for (let id = 1; id < 3000; id++) {
    seed = (Math.imul(seed, 1103515245) + 12345) >>> 0;
    while (stack.length > 1 && (seed >>> 16) % 5 === 0) {
      stack.pop();
      seed = (Math.imul(seed, 1103515245) + 12345) >>> 0;
    }
    nodes.push(node(id, stack.at(-1)));
    stack.push(id);
  }
  const layout = layOut(nodes);
  assert.equal(new Set(places(layout).map(String)).size, nodes.length);
  for (let at = 1; at < nodes.length; at++) {
    assert.equal(layout.column[at], layout.column[layout.parent[at]] + 1);
    assert.ok(layout.row[at] >= layout.row[layout.parent[at]]);
  }
});

test("deep and wide trees are laid out at once", () => {
  const deep = layOut(Array.from({ length: 50_000 }, (_, id) => node(id, id === 0 ? null : id - 1)));
  assert.equal(deep.rows, 1);
  const wide = layOut(Array.from({ length: 50_000 }, (_, id) => node(id, id === 0 ? null : 0)));
  assert.equal(wide.rows, 49_999);
  assert.equal(visibleNodes(wide, 0, 10, 100, 110).filter((at) => wide.row[at] >= 100 && wide.row[at] <= 110).length, 11);
});

test("only nodes in the window and lines through it are drawn", () => {
  const layout = layOut(Array.from({ length: 300 }, (_, id) => node(id, id === 0 ? null : id - 1)));
  const found = visibleNodes(layout, 100, 120, 0, 5);
  assert.deepEqual([found[0], found.at(-1)], [100, 121]);
});

// 0 - 1 - 2 - 3
//     |   `-- 4
//     `-- 5 - 6 - 7
const FORKED = [node(0, null), node(1, 0), node(2, 1), node(3, 2), node(4, 2), node(5, 1), node(6, 5), node(7, 6)];
const INDEX = new Map(FORKED.map(([id], at) => [id, at]));

test("what follows a folded node is left out and counted", () => {
  const ids = (folded) => foldTree(FORKED, new Set(folded)).nodes.map(([id]) => id);
  assert.deepEqual(ids([]), [0, 1, 2, 3, 4, 5, 6, 7]);
  assert.deepEqual(ids([5]), [0, 1, 2, 3, 4, 5]);
  assert.deepEqual(ids([2, 5]), [0, 1, 2, 5]);
  assert.deepEqual(ids([1, 5]), [0, 1]);
  assert.deepEqual([...foldTree(FORKED, new Set([2, 5])).hidden], [[2, 2], [5, 2]]);
  assert.deepEqual([...foldTree(FORKED, new Set([1, 5])).hidden], [[1, 6]]);
  assert.deepEqual(ids([3]), [0, 1, 2, 3, 4, 5, 6, 7], "nothing follows");
});

test("a node under folds is found again, and variations are folded at once", () => {
  assert.deepEqual(foldsAbove(FORKED, INDEX, new Set([0, 6, 2]), 7), [6, 0]);
  assert.deepEqual(foldsAbove(FORKED, INDEX, new Set([7]), 7), []);
  assert.deepEqual(variationsBeside(FORKED, new Set([0, 1, 2, 3])), [5]);
  assert.deepEqual(variationsBeside(FORKED, new Set([0, 1, 5, 6, 7])), [2]);
});
