// What can be exported: a link, our record, pictures, a sheet to print, a formula.

import { postForFile } from "./api.js";
import { byId, download, el, pointerWords } from "./dom.js";
import { pdfChoices, pdfRequest } from "./pdf_choices.js";
import { listedJobs } from "./state/jobs.js";
import { encodeLink } from "./state/link.js";
import { notify, reportError } from "./state/messages.js";
import { placementsOf, visibleCells } from "./state/play.js";
import { on, openView, state } from "./state/store.js";

const KINDS = [
  ["studio-link", "Link to this board", "opens in every studio; copied when you click"],
  ["link", "Viewer link", "for the community's viewer; copied when you click"],
  ["record", "Record", "everything; can be opened here again"],
  ["svg", "SVG", "a picture of any size"],
  ["png", "PNG", "a picture"],
  ["pdf", "PDF", "pieces to print and cut out, and the board"],
  ["cnf", "CNF", "a formula for SAT solvers"],
];
const PICTURES = ["svg", "png", "pdf"];

const anchor = el("a", { target: "_blank", rel: "noopener noreferrer" });
const linkText = el("output", { id: "link" });
const link = el("div", { class: "link", hidden: true }, anchor, linkText);
const whyNot = el("p", { class: "tray-note", id: "no-link", hidden: true });
const buttons = KINDS.map(([kind, name, about]) => {
  const node = el("button", { type: "button", class: "card", "data-kind": kind, onclick: () => exportBoard(node, kind) },
    el("strong", { text: name }), el("small", { text: pointerWords(about) }));
  return node;
});
const [, viewerButton] = buttons;
const noPictures = el("p", { class: "tray-note", id: "no-pictures", text: "The pictures of the pieces are not in the links.", hidden: true });

export function startExportPanel() {
  byId("panel-export").append(
    el("p", { class: "tray-note", text: "Each file includes the board that you see." }),
    el("div", { class: "exports" }, buttons), pdfChoices,
    whyNot, noPictures, link);
  on(["view"], () => {
    const reason = openView().facts.no_link;
    viewerButton.disabled = Boolean(reason);
    whyNot.textContent = `No viewer link: ${reason}. The link to this board holds it all.`;
    whyNot.hidden = !reason;
    noPictures.hidden = !Object.keys(openView().pictures).length;
    link.hidden = true;
  });
}

/**
 * @param {HTMLButtonElement} button
 * @param {string} kind
 */
async function exportBoard(button, kind) {
  if (!state.view) return;
  if (kind === "studio-link") return showLink(`${location.origin}${location.pathname}#${await encodeLink(state.view, visibleCells())}`, "Open it in a new tab");
  button.disabled = true;
  const { puzzle, pictures } = state.view;
  const hasPictures = PICTURES.includes(kind) && Object.keys(pictures).length > 0;
  try {
    const { blob, name } = await postForFile(`/api/export/${kind}`,
      {
        puzzle, board: placementsOf(visibleCells()), ...(hasPictures ? { pictures } : {}),
        ...(kind === "record" ? { job: finder() } : {}), ...(kind === "pdf" ? pdfRequest() : {}),
      });
    if (kind === "link") await showLink((await blob.text()).trim(), "Open it in the viewer");
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

/**
 * @param {string} text
 * @param {string} words
 */
async function showLink(text, words) {
  anchor.href = text;
  anchor.textContent = words;
  linkText.textContent = text;
  link.hidden = false;
  try {
    await navigator.clipboard.writeText(text);
    notify("The link is copied.", false);
  } catch {
    // The browser does not allow it: the link is there to be copied by hand.
  }
}
