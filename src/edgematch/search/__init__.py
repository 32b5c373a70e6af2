"""Solve, count, optimize: every search through the same interface.

`request.py` says what a search is asked for, `technique.py` what a technique and its
search must provide, `registry.py` which techniques there are.  `run.py` drives them.
"""

import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from edgematch.board import Board
from edgematch.puzzle import Puzzle
from edgematch.results import OnBetter, Result, Watch
from edgematch.search.launch import check_request, run_request
from edgematch.search.measures import measure_named
from edgematch.search.options import defaults
from edgematch.search.part import Part
from edgematch.search.registry import (
    entries,
    register_technique,
    technique,
    technique_class,
    technique_names,
)
from edgematch.search.request import Count, Limits, Optimize, Request, Solve
from edgematch.search.technique import Technique
from edgematch.symmetry import board_symmetries, turn_board

__all__ = [
    "Count",
    "Limits",
    "Optimize",
    "Request",
    "Solve",
    "Technique",
    "count",
    "entries",
    "optimize",
    "register_technique",
    "run_request",
    "solutions",
    "solve",
    "technique",
    "technique_class",
    "technique_names",
]


def solve(
    puzzle: Puzzle,
    /,
    engine: str = "auto",
    *,
    solutions: int | None = 1,
    keep: int = 10_000,
    nodes: int | None = None,
    seconds: float | None = None,
    seed: int = 0,
    threads: int = 1,
    proof: Path | None = None,
    watch: Watch | None = None,
    watch_every: float = 0.25,
    checkpoint: Path | None = None,
    checkpoint_every: float = 5.0,
    resume: Path | None = None,
    **options: Any,
) -> Result:
    """Search for solutions of a puzzle; other keywords are options of the engine.

    `solutions` is how many are enough, None for all; `keep` how many are returned.
    With `checkpoint` the run is saved in that file every `checkpoint_every` seconds;
    `resume` continues from such a file, and comes to the same result as a run without
    a break.  `watch` is called every `watch_every` seconds, less often where that would
    slow the search.

    >>> solve(Puzzle(1, 2, [(0, 1, 0, 0), (0, 1, 0, 0)])).count
    1
    """
    request = Request(
        puzzle, Solve(solutions, keep, proof), seed, Limits(nodes, seconds), threads
    )
    return run_request(
        technique(engine, "solve", **options),
        request,
        watch=watch,
        watch_every=watch_every,
        checkpoint=checkpoint,
        checkpoint_every=checkpoint_every,
        resume=resume,
    )


def count(
    puzzle: Puzzle,
    /,
    engine: str = "auto",
    *,
    nodes: int | None = None,
    seconds: float | None = None,
    seed: int = 0,
    threads: int = 1,
    watch: Watch | None = None,
    watch_every: float = 0.25,
    checkpoint: Path | None = None,
    checkpoint_every: float = 5.0,
    resume: Path | None = None,
    **options: Any,
) -> Result:
    """Count all solutions of a puzzle without keeping them.

    One turn of the whole board is searched, and by row scan one board of each picture;
    the number is multiplied.  The keywords are those of `solve`.

    >>> count(Puzzle(1, 2, [(0, 1, 0, 0), (0, 1, 0, 0)])).count
    2
    """
    return run_request(
        counting_technique(engine, options),
        Request(puzzle, Count(), seed, Limits(nodes, seconds), threads),
        watch=watch,
        watch_every=watch_every,
        checkpoint=checkpoint,
        checkpoint_every=checkpoint_every,
        resume=resume,
    )


def solutions(
    puzzle: Puzzle, engine: str = "auto", *, seed: int = 0, **options: Any
) -> Iterator[Board]:
    """Yield the solutions of a puzzle one by one, as they are found.

    >>> pieces = [(0, 1, 0, 0), (0, 1, 0, 0)]
    >>> len(list(solutions(Puzzle(1, 2, pieces))))
    2
    """
    chosen = technique(engine, "solve", **options)
    request = Request(puzzle, Solve(None), seed)
    check_request(chosen, request)
    part = Part(chosen.start(request))
    try:
        part.search.prepare()
        while not part.is_exhausted:
            part.run(chosen.name, part.count + 1, sys.maxsize, keep=1)
            while part.kept:
                board = part.kept.pop()
                yield board
                if part.search.turns > 1:
                    turns = board_symmetries(puzzle)[1:]
                    yield from (turn_board(board, turn) for turn in turns)
    finally:
        part.search.close()


def counting_technique(engine: str, options: dict[str, Any]) -> Technique:
    """Return a technique that searches one turn of the board, unless told otherwise."""
    if "break_symmetry" in defaults(technique_class(engine, "solve")):
        options = {"break_symmetry": True, **options}
    return technique(engine, "solve", **options)


def optimize(
    puzzle: Puzzle,
    /,
    engine: str = "auto",
    *,
    goal: str = "joins",
    target: int | None = None,
    start: Board | None = None,
    nodes: int | None = None,
    seconds: float | None = None,
    seed: int = 0,
    threads: int = 1,
    memory: int | None = None,
    watch: Watch | None = None,
    watch_every: float = 0.25,
    on_better: OnBetter | None = None,
    checkpoint: Path | None = None,
    checkpoint_every: float = 5.0,
    resume: Path | None = None,
    **options: Any,
) -> Result:
    """Search for the best board of a puzzle; other keywords are options of the engine.

    With the goal `joins` the board is full and as many joins match as possible, with
    `pieces` it has no break and as many pieces as possible, with `prefix` it is full
    and its clean prefix is as long as possible.  `start` is a board to improve on,
    `target` a value that is enough, `memory` the bytes that a beam may take (half of
    what is free).  The same seed, start and node limit give the same board.

    >>> puzzle = Puzzle(1, 2, [(0, 1, 0, 0), (0, 1, 0, 0)])
    >>> optimize(puzzle, "exact").score
    1
    """
    wanted = Optimize(measure_named(goal), target, start)
    return run_request(
        technique(engine, "optimize", **options),
        Request(puzzle, wanted, seed, Limits(nodes, seconds), threads, memory),
        watch=watch,
        watch_every=watch_every,
        on_better=on_better,
        checkpoint=checkpoint,
        checkpoint_every=checkpoint_every,
        resume=resume,
    )
