// What can be taken away from a job: how to run it again, its board, figures, curve and solutions.

/** @import { Job, RepeatTexts } from "./types.js" */

import { get } from "./api.js";
import { button, el } from "./dom.js";
import { messageOf, notify } from "./state/messages.js";
import { state } from "./state/store.js";

/** A file, its name in the menu, and whether a job has it. @type {[file: string, text: string, has: (job: Job) => boolean][]} */
const FILES = [
  ["board.json", "Best board as a record, with how it was found", (job) => Boolean(job.best)],
  ["figures.csv", "Figures as CSV", (job) => job.figures.nodes !== undefined],
  ["curve.csv", "Curve as CSV", (job) => job.curve.length > 0],
  ["solutions.csv", "Solutions as CSV", (job) => job.solutions_kept > 0],
  ["run.json", "All of it as JSON", (job) => job.figures.nodes !== undefined],
];
const OF_RACE = ["figures.csv", "curve.csv"]; // these have rows for all of its runs

/**
 * A menu to unfold; what it offers is asked for when it is.
 * @param {string} id of a job
 */
export function takeAwayMenu(id) {
  const content = el("div", { class: "take-away-list" });
  const node = el("details", { class: "take-away" }, el("summary", { text: "Take away" }), content);
  let shown = "";
  const refresh = () => {
    const job = state.jobs[id];
    if (!node.open || !job) return;
    const files = FILES.filter(([, , has]) => has(job));
    const key = files.join();
    if (key === shown) return;
    shown = key;
    content.replaceChildren(texts, ...files.map(([file, text]) => fileLink(id, file, text)));
  };
  const texts = el("div", { class: "repeat" });
  node.addEventListener("toggle", () => {
    refresh();
    if (node.open && !texts.childElementCount) fillTexts(id, texts);
  });
  return { node, refresh };
}

/**
 * The tables of a race, with all of its runs.
 * @param {string} id of one of its jobs
 */
export function raceLinks(id) {
  return FILES.filter(([file]) => OF_RACE.includes(file)).map(([file, text]) => fileLink(id, file, `${text}, all runs`));
}

/**
 * @param {string} id
 * @param {string} file
 * @param {string} text
 */
function fileLink(id, file, text) {
  return el("a", { href: `/api/jobs/${id}/files/${file}`, download: true, text });
}

/**
 * @param {string} id
 * @param {HTMLElement} place
 */
async function fillTexts(id, place) {
  try {
    const { command, python, file } = /** @type {RepeatTexts} */ (await get(`/api/jobs/${id}/repeat`));
    place.replaceChildren(
      ...textToCopy("Command", command), ...textToCopy("Python", python),
      ...(file ? [el("p", { class: "message" }, "Both read the puzzle from ", fileLink(id, "puzzle.json", file), ".")] : []));
  } catch (error) {
    place.replaceChildren(el("p", { class: "refusal", text: messageOf(error) }));
  }
}

/**
 * @param {string} name
 * @param {string} text
 */
function textToCopy(name, text) {
  const shown = el("pre", { tabindex: 0, "aria-label": name, "data-text": name.toLowerCase(), text });
  return [button(`Copy the ${name === "Python" ? name : name.toLowerCase()}`, () => copy(shown)), shown];
}

/** @param {HTMLElement} shown */
async function copy(shown) {
  try {
    await navigator.clipboard.writeText(shown.textContent ?? "");
    notify("Copied.", false);
  } catch {
    getSelection()?.selectAllChildren(shown); // the browser does not allow it: Ctrl+C does
    notify("Press Ctrl+C to copy the selected text.", false);
  }
}
