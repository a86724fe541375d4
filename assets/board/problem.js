/** Problem mode: the person plays one color, and the record answers. */

import { button, h, setText } from "./dom.js";
import { colorName, t } from "./i18n.js";
import { answer, childWith, firstQuestion, rightMove, solution, verdict } from "./problem-tree.js";

/**
 * @typedef {{color: string, start: number, state: "open" | "right" | "wrong" | "off", mistakes: number, waits: boolean}} Problem
 *   waits: whether the record is about to answer
 */

/** Milliseconds until the answer. */
const ANSWER_AFTER = 350;

/** Starts the problem of the game that is shown. @param {import("./app.js").App} app */
export async function startProblem(app) {
  await app.toReview();
  const tree = solution(app.store.tree?.nodes ?? []);
  const question = tree.nodes.length > 0 ? firstQuestion(tree) : null;
  if (!question) return app.say(t("problem.none"), true);
  const start = tree.nodes[question.at][0];
  app.setUi({ problem: { color: question.color, start, state: "open", mistakes: 0, waits: false }, guess: null, tool: "play", line: null });
  app.say(t("problem.begin", { color: colorName(question.color) }));
  return app.go(start);
}

/** @param {import("./app.js").App} app @param {Partial<Problem>} changes */
function change(app, changes) {
  app.setUi({ problem: { ...app.ui.problem, ...changes } });
}

/** A move of the person. @param {import("./app.js").App} app @param {string} point */
export async function solveAt(app, point) {
  const { state } = app.store;
  const { problem } = app.ui;
  if (!problem || !state || problem.state !== "open" || problem.waits) return undefined;
  const tree = solution(app.store.tree.nodes);
  const at = tree.index.get(state.node) ?? 0;
  const child = childWith(tree, at, point);
  if (child === undefined) {
    change(app, { mistakes: problem.mistakes + 1 });
    app.store.emit("refused", point);
    return app.say(t("problem.other", { point }), true);
  }
  change(app, { waits: true });
  const answered = await app.go(tree.nodes[child][0]);
  if (!app.ui.problem) return undefined;
  if (!answered.ok) return change(app, { waits: false });
  if (end(app, tree, child)) return undefined;
  return setTimeout(() => reply(app, child), ANSWER_AFTER);
}

/** The answer of the record. @param {import("./app.js").App} app @param {number} at the place of the person's move */
async function reply(app, at) {
  // The person may have left meanwhile, or have gone to another node.
  if (!app.ui.problem) return;
  change(app, { waits: false });
  const tree = solution(app.store.tree.nodes);
  const next = answer(tree, at);
  if (next === undefined || tree.nodes[at]?.[0] !== app.store.state?.node) return;
  await app.go(tree.nodes[next][0]);
  if (app.ui.problem) end(app, tree, next);
}

/** Says so where a node ends the problem. */
function end(app, tree, at) {
  const found = verdict(tree, at);
  if (found === "open") return false;
  change(app, { state: found, mistakes: app.ui.problem.mistakes + (found === "wrong" ? 1 : 0) });
  app.say(t(found === "right" ? "problem.right" : "problem.wrong"), found === "wrong");
  return true;
}

/** Shows a right move, or that there is none. @param {import("./app.js").App} app */
function hint(app) {
  const tree = solution(app.store.tree?.nodes ?? []);
  const move = rightMove(tree, tree.index.get(app.store.state?.node) ?? 0);
  if (!move) return app.say(t("problem.off"), true);
  app.preview({ point: move, color: app.ui.problem?.color, typed: true });
  return app.say(t("problem.hint", { point: move }));
}

/** The problem of the next game of the file. @param {import("./app.js").App} app */
async function next(app) {
  const { games } = app.store.state ?? {};
  const loaded = new Promise((resolve) => app.store.once("layout", resolve));
  const answer = await app.act("game", { index: (games.index + 1) % games.count });
  if (!answer.ok) return;
  app.store.emit("tree", { version: -1 });
  await loaded;
  await startProblem(app);
}

/** The row that leads through a problem. @param {import("./app.js").App} app @returns {HTMLElement} */
export function problemRow(app) {
  const text = h("span", { class: "guess-text" });
  const more = button({ text: t("problem.next"), id: "problem-next" }, () => next(app));
  const help = button({ text: t("hint"), id: "problem-hint" }, () => hint(app));
  const row = h("div", { class: "actions problem", role: "group", "aria-label": t("problem") }, text, help,
    button({ text: t("problem.retry"), id: "problem-retry" }, () => startProblem(app)), more,
    button({ text: t("problem.stop") }, () => app.setUi({ problem: null })));
  const draw = () => {
    const { problem } = app.ui;
    row.hidden = !problem;
    document.body.classList.toggle("solving", Boolean(problem));
    if (!problem) return;
    const key = { open: "problem.begin", right: "problem.right", wrong: "problem.wrong", off: "problem.off" }[problem.state];
    setText(text, t(key, { color: colorName(problem.color) }));
    more.hidden = (app.store.state?.games?.count ?? 1) < 2;
    help.disabled = problem.state !== "open";
  };
  for (const event of ["ui", "state"]) app.store.on(event, draw);
  draw();
  return row;
}
