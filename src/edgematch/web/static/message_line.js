// The line beneath the board: a notice for some seconds, or why the server does not answer.

import { byId } from "./dom.js";
import { on, state, update } from "./state/store.js";
import { delayed } from "./timing.js";

const ERROR_SHOWN = 9000; // milliseconds
const NOTICE_SHOWN = 3500;

export function startMessageLine() {
  const hide = delayed(() => update({ notice: null }), ERROR_SHOWN);
  on(["notice", "away"], () => {
    const { notice, away } = state;
    hide.cancel();
    if (notice) hide.start(notice.isError ? ERROR_SHOWN : NOTICE_SHOWN);
    const node = byId("toast");
    const text = notice?.text ?? away;
    if (node.textContent !== text) node.textContent = text; // else it would be read out again
    node.classList.toggle("error", notice?.isError ?? true);
    node.hidden = !text;
    bringLineForward();
  });
}

/** An open dialog hides what is outside it: the line belongs inside. */
export function bringLineForward() {
  const front = document.querySelector("dialog[open]") ?? document.body;
  if (byId("toast").parentNode !== front) front.append(byId("toast"));
}
