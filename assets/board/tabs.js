/** Tabs with panels, by the pattern of the ARIA guide. */

import { h, set } from "./dom.js";
import { t } from "./i18n.js";

/**
 * @param {import("./app.js").App} app
 * @param {{name: string, element: HTMLElement, shown: (state: any) => boolean}[]} panels
 * @returns {HTMLElement}
 */
export function tabs(app, panels) {
  const list = h("div", { class: "tabs", role: "tablist", "aria-label": t("panels") });
  const buttons = panels.map(({ name, element }) => {
    const tab = h("button", {
      type: "button", role: "tab", id: `tab-${name}`, "aria-controls": `panel-${name}`, text: t(`tab.${name}`),
      on: { click: () => app.setUi({ tab: name }) },
    });
    element.id = `panel-${name}`;
    set(element, "role", "tabpanel");
    set(element, "aria-labelledby", tab.id);
    set(element, "tabindex", 0);
    list.append(tab);
    return tab;
  });
  list.addEventListener("keydown", (event) => {
    const by = { ArrowRight: 1, ArrowLeft: -1 }[event.key];
    const open = buttons.filter((tab) => !tab.hidden);
    const at = open.indexOf(/** @type {any} */ (document.activeElement));
    if (!by || at < 0) return;
    event.preventDefault();
    event.stopPropagation();
    const next = open[(at + by + open.length) % open.length];
    next.click();
    next.focus();
  });
  const draw = () => {
    const { state } = app.store;
    if (!state) return;
    const allowed = panels.filter((panel) => panel.shown(state));
    if (!allowed.some((panel) => panel.name === app.ui.tab)) app.ui.tab = allowed[0].name;
    panels.forEach(({ name, element, shown }, at) => {
      const chosen = app.ui.tab === name;
      buttons[at].hidden = !shown(state);
      element.hidden = !chosen;
      set(buttons[at], "aria-selected", String(chosen));
      set(buttons[at], "tabindex", chosen ? 0 : -1);
    });
  };
  app.store.on("ui", draw);
  app.store.on("state", (state) => {
    const stopped = (one) => one && one.phase !== "playing" && one.count;
    if (stopped(state) && !stopped(app.store.previous)) app.ui.tab = "count";
    draw();
  });
  return h("div", { class: "panels" }, list, ...panels.map((panel) => panel.element));
}
