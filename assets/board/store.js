/**
 * The last events of the server and what the page itself remembers, with listeners.
 *
 * @typedef {Record<string, any>} State the `state` event, as the server sends it
 */

import { pref } from "./prefs.js";

/** Nodes whose ownership is kept. */
const MAX_OWNERSHIPS = 400;

/** What an ownership depends on besides its node. @param {State | null} state */
function gameKey(state) {
  return JSON.stringify([state?.record, state?.info?.KM, state?.info?.RU]);
}

/**
 * Whether two events speak of the same position. What one of them leaves out does not count.
 * @param {Record<string, any> | null} first @param {Record<string, any> | null} second @returns {boolean}
 */
export function isSamePosition(first, second) {
  const isSame = (/** @type {string} */ name) => first?.[name] === undefined || second?.[name] === undefined || first[name] === second[name];
  return ["record", "positions", "node"].every(isSame);
}

export class Store {
  constructor() {
    /** @type {State | null} */
    this.state = null;
    /** @type {State | null} the state before this one */
    this.previous = null;
    /** @type {any} */ this.clock = null;
    /** When the clock's event arrived, by performance.now(). */
    this.clockAt = 0;
    /** @type {any} */ this.analysis = null;
    /** @type {any} */ this.review = null;
    /** @type {any} */ this.tree = null;
    /** @type {any} */ this.hint = null;
    /** @type {any} */ this.catalog = { rules: [], levels: [], profiles: [] };
    /** Ownership by node, as far as it was seen. @type {Map<number, number[]>} */
    this.ownerships = new Map();
    this.connected = false;
    /** The record as text, fetched after each change, so that it outlives the server. */
    this.record = "";
    this.listeners = new Map();
    /** @type {{version: number, resolve: () => void}[]} */
    this.waiting = [];
    for (const event of ["state", "connection"]) this.on(event, () => this.release());
    // A review that has ended meanwhile is not sent.
    this.on("connection", ({ connected }) => connected && this.review && this.receive("review", null));
  }

  /** Waits until the state has this version, or the connection is lost. @param {number} version @returns {Promise<void>} */
  reaches(version) {
    return new Promise((resolve) => {
      this.waiting.push({ version, resolve });
      this.release();
    });
  }

  /** Ends the waits that are over. */
  release() {
    const isOver = (/** @type {{version: number}} */ { version }) => !this.connected || (this.state?.version ?? 0) >= version;
    const over = this.waiting.filter(isOver);
    this.waiting = this.waiting.filter((one) => !isOver(one));
    over.forEach(({ resolve }) => resolve());
  }

  /** @param {string} event @param {(value: any) => void} listener @returns {() => void} takes the listener off */
  on(event, listener) {
    if (!this.listeners.has(event)) this.listeners.set(event, []);
    this.listeners.get(event).push(listener);
    return () => this.listeners.set(event, this.listeners.get(event).filter((/** @type {any} */ other) => other !== listener));
  }

  /** Calls a listener for the next event only. @param {string} event @param {(value: any) => void} listener */
  once(event, listener) {
    const off = this.on(event, (value) => {
      off();
      listener(value);
    });
  }

  /** @param {string} event @param {any} [value] */
  emit(event, value) {
    for (const listener of this.listeners.get(event) ?? []) {
      try {
        listener(value);
      } catch (error) {
        console.error(event, error);
      }
    }
  }

  /** The node and the record that are shown: what an edit is meant for. */
  get here() {
    return { at: this.state?.node, record: this.state?.record };
  }

  /** The losses at which inaccuracies, mistakes and blunders begin. @returns {number[]} */
  get thresholds() {
    return this.review?.thresholds ?? pref("thresholds");
  }

  /** @param {{node: number, ownership: number[]}} analysis */
  keepOwnership({ node, ownership }) {
    this.ownerships.delete(node);
    this.ownerships.set(node, ownership);
    if (this.ownerships.size > MAX_OWNERSHIPS) this.ownerships.delete(/** @type {number} */ (this.ownerships.keys().next().value));
  }

  /** The ownership before the last move, if it was seen. @returns {number[] | undefined} */
  ownershipBefore() {
    const at = this.state?.path.indexOf(this.state.node) ?? -1;
    return at > 0 ? this.ownerships.get(this.state?.path[at - 1]) : undefined;
  }

  /** Takes an event of the server. @param {string} name @param {any} data */
  receive(name, data) {
    if (name === "state") {
      this.previous = this.state;
      // These are sent only where they change.
      data.path ??= this.state?.path ?? [];
      data.info ??= this.state?.info;
      this.state = data;
      if (gameKey(this.previous) !== gameKey(data)) this.ownerships.clear();
      if (this.hint && !isSamePosition(this.hint, data)) this.hint = null;
      if (this.analysis && !isSamePosition(this.analysis, data)) this.analysis = null;
      // The numbers of nodes begin anew in another record.
      if (this.previous && this.previous.record !== data.record) this.emit("record");
    } else if (name === "clock") {
      this.clock = data;
      this.clockAt = performance.now();
    } else if (["analysis", "review", "hint"].includes(name)) this[name] = data;
    if (name === "analysis" && data.ownership) this.keepOwnership(data);
    this.emit(name, data);
  }
}
