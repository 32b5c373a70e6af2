"""Puzzles and boards between the page and the model, as parts of our own record."""

import base64
import binascii
import json
from collections.abc import Mapping
from functools import lru_cache
from typing import Any

from edgematch import formats
from edgematch.board import Board
from edgematch.draw.symbols import symbols
from edgematch.errors import EdgematchError
from edgematch.findings import findings
from edgematch.formats import Document, Source
from edgematch.formats.record import VERSION
from edgematch.formats.zipped import check_picture
from edgematch.puzzle import Puzzle


def puzzle_of(facts: Mapping[str, Any]) -> Puzzle:
    """Read the puzzle of a request."""
    return _puzzle(json.dumps(facts, sort_keys=True))


@lru_cache(maxsize=32)
def _puzzle(text: str) -> Puzzle:
    record = f'{{"format": "edgematch", "version": {VERSION}, "puzzle": {text}}}'
    return formats.read(Source("puzzle", record), name="record").puzzle


def board_of(body: Mapping[str, Any]) -> Board:
    """Read the puzzle and the board of a request."""
    return Board(puzzle_of(body["puzzle"]), map(tuple, body.get("board", ())))


def document_of(body: Mapping[str, Any]) -> Document:
    """Read the puzzle of a request with its board and pictures, if it has some."""
    board = board_of(body)
    pictures = {}
    for key, text in body.get("pictures", {}).items():
        if not key.isascii() or not key.isdigit() or len(key) > 4:
            raise EdgematchError("pictures are called by the number of their piece")
        try:
            data = base64.b64decode(text, validate=True)
        except (binascii.Error, ValueError):
            raise EdgematchError(f"the picture of piece {key} is no base64") from None
        check_picture(f"picture {key}", data)
        pictures[int(key)] = data
    has_board = bool(body.get("board"))
    return Document(board.puzzle, board if has_board else None, pictures=pictures)


def record_of(document: Document) -> dict[str, Any]:
    """Return a document as our record, as JSON has it."""
    plain = Document(document.puzzle, document.board, document.found, document.about)
    record: dict[str, Any] = json.loads(formats.write(plain, "record").text)
    return record


def view_of(document: Document) -> dict[str, Any]:
    """Return all that a page needs to show a puzzle and play it."""
    puzzle = document.puzzle
    record = record_of(document)
    return {
        "puzzle": record["puzzle"],
        "board": record.get("board"),
        "about": record.get("about", {}),
        "notes": list(document.notes),
        "pictures": {
            str(piece): base64.b64encode(picture).decode()
            for piece, picture in document.pictures.items()
        },
        "symbols": symbols(puzzle),
        "facts": {
            "name": puzzle.name,
            "fingerprint": puzzle.fingerprint,
            "joins": puzzle.joins,
            "signed": puzzle.is_signed,
            "color_names": [
                puzzle.color_name(color)
                for color in range(1 + max(max(piece) for piece in puzzle.pieces))
            ],
            "no_link": _why_no_link(puzzle),
            "findings": [finding.message for finding in findings(puzzle)],
        },
    }


def _why_no_link(puzzle: Puzzle) -> str:
    """Say why there is no viewer link of a puzzle; nothing where there is one."""
    try:
        document = Document(puzzle, Board(puzzle, puzzle.hints))
        formats.write(document, "link", allow_loss=True)
    except EdgematchError as error:
        return str(error)
    return ""


def ways_of(board: Board) -> list[int]:
    """Return a board cell by cell: piece times 4 plus turn, -1 where it is empty."""
    ways = [-1] * board.puzzle.cells
    for cell, piece, turn in board.placements:
        ways[cell] = 4 * piece + turn
    return ways


def check_of(board: Board) -> dict[str, Any]:
    """Return what the referee says of a board."""
    return {
        "score": board.score(),
        "joins": board.puzzle.joins,
        "placed": len(board.placements),
        "breaks": [[join.cell, join.side] for join in board.breaks()],
        "problems": list(board.problems()),
        "faults": [
            [each.cell, side]
            for each in board.placements
            for side in board.puzzle.rim_faults(each)
        ],
        "solved": board.is_solution(),
    }
