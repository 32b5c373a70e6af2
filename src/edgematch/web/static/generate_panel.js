// The generator: sliders, and what a puzzle will cost while you drag them.

/** @import { Price, PuzzleView } from "./types.js" */

import { get, newestPost, post } from "./api.js";
import { transitionChart } from "./charts.js";
import { button, el, field, menu } from "./dom.js";
import { power } from "./numbers.js";
import { messageOf, notify, reportError } from "./state/messages.js";
import { distanceWords, solutionWords } from "./state/price.js";
import { on, state, update } from "./state/store.js";

const askPrice = newestPost("/api/price");
const randomSeed = () => String(1 + Math.floor(Math.random() * 9999));

const fields = {
  model: menu({ name: "model", "aria-label": "Kind" }, []),
  about: el("small", { class: "about" }),
  rows: slider("rows", "Rows", 2, 20, 7),
  columns: slider("columns", "Columns", 2, 20, 7),
  inner: slider("inner", "Inner colors", 1, 30, 7),
  frame: slider("frame", "Frame colors", 1, 12, 3),
  hints: slider("hints", "Hints", 0, 20, 0),
  seed: el("input", { type: "number", min: 0, value: randomSeed(), "aria-label": "Seed" }),
  isSquare: el("input", { type: "checkbox", checked: true }),
  isRandom: el("input", { type: "checkbox" }),
  prices: el("dl", { class: "prices" }),
  chart: el("div", { class: "chart-place" }),
  refusal: el("p", { class: "refusal", role: "alert", hidden: true }),
  atTransition: button("Go to the transition", goToTransition,
    { id: "to-transition", title: "Set the number of colors at which puzzles are hardest" }),
  make: button("Generate this puzzle", () => {}, { class: "primary", id: "generate" }),
};

/** @type {(name: string, label: string, min: number, max: number, value: number) => Slider} */
function slider(name, label, min, max, value) {
  const input = el("input", { type: "range", min, max, value, name, "aria-label": label });
  const number = el("output", { text: value });
  input.addEventListener("input", () => { number.textContent = input.value; refresh(); });
  const words = el("span", { text: label });
  return { input, number, name: words, row: el("label", { class: "slider" }, words, input, number) };
}

/** @typedef {{ input: HTMLInputElement, number: HTMLOutputElement, name: HTMLElement, row: HTMLElement }} Slider */

/**
 * @param {Slider} slider
 * @param {string | number} value
 */
function setSlider({ input, number }, value) {
  input.value = String(value);
  number.textContent = input.value;
}

/** @param {(view: PuzzleView) => void} take */
export function generatePanel(take) {
  const panel = el("section", { class: "generator", role: "tabpanel" });
  on(["models"], () => {
    fields.model.replaceChildren(...state.models.map(({ name, title }) => el("option", { value: name, text: title })));
    fields.model.value = "two-set";
    takeExample();
    if (!panel.childElementCount) panel.append(...build(take));
    refresh();
  });
  on(["price"], () => { if (state.price) show(state.price); });
  return panel;
}

/** Ask for the models when the panel is first seen, and for the price whenever it is. */
export async function openGeneratePanel() {
  if (state.models.length) return refresh();
  try {
    update(await get("/api/models"));
  } catch (error) {
    reportError(error);
  }
}

/** @param {(view: PuzzleView) => void} take */
function build(take) {
  const anotherSeed = button("⚄", () => {
    fields.seed.value = randomSeed();
    refresh();
  }, { class: "icon", "aria-label": "Another seed", title: "Another seed" });
  fields.model.addEventListener("change", () => { takeExample(); refresh(); });
  fields.seed.addEventListener("input", refresh);
  fields.isSquare.addEventListener("change", refresh);
  fields.isRandom.addEventListener("change", refresh);
  fields.make.addEventListener("click", () => make(take));
  return [
    el("div", { class: "form" },
      field("Kind", fields.model),
      fields.about,
      fields.rows.row, fields.columns.row,
      el("label", { class: "tick-box" }, fields.isSquare, "square"),
      fields.inner.row, fields.frame.row, fields.hints.row,
      el("div", { class: "field" }, el("span", { text: "Seed" }), el("div", { class: "seed" }, fields.seed, anotherSeed)),
      el("label", { class: "tick-box" }, fields.isRandom, "no planted solution: it may have none"),
      el("div", { class: "buttons" }, fields.atTransition, fields.make)),
    el("div", { class: "price" }, fields.prices, fields.chart, fields.refusal),
  ];
}

/** @param {(view: PuzzleView) => void} take */
async function make(take) {
  fields.make.disabled = true;
  try {
    take(await post("/api/generate", { recipe: recipe() }));
  } catch (error) {
    refuse(messageOf(error));
  } finally {
    fields.make.disabled = false;
  }
}

const model = () => state.models.find(({ name }) => name === fields.model.value);
const hasTwoSets = () => model()?.two_sets ?? false;

/** Set the sliders to a typical puzzle of the model. */
function takeExample() {
  const example = model()?.example;
  if (!example) return;
  fields.isSquare.checked = example.rows === example.columns;
  setSlider(fields.rows, example.rows);
  setSlider(fields.columns, example.columns);
  setSlider(fields.inner, example.inner_colors);
  if (example.frame_colors) setSlider(fields.frame, example.frame_colors);
  setSlider(fields.hints, 0);
}

function recipe() {
  const { rows, columns, inner, frame, hints, seed, isRandom } = fields;
  const parts = [fields.model.value, `${rows.input.value}x${columns.input.value}`, inner.input.value];
  if (hasTwoSets()) parts.push(frame.input.value);
  parts.push(`seed=${Math.max(0, Math.floor(Number(seed.value) || 0))}`);
  if (Number(hints.input.value) && !isRandom.checked) parts.push(`hints=${hints.input.value}`);
  if (isRandom.checked) parts.push("random");
  return parts.join(":");
}

/** @param {string} reason empty if nothing is refused */
function refuse(reason) {
  fields.refusal.textContent = reason;
  fields.refusal.hidden = !reason;
  fields.make.disabled = Boolean(reason);
}

/** Bring the fields in line with each other, and ask for the price of what they describe. */
async function refresh() {
  if (fields.isSquare.checked) setSlider(fields.columns, fields.rows.input.value);
  fields.columns.input.disabled = fields.isSquare.checked;
  fields.about.textContent = `${fields.model.value}: ${model()?.summary}`;
  fields.frame.row.hidden = !hasTwoSets();
  fields.inner.name.textContent = hasTwoSets() ? "Inner colors" : "Colors";
  fields.inner.input.setAttribute("aria-label", fields.inner.name.textContent);
  fields.columns.row.hidden = fields.isSquare.checked;
  fields.hints.row.hidden = fields.isRandom.checked; // they are taken from the planted solution
  try {
    const price = await askPrice({ recipe: recipe() });
    if (!price) return;
    refuse("");
    update({ price });
  } catch (error) {
    refuse(messageOf(error));
  }
}

/** @param {Price} price */
function show(price) {
  fields.atTransition.hidden = price.transition === null;
  const isTurnable = !state.models.find(({ name }) => name === fields.model.value)?.always.includes("fixed_turns");
  const turns = isTurnable ? "; a board that is turned as a whole counts again" : "";
  /** @type {[name: string, value: string, note: string][]} */
  const facts = [
    ["Solutions", solutionWords(price), `by chance, estimated from this puzzle's own pieces${turns}`],
    ["Nodes", power(price.log10_nodes), "pieces that a plain search places, row by row"],
  ];
  const colors = hasTwoSets() ? "inner colors" : "colors";
  if (distanceWords(price)) {
    facts.push(["Hardness", distanceWords(price), `puzzles of this size are hardest with ${price.transition} ${colors} (the transition)`]);
  }
  fields.prices.replaceChildren(...facts.flatMap(([name, value, note]) => [
    el("dt", { text: name }), el("dd", {}, el("strong", { text: value }), el("small", { text: note })),
  ]));
  fields.chart.replaceChildren(...(price.curve.length ? [
    el("p", { class: "chart-words" },
      "The chart is not about this puzzle: it shows the average over all puzzles of this size, also those that have no solution because their ",
      `colors do not pair up${Number(fields.hints.input.value) ? ", without hints" : ""}. With ${fields.inner.input.value} ${colors} this average is `,
      el("strong", { text: power(price.class_log10) }), "."),
    transitionChart(price, Number(fields.inner.input.value)),
  ] : []));
}

async function goToTransition() {
  await refresh(); // the price in sight may be of the sliders as they were
  const transition = state.price?.transition;
  if (!transition) return notify("No transition is known for this kind of puzzle.", false);
  setSlider(fields.inner, transition);
  refresh();
}
