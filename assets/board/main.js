/** Starts the page: makes the views, connects to the server. */

import { alerts } from "./alerts.js";
import { analysisPanel } from "./analysis-panel.js";
import { App } from "./app.js";
import { BoardInput } from "./board-input.js";
import { BoardView } from "./board-view.js";
import { controls } from "./controls.js";
import { countPanel } from "./count-panel.js";
import { h, set } from "./dom.js";
import { editPanel } from "./edit-panel.js";
import { acceptDrops } from "./files.js";
import { header } from "./header.js";
import { bestLanguage, language, setLanguage, t } from "./i18n.js";
import { commands, keyboard } from "./keys.js";
import { openNewGame } from "./new-game.js";
import { playerName, players } from "./players.js";
import { THRESHOLDS } from "./palettes.js";
import { onPref, pref } from "./prefs.js";
import { headline, recordPanel } from "./record-panel.js";
import { analyzeAfterReview, reviewPanel } from "./review-panel.js";
import { commandLine, connectionNotice, liveRegion, status } from "./status.js";
import { tabs } from "./tabs.js";

/** Milliseconds after a change until the copy of the record is fetched. */
const COPY_AFTER = 1500;

function theme() {
  const chosen = pref("theme");
  if (chosen === "system") document.documentElement.removeAttribute("data-theme");
  else set(document.documentElement, "data-theme", chosen);
}

/** Keeps a copy of the record, which outlives the server. @param {App} app */
function keepCopy(app) {
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  let timer;
  app.store.on("tree", () => {
    clearTimeout(timer);
    timer = setTimeout(async () => {
      app.store.record = await app.api.record().catch(() => app.store.record);
    }, COPY_AFTER);
  });
}

/** @param {App} app */
function title(app) {
  app.store.on("state", (state) => {
    const names = ["black", "white"].map((color) => playerName(state.players?.[color] ?? {}, color));
    document.title = `${state.dirty ? "• " : ""}${names.join(" – ")} · shusaku`;
    document.body.dataset.node = String(state.node);
    document.body.classList.toggle("reviewing", state.mode === "review");
    document.body.classList.toggle("guessing", Boolean(app.ui.guess));
  });
  const heading = h("p", { class: "print-head" });
  app.store.on("state", (state) => (heading.textContent = headline(state)));
  return heading;
}

/** Asks for the analysis that the person last had on, once the mode allows it. @param {App} app */
function analyzeInReview(app) {
  app.store.on("state", (state) => {
    const entered = state.mode === "review" && app.store.previous?.mode !== "review";
    if (entered && pref("analyze")) app.act("analyze", { on: true });
  });
}

/** Fetches what games can be, and offers a new game where there is none yet. @param {App} app */
function begin(app) {
  let offered = false;
  const offer = () => {
    const { state, catalog } = app.store;
    if (offered || !state || catalog.rules.length === 0) return;
    offered = true;
    const isEmpty = !state.file && state.path?.length === 1 && state.board.every((row) => /^\.*$/.test(row));
    if (isEmpty && state.mode === "review") openNewGame(app);
    document.body.dataset.ready = "";
  };
  const fetchCatalog = async () => {
    app.store.catalog = await app.api.json("/api/catalog").catch(() => app.store.catalog);
    app.store.emit("catalog");
    offer();
  };
  app.store.on("connection", async ({ connected }) => {
    if (connected) await fetchCatalog();
    const limits = pref("thresholds");
    if (connected && String(limits) !== String(THRESHOLDS)) app.act("thresholds", { limits });
  });
  app.store.on("state", (state) => {
    const { previous } = app.store;
    // Only a loaded HumanSL network has profiles: fetch the catalog again.
    if (previous && state.engine?.version !== previous.engine?.version) fetchCatalog();
    offer();
  });
}

/** Sends what was typed before the page is left. @param {App} app */
function flushAtEnd(app) {
  addEventListener("pagehide", () => {
    app.api.isLeft = true;
    app.flush();
  });
  addEventListener("pageshow", () => (app.api.isLeft = false));
}

async function start() {
  // A new token is taken by loading.
  addEventListener("hashchange", () => location.hash.includes("token=") && location.reload());
  setLanguage(pref("language") || bestLanguage(navigator.languages));
  set(document.documentElement, "lang", language());
  theme();
  onPref(theme);
  const app = new App();
  app.store.on("state", () => app.leaveOld());
  const board = new BoardView(app);
  new BoardInput(app, board);
  const line = commandLine(app, commands(app));
  const always = () => true;
  const reviewing = (/** @type {any} */ state) => state.mode === "review";
  const side = tabs(app, [
    { name: "record", element: recordPanel(app), shown: always },
    { name: "analysis", element: analysisPanel(app), shown: reviewing },
    { name: "review", element: reviewPanel(app), shown: reviewing },
    { name: "edit", element: editPanel(app), shown: reviewing },
    { name: "count", element: countPanel(app), shown: (state) => Boolean(state.count || state.result) },
  ]);
  document.body.replaceChildren(
    h("a", { class: "skip", href: "#board", text: t("skip") }),
    header(app),
    connectionNotice(app),
    h("main", { id: "board" }, title(app), players(app), h("div", { class: "stage" }, board.element), status(app), controls(app), side),
    line.element,
    liveRegion(app),
  );
  app.store.on("preview", () => board.renderPreview(board.geometry));
  keyboard(app, board.cells, line.type);
  alerts(app);
  acceptDrops(app);
  keepCopy(app);
  analyzeInReview(app);
  analyzeAfterReview(app);
  begin(app);
  flushAtEnd(app);
  app.api.listen();
}

start();
