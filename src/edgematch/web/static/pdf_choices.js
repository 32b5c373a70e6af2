// How a PDF of the pieces is printed: the size of a piece, and the paper.

import { el, field, menu } from "./dom.js";
import { rememberForm } from "./form_memory.js";

const size = el("input", { id: "piece-size", type: "number", min: 5, max: 180, step: "any", value: 30 });
const paper = menu({ id: "paper", "aria-label": "Paper" }, [["a4", "A4"], ["letter", "Letter"]]);
export const pdfChoices = el("fieldset", { class: "pdf-choices" }, el("legend", { text: "PDF" }),
  field("Piece size (mm)", size), field("Paper", paper));
rememberForm(pdfChoices, "pdf-choices");

/** What the server is told about a PDF. */
export function pdfRequest() {
  return { piece_size: Number(size.value), paper: paper.value };
}
