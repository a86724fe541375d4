import assert from "node:assert/strict";
import test from "node:test";
import { App } from "../../assets/board/app.js";
import { Autoplay } from "../../assets/board/autoplay.js";
import { button, h, replaceIfChanged } from "../../assets/board/dom.js";
import { changes } from "../../assets/board/game-dialog.js";
import { setLanguage } from "../../assets/board/i18n.js";
import { optionValues } from "../../assets/board/player-form.js";
import { setPref } from "../../assets/board/prefs.js";
import { solveAt } from "../../assets/board/problem.js";
import { emptyDocument } from "./elements.mjs";

setLanguage("en");

const STATE = {
  size: [3, 3], board: ["...", "...", "..."], toMove: "black", node: 1, path: [1, 2, 3], record: 1, positions: 1, phase: "playing", mode: "review",
  players: { black: { kind: "person" }, white: { kind: "person" } }, count: null, info: {},
};

const GUESS = { tries: 0, right: 0, total: 0, sum: 0 };
const PROBLEM = { color: "black", start: 1, state: "open", mistakes: 0, waits: false };

/** An app at a state, and the actions that its server gets and accepts. */
function appAt(state) {
  globalThis.location = { hash: "", pathname: "/" };
  Object.defineProperty(globalThis, "sessionStorage", { value: { getItem: () => null }, configurable: true });
  const app = new App();
  const actions = [];
  app.api.act = async (name, values) => {
    actions.push([name, JSON.parse(JSON.stringify(values))]);
    return { ok: true };
  };
  app.store.on("state", () => app.leaveOld());
  const nodes = [[1, null, "-", "", 0], [2, 1, "B", "B2", 0], [3, 2, "W", "pass", 0]];
  app.store.tree = { nodes, index: new Map(nodes.map(([id], at) => [id, at])) };
  app.store.receive("state", { ...STATE, ...state });
  return { app, actions };
}

test("guesses and problems end with their record, and where play begins", () => {
  for (const change of [{ mode: "play" }, { record: 2 }]) {
    for (const quiz of [{ guess: { ...GUESS } }, { problem: { ...PROBLEM } }]) {
      const { app } = appAt();
      app.setUi({ ...quiz, tool: "triangle" });
      app.store.receive("state", { ...STATE, node: 2 });
      assert.equal(app.isQuiz(), true, "a step changes nothing");
      app.store.receive("state", { ...STATE, ...change });
      assert.deepEqual([app.ui.guess, app.ui.problem, app.ui.tool], [null, null, "play"], JSON.stringify(change));
    }
  }
});

test("where play has stopped, tools work, and guesses are guesses", async () => {
  const { app, actions } = appAt({ phase: "stopped", count: { mayMark: true, next: "none" }, board: ["...", ".X.", "..."] });
  await app.pressPoint("B2");
  app.setUi({ tool: "triangle" });
  await app.pressPoint("B2");
  app.setUi({ tool: "play", guess: { ...GUESS } });
  await app.pressPoint("B2");
  assert.deepEqual(actions.map(([name]) => name), ["mark-dead", "mark", "step"]);
});

test("the tool that chooses a chain outlived the stop, and no stone could be played", async () => {
  const stopped = { phase: "stopped", mode: "play", count: { mayMark: true, next: "agree-or-demand" } };
  const { app, actions } = appAt(stopped);
  app.chooseChain();
  app.store.receive("state", { ...STATE, ...stopped });
  assert.equal(app.ui.tool, "confirm");
  app.store.receive("state", { ...STATE, mode: "play" });
  await app.pressPoint("A1");
  assert.deepEqual(actions.map(([name]) => name), ["play"]);
});

test("a page that may keep nothing had no token", () => {
  globalThis.location = { hash: "#token=0af", pathname: "/" };
  const get = () => {
    throw new Error("denied");
  };
  Object.defineProperty(globalThis, "sessionStorage", { get, configurable: true });
  assert.deepEqual(new App().api.headers(), { "X-Token": "0af" });
});

test("a page overwrote the settings of another one", () => {
  let kept = "{}";
  Object.defineProperty(globalThis, "localStorage", { value: { getItem: () => kept, setItem: (_, text) => (kept = text) }, configurable: true });
  setPref("theme", "dark");
  kept = '{"theme":"dark","volume":0.2}';
  setPref("muted", true);
  assert.deepEqual(JSON.parse(kept), { theme: "dark", volume: 0.2, muted: true });
  delete globalThis.localStorage;
});

test("an edit is meant for the record and the node that are shown, also where something is sent before it", async () => {
  const { app, actions } = appAt();
  app.drafts.push(async () => app.store.receive("state", { ...STATE, node: 2, record: 2 }));
  await app.act("mark", { point: "A1", kind: "circle" });
  await app.act("step", { by: 1 });
  assert.deepEqual(actions, [["mark", { at: 1, record: 1, point: "A1", kind: "circle" }], ["step", { by: 1 }]]);
});

test("a pass is no move to guess, and tries belong to a node", async () => {
  const { app, actions } = appAt({ node: 2 });
  app.setUi({ guess: { ...GUESS } });
  await app.pressPoint("A1");
  assert.deepEqual(actions, [["step", { by: 1 }]]);
  assert.deepEqual(app.ui.guess, GUESS);
  app.store.receive("state", { ...STATE, node: 1 });
  await app.pressPoint("A1");
  assert.equal(app.ui.guess.tries, 1);
  app.store.receive("state", { ...STATE, node: 2 });
  assert.equal(app.ui.guess.tries, 0);
});

test("a problem goes on although the board has gone elsewhere, and its record stays hidden", async () => {
  const { app, actions } = appAt();
  app.setUi({ problem: { ...PROBLEM } });
  await app.step(1);
  assert.deepEqual(actions, [], "no step while it is open");
  app.store.tree.nodes.push([4, 3, "B", "C3", 0]);
  await solveAt(app, "B2");
  assert.equal(app.ui.problem.waits, true);
  await new Promise((resolve) => setTimeout(resolve, 500));
  assert.equal(app.ui.problem.waits, false);
  app.setUi({ problem: { ...PROBLEM, state: "right" } });
  await app.step(1);
  assert.deepEqual(actions.map(([name]) => name), ["go", "step"]);
});

test("only the clock and the player that were changed are set", async () => {
  const forms = { black: { value: 1, read: () => forms.black.value }, white: { value: 2, read: () => forms.white.value } };
  const apply = changes(forms);
  const set = [];
  const accept = async (color, value) => set.push([color, value]) > 0;
  assert.equal(await apply(accept), true);
  forms.white.value = 3;
  assert.equal(await apply(async () => false), false, "a refusal");
  assert.equal(await apply(accept), true);
  assert.equal(await apply(accept), true);
  assert.deepEqual(set, [["white", 3]]);
});

test("players are chosen in the order of the catalog", () => {
  assert.deepEqual(optionValues({ levels: [1], profiles: ["rank_5k", "rank_1d"] }), ["person", "level 1", "profile rank_5k", "profile rank_1d"]);
  assert.deepEqual(optionValues({}), ["person"]);
});

test("a move that loses the game is meant for the record and the node at which it was asked for", async () => {
  emptyDocument();
  const { app, actions } = appAt({ mode: "play", illegal: [["A1", "suicide"]], rules: { axes: { illegal: "forfeit" } } });
  const played = app.pressPoint("A1");
  app.store.receive("state", { ...STATE, record: 2 });
  document.body.querySelector(".primary").click();
  await played;
  assert.deepEqual(actions, [["play", { at: 1, record: 1, point: "A1", forfeit: true }]]);
  delete globalThis.document;
});

test("a replay ends where a guess or a problem begins, and does not begin in one", () => {
  for (const quiz of [{ guess: { ...GUESS } }, { problem: { ...PROBLEM } }]) {
    const { app } = appAt();
    const replay = new Autoplay(app);
    replay.toggle();
    assert.equal(replay.runs, true);
    app.setUi(quiz);
    assert.equal(replay.runs, false);
    replay.toggle();
    assert.equal(replay.runs, false);
  }
});

test("the focus stays with a button of the same text, and goes on to none that does something else", () => {
  emptyDocument();
  const row = h("div");
  const show = (names) => replaceIfChanged(row, names, () => names.map((text) => button({ text }, () => {})));
  show(["Black agrees", "White agrees"]);
  const [, white] = row.children;
  white.focus();
  show(["Black agrees", "White agrees"]);
  assert.equal(row.children[1], white, "buttons that stay the same are not made anew");
  show(["White agrees", "Resume"]);
  assert.equal(document.activeElement, row.children[0]);
  show(["Black agrees", "White agrees"]);
  row.children[0].focus();
  show(["White agrees"]);
  assert.equal(document.activeElement, row);
  assert.equal(row.getAttribute("tabindex"), "-1");
  delete globalThis.document;
});
