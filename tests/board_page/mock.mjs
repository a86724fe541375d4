// A small server for work on the page without the engine: static files, canned states, a few
// actions. `node tests/board_page/mock.mjs [PORT]` prints the address.

import { readFile } from "node:fs/promises";
import { createServer } from "node:http";
import { fileURLToPath } from "node:url";
import { QUALITIES, THRESHOLDS } from "../../assets/board/palettes.js";

const ASSETS = fileURLToPath(new URL("../../assets/board/", import.meta.url));
const TYPES = { html: "text/html", css: "text/css", js: "text/javascript", svg: "image/svg+xml" };
const POLICY =
  "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data: blob:; connect-src 'self'; " +
  "media-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'; require-trusted-types-for 'script'";
const COLUMNS = "ABCDEFGHJKLMNOPQRSTUVWXYZ";
const GAME =
  "Q16 D4 Q3 D16 R5 F17 C6 F3 B4 C3 C9 O17 P14 K17 R17 O3 O4 N4 P3 M3 O5 K4 R10 C14 N14 L15 G4 F4 H3 G5 H5 G6 H6 G7".split(" ");
const RULES = [
  { name: "chinese", title: "Chinese", summary: "Stones and territory count.", komi: 7.5, axes: { scoring: "area", ko: "simple", suicide: "none", tax: "none", end: "two", removal: "agree", handicap_komi: 0.5, illegal: "refuse" } },
  { name: "japanese", title: "Japanese", summary: "Territory and prisoners count.", komi: 6.5, axes: { scoring: "territory", ko: "simple", suicide: "none", tax: "seki", end: "two-confirm", removal: "agree", handicap_komi: 0.5, illegal: "refuse" } },
];

/** A random number that depends only on its seed. */
const noise = (seed) => ((Math.imul(seed + 1, 0x9e3779b1) >>> 8) % 1000) / 1000;

/** A session: a list of moves with a cursor, without any rule but that points are taken once. */
class Session {
  constructor() {
    this.streams = new Set();
    this.version = 0;
    this.record = 1;
    this.size = [19, 19];
    this.moves = GAME.slice();
    this.at = this.moves.length;
    this.mode = "play";
    this.phase = "playing";
    this.engine = { black: false, white: true };
    this.clock = { kind: "byo-yomi", main: 600, time: 30, periods: 5 };
    this.marks = [];
    this.analysis = false;
    this.reviewed = 0;
    this.count = null;
  }

  board() {
    const rows = Array.from({ length: this.size[1] }, () => Array(this.size[0]).fill("."));
    this.moves.slice(0, this.at).forEach((move, number) => {
      if (move === "pass") return;
      rows[this.size[1] - Number(move.slice(1))][COLUMNS.indexOf(move[0])] = "XO"[number % 2];
    });
    return rows.map((row) => row.join(""));
  }

  state() {
    const toMove = this.at % 2 === 0 ? "black" : "white";
    const player = (color) => (this.engine[color] ? { kind: "engine", level: 3, name: "shusaku, level 3" } : { kind: "person", name: "" });
    const thinking = this.mode === "play" && this.phase === "playing" && this.engine[toMove];
    return {
      version: ++this.version, record: this.record, positions: 1, size: this.size, rules: RULES[1], komi: 6.5, handicap: 0, mode: this.mode, phase: this.phase,
      phaseText: { key: { playing: "phase.playing", stopped: "phase.confirm", over: "phase.over" }[this.phase], args: { color: toMove, result: "B+12.5" } },
      board: this.board(), toMove, moveNumber: this.at, lastMove: this.moves[this.at - 1] ?? null, ko: null,
      illegal: [["S1", "superko", 17]], captures: { black: 3, white: 1 }, players: { black: player("black"), white: player("white") },
      thinking, canUndo: this.at > 0, canRedo: false, dirty: true, file: null, node: this.at,
      path: this.moves.map((_, node) => node).concat(this.moves.length),
      children: this.at < this.moves.length ? [{ node: this.at + 1, move: this.moves[this.at], color: toMove }] : [], siblings: [],
      comment: this.at === 5 ? "The approach move is natural here." : "", name: "", marks: this.marks, lines: [],
      info: { PB: "Honinbo Shusaku", PW: "Gennan Inseki", EV: "Castle game", DT: "1846-09-11", RE: "B+2" }, notes: {},
      moveNumbers: this.moves.slice(0, this.at).map((move, number) => [move, number + 1]), result: this.mode === "review" ? "B+2" : null, count: this.count, values: null,
    };
  }

  tree() {
    const nodes = [[0, null, "-", "", 0]];
    this.moves.forEach((move, number) => nodes.push([number + 1, number, "BW"[number % 2], move, number === 4 ? 1 : 0]));
    ["R14", "O16", "C14"].forEach((move, number) => nodes.push([900 + number, number === 0 ? 10 : 899 + number, "BW"[number % 2], move, number === 2 ? 8 : 0]));
    return { version: this.version, nodes };
  }

  send(name, data) {
    for (const stream of this.streams) stream.write(`event: ${name}\ndata: ${JSON.stringify(data)}\n\n`);
  }

  changed() {
    this.send("state", this.state());
    this.send("tree", { version: this.version });
    this.sendClock();
    if (this.analysis && this.mode === "review") this.send("analysis", this.candidates());
    if (this.reviewed) this.send("review", this.review());
  }

  sendClock() {
    const side = (left, overtime) => ({ left, periods: 5, stones: null, delay: 0, overtime, flag: false });
    const running = this.mode === "play" && this.phase === "playing" ? (this.at % 2 === 0 ? "black" : "white") : null;
    this.send("clock", { running, paused: false, system: { black: this.clock, white: this.clock }, black: side(431.2, false), white: side(24.6, true) });
  }

  candidates() {
    const points = ["R14", "C12", "E10", "N17", "Q7", "K3"];
    const moves = points.map((move, rank) => ({
      move, visits: Math.round(420 / (rank + 1) ** 1.6), winRate: 0.56 - rank * 0.02, score: 1.9 - rank ** 1.7 * 0.7, prior: 0.2,
      pv: [move, "Q12", "O12", "L10", "J9"],
    }));
    const ownership = this.board().flatMap((row, y) => [...row].map((_, x) => Math.max(-0.95, Math.min(0.95, Math.sin(x / 3.1 + 0.6) * Math.cos(y / 3.7) + noise(x * 31 + y) * 0.3 - 0.1))));
    return { node: this.at, record: this.record, positions: 1, visits: 812, winRate: 0.56, score: 1.9, moves, ownership };
  }

  review() {
    const total = this.moves.length;
    const points = this.moves.slice(0, this.reviewed).map((move, number) => {
      const loss = noise(number * 7) ** 4 * 9;
      const quality = QUALITIES[1 + THRESHOLDS.filter((threshold) => loss >= threshold).length];
      return [number + 1, number + 1, 0.5 + 0.3 * Math.sin(number / 5), 6 * Math.sin(number / 5) + noise(number), 2.5, loss, move, "K10", quality];
    });
    const player = (side) => {
      const own = points.filter((point) => point[1] % 2 === side);
      const worst = own.filter((point) => point[5] >= THRESHOLDS[0]).sort((a, b) => b[5] - a[5]).slice(0, 5).map(([node]) => node);
      return { accuracy: 78.4, meanLoss: 1.2, counts: QUALITIES.map((quality) => own.filter((point) => point[8] === quality).length), worst };
    };
    const [black, white] = [player(1), player(0)];
    return { running: this.reviewed < total, done: this.reviewed, total, thresholds: THRESHOLDS, points, black, white };
  }

  act(action) {
    const { do: name } = action;
    if (name === "play") this.play(action.point);
    else if (name === "new") this.begin(action);
    else if (name === "undo") this.at = Math.max(0, this.at - 2);
    else if (name === "go") this.at = Math.min(this.moves.length, action.node);
    else if (name === "step") this.step(action.by);
    else if (name === "mode") this.mode = action.mode;
    else if (name === "hint") this.send("hint", this.candidates());
    else if (name === "analyze") this.analysis = action.on;
    else if (name === "review") this.reviewed = action.on ? this.moves.length : 0;
    else if (name === "mark" && action.kind) this.marks.push({ point: action.point, kind: action.kind, text: action.text });
    else if (name === "count-all") this.send("counts", { counts: RULES.map((rules) => ({ rules: rules.name, black: 62, white: 49.5, komi: rules.komi, result: "B+12.5" })) });
    else if (name === "agree") this.phase = "over";
    this.changed();
  }

  play(point) {
    this.moves = [...this.moves.slice(0, this.at), point];
    this.at += 1;
    if (point === "pass" && this.moves.at(-2) === "pass") this.stop();
    else if (this.mode === "play" && this.engine[this.at % 2 === 0 ? "black" : "white"]) setTimeout(() => this.answer(), 300);
  }

  answer() {
    const board = this.board();
    const free = board.flatMap((row, y) => [...row].flatMap((stone, x) => (stone === "." ? [COLUMNS[x] + (this.size[1] - y)] : [])));
    this.play(this.moves.at(-1) === "pass" ? "pass" : free[Math.floor(noise(this.at) * free.length)]);
    this.changed();
  }

  begin({ size, black, white }) {
    this.record += 1;
    Object.assign(this, { size, moves: [], at: 0, mode: "play", phase: "playing", count: null, reviewed: 0 });
    this.engine = { black: black.kind === "engine", white: white.kind === "engine" };
  }

  step(by) {
    const to = { first: 0, last: this.moves.length }[by] ?? this.at + (Number(by) || 0);
    this.at = Math.max(0, Math.min(this.moves.length, to));
  }

  stop() {
    this.phase = "stopped";
    const owner = (x) => (x < this.size[0] / 2 ? "black" : "white");
    const territory = { black: [], white: [] };
    this.board().forEach((row, y) => [...row].forEach((stone, x) => stone === "." && territory[owner(x)].push(COLUMNS[x] + (this.size[1] - y))));
    this.count = {
      dead: this.moves.filter((move) => move !== "pass").slice(3, 5), territory, dame: ["K10"],
      rows: [{ label: "territory", black: 58, white: 41 }, { label: "prisoners", black: 3, white: 1 }, { label: "dead", black: 1, white: 1 }, { label: "komi", black: null, white: 6.5 }, { label: "total", black: 62, white: 49.5 }],
      winner: "black", margin: 12.5, mayMark: true, agreed: { black: false, white: true }, next: "agree-or-demand", judging: false, allStand: false, proposals: {},
    };
  }
}

const session = new Session();

async function body(request) {
  let text = "";
  for await (const part of request) text += part;
  return text;
}

async function handle(request, response) {
  const { pathname } = new URL(request.url, "http://localhost");
  const json = (value, status = 200) => response.writeHead(status, { "Content-Type": "application/json" }).end(JSON.stringify(value));
  if (pathname === "/api/events") {
    response.writeHead(200, { "Content-Type": "text/event-stream" });
    session.streams.add(response);
    request.on("close", () => session.streams.delete(response));
    return session.changed();
  }
  if (pathname === "/api/tree") return json(session.tree());
  if (pathname === "/api/catalog") {
    return json({ rules: RULES, levels: [1, 2, 3, 4, 5, 6], profiles: [] });
  }
  if (pathname === "/api/record") return response.end("(;GM[1]FF[4])");
  if (request.method === "POST") {
    session.act(JSON.parse(await body(request)));
    return json({ ok: true });
  }
  const name = pathname === "/" ? "index.html" : pathname.replace(/^\/assets\//, "");
  if (!/^[\w.-]+$/.test(name)) return response.writeHead(404).end();
  const file = await readFile(ASSETS + name).catch(() => null);
  if (!file) return response.writeHead(404).end();
  const headers = { "Content-Type": `${TYPES[name.split(".").pop()]}; charset=utf-8`, "Content-Security-Policy": POLICY, "Cache-Control": "no-cache" };
  return response.writeHead(200, headers).end(file);
}

const server = createServer((request, response) => {
  handle(request, response).catch((error) => response.writeHead(500).end(String(error)));
});
server.listen(Number(process.argv[2] ?? 0), "127.0.0.1", () => {
  console.log(`http://127.0.0.1:${server.address().port}/#token=mock`);
});
