// What can be taken away: a link, our record, pictures, a sheet to print, a formula.

import { postForFile } from "./api.js";
import { byId, download, el, toast } from "./dom.js";
import { on, placements, state } from "./state.js";

const KINDS = [
  ["link", "Viewer link", "to share; copied when you click"],
  ["record", "Record", "everything, to open again here"],
  ["svg", "SVG", "a picture of any size"],
  ["png", "PNG", "a picture"],
  ["pdf", "PDF", "pieces to print and cut out, and the board"],
  ["cnf", "CNF", "a formula for SAT solvers"],
];

export function startTakeaway() {
  const link = el("div", { class: "link", hidden: true },
    el("a", { target: "_blank", rel: "noopener noreferrer", text: "Open it in the viewer" }),
    el("output", { id: "link" }));
  const whyNot = el("p", { class: "tray-note", id: "no-link", hidden: true });
  byId("panel-take").append(
    el("p", { class: "tray-note", text: "The board that you see goes along." }),
    el("div", { class: "exports" }, KINDS.map(([kind, name, about]) => el("button", {
      type: "button", class: "card", "data-kind": kind, onclick: (event) => take(event.currentTarget, kind, link),
    }, el("strong", { text: name }), el("small", { text: about })))),
    whyNot, link);
  on("view", () => {
    const reason = state.view.facts.no_link;
    document.querySelector('#panel-take [data-kind="link"]').disabled = Boolean(reason);
    whyNot.textContent = `No link: ${reason}. The record holds all of it.`;
    whyNot.hidden = !reason;
    link.hidden = true;
  });
}

async function take(button, kind, link) {
  if (!state.view) return;
  button.disabled = true;
  const { puzzle, pictures } = state.view;
  const body = { puzzle, board: placements(state.shown?.ways ?? state.ways) };
  if (["svg", "png", "pdf"].includes(kind) && Object.keys(pictures).length) body.pictures = pictures;
  try {
    const { blob, name } = await postForFile(`/api/export/${kind}`, body);
    if (kind === "link") await showLink((await blob.text()).trim(), link);
    else download(blob, name);
  } catch (error) {
    toast(error.message);
  } finally {
    button.disabled = kind === "link" && Boolean(state.view.facts.no_link);
  }
}

async function showLink(text, node) {
  node.firstChild.href = text;
  node.lastChild.textContent = text;
  node.hidden = false;
  try {
    await navigator.clipboard.writeText(text);
    toast("The link is copied.", false);
  } catch {
    // The browser does not allow it: the link is there to be copied by hand.
  }
}
