// Scenes on edits of a record, and on what does not outlive a record or a position.

import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { assert, cell, center, goesOn, label, newGame, openPage, startBoard, waitStatus } from "./browser_tools.mjs";

/** A game that ends with two passes. */
const ENDED = "(;SZ[9]KM[7]RU[Chinese];B[ee];W[gc];B[gg];W[];B[])";

/** Opens a file in a review. */
async function reviewed(browser, engine, file, text) {
  await writeFile(file, text);
  const board = await startBoard(engine, [file]);
  const page = await openPage(browser, board.address);
  await page.getByRole("button", { name: "Review", exact: true }).click();
  await page.waitForSelector("body.reviewing");
  return { board, page };
}

async function leaving({ browser, engine, folder }) {
  const { board, page } = await reviewed(browser, engine, join(folder, "problem.sgf"), "(;SZ[9];B[ee]C[RIGHT];W[gc])");
  await page.waitForSelector(".tree-node");
  await page.click("#solve");
  await waitStatus(page, /^Black to play/);
  await newGame(page, { size: 9, black: "person", white: "person" });
  assert.equal(await page.locator(".problem").isVisible(), false);
  await goesOn(page, () => cell(page, "A1").click());
  assert.match(await label(page, "A1"), /black stone/);
  // A guess ends where play begins.
  await page.getByRole("button", { name: "Review", exact: true }).click();
  await page.getByRole("button", { name: "Guess moves" }).click();
  await page.waitForSelector(".guess:not([hidden])");
  await page.getByRole("button", { name: "Play", exact: true }).click();
  await page.waitForSelector(".guess", { state: "hidden" });
  await goesOn(page, () => cell(page, "B1").click());
  assert.deepEqual(page.faults, []);
  board.stop();
}

async function edits({ browser, engine, folder }) {
  const file = join(folder, "ended.sgf");
  const { board, page } = await reviewed(browser, engine, file, ENDED);
  await goesOn(page, () => page.getByRole("button", { name: "To the end" }).click());
  await page.getByRole("tab", { name: "Edit" }).click();
  // Where play has stopped, tools do not mark dead stones.
  await page.getByRole("button", { name: "Triangle" }).click();
  await cell(page, "E5").click();
  await page.waitForSelector(".layer.marks .triangle");
  await page.getByRole("button", { name: "Letter or text" }).click();
  await cell(page, "E5").click();
  await page.waitForSelector(".layer.marks .label");
  assert.equal(await page.locator(".layer.marks .triangle").count(), 1, "a label leaves the mark");
  // Annotations of different kinds stay beside each other.
  const annotate = (list, value) => Promise.all([
    page.waitForResponse(/api\/action/), page.locator('[aria-label="Annotations"] select').nth(list).selectOption(value),
  ]);
  await annotate(0, "BM=1");
  await annotate(0, "TE=2");
  await annotate(1, "GB=1");
  // What is typed goes to the node at which it was typed, although the wheel turns before the field is left.
  await page.getByLabel("Name of this position").fill("the end");
  await page.mouse.move(...(await center(page, '.cell[data-point="A1"]')));
  await goesOn(page, () => page.mouse.wheel(0, -120));
  await page.locator(".bar").getByRole("button", { name: "Save" }).click();
  await waitStatus(page, /^Saved to/);
  const saved = (await readFile(file, "utf8")).replaceAll("\n", "");
  const last = saved.slice(saved.lastIndexOf(";"));
  for (const kept of ["TR[ee]", "LB[ee:A]", "TE[2]", "GB[1]", "N[the end]"]) assert.ok(last.includes(kept), `${kept} in ${saved}`);
  assert.ok(!saved.includes("BM"), saved);
  assert.deepEqual(page.faults, []);
  board.stop();
}

async function candidates({ browser, engine, folder }) {
  const { board, page } = await reviewed(browser, engine, join(folder, "game.sgf"), "(;SZ[5]KM[7]RU[Chinese];B[cc])");
  await page.getByRole("tab", { name: "Analysis" }).click();
  await page.waitForSelector(".candidate-row .move");
  const moves = () => page.locator(".candidate-row .move").allTextContents();
  // A row that was clicked, over which the pointer stays, gives way to those of the next position.
  const before = await moves();
  await goesOn(page, () => page.locator(".candidate-row").first().click());
  await page.waitForFunction(([list]) => {
    const now = [...document.querySelectorAll(".candidate-row .move")].map((one) => one.textContent);
    return now.length > 0 && String(now) !== list;
  }, [String(before)]);
  assert.deepEqual(page.faults, []);
  board.stop();
}

/** @type {Record<string, (tools: any) => Promise<void>>} */
export const SCENES = { leaving, edits, candidates };
