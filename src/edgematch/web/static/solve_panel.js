// The form that starts a search or a race; its menus come from the server's list of engines.

/** @import { Engine, EngineChoice, EngineOption, Goal, SearchRequest } from "./types.js" */

import { allJobsNode } from "./all_jobs.js";
import { get } from "./api.js";
import { bestBoardsNode, startBestBoards } from "./best_boards.js";
import { button, byId, el, field, menu } from "./dom.js";
import { rememberForm } from "./form_memory.js";
import { cardList } from "./job_cards.js";
import { startSearch } from "./jobs.js";
import { myPiecesField } from "./my_pieces.js";
import { watchJob, watchRace } from "./state/jobs.js";
import { reportError } from "./state/messages.js";
import { update } from "./state/store.js";
import { untilDone } from "./timing.js";
import { HAS_SERVER } from "./transport.js";

/** @typedef {Pick<SearchRequest, "goal" | "solutions" | "measure">} GoalRequest */

/** What can be found, by its value in the menu. @type {Record<string, { text: string, request: GoalRequest }>} */
const WANTED = {
  1: { text: "one solution", request: { goal: "solve", solutions: 1 } },
  10: { text: "ten solutions", request: { goal: "solve", solutions: 10 } },
  all: { text: "all solutions", request: { goal: "solve", solutions: null } },
  score: { text: "the best board", request: { goal: "optimize", measure: "joins" } },
  pieces: { text: "most pieces", request: { goal: "optimize", measure: "pieces" } },
  prefix: { text: "the longest clean prefix", request: { goal: "optimize", measure: "prefix" } },
};
/** @type {[number, string][]} */
const LIMITS = [[60, "1 minute"], [600, "10 minutes"], [3600, "1 hour"]];

const INSTALL = "The installed program has them: pip install 'edgematch[web,sat,cp]', then edgematch serve.";

export async function startSolvePanel() {
  const { engines } = /** @type {{ engines: Engine[] }} */ (await untilDone(() => get("/api/engines"), reportError));
  startBestBoards();
  const form = buildForm(engines);
  byId("panel-solve").append(form, allJobsNode, bestBoardsNode, cardList);
  rememberForm(form, "solve-form");
}

/** @param {Engine[]} engines */
function buildForm(engines) {
  /** @param {Goal} goal */
  const enginesFor = (goal) => engines.filter((engine) => engine.goals.includes(goal));
  /** @type {Partial<Record<Goal, Chooser[]>>} */
  const choosers = {
    solve: [
      chooser("engine", "Engine", enginesFor("solve")),
      chooser("rival", "Race against", enginesFor("solve"), true),
      chooser("rival-2", "and against", enginesFor("solve"), true),
      chooser("rival-3", "and against", enginesFor("solve"), true),
    ],
    optimize: [
      chooser("score-engine", "Engine", enginesFor("optimize")),
      chooser("score-rival", "Race against", enginesFor("optimize"), true),
      chooser("score-rival-2", "and against", enginesFor("optimize"), true),
      chooser("score-rival-3", "and against", enginesFor("optimize"), true),
    ],
  };
  const wanted = menu({ id: "wanted", "aria-label": "What to find" },
    Object.entries(WANTED).map(([value, { text }]) => [value, text]));
  wanted.value = "1";
  const limit = menu({ id: "limit", "aria-label": "Time limit" }, LIMITS);
  limit.value = "600";
  const threads = menu({ id: "threads", "aria-label": "Threads", title: "Number of threads, for engines that can use several" },
    [[1, "1"], [2, "2"], [4, "4"]]);
  const seed = el("input", {
    id: "seed", type: "number", min: 0, step: 1, value: 0, "aria-label": "Seed", title: "Seed of the random choices",
  });
  const seeds = el("input", {
    id: "seeds", type: "number", min: 1, max: 10, step: 1, value: 1, "aria-label": "Seeds to run",
    title: "Runs of each engine, with this seed and those after it",
  });
  const mine = myPiecesField(() => isOptimize());
  const keepRunning = el("input", { id: "keep-running", type: "checkbox" });
  const keepRow = el("label", { class: "tick-box" }, keepRunning, el("span", { text: "Keep running when this page is closed" }));
  const start = button("Start", () => begin(start, request()), { class: "primary", id: "start" });

  const goal = () => WANTED[wanted.value].request;
  const isOptimize = () => goal().goal === "optimize";
  /** The engines that are chosen: one, or two to four for a race. */
  const chosen = () => (choosers[goal().goal] ?? []).filter(({ select }) => select.value);
  /** @returns {SearchRequest} */
  const request = () => ({
    ...goal(), engines: chosen().map((each) => each.choice()),
    seconds: Number(limit.value), threads: Number(threads.value), seed: Number(seed.value), seeds: Number(seeds.value),
    ...(keepRunning.checked ? { keep_running: true } : {}),
    ...mine.request(),
  });
  const show = () => {
    for (const [name, each] of Object.entries(choosers)) showChoosers(each, name === goal().goal);
    mine.show();
    start.disabled = !chosen().length;
    start.textContent = chosen().length > 1 ? "Start the race" : Number(seeds.value) > 1 ? `Start ${seeds.value} runs` : "Start";
    update({ measure: goal().measure ?? null });
  };
  const rows = Object.values(choosers).flat();
  for (const node of [wanted, seeds, ...rows.map(({ select }) => select)]) node.addEventListener("change", show);
  show();
  return el("div", { class: "form" },
    field("Find", wanted),
    rows.map(({ row }) => row),
    el("div", { class: "pair" }, field("Time limit", limit), HAS_SERVER ? field("Threads", threads) : null),
    el("div", { class: "pair" }, field("Seed", seed), field("Seeds to run", seeds)),
    mine.row, HAS_SERVER ? keepRow : null, start);
}

/**
 * Show the menus of engines that can be used: a further rival once the one before is chosen.
 * @param {Chooser[]} choosers
 * @param {boolean} isShown
 */
function showChoosers(choosers, isShown) {
  choosers.forEach(({ row, select }, at) => {
    row.hidden = !isShown || (at > 1 && !select.value && !choosers[at - 1].select.value);
  });
}

/** @typedef {ReturnType<typeof chooser>} Chooser */

/**
 * A menu of engines, with the options of the chosen one.
 * @param {string} id
 * @param {string} label
 * @param {Engine[]} engines
 */
function chooser(id, label, engines, isOptional = false) {
  const select = menu({ id, "aria-label": label }, [
    .../** @type {[string, string][]} */ (isOptional ? [["", "nobody"]] : []),
    ...engines.map(({ name, needs }) => /** @type {[string, string]} */ ([name, needs.length ? `${name}: not here` : name])),
  ]);
  for (const option of select.options) {
    option.disabled = engines.some(({ name, needs }) => name === option.value && needs.length > 0);
  }
  select.value = isOptional ? "" : [...select.options].find(({ disabled }) => !disabled)?.value ?? "";
  const missing = [...new Set(engines.flatMap(({ needs }) => needs))];
  const note = el("small", { class: "about", hidden: isOptional || !missing.length, text: `Some engines need ${missing.join(", ")}. ${INSTALL}` });
  const summary = el("small", { class: "about" });
  const options = el("div", { class: "options" });
  const more = el("details", {}, el("summary", { text: "Options" }), options);
  const show = () => {
    const engine = engines.find(({ name }) => name === select.value);
    summary.textContent = engine?.summary ?? "";
    more.hidden = !engine?.options.length;
    options.replaceChildren(...(engine?.options ?? []).map(optionField));
  };
  select.addEventListener("change", show);
  show();
  return {
    select,
    /** @returns {EngineChoice} */
    choice: () => ({ engine: select.value, options: changedOptions(options) }),
    row: el("div", {}, field(label, select), summary, note, more),
  };
}

/** @param {EngineOption} option */
function optionField({ name, choices, default: usual, meaning }) {
  const input = inputFor(usual, choices);
  Object.assign(input.dataset, { option: name, kind: typeof usual, usual: String(usual) });
  return el("label", { class: "field option", title: meaning }, el("span", { text: name.replaceAll("_", " ") }), input);
}

/**
 * @param {string | number | boolean} usual
 * @param {string[]} choices
 */
function inputFor(usual, choices) {
  if (choices.length) {
    const select = menu({}, choices.map((choice) => [choice, choice]));
    select.value = String(usual);
    return select;
  }
  if (typeof usual === "boolean") return el("input", { type: "checkbox", checked: usual });
  if (typeof usual === "number") return el("input", { type: "number", step: Number.isInteger(usual) ? 1 : "any", value: usual });
  return el("input", { type: "text", value: usual });
}

/**
 * The options that differ from their defaults: only these are sent.
 * @param {HTMLElement} options
 */
function changedOptions(options) {
  /** @type {EngineChoice["options"]} */
  const changed = {};
  const inputs = /** @type {NodeListOf<HTMLInputElement>} */ (options.querySelectorAll("[data-option]"));
  for (const input of inputs) {
    const { option = "", kind, usual } = input.dataset;
    const value = kind === "boolean" ? input.checked : kind === "number" ? Number(input.value) : input.value;
    if (String(value) !== usual) changed[option] = value;
  }
  return changed;
}

/**
 * @param {HTMLButtonElement} start
 * @param {SearchRequest} request
 */
async function begin(start, request) {
  start.disabled = true;
  try {
    const [job, rival] = await startSearch(request);
    if (rival) watchRace(job);
    else watchJob(job);
    requestAnimationFrame(showNewest);
  } catch (error) {
    reportError(error);
  } finally {
    start.disabled = false;
  }
}

/** Show what was started: on a phone the form fills the panel, and the board may be above what is in sight. */
function showNewest() {
  const card = cardList.firstElementChild;
  const isOutOfSight = card && card.getBoundingClientRect().top > byId("panel-solve").getBoundingClientRect().bottom - 40;
  if (isOutOfSight) card.scrollIntoView({ block: "nearest" });
  byId("board").parentElement?.scrollIntoView();
}
