// The generator: sliders, and what a puzzle will cost while you drag them.

import { get, newest, post } from "./api.js";
import { transitionChart } from "./charts.js";
import { el, toast } from "./dom.js";
import { power } from "./numbers.js";

const price = newest((signal, recipe) => post("/api/price", { recipe }, signal));
let models = [];
let fields = null;
let panel = null;

export function generatorPanel(take) {
  panel = el("section", { class: "generator", role: "tabpanel" });
  panel.addEventListener("shown", () => start(take), { once: true });
  panel.addEventListener("shown", () => fields && update());
  return panel;
}

async function start(take) {
  try {
    ({ models } = await get("/api/models"));
  } catch (error) {
    return toast(error.message);
  }
  build(take);
  update();
}

function slider(name, label, min, max, value) {
  const input = el("input", { type: "range", min, max, value, name, "aria-label": label });
  const number = el("output", { text: value });
  input.addEventListener("input", () => { number.textContent = input.value; update(); });
  return { input, number, row: el("label", { class: "slider" }, el("span", { text: label }), input, number) };
}

function build(take) {
  const model = el("select", { name: "model", "aria-label": "Model" },
    models.map((each) => el("option", { value: each.name, text: each.name })));
  model.value = "two-set";
  fields = {
    model,
    about: el("small", { class: "about" }),
    rows: slider("rows", "Rows", 2, 20, 7),
    columns: slider("columns", "Columns", 2, 20, 7),
    inner: slider("inner", "Inner colors", 1, 30, 7),
    frame: slider("frame", "Frame colors", 1, 12, 3),
    hints: slider("hints", "Hints", 0, 20, 0),
    seed: el("input", { type: "number", min: 0, value: 1 + Math.floor(Math.random() * 9999), "aria-label": "Seed" }),
    square: el("input", { type: "checkbox", checked: true }),
    random: el("input", { type: "checkbox" }),
    prices: el("dl", { class: "prices" }),
    chart: el("div", { class: "chart-place" }),
    refusal: el("p", { class: "refusal", role: "alert", hidden: true }),
    make: el("button", { type: "button", class: "primary", id: "generate", text: "Make this puzzle" }),
  };
  const again = el("button", { type: "button", class: "icon", "aria-label": "Another seed", title: "Another seed", text: "⚄", onclick: () => {
    fields.seed.value = 1 + Math.floor(Math.random() * 9999);
    update();
  } });
  const atTransition = el("button", { type: "button", id: "to-transition", text: "To the transition", title: "As many colors as make the hardest puzzles", onclick: toTransition });
  model.addEventListener("change", update);
  fields.seed.addEventListener("input", update);
  fields.square.addEventListener("change", update);
  fields.random.addEventListener("change", update);
  fields.make.addEventListener("click", async () => {
    fields.make.disabled = true;
    try {
      take(await post("/api/generate", { recipe: recipe() }));
    } catch (error) {
      refuse(error.message);
    } finally {
      fields.make.disabled = false;
    }
  });
  panel.replaceChildren(
    el("div", { class: "controls" },
      el("label", { class: "field" }, el("span", { text: "Kind" }), model),
      fields.about,
      fields.rows.row, fields.columns.row,
      el("label", { class: "tick-box" }, fields.square, "square"),
      fields.inner.row, fields.frame.row, fields.hints.row,
      el("div", { class: "field" }, el("span", { text: "Seed" }), fields.seed, again),
      el("label", { class: "tick-box" }, fields.random, "no planted solution: it may have none"),
      el("div", { class: "buttons" }, atTransition, fields.make)),
    el("div", { class: "price" }, fields.prices, fields.chart, fields.refusal),
  );
}

const chosen = () => models.find((each) => each.name === fields.model.value);

function recipe() {
  const number = (name) => Number(fields[name].input.value);
  const parts = [fields.model.value, `${number("rows")}x${number("columns")}`, number("inner")];
  if (chosen().two_sets) parts.push(number("frame"));
  parts.push(`seed=${Math.max(0, Math.floor(Number(fields.seed.value) || 0))}`);
  if (number("hints") && !fields.random.checked) parts.push(`hints=${number("hints")}`);
  if (fields.random.checked) parts.push("random");
  return parts.join(":");
}

function refuse(text) {
  fields.refusal.textContent = text;
  fields.refusal.hidden = !text;
  fields.make.disabled = Boolean(text);
}

async function update() {
  if (fields.square.checked) {
    fields.columns.input.value = fields.rows.input.value;
    fields.columns.number.textContent = fields.rows.input.value;
  }
  fields.columns.input.disabled = fields.square.checked;
  fields.about.textContent = chosen().summary;
  fields.frame.row.hidden = !chosen().two_sets;
  fields.hints.input.disabled = fields.random.checked;
  try {
    const answer = await price(recipe());
    if (!answer) return;
    refuse("");
    show(answer);
  } catch (error) {
    refuse(error.message);
  }
}

let last = null;

function show(answer) {
  last = answer;
  const isPlanted = !answer.recipe.split(":").includes("random");
  const above = isPlanted ? "only the planted solution" : "most have no solution";
  const distance = answer.distance === null ? "unknown for this kind"
    : answer.distance === 0 ? "right at it: the hardest puzzles"
      : `${Math.abs(answer.distance)} ${Math.abs(answer.distance) === 1 ? "color" : "colors"} ${answer.distance < 0 ? "below: easier, many solutions" : `above: ${above}`}`;
  const facts = [
    ["Expected solutions", power(answer.log10_solutions), solutionWords(answer, isPlanted)],
    ["Expected nodes", power(answer.log10_nodes), "pieces placed by a plain row by row search"],
    ["From the transition", distance, answer.transition === null ? "" : `at ${answer.transition} inner colors`],
  ];
  fields.prices.replaceChildren(...facts.flatMap(([name, value, note]) => [
    el("dt", { text: name }), el("dd", {}, el("strong", { text: value }), el("small", { text: note })),
  ]));
  fields.chart.replaceChildren(...(answer.curve.length ? [
    el("p", { class: "chart-words" }, "Puzzles of this kind, solvable or not, have ",
      el("strong", { text: power(answer.class_log10) }),
      ` on average${Number(fields.hints.input.value) ? ", without hints" : ""}. The chart has that average for other numbers of colors:`),
    transitionChart(answer, Number(fields.inner.input.value)),
  ] : []));
}

/** What the expected solutions are those of: this puzzle, and not its kind. */
function solutionWords(answer, isPlanted) {
  if (answer.log10_solutions === null) return "the sides of these pieces cannot be paired";
  return isPlanted ? "of this puzzle by chance, besides the planted one" : "of this puzzle, by chance";
}

async function toTransition() {
  await update(); // what is shown may be about sliders as they were
  if (last?.transition) {
    fields.inner.input.value = last.transition;
    fields.inner.number.textContent = fields.inner.input.value;
    update();
  } else toast("This kind of puzzle has no transition that is known.", false);
}
