// A chart as an element of the page. uPlot draws it, in the colors of the page; the pointer and the arrow keys read
// its values; a table has the same numbers. It draws at most ten times a second, and only while it is in sight.

/** @import { ChartData, ChartPlan, Plot, PlotLibrary } from "./types.js" */

import { el, set, speak, svg } from "../dom.js";
import { NO_DATA, shownRows } from "../state/chart_data.js";
import { rarely, untilDone } from "../timing.js";
import { colorsOf, onThemeChange } from "./colors.js";
import { plotOptions } from "./plot_options.js";

const LIBRARY = "../vendor/uplot/uPlot.esm.js"; // loaded with the first chart; tsc does not follow a variable
const STYLES = "/static/vendor/uplot/uPlot.min.css";
const MOST_ROWS = 40;
const MILLISECONDS = 100; // between two drawings
const TABLE_MILLISECONDS = 1000;

/** @type {Promise<PlotLibrary> | null} */
let library = null;

function loadLibrary() {
  library ??= untilDone(() => Promise.all([import(LIBRARY), loadStyles()]), () => {}).then(([module]) => module.default);
  return library;
}

function loadStyles() {
  return new Promise((onload, onerror) => {
    document.head.prepend(el("link", { rel: "stylesheet", href: STYLES, onload, onerror })); // studio.css overrules it
  });
}

export class PlotChart extends HTMLElement {
  /** @type {ChartData} */
  #data = NO_DATA;
  /** @type {Plot | null} */
  #plot = null;
  /** @type {number | null} the row that the pointer or the keyboard is on */
  #at = null;
  #width = 0;
  #isLive = false;
  #isInSight = true;
  #isLoading = false;
  #colors = /** @type {Record<string, string>} */ ({});
  #redraw = rarely(() => this.#draw(), MILLISECONDS);
  #fillTable = rarely(() => this.#drawTable(), TABLE_MILLISECONDS);
  #sizes = new ResizeObserver(() => this.#resize());
  #sight = new IntersectionObserver((seen) => {
    this.#isInSight = seen[seen.length - 1].isIntersecting;
    if (this.#isInSight) this.#redraw();
  });
  #forgetTheme = () => {};

  /** @param {ChartPlan} plan */
  constructor(plan) {
    super();
    this.plan = plan;
    this.className = `chart ${plan.kind}`;
    this.image = el("div", { class: "plot", role: "img", tabindex: 0, "aria-label": plan.name });
    this.image.style.height = `${plan.height}px`;
    this.where = el("span", { class: "where" });
    this.values = plan.lines.map(({ name, dash, color, shape }, number) => {
      const path = svg("path", { class: `line line-${number} ${shape}`, d: shape === "bars" ? "M6 1H16V9H6Z" : "M1 7L21 3" });
      path.style.color = `var(${color})`;
      path.style.strokeDasharray = dash?.join(" ") ?? "";
      const value = el("b");
      const key = svg("svg", { class: "key", width: 22, height: 10, "aria-hidden": true }, path);
      return { value, node: el("span", { hidden: true }, key, `${name} `, value) };
    });
    this.table = el("table");
    this.details = el("details", { class: "as-table" }, el("summary", { text: "As a table" }), this.table);
    this.append(this.image, el("p", { class: "readout" }, this.where, this.values.map(({ node }) => node)), this.details);
    this.details.addEventListener("toggle", () => this.#drawTable());
    this.image.addEventListener("keydown", (event) => this.#onKey(event));
    this.image.addEventListener("blur", () => this.#leave());
  }

  connectedCallback() {
    if (this.#isLive) return; // only moved
    this.#isLive = true;
    this.#sizes.observe(this.image);
    this.#sight.observe(this.image);
    this.#forgetTheme = onThemeChange(() => this.#takeColors());
  }

  disconnectedCallback() {
    queueMicrotask(() => {
      if (this.isConnected || !this.#isLive) return;
      this.#isLive = false;
      this.#sizes.disconnect();
      this.#sight.disconnect();
      this.#forgetTheme();
      this.#plot?.destroy();
      this.#plot = null;
      this.#width = 0;
    });
  }

  /**
   * Show other numbers.
   * @param {ChartData} data
   * @param {string} [name] what the chart shows, where that has changed
   */
  update(data, name) {
    if (name) set(this.image, { "aria-label": name });
    this.#data = data;
    this.#redraw();
  }

  /** @param {string} property */
  #color = (property) => this.#colors[property] ?? "currentcolor";

  #takeColors() {
    this.#colors = colorsOf(this.image, this.plan.lines.map(({ color }) => color));
    this.#plot?.redraw();
  }

  #resize() {
    this.#width = Math.floor(this.image.clientWidth);
    if (this.#plot && this.#width) this.#plot.setSize({ width: this.#width, height: this.plan.height });
    this.#redraw();
  }

  #draw() {
    const { xs, columns } = this.#data;
    if (!this.#width || !this.isConnected) return; // drawn when it comes in sight
    if (xs.length && !this.#plot) this.#build();
    else if (this.#isInSight) this.#plot?.setData([xs, ...columns]);
    if (this.#at !== null && this.#at >= xs.length) this.#at = null;
    this.#readOut();
    if (this.details.open) this.#fillTable();
  }

  async #build() {
    if (this.#isLoading) return;
    this.#isLoading = true;
    try {
      const Library = await loadLibrary();
      if (!this.#width || this.#plot) return;
      this.#takeColors();
      const hooks = { setCursor: [(/** @type {Plot} */ plot) => this.#pointAt(plot.cursor.idx)] };
      const options = plotOptions(Library, this.plan, () => this.#data, this.#color, hooks);
      this.#plot = new Library({ ...options, width: this.#width, height: this.plan.height },
        [this.#data.xs, ...this.#data.columns], this.image);
    } catch {
      // The server does not answer: the next numbers come when it does, and the table has them too.
    } finally {
      this.#isLoading = false;
    }
  }

  /** @param {number | null} row */
  #pointAt(row) {
    if (row === this.#at) return;
    this.#at = row;
    this.#readOut();
  }

  #leave() {
    this.#plot?.setCursor({ left: -10, top: -10 });
    this.#pointAt(null);
  }

  /** Write the values under the pointer, or else those of the main row, or the last value of each line. */
  #readOut() {
    const { xs, columns } = this.#data;
    const row = this.#row();
    const isAtEnd = this.#at === null && !this.plan.mainRow;
    this.where.textContent = xs.length ? this.plan.x.words(xs[row]) : "nothing yet";
    this.classList.toggle("pointed", this.#at !== null);
    this.values.forEach(({ node, value }, number) => {
      const column = columns[number] ?? [];
      node.hidden = !hasValues(column);
      const shown = isAtEnd ? column.filter((each) => each !== null).at(-1) ?? null : column[row];
      value.textContent = node.hidden ? "" : this.#words(number, shown);
    });
  }

  /** The row whose values are written. */
  #row() {
    const { xs } = this.#data;
    return this.#at ?? (xs.length && this.plan.mainRow ? this.plan.mainRow(this.#data) : xs.length - 1);
  }

  /**
   * @param {number} number of the line
   * @param {number | null} value
   */
  #words(number, value) {
    if (value === null || value === undefined) return "–";
    return (this.plan.lines[number].words ?? this.plan.y.words)(value);
  }

  /** @param {KeyboardEvent} event */
  #onKey(event) {
    const { xs, columns } = this.#data;
    const last = xs.length - 1;
    const from = this.#row();
    /** @type {Record<string, number>} */
    const targets = { ArrowLeft: from - 1, ArrowRight: from + 1, PageUp: from - 10, PageDown: from + 10, Home: 0, End: last };
    if (event.key === "Escape" && this.#at !== null) {
      event.stopPropagation();
      this.#leave();
    }
    if (!(event.key in targets) || last < 0 || !this.#plot) return;
    event.preventDefault();
    const row = Math.min(last, Math.max(0, targets[event.key]));
    this.#plot.setCursor({ left: this.#plot.valToPos(xs[row], "x"), top: 1 }, false);
    this.#pointAt(row);
    const words = this.plan.lines.flatMap(({ name }, number) =>
      hasValues(columns[number] ?? []) ? [`${name} ${this.#words(number, columns[number][row])}`] : []);
    speak(`${this.plan.x.words(xs[row])}: ${words.join(", ")}`);
  }

  #drawTable() {
    if (!this.details.open) return;
    const { xs, columns } = this.#data;
    const { x, lines } = this.plan;
    const shown = lines.map((_, number) => number).filter((number) => hasValues(columns[number] ?? []));
    const head = [x.name, ...shown.map((number) => lines[number].name)];
    this.table.replaceChildren(
      el("caption", { text: this.image.getAttribute("aria-label") }),
      el("thead", {}, el("tr", {}, head.map((text) => el("th", { scope: "col", text })))),
      el("tbody", {}, shownRows(xs.length, MOST_ROWS).map((row) => el("tr", {},
        el("th", { scope: "row", text: x.words(xs[row]) }),
        shown.map((number) => el("td", { text: this.#words(number, columns[number][row]) }))))));
  }
}

customElements.define("plot-chart", PlotChart);

/** @param {(number | null)[]} column */
const hasValues = (column) => column.some((value) => value !== null);
