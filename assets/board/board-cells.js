/** The accessible grid over the board: a cell for each point, one of which has the focus. */

import { CELL, center } from "./board-geometry.js";
import { nextStarLine, pointName } from "./coordinates.js";
import { s, set } from "./dom.js";
import { t } from "./i18n.js";

export class BoardCells {
  /** @param {SVGElement} parent */
  constructor(parent) {
    this.grid = s("g", { role: "grid", class: "cells" });
    parent.append(this.grid);
    /** @type {SVGElement[]} */
    this.cells = [];
    this.at = 0;
    /** @type {import("./board-geometry.js").Geometry | null} */
    this.geometry = null;
  }

  /** Makes the cells anew for a board. @param {import("./board-geometry.js").Geometry} g */
  build(g) {
    const hadFocus = this.grid.contains(document.activeElement);
    const sameSize = this.geometry?.width === g.width && this.geometry?.height === g.height;
    this.geometry = g;
    this.cells = [];
    this.grid.replaceChildren();
    set(this.grid, "aria-label", t("board.name", { width: g.width, height: g.height }));
    for (let y = 0; y < g.height; y++) {
      const row = s("g", { role: "row" });
      for (let x = 0; x < g.width; x++) {
        const [cx, cy] = center(g, x, y);
        const cell = s("rect", {
          role: "gridcell", class: "cell", tabindex: -1, "data-point": pointName(x, y, g.height),
          x: cx - CELL * 0.48, y: cy - CELL * 0.48, width: CELL * 0.96, height: CELL * 0.96, rx: 5,
        });
        this.cells.push(cell);
        row.append(cell);
      }
      this.grid.append(row);
    }
    if (!sameSize) this.at = Math.floor(g.height / 2) * g.width + Math.floor(g.width / 2);
    set(this.cells[this.at], "tabindex", 0);
    if (hadFocus) this.cells[this.at].focus();
  }

  /** @param {(x: number, y: number) => string} label */
  label(label) {
    const width = this.geometry?.width ?? 1;
    this.cells.forEach((cell, index) => set(cell, "aria-label", label(index % width, Math.floor(index / width))));
  }

  /** Moves the tab stop, and the focus if wanted. @param {number} index @param {boolean} focus */
  moveTo(index, focus) {
    if (!this.cells[index]) return;
    set(this.cells[this.at], "tabindex", -1);
    this.at = index;
    set(this.cells[index], "tabindex", 0);
    if (focus) this.cells[index].focus();
  }

  /** @returns {boolean} whether the focus is on the board */
  hasFocus() {
    return this.grid.contains(document.activeElement);
  }

  /**
   * Moves the cursor by a key.
   * @param {KeyboardEvent} event @returns {boolean} whether the key was one of the cursor's
   */
  key(event) {
    const g = this.geometry;
    if (!g || event.ctrlKey || event.metaKey || event.altKey) return false;
    const [x, y] = [this.at % g.width, Math.floor(this.at / g.width)];
    const step = (at, length, direction) =>
      event.shiftKey ? nextStarLine(at, length, direction) : Math.min(length - 1, Math.max(0, at + direction));
    /** @type {Record<string, () => [number, number]>} */
    const moves = {
      ArrowLeft: () => [step(x, g.width, -1), y],
      ArrowRight: () => [step(x, g.width, 1), y],
      ArrowUp: () => [x, step(y, g.height, -1)],
      ArrowDown: () => [x, step(y, g.height, 1)],
      Home: () => [0, y],
      End: () => [g.width - 1, y],
    };
    const move = moves[event.key];
    if (!move) return false;
    const [nx, ny] = move();
    this.moveTo(ny * g.width + nx, true);
    return true;
  }

  /** @returns {string} the name of the point under the cursor */
  point() {
    return this.cells[this.at]?.getAttribute("data-point") ?? "";
  }
}
