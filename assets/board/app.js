/** The page's own state and what every part of it may ask for. */

import { Api } from "./api.js";
import { nearness } from "./analysis-math.js";
import { parsePoint, pointName } from "./coordinates.js";
import { confirmDialog } from "./dialog.js";
import { errorText, t } from "./i18n.js";
import { solveAt } from "./problem.js";
import { Store } from "./store.js";
import { illegalReason, mayMark, mayPlayOn, nextOnLine, personToMove, rectangle, stoneAt, variations, variationStyle } from "./turns.js";

/**
 * @typedef {{point: string, color?: string, cross?: boolean, pending?: boolean, typed?: boolean}} Preview
 * @typedef {{tries: number, right: number, total: number, sum: number}} Guess
 */

/** The actions that change the node that is shown, or go on from it. */
const EDITS = new Set([
  "play", "add-line", "mark", "line", "set-up", "to-move", "annotate", "node-name", "figure", "view",
  "cut", "copy", "paste", "make-main", "delete-node",
]);

/** Wrong guesses after which the move of the record is shown. */
const MAX_TRIES = 3;

export class App {
  constructor() {
    this.store = new Store();
    this.api = new Api(this.store);
    this.ui = {
      /** What a click on the board does: "play", a kind of mark, "line", "arrow", "black", "confirm", … */
      tool: "play",
      label: "",
      /** @type {{moves: string[], toMove: string, ownership?: number[]} | null} an expected line shown */
      line: null,
      /** @type {Preview | null} */
      preview: null,
      /** @type {Guess | null} */
      guess: null,
      /** @type {import("./problem.js").Problem | null} */
      problem: null,
      /** @type {string | null} first end of a line being drawn */
      lineStart: null,
      tab: "record",
    };
    /** Each sends what was typed into a field and is not sent yet. @type {(() => Promise<any>)[]} */
    this.drafts = [];
  }

  /** Does an action, an edit only at the node shown now, and says what went wrong. @param {string} name @param {Record<string, any>} [values] */
  async act(name, values = {}) {
    const here = EDITS.has(name) ? this.store.here : {};
    await this.flush();
    const answer = await this.api.act(name, { ...here, ...values });
    if (!answer.ok) this.fail(answer.error, values.point);
    return answer;
  }

  /** Sends what was typed and is not sent yet, before the position changes. */
  async flush() {
    await Promise.all(this.drafts.map((send) => send()));
  }

  /** @param {any} error @param {string} [point] */
  fail(error, point) {
    this.say(errorText(error, point), true);
    this.store.emit("refused", point);
  }

  /** Shows a message in the status line, which screen readers read. @param {string} text @param {boolean} [error] */
  say(text, error = false) {
    this.store.emit("say", { text, error });
  }

  /** Tells every view that the page's own state has changed. @param {Record<string, any>} [changes] */
  setUi(changes) {
    Object.assign(this.ui, changes);
    this.store.emit("ui");
  }

  /** @param {Preview | null} preview */
  preview(preview) {
    if (JSON.stringify(preview) === JSON.stringify(this.ui.preview)) return;
    this.ui.preview = preview;
    this.store.emit("preview", preview);
  }

  /** Shows the record: a game that is played is interrupted. */
  async toReview() {
    if (this.store.state?.mode !== "review") await this.act("mode", { mode: "review" });
  }

  /** Ends guesses and problems, and takes the tool back. */
  leaveQuiz() {
    this.setUi({ guess: null, problem: null, tool: "play", line: null, lineStart: null });
  }

  /**
   * Resets the page's own state where it no longer applies: the tool for confirming once play goes on, guesses and
   * problems in another record or when a game begins.
   */
  leaveOld() {
    const { previous, state } = this.store;
    if (this.ui.tool === "confirm" && !mayMark(state)) this.setUi({ tool: "play" });
    const begins = state?.mode === "play" && previous?.mode !== "play";
    if (previous && (begins || previous.record !== state?.record)) this.leaveQuiz();
    else if (this.ui.guess && this.ui.guess.tries > 0 && previous?.node !== state?.node) this.ui.guess.tries = 0;
  }

  cancelPending() {
    this.preview(null);
  }

  commitPending() {
    const point = this.ui.preview?.point;
    this.preview(null);
    if (point) this.pressPoint(point);
  }

  /** @param {string | null} point under the pointer */
  pointAt(point) {
    if (point === this.pointed) return;
    this.pointed = point;
    this.store.emit("pointed", point);
  }

  /** @param {string} name @returns {string} */
  stoneAtPoint(name) {
    const { state } = this.store;
    const point = state && parsePoint(name, state.size[0], state.size[1]);
    return point && state ? stoneAt(state, point[1] * state.size[0] + point[0]) : ".";
  }

  /** A click on a point, or Enter on it. @param {string} point */
  pressPoint(point) {
    const { state } = this.store;
    if (!state) return;
    this.store.emit("gesture");
    if (this.marksDead()) return this.ui.tool === "confirm" ? this.confirmChain(point) : this.markDead(point);
    if (this.ui.guess) return this.guessAt(point);
    if (this.ui.problem) return solveAt(this, point);
    if (this.ui.tool !== "play") return this.useTool(point);
    return this.play(point);
  }

  /** @returns {boolean} whether a click marks a chain as dead or alive */
  marksDead() {
    return ["play", "confirm"].includes(this.ui.tool) && !this.isQuiz() && mayMark(this.store.state);
  }

  async play(point) {
    const { state, here } = this.store;
    if (state.phase !== "playing" && !mayPlayOn(state)) return this.say(t(state.phase === "over" ? "error.over" : "error.not-playing"), true);
    if (!personToMove(state)) return this.say(t("error.turn"), true);
    if (this.stoneAtPoint(point) !== ".") return this.fail({ kind: "occupied" }, point);
    const sibling = state.mode === "review" && variationStyle(state).siblings && variations(state).find((one) => one.move === point);
    this.setLine(null);
    // Alternatives to the last move are marked: a click goes there.
    if (sibling) return this.go(sibling.node);
    const reason = illegalReason(state, point);
    if (!reason) return this.act("play", { point });
    if (state.mode !== "play" || state.rules?.axes?.illegal !== "forfeit") return this.fail(reason, point);
    // The pointer leaves the board without a word when the question opens.
    this.pointAt(null);
    const sure = await confirmDialog(t("ask.forfeit", { point }), t("ask.forfeit.yes"));
    return sure ? this.act("play", { point, forfeit: true, ...here }) : undefined;
  }

  async pass() {
    const { state } = this.store;
    if (!personToMove(state) && !mayPlayOn(state)) return this.say(t("error.turn"), true);
    return this.act("play", { point: "pass" });
  }

  markDead(point) {
    if (this.stoneAtPoint(point) === ".") return this.say(t("status.mark-chain"));
    return this.act("mark-dead", { point });
  }

  /** Asks for the chain whose life is played out. */
  chooseChain() {
    this.setUi({ tool: "confirm" });
    this.say(t("confirm.choose"));
  }

  confirmChain(point) {
    this.setUi({ tool: "play" });
    this.say("");
    return this.act("confirm", { point });
  }

  useTool(point) {
    const { tool, label } = this.ui;
    if (["black", "white", "empty"].includes(tool)) {
      return this.act("set-up", { points: [point], color: tool === "empty" ? null : tool });
    }
    if (tool === "line" || tool === "arrow") return this.drawLine(point, (from) => this.act("line", { from, to: point, arrow: tool === "arrow" }));
    if (tool === "region" || tool === "view") return this.drawLine(point, (from) => this.useRectangle(from, point));
    if (tool === "clear") return this.act("mark", { point, kind: "none" });
    return this.act("mark", { point, kind: tool, text: tool === "label" ? label || this.nextLabel() : undefined });
  }

  /** Asks for two points. @param {string} point @param {(from: string) => any} done called at the second one */
  drawLine(point, done) {
    const from = this.ui.lineStart;
    if (!from || from === point) {
      this.ui.lineStart = from === point ? null : point;
      this.preview(this.ui.lineStart ? { point, typed: true } : null);
      return this.say(this.ui.lineStart ? t("status.line-end", { point }) : "");
    }
    this.ui.lineStart = null;
    this.preview(null);
    return done(from);
  }

  /** Restricts the analysis or the view to a rectangle. @param {string} from a corner @param {string} to */
  useRectangle(from, to) {
    const { state } = this.store;
    const [width, height] = state?.size ?? [0, 0];
    const corners = [from, to].map((name) => parsePoint(name, width, height));
    if (!corners[0] || !corners[1]) return undefined;
    const points = rectangle(corners[0], corners[1], (x, y) => pointName(x, y, height));
    const { tool } = this.ui;
    this.preview(null);
    this.say("");
    this.setUi({ tool: "play", lineStart: null });
    return this.act(tool === "region" ? "region" : "view", { points });
  }

  /** @returns {boolean} whether moves are guessed or a problem is solved, so that the record's moves stay hidden */
  isQuiz() {
    return this.ui.guess !== null || this.ui.problem !== null;
  }

  /** @returns {string} the first letter without a label on the board */
  nextLabel() {
    const used = new Set((this.store.state?.marks ?? []).map((mark) => mark.text));
    const letters = [..."ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz"];
    return letters.find((letter) => !used.has(letter)) ?? "?";
  }

  /** Steps through the record, which is hidden while a problem is open. @param {number | string} by */
  step(by) {
    if (this.ui.problem?.state === "open") return undefined;
    this.setLine(null);
    return this.act("step", { by });
  }

  /** @param {number} node */
  go(node) {
    this.setLine(null);
    return this.act("go", { node });
  }

  /** Shows an expected line on the board, or none. @param {{moves: string[], toMove: string, ownership?: number[]} | null} line */
  setLine(line) {
    if (!line && !this.ui.line) return;
    this.setUi({ line });
  }

  /** @param {number | null} node @returns {string} the move of a node, from the tree */
  moveOf(node) {
    const { tree } = this.store;
    const at = node === null ? undefined : tree?.index.get(node);
    return at === undefined ? "" : tree.nodes[at][3];
  }

  guessAt(point) {
    const { state } = this.store;
    const { guess } = this.ui;
    const next = nextOnLine(state);
    const answer = this.moveOf(next);
    if (!guess || next === null) return this.setUi({ guess: null });
    const [width, height] = state.size;
    const right = answer === point;
    const spot = parsePoint(answer, width, height);
    // A pass or a node without a move cannot be guessed.
    if (!spot) return this.act("step", { by: 1 });
    const near = right ? 1 : nearness(/** @type {[number, number]} */ (parsePoint(point, width, height)), spot);
    if (right || guess.tries + 1 >= MAX_TRIES) {
      const first = right && guess.tries === 0;
      const sum = guess.sum + (right ? 1 / (guess.tries + 1) : 0);
      this.setUi({ guess: { tries: 0, right: guess.right + (first ? 1 : 0), total: guess.total + 1, sum } });
      this.say(right ? t("guess.right", { point }) : t("guess.was", { point: answer }));
      return this.act("step", { by: 1 });
    }
    this.setUi({ guess: { ...guess, tries: guess.tries + 1 } });
    this.store.emit("refused", point);
    return this.say(t("guess.wrong", { percent: Math.round(near * 100), left: MAX_TRIES - guess.tries - 1 }), true);
  }
}
