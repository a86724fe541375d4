/** The game tree, of which only the visible part is drawn. */

import { h, s, set } from "./dom.js";
import { t } from "./i18n.js";
import { foldsAbove, foldTree, variationsBeside } from "./tree-fold.js";
import { FLAG_ANNOTATED, FLAG_COMMENT, FLAG_FIGURE, FLAG_SET_UP, layOut, visibleNodes } from "./tree-layout.js";

const STEP = 26;
const PAD = 18;
const RADIUS = 9.5;

export class TreeView {
  /** @param {import("./app.js").App} app */
  constructor(app) {
    this.app = app;
    this.svg = s("svg", { class: "tree-drawing", "aria-hidden": "true" });
    this.space = h("div", { class: "tree-space" }, this.svg);
    this.element = h("div", { class: "tree", tabindex: 0, role: "group", "aria-label": t("tree.name") }, this.space);
    /** @type {import("./tree-layout.js").Layout} */
    this.layout = layOut([]);
    /** @type {Set<number>} ids of folded nodes */
    this.folded = new Set();
    /** @type {Map<number, number>} nodes that each folded one hides */
    this.hidden = new Map();
    this.element.addEventListener("scroll", () => this.schedule(), { passive: true });
    this.svg.addEventListener("click", (event) => this.click(event));
    this.svg.addEventListener("dblclick", (event) => this.fold(this.at(event)));
    app.store.on("fold", (what) => (what ? this.foldAll(what) : this.fold(app.store.state?.node)));
    new ResizeObserver(() => this.schedule()).observe(this.element);
    app.store.on("record", () => this.folded.clear());
    app.store.on("tree", (event) => this.load(event));
    app.store.on("state", () => this.follow());
    app.store.on("connection", ({ connected }) => connected && this.load({}));
  }

  /** Fetches the tree that an event announces, once at a time. @param {object} event */
  async load(event) {
    this.wanted = event;
    if (this.loading) return;
    this.loading = true;
    try {
      do {
        event = this.wanted;
        const tree = await this.app.api.json("/api/tree");
        this.app.store.tree = { nodes: tree.nodes, index: new Map(tree.nodes.map((node, at) => [node[0], at])) };
        this.app.store.emit("layout");
      } while (event !== this.wanted);
      this.layOut();
    } catch (error) {
      console.warn("tree", error);
    } finally {
      this.loading = false;
    }
  }

  /** Lays the tree out without what is folded. */
  layOut() {
    const { nodes, index } = this.app.store.tree;
    for (const id of [...this.folded]) if (!index.has(id)) this.folded.delete(id);
    const folded = foldTree(nodes, this.folded);
    this.hidden = folded.hidden;
    this.layout = layOut(folded.nodes);
    this.resize();
    this.follow();
  }

  /** Folds what follows a node, or unfolds it. @param {number | undefined} node */
  fold(node) {
    if (node === undefined || !this.app.store.tree) return;
    if (!this.folded.delete(node)) this.folded.add(node);
    this.layOut();
  }

  /** Folds the variations beside the line, or unfolds everything. @param {"variations" | "nothing"} what */
  foldAll(what) {
    const { tree, state } = this.app.store;
    if (!tree) return;
    this.folded = new Set(what === "nothing" ? [] : variationsBeside(tree.nodes, new Set(state?.path ?? [])));
    this.layOut();
  }

  resize() {
    const { columns, rows } = this.layout;
    this.space.style.width = `${2 * PAD + (columns.length - 1) * STEP}px`;
    this.space.style.height = `${2 * PAD + Math.max(0, rows - 1) * STEP}px`;
  }

  /** Scrolls to the current node if it is out of sight. */
  follow() {
    const { state } = this.app.store;
    const { tree } = this.app.store;
    const above = state && tree ? foldsAbove(tree.nodes, tree.index, this.folded, state.node) : [];
    if (above.length > 0) {
      // The current node is always seen.
      above.forEach((id) => this.folded.delete(id));
      return this.layOut();
    }
    const at = state ? this.layout.index.get(state.node) : undefined;
    if (at === undefined) return this.schedule();
    const x = PAD + this.layout.column[at] * STEP;
    const y = PAD + this.layout.row[at] * STEP;
    const box = this.element;
    if (x < box.scrollLeft + PAD || x > box.scrollLeft + box.clientWidth - 2 * PAD) {
      box.scrollLeft = x - box.clientWidth / 2;
    }
    if (y < box.scrollTop + PAD || y > box.scrollTop + box.clientHeight - PAD) {
      box.scrollTop = y - box.clientHeight / 2;
    }
    return this.schedule();
  }

  schedule() {
    if (this.waiting) return;
    this.waiting = true;
    requestAnimationFrame(() => {
      this.waiting = false;
      this.draw();
    });
  }

  draw() {
    const { layout } = this;
    const { scrollLeft, scrollTop, clientWidth, clientHeight } = this.element;
    const cell = (pixels) => Math.floor((pixels - PAD) / STEP);
    const left = cell(scrollLeft) - 1;
    const top = cell(scrollTop) - 1;
    const found = visibleNodes(layout, left, cell(scrollLeft + clientWidth) + 1, top, cell(scrollTop + clientHeight) + 1);
    set(this.svg, "width", clientWidth);
    set(this.svg, "height", clientHeight);
    this.svg.style.transform = `translate(${scrollLeft}px, ${scrollTop}px)`;
    const state = this.app.store.state;
    const onLine = new Set(state?.path ?? []);
    /** @type {(at: number) => [number, number]} */
    const place = (at) => [PAD + layout.column[at] * STEP - scrollLeft, PAD + layout.row[at] * STEP - scrollTop];
    const edges = found.filter((at) => layout.parent[at] >= 0).map((at) => this.edge(at, place, onLine));
    const shown = found.filter((at) => layout.row[at] >= top);
    this.svg.replaceChildren(...edges, ...shown.map((at) => this.node(at, place(at), state)));
  }

  edge(at, place, onLine) {
    const [x, y] = place(at);
    const [px, py] = place(this.layout.parent[at]);
    const corner = y - py > STEP ? `L${px} ${y - STEP}` : "";
    const on = onLine.has(this.layout.nodes[at][0]) ? " on-line" : "";
    return s("path", { class: `edge${on}`, d: `M${px} ${py}${corner}L${x} ${y}` });
  }

  node(at, [x, y], state) {
    const [id, , color, move, flags] = this.layout.nodes[at];
    const current = state?.node === id;
    const name = color === "B" ? "black" : color === "W" ? "white" : "none";
    const label = move === "pass" ? "–" : color === "-" ? "" : String(this.layout.column[at]);
    return s(
      "g",
      { class: `tree-node ${name}${current ? " current" : ""}`, "data-node": id },
      current && s("circle", { class: "halo", cx: x, cy: y, r: RADIUS + 3.2 }),
      name === "none"
        ? s("rect", { class: "spot", x: x - 5, y: y - 5, width: 10, height: 10, rx: 2, transform: flags & FLAG_SET_UP ? `rotate(45 ${x} ${y})` : null })
        : s("circle", { class: "spot", cx: x, cy: y, r: RADIUS }),
      label !== "" && s("text", { x, y, text: label, class: label.length > 2 ? "long" : null }),
      flags & FLAG_COMMENT ? s("circle", { class: "comment-flag", cx: x + 7.5, cy: y - 7.5, r: 3.2 }) : null,
      flags & FLAG_FIGURE ? s("path", { class: "figure-flag", d: `M${x - 11} ${y - 11}v22` }) : null,
      this.folded.has(id) && this.hidden.has(id)
        ? s("g", { class: "fold-flag" }, s("rect", { x: x + 8, y: y - 6, width: 14, height: 12, rx: 3 }),
          s("text", { x: x + 15, y, text: `+${Math.min(99, this.hidden.get(id) ?? 0)}` }))
        : null,
      flags & FLAG_ANNOTATED ? s("path", { class: "annotated-flag", d: `M${x - 10} ${y + 12}h20` }) : null,
    );
  }

  /** The node under the pointer. @param {MouseEvent} event @returns {number | undefined} */
  at(event) {
    const box = this.element.getBoundingClientRect();
    const column = Math.round((event.clientX - box.left + this.element.scrollLeft - PAD) / STEP);
    const row = Math.round((event.clientY - box.top + this.element.scrollTop - PAD) / STEP);
    const at = this.layout.columns[column]?.find((node) => this.layout.row[node] === row);
    return at === undefined ? undefined : this.layout.nodes[at][0];
  }

  /** @param {MouseEvent} event */
  click(event) {
    const node = this.at(event);
    if (node !== undefined && !this.app.ui.problem) this.app.go(node);
  }
}
