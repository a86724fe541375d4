/** Stones, shadows, territory and ownership: drawings by point. */

import { CELL, center, offset } from "./board-geometry.js";
import { colorOfSymbol } from "./labels.js";
import { s } from "./dom.js";

/** @typedef {import("./board-geometry.js").Geometry} Geometry */
/** @typedef {Map<number | string, import("./layer.js").Item>} Items */

/** A stone or shadow at a place of the drawing. */
export function stone(id, cx, cy, name = "") {
  return s("use", { href: `#${id}`, class: name, x: cx - CELL / 2, y: cy - CELL / 2, width: CELL, height: CELL });
}

/** The shape of a stone: white ones differ in their grain. */
export function shape(color, index) {
  return color === "black" ? "black" : `white-${(index * 7) % 3}`;
}

/**
 * @param {Geometry} g @param {string[]} board @param {{natural: boolean, dead: Set<number>, fresh: number}} look
 *   fresh: the point of the stone that appears with a movement, or -1
 * @returns {{stones: Items, shadows: Items}}
 */
export function stoneItems(g, board, look) {
  /** @type {Items} */
  const stones = new Map();
  /** @type {Items} */
  const shadows = new Map();
  board.forEach((row, y) =>
    [...row].forEach((symbol, x) => {
      const color = colorOfSymbol(symbol);
      if (!color) return;
      const index = y * g.width + x;
      const [cx, cy] = center(g, x, y);
      const [dx, dy] = look.natural ? offset(index) : [0, 0];
      const dead = look.dead.has(index);
      const kind = shape(color, index);
      const name = (dead ? "dead" : "") + (look.fresh === index ? " fresh" : "");
      const key = `${kind} ${dead} ${dx} ${dy}`;
      stones.set(index, { key, make: () => stone(kind, cx + dx, cy + dy, name.trim()) });
      if (!dead) shadows.set(index, { key, make: () => stone("shadow", cx + dx, cy + dy) });
    }),
  );
  return { stones, shadows };
}

function square(g, index, color, size, name) {
  const [cx, cy] = center(g, index % g.width, Math.floor(index / g.width));
  const side = CELL * size;
  return s("rect", { class: `${name} ${color}`, x: cx - side / 2, y: cy - side / 2, width: side, height: side, rx: 1.5 });
}

/**
 * Squares on the points that belong to a player, on dead stones too.
 * @param {Geometry} g @param {Map<number, string>} owners color or "dame" by point @returns {Items}
 */
export function territoryItems(g, owners) {
  /** @type {Items} */
  const items = new Map();
  for (const [index, owner] of owners) {
    const make = () => (owner === "dame" ? dame(g, index) : square(g, index, owner, 0.32, "territory"));
    items.set(index, { key: owner, make });
  }
  return items;
}

function dame(g, index) {
  const [cx, cy] = center(g, index % g.width, Math.floor(index / g.width));
  return s("path", { class: "dame", d: `M${cx - 4} ${cy - 4}l8 8m0-8l-8 8` });
}

/**
 * Squares that grow with the certainty of the owner; none where a stone of that color stands.
 * @param {Geometry} g @param {string[]} board @param {number[]} ownership -1 to 1, Black's view
 * @param {boolean} isChange whether it is a change, which counts under stones too @returns {Items}
 */
export function ownershipItems(g, board, ownership, isChange = false) {
  /** @type {Items} */
  const items = new Map();
  ownership.forEach((value, index) => {
    const color = value > 0 ? "black" : "white";
    const certainty = Math.abs(value);
    const symbol = board[Math.floor(index / g.width)]?.[index % g.width];
    if (certainty < 0.15 || symbol === undefined || (!isChange && colorOfSymbol(symbol) === color)) return;
    const size = Math.round((0.08 + 0.4 * certainty) * 20) / 20;
    items.set(index, { key: `${color} ${size}`, make: () => square(g, index, color, size, "owner") });
  });
  return items;
}
