// Runs the scenes in Chromium and prints the name of each that passes.
// Arguments: the folder of node_modules, the engine, Chromium, a folder for files, [scenes…]

import { mkdir, readFile } from "node:fs/promises";
import { createRequire } from "node:module";
import { join, resolve } from "node:path";
import { stopBoards } from "./browser_tools.mjs";
import { SCENES as FIRST } from "./browser_scenes.mjs";
import { SCENES as FILES } from "./browser_files.mjs";
import { SCENES as LOOKS } from "./browser_looks.mjs";
import { SCENES as RULES } from "./browser_rules.mjs";
import { SCENES as SOUND } from "./browser_sound.mjs";
import { SCENES as STUDY } from "./browser_study.mjs";
import { SCENES as TIME } from "./browser_time.mjs";

const SCENES = { ...FIRST, ...FILES, ...LOOKS, ...RULES, ...SOUND, ...STUDY, ...TIME };

const [modules, engine, executablePath, folder, ...chosen] = process.argv.slice(2);
const require = createRequire(join(resolve(modules), "index.js"));
const { chromium } = require("playwright-core");
const axe = await readFile(require.resolve("axe-core/axe.min.js"), "utf8");
const browser = await chromium.launch({ executablePath, args: ["--no-sandbox", "--disable-dev-shm-usage"] });

let failed = 0;
for (const name of chosen.length > 0 ? chosen : Object.keys(SCENES)) {
  const own = join(folder, name);
  await mkdir(own, { recursive: true });
  const start = Date.now();
  try {
    await SCENES[name]({ browser, engine, axe, folder: own });
    console.log(`${name} (${((Date.now() - start) / 1000).toFixed(1)} s)`);
  } catch (error) {
    failed += 1;
    console.error(`${name} failed: ${error.stack}`);
    const page = browser.contexts().at(-1)?.pages().at(-1);
    await page?.screenshot({ path: join(own, "failed.png") }).catch(() => {});
  }
  for (const context of browser.contexts()) await context.close();
  stopBoards();
}
await browser.close();
process.exit(failed > 0 ? 1 : 0);
