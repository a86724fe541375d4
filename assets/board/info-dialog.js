/** What the record says about its game, to read and to change. */

import { choice, field, openDialog } from "./dialog.js";
import { button, h } from "./dom.js";
import { mayDiscard } from "./files.js";
import { t } from "./i18n.js";

/** SGF's properties of the root, in the order of the form. */
const PROPERTIES = ["PB", "BR", "BT", "PW", "WR", "WT", "EV", "RO", "PC", "DT", "RE", "TM", "OT", "GN", "ON", "AN", "SO", "US", "CP", "GC"];
const LONG = ["GC", "CP", "SO"];
/** Sets of characters that a file without a statement may have. */
const CHARSETS = ["UTF-8", "windows-1252", "Shift_JIS", "EUC-JP", "GB18030", "Big5", "EUC-KR", "windows-1251"];

/** @param {import("./app.js").App} app */
export function openInfo(app) {
  const { state } = app.store;
  if (!state) return;
  const inputs = PROPERTIES.map((property) => {
    const value = state.info?.[property] ?? "";
    const input = LONG.includes(property) ? h("textarea", { rows: 2 }) : h("input", { type: "text", maxlength: 500 });
    input.value = value;
    // A field of one line shows a text without its line breaks.
    return { property, shown: input.value, input };
  });
  const save = button({ text: t("apply"), class: "primary" }, async () => {
    for (const one of inputs) {
      const { property, shown, input } = one;
      if (input.value === shown) continue;
      if (!(await app.act("info", { property, value: input.value })).ok) return;
      one.shown = input.value;
    }
    dialog.close();
  });
  const style = choice([["", t("variations.default")], ...["0", "1", "2", "3"].map((value) => /** @type {[string, string]} */ ([value, t(`variations.${value}`)]))],
    state.info?.ST ?? "", (value) => app.act("info", { property: "ST", value }));
  const fields = inputs.map(({ property, input }) => field(t(`info.${property}`), input, LONG.includes(property) ? "full" : ""));
  const dialog = openDialog({
    title: t("menu.info"),
    class: "wide",
    body: [h("div", { class: "info-grid" }, ...fields), field(t("variations"), style), charsetRow(app, state)],
    actions: [save],
  });
}

/**
 * Reads the file again in another charset; asks before edits are lost.
 * @param {import("./app.js").App} app @param {string} name @returns {Promise<boolean>} whether it was read
 */
async function chooseCharset(app, name) {
  return (await mayDiscard(app)) && (await app.act("charset", { name })).ok;
}

function charsetRow(app, state) {
  const current = state.charset?.name;
  if (!current) return null;
  const same = (/** @type {string} */ name) => name.toLowerCase() === current.toLowerCase();
  const names = CHARSETS.some(same) ? CHARSETS : [current, ...CHARSETS];
  const change = async () => {
    if (await chooseCharset(app, list.value)) chosen = list.value;
    else list.value = chosen;
  };
  const list = h("select", { on: { change } }, ...names.map((name) => h("option", { value: name, text: name, selected: same(name) })));
  let chosen = list.value;
  return field(t("charset"), list);
}
