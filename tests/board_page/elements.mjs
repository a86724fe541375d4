// As much of a document as forms, dialogs and buttons need, for tests without a browser.

class Element extends EventTarget {
  constructor(tag) {
    super();
    Object.assign(this, { tag, children: [], attributes: new Map(), text: "", hidden: false, style: {}, classList: { toggle() {}, add() {}, remove() {} } });
  }

  get textContent() {
    return this.text + this.children.map((child) => child.textContent ?? child).join("");
  }

  set textContent(text) {
    this.children = [];
    this.text = text;
  }

  setAttribute(name, value) {
    this.attributes.set(name, String(value));
  }

  getAttribute(name) {
    return this.attributes.get(name) ?? null;
  }

  hasAttribute(name) {
    return this.attributes.has(name);
  }

  append(...nodes) {
    this.children.push(...nodes);
  }

  replaceChildren(...nodes) {
    this.children = nodes;
  }

  /** The parent is not known here. */
  replaceWith() {}

  remove() {}

  /** All elements below this one, or those of a list of tags and classes. */
  querySelectorAll(selectors = "*") {
    const wanted = selectors.split(", ");
    const isWanted = ({ tag, attributes }) => wanted.some((one) =>
      ["*", tag].includes(one) || (one[0] === "." && attributes.get("class")?.split(" ").includes(one.slice(1))));
    const all = (element) => element.children.filter((child) => child instanceof Element).flatMap((child) => [child, ...all(child)]);
    return all(this).filter(isWanted);
  }

  querySelector(selectors) {
    return this.querySelectorAll(selectors)[0] ?? null;
  }

  focus() {
    document.activeElement = this;
  }

  click() {
    this.dispatchEvent(new Event("click"));
  }

  showModal() {}

  close() {
    this.dispatchEvent(new Event("close"));
  }

  remove() {
    document.body.children = document.body.children.filter((child) => child !== this);
  }
}

class Select extends Element {
  get options() {
    return this.children;
  }

  get selectedIndex() {
    return this.chosen ?? Math.max(0, this.options.findIndex((option) => option.hasAttribute("selected")));
  }

  set selectedIndex(index) {
    this.chosen = index;
  }

  get value() {
    return this.options[this.selectedIndex]?.value ?? "";
  }

  set value(value) {
    this.selectedIndex = this.options.findIndex((option) => option.value === value);
  }
}

/** Puts an empty document in place. */
export function emptyDocument() {
  const createElement = (tag) => (tag === "select" ? new Select(tag) : new Element(tag));
  const body = createElement("body");
  globalThis.document = { activeElement: body, body, createElement, createElementNS: (_, tag) => createElement(tag), querySelector: (selectors) => body.querySelector(selectors) };
}
