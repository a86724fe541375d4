/** Finding moves, comments, players and positions in the record. */

import { choice, field, openDialog } from "./dialog.js";
import { button, h } from "./dom.js";
import { t } from "./i18n.js";

/** @param {import("./app.js").App} app */
export function openFind(app) {
  const text = h("input", { type: "text", maxlength: 200, id: "find-text" });
  const kind = choice(["comment", "move", "player", "hotspot", "position"].map((name) => [name, t(`find.${name}`)]), "comment", (name) => (text.disabled = ["hotspot", "position"].includes(name)));
  const find = (event) => {
    event?.preventDefault();
    app.act("find", { kind: kind.value, text: text.value });
  };
  const form = h("form", { on: { submit: find } }, field(t("find.kind"), kind), field(t("find.text"), text));
  openDialog({ title: t("menu.find"), body: [form], actions: [button({ text: t("find.next"), class: "primary" }, find)], class: "aside" });
  text.focus();
}
