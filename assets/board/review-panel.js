/** The panel of the review of a whole game. */

import { nextBad } from "./analysis-math.js";
import { button, h, replaceIfChanged, setText } from "./dom.js";
import { GraphView } from "./graph-view.js";
import { t } from "./i18n.js";
import { onPref, pref } from "./prefs.js";
import { classColor, PALETTES, QUALITIES } from "./palettes.js";

/** @param {number} number the class */
function chip(number) {
  const element = h("span", { class: "chip" });
  element.style.background = classColor(pref("palette"), number);
  return element;
}

/** @param {import("./app.js").App} app @param {import("./analysis-math.js").ReviewPoint} point */
function worstRow(app, point) {
  const [node, number, , , , lost, played, best, quality] = point;
  const loss = lost ?? 0;
  const place = Math.max(0, QUALITIES.indexOf(quality ?? ""));
  const name = (move) => (move === "pass" ? t("pass") : (move ?? ""));
  const row = h("button", { type: "button", class: "worst-row", on: { click: () => app.go(node) } },
    chip(place),
    h("span", { class: "class", title: t(`quality.${QUALITIES[place]}`), text: String(place + 1) }),
    h("span", { class: "number", text: String(number) }),
    h("span", { class: "move", text: name(played) }),
    h("span", { class: "loss", text: `−${loss.toFixed(1)}` }),
    h("span", { class: "instead", text: t("review.instead", { point: name(best) }) }));
  return h("li", {}, row);
}

/** The worst moves of a player, and how many moves of each class. */
function side(app, color) {
  const mean = h("p", { class: "hint-text" });
  const counts = h("div", { class: "classes" });
  const list = h("ol", { class: "worst", "aria-label": t(`review.worst.${color}`) });
  const element = h("section", {}, h("h2", { text: t(`review.worst.${color}`) }), mean, counts, list);
  const draw = () => {
    const points = app.store.review?.points ?? [];
    const player = app.store.review?.[color];
    element.hidden = points.length === 0 || !player;
    if (element.hidden) return;
    const worst = player.worst.map((/** @type {number} */ node) => points.find((point) => point[0] === node)).filter(Boolean);
    const hasMoves = player.counts.some((/** @type {number} */ count) => count > 0);
    setText(mean, hasMoves ? t("review.accuracy", { percent: player.accuracy.toFixed(1), loss: player.meanLoss.toFixed(2) }) : "");
    replaceIfChanged(list, [worst, pref("palette")], () =>
      (worst.length > 0 ? worst.map((point) => worstRow(app, point)) : [h("li", { class: "none", text: t("review.no-mistakes") })]));
    counts.replaceChildren(...player.counts.map((/** @type {number} */ count, /** @type {number} */ at) => {
      const limit = app.store.thresholds[at - 2];
      const title = t(`quality.${QUALITIES[at]}`) + (limit === undefined ? "" : `: ${t("review.class", { loss: limit })}`);
      return h("span", { class: "class-count", title }, chip(at), `${at + 1}: ${count}`);
    }));
  };
  app.store.on("review", draw);
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
    element.replaceChildren(h("span", { class: "key" }), t("analysis.score"), h("span", { class: "key rate-key" }), t("graph.rate"));
  };
  app.store.on("review", draw);
  draw();
  return element;
}

/** @param {import("./app.js").App} app */
export async function startReview(app) {
  await app.toReview();
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

/** Goes to the next mistake or blunder on the line. @param {import("./app.js").App} app */
export function nextMistake(app) {
  const { state, review } = app.store;
  const found = nextBad(review?.points ?? [], state?.moveNumber ?? 0);
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
