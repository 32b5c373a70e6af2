// The estimate of the open puzzle: solutions, nodes and time by fill order, and the profile of the search.

/** @import { Estimate } from "./types.js" */

import { newestPost } from "./api.js";
import { depthChart } from "./charts.js";
import { button, byId, el } from "./dom.js";
import { startSearch } from "./jobs.js";
import { power } from "./numbers.js";
import {
  expectedWords, jobWithDepths, openEstimate, orderWords, profileOf, rateOfRowScan, sampledWords, seenWords, shownOrder,
  timeWords,
} from "./state/estimate.js";
import { messageOf, reportError } from "./state/messages.js";
import { on, openView, state, update } from "./state/store.js";
import { oncePerFrame } from "./timing.js";

const WALKS = 2000;
const SECONDS_TO_MEASURE = 5;

const ask = newestPost("/api/estimate");
const nodes = {
  solutions: el("p", { class: "solutions" }),
  orders: el("tbody"),
  rate: el("p", { class: "rate" }),
  measure: button("Measure it here", measure, { id: "measure-rate", title: `Let row scan search this puzzle for ${SECONDS_TO_MEASURE} seconds` }),
  sampled: el("p", { class: "sampled", "aria-live": "polite" }),
  sample: button("Sample instead", sample, { id: "sample", title: `Walk down the search tree of this puzzle at random, ${WALKS} times` }),
  seen: el("p", { class: "seen" }),
  chart: el("div", { class: "chart-place" }),
  body: el("div", { hidden: true }),
  refusal: el("p", { class: "refusal", role: "alert", hidden: true }),
};

export function startEstimatePanel() {
  nodes.body.append(
    nodes.solutions,
    el("table", { class: "orders" },
      el("caption", { text: "Nodes of a search for all solutions without look-ahead, by the order in which it fills the cells" }),
      el("thead", {}, el("tr", {}, ["Order", "Nodes", "Time"].map((text) => el("th", { scope: "col", text })))), nodes.orders),
    nodes.rate, nodes.sampled, el("div", { class: "buttons" }, nodes.measure, nodes.sample),
    el("h4", { text: "Nodes by depth" }), nodes.seen, nodes.chart);
  byId("panel-facts").append(el("section", { id: "estimate", class: "estimate" },
    el("h3", { text: "What to expect" }), nodes.body, nodes.refusal));
  on(["estimate", "estimateOrder", "view", "tab", "chart"], () => {
    const isWanted = state.tab === "facts" || state.chart === "nodes"; // the cards of jobs show it then
    if (!state.view || !isWanted) return;
    if (openEstimate()) draw();
    else load();
  });
  on(["jobs", "jobIds"], oncePerFrame(drawSearch));
}

/** Ask the server for the estimate of the open puzzle, with walks if they are wanted. */
async function load(walks = {}) {
  const view = openView();
  if (!openEstimate()) nodes.body.hidden = true; // it is about another puzzle
  nodes.sample.disabled = true;
  try {
    const answer = await ask({ puzzle: view.puzzle, ...walks });
    if (answer) update({ estimate: { ...answer, view } });
    refuse("");
  } catch (error) {
    nodes.sampled.textContent = "";
    refuse(messageOf(error));
  } finally {
    nodes.sample.disabled = false;
  }
}

/** @param {string} reason empty if nothing is refused */
function refuse(reason) {
  nodes.refusal.textContent = reason && `There is no estimate: ${reason}`;
  nodes.refusal.hidden = !reason;
}

/** Sample the tree of this puzzle in the order that is shown, or go back to the formula. */
function sample() {
  const estimate = openEstimate();
  if (!estimate) return;
  if (estimate.sampled) return update({ estimate: { ...estimate, sampled: null } });
  const { order } = shownOrder(estimate);
  nodes.sampled.textContent = "Walking down the tree …";
  load({ walks: WALKS, order });
}

/** Let row scan search the open puzzle for some seconds: a job like any other. */
async function measure() {
  const estimate = openEstimate();
  if (!estimate) return;
  nodes.measure.disabled = true;
  const engines = [{ engine: "row-scan", options: { order: shownOrder(estimate).order } }];
  try {
    await startSearch({ goal: "solve", solutions: null, engines, seconds: SECONDS_TO_MEASURE, threads: 1, seed: 0 });
  } catch (error) {
    reportError(error);
  } finally {
    nodes.measure.disabled = false;
  }
}

function draw() {
  const estimate = openEstimate();
  if (!estimate) return;
  nodes.body.hidden = false;
  nodes.solutions.textContent = expectedWords(estimate.log10_solutions, openView().puzzle.turnable !== false);
  nodes.sample.textContent = estimate.sampled ? "Back to the formula" : "Sample instead";
  nodes.sampled.textContent = sampledWords(estimate);
  drawOrders(estimate);
  drawSearch();
}

/** @param {Estimate} estimate */
function drawOrders(estimate) {
  const shown = shownOrder(estimate).order;
  const hadFocus = nodes.orders.contains(document.activeElement);
  nodes.orders.replaceChildren(...estimate.orders.map(({ order }) => {
    const choice = el("input", { type: "radio", name: "profile-order", value: order, checked: order === shown });
    choice.addEventListener("change", () => update({ estimateOrder: order }));
    return el("tr", { "data-order": order }, el("th", { scope: "row" }, el("label", {}, choice, orderWords(order))), el("td"), el("td"));
  }));
  if (hadFocus) /** @type {HTMLInputElement | null} */ (nodes.orders.querySelector("input:checked"))?.focus();
}

/** What depends on the searches: times, and what they have seen. */
function drawSearch() {
  const estimate = openEstimate();
  if (!estimate || state.tab !== "facts") return;
  const { rate, words, canMeasure } = rateOfRowScan();
  estimate.orders.forEach(({ order, log10_nodes: log10 }, at) => {
    const own = estimate.sampled?.order === order ? estimate.sampled.log10_nodes : log10;
    const [, many, time] = nodes.orders.children[at].children;
    many.textContent = power(own);
    time.textContent = timeWords(own, rate);
  });
  nodes.rate.textContent = `Times are at ${power(Math.log10(rate / 1e6))} million nodes a second: ${words}.`;
  if (!canMeasure && document.activeElement === nodes.measure) nodes.sample.focus();
  nodes.measure.hidden = !canMeasure;
  const { order } = shownOrder(estimate);
  nodes.seen.textContent = seenWords(order);
  const chart = depthChart(profileOf(estimate, order), jobWithDepths(order)?.figures.depths);
  if (nodes.chart.firstChild !== chart) nodes.chart.replaceChildren(chart);
}
