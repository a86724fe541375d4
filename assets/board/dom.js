/** Making elements. Text is only ever set as text, never parsed. */

const SVG = "http://www.w3.org/2000/svg";

/**
 * An HTML element. Properties: `class`, `on` (listeners by event), `text`, anything else is an
 * attribute; false and null leave it out, true sets it empty.
 * @param {string} tag @param {Record<string, any>} [properties]
 * @param {...(Node | string | null | undefined | false)} children @returns {any}
 */
export function h(tag, properties = {}, ...children) {
  return fill(document.createElement(tag), properties, children);
}

/**
 * An SVG element, with properties as in {@link h}.
 * @param {string} tag @param {Record<string, any>} [properties]
 * @param {...(Node | string | null | undefined | false)} children @returns {any}
 */
export function s(tag, properties = {}, ...children) {
  return fill(document.createElementNS(SVG, tag), properties, children);
}

function fill(element, properties, children) {
  for (const [name, value] of Object.entries(properties)) {
    if (value === null || value === undefined || value === false) continue;
    if (name === "on") {
      for (const [event, listener] of Object.entries(value)) element.addEventListener(event, listener);
    } else if (name === "text") element.textContent = value;
    else if (name === "value") element.value = value;
    else element.setAttribute(name, value === true ? "" : String(value));
  }
  element.append(...children.filter((child) => child !== null && child !== undefined && child !== false));
  return element;
}

/** Sets an attribute if it differs. @param {Element} element @param {string} name @param {string | number | null} value */
export function set(element, name, value) {
  if (value === null) element.removeAttribute(name);
  else if (element.getAttribute(name) !== String(value)) element.setAttribute(name, String(value));
}

/** Sets the text if it differs. @param {Element} element @param {string} text */
export function setText(element, text) {
  if (element.textContent !== text) element.textContent = text;
}

/** What the children of elements were made from. @type {WeakMap<Element, string>} */
const made = new WeakMap();

/**
 * Makes the children of an element anew if what they are made from has changed. The keyboard's focus goes to the
 * button with the same text, or else to the element, where Enter does nothing.
 * @param {HTMLElement} element @param {any} key @param {() => (Node | string)[]} make
 */
export function replaceIfChanged(element, key, make) {
  const text = JSON.stringify(key);
  if (made.get(element) === text) return;
  made.set(element, text);
  const buttons = () => /** @type {HTMLElement[]} */ ([...element.querySelectorAll("button")]);
  const focused = buttons().find((one) => one === document.activeElement);
  element.replaceChildren(...make());
  if (!focused) return;
  if (!element.hasAttribute("tabindex")) set(element, "tabindex", -1);
  (buttons().find((one) => one.textContent === focused.textContent) ?? element).focus();
}

/**
 * An icon drawn from a path on a 24 × 24 grid.
 * @param {string} name @returns {SVGElement}
 */
export function icon(name) {
  return s("svg", { class: "icon", viewBox: "0 0 24 24", "aria-hidden": "true" }, s("path", { d: ICONS[name] }));
}

/**
 * A button with an icon, a text or both.
 * @param {{text?: string, icon?: string, title?: string, class?: string, id?: string}} look
 * @param {(event: Event) => void} press @returns {HTMLButtonElement}
 */
export function button(look, press) {
  const label = look.text ? null : look.title;
  return h(
    "button",
    { type: "button", class: look.class, id: look.id, title: look.title, "aria-label": label, on: { click: press } },
    look.icon && icon(look.icon),
    look.text && h("span", { text: look.text }),
  );
}

/** @type {Record<string, string>} */
const ICONS = {
  new: "M12 5v14M5 12h14",
  open: "M3.5 18.5v-12h5.5l2 2.5h9.5v9.5z",
  save: "M12 4v11M7.5 10.5 12 15l4.5-4.5M4.5 19.5h15",
  menu: "M4 7h16M4 12h16M4 17h16",
  close: "M6 6l12 12M18 6 6 18",
  undo: "M8.5 5 4 9.5 8.5 14M4 9.5h10a5.5 5.5 0 0 1 0 11h-3",
  redo: "M15.5 5 20 9.5 15.5 14M20 9.5H10a5.5 5.5 0 0 0 0 11h3",
  pass: "M5 12h13M12.5 6.5 18 12l-5.5 5.5",
  resign: "M6 21V4h11l-2.5 4L17 12H6",
  hint: "M9.5 17h5M10.5 20h3M12 3.5a6 6 0 0 0-3.5 10.9c.7.6 1 1.3 1 2.1h5c0-.8.3-1.5 1-2.1A6 6 0 0 0 12 3.5z",
  first: "M6 5v14M18 5l-9 7 9 7z",
  back10: "M12 6l-7 6 7 6zM20 6l-7 6 7 6z",
  back: "M16 5l-9 7 9 7z",
  forward: "M8 5l9 7-9 7z",
  forward10: "M4 6l7 6-7 6zM12 6l7 6-7 6z",
  last: "M18 5v14M6 5l9 7-9 7z",
  play: "M7 5l12 7-12 7z",
  pause: "M8 5v14M16 5v14",
  sound: "M4 9.5v5h3.5L12 18.5v-13L7.5 9.5zM15.5 9a4 4 0 0 1 0 6M18 6.5a7.5 7.5 0 0 1 0 11",
  more: "M5.5 12h.01M12 12h.01M18.5 12h.01",
  check: "M5 12.5l4.5 4.5L19 7.5",
  stop: "M7 7h10v10H7z",
};
