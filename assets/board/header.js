/** The bar at the top: game, files, mode and the menu. */

import { menu } from "./dialog.js";
import { button, h, s, set } from "./dom.js";
import { openExport } from "./export-dialog.js";
import { downloadRecord, pickFile, saveRecord } from "./files.js";
import { openFind } from "./find-dialog.js";
import { openGame } from "./game-dialog.js";
import { t } from "./i18n.js";
import { openInfo } from "./info-dialog.js";
import { openKeys, openTextBoard } from "./keys-dialog.js";
import { openNewGame } from "./new-game.js";
import { openPhoneClock } from "./phone-clock.js";
import { onPref, pref, setPref } from "./prefs.js";
import { openRulesTable } from "./rules-table.js";
import { openSettings } from "./settings-dialog.js";

function wordmark() {
  return h(
    "div",
    { class: "wordmark" },
    s("svg", { viewBox: "0 0 28 20", "aria-hidden": "true" },
      s("circle", { cx: 10, cy: 10, r: 8.5, class: "logo-black" }), s("circle", { cx: 18, cy: 10, r: 8.5, class: "logo-white" })),
    h("h1", { text: "shusaku" }),
  );
}

/** The switch between playing and reviewing. @param {import("./app.js").App} app */
function modeSwitch(app) {
  const choose = (mode) => button({ text: t(`mode.${mode}`), class: "segment" }, () => app.act("mode", { mode }));
  const buttons = { play: choose("play"), review: choose("review") };
  app.store.on("state", (state) => {
    for (const [mode, segment] of Object.entries(buttons)) set(segment, "aria-pressed", String(state.mode === mode));
  });
  return h("div", { class: "segments", role: "group", "aria-label": t("mode") }, buttons.play, buttons.review);
}

/** @param {import("./app.js").App} app @returns {[string, () => void][]} */
function entries(app) {
  return [
    [t("menu.game"), () => openGame(app)],
    [t("menu.info"), () => openInfo(app)],
    [t("menu.find"), () => openFind(app)],
    [t("menu.download"), () => downloadRecord(app)],
    [t("menu.export"), () => openExport(app)],
    [t("menu.print"), () => print()],
    [t("menu.count"), () => app.act("count", { on: !app.store.state?.count })],
    [t("menu.rules"), () => openRulesTable(app)],
    [t("menu.text-board"), () => openTextBoard(app)],
    [t("menu.clock"), () => openPhoneClock(app)],
    [t("menu.full"), () => (document.fullscreenElement ? document.exitFullscreen() : document.documentElement.requestFullscreen())],
    [t("menu.settings"), () => openSettings(app)],
    [t("menu.keys"), () => openKeys()],
  ];
}

/** @param {import("./app.js").App} app @returns {HTMLElement} */
export function header(app) {
  const mute = button({ icon: "sound", title: t("setting.muted"), class: "quiet" }, () => setPref("muted", !pref("muted")));
  const showMute = () => {
    set(mute, "aria-pressed", String(pref("muted")));
    mute.classList.toggle("muted", pref("muted"));
  };
  showMute();
  onPref(showMute);
  const save = button({ icon: "save", text: t("save"), title: t("save") }, () => saveRecord(app));
  app.store.on("state", (state) => save.classList.toggle("dirty", Boolean(state.dirty)));
  return h(
    "header",
    { class: "bar" },
    wordmark(),
    h("nav", { class: "bar-group", "aria-label": t("menu.files") },
      button({ icon: "new", text: t("new-game"), title: t("new-game"), id: "new-game" }, () => openNewGame(app)),
      button({ icon: "open", text: t("open"), title: t("open") }, () => pickFile(app)),
      save),
    modeSwitch(app),
    h("div", { class: "bar-group end" }, mute,
      menu({ icon: "menu", title: t("menu") }, () => entries(app))),
  );
}
