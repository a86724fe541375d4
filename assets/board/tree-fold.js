/** Folding of the game tree: what follows a folded node is not drawn. */

/** @typedef {import("./tree-layout.js").TreeNode} TreeNode */

/**
 * The nodes that are drawn, and how many each folded node hides.
 * @param {TreeNode[]} nodes in pre-order @param {ReadonlySet<number>} folded ids
 * @returns {{nodes: TreeNode[], hidden: Map<number, number>}} hidden: numbers of nodes by id
 */
export function foldTree(nodes, folded) {
  if (folded.size === 0) return { nodes, hidden: new Map() };
  /** @type {Map<number, number>} the folded node above a hidden one */
  const under = new Map();
  /** @type {Map<number, number>} */
  const hidden = new Map();
  const shown = nodes.filter((node) => {
    const parent = node[1];
    if (parent === null) return true;
    const above = folded.has(parent) && !under.has(parent) ? parent : under.get(parent);
    if (above === undefined) return true;
    under.set(node[0], above);
    hidden.set(above, (hidden.get(above) ?? 0) + 1);
    return false;
  });
  return { nodes: shown, hidden };
}

/**
 * The folded nodes that have to be unfolded so that a node is seen.
 * @param {TreeNode[]} nodes @param {ReadonlyMap<number, number>} index places by id
 * @param {ReadonlySet<number>} folded @param {number} node @returns {number[]}
 */
export function foldsAbove(nodes, index, folded, node) {
  const above = [];
  for (let at = index.get(node); at !== undefined; ) {
    const parent = nodes[at][1];
    if (parent === null) break;
    if (folded.has(parent)) above.push(parent);
    at = index.get(parent);
  }
  return above;
}

/**
 * The nodes at which the variations beside a line begin, to fold them all.
 * @param {TreeNode[]} nodes @param {ReadonlySet<number>} line ids @returns {number[]}
 */
export function variationsBeside(nodes, line) {
  const parents = new Set(nodes.map((node) => node[1]));
  return nodes.filter(([id, parent]) => parent !== null && line.has(parent) && !line.has(id) && parents.has(id)).map(([id]) => id);
}
