/** Opening, saving and downloading. The page never names a path. */

import { confirmDialog } from "./dialog.js";
import { h } from "./dom.js";
import { t } from "./i18n.js";

/** @param {string} name @param {Blob} blob */
export function download(name, blob) {
  const address = URL.createObjectURL(blob);
  h("a", { href: address, download: name }).click();
  setTimeout(() => URL.revokeObjectURL(address), 10_000);
}

/** @param {import("./app.js").App} app @param {string} extension @returns {string} */
export function fileName(app, extension) {
  const { state } = app.store;
  const given = state?.file?.split(/[\\/]/).pop()?.replace(/\.sgf$/i, "");
  const names = [state?.info?.PB, state?.info?.PW].filter(Boolean).join("-");
  const base = given || names || "game";
  return `${base.replace(/[^\p{L}\p{N}._ -]/gu, "_").slice(0, 80)}.${extension}`;
}

/** Downloads the record; the copy in memory if the server is gone. @param {import("./app.js").App} app */
export async function downloadRecord(app) {
  let text = app.store.record;
  try {
    text = await app.api.record();
  } catch {
    app.say(t("connection.copy"), true);
  }
  if (text) download(fileName(app, "sgf"), new Blob([text], { type: "application/x-go-sgf" }));
}

/** Saves to the opened file, or downloads where there is none. @param {import("./app.js").App} app */
export async function saveRecord(app) {
  const { state } = app.store;
  if (!state?.file) return downloadRecord(app);
  await app.flush();
  const answer = await app.api.act("save");
  if (answer.ok) return app.say(t("saved", { file: state.file }));
  if (answer.error?.kind === "changed-on-disk" && (await confirmDialog(t("ask.changed-on-disk"), t("ask.changed-on-disk.yes")))) {
    return app.act("save", { force: true });
  }
  return answer.error?.kind === "no-file" ? downloadRecord(app) : app.fail(answer.error);
}

/** Asks before edits are lost. @param {import("./app.js").App} app @returns {Promise<boolean>} whether to go on */
export async function mayDiscard(app) {
  await app.flush();
  return !app.store.state?.dirty || confirmDialog(t("ask.unsaved"), t("ask.unsaved.yes"));
}

/** @param {import("./app.js").App} app @param {string} name @param {BodyInit} bytes */
export async function openBytes(app, name, bytes) {
  if (!(await mayDiscard(app))) return;
  const answer = await app.api.open(name, bytes);
  if (answer.ok) {
    app.setUi({ tab: "record" });
    app.say(t("opened", { file: name }));
  } else app.fail(answer.error);
}

/** @param {import("./app.js").App} app */
export function pickFile(app) {
  const input = h("input", { type: "file", accept: ".sgf,.SGF,application/x-go-sgf,text/plain", id: "file" });
  input.addEventListener("change", () => input.files?.[0] && openBytes(app, input.files[0].name, input.files[0]));
  input.click();
}

/** Files that are dropped anywhere, and records that are pasted. @param {import("./app.js").App} app */
export function acceptDrops(app) {
  const root = document.documentElement;
  addEventListener("dragover", (event) => {
    if (!event.dataTransfer?.types.includes("Files")) return;
    event.preventDefault();
    root.classList.add("dropping");
  });
  addEventListener("dragleave", (event) => event.relatedTarget === null && root.classList.remove("dropping"));
  addEventListener("drop", (event) => {
    root.classList.remove("dropping");
    const file = event.dataTransfer?.files[0];
    if (!file) return;
    event.preventDefault();
    openBytes(app, file.name, file);
  });
  addEventListener("paste", (event) => {
    const target = /** @type {HTMLElement} */ (event.target);
    if (target.closest?.("input, textarea")) return;
    const text = event.clipboardData?.getData("text/plain") ?? "";
    if (/^\s*\(\s*;/.test(text)) openBytes(app, t("pasted"), text);
  });
}
