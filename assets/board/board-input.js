/** Mouse, touch and wheel on the board. */

import { pointAt } from "./board-geometry.js";
import { pointName } from "./coordinates.js";
import { pref } from "./prefs.js";
import { isSamePosition } from "./store.js";
import { illegalReason, ownershipOf, personToMove } from "./turns.js";

/** Share of a cell at its border in which a click of the mouse is ignored. */
const DEAD_ZONE = 0.06;
/** Pixels after which a finger drags; the stone is then placed above the finger. */
const DRAG_FROM = 12;
const ABOVE_FINGER = 44;
const WHEEL_STEP = 60;

export class BoardInput {
  /** @param {import("./app.js").App} app @param {import("./board-view.js").BoardView} view */
  constructor(app, view) {
    this.app = app;
    this.view = view;
    /** @type {{x: number, y: number, node: number, point: string | null, dragged: boolean} | null} */
    this.press = null;
    this.wheel = 0;
    /** @type {string | null} the candidate whose line is shown */
    this.lined = null;
    const svg = view.svg;
    svg.addEventListener("pointermove", (event) => this.move(event));
    svg.addEventListener("pointerleave", (event) => event.pointerType === "mouse" && this.hover(null));
    svg.addEventListener("pointerdown", (event) => this.down(event));
    svg.addEventListener("pointerup", (event) => this.up(event));
    svg.addEventListener("pointercancel", () => (this.press = null));
    svg.addEventListener("wheel", (event) => this.turn(event), { passive: false });
    app.store.on("state", () => this.dropStale());
  }

  /** @param {MouseEvent} event @param {number} dead @param {number} lift @returns {string | null} */
  point(event, dead, lift = 0) {
    const g = this.view.geometry;
    const box = this.view.svg.getBoundingClientRect();
    const px = ((event.clientX - box.left) / box.width) * g.viewWidth;
    const py = ((event.clientY - lift - box.top) / box.height) * g.viewHeight;
    const found = pointAt(g, px, py, dead);
    return found && pointName(found[0], found[1], g.height);
  }

  /** @param {PointerEvent} event @returns {boolean} whether a move needs a second tap */
  confirms(event) {
    if (pref("confirm") === "always") return true;
    if (pref("confirm") === "never") return false;
    return event.pointerType === "touch" || (event.pointerType !== "mouse" && matchMedia("(pointer: coarse)").matches);
  }

  /** The stone shown under the pointer: none where the player may not play. */
  hover(point) {
    const { store, ui } = this.app;
    if (ui.preview?.pending || ui.preview?.typed) return;
    this.app.preview(point && this.legal(point) ? { point, color: ui.problem?.color ?? store.state.toMove } : null);
    this.hoverLine(point);
    const marks = this.app.marksDead() || ui.tool !== "play";
    this.view.svg.classList.toggle("marking", Boolean(point && marks));
    this.app.pointAt(point);
  }

  /** Shows the expected line of the candidate under the pointer. */
  hoverLine(point) {
    const { store, ui } = this.app;
    if (point === this.lined) return;
    const shown = store.state?.mode === "review" && pref("analyze") && pref("candidates") && !this.app.isQuiz() && ui.tool === "play";
    const move = shown && point ? store.analysis?.moves?.find((/** @type {any} */ one) => one.move === point && one.pv?.length > 1) : null;
    if (move) this.app.setLine({ moves: move.pv, toMove: store.state?.toMove ?? "black", ownership: ownershipOf(move) });
    else if (this.lined) this.app.setLine(null);
    this.lined = move ? point : null;
  }

  legal(point) {
    const { store, ui } = this.app;
    if (ui.tool !== "play" || this.app.marksDead()) return false;
    if (!personToMove(store.state) && !this.app.isQuiz()) return false;
    return this.app.stoneAtPoint(point) === "." && !illegalReason(store.state, point);
  }

  move(event) {
    if (event.pointerType === "mouse" && !this.press) return this.hover(this.point(event, 0));
    if (!this.press || !this.confirms(event) || this.app.ui.tool !== "play" || this.app.marksDead()) return;
    const far = Math.hypot(event.clientX - this.press.x, event.clientY - this.press.y) > DRAG_FROM;
    this.press.dragged ||= far;
    if (!this.press.dragged) return;
    this.press.point = this.point(event, 0, event.pointerType === "touch" ? ABOVE_FINGER : 0);
    if (this.press.point && this.legal(this.press.point)) this.pend(this.press.point);
    else this.app.cancelPending();
  }

  down(event) {
    if (event.button !== 0 || !this.app.store.state) return;
    const confirms = this.confirms(event);
    const point = this.point(event, confirms ? 0 : DEAD_ZONE);
    this.press = { x: event.clientX, y: event.clientY, node: this.app.store.state.node, point, dragged: false };
    // A release outside the board counts as well.
    this.view.svg.setPointerCapture(event.pointerId);
  }

  /** A release counts only if the view is still the one in which the press began. */
  up(event) {
    const press = this.press;
    this.press = null;
    const state = this.app.store.state;
    if (!press || !state || press.node !== state.node) return;
    if (this.drawsRectangle()) {
      const end = this.point(event, 0);
      if (press.point && end && end !== press.point) return void this.app.useRectangle(press.point, end);
    }
    if (press.dragged) return;
    const point = this.point(event, this.confirms(event) ? 0 : DEAD_ZONE);
    if (!point || point !== press.point) return this.app.cancelPending();
    if (!this.confirms(event) || this.app.ui.tool !== "play" || this.app.marksDead()) return this.app.pressPoint(point);
    if (this.app.ui.preview?.pending && this.app.ui.preview.point === point) return this.app.commitPending();
    return this.pend(point);
  }

  /** @returns {boolean} whether the tool takes a rectangle */
  drawsRectangle() {
    return ["region", "view"].includes(this.app.ui.tool);
  }

  /** Places a translucent stone that a second tap or the Play button makes a move. */
  pend(point) {
    const { store } = this.app;
    if (this.legal(point)) {
      this.app.preview({ point, color: store.state.toMove, cross: true, pending: true });
      this.app.pointAt(point);
    } else {
      this.app.cancelPending();
      this.app.pressPoint(point);
    }
  }

  /** A stone placed but not played, an expected line and a line begun do not outlive the position. */
  dropStale() {
    const { previous, state } = this.app.store;
    if (previous && isSamePosition(previous, state)) return;
    this.app.preview(null);
    this.hoverLine(null);
    this.app.setLine(null);
    this.app.ui.lineStart = null;
  }

  /** @param {WheelEvent} event */
  turn(event) {
    if (this.app.store.state?.mode !== "review" || event.ctrlKey) return;
    event.preventDefault();
    this.wheel += event.deltaY;
    if (Math.abs(this.wheel) < WHEEL_STEP) return;
    this.app.step(this.wheel > 0 ? 1 : -1);
    this.wheel = 0;
  }
}
