"""`edgematch prepare`: compile all kernels ahead, so that no search waits for them."""

import time
from collections.abc import Iterator
from contextlib import suppress
from typing import TYPE_CHECKING

import click

from edgematch.cli.searches import is_compiling
from edgematch.errors import MissingPackage, UnsupportedPuzzle

if TYPE_CHECKING:
    from edgematch.search import Request, Technique
    from edgematch.search.request import Goal

_PUZZLES = ("one-set:4x4:3:seed=1", "scramble-squares", "tetravex:3x3:6:seed=1")
"""Framed; without a frame and with signed colors; without turns.  Kernels are the same
for puzzles of all sizes."""


@click.command(
    epilog="""\b
Examples:
  edgematch prepare      after an installation or an update"""
)
def prepare() -> None:
    """Compile all kernels ahead of time.

    The loops of the engines are compiled when they are first used, once per
    installation; this takes some seconds for each engine.  Kernels that are already
    compiled are not compiled again.  edgematch cache shows where they are kept.
    """
    from edgematch.pictures.live import LiveDisplay
    from edgematch.search import entries, technique_class

    started = time.monotonic()
    every = [
        entry
        for entry in entries()
        if not technique_class(entry.name, entry.goal).outside
    ]
    with LiveDisplay() as display:
        for number, entry in enumerate(every, 1):
            for chosen, request in _searches(entry.name, entry.goal):
                seconds = time.monotonic() - started
                display.show(
                    f"preparing kernels, once per installation: {seconds:.0f} s"
                    f"  {entry.goal} by {entry.name}, {number} of {len(every)}"
                )
                _prepare(chosen, request)
    what = "compiled" if is_compiling() else "are already compiled"
    seconds = time.monotonic() - started
    click.echo(f"the kernels of {len(every)} engines {what}: {seconds:.0f} s")


def _searches(name: str, goal: str) -> Iterator[tuple["Technique", "Request"]]:
    """Yield searches that together need all kernels of an engine.

    Those are the default options on every kind of puzzle, and each option changed.
    """
    from edgematch.inputs import load
    from edgematch.search import Count, Optimize, Request, Solve, technique
    from edgematch.search.options import options_of
    from edgematch.search.registry import technique_class

    first, *others = [load(each).puzzle for each in _PUZZLES]
    goals: list[Goal] = [Solve(None), Solve(), Count()]
    if goal == "optimize":
        goals = [Optimize()]
    for puzzle in (first, *others):
        for wanted in goals:
            yield technique(name, goal), Request(puzzle, wanted)
    for option in options_of(technique_class(name, goal)):
        values: tuple[object, ...] = option.choices
        if isinstance(option.default, bool):
            values = (not option.default,)
        for value in values:
            yield (
                technique(name, goal, **{option.name: value}),
                Request(first, goals[0]),
            )


def _prepare(chosen: "Technique", request: "Request") -> None:
    """Compile what a search needs, unless it is refused or lacks a package."""
    with suppress(UnsupportedPuzzle, MissingPackage):
        chosen.prepare(request)
