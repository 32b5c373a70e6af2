"""Plans: puzzles, methods and limits, and the runs that they combine to.

A *class* is a set of similar puzzles, such as seeds 1 to 20 of a recipe.
A *method* is a task with its options, such as solving with an engine.
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
    """When a run ends.  The time is always limited."""

    seconds: float
    nodes: int | None = None
    solutions: int | None = 1
    """Number of solutions wanted; None for all."""
    megabytes: int = 4_000
    """Memory beyond that of Python with the engines imported."""
    keep: int = 1
    """Number of solutions whose boards are kept."""


@dataclass(frozen=True)
class PuzzleSource:
    """One puzzle: a recipe, generated where the run is, or the puzzle itself."""

    name: str
    """The recipe, catalog name or path, as written in the plan."""
    puzzle: Puzzle | None = None
    """None for a recipe."""

    @property
    def content(self) -> str:
        """What identifies the puzzle, wherever its file is."""
        return self.name if self.puzzle is None else self.puzzle.fingerprint


@dataclass(frozen=True)
class PuzzleClass:
    """A set of similar puzzles: a column of a table."""

    label: str
    sources: tuple[PuzzleSource, ...]


@dataclass(frozen=True)
class Method:
    """A task with its options: a row of a table."""

    label: str
    task: str
    """One of `edgematch.experiments.tasks.TASKS`."""
    subject: str
    """The engine or encoding; empty where the task needs none."""
    options: Mapping[str, Any]
    """Options that differ from their defaults."""
    limits: RunLimits
    seeds: tuple[int | None, ...] = (None,)
    """Seeds of the engine; None for its default."""
    only: tuple[str, ...] = ("*",)
    """Patterns for the labels of the classes it runs on."""

    def takes(self, kind: PuzzleClass) -> bool:
        """Return whether the method runs on a class."""
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
    """A hash of everything that determines the run."""

    @property
    def options(self) -> dict[str, Any]:
        """The options of the method, with the seed of this run."""
        seed = {} if self.seed is None else {"seed": self.seed}
        return {**self.method.options, **seed}


@dataclass(frozen=True)
class PlotSpec:
    """A plot of a plan."""

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
    """Whether runs of other versions of the package are different runs."""
    records: Path = Path()
    table: Mapping[str, Any] = field(default_factory=dict)
    """Settings of the table, see `edgematch.experiments.figures.TableSettings`."""
    plots: tuple[PlotSpec, ...] = ()
    tables: tuple[Mapping[str, Any], ...] = ()
    """Settings of the tables of the report; without any it has the one table."""

    def runs(self) -> Iterator[PlannedRun]:
        """Yield every run, puzzle by puzzle.

        Puzzles come before methods, so that stopping early leaves complete comparisons.
        Methods that differ only in label, and classes that share puzzles, share runs.
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
        """The number of runs."""
        return self.repetitions * sum(
            len(kind.sources) * len(method.seeds)
            for kind in self.classes
            for method in self.methods
            if method.takes(kind)
        )


def reduce_plan(plan: Plan, sample: int | None, seconds: float | None) -> Plan:
    """Return a smaller plan: the first puzzles of each class, shorter runs.

    Engines with several seeds keep the first `sample` of them.
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
    """Return a canonical text of what a method does; its label does not matter."""
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
