// Scenes on how the page looks: accessibility, languages, narrow windows, large text, forced colors, first paint.

import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { assert, axeFindings, cell, DESK, openMenu, openPage, PHONE, RECORD, startBoard, statusText } from "./browser_tools.mjs";

async function accessibility({ browser, engine, axe, folder }) {
  const file = join(folder, "game.sgf");
  await writeFile(file, RECORD);
  const board = await startBoard(engine, [file]);
  for (const [name, options] of [["light", DESK], ["dark", { ...DESK, colorScheme: "dark" }], ["phone", PHONE]]) {
    const page = await openPage(browser, board.address, { ...options, bypassCSP: true, reducedMotion: "reduce" });
    const check = async (screen) => assert.deepEqual(await axeFindings(page, axe), [], `${screen}, ${name}`);
    await check("start");
    await page.getByRole("button", { name: "Review", exact: true }).click();
    for (const tab of ["Record", "Analysis", "Mistakes", "Edit"]) {
      await page.getByRole("tab", { name: tab }).click();
      await check(tab);
    }
    await page.click("#new-game");
    await check("new game");
    await page.keyboard.press("Escape");
    for (const entry of ["Settings …", "Game information …", "Change this game …", "Keys", "Export the position …"]) {
      await openMenu(page, entry);
      await check(entry);
      await page.keyboard.press("Escape");
    }
    await page.getByRole("button", { name: "Play", exact: true }).click();
    await page.context().close();
  }
  board.stop();
}

/** The first words of the status line in each language. */
const TO_MOVE = { en: "Black", fr: "À Noir", ja: "黒の手番", "zh-CN": "轮到黑方", "zh-TW": "輪到黑方", de: "Schwarz", ko: "흑 차례" };

async function layout({ browser, engine }) {
  const board = await startBoard(engine);
  const narrow = (page) => page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
  for (const [locale, words] of Object.entries(TO_MOVE)) {
    const page = await openPage(browser, board.address, { ...PHONE, locale });
    assert.ok((await statusText(page)).startsWith(words), locale);
    assert.ok((await narrow(page)) <= 0, `${locale} fits 360 pixels`);
    await page.tap("#new-game");
    const wide = await page.evaluate(() => {
      const body = document.querySelector("dialog .dialog-body");
      return body.scrollWidth - body.clientWidth;
    });
    assert.ok(wide <= 0, `the form in ${locale} fits`);
    assert.deepEqual(page.faults, []);
    await page.context().close();
  }
  for (const viewport of [{ width: 320, height: 568 }, { width: 640, height: 400 }, { width: 1280, height: 800 }]) {
    const page = await openPage(browser, board.address, { viewport });
    await page.evaluate(() => {
      if (innerWidth > 320) document.documentElement.style.fontSize = "200%";
    });
    assert.ok((await narrow(page)) <= 0, `${viewport.width} pixels`);
    for (const id of ["#new-game", ".step", "#tab-record"]) {
      await page.locator(id).first().scrollIntoViewIfNeeded();
      assert.ok(await page.locator(id).first().isVisible(), `${id} at ${viewport.width}`);
    }
    await page.context().close();
  }
  const still = await openPage(browser, board.address, { ...DESK, reducedMotion: "reduce", colorScheme: "dark" });
  const look = await still.evaluate(() => ({
    paper: getComputedStyle(document.body).backgroundColor,
    motion: getComputedStyle(document.querySelector("button")).transitionDuration,
  }));
  assert.deepEqual(look, { paper: "rgb(25, 24, 22)", motion: "0s" });
  board.stop();
}

/** Milliseconds until the page must be painted, and have content, on a machine that may be very busy. */
const LIMITS = { "first-paint": 3000, "first-contentful-paint": 10_000 };

async function paint({ browser, engine }) {
  const board = await startBoard(engine);
  const page = await openPage(browser, board.address);
  const times = await page.evaluate(() => performance.getEntriesByType("paint").map(({ name, startTime }) => [name, Math.round(startTime)]));
  console.log(`paint: ${times.map(([name, time]) => `${name} after ${time} ms`).join(", ")}`);
  assert.deepEqual(times.map(([name]) => name).sort(), Object.keys(LIMITS).sort());
  for (const [name, time] of times) assert.ok(time < LIMITS[name], `${name} after ${time} ms`);
  board.stop();
}

/** Boxes of the page as they look now, by name: the relative luminances of their pixels. */
async function luminances(page, boxes) {
  const all = Object.values(boxes);
  const [left, top] = ["x", "y"].map((side) => Math.min(...all.map((box) => box[side])));
  const [right, bottom] = [["x", "width"], ["y", "height"]].map(([side, length]) => Math.max(...all.map((box) => box[side] + box[length])));
  const png = await page.screenshot({ clip: { x: left, y: top, width: right - left, height: bottom - top }, animations: "disabled" });
  return page.evaluate(async ([text, parts, x0, y0]) => {
    const bytes = Uint8Array.from(atob(text), (letter) => letter.charCodeAt(0));
    const bitmap = await createImageBitmap(new Blob([bytes], { type: "image/png" }));
    const context = new OffscreenCanvas(bitmap.width, bitmap.height).getContext("2d", { willReadFrequently: true });
    context.drawImage(bitmap, 0, 0);
    const linear = (value) => (value <= 10 ? value / 3294.6 : ((value / 255 + 0.055) / 1.055) ** 2.4);
    return Object.fromEntries(Object.entries(parts).map(([name, { x, y, width, height }]) => {
      const { data } = context.getImageData(Math.round(x - x0), Math.round(y - y0), Math.floor(width), Math.floor(height));
      const light = (at) => 0.2126 * linear(data[at]) + 0.7152 * linear(data[at + 1]) + 0.0722 * linear(data[at + 2]);
      return [name, Array.from({ length: data.length / 4 }, (_, pixel) => light(4 * pixel))];
    }));
  }, [png.toString("base64"), boxes, left, top]);
}

/** How many pixels of two pictures of the same size differ by a contrast of 3 to 1 or more. */
function contrasting(one, other) {
  assert.equal(one.length, other.length, "the same size");
  return one.filter((light, at) => (Math.max(light, other[at]) + 0.05) / (Math.min(light, other[at]) + 0.05) >= 3).length;
}

/** Stones in pairs of the same color: with a mark and without one. */
const MARKED = "(;SZ[9]AB[aa][ba][ca][da][ea][ga]AW[ac][bc][cc][dc][ec][gc]"
  + "TR[ba][bc][be]SQ[ca][cc][ce]MA[da][dc][de]LB[ea:8][ec:8][ee:8])";

async function contrast({ browser, engine, folder }) {
  const file = join(folder, "marked.sgf");
  await writeFile(file, MARKED);
  const board = await startBoard(engine, [file]);
  for (const [forcedColors, colorScheme] of [["active", "light"], ["active", "dark"], ["none", "light"], ["none", "dark"]]) {
    const look = `${colorScheme}, forced colors: ${forcedColors}`;
    const prepare = () => localStorage.setItem("shusaku-board", '{"analyze": false}');
    const page = await openPage(browser, board.address, { ...DESK, forcedColors, colorScheme, prepare });
    assert.equal(await page.evaluate(() => matchMedia("(forced-colors: active)").matches), forcedColors === "active");
    await page.waitForSelector(".layer.marks .triangle");
    await page.waitForSelector(".grain");
    await page.screenshot({ path: join(folder, `${look}.png`) });
    if (forcedColors === "active") await stonesAndMarksAreSeen(page, look);
    await focusIsSeen(page, look);
    await page.context().close();
  }
  board.stop();
}

/** Stones differ from empty points and from each other, and marks from the stones and the wood below. */
async function stonesAndMarksAreSeen(page, look) {
  const boxes = Object.fromEntries(await page.evaluate(() => [...document.querySelectorAll(".cell")].map((one) => {
    const { x, y, width, height } = one.getBoundingClientRect();
    return [one.dataset.point, { x, y, width, height }];
  })));
  const light = await luminances(page, boxes);
  const differ = (one, other, least) => {
    const pixels = contrasting(light[one], light[other]);
    assert.ok(pixels >= least, `${one} and ${other}, ${look}: ${pixels} pixels`);
  };
  for (const [one, other] of [["G9", "G5"], ["G7", "G5"], ["G9", "G7"]]) differ(one, other, 60);
  for (const row of [9, 7, 5]) for (const column of "BCDE") differ(`${column}${row}`, `G${row}`, 40);
}

/** The focus changes what is seen, on stones, on empty points and on buttons. */
async function focusIsSeen(page, look) {
  for (const selector of ['.cell[data-point="G9"]', '.cell[data-point="G7"]', '.cell[data-point="G5"]', "#new-game", "#tab-edit"]) {
    const element = page.locator(selector);
    await page.evaluate(() => document.activeElement.blur());
    const { x, y, width, height } = await element.boundingBox();
    const box = { x: x - 6, y: y - 6, width: width + 12, height: height + 12 };
    const before = await luminances(page, { box });
    // Only keys make the focus visible.
    await page.keyboard.press("Shift");
    await element.focus();
    const pixels = contrasting(before.box, (await luminances(page, { box })).box);
    assert.ok(pixels >= 100, `the focus on ${selector}, ${look}: ${pixels} pixels`);
  }
}

/** @type {Record<string, (tools: any) => Promise<void>>} */
export const SCENES = { paint, accessibility, layout, contrast };
