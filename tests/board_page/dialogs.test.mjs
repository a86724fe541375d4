import assert from "node:assert/strict";
import test from "node:test";
import { clockForm } from "../../assets/board/clock-form.js";
import { openDialog } from "../../assets/board/dialog.js";
import { openGame } from "../../assets/board/game-dialog.js";
import { setLanguage, t } from "../../assets/board/i18n.js";
import { openNewGame } from "../../assets/board/new-game.js";
import { openRulesTable } from "../../assets/board/rules-table.js";
import { liveRegion } from "../../assets/board/status.js";
import { Store } from "../../assets/board/store.js";
import { emptyDocument } from "./elements.mjs";

setLanguage("en");

const PERSON = { kind: "person", name: "" };
const STATE = { size: [9, 9], node: 1, path: [1], record: 1, mode: "play", rules: { name: "chinese", axes: {} }, komi: 7.5, players: { black: PERSON, white: PERSON } };
const CATALOG = { rules: [{ name: "chinese", axes: {} }, { name: "japanese", axes: {} }], levels: [1], profiles: [] };

/** An app at a state, the actions that its server gets and accepts, and what it says. */
function appAt(state) {
  emptyDocument();
  const store = new Store();
  const [actions, said] = [[], []];
  const act = async (...action) => {
    actions.push(action);
    return { ok: true };
  };
  store.catalog = CATALOG;
  store.receive("state", { ...STATE, ...state });
  return { app: { store, act, say: (...words) => said.push(words) }, actions, said };
}

/** The open dialog, its lists of rule sets and of the first player, its field of komi, and what applies it. */
function opened() {
  const dialog = document.body.children.at(-1);
  const listOf = (value) => dialog.querySelectorAll("select").find((list) => list.options.some((one) => one.value === value));
  const apply = async () => {
    dialog.querySelector(".primary").click();
    await new Promise((resolve) => setTimeout(resolve));
  };
  const komi = dialog.querySelectorAll("input").find((input) => input.getAttribute("min") === "-200");
  return { dialog, rules: listOf("chinese"), player: listOf("person"), komi, apply };
}

test("rules and komi that were changed elsewhere stay when the dialog of the game is applied", async () => {
  const { app, actions } = appAt();
  openGame(app);
  const { dialog, komi, apply } = opened();
  // Single rules by the dialog's own editor, and komi by another page.
  app.store.receive("state", { ...STATE, rules: { name: null, axes: { suicide: "any" } }, komi: 0 });
  await apply();
  assert.deepEqual(actions, []);
  assert.equal(document.body.children.includes(dialog), false, "it is closed");
  komi.value = "6.5";
  await apply();
  assert.deepEqual(actions, [["komi", { komi: 6.5 }]]);
});

test("single rules stay unless a preset is chosen", async () => {
  const { app, actions } = appAt({ rules: { name: null, axes: { suicide: "any" } } });
  openGame(app);
  const { rules, apply } = opened();
  assert.equal(rules.value, "");
  await apply();
  assert.deepEqual(actions, []);
  rules.value = "japanese";
  await apply();
  assert.deepEqual(actions, [["rules", { name: "japanese" }]]);
});

test("a form of players hears of ranks as long as it is open", async () => {
  for (const open of [openGame, openNewGame]) {
    const { app } = appAt();
    await open(app);
    const { dialog, player } = opened();
    app.store.emit("catalog");
    app.store.catalog = { ...CATALOG, profiles: ["rank_5k"] };
    app.store.emit("catalog");
    assert.ok(player.options.some(({ value }) => value === "profile rank_5k"), open.name);
    dialog.close();
    assert.deepEqual(app.store.listeners.get("catalog"), [], open.name);
  }
});

test("a new game offered more handicap stones than the server accepts", async () => {
  const { app } = appAt();
  await openNewGame(app);
  const handicap = opened().dialog.querySelectorAll("input").find((input) => input.getAttribute("min") === "0");
  assert.equal(handicap.getAttribute("max"), "25");
});

test("a clock offered an increment of 0, which the server refuses", () => {
  emptyDocument();
  const { element } = clockForm({ kind: "fischer", main: 600, increment: 10 }, "");
  const [, increment] = element.querySelectorAll("input");
  assert.equal(increment.getAttribute("min"), "1");
});

test("an error of the server is told in its own words", () => {
  const { app, said } = appAt();
  liveRegion(app);
  app.store.receive("error", { message: "the record is too long to be kept" });
  assert.deepEqual(said, [[t("error.detail", { message: "the record is too long to be kept" }), true]]);
});

test("the selection of a text closed a dialog where it ended beside it", () => {
  emptyDocument();
  const dialog = openDialog({ title: "", body: [] });
  const isOpen = () => document.body.children.includes(dialog);
  // The press was in the dialog.
  dialog.click();
  assert.equal(isOpen(), true);
  dialog.dispatchEvent(new Event("pointerdown"));
  dialog.click();
  assert.equal(isOpen(), false);
});

test("the table of all rule sets waited for counts that were given up", async () => {
  const { app } = appAt();
  await openRulesTable(app);
  const dialog = document.body.children.at(-1);
  assert.ok(dialog.textContent.includes(t("rules-table.waiting")));
  app.store.receive("counts", { counts: null });
  assert.ok(dialog.textContent.includes(t("rules-table.failed")));
});
