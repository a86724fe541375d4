/** The connection to the server: events by a streamed fetch, actions by POST. */

const MIN_RETRY_MS = 500;
const MAX_RETRY_MS = 5000;

/** Takes the token out of the address, so that it does not stay in the history; where it cannot be kept, it stays. */
function takeToken() {
  const token = /[#&]token=(\w+)/.exec(location.hash)?.[1] ?? "";
  try {
    if (token) {
      sessionStorage.setItem("token", token);
      history.replaceState(null, "", location.pathname);
    }
    return sessionStorage.getItem("token") ?? "";
  } catch {
    return token;
  }
}

/**
 * Splits a stream of the server's events, each with its data in one line.
 * @param {string} buffer @returns {{events: {name: string, data: string}[], rest: string}}
 */
export function splitEvents(buffer) {
  const blocks = buffer.split("\n\n");
  const rest = blocks.pop() ?? "";
  const found = blocks.map((block) => /^event: (\w+)\ndata: ([^]*)/.exec(block));
  return { events: found.flatMap((event) => (event ? { name: event[1], data: event[2] } : [])), rest };
}

export class Api {
  /** @param {import("./store.js").Store} store */
  constructor(store) {
    this.store = store;
    this.token = takeToken();
    this.delay = MIN_RETRY_MS;
    /** Whether the page is being left: what is sent then outlives it. */
    this.isLeft = false;
    /** @type {ReturnType<typeof setTimeout> | undefined} */
    this.timer = undefined;
  }

  headers() {
    return { "X-Token": this.token };
  }

  /** Reads events until the connection ends, then tries again, for ever. */
  async listen() {
    try {
      const response = await fetch("/api/events", { headers: this.headers(), cache: "no-store" });
      if (response.status === 401 || response.status === 403) return this.lost("token");
      if (!response.ok || !response.body) throw new Error(String(response.status));
      this.delay = MIN_RETRY_MS;
      this.store.connected = true;
      this.store.emit("connection", { connected: true });
      await this.read(response.body.getReader());
      this.lost("closed");
    } catch {
      this.lost("closed");
    }
  }

  /** @param {ReadableStreamDefaultReader<Uint8Array>} reader */
  async read(reader) {
    const decoder = new TextDecoder();
    let buffer = "";
    for (;;) {
      const { done, value } = await reader.read();
      if (done) return;
      const text = decoder.decode(value, { stream: true });
      buffer += text;
      // A long event comes in many pieces, of which only the last ends it.
      if (!text.includes("\n")) continue;
      const { events, rest } = splitEvents(buffer);
      buffer = rest;
      for (const { name, data } of events) this.dispatch(name, data);
      if (events.some(({ name }) => name === "bye")) return;
    }
  }

  dispatch(name, data) {
    try {
      this.store.receive(name, JSON.parse(data));
    } catch (error) {
      console.error("event", name, error);
    }
  }

  lost(reason) {
    this.store.connected = false;
    this.store.emit("connection", { connected: false, reason });
    clearTimeout(this.timer);
    this.timer = setTimeout(() => this.listen(), this.delay);
    this.delay = Math.min(this.delay * 2, MAX_RETRY_MS);
  }

  /**
   * Does an action.
   * @param {string} name @param {Record<string, any>} [values]
   * @returns {Promise<{ok: boolean, error?: {kind: string, message: string, move?: number}}>}
   */
  act(name, values = {}) {
    return this.post("/api/action", JSON.stringify({ do: name, ...values }), "application/json");
  }

  /** Opens a record. @param {string} name @param {BodyInit} bytes */
  open(name, bytes) {
    return this.post(`/api/open?name=${encodeURIComponent(name)}`, bytes, "application/x-go-sgf");
  }

  async post(path, body, type) {
    try {
      const response = await fetch(path, {
        method: "POST", body, headers: { ...this.headers(), "Content-Type": type }, keepalive: this.isLeft,
      });
      const answer = await response.json().catch(() => ({}));
      if (!response.ok) return { ok: false, error: answer.error ?? { kind: "server", message: `HTTP ${response.status}` } };
      // The effect of an action arrives as an event: callers continue only when it has arrived.
      await this.store.reaches(answer.version ?? 0);
      return { ok: true, ...answer };
    } catch {
      return { ok: false, error: { kind: "connection", message: "" } };
    }
  }

  /** @param {string} path */
  async get(path) {
    const response = await fetch(path, { headers: this.headers(), cache: "no-store" });
    if (!response.ok) throw new Error(`${path}: ${response.status}`);
    return response;
  }

  /** @param {string} path @returns {Promise<any>} */
  async json(path) {
    return (await this.get(path)).json();
  }

  /** @returns {Promise<string>} the record as SGF */
  async record() {
    return (await this.get("/api/record")).text();
  }
}
