"""The work of requests, done in another process that can be killed at any moment.

Each function takes a request and returns the answer.
"""

import io
import re
from collections.abc import Callable
from dataclasses import replace
from pathlib import PurePath
from typing import Any

import msgspec
from msgspec import UNSET

from edgematch import catalog, formats, generators, inputs
from edgematch.board import Board
from edgematch.catalog.board_facts import board_facts
from edgematch.errors import EdgematchError
from edgematch.formats import Document, ReadOptions, Source
from edgematch.formats.column_order import standard_order
from edgematch.formats.link_syntax import find_links
from edgematch.formats.sources import read_stream
from edgematch.formats.zipped import is_zip, read_zip
from edgematch.processes.child import Parent
from edgematch.puzzle import Placement, printable
from edgematch.reasoning.steps import Event, Step, Trace
from edgematch.symmetry import Counting, one_of_each
from edgematch.web import exports, gallery
from edgematch.web.documents import (
    board_cells,
    board_of_cells,
    decode_base64,
    edgematch_record,
    puzzle_view,
    read_board,
    read_document,
    read_puzzle,
    referee_report,
)
from edgematch.web.estimate_work import price
from edgematch.web.exports import ExportedFile
from edgematch.web.refusals import RequestError
from edgematch.web.requests import (
    BoardRequest,
    CandidatesRequest,
    ExportKind,
    ExportRequest,
    PuzzleRecord,
    ReadRequest,
    RecipeRequest,
    StepMark,
    StepsRequest,
)

Work = Callable[[Any], Any]
DONE = "done"
"""What `do` returns instead of the code of a refusal."""
_SECONDS_OF_STEPS = 5.0
"""After that, the steps that are there have to do."""
_PASTED = "pasted"
"""The name of a text that does not come from a file."""


def do(parent: Parent | None, function: Work, request: Any) -> tuple[str, Any]:
    """Do the work of a request; return the answer, or a code and the reason."""
    try:
        return DONE, function(request)
    except EdgematchError as error:
        code = error.code if isinstance(error, RequestError) else "invalid_content"
        return code, without_options(" ".join(str(error).split()))


def read(request: ReadRequest) -> dict[str, Any]:
    """Read a file, a link, a name, or a zipped folder of tiles."""
    name = _name(request)
    options = ReadOptions(
        puzzle=None if request.puzzle is None else read_puzzle(request.puzzle),
        columns=None if request.columns is None else standard_order(request.columns),
        size=request.size,
        framed=request.framed,
        rim=request.rim,
        turnable=request.turnable,
    )
    view = puzzle_view(_with_name(_read(name, request, options), name))
    view["notes"] = [without_options(note) for note in view["notes"]]
    return view


def without_options(message: str) -> str:
    """Return a message of the library without hints to command line options.

    >>> without_options("taken as 2 rows of 3 (--size overrules)")
    'taken as 2 rows of 3'
    """
    return re.sub(r" \([^()]*--[a-z][^()]*\)", "", message)


def _read(name: str, request: ReadRequest, options: ReadOptions) -> Document:
    data = _data(name, request)
    if request.base64 is UNSET:
        text = data.decode().strip()
        found = inputs.puzzle_by_name(text) if options == ReadOptions() else None
        if found is not None:
            return found
    elif is_zip(data):
        return read_zip(name, data, options)
    source = read_stream(io.BytesIO(data), name)
    format_name = request.format or formats.detect(source, options).name
    if format_name == "link":
        count = len(find_links(source.text))
        if count > 1:
            raise RequestError("several_boards", f"the text has {count} boards")
    if format_name.endswith("link"):
        source = Source("link", source.text)
    return inputs.load(source, options, request.format)


def boards(request: ReadRequest) -> dict[str, Any]:
    """Read all viewer links of a file or text, as boards of a gallery."""
    name = _name(request)
    puzzle = None if request.puzzle is None else read_puzzle(request.puzzle)
    source = read_stream(io.BytesIO(_data(name, request)), name)
    return gallery.link_boards(source, ReadOptions(puzzle=puzzle))


def _name(request: ReadRequest) -> str:
    return PurePath(request.name).name or _PASTED


def _data(name: str, request: ReadRequest) -> bytes:
    if request.base64 is not UNSET:
        return decode_base64(name, request.base64)
    if request.text is not UNSET:
        return request.text.encode()
    raise EdgematchError("there is nothing to read: send text or base64")


def own_boards(request: None) -> dict[str, Any]:
    """Return the boards of our data set."""
    return gallery.own_boards()


def _with_name(document: Document, name: str) -> Document:
    """Name a puzzle that has no name after its file."""
    if document.puzzle.name in catalog.names() and not document.about:
        about = catalog.load(document.puzzle.name).about
        document = replace(document, about=about)
    if document.puzzle.name or name == _PASTED:
        return document
    puzzle = replace(document.puzzle, name=printable(PurePath(name).stem))
    board = document.board
    if board is not None:
        board = Board(puzzle, board.placements)
    return replace(document, puzzle=puzzle, board=board)


def generate(request: RecipeRequest) -> dict[str, Any]:
    """Generate the puzzle of a recipe such as two-set:7x7:7:3:seed=5."""
    generated = generators.generate(generators.Recipe.read(request.recipe))
    # Without the planted solution.
    about = {"recipe": generated.recipe.name}
    return puzzle_view(Document(generated.puzzle, about=about))


def check(request: BoardRequest) -> dict[str, Any]:
    """Return what the referee says of a board."""
    return referee_report(read_board(request.puzzle, request.board))


def check_card(request: BoardRequest) -> dict[str, Any]:
    """Say what is known of a board: official pieces, doubles, hints, clean rows."""
    return board_facts(read_board(request.puzzle, request.board))


def help_me(request: BoardRequest) -> dict[str, Any]:
    """Find the next placement that can be proved, or the smallest conflict."""
    from edgematch.reasoning.help import help_with

    found = help_with(read_board(request.puzzle, request.board))
    return {
        "kind": found.kind.value,
        "text": found.text,
        "placement": None if found.placement is None else list(found.placement),
        "culprits": [list(each) for each in found.culprits],
        "cells": list(found.cells),
        "is_smallest": found.is_smallest,
    }


def steps(request: StepsRequest) -> dict[str, Any]:
    """Search a puzzle node by node, with the sizes of the domains."""
    trace = Trace(
        read_puzzle(request.puzzle), request.follows, request.cells, request.board
    )
    after = None if request.after is None else _step_of(request.after)
    skipped = 0
    if request.to_solution:
        skipped, found = trace.to_solution(request.count, after, _SECONDS_OF_STEPS)
    else:
        found = trace.steps(request.count, after, _SECONDS_OF_STEPS)
    last = found[-1] if found else None
    return {
        "skipped": skipped,
        "next": None
        if last is None
        else {"event": last.event.value, "nodes": last.nodes, "path": last.path},
        "steps": [
            {
                "event": step.event.value,
                "nodes": step.nodes,
                "cell": step.cell,
                "placed": step.placed,
                "counts": step.counts,
            }
            for step in found
        ],
    }


def _step_of(mark: StepMark) -> Step:
    path = tuple(Placement(*each) for each in mark.path)
    return Step(Event(mark.event), mark.nodes, path=path)


def candidates(request: CandidatesRequest) -> dict[str, Any]:
    """Return which pieces fit a cell of a board, and which propagation leaves."""
    from edgematch.reasoning.candidates import cell_candidates

    found = cell_candidates(read_board(request.puzzle, request.board), request.cell)
    return {
        "fitting": [[piece, turn] for _, piece, turn in found.fitting],
        "surviving": [[piece, turn] for _, piece, turn in found.surviving],
    }


def export(
    body: tuple[ExportKind, ExportRequest, dict[str, Any]],
) -> ExportedFile:
    """Return a puzzle or board as a file; a record says how the board was found."""
    kind, request, found = body
    document = replace(read_document(request), found=found)
    return exports.export(kind, document, request.paper, request.piece_size)


def unique(body: tuple[PuzzleRecord, list[list[int]], Counting]) -> list[list[int]]:
    """Return one of each of the solutions that `Counting` counts as the same."""
    record, boards, counting = body
    puzzle = read_puzzle(record)
    kept = one_of_each([board_of_cells(puzzle, each) for each in boards], counting)
    return [board_cells(board) for board in kept]


def warm_up(request: None) -> None:
    """Load what the first requests need."""
    record = edgematch_record(catalog.load("scramble-squares"))["puzzle"]
    help_me(BoardRequest(puzzle=msgspec.convert(record, PuzzleRecord), board=[]))
    price(RecipeRequest(recipe="two-set:4x4:3:2:seed=1"))
