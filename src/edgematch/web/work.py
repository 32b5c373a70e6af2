"""The work of requests, done in a process of its own that can be killed at any moment.

Each function takes what the request says and returns what the answer says.
"""

import base64
import binascii
import re
from collections.abc import Callable, Mapping
from dataclasses import replace
from math import isfinite
from pathlib import PurePath
from typing import Any

from edgematch import formats
from edgematch.errors import EdgematchError
from edgematch.formats import Document, ReadOptions, Source
from edgematch.processes.child import Parent
from edgematch.web.documents import (
    board_of,
    check_of,
    document_of,
    puzzle_of,
    record_of,
    view_of,
    ways_of,
)

Body = Mapping[str, Any]


def do(parent: Parent, name: str, body: Body) -> tuple[str, Any]:
    """Do one piece of work; return the answer, or why it was refused."""
    try:
        return "done", _WORK[name](body)
    except EdgematchError as error:
        return "refused", without_options(" ".join(str(error).split()))


def read(body: Body) -> dict[str, Any]:
    """Read a file, a link or a name that somebody dropped on the page."""
    name = PurePath(body.get("name", "")).name or "pasted"
    size = body.get("size")
    options = ReadOptions(
        puzzle=puzzle_of(body["puzzle"]) if body.get("puzzle") else None,
        columns=_columns(body.get("columns")),
        size=None if size is None else (size[0], size[1]),
        framed=body.get("framed"),
        turnable=body.get("turnable"),
    )
    view = view_of(_named(_read(name, body, options), name))
    view["notes"] = [without_options(note) for note in view["notes"]]
    return view


def without_options(words: str) -> str:
    """Return a sentence of the library without what only the command line has.

    >>> without_options("taken as 2 rows of 3 (--size overrules)")
    'taken as 2 rows of 3'
    """
    return re.sub(r" \([^()]*--[a-z][^()]*\)", "", words)


def _columns(columns: str | None) -> str | None:
    from edgematch.formats.column_order import standard_order

    return None if columns is None else standard_order(columns)


def _read(name: str, body: Body, options: ReadOptions) -> Document:
    import io

    from edgematch import loading
    from edgematch.formats.sources import read_stream
    from edgematch.formats.zipped import is_zip, read_zip

    if "base64" in body:
        try:
            data = base64.b64decode(body["base64"], validate=True)
        except (binascii.Error, ValueError):
            raise EdgematchError(f"{name}: not base64") from None
        if is_zip(data):
            return read_zip(name, data, options)
    elif "text" in body:
        text = body["text"].strip()
        if options == ReadOptions() and loading.is_name(text):
            return loading.by_name(text)
        data = body["text"].encode()
    else:
        raise EdgematchError("there is nothing to read: give text or base64")
    source = read_stream(io.BytesIO(data), name)
    format = body.get("format")
    if (format or formats.detect(source, options).name) == "link":
        source = Source("link", source.text)
    return loading.read(source, options, format)


def _named(document: Document, name: str) -> Document:
    """Call a puzzle that has no name by the name of its file."""
    from edgematch import catalog
    from edgematch.puzzle import printable

    stem = printable(PurePath(name).stem)
    if document.puzzle.name in catalog.names() and not document.about:
        about = catalog.load(document.puzzle.name).about
        document = replace(document, about=about)
    if document.puzzle.name or name == "pasted":
        return document
    puzzle = replace(document.puzzle, name=stem)
    board = document.board
    if board is not None:
        board = type(board)(puzzle, board.placements)
    return replace(document, puzzle=puzzle, board=board)


def generate(body: Body) -> dict[str, Any]:
    """Follow a recipe, without showing the solution that was planted."""
    from edgematch import generators

    generated = generators.generate(generators.Recipe.read(body["recipe"]))
    about = {"recipe": generated.recipe.name}
    return view_of(Document(generated.puzzle, about=about))


def price(body: Body) -> dict[str, Any]:
    """Say what the puzzle of a recipe costs, before it is searched."""
    from edgematch import generators
    from edgematch.theory.estimate import estimate

    recipe = generators.Recipe.read(body["recipe"])
    puzzle = generators.generate(recipe).puzzle
    expected = estimate(puzzle)
    return {
        "recipe": recipe.name,
        "log10_solutions": _finite(expected.log10_solutions),
        "log10_nodes": _finite(expected.log10_nodes),
        **_transition(recipe, generators.model_named(recipe.model).framed),
    }


def _finite(number: float) -> float | None:
    return number if isfinite(number) else None


def _transition(recipe: Any, framed: bool) -> dict[str, Any]:
    """Return where the class of a recipe lies: its curve over the inner colors."""
    from edgematch.theory.first_moment import (
        log10_expected_solutions,
        predicted_transition,
    )

    rows, columns, frame = recipe.rows, recipe.columns, recipe.frame_colors
    if not framed or recipe.signed or min(rows, columns) < 2:
        return {"transition": None, "distance": None, "curve": [], "class_log10": None}
    at = predicted_transition(rows, columns, frame)
    most = max(recipe.inner_colors + 3, (at or 1) * 2, 8)
    curve = [
        [colors, log10_expected_solutions(rows, columns, colors, frame)]
        for colors in range(1, most + 1)
    ]
    here = log10_expected_solutions(rows, columns, recipe.inner_colors, frame)
    distance = None if at is None else recipe.inner_colors - at
    return {
        "transition": at,
        "distance": distance,
        "curve": curve,
        "class_log10": here,
    }


def check(body: Body) -> dict[str, Any]:
    """Let the referee look at a board."""
    return check_of(board_of(body))


def help_me(body: Body) -> dict[str, Any]:
    """Say what follows from a board, or what is wrong with it."""
    from edgematch.reasoning.help import help_with

    found = help_with(board_of(body))
    return {
        "kind": found.kind.value,
        "text": found.text,
        "placement": None if found.placement is None else list(found.placement),
        "culprits": [list(each) for each in found.culprits],
        "cells": list(found.cells),
        "is_smallest": found.is_smallest,
    }


_traces: dict[Any, Any] = {}
"""The last search that was stepped through: the next request is about it too."""


def steps(body: Body) -> dict[str, Any]:
    """Return some steps of a search that is shown node by node."""
    trace = _trace(body)
    start = body.get("from", 0)
    found = trace.steps(start, body.get("count", 100))
    return {
        "from": start,
        "steps": [
            {
                "event": step.event.value,
                "nodes": step.nodes,
                "cell": step.cell,
                "placed": [list(each) for each in step.placed],
                "counts": trace.counts(step),
            }
            for step in found
        ],
    }


def look(body: Body) -> dict[str, Any]:
    """Return the domains at one step."""
    trace = _trace(body)
    found = trace.steps(body["step"], 1)
    if not found:
        raise EdgematchError(f"the search has no step {body['step']}")
    seen = trace.look(found[0])
    return {
        "board": [list(each) for each in seen.board.placements],
        "implied": [list(each) for each in seen.implied],
        "candidates": [
            [[piece, turn] for _, piece, turn in some] for some in seen.candidates
        ],
        "failed": seen.failed,
    }


def _trace(body: Body) -> Any:
    from edgematch.reasoning.steps import Trace

    puzzle = puzzle_of(body["puzzle"])
    key = (puzzle, body.get("follows", True), body.get("cells", "fewest"))
    if key not in _traces:
        _traces.clear()
        _traces[key] = Trace(*key)
    return _traces[key]


def export(body: Body) -> tuple[str, str, bytes]:
    """Return a puzzle or board as a file: its ending, its kind and its content."""
    from edgematch.web.exports import exported

    return exported(body["kind"], document_of(body))


def unique(body: Body) -> dict[str, Any]:
    """Return one of each of the solutions that are the same up to symmetry."""
    from edgematch.board import Board
    from edgematch.symmetry import Counting, one_of_each

    puzzle = puzzle_of(body["puzzle"])
    boards = [
        Board(puzzle, [(c, w // 4, w % 4) for c, w in enumerate(ways) if w >= 0])
        for ways in body["boards"]
    ]
    kept = one_of_each(boards, Counting(body["counting"]))
    return {"boards": [ways_of(board) for board in kept]}


def warm(body: Body) -> dict[str, Any]:
    """Load what the first requests need."""
    from edgematch import catalog

    puzzle = record_of(catalog.load("scramble-squares"))["puzzle"]
    help_me({"puzzle": puzzle, "board": []})
    price({"recipe": "two-set:4x4:3:2:seed=1"})
    return {}


_WORK: Mapping[str, Callable[[Body], Any]] = {
    "read": read,
    "generate": generate,
    "price": price,
    "help": help_me,
    "steps": steps,
    "look": look,
    "export": export,
    "unique": unique,
    "warm": warm,
}
