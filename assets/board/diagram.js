/** The position as a standalone drawing for export and print: flat, without gradients. */

import { CELL, center, geometry } from "./board-geometry.js";
import { boardOfFigure, bounds, listOfFigure } from "./figure.js";
import { columnLabel, parsePoint, rowLabel, starPoints } from "./coordinates.js";

const FONT = "Helvetica, Arial, 'Noto Sans', sans-serif";

/** @param {string} text @returns {string} */
function escape(text) {
  return text.replace(/[&<>"']/g, (sign) => `&#${sign.charCodeAt(0)};`);
}

/** @param {string} name @param {Record<string, string | number>} values @param {string} [content] */
function tag(name, values, content = "") {
  const attributes = Object.entries(values).map(([key, value]) => ` ${key}="${typeof value === "number" ? Number(value.toFixed(2)) : escape(value)}"`);
  return `<${name}${attributes.join("")}${content === "" ? "/>" : `>${content}</${name}>`}`;
}

/** @param {number} x @param {number} y @param {string} content @param {number} size @param {string} fill */
function text(x, y, content, size, fill) {
  const values = { x, y: y + size * 0.35, "font-size": size, fill, "text-anchor": "middle", "font-family": FONT };
  return tag("text", values, escape(content));
}

/** @param {string} kind @param {number} cx @param {number} cy @param {string} ink */
function mark(kind, cx, cy, ink) {
  const r = CELL * 0.25;
  const line = { fill: "none", stroke: ink, "stroke-width": 2.4 };
  switch (kind) {
    case "triangle": return tag("path", { ...line, d: `M${cx} ${cy - r * 1.1}l${r} ${r * 1.7}h${-2 * r}z` });
    case "square": return tag("rect", { ...line, x: cx - r * 0.8, y: cy - r * 0.8, width: r * 1.6, height: r * 1.6 });
    case "circle": return tag("circle", { ...line, cx, cy, r: r * 0.9 });
    case "cross": return tag("path", { ...line, d: `M${cx - r * 0.8} ${cy - r * 0.8}l${r * 1.6} ${r * 1.6}m0 ${-r * 1.6}l${-r * 1.6} ${r * 1.6}` });
    case "selected": return tag("rect", { fill: ink, x: cx - r * 0.6, y: cy - r * 0.6, width: r * 1.2, height: r * 1.2 });
    case "territory-black": return tag("rect", { fill: "#000", x: cx - 6, y: cy - 6, width: 12, height: 12 });
    case "territory-white": return tag("rect", { fill: "#fff", stroke: "#000", x: cx - 6, y: cy - 6, width: 12, height: 12 });
    default: return "";
  }
}

/** Lines, star points and coordinates. @param {import("./board-geometry.js").Geometry} g */
function grid(g) {
  const [left, top] = center(g, 0, 0);
  const [right, bottom] = center(g, g.width - 1, g.height - 1);
  let path = `M${left} ${top}H${right}V${bottom}H${left}z`;
  for (let x = 1; x < g.width - 1; x++) path += `M${left + x * CELL} ${top}V${bottom}`;
  for (let y = 1; y < g.height - 1; y++) path += `M${left} ${top + y * g.cellY}H${right}`;
  const parts = [tag("path", { d: path, fill: "none", stroke: "#333", "stroke-width": 1.4 })];
  for (const [x, y] of starPoints(g.width, g.height)) {
    const [cx, cy] = center(g, x, y);
    parts.push(tag("circle", { cx, cy, r: 3.6, fill: "#333" }));
  }
  if (g.coordinates === "none") return parts;
  for (let x = 0; x < g.width; x++) {
    for (const y of [CELL * 0.42, g.viewHeight - CELL * 0.42]) parts.push(text(center(g, x, 0)[0], y, columnLabel(g.coordinates, x), 15, "#333"));
  }
  for (let y = 0; y < g.height; y++) {
    for (const x of [CELL * 0.42, g.viewWidth - CELL * 0.42]) parts.push(text(x, center(g, 0, y)[1], rowLabel(g.coordinates, y, g.height), 15, "#333"));
  }
  return parts;
}

/** The stones, with numbers if there are any for them. */
function stones(g, board, numbers) {
  const names = new Map(numbers.map(([name, number]) => [JSON.stringify(parsePoint(name, g.width, g.height)), number]));
  return board.flatMap((row, y) => [...row].flatMap((symbol, x) => {
    if (symbol === ".") return [];
    const [cx, cy] = center(g, x, y);
    const black = symbol === "X";
    const stone = tag("circle", { cx, cy, r: CELL * 0.47, fill: black ? "#111" : "#fff", stroke: "#111", "stroke-width": 1.3 });
    const number = names.get(JSON.stringify([x, y]));
    if (number === undefined) return [stone];
    return [stone, text(cx, cy, String(number), number > 99 ? 15 : 18, black ? "#fff" : "#000")];
  }));
}

/** The part of the drawing that the record shows, up to the edge of the board where it touches it. */
function part(g, state) {
  const shown = state.visible ? bounds(state.visible, state.size) : null;
  if (!shown) return { x: 0, y: 0, width: g.viewWidth, height: g.viewHeight };
  const [left, top] = center(g, shown.left, shown.top);
  const [right, bottom] = center(g, shown.right, shown.bottom);
  const x = shown.left === 0 ? 0 : left - CELL / 2;
  const y = shown.top === 0 ? 0 : top - CELL / 2;
  const endX = shown.right === g.width - 1 ? g.viewWidth : right + CELL / 2;
  const endY = shown.bottom === g.height - 1 ? g.viewHeight : bottom + CELL / 2;
  return { x, y, width: endX - x, height: endY - y };
}

/** The marks in the order in which they lie on one another: patches under them, labels above, what dims them last. */
function markParts(g, marks, board, paper) {
  const parts = { patches: new Map(), shapes: [], labels: [], dims: [] };
  const isShape = (kind) => !/^(label|dim|territory.*)$/.test(kind);
  const marked = new Set(marks.filter(({ kind }) => isShape(kind)).map(({ point }) => point));
  for (const { point, kind, text: content } of marks) {
    const spot = parsePoint(point, g.width, g.height);
    if (!spot) continue;
    const [cx, cy] = center(g, ...spot);
    const under = board[spot[1]][spot[0]];
    const ink = under === "X" ? "#fff" : "#000";
    if (under === "." && (kind === "label" || isShape(kind))) parts.patches.set(point, tag("circle", { cx, cy, r: CELL * 0.42, fill: paper }));
    if (kind === "label") parts.labels.push(text(cx, cy, content ?? "", [...(content ?? "")].length > 2 || marked.has(point) ? 14 : 20, ink));
    else if (kind === "dim") parts.dims.push(tag("rect", { x: cx - CELL / 2, y: cy - g.cellY / 2, width: CELL, height: g.cellY, fill: paper, "fill-opacity": 0.55 }));
    else parts.shapes.push(mark(kind, cx, cy, ink));
  }
  return [...parts.patches.values(), ...parts.shapes, ...parts.labels, ...parts.dims];
}

/** Lines, and arrows with a head. */
function lines(g, drawn) {
  return drawn.flatMap(({ from, to, arrow }) => {
    const [start, end] = [from, to].map((name) => parsePoint(name, g.width, g.height));
    if (!start || !end) return [];
    const [[x1, y1], [x2, y2]] = [center(g, ...start), center(g, ...end)];
    const scale = 10 / (Math.hypot(x2 - x1, y2 - y1) || 1);
    const [dx, dy] = [(x2 - x1) * scale, (y2 - y1) * scale];
    const head = arrow ? `m${-dx - dy / 2} ${dx / 2 - dy}L${x2} ${y2}l${dy / 2 - dx} ${-dy - dx / 2}` : "";
    return [tag("path", { d: `M${x1} ${y1}L${x2} ${y2}${head}`, fill: "none", stroke: "#1d4f91", "stroke-width": 3 })];
  });
}

/**
 * @param {Record<string, any>} state @param {{coordinates?: string, numbers?: boolean, paper?: string}} [options]
 * @returns {string} the drawing as an SVG document
 */
export function diagram(state, { coordinates = "letters", numbers = false, paper = "#ecca93" } = {}) {
  const g = geometry(state.size, coordinates, false);
  const board = numbers ? boardOfFigure(state) : state.board;
  const marks = markParts(g, state.marks ?? [], board, paper);
  const box = part(g, state);
  const list = numbers ? listOfFigure(state) : "";
  const caption = list === "" ? [] : [text(box.x + box.width / 2, box.y + box.height + 12, list, 15, "#333")];
  const height = box.height + (list === "" ? 0 : 26);
  const parts = [
    tag("rect", { ...box, height, fill: paper }), ...grid(g), ...stones(g, board, numbers ? (state.figure?.numbers ?? []) : []), ...marks, ...lines(g, state.lines ?? []), ...caption,
  ];
  const size = { width: box.width, height };
  return tag("svg", { xmlns: "http://www.w3.org/2000/svg", viewBox: [box.x, box.y, box.width, height].join(" "), ...size }, parts.join(""));
}
