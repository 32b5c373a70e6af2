// The card of a race over several seeds: its table, and its runs on request.

/** @import { Job } from "./types.js" */
/** @import { Lane } from "./state/race.js" */

import { button, el } from "./dom.js";
import { command, forget, withView } from "./jobs.js";
import { raceTable, seedWords, standingWords } from "./race_words.js";
import { isActive, isOver, listedJobs, watchRace } from "./state/jobs.js";
import { lanesOf } from "./state/race.js";
import { raceLinks } from "./take_away.js";

/** @typedef {ReturnType<typeof buildRaceCard>} RaceCard */

/** @param {string} race */
const runsOf = (race) => listedJobs().filter((job) => job.race === race);

/**
 * Whether a race has several runs of an engine.
 * @param {string | null} race
 */
export function isLongRace(race) {
  return race !== null && runsOf(race).some((job) => job.heat > 0);
}

/**
 * A button in the head of a card, where no other button ever is: whoever clicks *Stop* twice must not delete.
 * @param {() => void} remove
 */
export const removeButton = (remove) => button("Delete", remove, { class: "quiet remove" });

/**
 * @param {string} race
 * @param {(job: Job) => HTMLElement} cardOf the card of a run
 */
export function buildRaceCard(race, cardOf) {
  const words = el("p", { class: "message", role: "status" });
  const table = tablePlace();
  const title = el("strong", {});
  const summary = el("summary", {});
  const list = el("div", { class: "race" });
  const listRuns = () => list.replaceChildren(...(runs.open ? runsOf(race).map(cardOf) : []));
  const runs = el("details", { class: "runs", ontoggle: listRuns }, summary, list);
  const stop = button("Stop the race", () => stopRace(race));
  const remove = removeButton(() => { for (const job of runsOf(race)) forget(job.id); });
  const buttons = el("div", { class: "buttons" },
    button("Watch the race", () => withView(runsOf(race)[0].id, watchRace)), stop);
  const files = el("div", { class: "take-away-list" }, raceLinks(runsOf(race)[0].id));
  const node = el("article", { class: "job race-card", "data-race": race },
    el("header", {}, title, remove), words, table, buttons, files, runs);
  return { race, node, title, words, table, stop, remove, summary, listRuns };
}

/** @param {RaceCard} card */
export function drawRaceCard({ race, node, title, words, table, stop, remove, summary }) {
  const jobs = runsOf(race);
  const lanes = lanesOf(jobs);
  title.textContent = lanes.map((lane) => lane.name).join(" against ");
  node.dataset.status = jobs.every(isOver) ? "finished" : "running";
  words.textContent = standingWords(lanes);
  drawTable(table, lanes);
  stop.hidden = jobs.every(isOver);
  remove.hidden = jobs.some(isActive);
  summary.textContent = `All ${jobs.length} runs`;
}

/**
 * Those that wait end first: otherwise they would begin.
 * @param {string} race
 */
async function stopRace(race) {
  const waiting = runsOf(race).filter((job) => job.status === "waiting").reverse();
  const others = runsOf(race).filter((job) => job.status !== "waiting" && !isOver(job));
  for (const job of [...waiting, ...others]) await command(job.id, "stop");
}

/** A place for the table of a race. A narrow one has the figures of an engine below each other. */
export const tablePlace = () => el("div", { class: "race-table", role: "region", "aria-label": "Figures of the race", tabindex: 0 });

/**
 * A median, and beside or below it the lowest and highest value.
 * @param {string} text
 * @param {string} name of its column, which stands beside it where there is no room for columns
 */
function valueCell(text, name) {
  const [median, spread] = text.split(" (");
  return el("td", { "data-name": name }, el("span", {}, median, spread ? el("small", { text: ` (${spread}` }) : null));
}

/**
 * Draw the table of a race, if it has changed.
 * @param {HTMLElement} place
 * @param {Lane[]} lanes
 */
export function drawTable(place, lanes) {
  const { head, rows } = raceTable(lanes);
  const key = JSON.stringify([head, rows]);
  if (place.dataset.key === key) return;
  place.dataset.key = key;
  place.replaceChildren(el("table", {},
    el("caption", { text: "Median of the runs that are over (lowest to highest)" }),
    el("thead", {}, el("tr", {}, ["engine", ...head].map((name) => el("th", { scope: "col", text: name })))),
    el("tbody", {}, lanes.map((lane, at) => el("tr", {},
      el("th", { scope: "row" }, `${lane.name} `, el("small", { text: seedWords(lane) })),
      rows[at].map((text, column) => valueCell(text, head[column])))))));
}
