// What is known about the open puzzle.

import { byId, el } from "./dom.js";
import { on, openView } from "./state/store.js";

/** Facts that are proved; other panels append their own sections below. */
const known = el("section", { id: "known", class: "known" });

export function startFactsPanel() {
  byId("panel-facts").append(known);
  on(["view"], () => {
    const { findings } = openView().facts;
    known.replaceChildren(el("h3", { text: "What is known" }),
      ...(findings.length ? findings.map((text) => el("p", { text: `This puzzle cannot be solved: ${text}` }))
        : [el("p", { text: "Nothing speaks against a solution." })]));
  });
}
