// Scenes of study: figures, problems, regions, priors, thresholds.

import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { assert, cell, center, goesOn, openMenu, openPage, startBoard, waitStatus } from "./browser_tools.mjs";

/** Black takes the stone of move 2, and plays on its point. */
const FIGURES = "(;SZ[5]ST[1];FG[257:Figure 1]B[bb];W[cb];B[ca];W[da];B[db];W[ea];B[cc];W[ee];B[cb](;VW[aa:cc]W[ed])(;W[ec]))";

async function reviewed(browser, engine, file) {
  const board = await startBoard(engine, [file]);
  const page = await openPage(browser, board.address);
  await page.getByRole("button", { name: "Review", exact: true }).click();
  return { board, page };
}

/** Waits until something is drawn this many times. */
const drawn = (page, selector, count) => page.waitForFunction(([wanted, number]) => document.querySelectorAll(wanted).length === number, [selector, count]);

async function figures({ browser, engine, folder }) {
  const file = join(folder, "figures.sgf");
  await writeFile(file, FIGURES);
  const { board, page } = await reviewed(browser, engine, file);
  const step = (name) => goesOn(page, () => page.getByRole("button", { name }).click());
  for (let move = 0; move < 9; move++) await step("One move on");
  // The white stone stays with its number; the move on its point is listed.
  await page.waitForFunction(() => document.querySelector(".figure-text").textContent === "Figure 1. 9 at 2");
  await drawn(page, ".layer.marks .number", 8);
  assert.equal(await page.locator(".layer.stones use").count(), 8);
  assert.equal(await page.locator(".coordinate").count(), 0);
  await page.screenshot({ path: join(folder, "figure.png") });
  await step("One move on");
  await drawn(page, ".layer.veil rect", 16);
  // ST: the alternative to the last move is marked, and a click goes there.
  await drawn(page, ".layer.next circle", 1);
  await goesOn(page, () => cell(page, "E3").click());
  await page.waitForFunction(() => /white stone/.test(document.querySelector('.cell[data-point="E3"]').getAttribute("aria-label")));
  await page.getByRole("tab", { name: "Edit" }).click();
  await page.getByLabel("A figure begins here").check();
  await page.getByLabel("Name of the figure").fill("Figure 2");
  await page.getByLabel("Number of this move").fill("110");
  await page.getByLabel("Numbers from here on").selectOption("2");
  await page.waitForFunction(() => document.querySelector(".layer.marks .number")?.textContent === "10");
  await page.click("#view-part");
  const [from, to] = [await center(page, '.cell[data-point="C1"]'), await center(page, '.cell[data-point="E4"]')];
  await page.mouse.move(...from);
  await page.mouse.down();
  await page.mouse.move(...to, { steps: 4 });
  await page.mouse.up();
  await drawn(page, ".layer.veil rect", 13);
  await page.screenshot({ path: join(folder, "part.png") });
  await page.keyboard.press("Control+s");
  await waitStatus(page, /^Saved to/);
  const saved = (await readFile(file, "utf8")).replaceAll("\n", "");
  assert.match(saved, /W\[ec\].*FG\[0:Figure 2\]/);
  for (const kept of ["MN[110]", "PM[2]", "FG[257:Figure 1]", "ST[1]"]) assert.ok(saved.includes(kept), `${kept} in ${saved}`);
  await page.click("#view-whole");
  await drawn(page, ".layer.veil rect", 0);
  assert.deepEqual(page.faults, []);
  board.stop();
}

const PROBLEMS = "(;SZ[9]GN[One]AB[cc]AW[dd];B[cd](;W[cf];B[ce])(;W[ce];B[de]C[RIGHT])"
  + "(;W[dc];B[ab]))(;SZ[9]GN[Two];W[aa];B[bb];W[cb])";
const TREE = PROBLEMS.replace(";B[cd](", "(;B[cd](").replace(";B[ab]))", ";B[ab]))(;B[ee];W[cd]))");

async function problems({ browser, engine, folder }) {
  const file = join(folder, "problems.sgf");
  await writeFile(file, TREE);
  const { board, page } = await reviewed(browser, engine, file);
  await page.waitForSelector(".tree-node");
  await page.click("#solve");
  await waitStatus(page, /^Black to play/);
  assert.equal(await page.locator(".layer.next circle").count(), 0, "the moves are hidden");
  assert.equal(await page.locator(".tree").isVisible(), false);
  await cell(page, "A1").click();
  await waitStatus(page, /^A1 is not an answer/);
  await goesOn(page, () => cell(page, "E5").click());
  await waitStatus(page, /^Wrong/);
  await page.screenshot({ path: join(folder, "problem.png") });
  await goesOn(page, () => page.click("#problem-retry"));
  await page.click("#problem-hint");
  await waitStatus(page, /^Try C6/);
  await goesOn(page, () => cell(page, "C6").click());
  // White answers with the move that leads on.
  await page.waitForFunction(() => /white stone, last move/.test(document.querySelector('.cell[data-point="C5"]').getAttribute("aria-label")));
  await goesOn(page, () => cell(page, "D5").click());
  await waitStatus(page, /^Right/);
  await goesOn(page, () => page.click("#problem-next"));
  await waitStatus(page, /^White to play/);
  await goesOn(page, () => cell(page, "A9").click());
  await page.waitForFunction(() => /black stone, last move/.test(document.querySelector('.cell[data-point="B8"]').getAttribute("aria-label")));
  await goesOn(page, () => cell(page, "C8").click());
  await waitStatus(page, /^Right/);
  assert.equal(await readFile(file, "utf8"), TREE, "nothing is written");
  assert.deepEqual(page.faults, []);
  board.stop();
}

async function region({ browser, engine, folder }) {
  const file = join(folder, "game.sgf");
  await writeFile(file, "(;SZ[9]KM[7]RU[Chinese];B[ee]SBKV[50]SBKS[0];W[aa]SBKV[70]SBKS[2.5];B[gg])");
  const { board, page } = await reviewed(browser, engine, file);
  await page.getByRole("button", { name: "One move on" }).click();
  await page.getByRole("tab", { name: "Analysis" }).click();
  await page.waitForSelector(".candidate-row");
  await page.click("#region");
  await cell(page, "A1").click();
  await waitStatus(page, /^From A1/);
  await cell(page, "C3").click();
  await page.waitForSelector(".layer.region rect");
  await page.waitForFunction(() => {
    const moves = [...document.querySelectorAll(".candidate-row .move")].map((one) => one.textContent);
    return moves.length > 0 && moves.every((move) => /^[ABC][123]$/.test(move));
  });
  await page.screenshot({ path: join(folder, "region.png") });
  await page.click("#region-clear");
  await page.waitForFunction(() => [...document.querySelectorAll(".candidate-row .move")].some((one) => !/^[ABC][123]$/.test(one.textContent)));
  await page.getByLabel("Raw priors").check();
  await page.waitForSelector(".layer.priors .disc");
  assert.equal(await page.locator(".layer.candidates .disc").count(), 0);
  await page.screenshot({ path: join(folder, "priors.png") });
  await page.getByLabel("Raw priors").uncheck();
  // The ownership after a candidate, and how the last move changed it.
  await page.getByLabel("Change of ownership").check();
  await page.locator(".candidate-row").first().focus();
  await page.waitForSelector(".layer.owners .owner");
  await page.locator("#tab-analysis").focus();
  await goesOn(page, () => page.getByRole("button", { name: "One move on" }).click());
  await page.waitForSelector(".layer.owners .owner");
  await page.screenshot({ path: join(folder, "change.png") });
  await page.getByLabel("Change of ownership").uncheck();
  // A loss of 2.5 points is an inaccuracy, until the threshold of mistakes is lowered.
  await page.getByRole("tab", { name: "Mistakes" }).click();
  const quality = () => page.locator(".worst-row .class").first().getAttribute("title");
  assert.equal(await quality(), "Inaccuracy");
  await openMenu(page, "Settings …");
  await page.getByLabel("Mistake, points lost").fill("2");
  await page.getByLabel("Mistake, points lost").press("Tab");
  await page.waitForFunction(() => document.querySelector(".worst-row .class").title === "Mistake");
  await page.getByLabel("Blunder, points lost").fill("1");
  await page.getByLabel("Blunder, points lost").press("Tab");
  await page.waitForFunction(() => /ascending/.test(document.querySelector("dialog .dialog-error").textContent));
  await page.keyboard.press("Escape");
  await page.reload();
  await page.waitForSelector("body[data-ready]");
  await page.getByRole("tab", { name: "Mistakes" }).click();
  assert.equal(await quality(), "Mistake", "the choice is kept");
  assert.deepEqual(page.faults, []);
  board.stop();
}

/** @type {Record<string, (tools: any) => Promise<void>>} */
export const SCENES = { figures, problems, region };
