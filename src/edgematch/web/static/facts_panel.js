// What is known about the open puzzle, and by what it was proved.

/** @import { Fact } from "./types.js" */

import { byId, el } from "./dom.js";
import { cellName } from "./pieces.js";
import { catalogWords, factWords } from "./state/facts.js";
import { on, state } from "./state/store.js";

/** Facts that are proved; other panels append their own sections below. */
const known = el("section", { id: "known", class: "known" });

export function startFactsPanel() {
  byId("panel-facts").append(known);
  on(["view", "facts", "check"], show);
}

function show() {
  if (!state.view) return;
  const { facts, about } = state.view;
  const lines = [
    ...facts.findings.map((text) => line(`This puzzle cannot be solved: ${text}`, "found by counting the sides", "none")),
    ...state.facts.map((fact) => line(factWords(fact, cellName), sourceWords(fact), fact.kind)),
    ...catalogWords(about?.known ?? {}).map((text) => line(text, "", "catalog")),
  ];
  if (!lines.length && state.check?.solved) lines.push(line("Your board is a solution.", "", "some"));
  known.replaceChildren(el("h3", { text: "What is known" }), lines.length ? el("ul", {}, lines)
    : el("p", { text: "Nothing is proved yet, and nothing speaks against a solution." }));
}

/**
 * @param {string} text
 * @param {string} source
 * @param {string} kind
 */
const line = (text, source, kind) => el("li", { "data-kind": kind }, text, source ? el("small", { text: source }) : null);

/**
 * Who proved a fact, when, and with which pieces where others may lie there by now.
 * @param {Fact} fact
 */
export function sourceWords({ kind, engine, when, fixed }) {
  const verb = { none: "proved by", bound: "proved by", count: "counted by", some: "found by" }[kind];
  const date = new Date(when).toLocaleString("en-GB", { dateStyle: "medium", timeStyle: "short" });
  const pieces = fixed.slice(0, 8).map(([cell, piece]) => `${cellName(cell)}: piece ${piece + 1}`).join(", ");
  return `${verb} ${engine}, ${date}${pieces && `; ${pieces}${fixed.length > 8 ? ", …" : ""}`}`;
}
