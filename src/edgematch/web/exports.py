"""Puzzles and boards as files to download."""

import io
import json
import re
from dataclasses import replace
from typing import NamedTuple

from edgematch import formats, inputs
from edgematch.board import Board
from edgematch.formats import Document
from edgematch.web.answers import Answer
from edgematch.web.documents import edgematch_record
from edgematch.web.requests import ExportKind, Paper

_PLAIN_TEXT = "text/plain; charset=utf-8"


class ExportedFile(NamedTuple):
    """A file to download."""

    suffix: str
    media: str
    content: bytes


def file_name(title: str, suffix: str) -> str:
    """Return a plain file name made from the name of a puzzle.

    >>> file_name("../Two words: 7 × 7", ".svg")
    'Two-words-7-7.svg'
    """
    words = re.findall("[A-Za-z0-9]+", title)
    return ("-".join(words)[:60] or "puzzle") + suffix


def download(file: ExportedFile, title: str) -> Answer:
    """Return a file as an answer that browsers save."""
    name = file_name(title, file.suffix)
    headers = {"content-disposition": f'attachment; filename="{name}"'}
    return Answer(file.content, file.media, headers=headers)


def export(
    kind: ExportKind, document: Document, paper: Paper, piece_size: float
) -> ExportedFile:
    """Return a document as a file; `paper` and `piece_size` in mm are for a PDF."""
    from edgematch.pictures import piece_sheet, svg_to_png
    from edgematch.pictures.documents import picture_svg

    match kind:
        case "link":
            return ExportedFile(".txt", _PLAIN_TEXT, _link(document).encode())
        case "record":
            text = json.dumps(edgematch_record(document), indent=1, ensure_ascii=False)
            return ExportedFile(".json", "application/json", text.encode())
        case "svg":
            svg = picture_svg(document).encode()
            return ExportedFile(".svg", "image/svg+xml", svg)
        case "png":
            return ExportedFile(".png", "image/png", svg_to_png(picture_svg(document)))
        case "pdf":
            sheet = piece_sheet(
                document.puzzle,
                paper=paper,
                piece_size=piece_size,
                tiles=document.pictures,
                board=document.board,
            )
            return ExportedFile(".pdf", "application/pdf", sheet)
        case "cnf":
            return ExportedFile(".cnf", _PLAIN_TEXT, _cnf(document))


def _link(document: Document) -> str:
    """Return a viewer link; a board without pieces shows the hints."""
    board = document.board or Board(document.puzzle, document.puzzle.hints)
    whole = replace(document, board=board, pictures={})
    options = inputs.options_to_write(whole)
    return formats.write(whole, "link", options, allow_loss=True).text


def _cnf(document: Document) -> bytes:
    from edgematch.encoders import encoding
    from edgematch.encoders.cardinality import Clauses
    from edgematch.encoders.formula_files import formula_comments, write_cnf

    formula = encoding("primal-dual").encode(document.puzzle)
    stream = io.BytesIO()
    comments = formula_comments(document.puzzle, "primal-dual", {})
    write_cnf(stream, Clauses(formula, "ladder", "sorting"), comments)
    return stream.getvalue()
