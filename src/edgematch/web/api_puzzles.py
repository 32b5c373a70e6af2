"""Endpoints about puzzles and boards: where they come from, what is known of them."""

import asyncio
from typing import Any

from starlette.responses import Response

from edgematch import catalog, generators
from edgematch.campaigns.store import Store, StoredBoard
from edgematch.errors import EdgematchError
from edgematch.formats import FORMATS
from edgematch.web import work
from edgematch.web.documents import (
    board_cells,
    puzzle_view,
    read_puzzle,
    referee_report,
)
from edgematch.web.endpoints import Call, Endpoint
from edgematch.web.exports import ExportedFile, file_name
from edgematch.web.refusals import REFUSALS_OF_WORK, RequestError
from edgematch.web.requests import (
    BestBoardsRequest,
    BoardRequest,
    CatalogPath,
    ExportPath,
    ExportRequest,
    ReadRequest,
    RecipeRequest,
    StepRequest,
    StepsRequest,
)


def _work_endpoint(path: str, summary: str, body: type) -> Endpoint:
    """Return an endpoint whose work is done in another process, by its name."""

    async def do(call: Call) -> Any:
        return await call.studio.tasks.do(path.rpartition("/")[2], call.body)

    return Endpoint("POST", path, summary, do, body=body, refusals=REFUSALS_OF_WORK)


async def _catalog(call: Call) -> Any:
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


async def _catalog_puzzle(call: Call) -> Any:
    name = call.path.name
    if name not in catalog.names():
        raise RequestError("no_such_puzzle", f"the catalog has no puzzle {name[:80]!r}")
    return await asyncio.to_thread(lambda: puzzle_view(catalog.load(name)))


async def _models(call: Call) -> Any:
    return {
        "models": [
            {
                "name": model.name,
                "summary": model.summary,
                "framed": model.framed,
                "two_sets": model.two_sets,
                "always": sorted(model.always),
            }
            for model in generators.MODELS.values()
        ]
    }


async def _formats(call: Call) -> Any:
    return {
        "formats": [
            {"name": each.name, "summary": each.summary, "endings": each.suffixes}
            for each in FORMATS.values()
        ]
    }


async def _check(call: Call) -> Any:
    # It takes a few milliseconds: not worth another process.
    return await asyncio.to_thread(work.check, call.body)


async def _best(call: Call) -> Any:
    request: BestBoardsRequest = call.body
    path = call.studio.settings.store
    if path is None:
        return {"boards": []}
    facts = read_puzzle(request.puzzle), request.measure, request.count
    try:
        found = await asyncio.to_thread(Store(path).best, *facts)
    except EdgematchError as error:
        # Its message names a path on the server.
        message = "the store of best boards cannot be read"
        raise RequestError("store_unreadable", message) from error
    return {"boards": [_stored_board(each) for each in found]}


def _stored_board(stored: StoredBoard) -> dict[str, Any]:
    return {
        "score": stored.score,
        "pieces": stored.pieces,
        "engine": stored.engine,
        "seed": stored.seed,
        "seconds": stored.seconds,
        "found": stored.found,
        "cells": board_cells(stored.board),
        "check": referee_report(stored.board),
    }


async def _export(call: Call) -> Any:
    request: ExportRequest = call.body
    studio = call.studio
    file: ExportedFile = await studio.tasks.do(
        "export", (call.path.kind, request), studio.settings.download_seconds
    )
    name = file_name(request.puzzle.name, file.suffix)
    return Response(
        file.content,
        media_type=file.media,
        headers={"content-disposition": f'attachment; filename="{name}"'},
    )


ENDPOINTS = (
    Endpoint("GET", "/api/catalog", "The puzzles that come with the package", _catalog),
    Endpoint(
        "GET",
        "/api/catalog/{name}",
        "A puzzle of the catalog, with everything needed to draw it",
        _catalog_puzzle,
        path_values=CatalogPath,
        refusals=("no_such_puzzle",),
    ),
    Endpoint("GET", "/api/models", "The models of random puzzles", _models),
    Endpoint("GET", "/api/formats", "The formats that are read", _formats),
    _work_endpoint(
        "/api/generate",
        "Generate the puzzle of a recipe such as two-set:7x7:7:3:seed=5",
        RecipeRequest,
    ),
    _work_endpoint(
        "/api/price",
        "Estimate the solutions and the nodes of the puzzle of a recipe",
        RecipeRequest,
    ),
    _work_endpoint(
        "/api/read",
        "Read a file, a link, a name, or a zipped folder of tiles",
        ReadRequest,
    ),
    Endpoint(
        "POST",
        "/api/check",
        "Score, breaks and broken rules of a board, by the referee",
        _check,
        body=BoardRequest,
    ),
    _work_endpoint(
        "/api/help",
        "The next placement that can be proved, or the smallest conflict",
        BoardRequest,
    ),
    _work_endpoint(
        "/api/steps",
        "A search of a small puzzle node by node, with the sizes of the domains",
        StepsRequest,
    ),
    _work_endpoint(
        "/api/look",
        "The board and the domains at one step of such a search",
        StepRequest,
    ),
    Endpoint(
        "POST",
        "/api/best",
        "The best boards of a puzzle in the store, each cell as piece × 4 + turn",
        _best,
        body=BestBoardsRequest,
        refusals=("store_unreadable",),
    ),
    Endpoint(
        "POST",
        "/api/export/{kind}",
        "A puzzle or board as a file",
        _export,
        body=ExportRequest,
        path_values=ExportPath,
        media="application/octet-stream",
        refusals=REFUSALS_OF_WORK,
    ),
)
