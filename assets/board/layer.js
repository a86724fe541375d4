/** A group of an SVG whose children are replaced one by one, only where they differ. */

import { s } from "./dom.js";

/** @typedef {{key: string, make: () => SVGElement}} Item a drawing and what it depends on besides the geometry */

export class Layer {
  /** @param {SVGElement} parent @param {string} name */
  constructor(parent, name) {
    this.group = s("g", { class: `layer ${name}` });
    parent.append(this.group);
    /** @type {Map<number | string, {key: string, element: SVGElement}>} */
    this.shown = new Map();
  }

  /** @param {Map<number | string, Item>} items by place */
  update(items) {
    for (const [place, { element }] of this.shown) {
      if (!items.has(place)) {
        element.remove();
        this.shown.delete(place);
      }
    }
    for (const [place, { key, make }] of items) {
      const old = this.shown.get(place);
      if (old?.key === key) continue;
      const element = make();
      if (old) old.element.replaceWith(element);
      else this.group.append(element);
      this.shown.set(place, { key, element });
    }
  }

  clear() {
    this.update(new Map());
  }
}
