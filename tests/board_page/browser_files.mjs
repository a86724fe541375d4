// Scenes on what goes in and out of the page: files that are dropped, pictures, prints; and the set-up of the root.

import { readFile, writeFile } from "node:fs/promises";
import { basename, join } from "node:path";
import { assert, cell, DESK, goesOn, label, newGame, openMenu, openPage, startBoard, waitStatus } from "./browser_tools.mjs";

const DROPPED = "(;SZ[9]PB[Dropped]PW[Other];B[ee];W[gc])";

/**
 * Drags a file over the board and drops it there. The page gets the events from a script, since drags that
 * Chromium is asked for over DevTools sometimes end without a drop.
 */
async function dropFile(page, path) {
  const file = [basename(path), await readFile(path, "utf8")];
  const steps = await page.locator(".board").evaluate((board, [name, text]) => {
    const dataTransfer = new DataTransfer();
    dataTransfer.items.add(new File([text], name));
    return ["dragover", "drop"].map((type) => {
      const isLeftToBrowser = board.dispatchEvent(new DragEvent(type, { bubbles: true, cancelable: true, dataTransfer }));
      return { isLeftToBrowser, isMarked: document.documentElement.classList.contains("dropping") };
    });
  }, file);
  assert.deepEqual(steps, [true, false].map((isMarked) => ({ isLeftToBrowser: false, isMarked })));
}

async function drop({ browser, engine, folder }) {
  const [good, bad] = [join(folder, "dropped.sgf"), join(folder, "bad.sgf")];
  await writeFile(good, DROPPED);
  await writeFile(bad, "no record");
  const board = await startBoard(engine);
  const page = await openPage(browser, board.address);
  const black = () => page.locator(".player.black .player-name").textContent();
  // The record comes by an event, which may be later than the answer that the status line tells.
  const isShown = () => page.waitForFunction(() => document.querySelector(".player.black .player-name").textContent === "Dropped");
  await dropFile(page, good);
  await waitStatus(page, /^dropped\.sgf is open/);
  await isShown();
  assert.equal(await page.locator(".place").textContent(), "0 / 2");
  await dropFile(page, bad);
  await page.waitForSelector(".status.error");
  assert.equal(await black(), "Dropped", "what is no record changes nothing");
  // A record that is not saved is given up only on demand.
  await newGame(page, { size: 9, black: "person", white: "person" });
  await goesOn(page, () => cell(page, "C3").click());
  await dropFile(page, good);
  await page.getByRole("button", { name: "Cancel" }).click();
  assert.match(await label(page, "C3"), /black stone/);
  await dropFile(page, good);
  await page.getByRole("button", { name: "Continue without saving" }).click();
  await isShown();
  assert.deepEqual(page.faults, []);
  board.stop();
}

/** The size of a picture and the colors at points of it, each from 0 to 1 of its width and height. */
function colorsAt(page, png, points) {
  return page.evaluate(async ([text, places]) => {
    const bytes = Uint8Array.from(atob(text), (letter) => letter.charCodeAt(0));
    const bitmap = await createImageBitmap(new Blob([bytes], { type: "image/png" }));
    const context = new OffscreenCanvas(bitmap.width, bitmap.height).getContext("2d");
    context.drawImage(bitmap, 0, 0);
    const color = ([x, y]) => [...context.getImageData(Math.round(x * bitmap.width), Math.round(y * bitmap.height), 1, 1).data];
    return { size: [bitmap.width, bitmap.height], colors: places.map(color) };
  }, [png.toString("base64"), points]);
}

async function picture({ browser, engine, folder }) {
  const file = join(folder, "game.sgf");
  await writeFile(file, "(;SZ[9:5]AB[ac][bc]AW[ee]TR[ac])");
  const board = await startBoard(engine, [file]);
  const page = await openPage(browser, board.address);
  await openMenu(page, "Export the position …");
  const [download] = await Promise.all([page.waitForEvent("download"), page.getByRole("button", { name: "PNG" }).click()]);
  assert.equal(download.suggestedFilename(), "game.png");
  const png = await readFile(await download.path());
  assert.deepEqual([...png.subarray(0, 8)], [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a], "the signature of PNG");
  // Cells of 40 within a margin of 47.2 for the coordinates; the longer side has 1200 pixels.
  const [width, height] = [8, 4].map((cells) => 40 * cells + 2 * 47.2);
  const place = (x, y) => [(47.2 + 40 * x) / width, (47.2 + 40 * y) / height];
  const { size, colors } = await colorsAt(page, png, [place(1, 2), place(4, 4), place(6.5, 1.5), place(2.5, 1)]);
  assert.equal(size[0], 1200);
  assert.ok(Math.abs(size[1] - (1200 * height) / width) <= 1, `${size}`);
  const [black, white, paper, line] = colors;
  assert.ok(Math.max(...black.slice(0, 3)) < 0x30, `a black stone: ${black}`);
  assert.ok(Math.min(...white.slice(0, 3)) > 0xf0, `a white stone: ${white}`);
  assert.deepEqual(paper, [0xec, 0xca, 0x93, 0xff], "the paper");
  assert.ok(Math.max(...line.slice(0, 3)) < 0xb0, `a line: ${line}`);
  assert.deepEqual(page.faults, []);
  board.stop();
}

/** A comment that is longer than its field on the screen. */
const LONG = Array.from({ length: 30 }, (_, line) => `Line ${line + 1} of the comment`).join("\n");

async function print({ browser, engine, folder }) {
  const file = join(folder, "game.sgf");
  await writeFile(file, `(;SZ[9]GN[The game]PB[Ada]PW[Bo];B[ee]C[${LONG}];W[gc]TR[ee])`);
  const board = await startBoard(engine, [file]);
  const page = await openPage(browser, board.address, { ...DESK, colorScheme: "dark" });
  await goesOn(page, () => page.getByRole("button", { name: "One move on" }).click());
  for (const tab of ["Record", "Analysis", "Mistakes", "Edit"]) {
    await page.emulateMedia({ media: "screen" });
    await page.getByRole("tab", { name: tab }).click();
    await page.emulateMedia({ media: "print" });
    for (const shown of [".print-head", ".board", ".players", ".comment"]) assert.ok(await page.locator(shown).isVisible(), `${shown} is printed, ${tab}`);
    const controls = await page.locator("button:visible, input:visible, select:visible, .status:visible, .tree:visible, [role=tablist]:visible").evaluateAll((all) => all.map((one) => one.outerHTML.slice(0, 80)));
    assert.deepEqual(controls, [], `no controls are printed, ${tab}`);
  }
  const look = await page.evaluate(() => {
    const comment = document.querySelector(".comment");
    const { color, backgroundColor } = getComputedStyle(comment);
    return { color, backgroundColor, hidden: comment.scrollHeight - comment.clientHeight, head: document.querySelector(".print-head").textContent, soft: getComputedStyle(document.querySelector(".captures")).color };
  });
  assert.ok(look.hidden <= 1, `${look.hidden} pixels of the comment are cut off`);
  assert.deepEqual([look.color, look.backgroundColor, look.head], ["rgb(0, 0, 0)", "rgb(255, 255, 255)", "The game"]);
  assert.equal(look.soft, "rgb(102, 94, 82)", "dark on paper, whatever the page's theme");
  const pdf = await page.pdf({ format: "A4" });
  await writeFile(join(folder, "print.pdf"), pdf);
  await page.screenshot({ path: join(folder, "print.png"), fullPage: true });
  assert.equal(pdf.subarray(0, 5).toString("latin1"), "%PDF-");
  assert.ok(pdf.length > 10_000, `${pdf.length} bytes`);
  assert.deepEqual(page.faults, []);
  board.stop();
}

async function setup({ browser, engine, folder }) {
  const file = join(folder, "game.sgf");
  const text = "(;SZ[9]AB[ee]C[root];W[gc])";
  await writeFile(file, text);
  const board = await startBoard(engine, [file]);
  const page = await openPage(browser, board.address);
  await page.getByRole("button", { name: "Review", exact: true }).click();
  await page.getByRole("tab", { name: "Edit" }).click();
  const shows = (point, words) => page.waitForFunction(([name, pattern]) => document.querySelector(`.cell[data-point="${name}"]`).getAttribute("aria-label").includes(pattern), [point, words]);
  const saved = async () => {
    await page.keyboard.press("Control+s");
    await waitStatus(page, /^Saved to/);
    await page.waitForFunction(() => !document.querySelector(".bar button.dirty"));
    return (await readFile(file, "utf8")).replaceAll("\n", "");
  };
  const original = await saved();
  await page.getByRole("button", { name: "Set up black stones" }).click();
  await cell(page, "A1").click();
  await shows("A1", "black stone");
  await page.getByRole("button", { name: "Set up white stones" }).click();
  await cell(page, "B1").click();
  await shows("B1", "white stone");
  await page.getByRole("button", { name: "Remove stones" }).click();
  await cell(page, "E5").click();
  await shows("E5", "empty");
  assert.equal(await page.locator(".place").textContent(), "0 / 1", "no node is added");
  const edited = await saved();
  assert.match(edited, /^\(;[^;]*AB\[ai\][^;]*;W\[gc\]\)$/);
  assert.match(edited, /^\(;[^;]*AW\[bi\]/);
  assert.ok(!edited.includes("[ee]"), edited);
  await page.getByRole("tab", { name: "Record" }).click();
  for (const [point, words] of [["E5", "black stone"], ["B1", "empty"], ["A1", "empty"]]) {
    await page.getByRole("button", { name: "Undo the edit" }).click();
    await shows(point, words);
  }
  assert.equal(await saved(), original);
  assert.deepEqual(page.faults, []);
  board.stop();
}

/** @type {Record<string, (tools: any) => Promise<void>>} */
export const SCENES = { drop, picture, print, setup };
