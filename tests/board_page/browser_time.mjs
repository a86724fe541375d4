// Scenes on time: the clocks, the graph of times, the voice, a stopwatch beside a hidden page, hours of use.

import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { assert, cell, goesOn, newGame, openMenu, openPage, openPhoneClock, PHONE, startBoard, timedAction, waitStatus } from "./browser_tools.mjs";

const PERSONS = { black: "person", white: "person" };

async function clock({ browser, engine }) {
  const board = await startBoard(engine);
  const page = await openPage(browser, board.address);
  await newGame(page, { size: 9, ...PERSONS, clock: { kind: "absolute", fields: { "Main time, min": 10 } } });
  await page.waitForSelector("#pause", { state: "visible" });
  await page.getByRole("button", { name: "Review", exact: true }).click();
  await page.waitForSelector("#pause", { state: "hidden" });
  await newGame(page, { size: 9, ...PERSONS, clock: { kind: "absolute", fields: { "Main time, min": 0.04 } } });
  await cell(page, "E5").click();
  await waitStatus(page, /^Game over: (Black|White) wins on time/);
  await page.waitForSelector(".clock.flag");
  assert.ok(await page.locator("#pause").isHidden(), "there is no clock to pause");
  // The phone's clock runs beside a game that is over, too.
  const phone = await openPage(browser, board.address, PHONE);
  await openPhoneClock(phone);
  await phone.tap(".phone-half.black");
  await phone.waitForSelector(".phone-half.running");
  const runs = () => phone.locator(".phone-half.running").getAttribute("class");
  const first = await runs();
  await phone.tap(".phone-half.running");
  await phone.waitForFunction((before) => document.querySelector(".phone-half.running")?.className !== before, first);
  await phone.getByRole("button", { name: "Reset" }).tap();
  await phone.waitForFunction(() => !document.querySelector(".phone-half.running"));
  await phone.waitForFunction(() => [...document.querySelectorAll(".phone-time")].every((time) => time.textContent === "10:00"));
  assert.deepEqual([page.faults, phone.faults], [[], []]);
  board.stop();
}

async function times({ browser, engine, folder }) {
  const file = join(folder, "game.sgf");
  await writeFile(file, "(;SZ[9]TM[300];B[ee]BL[290];W[cc]WL[250];B[gg]BL[200];W[gc]WL[249];B[cg]BL[100])");
  const board = await startBoard(engine, [file]);
  const page = await openPage(browser, board.address);
  await page.waitForFunction(() => document.querySelectorAll(".time-bar").length === 5);
  const label = await page.locator(".times").getAttribute("aria-label");
  assert.equal(label, "Time used by move. Longest of Black: move 5, 1:40. Longest of White: move 2, 0:50");
  const box = await page.locator(".time-holder").boundingBox();
  await goesOn(page, () => page.mouse.click(box.x + box.width - 20, box.y + 10));
  await page.waitForSelector(".time-bar.current.black");
  await page.screenshot({ path: join(folder, "times.png") });
  assert.deepEqual(page.faults, []);
  board.stop();
}

async function voice({ browser, engine }) {
  const board = await startBoard(engine);
  const page = await openPage(browser, board.address);
  await page.evaluate(() => {
    window.said = [];
    speechSynthesis.speak = (utterance) => window.said.push(`${utterance.text} ${utterance.lang}`);
  });
  await openMenu(page, "Settings …");
  assert.equal(await page.getByLabel("A voice counts the last seconds").isChecked(), false, "off by default");
  await page.getByLabel("A voice counts the last seconds").check();
  await page.keyboard.press("Escape");
  await newGame(page, { size: 9, ...PERSONS, clock: { kind: "absolute", fields: { "Main time, min": 0.06 } } });
  await page.waitForFunction(() => window.said.includes("1 en"));
  assert.deepEqual(await page.evaluate(() => window.said), ["3 en", "2 en", "1 en"]);
  assert.deepEqual(page.faults, []);
  board.stop();
}

/** Main time of the game beside the stopwatch, in seconds. */
const MAIN = 3600;

/** The milliseconds of the game after each move, by the program's clock, from the record. */
async function programTimes(address) {
  const [origin, token] = address.split("/#token=");
  const record = await (await fetch(`${origin}/api/record`, { headers: { "X-Token": token } })).text();
  const left = { B: MAIN, W: MAIN };
  let time = 0;
  return [...record.matchAll(/;([BW])\[\w+\]([^;]*)/g)].map(([, color, rest]) => {
    const now = Number(new RegExp(`${color}L\\[([\\d.]+)\\]`).exec(rest)[1]);
    time += 1000 * (left[color] - now);
    left[color] = now;
    return time;
  });
}

/** By how much the program's clock is ahead of the stopwatch at least and at most: each move was made while its request lasted. */
function ahead(times, requests) {
  return {
    least: Math.max(...times.map((time, at) => time - requests[at].answered)),
    most: Math.min(...times.map((time, at) => time - requests[at].sent)),
  };
}

/** A stopwatch beside a frozen page; `BOARD_HIDDEN` says for how many seconds. */
async function hidden({ browser, engine }) {
  const seconds = Number(process.env.BOARD_HIDDEN ?? 3);
  const board = await startBoard(engine);
  const page = await openPage(browser, board.address);
  await newGame(page, { size: 9, ...PERSONS });
  const session = await page.context().newCDPSession(page);
  await session.send("Page.enable");
  await session.send("Page.setWebLifecycleState", { state: "frozen" });
  const system = { kind: "absolute", main: MAIN };
  await timedAction(board.address, { do: "new", size: [9, 9], clock: { black: system, white: system } });
  const requests = [];
  const play = async (row) => {
    for (const column of "ABCDEFGH") requests.push(await timedAction(board.address, { do: "play", point: `${column}${row}` }));
  };
  await play(3);
  await new Promise((resolve) => setTimeout(resolve, 1000 * seconds));
  await play(7);
  const times = await programTimes(board.address);
  assert.equal(times.length, requests.length);
  const [begin, end] = [ahead(times.slice(0, 8), requests), ahead(times.slice(8), requests.slice(8))];
  const [least, most] = [end.least - begin.most, end.most - begin.least];
  console.log(`hidden: in ${seconds} s the program gains ${least.toFixed(1)} to ${most.toFixed(1)} ms on the stopwatch`);
  // The record has the times of both players in milliseconds, before and after.
  assert.ok(least <= 4 && most >= -4, "the clock goes as the stopwatch does");
  await session.send("Page.setWebLifecycleState", { state: "active" });
  await page.waitForFunction(() => /white stone/.test(document.querySelector('.cell[data-point="H7"]').getAttribute("aria-label")));
  const shown = (await page.locator(".player.black .clock-time").textContent()).split(":").reduce((sum, part) => 60 * sum + Number(part), 0);
  assert.ok(shown <= MAIN - seconds && shown >= MAIN - seconds - 10, `${shown} s are shown`);
  board.stop();
}

/**
 * Walks back and on by keys, as a person does. It runs in the page: each step over DevTools would take
 * longer than what it tests.
 */
async function walkInPage(steps) {
  const { body } = document;
  const change = (node, step) => new Promise((resolve, reject) => {
    const late = setTimeout(() => reject(new Error(`step ${step} changes nothing`)), 60_000);
    const observer = new MutationObserver(() => {
      if (body.dataset.node === node) return;
      observer.disconnect();
      clearTimeout(late);
      resolve();
    });
    observer.observe(body, { attributes: true, attributeFilter: ["data-node"] });
  });
  for (let step = 0; step < steps; step++) {
    const changed = change(body.dataset.node, step);
    const key = step % 2 === 0 ? "," : ".";
    for (const type of ["keydown", "keyup"]) document.activeElement.dispatchEvent(new KeyboardEvent(type, { key, bubbles: true, cancelable: true }));
    await changed;
    await new Promise((resolve) => requestAnimationFrame(resolve));
  }
}

async function hours({ browser, engine }) {
  const hours = Number(process.env.BOARD_HOURS ?? 2);
  const board = await startBoard(engine);
  const page = await openPage(browser, board.address);
  const session = await page.context().newCDPSession(page);
  await session.send("Performance.enable");
  await newGame(page, { size: 9, ...PERSONS });
  await page.getByRole("button", { name: "Review", exact: true }).click();
  await page.getByRole("tab", { name: "Record" }).click();
  for (const point of ["C3", "G7", "G3", "C7", "E5", "D2", "F8", "B5"]) await goesOn(page, () => cell(page, point).click());
  const memory = async () => {
    await session.send("HeapProfiler.collectGarbage");
    const { metrics } = await session.send("Performance.getMetrics");
    const read = (name) => metrics.find((one) => one.name === name).value;
    return { heap: read("JSHeapUsedSize"), nodes: read("Nodes") };
  };
  // As many steps as a person makes with one every 20 seconds.
  const walk = (steps) => page.evaluate(walkInPage, steps);
  await walk(100);
  const before = await memory();
  await walk(180 * hours);
  const after = await memory();
  console.log(`hours: ${(before.heap / 1e6).toFixed(1)} MB and ${before.nodes} nodes before, ${(after.heap / 1e6).toFixed(1)} MB and ${after.nodes} nodes after`);
  assert.ok(after.heap < before.heap + 2e6, `${after.heap - before.heap} bytes more`);
  assert.ok(after.nodes < before.nodes * 1.5 + 500, `${after.nodes} nodes`);
  assert.deepEqual(page.faults, []);
  board.stop();
}

/** @type {Record<string, (tools: any) => Promise<void>>} */
export const SCENES = { clock, times, voice, hidden, hours };
