"""What can be done with a puzzle in a run.

A new task is one file here and one line in `_MODULES`.  A task checks its subject and
options before anything runs, gets ready once in the process that runs are forked from,
and then treats one puzzle at a time.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from importlib import import_module
from typing import Any, Protocol

from edgematch.errors import EdgematchError, UnknownName
from edgematch.experiments.plan import RunLimits
from edgematch.puzzle import Placement, Puzzle

_MODULES = {
    "solve": "edgematch.experiments.tasks.solve",
    "optimize": "edgematch.experiments.tasks.optimize",
    "backbone": "edgematch.experiments.tasks.backbone",
    "encode": "edgematch.experiments.tasks.encode",
    "blocks": "edgematch.experiments.tasks.blocks",
}

TASKS = tuple(_MODULES)
"""The name of every task that comes with the package."""


def register(name: str, module: str) -> None:
    """Add a task of somebody else's: a module with the functions of `Task`."""
    _MODULES[name] = module


Placements = tuple[Placement, ...]


@dataclass(frozen=True)
class Finding:
    """What came of one run, as far as the task knows."""

    ended: str
    """`found` and `exhausted` are answers; `nodes` and `seconds` were limits."""
    solutions: int = 0
    nodes: int | None = None
    seconds: float = 0.0
    boards: tuple[Placements, ...] = ()
    """Solutions, as many as are kept."""
    best: Placements = ()
    """The best board where there is no solution."""
    score: int | None = None
    """Matching joins of the best board, for searches that go for it."""
    curve: tuple[tuple[float, int], ...] = ()
    """Seconds and the score reached by then, for such searches."""
    statistics: Mapping[str, int | float] = field(default_factory=dict)
    note: str = ""


class Task(Protocol):
    """A module of this package."""

    def checked(self, subject: str, options: Mapping[str, Any]) -> dict[str, Any]:
        """Return the options that differ from their defaults; refuse wrong ones."""
        ...

    def prepare(
        self, subject: str, options: Mapping[str, Any], puzzles: Sequence[Puzzle]
    ) -> None:
        """Import and compile what runs on such puzzles need."""
        ...

    def run(
        self,
        puzzle: Puzzle,
        subject: str,
        options: Mapping[str, Any],
        limits: RunLimits,
    ) -> Finding:
        """Treat one puzzle."""
        ...


def task_named(name: str) -> Task:
    """Return the task called `name`."""
    if name not in _MODULES:
        raise UnknownName(f"no task {name!r}; there is {', '.join(TASKS)}")
    module: Any = import_module(_MODULES[name])
    task: Task = module
    return task


def changed_options(
    who: str, known: Mapping[str, Any], options: Mapping[str, Any]
) -> dict[str, Any]:
    """Return the options that differ from their defaults; refuse unknown ones."""
    changed = {}
    for name, value in options.items():
        if name not in known:
            there = ", ".join(known) or "none"
            raise EdgematchError(f"{who} has no option {name!r}; there is {there}")
        kind = type(known[name])
        if kind is float and type(value) is int:
            value = float(value)
        if type(value) is not kind:
            raise EdgematchError(
                f"option {name} of {who} is a {kind.__name__}, not {value!r}"
            )
        if value != known[name]:
            changed[name] = value
    return changed
