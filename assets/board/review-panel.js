/** The panel of the review of a whole game. */

import { classCounts, worstMoves } from "./analysis-math.js";
import { classNumber } from "./candidate-text.js";
import { button, h, setText } from "./dom.js";
import { GraphView } from "./graph-view.js";
import { t } from "./i18n.js";
import { onPref, pref } from "./prefs.js";
import { lossClass, lossColor, PALETTES, THRESHOLDS } from "./palettes.js";

const WORST = 5;

/** @param {import("./app.js").App} app @param {number} node @returns {string} */
export function colorOfNode(app, node) {
  const { tree } = app.store;
  const at = tree?.index.get(node);
  if (at === undefined) return "";
  return { B: "black", W: "white" }[tree.nodes[at][2]] ?? "";
}

function chip(loss) {
  const element = h("span", { class: "chip" });
  element.style.background = lossColor(pref("palette"), loss);
  return element;
}

/** @param {import("./app.js").App} app @param {import("./analysis-math.js").ReviewPoint} point */
function worstRow(app, point) {
  const [node, number, , , , lost, played, best] = point;
  const loss = lost ?? 0;
  const name = (move) => (move === "pass" ? t("pass") : (move ?? ""));
  const row = h("button", { type: "button", class: "worst-row", on: { click: () => app.go(node) } },
    chip(loss),
    h("span", { class: "class", text: String(classNumber(loss)) }),
    h("span", { class: "number", text: String(number) }),
    h("span", { class: "move", text: name(played) }),
    h("span", { class: "loss", text: `−${loss.toFixed(1)}` }),
    h("span", { class: "instead", text: t("review.instead", { point: name(best) }) }));
  return h("li", {}, row);
}

/** The worst moves of a player, and how many moves of each class. */
function side(app, color) {
  const counts = h("div", { class: "classes" });
  const list = h("ol", { class: "worst", "aria-label": t(`review.worst.${color}`) });
  const element = h("section", {}, h("h2", { text: t(`review.worst.${color}`) }), counts, list);
  const draw = () => {
    const points = app.store.review?.points ?? [];
    const colorOf = (node) => colorOfNode(app, node);
    const worst = worstMoves(points, colorOf, color, WORST);
    const numbers = classCounts(points, colorOf, color);
    element.hidden = points.length === 0;
    list.replaceChildren(...(worst.length > 0 ? worst.map((point) => worstRow(app, point)) : [h("li", { class: "none", text: t("review.no-mistakes") })]));
    counts.replaceChildren(...numbers.map((count, at) => {
      const limit = at === 0 ? 0 : THRESHOLDS[at - 1];
      return h("span", { class: "class-count", title: t("review.class", { loss: limit }) }, chip(limit), `${at + 1}: ${count}`);
    }));
  };
  for (const event of ["review", "layout"]) app.store.on(event, draw);
  onPref(draw);
  draw();
  return element;
}

/** @param {import("./app.js").App} app @returns {HTMLElement} */
export function reviewPanel(app) {
  const start = button({ icon: "play", text: t("review.start"), class: "primary", id: "review-start" }, () => startReview(app));
  const stop = button({ icon: "stop", text: t("review.stop"), id: "review-stop" }, () => app.act("review", { on: false }));
  const bar = h("progress", { max: 1, value: 0, "aria-label": t("review.progress") });
  const text = h("span", { class: "progress-text" });
  const progress = h("div", { class: "progress" }, bar, text, stop);
  const draw = () => {
    const { review } = app.store;
    const running = review?.running === true;
    progress.hidden = !running;
    start.hidden = running;
    if (!review) return;
    bar.value = review.total > 0 ? review.done / review.total : 0;
    setText(text, `${review.done} / ${review.total}`);
  };
  app.store.on("review", draw);
  draw();
  const next = button({ icon: "forward", text: t("review.next-mistake"), class: "quiet" }, () => nextMistake(app));
  return h("div", { class: "panel review" }, start, progress, new GraphView(app).element,
    legend(app), side(app, "black"), side(app, "white"), next);
}

function legend(app) {
  const element = h("p", { class: "legend" });
  const draw = () => {
    element.hidden = (app.store.review?.points ?? []).length < 2;
    element.replaceChildren(h("span", { class: "key score-key" }), t("graph.score"), h("span", { class: "key rate-key" }), t("graph.rate"));
  };
  app.store.on("review", draw);
  draw();
  return element;
}

/** @param {import("./app.js").App} app */
export async function startReview(app) {
  if (app.store.state?.mode !== "review") await app.act("mode", { mode: "review" });
  app.setUi({ tab: "review" });
  await app.act("analyze", { on: false });
  return app.act("review", { on: true });
}

/** Goes on with the analysis of the position after a review. @param {import("./app.js").App} app */
export function analyzeAfterReview(app) {
  let ran = false;
  app.store.on("review", ({ running }) => {
    const ended = ran && !running;
    ran = running;
    if (ended && pref("analyze") && app.store.state?.mode === "review") app.act("analyze", { on: true });
  });
}

/** Goes to the next move on the line that loses 3 points or more. @param {import("./app.js").App} app */
export function nextMistake(app) {
  const { state, review } = app.store;
  const points = [...(review?.points ?? [])].sort((a, b) => a[1] - b[1]);
  const bad = points.filter((point) => lossClass(point[5] ?? 0) >= 3);
  const found = bad.find((point) => point[1] > (state?.moveNumber ?? 0)) ?? bad[0];
  if (found) app.go(found[0]);
  else app.say(t("review.no-mistakes"));
}

/** The palettes as rows of chips, for the settings. @param {string} name @returns {HTMLElement} */
export function paletteSample(name) {
  const chips = PALETTES[name].map((color) => {
    const element = h("span", { class: "chip" });
    element.style.background = color;
    return element;
  });
  return h("span", { class: "palette-sample", "aria-hidden": "true" }, ...chips);
}
