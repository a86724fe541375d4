/** The graph of the time that each move took: Black's bars above the line, White's below. */

import { timeText } from "./clock-math.js";
import { h, s, set } from "./dom.js";
import { colorName, t } from "./i18n.js";

const WIDTH = 320;
const HEIGHT = 70;
const LEFT = 30;

/**
 * The moves of a line whose time is known.
 * @param {import("./tree-layout.js").TreeNode[]} nodes @param {ReadonlyMap<number, number>} index places by id
 * @param {number[]} path ids @returns {{node: number, number: number, color: string, seconds: number}[]}
 */
export function timesOfLine(nodes, index, path) {
  const rows = [];
  let number = 0;
  for (const id of path) {
    const [, , letter, , , seconds] = nodes[index.get(id) ?? -1] ?? [0, null, "-", "", 0];
    const color = { B: "black", W: "white" }[letter];
    if (!color) continue;
    number += 1;
    if (seconds !== undefined) rows.push({ node: id, number, color, seconds });
  }
  return rows;
}

/** The smallest round time that holds all. @param {number} most seconds @returns {number} */
export function timeLimit(most) {
  return [5, 10, 20, 30, 60, 120, 300, 600, 1200, 1800, 3600].find((limit) => limit >= most) ?? Math.ceil(most / 3600) * 3600;
}

/** @param {import("./app.js").App} app @returns {HTMLElement} */
export function timeGraph(app) {
  const svg = s("svg", { class: "graph times", viewBox: `0 0 ${WIDTH} ${HEIGHT}`, role: "img" });
  const element = h("div", { class: "time-holder" }, svg);
  element.hidden = true;
  /** @type {ReturnType<typeof timesOfLine>} */
  let rows = [];
  let last = 1;
  const place = (/** @type {number} */ number) => LEFT + ((number - 0.5) / last) * (WIDTH - LEFT - 8);
  const draw = () => {
    const { state, tree } = app.store;
    rows = tree && state ? timesOfLine(tree.nodes, tree.index, state.path ?? []) : [];
    element.hidden = rows.length < 2;
    if (element.hidden) return;
    last = Math.max(2, rows[rows.length - 1].number);
    const limit = timeLimit(Math.max(...rows.map((row) => row.seconds)));
    const middle = HEIGHT / 2;
    const wide = Math.max(1, ((WIDTH - LEFT - 8) / last) * 0.8);
    const bar = ({ node, number, color, seconds }) => {
      const high = Math.max(0.6, (seconds / limit) * (middle - 3));
      const now = node === state.node ? " current" : "";
      return s("rect", { class: `time-bar ${color}${now}`, x: place(number) - wide / 2, y: color === "black" ? middle - high : middle, width: wide, height: high });
    };
    svg.replaceChildren(
      s("text", { class: "tick", x: LEFT - 5, y: 8, text: timeText(limit) }), s("text", { class: "tick", x: LEFT - 5, y: HEIGHT - 8, text: timeText(limit) }),
      ...rows.map(bar), s("path", { class: "axis", d: `M${LEFT} ${middle}H${WIDTH - 8}` }));
    set(svg, "aria-label", label(rows));
  };
  element.addEventListener("click", (event) => {
    const box = svg.getBoundingClientRect();
    const x = ((event.clientX - box.left) / box.width) * WIDTH;
    const nearest = rows.reduce((best, row) => (Math.abs(place(row.number) - x) < Math.abs(place(best.number) - x) ? row : best), rows[0]);
    if (nearest && !app.isQuiz()) app.go(nearest.node);
  });
  for (const event of ["layout", "state"]) app.store.on(event, draw);
  return element;
}

/** What the graph shows in words: the longest move of each player. @param {ReturnType<typeof timesOfLine>} rows */
function label(rows) {
  const longest = ["black", "white"].map((color) => rows.filter((row) => row.color === color).sort((a, b) => b.seconds - a.seconds)[0]);
  const texts = longest.filter(Boolean).map(({ color, number, seconds }) =>
    t("times.longest", { color: colorName(color), number, time: timeText(seconds) }));
  return [t("times.name"), ...texts].join(". ");
}
