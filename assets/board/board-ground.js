/** The board without stones: wood, lines, star points, coordinates, and the shapes of stones. */

import { CELL, RADIUS, center, fineness } from "./board-geometry.js";
import { columnLabel, rowLabel, starPoints } from "./coordinates.js";
import { s } from "./dom.js";

const stop = (offset, color, opacity = 1) =>
  s("stop", { offset, "stop-color": color, "stop-opacity": opacity });

/** A symbol of one cell around the origin. */
function symbol(id, ...children) {
  return s("symbol", { id, viewBox: "-20 -20 40 40", overflow: "visible" }, ...children);
}

/** The faint growth lines of a shell stone. */
function shell(turn) {
  const curves = [-9, -4.5, 0, 4.5, 9].map((y) => `M-17 ${y + 2}Q0 ${y - 4} 17 ${y + 2}`);
  const grain = s("path", { class: "shell", d: curves.join(""), transform: `rotate(${turn})` });
  return s("g", { "clip-path": "url(#round)" }, grain);
}

/** @returns {SVGElement} the definitions that stones and patches refer to */
export function definitions() {
  const white = (id, turn) =>
    symbol(id, s("circle", { class: "stone white", r: RADIUS.white, fill: "url(#shine-white)" }), shell(turn));
  return s(
    "defs",
    {},
    s("radialGradient", { id: "shine-black", cx: 0.36, cy: 0.3, r: 0.75 },
      stop(0, "#6b6d70"), stop(0.28, "#3c3e41"), stop(0.7, "#1c1d1f"), stop(1, "#0c0c0d")),
    s("radialGradient", { id: "shine-white", cx: 0.38, cy: 0.32, r: 0.8 },
      stop(0, "#ffffff"), stop(0.5, "#f7f6f2"), stop(0.82, "#dedcd4"), stop(1, "#b9b6ab")),
    s("radialGradient", { id: "shade" }, stop(0.6, "#1a0f00", 0.42), stop(0.86, "#1a0f00", 0.22), stop(1, "#1a0f00", 0)),
    s("radialGradient", { id: "patch" }, s("stop", { offset: 0.62, class: "patch-stop" }),
      s("stop", { offset: 1, class: "patch-stop", "stop-opacity": 0 })),
    s("clipPath", { id: "round" }, s("circle", { r: RADIUS.white - 0.6 })),
    symbol("black", s("circle", { class: "stone black", r: RADIUS.black, fill: "url(#shine-black)" })),
    white("white-0", 18),
    white("white-1", -34),
    white("white-2", 81),
    symbol("shadow", s("circle", { cx: 1.1, cy: 2.4, r: CELL * 0.53, fill: "url(#shade)" })),
    s("marker", { id: "head", viewBox: "0 0 10 10", refX: 8, refY: 5, markerWidth: 5, markerHeight: 5, orient: "auto-start-reverse" },
      s("path", { class: "arrow-head", d: "M0 0L10 5L0 10z" })),
  );
}

/** @param {import("./board-geometry.js").Geometry} g */
function lines(g) {
  const [left, top] = center(g, 0, 0);
  const [right, bottom] = center(g, g.width - 1, g.height - 1);
  const inner = [];
  for (let x = 1; x < g.width - 1; x++) inner.push(`M${left + x * CELL} ${top}V${bottom}`);
  for (let y = 1; y < g.height - 1; y++) inner.push(`M${left} ${top + y * g.cellY}H${right}`);
  const single = g.width === 1 && g.height === 1;
  return [
    s("path", { class: "line", d: inner.join("") }),
    s("path", { class: "line edge", d: single ? "" : `M${left} ${top}H${right}V${bottom}H${left}z` }),
  ];
}

/** @param {import("./board-geometry.js").Geometry} g */
function coordinates(g) {
  if (g.coordinates === "none") return [];
  const away = CELL * 0.38;
  const text = (x, y, label) => s("text", { class: "coordinate", x, y, text: label });
  const labels = [];
  for (let x = 0; x < g.width; x++) {
    const label = columnLabel(g.coordinates, x);
    labels.push(text(center(g, x, 0)[0], away, label), text(center(g, x, 0)[0], g.viewHeight - away, label));
  }
  for (let y = 0; y < g.height; y++) {
    const label = rowLabel(g.coordinates, y, g.height);
    labels.push(text(away, center(g, 0, y)[1], label), text(g.viewWidth - away, center(g, 0, y)[1], label));
  }
  return labels;
}

/**
 * @param {import("./board-geometry.js").Geometry} g @param {string} wood address of the image, or ""
 * @param {boolean} hasStars @returns {SVGElement}
 */
export function ground(g, wood, hasStars = true) {
  const whole = { width: g.viewWidth, height: g.viewHeight };
  const stars = (hasStars ? starPoints(g.width, g.height) : []).map(([x, y]) => {
    const [cx, cy] = center(g, x, y);
    return s("circle", { class: "star", cx, cy, r: CELL * 0.092 * fineness(g) ** 0.5 });
  });
  return s(
    "g",
    { class: "ground", "aria-hidden": "true" },
    s("rect", { class: "wood", ...whole }),
    wood !== "" && s("image", { class: "grain", href: wood, preserveAspectRatio: "none", ...whole }),
    s("rect", { class: "dim", ...whole }),
    ...lines(g),
    ...stars,
    ...coordinates(g),
  );
}
