/** Who may do what, from the state alone. */

/** @typedef {Record<string, any>} State */

/** @param {State | null} state @returns {boolean} whether a person may place a stone now */
export function personToMove(state) {
  if (!state || state.phase !== "playing") return false;
  return state.mode === "review" || state.players?.[state.toMove]?.kind === "person";
}

/**
 * Whether a person may pass although play has stopped: the last pass of AGA's rules.
 * @param {State | null} state @returns {boolean}
 */
export function mayPlayOn(state) {
  return state?.phase === "stopped" && !state.count && state.players?.[state.toMove]?.kind === "person";
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

/** @param {State} state @param {number} index row by row @returns {string} "X", "O" or "." */
export function stoneAt(state, index) {
  const width = state.size[0];
  return state.board[Math.floor(index / width)]?.[index % width] ?? ".";
}
