/** Export of the position as a picture or text. */

import { check, openDialog } from "./dialog.js";
import { diagram } from "./diagram.js";
import { button, h } from "./dom.js";
import { download, fileName } from "./files.js";
import { t } from "./i18n.js";
import { senseiDiagram, textBoard } from "./labels.js";

const PNG_SIDE = 1200;

/** @param {string} svg @returns {Promise<Blob>} */
async function png(svg) {
  const address = URL.createObjectURL(new Blob([svg], { type: "image/svg+xml" }));
  const image = new Image();
  image.src = address;
  await image.decode();
  const scale = PNG_SIDE / Math.max(image.naturalWidth, image.naturalHeight);
  const canvas = document.createElement("canvas");
  canvas.width = Math.round(image.naturalWidth * scale);
  canvas.height = Math.round(image.naturalHeight * scale);
  canvas.getContext("2d")?.drawImage(image, 0, 0, canvas.width, canvas.height);
  URL.revokeObjectURL(address);
  return new Promise((resolve, reject) => canvas.toBlob((blob) => (blob ? resolve(blob) : reject(new Error("png"))), "image/png"));
}

/** @param {import("./app.js").App} app */
export function openExport(app) {
  const { state } = app.store;
  if (!state) return;
  const numbers = check(t("export.numbers"), false);
  const coordinates = check(t("setting.coordinates"), true);
  const svg = () => diagram(state, { numbers: numbers.input.checked, coordinates: coordinates.input.checked ? "letters" : "none" });
  const text = h("textarea", { class: "text-board", rows: 12, readonly: true, "aria-label": t("export.text") });
  text.value = textBoard(state.board, state.lastMove);
  const show = (content) => {
    text.value = content;
    text.select();
    navigator.clipboard?.writeText(content).then(() => app.say(t("export.copied")), () => {});
  };
  openDialog({
    title: t("menu.export"),
    class: "wide",
    body: [
      h("div", { class: "checks" }, numbers.element, coordinates.element),
      h("div", { class: "row" },
        button({ text: "SVG", icon: "save" }, () => download(fileName(app, "svg"), new Blob([svg()], { type: "image/svg+xml" }))),
        button({ text: "PNG", icon: "save" }, async () => download(fileName(app, "png"), await png(svg()))),
        button({ text: t("export.ascii") }, () => show(textBoard(state.board, state.lastMove))),
        button({ text: "Sensei’s Library" }, () => show(senseiDiagram(state.board)))),
      text,
    ],
  });
}
