"""Puzzles and boards between the page and the model, as parts of our own record."""

import base64
import binascii
import json
from collections.abc import Iterable
from functools import lru_cache
from typing import Any

import msgspec

from edgematch import formats, inputs
from edgematch.board import Board
from edgematch.errors import EdgematchError
from edgematch.findings import findings
from edgematch.formats import Document, Source
from edgematch.formats.record import VERSION
from edgematch.formats.zipped import check_picture
from edgematch.inputs import title
from edgematch.pictures.symbols import symbols
from edgematch.puzzle import Puzzle
from edgematch.web.requests import ExportRequest, PuzzleRecord


def read_puzzle(record: PuzzleRecord) -> Puzzle:
    """Read the puzzle of a request."""
    return _read_puzzle(msgspec.json.encode(record).decode())


@lru_cache(maxsize=32)
def _read_puzzle(text: str) -> Puzzle:
    record = f'{{"format": "edgematch", "version": {VERSION}, "puzzle": {text}}}'
    return formats.read(Source("puzzle", record), format="record").puzzle


def read_board(
    record: PuzzleRecord, placements: Iterable[tuple[int, int, int]]
) -> Board:
    """Read the puzzle and the board of a request."""
    return Board(read_puzzle(record), placements)


def read_document(request: ExportRequest) -> Document:
    """Read the puzzle of a request with its board and pictures, if it has some."""
    board = read_board(request.puzzle, request.board)
    pictures = {}
    for key, text in request.pictures.items():
        if not key.isascii() or not key.isdigit() or len(key) > 4:
            raise EdgematchError("pictures: the keys must be piece numbers")
        pictures[int(key)] = decode_base64(f"the picture of piece {key}", text)
        check_picture(f"picture {key}", pictures[int(key)])
    return Document(board.puzzle, board if request.board else None, pictures=pictures)


def decode_base64(name: str, text: str) -> bytes:
    """Return the bytes that a text stands for; `name` is for the error."""
    try:
        return base64.b64decode(text, validate=True)
    except (binascii.Error, ValueError):
        raise EdgematchError(f"{name}: not base64") from None


def edgematch_record(document: Document) -> dict[str, Any]:
    """Return a document as an edgematch record, ready for JSON."""
    plain = Document(document.puzzle, document.board, document.found, document.about)
    record: dict[str, Any] = json.loads(formats.write(plain, "record").text)
    return record


def puzzle_view(document: Document) -> dict[str, Any]:
    """Return everything that a page needs to show a puzzle and play it."""
    puzzle = document.puzzle
    record = edgematch_record(document)
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
            "title": title(document),
            "fingerprint": puzzle.fingerprint,
            "joins": puzzle.joins,
            "signed": puzzle.is_signed,
            "color_names": [
                puzzle.color_name(color)
                for color in range(1 + max(max(piece) for piece in puzzle.pieces))
            ],
            "no_link": _why_no_link(puzzle),
            "known_as": inputs.known_name(document),
            "findings": [finding.message for finding in findings(puzzle)],
        },
    }


def _why_no_link(puzzle: Puzzle) -> str:
    """Return why a puzzle has no viewer link; an empty text if it has one."""
    try:
        document = Document(puzzle, Board(puzzle, puzzle.hints))
        formats.check_holds(document, "link", allow_loss=True)
    except EdgematchError as error:
        return str(error)
    return ""


def board_cells(board: Board) -> list[int]:
    """Return a board cell by cell: piece × 4 + turn, -1 where it is empty."""
    cells = [-1] * board.puzzle.cells
    for cell, piece, turn in board.placements:
        cells[cell] = 4 * piece + turn
    return cells


def board_of_cells(puzzle: Puzzle, cells: Iterable[int]) -> Board:
    """Return the board that `board_cells` was called with."""
    placed = ((cell, *divmod(each, 4)) for cell, each in enumerate(cells) if each >= 0)
    return Board(puzzle, placed)


def referee_report(board: Board) -> dict[str, Any]:
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
