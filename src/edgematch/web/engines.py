"""The engines as the studio offers them, and the request that a job stands for."""

from functools import cache
from typing import Any

from msgspec import Struct

from edgematch.board import Board
from edgematch.puzzle import Puzzle
from edgematch.search import (
    Count,
    Limits,
    Optimize,
    Request,
    Solve,
    Technique,
    counting_technique,
    entries,
    technique,
    technique_class,
)
from edgematch.search.measures import MEASURES
from edgematch.search.options import option_meanings, options_of
from edgematch.search.request import Goal
from edgematch.search.technique import Threads
from edgematch.web.job_data import JobSpec


class OptionEntry(Struct, frozen=True):
    """One option of an engine."""

    name: str
    default: bool | int | float | str
    choices: tuple[str, ...]
    """The values it takes; empty where it is a number, a boolean or a text."""
    meaning: str


class EngineEntry(Struct, frozen=True):
    """One engine, for one or several goals."""

    name: str
    goals: tuple[str, ...]
    summary: str
    complete: bool
    """Whether it can prove that there is no other solution, or no better board."""
    resumable: bool
    threaded: bool
    options: tuple[OptionEntry, ...]


@cache
def engine_entries() -> tuple[EngineEntry, ...]:
    """Return every engine with its options."""
    found = []
    for entry in entries():
        kind = technique_class(entry.name, entry.goal)
        counts = entry.goal == "solve" and kind.proves
        meanings = option_meanings(kind)
        options = tuple(
            OptionEntry(each.name, each.default, each.choices, meanings[each.name])
            for each in options_of(kind)
        )
        found.append(
            EngineEntry(
                entry.name,
                ("solve", "count") if counts else (entry.goal,),
                entry.summary,
                kind.proves,
                kind.resumable,
                kind.threads is not Threads.ONE,
                options,
            )
        )
    return tuple(found)


def check_engine(name: str, goal: str, options: dict[str, Any]) -> type[Technique]:
    """Return the class of an engine for a goal; refuse options it does not take."""
    registered = "optimize" if goal == "optimize" else "solve"
    return type(technique(name, registered, **options))


def technique_of(spec: JobSpec) -> Technique:
    """Return the engine of a job, with its options."""
    options = dict[str, Any](spec.options)
    if spec.goal == "count":
        return counting_technique(spec.engine, options)
    return technique(spec.engine, spec.goal, **options)


def request_of(spec: JobSpec, puzzle: Puzzle, start: Board | None) -> Request:
    """Return what the search of a job is asked for."""
    goals: dict[str, Goal] = {
        "solve": Solve(spec.limits.solutions, spec.keep),
        "count": Count(),
        "optimize": Optimize(MEASURES[spec.measure], spec.limits.target, start),
    }
    limits = Limits(seconds=spec.limits.seconds)
    return Request(puzzle, goals[spec.goal], spec.seed, limits, spec.threads)
