/** What the players may do, derived from the state. */

/** @typedef {Record<string, any>} State */

/** @param {State | null} state @returns {boolean} whether a person may place a stone now */
export function personToMove(state) {
  if (!state || state.phase !== "playing") return false;
  return state.mode === "review" || state.players?.[state.toMove]?.kind === "person";
}

/**
 * Whether a person may pass although play has stopped: the last pass of AGA's rules. A count before it
 * is only shown.
 * @param {State | null} state @returns {boolean}
 */
export function mayPlayOn(state) {
  const isOpen = !state?.count || (state.mode === "play" && state.count.next === "none");
  return state?.phase === "stopped" && isOpen && state.players?.[state.toMove]?.kind === "person";
}

/** @param {State | null} state @returns {boolean} whether a click marks a chain as dead or alive */
export function mayMark(state) {
  return state?.phase !== "playing" && state?.count?.mayMark === true;
}

/** @param {State | null} state @param {string} point @returns {{kind: string, move?: number} | null} */
export function illegalReason(state, point) {
  const found = state?.illegal?.find(([name]) => name === point);
  return found ? { kind: found[1], move: found[2] } : null;
}

/**
 * The player whose side the page takes: the only person, or the player to move among two persons.
 * @param {State} state @returns {string}
 */
export function ownColor(state) {
  const black = state.players?.black?.kind === "person";
  const white = state.players?.white?.kind === "person";
  if (black === white) return state.toMove;
  return black ? "black" : "white";
}

/**
 * The node after the current one on the current line of the record.
 * @param {State} state @returns {number | null}
 */
export function nextOnLine(state) {
  const at = state.path?.indexOf(state.node) ?? -1;
  return at >= 0 ? (state.path[at + 1] ?? null) : null;
}

/**
 * The ownership after a candidate move, which is sent in hundredths.
 * @param {{ownership?: number[]}} move @returns {number[] | undefined} -1 to 1, Black's view
 */
export function ownershipOf(move) {
  return move.ownership?.map((value) => value / 100);
}

/**
 * What ST says about the moves that are shown: those that follow, or the alternatives to the last one.
 * @param {State} state @returns {{siblings: boolean, marked: boolean}}
 */
export function variationStyle(state) {
  const style = Number(state.info?.ST ?? 0) || 0;
  return { siblings: (style & 1) !== 0, marked: (style & 2) === 0 };
}

/**
 * The variations that ST asks for, without the one that is shown.
 * @param {State} state @returns {{node: number, move: string, color: string}[]}
 */
export function variations(state) {
  if (!variationStyle(state).siblings) return state.children ?? [];
  return (state.siblings ?? []).filter((/** @type {any} */ one) => one.node !== state.node);
}

/**
 * The names of the points of a rectangle.
 * @param {[number, number]} from a corner @param {[number, number]} to the opposite one
 * @param {(x: number, y: number) => string} name @returns {string[]}
 */
export function rectangle([x1, y1], [x2, y2], name) {
  const names = [];
  for (let y = Math.min(y1, y2); y <= Math.max(y1, y2); y++) {
    for (let x = Math.min(x1, x2); x <= Math.max(x1, x2); x++) names.push(name(x, y));
  }
  return names;
}

/** @param {State} state @param {number} index row by row @returns {string} "X", "O" or "." */
export function stoneAt(state, index) {
  const width = state.size[0];
  return state.board[Math.floor(index / width)]?.[index % width] ?? ".";
}
