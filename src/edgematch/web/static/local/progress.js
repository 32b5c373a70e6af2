// How far Python has come: a line beneath the board until it can answer.

import { el } from "../dom.js";

/** @typedef {{ text: string, share: number }} Progress */

const bar = el("progress", { max: 1, "aria-label": "Python is starting" });
const words = el("span");
const line = el("p", { id: "python", class: "message", role: "status" }, bar, " ", words);

/** @param {Progress | null} progress null once it is there */
export function showProgress(progress) {
  if (!progress) return line.remove();
  bar.value = progress.share;
  words.textContent = progress.text;
  if (!line.isConnected) document.querySelector(".strip")?.before(line);
}
