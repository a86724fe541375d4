/**
 * Problems: which moves of a record are right, and what answers them. The moves that lead to a node
 * marked as right (TE, or a comment with RIGHT, "correct" or 正解) are right; where nothing is marked,
 * those of the main variation. What the record marks as wrong (BM, WV, a comment that says so) is
 * wrong whatever follows.
 */

import { FLAG_RIGHT, FLAG_WRONG } from "./tree-layout.js";

/**
 * @typedef {import("./tree-layout.js").TreeNode} TreeNode
 * @typedef {{nodes: TreeNode[], children: number[][], index: Map<number, number>, leads: boolean[]}} Solution
 *   by place in the list: the places of the children, and whether a node leads to a right end
 */

/** @param {TreeNode[]} nodes in pre-order @returns {Solution} */
export function solution(nodes) {
  const index = new Map(nodes.map((node, at) => [node[0], at]));
  /** @type {number[][]} */
  const children = nodes.map(() => []);
  nodes.forEach((node, at) => {
    const above = node[1] === null ? undefined : index.get(node[1]);
    if (above !== undefined) children[above].push(at);
  });
  const leads = nodes.map((node) => (node[4] & FLAG_RIGHT) !== 0);
  if (!leads.includes(true)) leads[mainEnd(children)] = true;
  // A child comes after its parent.
  for (let at = nodes.length - 1; at > 0; at--) {
    const above = index.get(/** @type {number} */ (nodes[at][1]));
    if (nodes[at][4] & FLAG_WRONG) leads[at] = false;
    if (leads[at] && above !== undefined) leads[above] = true;
  }
  return { nodes, children, index, leads };
}

/** @param {number[][]} children @returns {number} the place of the end of the main variation */
function mainEnd(children) {
  let at = 0;
  while (children[at]?.length > 0) at = children[at][0];
  return at;
}

/**
 * Whether a node ends the problem.
 * @param {Solution} tree @param {number} at @returns {"right" | "wrong" | "open"}
 */
export function verdict(tree, at) {
  const flags = tree.nodes[at][4];
  if (flags & FLAG_WRONG) return tree.children[at].length === 0 ? "wrong" : "open";
  if (flags & FLAG_RIGHT) return "right";
  if (tree.children[at].length > 0) return "open";
  return tree.leads[at] ? "right" : "wrong";
}

/**
 * The node with a move after another one.
 * @param {Solution} tree @param {number} at @param {string} move @returns {number | undefined}
 */
export function childWith(tree, at, move) {
  return tree.children[at].find((child) => tree.nodes[child][3] === move);
}

/**
 * The answer to a move: one that leads to a right end after a right move, else the first.
 * @param {Solution} tree @param {number} at @returns {number | undefined}
 */
export function answer(tree, at) {
  const all = tree.children[at];
  return all.find((child) => tree.leads[child] === tree.leads[at]) ?? all[0];
}

/**
 * A right move.
 * @param {Solution} tree @param {number} at @returns {string | undefined}
 */
export function rightMove(tree, at) {
  const child = tree.children[at].find((one) => tree.leads[one]);
  return child === undefined ? undefined : tree.nodes[child][3];
}

/**
 * The first node at which a move follows, and who makes it.
 * @param {Solution} tree @returns {{at: number, color: string} | null}
 */
export function firstQuestion(tree) {
  let at = 0;
  while (tree.children[at]?.length > 0) {
    const [next] = tree.children[at];
    const color = { B: "black", W: "white" }[tree.nodes[next][2]];
    if (color) return { at, color };
    at = next;
  }
  return null;
}
