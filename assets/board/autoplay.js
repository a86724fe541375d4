/** Replays a record by itself, slower where there is a comment, and never in a quiz. */

import { replayPause } from "./analysis-math.js";
import { nextOnLine } from "./turns.js";

const SECONDS_PER_MOVE = 1;

export class Autoplay {
  /** @param {import("./app.js").App} app */
  constructor(app) {
    this.app = app;
    this.runs = false;
    /** @type {(runs: boolean) => void} */
    this.onChange = () => {};
    /** @type {ReturnType<typeof setTimeout> | undefined} */
    this.timer = undefined;
    app.store.on("record", () => this.runs && this.stop());
    app.store.on("ui", () => this.runs && app.isQuiz() && this.stop());
    app.store.on("state", (state) => {
      if (!this.runs) return;
      const moved = app.store.previous?.node !== state.node;
      if (state.mode !== "review") this.stop();
      else if (moved) this.next();
    });
  }

  toggle() {
    if (this.runs) return this.stop();
    this.runs = true;
    this.onChange(true);
    return this.next();
  }

  stop() {
    this.runs = false;
    clearTimeout(this.timer);
    this.onChange(false);
  }

  next() {
    const { state } = this.app.store;
    clearTimeout(this.timer);
    if (!state || nextOnLine(state) === null || this.app.isQuiz()) return this.stop();
    const pause = replayPause(state.comment ?? "", SECONDS_PER_MOVE);
    this.timer = setTimeout(() => this.app.step(1), pause * 1000);
    return undefined;
  }
}
