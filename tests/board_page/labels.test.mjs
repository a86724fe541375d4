import assert from "node:assert/strict";
import test from "node:test";
import { Api, splitEvents } from "../../assets/board/api.js";
import { diagram } from "../../assets/board/diagram.js";
import { setLanguage } from "../../assets/board/i18n.js";
import { CELL, geometry } from "../../assets/board/board-geometry.js";
import { markItems } from "../../assets/board/board-marks.js";
import { stoneItems } from "../../assets/board/board-stones.js";
import { BoardView } from "../../assets/board/board-view.js";
import { Layer } from "../../assets/board/layer.js";
import { clockNews, moverOf, news, pointLabel, senseiDiagram, stonesInWords, textBoard } from "../../assets/board/labels.js";
import { illegalReason, mayMark, mayPlayOn, nextOnLine, ownColor, personToMove } from "../../assets/board/turns.js";
import { emptyDocument } from "./elements.mjs";

setLanguage("en");
const STATE = {
  size: [3, 3], board: [".X.", "XXO", "..."], toMove: "black", lastMove: "C2", ko: "A3", node: 3, phase: "playing", mode: "play",
  illegal: [["C3", "suicide"], ["A3", "ko"]], marks: [{ point: "A1", kind: "triangle" }, { point: "B1", kind: "label", text: "A" }],
  phaseText: { key: "phase.playing", args: { color: "black" } }, captures: { black: 1, white: 2 }, path: [0, 1, 2, 3, 4],
  players: { black: { kind: "person" }, white: { kind: "engine" } }, count: null,
};

test("labels of points say what a person sees", () => {
  const label = (x, y, extra) => pointLabel(STATE, x, y, extra);
  assert.equal(label(2, 1), "C2, white stone, last move, liberties: 2");
  assert.equal(label(1, 0), "B3, black stone, liberties: 4");
  assert.equal(label(0, 0), "A3, empty, ko, may not be played now");
  assert.equal(label(2, 0), "C3, empty, may not be played");
  assert.equal(label(0, 2), "A1, empty, triangle");
  assert.equal(label(1, 2, { candidate: "best" }), "B1, empty, A, best");
  assert.equal(label(2, 1, { dead: true, territory: "black" }), "C2, white stone, last move, liberties: 2, dead, territory of Black");
});

test("news tell the move, its captures and whose turn it is, once", () => {
  const before = { ...STATE, node: 2, lastMove: "B3", captures: { black: 1, white: 0 } };
  assert.equal(moverOf(STATE), "white");
  assert.equal(news(before, STATE), "White C2, captures 2. Black to move");
  assert.equal(news(STATE, { ...STATE, version: 9 }), "");
  assert.equal(news(before, { ...STATE, lastMove: "pass", captures: before.captures }), "White passes. Black to move");
});

test("news of a clock are the time of the player to move and what is left", () => {
  const side = { left: 29.2, periods: 3, stones: null, delay: 0, overtime: true, flag: false };
  assert.equal(clockNews(side, { kind: "byo-yomi", main: 600, time: 30, periods: 5 }), "0:30, periods left: 3");
  assert.equal(clockNews({ ...side, left: 61 }, { kind: "absolute", main: 600 }), "1:01");
  assert.deepEqual(["none", "up"].map((kind) => clockNews(side, { kind })), ["", ""]);
});

test("a point shows a mark with its label, and both under what dims it", () => {
  const marks = [
    { point: "A1", kind: "label", text: "A" }, { point: "A1", kind: "triangle" }, { point: "A1", kind: "dim" },
    { point: "C2", kind: "dim" }, { point: "B3", kind: "label", text: "B" }, { point: "B1", kind: "square" }, { point: "B1", kind: "territory-black" },
  ];
  const look = { numbers: "all", quiet: false, board: STATE.board };
  const items = markItems(geometry([3, 3], "none", false), { ...STATE, ko: null, marks, moveNumbers: [["C2", 7], ["B3", 6], ["A2", 5]] }, look);
  const drawn = (point) => items.get(point).key.replace(/ on-.*/, "");
  assert.equal(drawn("A1"), "triangle label A dim");
  assert.equal(drawn("C2"), "number 7newest dim");
  assert.equal(drawn("B3"), "label B", "a label takes the place of a number");
  assert.equal(drawn("B1"), "territory-black square");
  assert.equal(drawn("A2"), "number 5");
});

test("a stone stayed where it was on a board of another size", () => {
  emptyDocument();
  const style = { setProperty() {} };
  document.documentElement = { style };
  const stones = new Layer(document.createElement("g"), "stones");
  const view = Object.assign(Object.create(BoardView.prototype), {
    svg: Object.assign(document.createElement("svg"), { style }), element: { clientWidth: 0 }, ground: { replaceWith() {} }, cells: { build() {} },
    layers: { stones }, wood: "", built: "",
  });
  /** The column of the stone with the index 60. */
  const column = (side) => {
    view.rebuild({ ...STATE, size: [side, side] });
    const row = (y) => Array.from({ length: side }, (_, x) => (y * side + x === 60 ? "X" : ".")).join("");
    const board = Array.from({ length: side }, (_, y) => row(y));
    stones.update(stoneItems(view.geometry, board, { natural: false, dead: new Set(), fresh: -1 }).stones);
    return (Number(stones.shown.get(60).element.getAttribute("x")) + CELL / 2 - view.geometry.margin) / CELL;
  };
  assert.deepEqual([column(19), column(9)].map(Math.round), [3, 6]);
  delete globalThis.document;
});

test("the board as text", () => {
  assert.equal(textBoard(STATE.board, "C2"), ["   A B C", " 3 . X . 3", " 2 X X(O)2", " 1 . . . 1", "   A B C"].join("\n"));
  assert.deepEqual(stonesInWords(STATE.board), ["3: Black B", "2: Black A B; White C"]);
  assert.equal(senseiDiagram(STATE.board).split("\n")[2], "$$ | . X . |");
});

test("drawings hold no markup of the record", () => {
  const svg = diagram({ ...STATE, marks: [{ point: "A1", kind: "label", text: "<img onerror=x>" }] });
  assert.ok(!svg.includes("<img"));
  assert.match(svg, /^<svg xmlns=.*<\/svg>$/s);
  assert.equal(svg.match(/<circle[^>]*fill="#111"/g).length, 3);
});

test("who may play, mark and where", () => {
  assert.equal(personToMove(STATE), true);
  assert.equal(personToMove({ ...STATE, toMove: "white" }), false);
  assert.equal(personToMove({ ...STATE, toMove: "white", mode: "review" }), true);
  assert.equal(mayMark(STATE), false);
  assert.equal(mayMark({ ...STATE, phase: "stopped", count: { mayMark: true } }), true);
  assert.deepEqual(illegalReason(STATE, "C3"), { kind: "suicide", move: undefined });
  assert.equal(illegalReason(STATE, "A1"), null);
  assert.equal(ownColor({ ...STATE, toMove: "white" }), "black");
  assert.equal(nextOnLine(STATE), 4);
  assert.equal(nextOnLine({ ...STATE, node: 4 }), null);
});

test("a count before the last pass of AGA leaves the pass", () => {
  const owed = { ...STATE, mode: "play", phase: "stopped" };
  assert.equal(mayPlayOn(owed), true);
  assert.equal(mayPlayOn({ ...owed, count: { next: "none" } }), true);
  assert.equal(mayPlayOn({ ...owed, mode: "review", count: { next: "none" } }), false);
  assert.equal(mayPlayOn({ ...owed, count: { next: "agree-or-resume" } }), false);
});

test("events are split wherever the stream is cut", () => {
  const stream = ': hello\n\nevent: state\ndata: {"a":1}\n\nevent: x\ndata: "\u2028"\n\nevent: cut\nda';
  assert.deepEqual(splitEvents(stream), { events: [{ name: "state", data: '{"a":1}' }, { name: "x", data: '"\u2028"' }], rest: "event: cut\nda" });
});

test("a long event took time in the square of its length", async () => {
  const text = "x".repeat(20_000_000);
  const bytes = new TextEncoder().encode(`event: state\ndata: ${text}\n\nevent: bye\ndata: {}\n\n`);
  let at = 0;
  const read = async () => ({ done: false, value: bytes.subarray(at, (at += 4096)) });
  const events = [];
  const start = performance.now();
  await Api.prototype.read.call({ dispatch: (name, data) => events.push([name, data.length]) }, { read });
  assert.deepEqual(events, [["state", text.length], ["bye", 2]]);
  assert.ok(performance.now() - start < 10_000);
});
