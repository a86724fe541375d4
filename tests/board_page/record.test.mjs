import assert from "node:assert/strict";
import test from "node:test";
import { draft } from "../../assets/board/draft.js";
import { annotate, replacedAnnotations } from "../../assets/board/edit-panel.js";
import { openBytes } from "../../assets/board/files.js";
import { commentEditor, editButtons, headline, warningText } from "../../assets/board/record-panel.js";
import { Store } from "../../assets/board/store.js";
import { emptyDocument } from "./elements.mjs";

/** As much of an element as a text field needs. */
class Field extends EventTarget {
  value = "";

  setAttribute() {}

  append() {}

  /** Types a text as a person does. */
  type(text) {
    this.value = text;
    this.dispatchEvent(new Event("input"));
  }
}

/** An app whose server accepts everything, and the actions that it gets. */
function appWithActions() {
  const store = new Store();
  const actions = [];
  const accept = async (...action) => {
    actions.push(action);
    return { ok: true };
  };
  const drafts = [];
  const flush = () => Promise.all(drafts.map((send) => send()));
  const act = (name, values) => accept(name, values);
  return { app: { store, api: { act: accept, open: accept }, act, drafts, flush, setUi() {}, say() {} }, actions };
}

test("a comment goes to the node at which it was typed, although the engine moves meanwhile", async () => {
  globalThis.document = { activeElement: null, createElement: () => new Field() };
  const { app, actions } = appWithActions();
  const area = commentEditor(app);
  document.activeElement = area;
  app.store.receive("state", { node: 4, path: [4], comment: "", record: 1 });
  area.type("a good move");
  app.store.receive("state", { node: 5, path: [4, 5], comment: "of the next node", record: 1 });
  assert.deepEqual(actions, [["comment", { node: 4, text: "a good move", record: 1 }]]);
  assert.equal(area.value, "of the next node");
  await app.flush();
  assert.equal(actions.length, 1, "it is sent once");
  area.type("on");
  app.store.receive("state", { node: 5, path: [4, 5], comment: "of the next node", record: 1 });
  assert.equal(area.value, "on", "what is typed stays");
  await app.flush();
  assert.deepEqual(actions[1], ["comment", { node: 5, text: "on", record: 1 }]);
  delete globalThis.document;
});

test("a name and a number of a move go to the node at which they were typed, or nowhere", async () => {
  globalThis.document = { activeElement: null, createElement: () => new Field() };
  const { app, actions } = appWithActions();
  const name = new Field();
  draft(app, name, { shown: (state) => state.name, action: (at, text) => ["node-name", { at, text }] });
  document.activeElement = name;
  app.store.receive("state", { node: 4, path: [4], name: "", record: 1 });
  name.type("joseki");
  assert.deepEqual(actions, [], "it is sent when the field is left");
  app.store.receive("state", { node: 5, path: [4, 5], name: "next", record: 1 });
  assert.deepEqual(actions, [["node-name", { at: 4, text: "joseki", record: 1 }]]);
  assert.equal(name.value, "next");
  name.type("of the old record");
  app.store.receive("state", { node: 5, path: [5], name: "new", record: 2 });
  await app.flush();
  assert.equal(actions.length, 1, "another record has another node of this number");
  assert.equal(name.value, "new");
  delete globalThis.document;
});

test("what is being sent has arrived before anything else is done", async () => {
  globalThis.document = { activeElement: null };
  const { app } = appWithActions();
  const name = new Field();
  let arrive = () => {};
  app.api.act = () => new Promise((resolve) => (arrive = () => resolve({ ok: true })));
  draft(app, name, { shown: () => "", action: (at, text) => ["node-name", { at, text }] });
  name.type("joseki");
  name.dispatchEvent(new Event("blur"));
  let isFlushed = false;
  const flushed = app.flush().then(() => (isFlushed = true));
  await new Promise((resolve) => setTimeout(resolve));
  assert.equal(isFlushed, false);
  arrive();
  await flushed;
  delete globalThis.document;
});

test("an annotation replaces those of its kind, and no figures, numbers, views, scores and kos", async () => {
  const notes = { TE: "1", GB: "2", IT: "", HO: "1", V: "3.5", FG: "", PM: "1", MN: "20", VW: "", KO: "" };
  assert.deepEqual(replacedAnnotations(notes, "move", "TE"), ["IT"]);
  assert.deepEqual(replacedAnnotations(notes, "move", ""), ["TE", "IT"]);
  assert.deepEqual(replacedAnnotations(notes, "position", "DM"), ["GB"]);
  assert.deepEqual(replacedAnnotations(notes, "hotspot", ""), ["HO"]);
  const { app, actions } = appWithActions();
  app.store.receive("state", { node: 7, path: [7], notes, record: 1 });
  await annotate(app, "position", "DM", "1");
  const here = { at: 7, record: 1 };
  assert.deepEqual(actions, [["annotate", { property: "DM", value: "1", ...here }], ["annotate", { property: "GB", value: null, ...here }]]);
});

test("the review of a record comes before its state and stays when the record is open", async () => {
  const { app } = appWithActions();
  app.api.open = async () => {
    app.store.receive("review", { points: [[1, 0, 0.5, 0, 0]] });
    return { ok: true };
  };
  await openBytes(app, "game.sgf", "(;SZ[9]SBKV[50])");
  assert.equal(app.store.review.points.length, 1);
});

test("a comment is sent before another record is opened", async () => {
  const { app, actions } = appWithActions();
  app.flush = async () => actions.push(["flush"]);
  await openBytes(app, "game.sgf", "(;SZ[9])");
  assert.deepEqual(actions.map(([name]) => name), ["flush", "game.sgf"]);
});

test("a record that is played on has no result", () => {
  const info = { GN: "Game", RE: "B+R" };
  assert.equal(headline({ info, result: "B+R" }), "Game · Black wins by resignation");
  assert.equal(headline({ info, result: null }), "Game");
  assert.equal(headline({ info: {}, result: "B+R" }), "");
});

test("the buttons of edits could be pressed where there was nothing to take back or make again", () => {
  emptyDocument();
  const { app } = appWithActions();
  const [undo, redo] = editButtons(app);
  for (const [canUndoEdit, canRedoEdit] of [[false, true], [true, false]]) {
    app.store.receive("state", { node: 1, path: [1], canUndoEdit, canRedoEdit });
    assert.deepEqual([undo.disabled, redo.disabled], [!canUndoEdit, !canRedoEdit]);
  }
  delete globalThis.document;
});

test("what is wrong with the engine is shown beside the warnings", () => {
  assert.equal(warningText({ engine: { failure: "the engine has ended" }, warnings: ["too long"] }), "the engine has ended\ntoo long");
  assert.equal(warningText({ engine: { failure: null } }), "");
});
