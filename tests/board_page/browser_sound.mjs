// Scenes on what is heard, and on the screen that stays on: Web Audio and wake locks are watched in the page.

import { assert, cell, emptyBoard, goesOn, newGame, openMenu, openPage, openPhoneClock, PHONE, startBoard, timedAction, waitStatus } from "./browser_tools.mjs";

/** The sounds by the pitch of their first tone, in hertz. */
const NAMES = { 880: "tick", 523: "overtime", 784: "period", 330: "flag", 660: "turn", 392: "pass", 165: "refused" };

/** Watches Web Audio: every tone with its time, and how loud the output is. Runs before the page's scripts. */
function watchAudio() {
  const heard = { contexts: 0, tones: [], analyser: null };
  window.heard = heard;
  const Real = window.AudioContext;
  window.AudioContext = class extends Real {
    constructor(...options) {
      super(...options);
      heard.contexts += 1;
      heard.analyser = this.createAnalyser();
      heard.analyser.fftSize = 32768;
    }
  };
  const { connect } = AudioNode.prototype;
  AudioNode.prototype.connect = function (to, ...rest) {
    this.leadsTo = to;
    if (to === this.context.destination) connect.call(this, heard.analyser);
    return connect.call(this, to, ...rest);
  };
  const { setValueAtTime } = AudioParam.prototype;
  AudioParam.prototype.setValueAtTime = function (value, at) {
    this.begins = value;
    return setValueAtTime.call(this, value, at);
  };
  const { start, stop } = OscillatorNode.prototype;
  OscillatorNode.prototype.start = function (at = 0) {
    const begin = Math.max(at, this.context.currentTime);
    this.tone = { pitch: this.frequency.begins ?? this.frequency.value, begin, end: Infinity, loudness: this.leadsTo.gain.begins };
    heard.tones.push(this.tone);
    return start.call(this, at);
  };
  OscillatorNode.prototype.stop = function (at = 0) {
    this.tone.end = Math.max(at, this.context.currentTime);
    return stop.call(this, at);
  };
  /** The tones that have been heard or are about to be: those that were not stopped before they began. */
  window.tones = () => heard.tones.filter(({ begin, end }) => end > begin);
  /** The largest sample of the last 0.7 seconds. */
  window.loudest = () => {
    const samples = new Float32Array(32768);
    heard.analyser.getFloatTimeDomainData(samples);
    return samples.reduce((most, sample) => Math.max(most, Math.abs(sample)), 0);
  };
}

/** The sounds of the page since the last call, in order; those of stones and of the end have other pitches. */
async function soundsSince(page) {
  const tones = await page.evaluate(() => {
    const found = window.tones().sort((one, other) => one.begin - other.begin);
    window.heard.tones = [];
    return found;
  });
  const known = tones.filter(({ pitch }, at) => {
    const before = tones[at - 1];
    // The second tone of a pair, and the repetitions of the flag, belong to the first.
    const follows = before && tones[at].begin - before.begin < 0.3 && ["523 784", "784 523", "330 330"].includes(`${before.pitch} ${pitch}`);
    return NAMES[pitch] && !follows;
  });
  return known.map((tone) => ({ name: NAMES[tone.pitch], ...tone }));
}

const names = (sounds) => sounds.map(({ name }) => name);

/** A new game of two persons that is begun elsewhere, so that the page sees no gesture. */
function begin(board, clock, players = {}) {
  return timedAction(board.address, { do: "new", size: [9, 9], clock: { black: clock, white: clock }, ...players });
}

async function sounds({ browser, engine }) {
  const board = await startBoard(engine);
  await begin(board, { kind: "absolute", main: 2 });
  const page = await openPage(browser, board.address, { prepare: watchAudio });
  await waitStatus(page, /^Game over: White wins on time/);
  assert.deepEqual(await page.evaluate(() => [window.heard.contexts, window.heard.tones.length]), [0, 0], "silent before a gesture");

  // No ticks in main time that overtime follows; then each period has its own.
  await page.mouse.click(640, 790);
  await page.waitForFunction(() => window.heard.contexts === 1);
  await begin(board, { kind: "byo-yomi", main: 2, time: 3, periods: 2 });
  await page.waitForFunction(() => window.loudest() > 0.01);
  await waitStatus(page, /^Game over: White wins on time/);
  await page.waitForTimeout(300);
  const alerts = (await soundsSince(page)).filter(({ name, loudness }) => loudness > 0.2 && name !== "end");
  assert.deepEqual(names(alerts).slice(0, 7), ["overtime", "tick", "tick", "period", "tick", "tick", "flag"]);
  const times = alerts.slice(1, 6).map(({ begin: time }) => time - alerts[0].begin);
  times.forEach((time, at) => assert.ok(Math.abs(time - (at + 1)) < 0.5, `alerts ${times.join(", ")} s after overtime begins`));
  alerts.forEach(({ name, begin: from, end }) => assert.ok(end - from > 0.08, `${name} is cut after ${end - from} s`));

  await ownTurn(board, page);
  await volumeAndMute(board, page);
  assert.deepEqual(page.faults, []);
  board.stop();
}

/** A tone tells a person that the engine has moved; two persons hear none. */
async function ownTurn(board, page) {
  await soundsSince(page);
  await begin(board, { kind: "none" }, { white: { kind: "engine", level: 1 } });
  await waitStatus(page, /^Black to move/);
  await goesOn(page, () => cell(page, "E5").click());
  await page.waitForFunction(() => window.tones().some(({ pitch }) => pitch === 660));
  assert.match(await page.locator(".status-text").textContent(), /^Black to move/);
  assert.deepEqual(names(await soundsSince(page)), ["turn"]);
  await begin(board, { kind: "none" });
  await emptyBoard(page);
  await goesOn(page, () => cell(page, "E5").click());
  await goesOn(page, () => page.click("#pass"));
  assert.deepEqual(names(await soundsSince(page)), ["pass"]);
}

async function volumeAndMute(board, page) {
  await openMenu(page, "Settings …");
  await page.getByLabel("Volume").fill("0.2");
  await page.keyboard.press("Escape");
  await page.waitForTimeout(400);
  await soundsSince(page);
  const ticks = () => page.evaluate(() => window.tones().filter(({ pitch }) => pitch === 880).length);
  await begin(board, { kind: "absolute", main: 20 });
  await page.waitForFunction(() => window.tones().some(({ pitch }) => pitch === 880));
  assert.ok((await soundsSince(page)).every(({ loudness }) => Math.abs(loudness - 0.4 * 0.2) < 0.001), "a fifth of the loudness");
  // What is planned is silent at once.
  await page.getByRole("button", { name: "Mute" }).click();
  await page.waitForFunction(() => window.tones().every(({ begin: from, end }) => from === end || from < window.heard.analyser.context.currentTime));
  await page.evaluate(() => (window.heard.tones = []));
  await begin(board, { kind: "absolute", main: 2 });
  await waitStatus(page, /^Game over: White wins on time/);
  assert.equal(await ticks(), 0, "no sound while muted");
  assert.ok((await page.evaluate(() => window.loudest())) < 0.001, "silence");
  await page.getByRole("button", { name: "Mute" }).click();
  await begin(board, { kind: "absolute", main: 2 });
  await page.waitForFunction(() => window.tones().some(({ pitch }) => pitch === 880));
}

/** Watches wake locks: how many were asked for, and which of them hold. */
function watchWakeLock() {
  const wake = { asked: 0, held: new Set(), visible: true };
  window.wake = wake;
  class Lock extends EventTarget {
    released = false;
    async release() {
      if (this.released) return;
      this.released = true;
      wake.held.delete(this);
      this.dispatchEvent(new Event("release"));
    }
  }
  const request = async (type) => {
    if (type !== "screen" || !wake.visible) throw new DOMException("not now", "NotAllowedError");
    wake.asked += 1;
    await new Promise((resolve) => setTimeout(resolve, 150));
    const lock = new Lock();
    wake.held.add(lock);
    return lock;
  };
  Object.defineProperty(navigator, "wakeLock", { value: { request } });
  Object.defineProperty(document, "visibilityState", { get: () => (wake.visible ? "visible" : "hidden") });
  window.turnPage = (visible) => {
    wake.visible = visible;
    if (!visible) for (const lock of wake.held) lock.release();
    document.dispatchEvent(new Event("visibilitychange"));
  };
}

async function awake({ browser, engine }) {
  const board = await startBoard(engine);
  const page = await openPage(browser, board.address, { ...PHONE, prepare: watchWakeLock });
  const held = (count, asked) => page.waitForFunction(([locks, requests]) => window.wake.held.size === locks && window.wake.asked === requests, [count, asked]);
  const never = async () => {
    await page.waitForTimeout(400);
    assert.equal(await page.evaluate(() => window.wake.held.size), 0);
  };
  await openPhoneClock(page);
  await never();
  await page.tap(".phone-half.black");
  await held(1, 1);
  await page.locator(".phone").getByRole("button", { name: "Pause the clock" }).tap();
  await held(0, 1);
  await page.locator(".phone").getByRole("button", { name: "Pause the clock" }).tap();
  await held(1, 2);
  // The browser takes the lock of a hidden page; it is asked for again, and only once.
  await page.evaluate(() => window.turnPage(false));
  await never();
  await page.evaluate(() => window.turnPage(true));
  await held(1, 3);
  await page.waitForTimeout(400);
  await held(1, 3);
  await page.locator(".phone").getByRole("button", { name: "Close" }).tap();
  await held(0, 3);
  // A lock that comes after the clock was left is given back.
  await openPhoneClock(page);
  await page.tap(".phone-half.black");
  await page.waitForFunction(() => window.wake.asked === 4);
  await page.locator(".phone").getByRole("button", { name: "Close" }).tap();
  await never();
  assert.deepEqual(page.faults, []);
  board.stop();
}

/** @type {Record<string, (tools: any) => Promise<void>>} */
export const SCENES = { sounds, awake };
