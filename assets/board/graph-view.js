/** The graph of score and win rate over the moves. Click or keys go to a move. */

import { isBad, linePath, scoreLimit, scoreText } from "./analysis-math.js";
import { h, s, set } from "./dom.js";
import { t } from "./i18n.js";

const WIDTH = 320;
const HEIGHT = 130;
const PAD = { left: 30, right: 8, top: 8, bottom: 16 };

export class GraphView {
  /** @param {import("./app.js").App} app */
  constructor(app) {
    this.app = app;
    this.svg = s("svg", { viewBox: `0 0 ${WIDTH} ${HEIGHT}`, class: "graph", "aria-hidden": "true" });
    this.element = h("div", {
      class: "graph-holder", role: "slider", tabindex: 0, "aria-label": t("graph.name"), "aria-valuemin": 0,
      on: { click: (/** @type {MouseEvent} */ event) => this.click(event), keydown: (/** @type {KeyboardEvent} */ event) => this.key(event) },
    }, this.svg);
    app.store.on("review", () => this.draw());
    app.store.on("state", () => this.draw());
  }

  /** @returns {import("./analysis-math.js").ReviewPoint[]} */
  points() {
    return [...(this.app.store.review?.points ?? [])].sort((a, b) => a[1] - b[1]);
  }

  draw() {
    const { state } = this.app.store;
    const points = this.points();
    if (!state) return;
    this.element.hidden = points.length < 2;
    if (this.element.hidden) return;
    const last = Math.max(...points.map((point) => point[1]), (state.path?.length ?? 1) - 1, 1);
    const limit = scoreLimit(points.map((point) => Math.max(Math.abs(point[3]), point[4] / 2)));
    this.x = (number) => PAD.left + (number / last) * (WIDTH - PAD.left - PAD.right);
    const middle = PAD.top + (HEIGHT - PAD.top - PAD.bottom) / 2;
    const half = middle - PAD.top;
    const scoreY = (score) => middle - (Math.max(-limit, Math.min(limit, score)) / limit) * half;
    const rateY = (rate) => middle - (rate - 0.5) * 2 * half;
    this.last = last;
    const gap = this.x(2) - this.x(0);
    const upper = points.map((point) => [this.x(point[1]), scoreY(point[3] + point[4] / 2)]);
    const lower = points.map((point) => [this.x(point[1]), scoreY(point[3] - point[4] / 2)]).reverse();
    const band = upper.concat(lower).map(([x, y]) => `${x.toFixed(1)} ${y.toFixed(1)}`).join("L");
    const at = this.x(state.moveNumber ?? 0);
    this.svg.replaceChildren(
      s("path", { class: "axis", d: `M${PAD.left} ${middle}H${WIDTH - PAD.right}` }),
      ...[limit, 0, -limit].map((value) => s("text", { class: "tick", x: PAD.left - 5, y: scoreY(value), text: value === 0 ? "0" : scoreText(value, 0) })),
      ...this.numbers(last),
      s("path", { class: "band", d: `M${band}z` }),
      s("path", { class: "rate-line", d: linePath(points.map((point) => [this.x(point[1]), rateY(point[2])]), gap) }),
      s("path", { class: "score-line", d: linePath(points.map((point) => [this.x(point[1]), scoreY(point[3])]), gap) }),
      ...points.filter(isBad).map((point) => s("circle", { class: "mistake", cx: this.x(point[1]), cy: scoreY(point[3]), r: 2.6 })),
      s("path", { class: "now", d: `M${at} ${PAD.top}V${HEIGHT - PAD.bottom}` }),
    );
    this.say(points, state.moveNumber ?? 0, last);
  }

  numbers(last) {
    const step = [1, 2, 5, 10, 20, 50, 100, 200, 500, 1000, 2000].find((size) => last / size <= 7) ?? last;
    const labels = [];
    for (let number = step; number <= last; number += step) {
      labels.push(s("text", { class: "tick below", x: this.x(number), y: HEIGHT - 5, text: String(number) }));
    }
    return labels;
  }

  say(points, number, last) {
    set(this.element, "aria-valuemax", last);
    set(this.element, "aria-valuenow", number);
    const point = points.find((one) => one[1] === number);
    const text = point ? `${number}: ${scoreText(point[3])}, ${Math.round(point[2] * 100)}%` : String(number);
    set(this.element, "aria-valuetext", text);
  }

  /** @param {MouseEvent} event */
  click(event) {
    const box = this.svg.getBoundingClientRect();
    const share = (((event.clientX - box.left) / box.width) * WIDTH - PAD.left) / (WIDTH - PAD.left - PAD.right);
    const { state } = this.app.store;
    const number = Math.round(Math.max(0, Math.min(1, share)) * this.last);
    const point = this.points().find((one) => one[1] === number);
    const node = point ? point[0] : state?.path?.[number];
    if (node !== undefined) this.app.go(node);
  }

  /** @param {KeyboardEvent} event */
  key(event) {
    /** @type {Record<string, number | string>} */
    const steps = { ArrowLeft: -1, ArrowRight: 1, ArrowDown: -1, ArrowUp: 1, PageDown: 10, PageUp: -10, Home: "first", End: "last" };
    const by = steps[event.key];
    if (by === undefined) return;
    event.preventDefault();
    event.stopPropagation();
    this.app.step(by);
  }
}
