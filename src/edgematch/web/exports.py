"""What can be taken away, each as a file."""

import io
import json
from dataclasses import replace

from edgematch import formats
from edgematch.board import Board
from edgematch.errors import EdgematchError
from edgematch.formats import Document
from edgematch.web.documents import record_of

EXPORTS = ("link", "record", "svg", "png", "pdf", "cnf")

_File = tuple[str, str, bytes]
"""The ending of the file's name, its media type, its content."""


def exported(kind: str, document: Document) -> _File:
    """Return a document as one of `EXPORTS`."""
    match kind:
        case "link":
            return ".txt", "text/plain; charset=utf-8", _link(document).encode()
        case "record":
            text = json.dumps(record_of(document), indent=1, ensure_ascii=False)
            return ".json", "application/json", text.encode()
        case "svg":
            return ".svg", "image/svg+xml", _svg(document).encode()
        case "png":
            from edgematch.draw import svg_to_png

            return ".png", "image/png", svg_to_png(_svg(document))
        case "pdf":
            from edgematch.draw import piece_sheet

            sheet = piece_sheet(
                document.puzzle, tiles=document.pictures, board=document.board
            )
            return ".pdf", "application/pdf", sheet
        case "cnf":
            return ".cnf", "text/plain; charset=utf-8", _cnf(document)
    raise EdgematchError(f"no export {kind!r}; there is {', '.join(EXPORTS)}")


def _link(document: Document) -> str:
    """Return a viewer link; a board without pieces shows the hints."""
    board = document.board or Board(document.puzzle, document.puzzle.hints)
    whole = replace(document, board=board, pictures={})
    return formats.write(whole, "link", allow_loss=True).text


def _svg(document: Document) -> str:
    from edgematch.draw.pictures import picture_svg

    return picture_svg(document)


def _cnf(document: Document) -> bytes:
    from edgematch.encoders import encoding
    from edgematch.encoders.cardinality import Clauses
    from edgematch.encoders.comments import formula_comments
    from edgematch.encoders.dimacs import write_cnf

    formula = encoding("primal-dual").encode(document.puzzle)
    stream = io.BytesIO()
    comments = formula_comments(document.puzzle, "primal-dual", {})
    write_cnf(stream, Clauses(formula, "ladder", "sorting"), comments)
    return stream.getvalue()
