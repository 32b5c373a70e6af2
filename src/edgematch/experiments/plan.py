"""What a plan says: puzzles, methods and limits, and the runs that they make.

A *class* is a set of puzzles that belong together, such as seeds 1 to 20 of a recipe.
A *method* is one way to treat a puzzle: an engine with its options, or another task.
A *run* is one method on one puzzle with one seed, once.
"""

import json
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field, replace
from fnmatch import fnmatchcase
from hashlib import sha256
from pathlib import Path
from typing import Any

from edgematch.puzzle import Puzzle
from edgematch.version import __version__


@dataclass(frozen=True)
class RunLimits:
    """When a run ends.  Seconds are always limited, so that nothing runs for ever."""

    seconds: float
    nodes: int | None = None
    solutions: int | None = 1
    """How many are wanted; None for all of them."""
    megabytes: int = 4_000
    """Memory beyond what Python and the engines take by themselves."""
    keep: int = 1
    """Boards kept of the solutions found."""


@dataclass(frozen=True)
class PuzzleSource:
    """One puzzle: a recipe to be followed where the run is, or the puzzle itself."""

    name: str
    """The recipe, the catalog name or the path as the plan has it."""
    puzzle: Puzzle | None = None
    """None for a recipe, which says all there is to know."""

    @property
    def content(self) -> str:
        """What makes the puzzle this one, wherever its file lies."""
        return self.name if self.puzzle is None else self.puzzle.fingerprint


@dataclass(frozen=True)
class PuzzleClass:
    """Puzzles that belong together: a column of a table."""

    label: str
    sources: tuple[PuzzleSource, ...]


@dataclass(frozen=True)
class Method:
    """A way to treat a puzzle: a row of a table."""

    label: str
    task: str
    """One of `edgematch.experiments.tasks.TASKS`."""
    subject: str
    """The engine or encoding; empty where the task needs none."""
    options: Mapping[str, Any]
    """Those that differ from their defaults."""
    limits: RunLimits
    seeds: tuple[int | None, ...] = (None,)
    """For the engine; None leaves its seed alone."""
    only: tuple[str, ...] = ("*",)
    """Patterns of the labels of classes that it runs on."""

    def takes(self, kind: PuzzleClass) -> bool:
        """Say whether the method runs on a class."""
        return any(fnmatchcase(kind.label, pattern) for pattern in self.only)


@dataclass(frozen=True)
class PlannedRun:
    """One method on one puzzle with one seed, once."""

    kind: PuzzleClass
    method: Method
    source: PuzzleSource
    seed: int | None
    repetition: int
    identity: str
    """A hash of all that decides what the run is."""

    @property
    def options(self) -> dict[str, Any]:
        """The options of the method, with the seed of this run."""
        seed = {} if self.seed is None else {"seed": self.seed}
        return {**self.method.options, **seed}


@dataclass(frozen=True)
class PlotSpec:
    """A plot that a plan asks for."""

    kind: str
    file: str
    settings: Mapping[str, Any] = field(default_factory=dict)


@dataclass(frozen=True)
class Plan:
    """A whole experiment."""

    path: Path
    title: str
    classes: tuple[PuzzleClass, ...]
    methods: tuple[Method, ...]
    repetitions: int = 1
    by_version: bool = False
    """Whether a run of another version of the package is another run."""
    records: Path = Path()
    table: Mapping[str, Any] = field(default_factory=dict)
    """Settings of the table, see `edgematch.experiments.figures.TableSettings`."""
    plots: tuple[PlotSpec, ...] = ()
    tables: tuple[Mapping[str, Any], ...] = ()
    """Settings of the tables of the report; without any it has the one table."""

    def runs(self) -> Iterator[PlannedRun]:
        """Yield every run, puzzle by puzzle.

        Puzzles come before methods: whoever stops early has whole comparisons.  Methods
        that differ by their labels alone, and classes that share puzzles, share runs.
        """
        version = __version__ if self.by_version else ""
        written = [_written(method) for method in self.methods]
        for repetition in range(self.repetitions):
            for kind in self.classes:
                taking = [
                    (method, text)
                    for method, text in zip(self.methods, written, strict=True)
                    if method.takes(kind)
                ]
                for source in kind.sources:
                    for method, text in taking:
                        for seed in method.seeds:
                            identity = _identity(
                                source.content, text, seed, repetition, version
                            )
                            yield PlannedRun(
                                kind, method, source, seed, repetition, identity
                            )

    @property
    def count(self) -> int:
        """How many runs there are."""
        return self.repetitions * sum(
            len(kind.sources) * len(method.seeds)
            for kind in self.classes
            for method in self.methods
            if method.takes(kind)
        )


def reduce_plan(plan: Plan, sample: int | None, seconds: float | None) -> Plan:
    """Return a smaller plan: the first puzzles of each class, shorter runs.

    Engines with several seeds have as many of them.
    """
    if sample is not None:
        classes = tuple(
            replace(kind, sources=kind.sources[:sample]) for kind in plan.classes
        )
        methods = tuple(
            replace(method, seeds=method.seeds[:sample]) for method in plan.methods
        )
        plan = replace(plan, classes=classes, methods=methods, repetitions=1)
    if seconds is not None:
        methods = tuple(
            replace(
                method,
                limits=replace(
                    method.limits, seconds=min(seconds, method.limits.seconds)
                ),
            )
            for method in plan.methods
        )
        plan = replace(plan, methods=methods)
    return plan


def _written(method: Method) -> str:
    """Return what a method does, in one way of writing it; its label plays no part."""
    limits = method.limits
    content = {
        "task": method.task,
        "subject": method.subject,
        "options": dict(sorted(method.options.items())),
        "limits": [
            float(limits.seconds),
            limits.nodes,
            limits.solutions,
            limits.megabytes,
            limits.keep,
        ],
    }
    return json.dumps(content, sort_keys=True)


def _identity(
    puzzle: str, method: str, seed: int | None, repetition: int, version: str
) -> str:
    text = f"{puzzle}\n{method}\n{seed}\n{repetition}\n{version}"
    return sha256(text.encode()).hexdigest()[:32]
