/** Keeps the screen on, where the browser allows it. */

export class WakeLock {
  constructor() {
    /** @type {any} */
    this.lock = null;
    this.wanted = false;
    /** Whether the browser has yet to answer, or has refused. */
    this.asked = false;
  }

  /**
   * To be called again and again: the browser takes the lock of a hidden page away.
   * @param {boolean} wanted
   */
  update(wanted) {
    this.wanted = wanted && document.visibilityState === "visible";
    if (!this.wanted) {
      this.lock?.release().catch(() => {});
      this.lock = null;
      this.asked = false;
    } else if (!this.asked && (!this.lock || this.lock.released)) this.ask();
  }

  async ask() {
    this.asked = true;
    const lock = await /** @type {any} */ (navigator).wakeLock?.request("screen").catch(() => null);
    if (!lock) return;
    // The answer may come when the lock is no longer wanted, or is wanted and asked for once more.
    if (!this.wanted || (this.lock && !this.lock.released)) lock.release().catch(() => {});
    else {
      this.lock = lock;
      this.asked = false;
    }
  }
}
