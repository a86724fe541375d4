/**
 * The last events of the server and what the page itself remembers, with listeners.
 *
 * @typedef {Record<string, any>} State the `state` event, as the server sends it
 */

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
    this.connected = false;
    /** The record as text, fetched after each change, so that it outlives the server. */
    this.record = "";
    this.listeners = new Map();
  }

  /** @param {string} event @param {(value: any) => void} listener */
  on(event, listener) {
    if (!this.listeners.has(event)) this.listeners.set(event, []);
    this.listeners.get(event).push(listener);
  }

  /** Calls a listener for the next event only. @param {string} event @param {(value: any) => void} listener */
  once(event, listener) {
    const heard = (/** @type {any} */ value) => {
      this.listeners.set(event, this.listeners.get(event).filter((/** @type {any} */ other) => other !== heard));
      listener(value);
    };
    this.on(event, heard);
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

  /** Takes an event of the server. @param {string} name @param {any} data */
  receive(name, data) {
    if (name === "state") {
      this.previous = this.state;
      this.state = data;
      if (this.hint && this.hint.node !== data.node) this.hint = null;
      if (this.analysis && this.analysis.node !== data.node) this.analysis = null;
    } else if (name === "clock") {
      this.clock = data;
      this.clockAt = performance.now();
    } else if (["analysis", "review", "hint"].includes(name)) this[name] = data;
    this.emit(name, data);
  }
}
