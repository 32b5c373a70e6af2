// The form that starts a search, a race or a score search; its menus come from the
// registries of engines.

import { get, post } from "./api.js";
import { cardsNode, watchOnBoard } from "./cards.js";
import { byId, el, toast } from "./dom.js";
import { add } from "./jobs.js";
import { keptNode, showKept, startKept } from "./kept.js";
import { board, state, update } from "./state.js";

/** What score searches are for, by what is to be found. */
const GOALS = { score: "joins", pieces: "pieces" };

export async function startSolving() {
  let engines, scorers;
  try {
    [{ engines }, { engines: scorers }] = await Promise.all([get("/api/engines"), get("/api/score-engines")]);
  } catch (error) {
    return toast(error.message);
  }
  const first = chooser("engine", "Engine", "auto", engines);
  const second = chooser("rival", "Race against", "", engines, true);
  const scorer = chooser("score-engine", "Engine", "auto", scorers);
  const scoreRival = chooser("score-rival", "Race against", "", scorers, true);
  const wanted = el("select", { id: "wanted", "aria-label": "How many solutions" },
    [["1", "one solution"], ["10", "ten solutions"], ["all", "all solutions"], ["score", "the best board"], ["pieces", "most pieces"]].map(
      ([value, text]) => el("option", { value, text })));
  const limit = el("select", { id: "limit", "aria-label": "Time limit" },
    [[60, "1 minute"], [600, "10 minutes"], [3600, "1 hour"]].map(
      ([value, text]) => el("option", { value, text })));
  limit.value = "600";
  const threads = el("select", { id: "threads", "aria-label": "Threads", title: "Threads of each engine that can use several" },
    [1, 2, 4].map((value) => el("option", { value, text: value === 1 ? "1 thread" : `${value} threads` })));
  const seed = el("input", { id: "seed", type: "number", min: 0, step: 1, value: 0, "aria-label": "Seed", title: "Of the search's random choices" });
  const fromMine = el("input", { id: "from-mine", type: "checkbox" });
  const forScore = el("label", { class: "tick-box" }, fromMine, el("span", { text: "Begin with my board" }));
  const seedField = el("label", { class: "field" }, el("span", { text: "Seed" }), seed);
  const start = el("button", { type: "button", class: "primary", id: "start", text: "Start" });
  const show = () => {
    const isScore = GOALS[wanted.value] !== undefined;
    const rival = isScore ? scoreRival : second;
    for (const row of [first.row, second.row]) row.hidden = isScore;
    for (const row of [scorer.row, scoreRival.row, forScore, seedField]) row.hidden = !isScore;
    start.textContent = rival.select.value ? "Start the race" : "Start";
    showKept(GOALS[wanted.value]);
  };
  wanted.addEventListener("change", show);
  for (const rival of [second, scoreRival]) rival.select.addEventListener("change", show);
  start.addEventListener("click", () => begin(start, async () => {
    const shared = { puzzle: state.view.puzzle, seconds: Number(limit.value), threads: Number(threads.value) };
    if (GOALS[wanted.value]) {
      if (fromMine.checked) shared.start = board();
      Object.assign(shared, { goal: GOALS[wanted.value], seed: Number(seed.value) });
      if (!scoreRival.select.value) return [await post("/api/score-searches", { ...shared, ...scorer.chosen() })];
      return (await post("/api/score-races", { ...shared, engines: [scorer.chosen(), scoreRival.chosen()] })).jobs;
    }
    shared.solutions = wanted.value === "all" ? null : Number(wanted.value);
    if (!second.select.value) return [await post("/api/jobs", { ...shared, ...first.chosen() })];
    return (await post("/api/races", { ...shared, engines: [first.chosen(), second.chosen()] })).jobs;
  }));
  startKept();
  show();
  byId("panel-solve").append(
    el("div", { class: "form" },
      el("div", { class: "pair" },
        el("label", { class: "field" }, el("span", { text: "Find" }), wanted),
        el("label", { class: "field" }, el("span", { text: "Within" }), limit)),
      first.row, second.row, scorer.row, scoreRival.row,
      el("div", { class: "pair" },
        el("label", { class: "field" }, el("span", { text: "With" }), threads),
        seedField),
      forScore, start),
    keptNode(), cardsNode(),
  );
}

function chooser(id, label, value, engines, isOptional = false) {
  const select = el("select", { id, "aria-label": label },
    isOptional ? el("option", { value: "", text: "nobody" }) : null,
    engines.map((engine) => el("option", { value: engine.name, text: engine.name })));
  select.value = value;
  const about = el("small", { class: "about" });
  const options = el("div", { class: "options" });
  const more = el("details", {}, el("summary", { text: "Options" }), options);
  const show = () => {
    const engine = engines.find((each) => each.name === select.value);
    about.textContent = engine?.summary ?? "";
    more.hidden = !engine || !engine.options.length;
    options.replaceChildren(...(engine?.options ?? []).map(optionField));
  };
  select.addEventListener("change", show);
  show();
  return {
    select,
    chosen: () => ({ engine: select.value, options: values(options) }),
    row: el("div", {}, el("label", { class: "field" }, el("span", { text: label }), select), about, more),
  };
}

function optionField(option) {
  let input;
  if (option.choices.length) {
    input = el("select", {}, option.choices.map((value) => el("option", { value, text: value })));
    input.value = option.default;
  } else if (typeof option.default === "boolean") {
    input = el("input", { type: "checkbox", checked: option.default });
  } else if (typeof option.default === "number") {
    input = el("input", { type: "number", step: Number.isInteger(option.default) ? 1 : "any", value: option.default });
  } else input = el("input", { type: "text", value: option.default });
  input.dataset.option = option.name;
  input.dataset.kind = typeof option.default;
  input.dataset.usual = String(option.default);
  return el("label", { class: "field option", title: option.about },
    el("span", { text: option.name.replaceAll("_", " ") }), input);
}

/** Only what differs from the usual is sent. */
function values(options) {
  const found = {};
  for (const input of options.querySelectorAll("[data-option]")) {
    const { option, kind, usual } = input.dataset;
    const value = kind === "boolean" ? input.checked : kind === "number" ? Number(input.value) : input.value;
    if (String(value) !== usual) found[option] = value;
  }
  return found;
}

async function begin(button, start) {
  button.disabled = true;
  try {
    const jobs = await start();
    await add(jobs);
    if (jobs.length > 1) update({ arena: jobs.map((job) => job.id), shown: null });
    else watchOnBoard(jobs[0].id);
    byId("board").parentNode.scrollIntoView(); // on a phone it is above
  } catch (error) {
    toast(error.message);
  } finally {
    button.disabled = false;
  }
}
