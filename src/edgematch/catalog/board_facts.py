"""What can be said of a board: by the referee, and by the catalog about its pieces."""

from typing import Any

from edgematch import catalog
from edgematch.board import Board
from edgematch.catalog.recognition import recognize
from edgematch.geometry import SIDE_NAMES, SIDES
from edgematch.puzzle import Puzzle


def board_facts(board: Board) -> dict[str, Any]:
    """Return what is known of a board, as JSON values; people count pieces from 1.

    `known` is about the puzzle of the catalog that has the same pieces; None if there
    is none.
    """
    puzzle = board.puzzle
    breaks = board.breaks()
    return {
        "puzzle": puzzle.name,
        "fingerprint": puzzle.fingerprint,
        "cells": puzzle.cells,
        "placed": len(board.placements),
        "joins": len(breaks) + board.score(),
        "score": board.score(),
        "breaks": len(breaks),
        "best_score": puzzle.joins,
        "broken_joins": [
            [puzzle.cell_name(join.cell), puzzle.cell_name(join.other_cell)]
            for join in breaks
        ],
        "pieces_without_break": board.pieces_without_break(),
        "clean_rows": {SIDE_NAMES[side]: board.clean_rows(side) for side in SIDES},
        "clean_prefix": board.clean_prefix(),
        "missing_pieces": [piece + 1 for piece in board.missing_pieces()],
        "repeated_pieces": [piece + 1 for piece in board.repeated_pieces()],
        "hints": len(puzzle.hints),
        "hints_kept": len(board.kept_hints()),
        "known": known_facts(board),
        "is_legal": board.is_legal(),
        "is_solution": board.is_solution(),
        "problems": list(board.problems()),
    }


def known_facts(board: Board) -> dict[str, Any] | None:
    """Return which puzzle of the catalog has these pieces, and which hints are kept.

    Of variants with other hints the one with the most counts: five for Eternity II.
    """
    known = recognize(board.puzzle)
    if known is None:
        return None
    model = _with_most_hints(known.name)
    kept = []
    for hint in model.hints:
        shown = board.colors_at(hint.cell)
        colors = () if shown is None else tuple(map(known.colors.get, shown))
        if colors == model.colors_of(hint.piece, hint.turn) and not known.is_mirrored:
            kept.append(model.cell_name(hint.cell))
    return {
        "name": known.name,
        "title": known.title,
        "is_official": not known.wrong and not known.is_mirrored,
        "pieces": str(known),
        "hints": len(model.hints),
        "hints_kept": kept,
    }


def _with_most_hints(name: str) -> Puzzle:
    """Return the variant of a puzzle of the catalog that has the most hints."""
    base = catalog.load(name).puzzle
    puzzles = (catalog.load(each).puzzle for each in catalog.names())
    return max(
        (puzzle for puzzle in puzzles if puzzle.pieces == base.pieces),
        key=lambda puzzle: len(puzzle.hints),
    )
