// Scenes on what the rules ask, and on files: forfeits, resigning, axes, last passes, confirmation, charsets, finding,
// branches, chains of games.

import { execFile } from "node:child_process";
import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { promisify } from "node:util";
import { assert, beginAfter, cell, goesOn, newGame, openMenu, openPage, startBoard, statusText, waitStatus } from "./browser_tools.mjs";

const PERSONS = { black: "person", white: "person" };

async function stones(page, points) {
  for (const point of points) await goesOn(page, () => cell(page, point).click());
}

async function rules({ browser, engine }) {
  const board = await startBoard(engine);
  const page = await openPage(browser, board.address);
  // A ko that may not be taken back: the move loses, if it is meant.
  await newGame(page, { size: 9, rules: "weiqi-chinese", ...PERSONS });
  await stones(page, ["C6", "D6", "C4", "D4", "B5", "E5", "D5", "C5"]);
  await cell(page, "D5").click();
  await page.getByRole("button", { name: "Cancel" }).click();
  await page.waitForSelector("dialog", { state: "detached" });
  await page.mouse.move(2, 400);
  await waitStatus(page, /^Black to move/);
  await cell(page, "D5").click();
  await page.getByRole("button", { name: "Play and lose" }).click();
  await waitStatus(page, /^Game over: White wins by forfeit/);

  await newGame(page, { size: 9, rules: "chinese", ...PERSONS });
  await page.click("#resign");
  await page.getByRole("button", { name: "Cancel" }).click();
  assert.match(await statusText(page), /^Black to move/);
  await page.click("#resign");
  await page.locator("dialog").getByRole("button", { name: "Resign" }).click();
  await waitStatus(page, /^Game over: White wins by resignation/);

  // Single rules, in a new game and in the game in progress.
  await page.click("#new-game");
  await page.locator("dialog summary").click();
  const axes = page.locator("dialog .axes");
  const changed = (await axes.inputValue()).replace(/"suicide": "none"/, '"suicide": "any"');
  assert.match(changed, /"suicide": "any"/);
  await axes.fill("{");
  await page.click("#start-game");
  await page.waitForFunction(() => /JSON/.test(document.querySelector("dialog .dialog-error").textContent));
  await axes.fill(changed);
  await page.click("#start-game");
  const sure = page.getByRole("button", { name: "Continue without saving" });
  if (await sure.isVisible()) await sure.click();
  await page.waitForSelector("dialog", { state: "detached" });
  await openMenu(page, "Change this game …");
  await page.locator("dialog summary").click();
  assert.match(await axes.inputValue(), /"suicide": "any"/);
  await axes.fill('{"suicide": "multi"}');
  await page.locator("dialog details").getByRole("button", { name: "Apply" }).click();
  await page.keyboard.press("Escape");
  await openMenu(page, "Change this game …");
  assert.match(await axes.inputValue(), /"suicide": "multi"/);
  await page.keyboard.press("Escape");
  assert.deepEqual(page.faults, []);
  board.stop();
}

async function passes({ browser, engine }) {
  const board = await startBoard(engine);
  const page = await openPage(browser, board.address);
  const walls = ["B3", "D3", "B2", "D2", "B4", "D4", "B1", "D1", "B5", "D5"];
  const pass = () => goesOn(page, () => page.click("#pass"));
  // Black passes last, so that White owes another pass.
  await beginAfter(page, board.address, { size: 5, rules: "aga" }, [...walls, "C3"]);
  await pass();
  await pass();
  await waitStatus(page, /^Two passes: White owes the last one/);
  await pass();
  await page.waitForSelector(".count-actions .primary");
  // Japanese rules: after a demand to resume, a ko is taken back when something lies between, and a
  // pass does.
  await beginAfter(page, board.address, { size: 9, rules: "japanese" }, ["C6", "D6", "C4", "D4", "B5", "E5", "D5"]);
  await pass();
  await pass();
  await waitStatus(page, /^Play has stopped\. Confirmation of life and death/);
  assert.match(await page.locator("#panel-count").textContent(), /only after a pass for that ko/);
  await page.getByRole("button", { name: "Black demands to resume: White moves first" }).click();
  await waitStatus(page, /^Play goes on after the dispute\. White to move/);
  await stones(page, ["C5"]);
  await cell(page, "D5").click();
  assert.match(await statusText(page), /^D5 is the ko/);
  await page.mouse.move(2, 400);
  await waitStatus(page, /^Play goes on after the dispute\. Black to move, may pass for the ko D5/);
  assert.equal(await page.locator("#pass").textContent(), "Pass for the ko D5");
  await pass();
  assert.equal(await page.locator("#pass").textContent(), "Pass");
  await stones(page, ["A1", "D5"]);
  assert.match(await cell(page, "C5").getAttribute("aria-label"), /^C5, empty/);
  assert.deepEqual(page.faults, []);
  board.stop();
}

/** The confirmation of life and death, played out: a ko is taken back only after a pass for it. */
async function confirmation({ browser, engine }) {
  const board = await startBoard(engine);
  const page = await openPage(browser, board.address);
  const pass = () => goesOn(page, () => page.click("#pass"));
  const moves = ["C6", "D6", "C4", "D4", "B5", "E5", "D5", "C5", "pass", "pass"];
  await beginAfter(page, board.address, { size: 9, rules: "japanese" }, moves);
  await page.getByRole("button", { name: "Play out a chain …" }).click();
  assert.match(await statusText(page), /^Click the chain in dispute/);
  await goesOn(page, () => cell(page, "C5").click());
  await waitStatus(page, /^Is the chain at C5 dead or alive\? Black to move/);
  await stones(page, ["D5", "J9", "J8"]);
  await page.mouse.move(2, 400);
  await waitStatus(page, /White to move, may take the ko back only after a pass for C5/);
  await cell(page, "C5").click();
  assert.match(await statusText(page), /^C5 would take the ko back: pass for it first/);
  assert.equal(await page.locator("#pass").textContent(), "Pass for the ko C5");
  await pass();
  await stones(page, ["A1", "C5"]);
  await goesOn(page, () => page.getByRole("button", { name: "Back to the count" }).click());
  await waitStatus(page, /^Play has stopped\. Confirmation of life and death/);
  assert.match(await page.locator("#panel-count").textContent(), /Played out: the chain at C5 lives/);
  assert.deepEqual(page.faults, []);
  board.stop();
}

/** A record in Shift_JIS that does not say so. */
const JAPANESE = Buffer.concat([Buffer.from("(;SZ[9]PB["), Buffer.from([0x96, 0x7b, 0x88, 0xf6, 0x96, 0x56, 0x8f, 0x47, 0x8d, 0xf4]), Buffer.from("]PW[W];B[ee])")]);

async function charset({ browser, engine, folder }) {
  const file = join(folder, "game.sgf");
  await writeFile(file, JAPANESE);
  const board = await startBoard(engine, [file]);
  const page = await openPage(browser, board.address);
  const name = () => page.locator(".player.black .player-name").textContent();
  const choose = async (label) => {
    const before = await name();
    await openMenu(page, "Game information …");
    await page.getByLabel("Characters of the file").selectOption(label);
    await page.waitForFunction((text) => document.querySelector(".player.black .player-name").textContent !== text, before);
    await page.keyboard.press("Escape");
  };
  if ((await name()) !== "本因坊秀策") await choose("Shift_JIS");
  assert.equal(await name(), "本因坊秀策");
  await choose("windows-1252");
  assert.notEqual(await name(), "本因坊秀策");
  await choose("Shift_JIS");
  assert.equal(await name(), "本因坊秀策");
  // Edits that are not saved are lost only on demand.
  await goesOn(page, () => cell(page, "C3").click());
  await openMenu(page, "Game information …");
  const list = page.getByLabel("Characters of the file");
  await list.selectOption("windows-1252");
  await page.getByRole("button", { name: "Cancel" }).click();
  await page.waitForFunction(() => [...document.querySelectorAll("dialog select")].at(-1).value === "Shift_JIS");
  assert.match(await cell(page, "C3").getAttribute("aria-label"), /black stone/);
  await list.selectOption("windows-1252");
  await goesOn(page, () => page.getByRole("button", { name: "Continue without saving" }).click());
  assert.match(await cell(page, "C3").getAttribute("aria-label"), /empty/);
  assert.notEqual(await name(), "本因坊秀策");
  assert.deepEqual(page.faults, []);
  board.stop();
}

const RECORD = "(;SZ[9]PB[Ada]PW[Bo];B[ee]C[first](;W[gc];B[cc]C[second];W[cg])(;W[gd]TE[1];B[aa]))";

async function find({ browser, engine, folder }) {
  const file = join(folder, "game.sgf");
  await writeFile(file, RECORD);
  const board = await startBoard(engine, [file]);
  const page = await openPage(browser, board.address);
  const at = () => page.locator(".place").textContent();
  await page.keyboard.press("/");
  const dialog = page.locator("dialog.aside");
  const look = async (kind, text) => {
    await dialog.locator("select").selectOption(kind);
    if (text) await page.fill("#find-text", text);
    await goesOn(page, () => dialog.getByRole("button", { name: "Find next" }).click());
  };
  await look("comment", "SECOND");
  assert.match(await at(), /^3 \//);
  await look("move", "e5");
  assert.match(await at(), /^1 \//);
  await look("hotspot");
  assert.match(await page.locator(".cell[data-point='G6']").getAttribute("aria-label"), /white stone, last move/);
  await look("player", "ada");
  assert.match(await at(), /^0 \//);
  await dialog.locator("select").selectOption("comment");
  await page.fill("#find-text", "nowhere");
  await page.keyboard.press("Enter");
  await page.waitForFunction(() => /Nothing found/.test(document.querySelector("dialog .dialog-error").textContent));
  assert.deepEqual(page.faults, []);
  board.stop();
}

async function branches({ browser, engine, folder }) {
  const file = join(folder, "game.sgf");
  await writeFile(file, RECORD);
  const board = await startBoard(engine, [file]);
  const page = await openPage(browser, board.address);
  await page.getByRole("button", { name: "Review", exact: true }).click();
  const branch = async (entry) => {
    await page.locator(".panel.record .menu-holder > button").click();
    await page.locator(".panel.record .menu").getByRole("button", { name: entry, exact: true }).click();
  };
  const nodes = () => page.locator(".tree-node").count();
  const wait = (count) => page.waitForFunction((number) => document.querySelectorAll(".tree-node").length === number, count);
  await wait(7);
  // What lies beside the line is folded, and unfolded where one goes there.
  await goesOn(page, () => page.getByRole("button", { name: "One move on" }).click());
  await branch("Fold all variations");
  await page.waitForSelector(".fold-flag");
  assert.equal(await nodes(), 6);
  assert.equal(await page.locator(".fold-flag text").textContent(), "+1");
  await goesOn(page, () => page.locator(".variations button").nth(1).click());
  await goesOn(page, () => page.getByRole("button", { name: "One move on" }).click());
  await wait(7);
  assert.equal(await page.locator(".fold-flag").count(), 0);
  await goesOn(page, () => page.getByRole("button", { name: "One move back" }).click());
  await branch("Fold or unfold from here");
  await wait(6);
  await branch("Unfold everything");
  await wait(7);
  // The second variation becomes the main one, is copied, pasted, cut and deleted.
  await branch("Make it the main line");
  await branch("Copy from here");
  await goesOn(page, () => page.getByRole("button", { name: "One move back" }).click());
  await goesOn(page, () => branch("Paste here"));
  await wait(9);
  await goesOn(page, () => branch("Cut from here"));
  await wait(7);
  await goesOn(page, () => page.getByRole("button", { name: "Undo the edit" }).click().then(() => page.getByRole("button", { name: "To the start" }).click()));
  await wait(9);
  await page.keyboard.press("Control+s");
  await waitStatus(page, /^Saved to/);
  const saved = (await readFile(file, "utf8")).replaceAll("\n", "");
  assert.match(saved, /C\[first\]\(;W\[gd\]TE\[1\];B\[aa\]\)\(;W\[gc\];B\[cc\]C\[second\];W\[cg\]\)\(;W\[gd\]TE\[1\];B\[aa\]\)/);
  assert.deepEqual(page.faults, []);
  board.stop();
}

async function chain({ browser, engine, folder }) {
  const [source, games] = [join(folder, "games.sgf"), join(folder, "chain.sgf")];
  await writeFile(source, "(;SZ[9]PB[Ada]PW[Bo]RE[B+R]DT[1900];B[ee])(;SZ[9]PB[Xi]PW[Yu];B[aa])(;SZ[9]PB[Cy]PW[Bo]EV[Cup];B[cc])");
  await promisify(execFile)(engine.program, ["chain", "Ada", "Cy", source, "--sgf", games]);
  const board = await startBoard(engine, [games]);
  const page = await openPage(browser, board.address);
  const list = page.getByLabel("Games of this file");
  await page.waitForFunction(() => document.querySelectorAll(".games option").length === 2);
  assert.deepEqual(await list.locator("option").allTextContents(), ["Game 1 Ada - Bo, 1900, B+R", "Game 2 Cy - Bo, Cup"]);
  await goesOn(page, () => list.selectOption("1"));
  assert.equal(await page.locator(".player.black .player-name").textContent(), "Cy");
  assert.deepEqual(page.faults, []);
  board.stop();
}

/** @type {Record<string, (tools: any) => Promise<void>>} */
export const SCENES = { rules, passes, confirmation, charset, find, branches, chain };
