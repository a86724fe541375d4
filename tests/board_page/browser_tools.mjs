// What the browser tests share: a board of their own, pages, and steps of a player.

import assert from "node:assert/strict";
import { spawn } from "node:child_process";

const PATIENCE = 60_000;

export const DESK = { viewport: { width: 1280, height: 800 } };
export const PHONE = { viewport: { width: 360, height: 640 }, deviceScaleFactor: 2, hasTouch: true, isMobile: true };

/** A record with properties of many kinds. */
export const RECORD = String.raw`(;FF[4]GM[1]CA[UTF-8]SZ[9]KM[6.5]RU[Japanese]PB[Ä \] B]PW[W]XX[unknown][values]GC[<img src=x onerror=alert(1)>]
;B[ee]C[first];W[cc]LB[aa:1]TR[bb](;B[gg]BL[12.5]OB[3])(;B[gc]N[variation]ZZ[kept]))`;

/**
 * The engine as a scene gets it: the path of the program, and the boards that the scene has started.
 * @typedef {{program: string, boards: Set<import("node:child_process").ChildProcess>}} Engine
 */

/** Ends the boards of a scene. @param {Engine} engine */
export function stopBoards({ boards }) {
  for (const board of boards) board.kill("SIGKILL");
  boards.clear();
}

/**
 * Starts a board and resolves to its address and its process. Its searches leave the processor to the
 * pages, which are what the scenes wait for.
 * @param {Engine} engine @param {string[]} parameters
 */
export function startBoard({ program, boards }, parameters = []) {
  const board = spawn("nice", ["-n", "10", program, "board", "--no-browser", "--no-autosave", "--threads", "1", "--seed", "1", ...parameters], { stdio: ["ignore", "ignore", "pipe"] });
  boards.add(board);
  return new Promise((resolve, reject) => {
    let log = "";
    board.stderr.on("data", (part) => {
      log += part;
      const found = /http:\/\/\S+#token=\w+/.exec(log);
      if (found) resolve({ address: found[0], stop: (signal = "SIGKILL") => board.kill(signal), log: () => log });
    });
    board.on("exit", () => reject(new Error(`the board ended: ${log}`)));
    setTimeout(() => reject(new Error(`no address: ${log}`)), PATIENCE).unref();
  });
}

/**
 * A page with the board; its errors are collected in `page.faults`. The form of a new game, which an
 * empty board opens, is closed unless it is kept. `prepare` runs in the page before its scripts.
 */
export async function openPage(browser, address, { prepare, ...options } = DESK, keepsForm = false) {
  const context = await browser.newContext({ locale: "en-US", ...options });
  const page = await context.newPage();
  if (prepare) await page.addInitScript(prepare);
  page.setDefaultTimeout(PATIENCE);
  page.faults = [];
  page.on("pageerror", (error) => page.faults.push(String(error)));
  page.on("console", (message) => message.type() === "error" && !/status of (400|409)/.test(message.text()) && page.faults.push(message.text()));
  await page.goto(address);
  await page.waitForSelector(".cell[aria-label]");
  await page.waitForSelector("body[data-ready]");
  if (!keepsForm && (await page.locator("dialog.new-game").isVisible())) {
    await page.keyboard.press("Escape");
    await page.waitForSelector("dialog.new-game", { state: "detached" });
  }
  return page;
}

export const cell = (page, point) => page.locator(`.cell[data-point="${point}"]`);
export const label = (page, point) => cell(page, point).getAttribute("aria-label");
export const statusText = (page) => page.locator(".status-text").textContent();

/** Waits until the status line matches. */
export async function waitStatus(page, pattern) {
  await page.waitForFunction(([source]) => new RegExp(source).test(document.querySelector(".status-text").textContent), [pattern.source]);
}

/** Fills the form of a new game and starts it. Values that are left out stay as they are. */
export async function newGame(page, { size, rules, black, white, clock }) {
  await page.click("#new-game");
  const form = page.locator("dialog.new-game");
  if (size) {
    await form.getByLabel("Columns").fill(String(size));
    await form.getByLabel("Rows").fill(String(size));
  }
  if (rules) await form.locator(".rules-fields select").selectOption(rules);
  if (black) await form.locator(".player-form.black select").selectOption(black);
  if (white) await form.locator(".player-form.white select").selectOption(white);
  if (clock) {
    await form.getByLabel("Time system").first().selectOption(clock.kind);
    for (const [name, value] of Object.entries(clock.fields)) await form.getByLabel(name).first().fill(String(value));
  }
  await page.click("#start-game");
  const sure = page.getByRole("button", { name: "Continue without saving" });
  await page.waitForFunction(() => !document.querySelector("dialog.new-game") || document.querySelector("dialog.question"));
  if (await sure.isVisible()) await sure.click();
  await page.waitForSelector("dialog.new-game", { state: "detached" });
  if (size) await page.waitForFunction((points) => document.querySelectorAll(".cell").length === points, size * size);
  await emptyBoard(page);
}

/** Waits until the page shows a board without stones, which can be later than the answer to a new game. */
export async function emptyBoard(page) {
  await page.waitForFunction(() => [...document.querySelectorAll(".cell")].every((point) => /, empty$/.test(point.getAttribute("aria-label"))));
}

/** Chooses an entry of the menu. */
export async function openMenu(page, entry) {
  await page.locator(".bar-group.end .menu-holder > button").click();
  await page.getByRole("button", { name: entry, exact: true }).click();
  await page.waitForSelector("dialog[open]");
}

/** Opens the clock for two players of a phone. */
export async function openPhoneClock(page) {
  await page.locator(".bar-group.end .menu-holder > button").tap();
  await page.getByText("Clock for two players").tap();
  await page.tap("#phone-start");
  await page.waitForSelector(".phone-half.white");
}

/** Sends an action as a page does, and returns when it was sent and answered, in milliseconds. */
export async function timedAction(address, action) {
  const [origin, token] = address.split("/#token=");
  const sent = performance.now();
  const headers = { "X-Token": token, "Content-Type": "application/json", Origin: origin };
  const response = await fetch(`${origin}/api/action`, { method: "POST", headers, body: JSON.stringify(action) });
  assert.equal(response.status, 200, await response.text());
  return { sent, answered: performance.now() };
}

/**
 * Begins a game of two persons and plays its first moves, through the server's API. Returns when the page
 * shows them.
 */
export async function beginAfter(page, address, { size, rules }, moves) {
  await timedAction(address, { do: "new", size: [size, size], rules });
  await page.waitForFunction((points) => document.querySelectorAll(".cell").length === points, size * size);
  await emptyBoard(page);
  for (const point of moves) await timedAction(address, { do: "play", point });
  await page.waitForFunction((place) => document.querySelector(".place").textContent === place, `${moves.length} / ${moves.length}`);
}

/** Does something, and waits until the record has gone on. */
export async function goesOn(page, action) {
  const before = await page.evaluate(() => document.body.dataset.node);
  await action();
  await page.waitForFunction((node) => document.body.dataset.node !== node, before);
}

/** Empty points at which the player to move may play, by the labels. */
export function freePoints(page) {
  return page.evaluate(() => {
    const cells = [...document.querySelectorAll(".cell")];
    return cells.filter((one) => /^\w+, empty$/.test(one.getAttribute("aria-label"))).map((one) => one.dataset.point);
  });
}

/** Waits for a turn of Black or the end of play; returns whether play goes on. */
export async function blackToMove(page) {
  await waitStatus(page, /^(Black to move|Play has stopped|Game over|Two passes|First count)/);
  return (await statusText(page)).startsWith("Black to move");
}

/** Plays a game of Black against the engine to its end: `moves` stones, then passes. */
export async function playGame(page, moves, play, pass) {
  let played = 0;
  for (let turn = 0; turn < 150 && (await blackToMove(page)); turn++) {
    const free = await freePoints(page);
    const plays = played < moves && free.length > 20;
    if (plays) played += 1;
    await goesOn(page, () => (plays ? play(free[(played * 7 + 3) % free.length]) : pass()));
  }
  return played;
}

/** The center of the first element of a kind, which may be drawn anew at any time. */
export async function center(page, selector) {
  const found = await page.waitForFunction((wanted) => {
    const box = document.querySelector(wanted)?.getBoundingClientRect();
    return box && box.width > 0 ? [box.x + box.width / 2, box.y + box.height / 2] : null;
  }, selector);
  return found.jsonValue();
}

/** Findings of axe in a page, as short texts. */
export async function axeFindings(page, source) {
  if (!(await page.evaluate(() => "axe" in window))) await page.evaluate(source);
  const { violations } = await page.evaluate(() => window.axe.run(document, { resultTypes: ["violations"] }));
  return violations.map(({ id, nodes }) => `${id}: ${nodes.slice(0, 3).map((node) => node.target.join(" ")).join(", ")}`);
}

export { assert };
