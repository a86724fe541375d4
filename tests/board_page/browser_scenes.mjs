// The main scenes of the browser tests: whole games, counting, records, reviews. Each scene gets the
// browser, the engine and a folder of its own.

import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import {
  assert, beginAfter, blackToMove, cell, center, DESK, goesOn, label, newGame, openPage, PHONE, playGame, RECORD, startBoard, statusText, waitStatus,
} from "./browser_tools.mjs";

const PERSONS = { black: "person", white: "person" };

/** Agrees to the count, and waits for the result. */
async function agreeAndCheck(page) {
  await page.locator(".count-actions .primary").first().click();
  await waitStatus(page, /^Game over: (Black|White) wins by|^Game over: Draw/);
  assert.match(await page.locator(".verdict").textContent(), /wins by|Draw/);
  assert.ok((await page.locator(".count-table tbody tr").count()) >= 2, "rows of the count");
}

async function mouse({ browser, engine }) {
  const board = await startBoard(engine);
  const page = await openPage(browser, board.address, DESK, true);
  await page.click("#start-game");
  await page.waitForFunction(() => document.querySelectorAll(".cell").length === 81);
  await newGame(page, { size: 9, rules: "japanese", black: "person", white: "level 3" });
  await blackToMove(page);
  await cell(page, "E5").hover();
  assert.equal(await page.locator(".ghost").count(), 1, "a stone under the pointer");
  await goesOn(page, () => cell(page, "E5").click());
  await blackToMove(page);
  assert.match(await label(page, "E5"), /^E5, black stone/);
  await cell(page, "E5").click();
  assert.equal(await statusText(page), "E5 is occupied");
  await page.click("#hint");
  await page.waitForSelector(".layer.hint circle");
  await page.click("#undo");
  await page.waitForFunction(() => document.querySelector('.cell[data-point="E5"]').getAttribute("aria-label").includes("empty"));
  const played = await playGame(page, 12, (point) => cell(page, point).click(), () => page.click("#pass"));
  assert.ok(played >= 8, `${played} moves by mouse`);
  await waitStatus(page, /^Play has stopped\. Confirmation of life and death/);
  await agreeAndCheck(page);
  assert.deepEqual(page.faults, []);
  board.stop();
}

async function keyboard({ browser, engine }) {
  const board = await startBoard(engine);
  const page = await openPage(browser, board.address);
  const type = async (text) => {
    await page.keyboard.type(text);
    await page.keyboard.press("Enter");
  };
  await type("new");
  await page.waitForSelector("dialog.new-game");
  await Promise.all([page.keyboard.press("Escape"), page.keyboard.press("n")]);
  await page.waitForSelector("dialog.new-game", { state: "detached" });
  assert.equal(await page.locator("#command").inputValue(), "n", "a key at once after a dialog");
  await type("ew");
  await page.waitForSelector("dialog.new-game");
  await page.locator("dialog .rules-fields select").focus();
  await page.keyboard.type("Chinese");
  await page.locator("#start-game").focus();
  await page.keyboard.press("Enter");
  await page.waitForSelector("dialog.new-game", { state: "detached" });
  await blackToMove(page);
  await goesOn(page, () => type("c3"));
  await blackToMove(page);
  assert.match(await label(page, "C3"), /^C3, black stone/);
  assert.match(await page.locator("#live").textContent(), /White [A-J]\d/);
  await page.keyboard.type("b");
  await page.keyboard.press("Enter");
  const at = () => page.evaluate(() => document.activeElement.getAttribute("data-point"));
  assert.equal(await at(), "E5", "the cursor begins at the center");
  await page.keyboard.press("Shift+ArrowRight");
  assert.equal(await at(), "G5");
  await page.keyboard.press("ArrowUp");
  assert.equal(await at(), "G6");
  await playGame(page, 6, (point) => type(point), () => type("pass"));
  await page.waitForSelector(".count-actions .primary");
  await type("agree");
  await waitStatus(page, /^Game over/);
  await page.keyboard.press("F2");
  assert.match(await page.locator("pre.text-board").textContent(), /A B C D E F G H J/);
  await page.keyboard.press("Escape");
  await page.keyboard.press("?");
  await page.waitForSelector(".keys");
  await page.keyboard.press("Escape");
  await type("review");
  await page.waitForSelector("#panel-review:not([hidden])");
  assert.deepEqual(page.faults, []);
  board.stop();
}

async function touch({ browser, engine }) {
  const board = await startBoard(engine);
  const page = await openPage(browser, board.address, PHONE);
  await newGame(page, { size: 9, rules: "chinese", black: "person", white: "level 1" });
  await blackToMove(page);
  await cell(page, "E5").tap();
  assert.equal(await page.locator(".ghost").count(), 1);
  assert.equal(await page.locator(".cross-hair").count(), 1);
  assert.match(await label(page, "E5"), /empty/);
  await cell(page, "D5").tap();
  assert.match(await page.locator("#play-here").textContent(), /D5/);
  const box = await page.locator("#play-here").boundingBox();
  assert.ok(box.height >= 44, `the button is ${box.height} high`);
  await page.tap("#play-here");
  await page.waitForFunction(() => document.querySelector('.cell[data-point="D5"]').getAttribute("aria-label").includes("black stone"));
  const twice = async (point) => {
    await cell(page, point).tap();
    await cell(page, point).tap();
  };
  await playGame(page, 5, twice, () => page.tap("#pass"));
  await page.locator(".count-actions .primary").first().tap();
  await waitStatus(page, /^Game over/);
  const wide = await page.evaluate(() => document.documentElement.scrollWidth);
  assert.ok(wide <= 360, `the page is ${wide} wide`);
  assert.deepEqual(page.faults, []);
  board.stop();
}

async function reload({ browser, engine }) {
  const board = await startBoard(engine);
  const page = await openPage(browser, board.address);
  assert.equal(await page.evaluate(() => location.hash), "", "the token leaves the address");
  await newGame(page, { size: 9, ...PERSONS, clock: { kind: "absolute", fields: { "Main time, min": 10 } } });
  await stones(page, ["C3", "G7", "G3"]);
  await page.reload();
  await page.waitForSelector("body[data-ready]");
  await page.waitForSelector(".cell[aria-label]");
  assert.match(await label(page, "G3"), /^G3, black stone, last move/);
  await page.context().close();
  const other = await openPage(browser, board.address);
  assert.match(await label(other, "G7"), /^G7, white stone/);
  assert.match(await other.locator(".player.white .clock-time").textContent(), /^(10:00|9:[0-5]\d)$/);
  // The page keeps a copy of the record.
  await other.waitForFunction(() => performance.getEntriesByType("resource").some(({ name }) => name.endsWith("/api/record")));
  board.stop();
  await other.waitForSelector(".notice:not([hidden])");
  assert.match(await other.locator(".notice").textContent(), /connection to shusaku is lost/);
  assert.match(await label(other, "G3"), /black stone/);
  const [download] = await Promise.all([other.waitForEvent("download"), other.locator(".notice button").click()]);
  assert.match(await readFile(await download.path(), "utf8"), /;B\[cg\].*;W\[gc\].*;B\[gg\]/s, "the copy has the moves");
}

/** Two passes by two persons. */
async function passTwice(page) {
  for (let pass = 0; pass < 2; pass++) await goesOn(page, () => page.click("#pass"));
}

async function stones(page, points) {
  for (const point of points) await goesOn(page, () => cell(page, point).click());
}

async function disputes({ browser, engine }) {
  const board = await startBoard(engine);
  const page = await openPage(browser, board.address);
  const walls = ["B3", "D3", "B2", "D2", "B4", "D4", "B1", "D1", "B5", "D5"];
  const begin = async (rules) => {
    await beginAfter(page, board.address, { size: 5, rules }, [...walls, "pass", "pass"]);
    await page.waitForSelector(".count-actions button");
  };
  const choose = (name) => page.locator(".count-actions").getByRole("button", { name, exact: true }).click();

  // The first game is played by mouse.
  await newGame(page, { size: 5, rules: "japanese", ...PERSONS });
  await stones(page, walls);
  await passTwice(page);
  await page.waitForSelector(".count-actions button");
  assert.match(await statusText(page), /demand to resume/);
  await choose("White demands to resume: Black moves first");
  await waitStatus(page, /^Play goes on after the dispute\. Black to move/);

  await begin("new_zealand");
  await choose("Disagree; Black says: Black moves next");
  await choose("Disagree; White says: White moves next");
  await waitStatus(page, /^Game over/);
  await page.getByRole("tab", { name: "Count" }).click();
  assert.match(await page.locator("#panel-count").textContent(), /every stone counts/);

  await begin("mizessyn");
  assert.match(await statusText(page), /^First count/);
  await choose("Play on to a second count");
  await waitStatus(page, /^Play goes on to the second count/);

  await begin("ing");
  assert.match(await statusText(page), /^Two of four passes/);
  await choose("Resume, Black moves first");
  await waitStatus(page, /^Play goes on after the dispute/);

  await begin("japanese");
  await cell(page, "B3").click();
  await page.waitForFunction(() => document.querySelector('.cell[data-point="B3"]').getAttribute("aria-label").includes("dead"));
  await choose("Black agrees");
  await page.waitForSelector(".agreed");
  await choose("White agrees");
  await waitStatus(page, /^Game over: White wins/);
  await page.getByRole("button", { name: "Count under all rules" }).click();
  await page.waitForFunction(() => document.querySelectorAll("dialog .count-table tbody tr").length >= 21);
  assert.deepEqual(page.faults, []);
  board.stop();
}

async function record({ browser, engine, folder }) {
  const file = join(folder, "record.sgf");
  await writeFile(file, RECORD);
  const board = await startBoard(engine, [file]);
  const page = await openPage(browser, board.address);
  await page.getByRole("button", { name: "Review", exact: true }).click();
  await page.getByRole("button", { name: "To the start" }).click();
  await page.getByRole("button", { name: "One move on" }).click();
  await page.waitForFunction(() => document.querySelector(".comment").value === "first");
  await page.locator(".comment").fill("first, changed");
  await page.getByRole("button", { name: "One move on" }).click();
  await page.waitForFunction(() => document.querySelector(".layer.marks .triangle"));
  await page.getByRole("tab", { name: "Edit" }).click();
  await page.getByRole("button", { name: "Square", exact: true }).click();
  await cell(page, "D4").click();
  await page.waitForSelector(".layer.marks .square");
  await page.getByRole("button", { name: "Play moves" }).click();
  await cell(page, "D3").click();
  await page.waitForFunction(() => document.querySelector('.cell[data-point="D3"]').getAttribute("aria-label").includes("stone"));
  await page.keyboard.press("Control+s");
  await waitStatus(page, /^Saved to/);
  const saved = await readFile(file, "utf8");
  for (const kept of ["XX[unknown][values]", "PB[Ä \\] B]", "C[first, changed]", "LB[aa:1]", "TR[bb]", "SQ[df]", "BL[12.5]", "OB[3]", "N[variation]", "ZZ[kept]", ";B[dg]", "<img src=x onerror=alert(1)>"]) {
    assert.ok(saved.includes(kept), `${kept} in ${saved}`);
  }
  assert.equal(await page.evaluate(() => document.querySelectorAll("img[onerror]").length), 0);
  const other = saved.replace("PW[W]", "PW[Someone else]");
  await page.evaluate(async (text) => {
    const data = new DataTransfer();
    data.setData("text/plain", text);
    document.body.dispatchEvent(new ClipboardEvent("paste", { clipboardData: data, bubbles: true }));
  }, other);
  await page.waitForFunction(() => document.querySelector(".player.white .player-name").textContent === "Someone else");
  const [download] = await Promise.all([page.waitForEvent("download"), page.keyboard.press("Control+s")]);
  assert.match(await readFile(await download.path(), "utf8"), /PW\[Someone else\]/);
  assert.deepEqual(page.faults, []);
  board.stop();
}

async function review({ browser, engine, folder }) {
  const file = join(folder, "game.sgf");
  const moves = "ee cc gg gc cg ec eg ge ce dd ff fe".split(" ").map((move, at) => `;${"BW"[at % 2]}[${move}]`);
  await writeFile(file, `(;FF[4]GM[1]SZ[9]KM[7]RU[Chinese]${moves.join("")};B[aa];W[ii])`);
  const board = await startBoard(engine, [file]);
  const page = await openPage(browser, board.address);
  await page.getByRole("button", { name: "Review", exact: true }).click();
  await page.getByRole("tab", { name: "Analysis" }).click();
  await page.waitForSelector(".layer.candidates .disc");
  await page.waitForSelector(".candidate-row");
  await page.locator(".candidate-row").first().focus();
  await page.waitForSelector(".layer.expected use");
  await page.locator("#tab-analysis").focus();
  await page.mouse.move(...(await center(page, ".layer.candidates .best")));
  await page.waitForSelector(".layer.expected use");
  await page.mouse.move(2, 400);
  await page.evaluate(() => document.activeElement.blur());
  await page.keyboard.press("Space");
  await page.waitForFunction(() => !document.querySelector("#panel-analysis input").checked);
  await page.keyboard.press("Space");
  await page.getByRole("tab", { name: "Mistakes" }).click();
  await page.click("#review-start");
  await page.waitForSelector("#review-stop:visible");
  await page.click("#review-stop");
  await page.waitForSelector("#review-start:visible");
  await page.click("#review-start");
  await page.waitForFunction(() => /^(1[0-9]|15) \/ 15$/.test(document.querySelector(".progress-text").textContent));
  await page.waitForSelector("#review-start:visible");
  await page.waitForSelector(".score-line");
  assert.ok((await page.locator(".worst-row").count()) >= 1, "a mistake is found");
  await page.locator(".worst-row").first().click();
  await page.locator(".graph-holder").click({ position: { x: 200, y: 40 } });
  await page.locator(".graph-holder").press("Home");
  await page.waitForFunction(() => document.querySelector(".place").textContent.startsWith("0 /"));
  await page.getByRole("tab", { name: "Record" }).click();
  await page.getByRole("button", { name: "Guess moves" }).click();
  await cell(page, "E5").click();
  await waitStatus(page, /^E5 is right/);
  assert.deepEqual(page.faults, []);
  board.stop();
}

/** @type {Record<string, (tools: any) => Promise<void>>} */
export const SCENES = { mouse, keyboard, touch, reload, disputes, record, review };
