import assert from "node:assert/strict";
import test from "node:test";
import { diagram } from "../../assets/board/diagram.js";
import { boardOfFigure, bounds, hiddenPoints, isFigure, listOfFigure } from "../../assets/board/figure.js";
import { setLanguage } from "../../assets/board/i18n.js";
import { answer, childWith, firstQuestion, rightMove, solution, verdict } from "../../assets/board/problem-tree.js";
import { isSamePosition, Store } from "../../assets/board/store.js";
import { timeLimit, timesOfLine } from "../../assets/board/time-graph.js";
import { rectangle, variations, variationStyle } from "../../assets/board/turns.js";
import { spoken, told } from "../../assets/board/voice.js";
import { alertsAhead } from "../../assets/board/clock-math.js";

setLanguage("en");
const RIGHT = 16;
const WRONG = 32;

// Black to play: C3 is right after D3 C4; B2 is refuted; A1 has no answer.
const PROBLEM = [
  [0, null, "-", "", 0], [1, 0, "-", "", 0], [2, 1, "B", "C3", 0], [3, 2, "W", "B4", 0], [4, 3, "B", "A5", 0], [5, 2, "W", "D3", 0],
  [6, 5, "B", "C4", RIGHT], [7, 1, "B", "B2", 0], [8, 7, "W", "C3", 0], [9, 1, "B", "A1", 0], [10, 1, "B", "E5", WRONG],
];

test("the moves that lead to a node marked as right are right", () => {
  const tree = solution(PROBLEM);
  assert.deepEqual(firstQuestion(tree), { at: 1, color: "black" });
  assert.equal(rightMove(tree, 1), "C3");
  const child = childWith(tree, 1, "C3");
  assert.equal(verdict(tree, child), "open");
  assert.equal(tree.nodes[answer(tree, child)][3], "D3", "the answer that leads on");
  assert.equal(verdict(tree, childWith(tree, answer(tree, child), "C4")), "right");
  const refuted = childWith(tree, 1, "B2");
  assert.equal(tree.nodes[answer(tree, refuted)][3], "C3");
  assert.equal(verdict(tree, answer(tree, refuted)), "wrong");
  assert.equal(rightMove(tree, refuted), undefined);
  assert.deepEqual(["A1", "E5"].map((move) => verdict(tree, childWith(tree, 1, move))), ["wrong", "wrong"]);
  assert.equal(childWith(tree, 1, "T19"), undefined);
});

test("without marks the main variation is right", () => {
  const tree = solution(PROBLEM.map(([id, parent, color, move]) => [id, parent, color, move, 0]));
  assert.equal(tree.nodes[answer(tree, 2)][3], "B4");
  assert.deepEqual([4, 6, 8].map((at) => verdict(tree, at)), ["right", "wrong", "wrong"]);
});

test("what is marked as wrong is wrong whatever follows", () => {
  const tree = solution([[0, null, "-", "", 0], [1, 0, "B", "A1", WRONG], [2, 1, "W", "B1", 0], [3, 2, "B", "C1", RIGHT], [4, 0, "B", "B2", RIGHT]]);
  assert.equal(rightMove(tree, 0), "B2");
  assert.equal(verdict(tree, 1), "open", "the refutation is shown");
});

const STATE = {
  size: [3, 3], board: [".X.", "XXO", "..."], visible: ["A3", "B3", "A2", "B2"],
  figure: { isSet: true, numbers: [["B3", 12], ["C2", 13]], kept: [["A1", "white"]], list: [[20, "B3", 12], [21, "A3", null]] },
};

test("a figure keeps captured stones and lists the moves without a place", () => {
  assert.deepEqual(["record", "figure", "last"].map((numbers) => isFigure(STATE, numbers)), [true, true, false]);
  assert.equal(isFigure({ figure: { isSet: false } }, "record"), false);
  assert.deepEqual(boardOfFigure(STATE), [".X.", "XXO", "O.."]);
  assert.equal(listOfFigure(STATE), "20 at 12, 21 at A3");
  assert.deepEqual(hiddenPoints(STATE), [2, 5, 6, 7, 8]);
  assert.deepEqual(hiddenPoints({ size: [3, 3], visible: null }), []);
  assert.deepEqual(bounds(STATE.visible, [3, 3]), { left: 0, right: 1, top: 0, bottom: 1 });
});

test("an exported figure has its numbers, its list and its part of the board", () => {
  const svg = diagram({ ...STATE, marks: [] }, { numbers: true });
  for (const text of [">12<", ">13<", "20 at 12, 21 at A3"]) assert.ok(svg.includes(text), text);
  assert.equal(svg.match(/<circle[^>]*fill="#fff"/g).length, 2, "the captured stone too");
  const whole = diagram({ ...STATE, marks: [], visible: null }, { numbers: true });
  const width = (text) => Number(/viewBox="\S+ \S+ (\S+)/.exec(text)[1]);
  assert.ok(width(svg) < width(whole));
});

test("ST chooses between the moves that follow and the alternatives", () => {
  const state = { node: 5, info: { ST: "1" }, children: [{ node: 6 }], siblings: [{ node: 5 }, { node: 9 }] };
  assert.deepEqual(variations(state), [{ node: 9 }]);
  assert.deepEqual(variations({ ...state, info: {} }), [{ node: 6 }]);
  assert.deepEqual(["0", "1", "2", "3"].map((ST) => variationStyle({ info: { ST } })), [
    { siblings: false, marked: true }, { siblings: true, marked: true }, { siblings: false, marked: false }, { siblings: true, marked: false },
  ]);
});

test("a rectangle has all points between its corners", () => {
  const name = (x, y) => `${"ABC"[x]}${3 - y}`;
  assert.deepEqual(rectangle([1, 2], [0, 1], name), ["A2", "B2", "A1", "B1"]);
});

test("times are those of the line, with a round limit", () => {
  const nodes = [[0, null, "-", "", 0], [1, 0, "B", "A1", 0, 4.5], [2, 1, "W", "B1", 0], [3, 1, "W", "C1", 0, 70]];
  const index = new Map(nodes.map(([id], at) => [id, at]));
  assert.deepEqual(timesOfLine(nodes, index, [0, 1, 3]), [
    { node: 1, number: 1, color: "black", seconds: 4.5 }, { node: 3, number: 2, color: "white", seconds: 70 },
  ]);
  assert.deepEqual(timesOfLine(nodes, index, [0, 1, 2]).length, 1);
  assert.deepEqual([0, 5, 61, 4000].map(timeLimit), [5, 5, 120, 7200]);
});

test("a voice counts the seconds and the periods", () => {
  const settings = { kind: "byo-yomi", main: 0, time: 30, periods: 3 };
  const side = { left: 12, periods: 2, stones: null, delay: 0, overtime: true, flag: false };
  const said = alertsAhead(side, settings).map(spoken);
  assert.deepEqual(said, ["10", "9", "8", "7", "6", "5", "4", "3", "2", "1", "Periods left: 1"]);
  const main = alertsAhead({ ...side, overtime: false, left: 5 }, { ...settings, main: 60 }).map(spoken);
  assert.deepEqual(main.slice(0, 3), ["Overtime", "10", "9"]);
  const heard = alertsAhead(side, settings).map(told).filter((text) => text !== null);
  assert.deepEqual(heard, ["10 seconds left", "Periods left: 1"], "a screen reader does not count");
});

test("the page keeps what the state leaves out, and forgets ownership with the record", () => {
  const store = new Store();
  const state = { size: [9, 9], node: 2, path: [1, 2, 3], info: { KM: "6.5" }, record: 1 };
  store.receive("state", { ...state });
  store.receive("analysis", { node: 1, ownership: [0.5] });
  store.receive("state", { ...state, path: undefined, info: undefined, node: 2 });
  assert.deepEqual([store.state.path, store.state.info], [[1, 2, 3], { KM: "6.5" }]);
  assert.deepEqual(store.ownershipBefore(), [0.5]);
  store.receive("state", { ...state, record: 2 });
  assert.equal(store.ownershipBefore(), undefined);
});

test("a hint and an analysis do not outlive their position", () => {
  const state = { size: [9, 9], node: 1, path: [1], record: 1, positions: 4 };
  for (const [change, stays] of [[{}, true], [{ node: 2 }, false], [{ positions: 5 }, false], [{ record: 2 }, false]]) {
    const store = new Store();
    let records = 0;
    store.on("record", () => (records += 1));
    store.receive("state", { ...state });
    for (const name of ["hint", "analysis"]) store.receive(name, { node: 1, record: 1, positions: 4, moves: [] });
    store.receive("state", { ...state, ...change });
    assert.deepEqual([store.hint !== null, store.analysis !== null], [stays, stays], JSON.stringify(change));
    assert.equal(records, change.record ? 1 : 0);
  }
  assert.equal(isSamePosition({ node: 1 }, state), true, "what is not told does not count");
});

test("the correction of a name threw the ownerships away", () => {
  const store = new Store();
  const state = { record: 1, path: [1, 2], node: 2, info: { PB: "Yasuda", KM: "6.5" } };
  store.receive("state", state);
  store.receive("analysis", { node: 1, ownership: [1] });
  store.receive("state", { ...state, info: { ...state.info, PB: "Shusaku" } });
  assert.deepEqual(store.ownershipBefore(), [1]);
  store.receive("state", { ...state, info: { ...state.info, KM: "0.5" } });
  assert.equal(store.ownershipBefore(), undefined);
});

test("an exported drawing has all that is on a point", () => {
  const marks = [{ point: "A1", kind: "triangle" }, { point: "A1", kind: "label", text: "A" }, { point: "C1", kind: "dim" }];
  const svg = diagram({ ...STATE, visible: null, marks, lines: [{ from: "A1", to: "C1", arrow: true }] });
  assert.ok(svg.indexOf("l10 17h-20z") < svg.indexOf(">A</text>", svg.indexOf("l10 17h-20z")), "the label lies on the mark");
  assert.equal(svg.match(/<circle[^>]*r="16.8"/g).length, 1, "one patch, and none under what is dimmed");
  assert.match(svg, /fill-opacity="0.55"/);
  assert.match(svg, /stroke="#1d4f91"/);
});

test("an action is over when its state has come, or the connection is lost", async () => {
  const store = new Store();
  store.connected = true;
  const state = { path: [], node: 0 };
  store.receive("state", { ...state, version: 4 });
  await store.reaches(4);
  let reached = 0;
  const waits = [5, 6].map((version) => store.reaches(version).then(() => (reached = version)));
  store.receive("state", { ...state, version: 5 });
  await waits[0];
  assert.equal(reached, 5);
  store.connected = false;
  store.emit("connection", { connected: false });
  await waits[1];
  assert.deepEqual(store.waiting, []);
});
