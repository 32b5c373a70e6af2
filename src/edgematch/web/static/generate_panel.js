// The generator: sliders, and what a puzzle will cost while you drag them.

/** @import { Price, PuzzleView } from "./types.js" */

import { get, newestPost, post } from "./api.js";
import { transitionChart } from "./charts.js";
import { button, el, field, menu } from "./dom.js";
import { power } from "./numbers.js";
import { messageOf, notify, reportError } from "./state/messages.js";
import { on, state, update } from "./state/store.js";

const askPrice = newestPost("/api/price");
const randomSeed = () => String(1 + Math.floor(Math.random() * 9999));

const fields = {
  model: menu({ name: "model", "aria-label": "Model" }, []),
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
  make: button("Generate this puzzle", () => {}, { class: "primary", id: "generate" }),
};

/** @type {(name: string, label: string, min: number, max: number, value: number) => Slider} */
function slider(name, label, min, max, value) {
  const input = el("input", { type: "range", min, max, value, name, "aria-label": label });
  const number = el("output", { text: value });
  input.addEventListener("input", () => { number.textContent = input.value; refresh(); });
  return { input, number, row: el("label", { class: "slider" }, el("span", { text: label }), input, number) };
}

/** @typedef {{ input: HTMLInputElement, number: HTMLOutputElement, row: HTMLElement }} Slider */

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
    fields.model.replaceChildren(...state.models.map(({ name }) => el("option", { value: name, text: name })));
    fields.model.value = "two-set";
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
  const atTransition = button("Go to the transition", goToTransition,
    { id: "to-transition", title: "Set the number of colors at which puzzles are hardest" });
  fields.model.addEventListener("change", refresh);
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
      el("div", { class: "field" }, el("span", { text: "Seed" }), fields.seed, anotherSeed),
      el("label", { class: "tick-box" }, fields.isRandom, "no planted solution: it may have none"),
      el("div", { class: "buttons" }, atTransition, fields.make)),
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

const hasTwoSets = () => state.models.find(({ name }) => name === fields.model.value)?.two_sets ?? false;

function recipe() {
  const { model, rows, columns, inner, frame, hints, seed, isRandom } = fields;
  const parts = [model.value, `${rows.input.value}x${columns.input.value}`, inner.input.value];
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
  fields.about.textContent = state.models.find(({ name }) => name === fields.model.value)?.summary ?? "";
  fields.frame.row.hidden = !hasTwoSets();
  fields.hints.input.disabled = fields.isRandom.checked;
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
  const isPlanted = !price.recipe.split(":").includes("random");
  /** @type {[name: string, value: string, note: string][]} */
  const facts = [
    ["Expected solutions", power(price.log10_solutions), solutionWords(price, isPlanted)],
    ["Expected nodes", power(price.log10_nodes), "pieces placed by a plain row-by-row search"],
    ["Distance from the transition", distanceWords(price.distance, isPlanted),
      price.transition === null ? "" : `at ${price.transition} inner colors`],
  ];
  fields.prices.replaceChildren(...facts.flatMap(([name, value, note]) => [
    el("dt", { text: name }), el("dd", {}, el("strong", { text: value }), el("small", { text: note })),
  ]));
  fields.chart.replaceChildren(...(price.curve.length ? [
    el("p", { class: "chart-words" }, "Puzzles of this kind, solvable or not, have ",
      el("strong", { text: power(price.class_log10) }),
      ` on average${Number(fields.hints.input.value) ? ", without hints" : ""}. The chart shows this average for other numbers of colors:`),
    transitionChart(price, Number(fields.inner.input.value)),
  ] : []));
}

/**
 * What the expected solutions are of: this puzzle, not its kind.
 * @param {Price} price
 * @param {boolean} isPlanted
 */
function solutionWords(price, isPlanted) {
  if (price.log10_solutions === null) return "the sides of these pieces cannot be paired";
  return isPlanted ? "of this puzzle by chance, besides the planted one" : "of this puzzle, by chance";
}

/**
 * @param {number | null} distance in colors, below 0 for fewer than at the transition
 * @param {boolean} isPlanted
 */
function distanceWords(distance, isPlanted) {
  if (distance === null) return "unknown for this kind";
  if (distance === 0) return "right at it: the hardest puzzles";
  const colors = `${Math.abs(distance)} ${Math.abs(distance) === 1 ? "color" : "colors"}`;
  if (distance < 0) return `${colors} below: easier, many solutions`;
  return `${colors} above: ${isPlanted ? "only the planted solution" : "most have no solution"}`;
}

async function goToTransition() {
  await refresh(); // the price in sight may be of the sliders as they were
  const transition = state.price?.transition;
  if (!transition) return notify("No transition is known for this kind of puzzle.", false);
  setSlider(fields.inner, transition);
  refresh();
}
