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

from edgematch.generators import Recipe, generate
from edgematch.puzzle import Puzzle
from edgematch.version import __version__


@dataclass(frozen=True)
class RunLimits:
    """When a run ends.  The time is always limited."""

    seconds: float
    """Wall time."""
    nodes: int | None = None
    solutions: int | None = 1
    """Number of solutions wanted; None for all."""
    megabytes: int = 4_000
    """Memory beyond that of Python with the engines imported."""
    keep: int = 1
    """Number of solutions whose boards are kept."""
    processor_seconds: float | None = None
    """Processor time; `seconds` then only ends a run that does not use any."""

    @property
    def clock(self) -> str:
        """The clock that limits a run and that its `seconds` are of."""
        return "wall" if self.processor_seconds is None else "processor"

    @property
    def search_seconds(self) -> float:
        """The limit by that clock."""
        return (
            self.seconds if self.processor_seconds is None else self.processor_seconds
        )

    def shortened(self, seconds: float) -> "RunLimits":
        """Return the limits with at most so many seconds of search."""
        if self.processor_seconds is None:
            return replace(self, seconds=min(seconds, self.seconds))
        return replace(self, processor_seconds=min(seconds, self.processor_seconds))


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

    def load(self) -> Puzzle:
        """Return the puzzle, generated if the source is a recipe."""
        return self.puzzle or generate(Recipe.read(self.name)).puzzle


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

    def with_seed(self, seed: int | None) -> "Method":
        """Return the method with one seed, which is then one of its options."""
        options = {} if seed is None else {"seed": seed}
        return replace(self, options={**self.options, **options}, seeds=())


@dataclass(frozen=True)
class PlannedRun:
    """One method on one puzzle with one seed, once: what is sent to where it runs."""

    identity: str
    """A hash of everything that determines the run."""
    source: PuzzleSource
    method: Method
    """With the seed among its options."""
    kind: str = ""
    """The label of the class."""
    seed: int | None = None
    repetition: int = 0

    @property
    def kill_after(self) -> float:
        """Seconds after which the process is killed.

        Limits are for the search; setting it up may take half as long again.
        """
        return 1.5 * self.method.limits.seconds + 5.0


@dataclass(frozen=True)
class PlotSpec:
    """A plot of a plan."""

    kind: str
    file: str
    settings: Mapping[str, Any] = field(default_factory=dict)


@dataclass(frozen=True)
class Claim:
    """What a paper says of two methods on the same puzzles."""

    name: str
    first: str
    second: str
    """Labels of the methods."""
    measure: str
    effect: float | str
    """Its ratio of first / second, or `less` or `more` where it gives no number."""
    where: str
    """The place in the paper, such as `Table 2`."""
    classes: tuple[str, ...] = ("*",)
    """Patterns for the labels of the classes that it is about."""
    within: float = 0.0
    """For an effect of 1: the factor that counts as none."""


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
    """Settings of the table, see `TableSettings` in `result_tables.py`."""
    plots: tuple[PlotSpec, ...] = ()
    tables: tuple[Mapping[str, Any], ...] = ()
    """Settings of the tables of the report; without any it has the one table."""
    claims: tuple[Claim, ...] = ()

    def runs(self) -> Iterator[PlannedRun]:
        """Yield every run, puzzle by puzzle.

        Puzzles come before methods, so that stopping early leaves complete comparisons.
        Methods that differ only in label, and classes that share puzzles, share runs.
        """
        version = __version__ if self.by_version else ""
        planned = [
            (
                method,
                _method_text(method),
                [(s, method.with_seed(s)) for s in method.seeds],
            )
            for method in self.methods
        ]
        for repetition in range(self.repetitions):
            for kind in self.classes:
                taking = [each for each in planned if each[0].takes(kind)]
                for source in kind.sources:
                    for _, text, seeds in taking:
                        for seed, method in seeds:
                            written = f"{source.content}\n{text}\n{seed}\n{repetition}"
                            identity = _identity(f"{written}\n{version}")
                            yield PlannedRun(
                                identity, source, method, kind.label, seed, repetition
                            )

    @property
    def clock(self) -> str:
        """The clock that the seconds of all its searches are of."""
        return self.methods[0].limits.clock

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
            replace(method, limits=method.limits.shortened(seconds))
            for method in plan.methods
        )
        plan = replace(plan, methods=methods)
    return plan


def _method_text(method: Method) -> str:
    """Return a canonical text of what a method does; its label does not matter."""
    limits = method.limits
    of_processor = [limits.processor_seconds] if limits.processor_seconds else []
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
            *of_processor,  # plans without it keep their identities
        ],
    }
    return json.dumps(content, sort_keys=True)


def _identity(text: str) -> str:
    return sha256(text.encode()).hexdigest()[:32]
