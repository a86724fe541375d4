/** Text fields whose text goes to the node at which it was typed. */

/**
 * Sends what is typed into a field when the field is left, after a pause, or before the page does anything else.
 * @param {import("./app.js").App} app @param {HTMLInputElement | HTMLTextAreaElement} input
 * @param {{shown: (state: any) => string, action: (node: number, text: string) => [string, Record<string, any>], pause?: number}} use
 *   shown: the text of a node; action: what is sent, made as the text is typed; pause: milliseconds without typing
 */
export function draft(app, input, { shown, action, pause }) {
  let node = -1;
  /** What was typed and is not sent yet. @type {[string, Record<string, any>] | undefined} */
  let typed;
  /** What is being sent. @type {Promise<any>} */
  let sending = Promise.resolve();
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  let timer;
  const post = async (/** @type {[string, Record<string, any>]} */ [name, values]) => {
    const answer = await app.api.act(name, { ...values, record: app.store.state?.record });
    if (!answer.ok) app.fail(answer.error);
  };
  const send = () => {
    clearTimeout(timer);
    const values = typed;
    typed = undefined;
    if (values) sending = Promise.all([sending, post(values)]);
    return sending;
  };
  app.drafts.push(send);
  input.addEventListener("input", () => {
    clearTimeout(timer);
    typed = action(node, input.value);
    if (pause !== undefined) timer = setTimeout(send, pause);
  });
  for (const event of ["change", "blur"]) input.addEventListener(event, send);
  // A node of the record before has nothing to do with that of the same number.
  app.store.on("record", () => {
    clearTimeout(timer);
    typed = undefined;
    node = -1;
  });
  app.store.on("state", (state) => {
    const isTyping = document.activeElement === input && node === state.node;
    // The engine may move while a text is typed.
    if (node !== state.node) send();
    node = state.node;
    if (!isTyping && input.value !== shown(state)) input.value = shown(state);
  });
}
