// The form that starts a search or a race; its menus come from the registry of engines.

import { get, post } from "./api.js";
import { byId, el, toast } from "./dom.js";
import { add } from "./jobs.js";
import { cardsNode, watchOnBoard } from "./cards.js";
import { state, update } from "./state.js";

let engines = [];

export async function startSolving() {
  try {
    ({ engines } = await get("/api/engines"));
  } catch (error) {
    return toast(error.message);
  }
  const first = chooser("engine", "Engine", "auto");
  const second = chooser("rival", "Race against", "", true);
  const wanted = el("select", { id: "wanted", "aria-label": "How many solutions" },
    [["1", "one solution"], ["10", "ten solutions"], ["all", "all solutions"]].map(
      ([value, text]) => el("option", { value, text })));
  const limit = el("select", { id: "limit", "aria-label": "Time limit" },
    [[60, "1 minute"], [600, "10 minutes"], [3600, "1 hour"]].map(
      ([value, text]) => el("option", { value, text })));
  limit.value = "600";
  const threads = el("select", { id: "threads", "aria-label": "Threads", title: "Threads of each engine that can use several" },
    [1, 2, 4].map((value) => el("option", { value, text: value === 1 ? "1 thread" : `${value} threads` })));
  const start = el("button", { type: "button", class: "primary", id: "start", text: "Start" });
  second.select.addEventListener("change", () => {
    start.textContent = second.select.value ? "Start the race" : "Start";
  });
  start.addEventListener("click", () => begin(start, first, second, {
    solutions: wanted.value === "all" ? null : Number(wanted.value),
    seconds: Number(limit.value), threads: Number(threads.value),
  }));
  byId("panel-solve").append(
    el("div", { class: "form" }, first.row, second.row,
      el("div", { class: "pair" },
        el("label", { class: "field" }, el("span", { text: "Find" }), wanted),
        el("label", { class: "field" }, el("span", { text: "Within" }), limit)),
      el("label", { class: "field" }, el("span", { text: "With" }), threads),
      start),
    cardsNode(),
  );
}

function chooser(id, label, value, isOptional = false) {
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
    values: () => values(options),
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

async function begin(button, first, second, limits) {
  button.disabled = true;
  const shared = { puzzle: state.view.puzzle, ...limits };
  const contender = (each) => ({ engine: each.select.value, options: each.values() });
  try {
    if (second.select.value) {
      const { jobs } = await post("/api/races", { ...shared, engines: [contender(first), contender(second)] });
      await add(jobs);
      update({ arena: jobs.map((job) => job.id), shown: null });
    } else {
      const job = await post("/api/jobs", { ...shared, ...contender(first) });
      await add([job]);
      watchOnBoard(job.id);
    }
  } catch (error) {
    toast(error.message);
  } finally {
    button.disabled = false;
  }
}
