// What can be exported: a link, our record, pictures, a sheet to print, a formula.

import { postForFile } from "./api.js";
import { byId, download, el } from "./dom.js";
import { pdfChoices, pdfRequest } from "./pdf_choices.js";
import { listedJobs } from "./state/jobs.js";
import { notify, reportError } from "./state/messages.js";
import { placementsOf, visibleCells } from "./state/play.js";
import { on, openView, state } from "./state/store.js";

const KINDS = [
  ["link", "Viewer link", "to share; copied when you click"],
  ["record", "Record", "everything; can be opened here again"],
  ["svg", "SVG", "a picture of any size"],
  ["png", "PNG", "a picture"],
  ["pdf", "PDF", "pieces to print and cut out, and the board"],
  ["cnf", "CNF", "a formula for SAT solvers"],
];
const PICTURES = ["svg", "png", "pdf"];

const anchor = el("a", { target: "_blank", rel: "noopener noreferrer", text: "Open it in the viewer" });
const linkText = el("output", { id: "link" });
const link = el("div", { class: "link", hidden: true }, anchor, linkText);
const whyNot = el("p", { class: "tray-note", id: "no-link", hidden: true });
const buttons = KINDS.map(([kind, name, about]) => {
  const node = el("button", { type: "button", class: "card", "data-kind": kind, onclick: () => exportBoard(node, kind) },
    el("strong", { text: name }), el("small", { text: about }));
  return node;
});

export function startExportPanel() {
  byId("panel-export").append(
    el("p", { class: "tray-note", text: "Each file includes the board that you see." }),
    el("div", { class: "exports" }, buttons), pdfChoices,
    whyNot, link);
  on(["view"], () => {
    const reason = openView().facts.no_link;
    buttons[0].disabled = Boolean(reason);
    whyNot.textContent = `No link: ${reason}. Use the record instead.`;
    whyNot.hidden = !reason;
    link.hidden = true;
  });
}

/**
 * @param {HTMLButtonElement} button
 * @param {string} kind
 */
async function exportBoard(button, kind) {
  if (!state.view) return;
  button.disabled = true;
  const { puzzle, pictures } = state.view;
  const hasPictures = PICTURES.includes(kind) && Object.keys(pictures).length > 0;
  try {
    const { blob, name } = await postForFile(`/api/export/${kind}`,
      {
        puzzle, board: placementsOf(visibleCells()), ...(hasPictures ? { pictures } : {}),
        ...(kind === "record" ? { job: finder() } : {}), ...(kind === "pdf" ? pdfRequest() : {}),
      });
    if (kind === "link") await showLink((await blob.text()).trim());
    else download(blob, name);
  } catch (error) {
    reportError(error);
  } finally {
    button.disabled = kind === "link" && Boolean(openView().facts.no_link);
  }
}

/** The job that found the board in sight, if one did: its record says how. */
function finder() {
  const cells = String(visibleCells());
  return state.shown?.job ?? listedJobs().find((job) => String(job.best) === cells)?.id ?? null;
}

/** @param {string} text */
async function showLink(text) {
  anchor.href = text;
  linkText.textContent = text;
  link.hidden = false;
  try {
    await navigator.clipboard.writeText(text);
    notify("The link is copied.", false);
  } catch {
    // The browser does not allow it: the link is there to be copied by hand.
  }
}
