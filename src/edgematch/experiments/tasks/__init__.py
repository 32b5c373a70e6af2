"""Tasks: what a run does with a puzzle.

A new task is one file here and one line in `_MODULES`.  A task checks its subject and
options before anything runs, prepares once in the process that runs are forked from,
and then processes one puzzle at a time.
"""

import time
from collections.abc import Callable, Mapping
from importlib import import_module
from typing import Any, Protocol, cast

from edgematch.errors import UnknownName, nearest_names
from edgematch.experiments.plan import Method, RunLimits
from edgematch.experiments.records import RunRecord
from edgematch.processes.processor_time import processor_seconds
from edgematch.puzzle import Puzzle
from edgematch.search import Limits
from edgematch.search.options import OptionError

_MODULES = {
    "solve": "edgematch.experiments.tasks.solve",
    "optimize": "edgematch.experiments.tasks.optimize",
    "backbone": "edgematch.experiments.tasks.backbone",
    "encode": "edgematch.experiments.tasks.encode",
    "blocks": "edgematch.experiments.tasks.blocks",
    "program": "edgematch.experiments.tasks.program",
}

TASKS = tuple(_MODULES)
"""The names of all tasks of the package."""


def register(name: str, module: str) -> None:
    """Add a task from outside the package: a module with the functions of `Task`."""
    _MODULES[name] = module


class Task(Protocol):
    """A module of this package."""

    def check_options(self, subject: str, options: Mapping[str, Any]) -> dict[str, Any]:
        """Return the options that differ from their defaults; raise on bad ones."""
        ...

    def prepare(self, puzzle: Puzzle, method: Method) -> None:
        """Import and compile what the method needs for such puzzles."""
        ...

    def run(self, puzzle: Puzzle, method: Method) -> RunRecord:
        """Process one puzzle."""
        ...


def task_named(name: str) -> Task:
    """Return the task called `name`."""
    if name not in _MODULES:
        raise UnknownName(f"no task {name!r}; tasks are {', '.join(TASKS)}")
    return cast(Task, import_module(_MODULES[name]))


def search_limits(limits: RunLimits) -> Limits:
    """Return the limits of a search in a run."""
    return Limits(limits.nodes, limits.seconds, limits.processor_seconds)


def clock_of(limits: RunLimits) -> Callable[[], float]:
    """Return the clock that the seconds of a run are of."""
    return time.perf_counter if limits.clock == "wall" else processor_seconds


def changed_options(
    who: str, known: Mapping[str, Any], options: Mapping[str, Any]
) -> dict[str, Any]:
    """Return the options that differ from their defaults; raise on bad ones."""
    changed = {}
    for name, value in options.items():
        if name not in known:
            there = nearest_names(name, known)
            text = f"{who} has no option {name!r}; options are {there}"
            raise OptionError(text, name)
        kind = type(known[name])
        if kind is float and type(value) is int:
            value = float(value)
        if type(value) is not kind:
            text = f"option {name} of {who} must be a {kind.__name__}, not {value!r}"
            raise OptionError(text, name)
        if value != known[name]:
            changed[name] = value
    return changed
