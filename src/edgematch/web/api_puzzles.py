"""Endpoints that bring puzzles: catalog, generator, files, and the referee."""

import asyncio
from typing import Any

from edgematch import catalog, generators
from edgematch.formats import FORMATS
from edgematch.generators.models import Model
from edgematch.web import work
from edgematch.web.documents import view_of
from edgematch.web.endpoints import Call, Endpoint
from edgematch.web.schemas import BOARD, PUZZLE, BadRequest, an_object

_RECIPE = {"type": "string", "minLength": 1, "maxLength": 200}
_PLAYED = an_object({"puzzle": PUZZLE, "board": BOARD}, "puzzle", "board")


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
    name = call.path["name"]
    if name not in catalog.names():
        raise BadRequest(f"no puzzle {name[:80]!r} in the catalog", 404)
    return await asyncio.to_thread(lambda: view_of(catalog.load(name)))


async def _models(call: Call) -> Any:
    return {"models": [_model(each) for each in generators.MODELS.values()]}


def _model(model: Model) -> dict[str, Any]:
    return {
        "name": model.name,
        "summary": model.summary,
        "framed": model.framed,
        "two_sets": model.two_sets,
        "always": sorted(model.always),
    }


async def _formats(call: Call) -> Any:
    return {
        "formats": [
            {"name": each.name, "summary": each.summary, "endings": each.suffixes}
            for each in FORMATS.values()
        ]
    }


async def _generate(call: Call) -> Any:
    return await call.studio.tasks.do("generate", call.body)


async def _price(call: Call) -> Any:
    return await call.studio.tasks.do("price", call.body)


async def _read(call: Call) -> Any:
    return await call.studio.tasks.do("read", call.body)


async def _check(call: Call) -> Any:
    # A few milliseconds: not worth another process.
    return await asyncio.to_thread(work.check, call.body)


async def _help(call: Call) -> Any:
    return await call.studio.tasks.do("help", call.body)


ENDPOINTS = (
    Endpoint("GET", "/api/catalog", "The puzzles that come with the package", _catalog),
    Endpoint(
        "GET",
        "/api/catalog/{name}",
        "One of them, with all that is needed to draw it",
        _catalog_puzzle,
        path_values={"name": {"type": "string", "maxLength": 100}},
        refusals=(404,),
    ),
    Endpoint("GET", "/api/models", "The models of random puzzles", _models),
    Endpoint("GET", "/api/formats", "The formats that are read", _formats),
    Endpoint(
        "POST",
        "/api/generate",
        "Follow a recipe such as two-set:7x7:7:3:seed=5",
        _generate,
        body=an_object({"recipe": _RECIPE}, "recipe"),
        refusals=(503,),
    ),
    Endpoint(
        "POST",
        "/api/price",
        "What the puzzle of a recipe costs: expected solutions and nodes",
        _price,
        body=an_object({"recipe": _RECIPE}, "recipe"),
        refusals=(503,),
    ),
    Endpoint(
        "POST",
        "/api/read",
        "Read a file, a link, a name, or a zipped folder of tiles",
        _read,
        body=an_object(
            {
                "name": {"type": "string", "maxLength": 200},
                "text": {"type": "string", "maxLength": 16 * 2**20},
                "base64": {"type": "string", "maxLength": 24 * 2**20},
                "format": {"type": "string", "enum": list(FORMATS)},
                "puzzle": PUZZLE,
                "columns": {"type": "string", "maxLength": 40},
                "size": {
                    "type": "array",
                    "items": {"type": "integer", "minimum": 1, "maximum": 32},
                    "minItems": 2,
                    "maxItems": 2,
                },
                "framed": {"type": "boolean"},
                "turnable": {"type": "boolean"},
            }
        ),
        refusals=(503,),
    ),
    Endpoint(
        "POST",
        "/api/check",
        "Score, breaks and broken rules of a board, by the referee",
        _check,
        body=_PLAYED,
    ),
    Endpoint(
        "POST",
        "/api/help",
        "The next placement that is proved, or the smallest conflict",
        _help,
        body=_PLAYED,
        refusals=(503,),
    ),
)
