"""Endpoints about puzzles and boards: where they come from, what is known of them."""

from collections.abc import Callable
from typing import Any, get_type_hints

from edgematch import catalog
from edgematch.campaigns.store import Store, StoredBoard
from edgematch.errors import EdgematchError
from edgematch.formats import FORMATS
from edgematch.generators import Recipe
from edgematch.generators.models import MODELS, Model
from edgematch.web import estimate_work, work
from edgematch.web.answers import Answer
from edgematch.web.documents import (
    board_cells,
    puzzle_view,
    read_puzzle,
    referee_report,
)
from edgematch.web.endpoints import Call, Endpoint, endpoint
from edgematch.web.exports import ExportedFile, download
from edgematch.web.job_files import found_by
from edgematch.web.refusals import REFUSALS_OF_WORK, RequestError
from edgematch.web.requests import (
    BestBoardsRequest,
    BoardRequest,
    CatalogPath,
    ExportPath,
    ExportRequest,
)


def _work_endpoint(
    path: str, function: Callable[[Any], Any], *refusals: str
) -> Endpoint:
    """Return an endpoint whose work a function does in another process."""

    async def do(call: Call) -> dict[str, Any]:
        answer: dict[str, Any] = await call.studio.tasks.do(function, call.body)
        return answer

    do.__doc__, body = function.__doc__, get_type_hints(function)["request"]
    refusals = (*refusals, *REFUSALS_OF_WORK)
    return endpoint("POST", path, body=body, refusals=refusals)(do)


@endpoint("GET", "/api/catalog")
async def _catalog(call: Call) -> dict[str, Any]:
    """The puzzles that come with the package."""
    puzzles = []
    for name in catalog.names():
        document = catalog.load(name)
        puzzle = document.puzzle
        puzzles.append(
            {
                "name": name,
                "title": document.about.get("title", name),
                "rows": puzzle.rows,
                "columns": puzzle.columns,
                "hints": len(puzzle.hints),
                "colors": len(puzzle.colors),
            }
        )
    puzzles.sort(key=lambda each: (each["rows"] * each["columns"], each["name"]))
    return {"puzzles": puzzles}


@endpoint(
    "GET",
    "/api/catalog/{name}",
    path_values=CatalogPath,
    refusals=("no_such_puzzle",),
)
async def _catalog_puzzle(call: Call) -> dict[str, Any]:
    """A puzzle of the catalog, with everything needed to draw it."""
    name = call.path.name
    if name not in catalog.names():
        raise RequestError("no_such_puzzle", f"the catalog has no puzzle {name[:80]!r}")
    return await call.studio.tasks.soon(_catalog_view, name)


def _catalog_view(name: str) -> dict[str, Any]:
    return puzzle_view(catalog.load(name))


@endpoint("GET", "/api/models")
async def _models(call: Call) -> dict[str, Any]:
    """The models of random puzzles."""
    return {
        "models": [
            {
                "name": model.name,
                "title": model.title,
                "summary": model.summary,
                "example": _example(model),
                "framed": model.framed,
                "two_sets": model.two_sets,
                "always": sorted(model.always),
            }
            for model in MODELS.values()
        ]
    }


def _example(model: Model) -> dict[str, int]:
    """Return the numbers of a typical puzzle."""
    recipe = Recipe.read(model.example)
    names = ("rows", "columns", "inner_colors", "frame_colors")
    return {name: getattr(recipe, name) for name in names}


@endpoint("GET", "/api/formats")
async def _formats(call: Call) -> dict[str, Any]:
    """The formats that are read."""
    return {
        "formats": [
            {"name": each.name, "summary": each.summary, "endings": each.suffixes}
            for each in FORMATS.values()
        ]
    }


@endpoint("GET", "/api/boards", refusals=REFUSALS_OF_WORK)
async def _given_boards(call: Call) -> dict[str, Any]:
    """The boards of the file that the studio was started with, if there was one."""
    given = call.studio.settings.boards
    if given is None:
        return {"puzzles": [], "boards": [], "unread": [], "left_out": 0}
    answer: dict[str, Any] = await call.studio.tasks.do(work.boards, given)
    return answer


@endpoint("GET", "/api/own-boards", refusals=REFUSALS_OF_WORK)
async def _own_boards(call: Call) -> dict[str, Any]:
    """The boards of our data set, found by edgematch."""
    answer: dict[str, Any] = await call.studio.tasks.do(work.own_boards, None)
    return answer


@endpoint("POST", "/api/check", body=BoardRequest)
async def _check(call: Call) -> dict[str, Any]:
    """Score, breaks and broken rules of a board, by the referee."""
    # It takes a few milliseconds: not worth another process.
    return await call.studio.tasks.soon(work.check, call.body)


@endpoint("POST", "/api/best", body=BestBoardsRequest, refusals=("store_unreadable",))
async def _best(call: Call) -> dict[str, Any]:
    """The best boards of a puzzle in the store, each cell as piece × 4 + turn."""
    request: BestBoardsRequest = call.body
    path = call.studio.settings.store
    if path is None:
        return {"boards": []}
    facts = read_puzzle(request.puzzle), request.measure, request.count
    try:
        found = await call.studio.tasks.soon(Store(path).best, *facts)
    except EdgematchError as error:
        # Its message names a path on the server.
        message = "the store of best boards cannot be read"
        raise RequestError("store_unreadable", message) from error
    return {"boards": [_stored_board(each) for each in found]}


def _stored_board(stored: StoredBoard) -> dict[str, Any]:
    names = ("score", "pieces", "prefix", "engine", "seed", "seconds", "found")
    return {
        **{name: getattr(stored, name) for name in names},
        "cells": board_cells(stored.board),
        "check": referee_report(stored.board),
    }


@endpoint(
    "POST",
    "/api/export/{kind}",
    body=ExportRequest,
    path_values=ExportPath,
    media="application/octet-stream",
    refusals=REFUSALS_OF_WORK,
)
async def _export(call: Call) -> Answer:
    """A puzzle or board as a file."""
    request: ExportRequest = call.body
    studio = call.studio
    file: ExportedFile = await studio.tasks.do(
        work.export,
        (call.path.kind, request, _found(call)),
        studio.settings.download_seconds,
    )
    return download(file, request.puzzle.name)


def _found(call: Call) -> dict[str, Any]:
    """Return how the job of a request found its board, if it did."""
    request: ExportRequest = call.body
    try:
        job = None if request.job is None else call.studio.jobs.get(request.job)
    except RequestError:
        return {}  # the job is deleted by now
    return {} if job is None else found_by(job, request.puzzle, request.board)


ENDPOINTS = (
    *(_catalog, _catalog_puzzle, _models, _formats, _given_boards, _own_boards),
    _work_endpoint("/api/generate", work.generate),
    _work_endpoint("/api/price", estimate_work.price),
    _work_endpoint("/api/estimate", estimate_work.estimate),
    _work_endpoint("/api/read", work.read, "several_boards"),
    _work_endpoint("/api/boards", work.boards),
    _check,
    _work_endpoint("/api/check-card", work.check_card),
    _work_endpoint("/api/help", work.help_me),
    _work_endpoint("/api/steps", work.steps),
    _work_endpoint("/api/candidates", work.candidates),
    *(_best, _export),
)
