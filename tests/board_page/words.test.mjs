import assert from "node:assert/strict";
import { readdirSync, readFileSync } from "node:fs";
import test from "node:test";
import { COORDINATES } from "../../assets/board/coordinates.js";
import { SYSTEMS, FIELDS } from "../../assets/board/clock-math.js";
import { bestLanguage, dateText, errorText, LANGUAGE_NAMES, LANGUAGES, phaseText, resultText, rulesSummary, setLanguage, t } from "../../assets/board/i18n.js";
import { QUALITIES } from "../../assets/board/palettes.js";
import { WORDS } from "../../assets/board/words.js";

const FOLDER = new URL("../../assets/board/", import.meta.url);
const SOURCES = readdirSync(FOLDER).filter((name) => name.endsWith(".js") && !name.startsWith("words"));
const SOURCE = SOURCES.map((name) => readFileSync(new URL(name, FOLDER), "utf8")).join("\n");

const placeholders = (text) => [...text.matchAll(/\{\w+\}/g)].map(String).sort().join();

test("every key has a text in every language, with the same placeholders", () => {
  assert.equal(LANGUAGES.length, LANGUAGE_NAMES.length);
  for (const [key, row] of Object.entries(WORDS)) {
    assert.equal(row.length, LANGUAGES.length, key);
    row.forEach((text, at) => {
      assert.ok(text.trim() !== "", `${key} in ${LANGUAGES[at]}`);
      assert.equal(placeholders(text), placeholders(row[0]), `${key} in ${LANGUAGES[at]}`);
    });
  }
});

test("no key is in two tables", () => {
  const tables = readdirSync(FOLDER).filter((name) => name.startsWith("words-"));
  const keys = tables.flatMap((name) => [...readFileSync(new URL(name, FOLDER), "utf8").matchAll(/^ {2}"([^"]+)": \[/gm)].map((match) => match[1]));
  assert.equal(new Set(keys).size, keys.length);
  assert.equal(keys.length, Object.keys(WORDS).length);
});

test("every key that the sources name exists", () => {
  const literal = [...SOURCE.matchAll(/\bt\(\s*"([^"]+)"\s*[,)]/g)].map((match) => match[1]);
  const chosen = [...SOURCE.matchAll(/\bt\([^()"]*\? "([^"]+)" : "([^"]+)"\)/g)].flatMap((match) => [match[1], match[2]]);
  const rows = [...SOURCE.matchAll(/"((?:keys|step|actions)\.[\w-]+)"/g)].map((match) => match[1]);
  assert.ok(literal.length > 150);
  for (const key of [...literal, ...chosen, ...rows]) assert.ok(WORDS[key], key);
});

test("keys made from a value exist for all values", () => {
  const made = [
    ...SYSTEMS.flatMap((kind) => [`clock.kind.${kind}`, `clock.about.${kind}`]),
    ...Object.values(FIELDS).flat().map((name) => `clock.field.${name}`),
    ...COORDINATES.map((kind) => `setting.coordinates.${kind}`),
    ...["record", "analysis", "review", "edit", "count"].map((name) => `tab.${name}`),
    ..."PB BR BT PW WR WT EV RO PC DT RE TM OT GN ON AN SO US CP GC".split(" ").map((name) => `info.${name}`),
    ..."comment move player hotspot position".split(" ").map((name) => `find.${name}`),
    ..."TE BM DO IT GB GW DM UC HO position".split(" ").map((name) => `annotation.${name}`),
    ..."play black white empty triangle square circle cross selected label dim line arrow clear".split(" ").map((name) => `tool.${name}`),
    ..."triangle square circle cross selected label dim territory-black territory-white".split(" ").map((name) => `mark.${name}`),
    ..."record last number all figure none".split(" ").map((name) => `setting.numbers.${name}`),
    ...["same", "0", "1", "2"].map((value) => `figure.print.${value}`),
    ...["default", "0", "1", "2", "3"].map((value) => `variations.${value}`),
    ...QUALITIES.map((quality) => `quality.${quality}`),
    ..."begin right wrong off".split(" ").map((name) => `problem.${name}`),
    ..."stones territory shared-dame surrounded group-tax prisoners dead pass-stones button komi handicap-bonus total".split(" ").map((name) => `row.${name}`),
  ];
  for (const key of made) assert.ok(WORDS[key], key);
});

test("every rule set and every axis value has a name", () => {
  const rules = readFileSync(new URL("../../src/rules/presets.rs", import.meta.url), "utf8");
  const presets = [...rules.matchAll(/^ {4}preset\("([^"]+)"/gm)].map((match) => match[1]);
  assert.ok(presets.length >= 21);
  for (const name of presets) assert.ok(WORDS[`rules.${name}`], name);
  const axes = readFileSync(new URL("../../src/rules/axes.rs", import.meta.url), "utf8");
  for (const axis of ["Ko", "Suicide", "Scoring"]) {
    const [, body] = new RegExp(`pub enum ${axis}|${axis} as "\\w+" \\{([^}]*)\\}`, "s").exec(axes) ?? [];
    for (const [, value] of body.matchAll(/= "([^"]+)"/g)) assert.ok(WORDS[`axis.${axis.toLowerCase()}.${value}`], value);
  }
});

test("every phase of the server has a text", () => {
  const source = readFileSync(new URL("../../src/web/session/ending.rs", import.meta.url), "utf8");
  const keys = [...source.matchAll(/=> "(phase\.[\w-]+)"/g)].map((match) => match[1]);
  assert.ok(keys.length >= 10);
  for (const key of keys) assert.ok(WORDS[key], key);
});

/** Refusals whose details, which are told by the server in English, say more than a text for all of them could. */
const DETAILED = ["engine", "file", "illegal", "invalid", "read", "record", "write"];

test("every refusal of the server has a text", () => {
  const folder = new URL("../../src/web/", import.meta.url);
  const names = readdirSync(folder, { recursive: true }).map(String).filter((name) => name.endsWith(".rs"));
  const source = names.map((name) => readFileSync(new URL(name, folder), "utf8")).join("\n");
  const kinds = new Set([...source.matchAll(/Refused::conflict\(\s*"([\w-]+)"/g)].map((match) => match[1]));
  assert.ok(kinds.size >= 25, [...kinds].join(" "));
  for (const kind of kinds) assert.ok(WORDS[`error.${kind}`] || DETAILED.includes(kind), kind);
});

test("results, dates and errors in words", () => {
  setLanguage("en");
  assert.deepEqual(["B+3.5", "W+R", "W+T", "0", "Void", "?", ""].map(resultText),
    ["Black wins by 3.5", "White wins by resignation", "White wins on time", "Draw", "No result", "?", ""]);
  assert.equal(dateText("1846-09-11"), "September 11, 1846");
  assert.equal(dateText("1846-09"), "September 1846");
  assert.equal(dateText("1846-09-11,12"), "1846-09-11,12");
  assert.equal(errorText({ kind: "superko", move: 57 }, "E5"), "E5 would repeat the position after move 57");
  assert.equal(errorText({ kind: "superko", move: 0 }, "E5"), "E5 would repeat the position at the start");
  assert.equal(errorText({ kind: "odd", message: "odd things" }), "odd things");
  setLanguage("de");
  assert.equal(errorText({ kind: "write", message: "a.sgf: denied" }), "Nicht möglich: a.sgf: denied");
  assert.equal(resultText("W+R"), "Weiß gewinnt durch Aufgabe");
  assert.equal(dateText("1846-09-11"), "11. September 1846");
  setLanguage("ja");
  assert.equal(resultText("B+2"), "黒 2 目勝ち");
  setLanguage("en");
});

test("phases in words", () => {
  const state = (key, args, more) => ({ phase: "playing", phaseText: { key, args }, ...more });
  assert.equal(phaseText(state("phase.playing", { color: "white" })), "White to move");
  assert.equal(phaseText(state("phase.playing", { color: "white" }, { thinking: true })), "White is thinking …");
  assert.equal(phaseText(state("phase.over", { result: "B+0.5" }, { phase: "over" })), "Game over: Black wins by 0.5");
  assert.equal(phaseText(null), "");
  assert.equal(t("no such key"), "no such key");
});

test("the summary of a rule set is made from its axes in other languages", () => {
  const axes = { scoring: "territory", ko: "simple", suicide: "none", tax: "seki", end: "two-confirm", removal: "agree" };
  assert.equal(rulesSummary(axes, "from the server"), "from the server");
  setLanguage("fr");
  assert.match(rulesSummary(axes, "from the server"), /^territoire et prisonniers comptent · ko simple/);
  setLanguage("en");
});

test("the browser's wishes choose the language", () => {
  assert.equal(bestLanguage(["pt-BR", "fr-CA"]), "fr");
  assert.equal(bestLanguage(["zh-TW"]), "zh-Hant");
  assert.equal(bestLanguage(["zh"]), "zh-Hans");
  assert.equal(bestLanguage(["pt"]), "en");
});
