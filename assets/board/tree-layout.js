/**
 * The layout of a game tree: moves run to the right, variations lie below. Linear in the number of
 * nodes; no recursion, so that deep trees do no harm.
 *
 * @typedef {[number, number | null, string, string, number, number?]} TreeNode
 *   id, id of the parent, color ("B", "W" or "-"), move, flags, seconds that the move took
 * @typedef {{nodes: TreeNode[], column: Int32Array, row: Int32Array, parent: Int32Array,
 *   columns: number[][], rows: number, index: Map<number, number>}} Layout
 *   arrays by the position of a node in the list; columns: positions by column
 */

export const FLAG_COMMENT = 1;
export const FLAG_SET_UP = 4;
export const FLAG_ANNOTATED = 8;
export const FLAG_RIGHT = 16;
export const FLAG_WRONG = 32;
export const FLAG_FIGURE = 64;

/**
 * Places the nodes, which are given in pre-order. A branch lies in the first row below all rows
 * that its columns and the column of its parent use.
 * @param {TreeNode[]} nodes @returns {Layout}
 */
export function layOut(nodes) {
  const column = new Int32Array(nodes.length);
  const row = new Int32Array(nodes.length);
  const parent = new Int32Array(nodes.length).fill(-1);
  const index = new Map(nodes.map((node, position) => [node[0], position]));
  /** @type {number[]} */
  const lowest = [];
  /** @type {number[][]} */
  const columns = [];
  let rows = 0;
  for (let start = 0; start < nodes.length; ) {
    let end = start + 1;
    while (end < nodes.length && nodes[end][1] === nodes[end - 1][0]) end++;
    const above = nodes[start][1] === null ? -1 : (index.get(/** @type {number} */ (nodes[start][1])) ?? -1);
    const first = above < 0 ? 0 : column[above] + 1;
    let place = 0;
    for (let at = Math.max(0, first - 1); at < first + end - start; at++) {
      place = Math.max(place, (lowest[at] ?? -1) + 1);
    }
    if (above >= 0) lowest[first - 1] = Math.max(lowest[first - 1] ?? 0, place - 1);
    for (let at = start; at < end; at++) {
      column[at] = first + at - start;
      row[at] = place;
      parent[at] = at === start ? above : at - 1;
      lowest[column[at]] = place;
      (columns[column[at]] ??= []).push(at);
    }
    rows = Math.max(rows, place + 1);
    start = end;
  }
  return { nodes, column, row, parent, columns, rows, index };
}

/**
 * The nodes of which a part lies in a window of columns and rows: the node itself or the line from
 * its parent.
 * @param {Layout} layout @param {number} left @param {number} right @param {number} top
 * @param {number} bottom all inclusive @returns {number[]} positions in the list
 */
export function visibleNodes(layout, left, right, top, bottom) {
  const found = [];
  const last = Math.min(right + 1, layout.columns.length - 1);
  for (let at = Math.max(0, left); at <= last; at++) {
    for (const node of layout.columns[at]) {
      const from = layout.parent[node] < 0 ? layout.row[node] : layout.row[layout.parent[node]];
      if (layout.row[node] >= top && from <= bottom) found.push(node);
    }
  }
  return found;
}
