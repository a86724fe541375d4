/** The panel of the running analysis: summary and candidates. */

import { losses, scoreText, visitsText } from "./analysis-math.js";
import { candidateTexts, classNumber } from "./candidate-text.js";
import { check } from "./dialog.js";
import { button, h, set, setText } from "./dom.js";
import { t } from "./i18n.js";
import { onPref, pref, setPref } from "./prefs.js";
import { classColor } from "./palettes.js";
import { ownershipOf } from "./turns.js";

const MAX_SHOWN = 12;

/**
 * @param {import("./app.js").App} app @param {any} move @param {number} number its class
 * @param {{toMove: string, node?: number}} position at which it is a candidate
 */
function candidateRow(app, move, number, { toMove, node: at }) {
  const texts = candidateTexts(move, toMove, pref("pointOfView"));
  const show = () => app.setLine({ moves: move.pv?.length ? move.pv : [move.move], toMove, ownership: ownershipOf(move) });
  const hide = () => app.setLine(null);
  const play = () => {
    hide();
    return app.act("play", { point: move.move, at });
  };
  const chip = h("span", { class: "chip" });
  chip.style.background = classColor(pref("palette"), number - 1);
  const line = h("button", {
    type: "button", class: "candidate-row",
    on: { mouseenter: show, mouseleave: hide, focus: show, blur: hide, click: play },
  },
  chip,
  h("span", { class: "class", text: String(number) }),
  h("span", { class: "move", text: move.move === "pass" ? t("pass") : move.move }),
  h("span", { class: "score", text: texts.score }),
  h("span", { class: "rate", text: texts.winRate }),
  h("span", { class: "visits", text: texts.visits }),
  h("span", { text: texts.prior }));
  const add = button({ icon: "new", title: t("analysis.add-line"), class: "quiet small" }, () => {
    hide();
    app.act("add-line", { moves: move.pv ?? [move.move], at });
  });
  return h("li", {}, line, add);
}

/** @param {import("./app.js").App} app @returns {HTMLElement} */
export function analysisPanel(app) {
  const on = check(t("analysis.on"), pref("analyze"), (checked) => {
    setPref("analyze", checked);
    app.act("analyze", { on: checked });
  });
  const candidates = check(t("analysis.candidates"), pref("candidates"), (checked) => setPref("candidates", checked));
  const ownership = check(t("analysis.ownership"), pref("ownership"), (checked) => setPref("ownership", checked));
  const change = check(t("analysis.change"), pref("ownershipChange"), (checked) => setPref("ownershipChange", checked));
  const priors = check(t("analysis.priors"), pref("priors"), (checked) => setPref("priors", checked));
  const summary = h("p", { class: "summary" });
  const head = h("div", { class: "candidate-head", "aria-hidden": "true" },
    h("span"), h("span", { text: "№" }), h("span", { text: t("analysis.move") }), h("span", { text: t("analysis.score") }),
    h("span", { text: t("analysis.rate") }), h("span", { text: t("analysis.visits") }), h("span", { text: t("analysis.prior") }));
  const list = h("ol", { class: "candidates-list", "aria-label": t("analysis.list") });
  /** The position whose candidates are listed. */
  let drawn = "";
  let wantsFocus = false;
  const draw = () => {
    const { analysis, state } = app.store;
    const values = analysis ?? state?.values;
    setText(summary, values ? summaryText(values) : pref("analyze") ? t("analysis.waiting") : t("analysis.off"));
    const { record, positions, node } = { ...state, ...analysis };
    const position = JSON.stringify([record, positions, node]);
    // Rows under the pointer stay in place while the position is the same.
    if (position === drawn && (list.contains(document.activeElement) || list.matches(":hover"))) return;
    drawn = position;
    // The keyboard's focus goes on to the candidates of the next position, which may come later.
    wantsFocus = list.querySelector(":focus-visible") !== null || (wantsFocus && document.activeElement === document.body);
    const moves = analysis?.moves ?? [];
    head.hidden = moves.length === 0;
    const lost = losses(moves, state?.toMove ?? "black");
    const number = (/** @type {number} */ at) => classNumber(lost[at], at === 0, app.store.thresholds);
    list.replaceChildren(...moves.slice(0, MAX_SHOWN).map((move, at) => candidateRow(app, move, number(at), state)));
    const first = wantsFocus ? /** @type {HTMLElement | null} */ (list.querySelector(".candidate-row")) : null;
    if (!first) return;
    wantsFocus = false;
    first.focus();
  };
  app.store.on("analysis", draw);
  app.store.on("state", draw);
  onPref((name) => {
    if (name === "analyze") on.input.checked = pref("analyze");
    draw();
  });
  return h("div", { class: "panel analysis" },
    h("div", { class: "checks" }, on.element, candidates.element, ownership.element, change.element, priors.element),
    regionRow(app), summary, head, list);
}

/** Restricts the analysis to a rectangle, or to none. @param {import("./app.js").App} app */
function regionRow(app) {
  const choose = button({ text: t("region.choose"), class: "quiet", id: "region" }, () => {
    app.setUi({ tool: "region", lineStart: null });
    app.say(t("region.how"));
  });
  const clear = button({ text: t("region.clear"), class: "quiet", id: "region-clear" }, () => app.act("region", { points: [] }));
  const draw = () => {
    clear.hidden = (app.store.state?.region ?? []).length === 0;
    set(choose, "aria-pressed", String(app.ui.tool === "region"));
  };
  for (const event of ["state", "ui"]) app.store.on(event, draw);
  return h("div", { class: "row" }, choose, clear);
}

/** @param {{score?: number, winRate?: number, visits?: number}} values @returns {string} */
function summaryText({ score, winRate, visits }) {
  const parts = [];
  if (score !== undefined && score !== null) parts.push(scoreText(score));
  if (winRate !== undefined && winRate !== null) parts.push(t("analysis.black-wins", { percent: Math.round(winRate * 100) }));
  if (visits) parts.push(t("analysis.visit-count", { count: visitsText(visits) }));
  return parts.join(" · ");
}
