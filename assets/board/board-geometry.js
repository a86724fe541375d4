/** Measures of the board drawing, in units of the SVG: a cell is 40 wide. */

export const CELL = 40;
/** Radii of the stones: Black's look smaller and are made larger. */
export const RADIUS = { black: CELL * 0.482, white: CELL * 0.474 };
/** Line spacing away from the player to line spacing across, on real boards. */
const SLANT = 1.077;

/**
 * @typedef {{width: number, height: number, cellY: number, margin: number, viewWidth: number,
 *   viewHeight: number, coordinates: string}} Geometry
 */

/**
 * @param {[number, number]} size columns and rows @param {string} coordinates kind, or "none"
 * @param {boolean} slanted @returns {Geometry}
 */
export function geometry(size, coordinates, slanted) {
  const [width, height] = size;
  const cellY = slanted ? CELL * SLANT : CELL;
  const margin = CELL * (coordinates === "none" ? 0.72 : 1.18);
  return {
    width, height, cellY, margin, coordinates,
    viewWidth: (width - 1) * CELL + 2 * margin,
    viewHeight: (height - 1) * cellY + 2 * margin,
  };
}

/**
 * The factor for lines, star points and coordinates, which would be coarse on small boards.
 * @param {Geometry} g @returns {number}
 */
export function fineness(g) {
  return Math.min(1, Math.max(0.42, (Math.max(g.width, g.height) + 2) / 19));
}

/** @param {Geometry} g @param {number} x @param {number} y @returns {[number, number]} */
export function center(g, x, y) {
  return [g.margin + x * CELL, g.margin + y * g.cellY];
}

/**
 * The point at a place of the drawing; null off the board or within `dead` of a cell's border.
 * @param {Geometry} g @param {number} px @param {number} py @param {number} dead share of a cell
 * @returns {[number, number] | null}
 */
export function pointAt(g, px, py, dead) {
  const fx = (px - g.margin) / CELL;
  const fy = (py - g.margin) / g.cellY;
  const [x, y] = [Math.round(fx), Math.round(fy)];
  const reach = 0.5 - dead;
  if (x < 0 || y < 0 || x >= g.width || y >= g.height) return null;
  return Math.abs(fx - x) <= reach && Math.abs(fy - y) <= reach ? [x, y] : null;
}

/**
 * The small offset of a stone placed by hand. It depends only on the point, so that going back
 * shows the same board, and is too small for neighbors to overlap.
 * @param {number} index @returns {[number, number]}
 */
export function offset(index) {
  const mixed = Math.imul(index + 11, 0x9e3779b1) >>> 0;
  return [((mixed >>> 8) % 5 - 2) * 0.28, ((mixed >>> 16) % 5 - 2) * 0.28];
}
