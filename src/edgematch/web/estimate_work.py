"""The work of requests for estimates, in another process: see `work`."""

from collections.abc import Iterable
from math import isfinite
from typing import Any

from edgematch import generators
from edgematch.generators.models import find_model
from edgematch.puzzle import Puzzle
from edgematch.web.documents import read_puzzle
from edgematch.web.requests import EstimateRequest, RecipeRequest

_SECONDS_OF_WALKS = 5.0
"""Of the time that a request may take; the rest is for estimates and for loading."""


def price(request: RecipeRequest) -> dict[str, Any]:
    """Estimate the solutions and the nodes of the puzzle of a recipe."""
    from edgematch.theory.estimate import estimate

    recipe = generators.Recipe.read(request.recipe)
    puzzle = generators.generate(recipe).puzzle
    expected = estimate(puzzle)
    return {
        "recipe": recipe.name,
        "log10_solutions": _finite(expected.log10_solutions),
        "log10_nodes": _finite(expected.log10_nodes),
        **_transition(recipe, find_model(recipe.model).framed),
    }


def estimate(request: EstimateRequest) -> dict[str, Any]:
    """Estimate the solutions and the nodes of a puzzle, in every order of its cells."""
    from edgematch.theory.estimate import estimates

    puzzle = read_puzzle(request.puzzle)
    found = estimates(puzzle)
    return {
        "log10_solutions": _finite(found[0].log10_solutions),
        "orders": [
            {
                "order": each.order,
                "log10_nodes": _finite(each.log10_nodes),
                "profile": _profile(depth.log10_nodes for depth in each.depths),
            }
            for each in found
        ],
        "sampled": _sample(puzzle, request) if request.walks else None,
    }


def _sample(puzzle: Puzzle, request: EstimateRequest) -> dict[str, Any]:
    """Sample the tree of row scan by random walks."""
    from edgematch.techniques.row_scan import RowScan
    from edgematch.theory.tree_size import tree_size

    walk = RowScan(order=request.order).walk(puzzle)
    size = tree_size(walk, max(2, request.walks), seconds=_SECONDS_OF_WALKS)
    return {
        "order": request.order,
        "walks": size.walks,
        "log10_nodes": _finite(size.log10_nodes),
        "log10_interval": [_finite(end) for end in size.log10_interval],
        "profile": _profile(size.log10_nodes_by_depth),
    }


def _profile(log10_nodes: Iterable[float]) -> list[tuple[int, float]]:
    """Return the depths that have nodes, each with their logarithm."""
    pairs = enumerate(log10_nodes, start=1)
    return [(depth, number) for depth, number in pairs if isfinite(number)]


def _finite(number: float) -> float | None:
    return number if isfinite(number) else None


def _transition(recipe: generators.Recipe, framed: bool) -> dict[str, Any]:
    """Return the phase transition of a recipe's class, and its curve over colors."""
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
