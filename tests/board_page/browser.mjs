// Runs the scenes in Chromium and prints the name of each that passes.
// Arguments: the folder of node_modules, the engine, Chromium, a folder for files, [scenes…]
// The scenes run in lanes beside each other, each with a Chromium of its own: `BOARD_LANES`, or 2.
// The page of a scene that fails is drawn to a file in the folder `BOARD_FAILURES`.

import { mkdir, readFile } from "node:fs/promises";
import { createRequire } from "node:module";
import { availableParallelism } from "node:os";
import { join, resolve } from "node:path";
import { stopBoards } from "./browser_tools.mjs";
import { SCENES as FIRST } from "./browser_scenes.mjs";
import { SCENES as EDITS } from "./browser_edits.mjs";
import { SCENES as FILES } from "./browser_files.mjs";
import { SCENES as LOOKS } from "./browser_looks.mjs";
import { SCENES as RULES } from "./browser_rules.mjs";
import { SCENES as SOUND } from "./browser_sound.mjs";
import { SCENES as STUDY } from "./browser_study.mjs";
import { SCENES as TIME } from "./browser_time.mjs";

const SCENES = { ...FIRST, ...EDITS, ...FILES, ...LOOKS, ...RULES, ...SOUND, ...STUDY, ...TIME };

/** The scenes that begin first: those that wait on clocks, beside each other; then the longest. */
const EARLY = ["sounds", "voice", "hidden", "awake", "clock", "accessibility", "hours", "disputes", "layout", "contrast"];

const [modules, program, executablePath, folder, ...chosen] = process.argv.slice(2);
const require = createRequire(join(resolve(modules), "index.js"));
const { chromium } = require("playwright-core");
const axe = await readFile(require.resolve("axe-core/axe.min.js"), "utf8");
const queue = chosen.length > 0 ? chosen : [...new Set([...EARLY, ...Object.keys(SCENES)])];
const lanes = Number(process.env.BOARD_LANES) || Math.min(2, availableParallelism());

let failed = 0;

/** Runs a scene with boards of its own, and ends what it leaves behind. */
async function run(browser, name) {
  const own = join(folder, name);
  await mkdir(own, { recursive: true });
  const engine = { program, boards: new Set() };
  const start = Date.now();
  try {
    await SCENES[name]({ browser, engine, axe, folder: own });
    console.log(`${name} (${((Date.now() - start) / 1000).toFixed(1)} s)`);
  } catch (error) {
    failed += 1;
    const path = join(process.env.BOARD_FAILURES || own, `${name}.png`);
    console.error(`${name} failed (${path}): ${error.stack}`);
    const page = browser.contexts().at(-1)?.pages().at(-1);
    await page?.screenshot({ path }).catch(() => {});
  }
  for (const context of browser.contexts()) await context.close();
  stopBoards(engine);
}

/** Runs scenes of the queue until it is empty. */
async function runLane() {
  const browser = await chromium.launch({ executablePath, args: ["--no-sandbox", "--disable-dev-shm-usage"] });
  while (queue.length > 0) await run(browser, queue.shift());
  await browser.close();
}

await Promise.all(Array.from({ length: lanes }, runLane));
process.exit(failed > 0 ? 1 : 0);
