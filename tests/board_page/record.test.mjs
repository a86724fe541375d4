import assert from "node:assert/strict";
import test from "node:test";
import { replacedAnnotations } from "../../assets/board/edit-panel.js";
import { openBytes } from "../../assets/board/files.js";
import { commentEditor } from "../../assets/board/record-panel.js";
import { Store } from "../../assets/board/store.js";

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
  return { app: { store, api: { act: accept, open: accept }, flush: async () => {}, setUi() {}, say() {} }, actions };
}

test("a comment goes to the node at which it was typed, although the engine moves meanwhile", async () => {
  globalThis.document = { activeElement: null, createElement: () => new Field() };
  const { app, actions } = appWithActions();
  const area = commentEditor(app);
  document.activeElement = area;
  app.store.receive("state", { node: 4, path: [4], comment: "" });
  area.type("a good move");
  app.store.receive("state", { node: 5, path: [4, 5], comment: "of the next node" });
  assert.deepEqual(actions, [["comment", { node: 4, text: "a good move" }]]);
  assert.equal(area.value, "of the next node");
  await app.flush();
  assert.equal(actions.length, 1, "it is sent once");
  area.type("on");
  app.store.receive("state", { node: 5, path: [4, 5], comment: "of the next node" });
  assert.equal(area.value, "on", "what is typed stays");
  await app.flush();
  assert.deepEqual(actions[1], ["comment", { node: 5, text: "on" }]);
  delete globalThis.document;
});

test("an annotation replaces annotations, and no figures, numbers, views, scores and kos", () => {
  const notes = { TE: "1", GB: "2", IT: "", V: "3.5", FG: "", PM: "1", MN: "20", VW: "", KO: "" };
  assert.deepEqual(replacedAnnotations(notes, "TE").sort(), ["GB", "IT"]);
  assert.deepEqual(replacedAnnotations(notes, "").sort(), ["GB", "IT", "TE"]);
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
