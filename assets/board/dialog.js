/** Modal dialogs, menus and questions. */

import { button, h } from "./dom.js";
import { t } from "./i18n.js";

let count = 0;

/**
 * Opens a modal dialog. It is removed when it closes.
 * @param {{title: string, body: (Node | null)[], actions?: HTMLElement[], class?: string, onClose?: () => void}} content
 * @returns {HTMLDialogElement}
 */
export function openDialog({ title, body, actions = [], class: name = "", onClose }) {
  const id = `dialog-${++count}`;
  const dialog = h(
    "dialog",
    { class: `dialog ${name}`, "aria-labelledby": id },
    h("div", { class: "dialog-head" }, h("h2", { id, text: title.replace(/\s*…$/, "") }),
      button({ icon: "close", title: t("close"), class: "quiet" }, () => dialog.close())),
    h("div", { class: "dialog-body" }, ...body),
    h("p", { class: "dialog-error", role: "alert" }),
    actions.length > 0 && h("div", { class: "dialog-actions" }, ...actions),
  );
  dialog.addEventListener("close", () => {
    dialog.remove();
    onClose?.();
  });
  let isBeside = false;
  // A selection of text may end beside the dialog.
  dialog.addEventListener("pointerdown", ({ target }) => (isBeside = target === dialog));
  dialog.addEventListener("click", ({ target }) => isBeside && target === dialog && dialog.close());
  document.body.append(dialog);
  const content = dialog.querySelector(".dialog-body");
  if (!content.querySelector("button, input, select, textarea, [tabindex]")) content.setAttribute("tabindex", "0");
  dialog.showModal();
  return dialog;
}

/**
 * Asks a question.
 * @param {string} question @param {string} yes the label of the button that agrees @returns {Promise<boolean>}
 */
export function confirmDialog(question, yes) {
  return new Promise((resolve) => {
    let answer = false;
    const dialog = openDialog({
      title: t("ask.title"),
      class: "question",
      body: [h("p", { text: question })],
      actions: [
        button({ text: t("cancel") }, () => dialog.close()),
        button({ text: yes, class: "primary" }, () => {
          answer = true;
          dialog.close();
        }),
      ],
      onClose: () => resolve(answer),
    });
  });
}

/**
 * A labeled field.
 * @param {string} text @param {HTMLElement} input @param {string} [name] class @returns {HTMLElement}
 */
export function field(text, input, name = "") {
  return h("label", { class: `field ${name}` }, h("span", { text }), input);
}

/**
 * A list to choose from.
 * @param {[string, string][]} options value and text @param {string} value
 * @param {(value: string) => void} [change] @returns {HTMLSelectElement}
 */
export function choice(options, value, change) {
  const list = h("select", { on: { change: () => change?.(list.value) } },
    ...options.map(([key, text]) => h("option", { value: key, text, selected: key === value })));
  return list;
}

/**
 * A check box with its text.
 * @param {string} text @param {boolean} checked @param {(checked: boolean) => void} [change]
 * @returns {{element: HTMLElement, input: HTMLInputElement}}
 */
export function check(text, checked, change) {
  const input = h("input", { type: "checkbox", checked, on: { change: () => change?.(input.checked) } });
  return { element: h("label", { class: "check" }, input, h("span", { text })), input };
}

/**
 * A number field.
 * @param {number} value @param {{min?: number, max?: number, step?: number | string, label?: string}} [limits]
 * @returns {HTMLInputElement}
 */
export function numberInput(value, { min = 0, max, step = 1, label } = {}) {
  return h("input", { type: "number", value, min, max, step, "aria-label": label, inputmode: "decimal" });
}

/**
 * A button that opens a menu of buttons below it.
 * @param {{icon: string, title: string}} look @param {() => [string, () => void][]} entries
 * @returns {HTMLElement}
 */
export function menu(look, entries) {
  const list = h("div", { class: "menu", popover: "auto", id: `menu-${++count}` });
  const opener = button({ icon: look.icon, title: look.title, class: "quiet" }, () => {
    list.replaceChildren(...entries().map(([text, press]) => button({ text }, () => {
      list.hidePopover();
      press();
    })));
    list.togglePopover();
    list.querySelector("button")?.focus();
  });
  opener.setAttribute("aria-haspopup", "true");
  opener.setAttribute("aria-expanded", "false");
  list.addEventListener("toggle", (event) => opener.setAttribute("aria-expanded", String(/** @type {any} */ (event).newState === "open")));
  list.addEventListener("keydown", (event) => {
    const buttons = [...list.querySelectorAll("button")];
    const at = buttons.indexOf(/** @type {any} */ (document.activeElement));
    const by = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (by) {
      event.preventDefault();
      event.stopPropagation();
      buttons[(at + by + buttons.length) % buttons.length]?.focus();
    }
  });
  return h("div", { class: "menu-holder" }, opener, list);
}
