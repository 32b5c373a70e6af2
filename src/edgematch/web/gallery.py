"""Many boards for a page that draws them: of viewer links, or of our own data set."""

import json
from collections.abc import Mapping, Sequence
from functools import cache
from pathlib import Path
from typing import Any

from edgematch import catalog, inputs
from edgematch.board import Board
from edgematch.catalog.link_boards import LinkBoard
from edgematch.errors import EdgematchError
from edgematch.formats import Document, ReadOptions, Source
from edgematch.puzzle import Placement, Puzzle
from edgematch.web.documents import board_cells, puzzle_view, referee_report

_MOST = 200
"""Boards that are shown; of more, the best."""
_INSTALLED = Path(__file__).with_name("boards.json")
_IN_A_CLONE = Path(__file__).parents[3] / "dataset" / "boards.json"


def link_boards(source: Source, options: ReadOptions) -> dict[str, Any]:
    """Return the boards that links show, the best first, and what cannot be read.

    `puzzles` has a view of each puzzle; boards name theirs by its index.
    """
    links = inputs.load_links(source, options)
    if not links:
        raise EdgematchError(f"{source.name}: no viewer links found")
    named: dict[Board, str] = {}
    unread = []
    for link in links:
        if link.document is None or link.document.board is None:
            unread.append(_unread(link))
        else:
            named.setdefault(link.document.board, link.name)
    if not named:
        first = unread[0]
        raise EdgematchError(
            f"{source.name}: no link can be read; the first, on line {first['line']}:"
            f" {first['error']}"
        )
    return _answer(named, unread)


@cache
def own_boards() -> dict[str, Any]:
    """Return the boards of our data set: found by edgematch, free to be passed on."""
    path = _INSTALLED if _INSTALLED.exists() else _IN_A_CLONE
    named = {}
    for entry in json.loads(path.read_text(encoding="utf-8")):
        document = inputs.puzzle_by_name(entry["puzzle"])
        assert document is not None  # the data set is tested
        placed = [Placement(*each) for each in entry["board"]]
        found = entry["found"]
        name = f"edgematch, {found['engine']}, seed {found['seed']}"
        named[Board(document.puzzle, placed)] = name
    return _answer(named, [])


def _answer(
    named: Mapping[Board, str], unread: Sequence[Mapping[str, Any]]
) -> dict[str, Any]:
    # Boards of larger puzzles come first: scores of different puzzles do not compare.
    best = sorted(named, key=lambda board: (-board.puzzle.joins, -board.score()))
    shown = best[:_MOST]
    puzzles = list(dict.fromkeys(board.puzzle for board in shown))
    return {
        "puzzles": [puzzle_view(_document(puzzle)) for puzzle in puzzles],
        "boards": [
            {
                "name": named[board],
                "puzzle": puzzles.index(board.puzzle),
                "cells": board_cells(board),
                "check": referee_report(board),
            }
            for board in shown
        ],
        "unread": unread,
        "left_out": len(best) - len(shown),
    }


def _document(puzzle: Puzzle) -> Document:
    is_known = puzzle.name in catalog.names()
    return Document(puzzle, about=catalog.load(puzzle.name).about if is_known else {})


def _unread(link: LinkBoard) -> dict[str, Any]:
    reason = "" if link.error is None else link.error.message
    return {"name": link.name, "line": link.line, "error": reason}
