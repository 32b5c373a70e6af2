"""Run a search for a command: options by name, progress, signals, checkpoints."""

import signal
import warnings
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from inspect import signature
from math import isfinite
from pathlib import Path
from typing import TYPE_CHECKING, Any, TextIO

import click

from edgematch.cli.arguments import Command
from edgematch.cli.interrupts import raise_interrupt
from edgematch.cli.output import check_writable, is_same_file
from edgematch.cli.progress import ProgressLine, terminal_size
from edgematch.cli.watching import progress_text
from edgematch.errors import EdgematchError

if TYPE_CHECKING:
    from edgematch.puzzle import Puzzle
    from edgematch.results import Limits, Progress, Result


def search_options(command: Command) -> Command:
    """Add the options that every search takes."""
    for option in (
        click.option(
            "--engine",
            default="auto",
            show_default=True,
            help="How to search: auto, row-scan, consistency, color-pairs, sat, cp-sat,"
            " local-sat, blocks.",
        ),
        click.option(
            "--option",
            "options",
            multiple=True,
            metavar="KEY=VALUE",
            help="Option of the engine; a wrong KEY lists them all.",
        ),
        click.option(
            "--seed",
            type=click.IntRange(0),
            help="Shuffle what is tried first; 0 does not.",
        ),
        click.option(
            "--nodes", type=click.IntRange(0), help="Stop after so many nodes."
        ),
        click.option("--seconds", type=Seconds(), help="Stop after so long."),
        click.option(
            "--threads", type=click.IntRange(1, 256), default=1, help="Threads to use."
        ),
        click.option("--checkpoint", metavar="FILE", help="Keep the run in this file."),
        click.option("--checkpoint-every", type=Seconds(), help="Seconds, 5."),
        click.option("--resume", metavar="FILE", help="Go on from a checkpoint."),
    ):
        command = option(command)
    return command


class Seconds(click.FloatRange):
    """A time that is not negative, infinite or no number."""

    name = "seconds"

    def __init__(self) -> None:
        super().__init__(0)

    def convert(
        self,
        value: Any,
        parameter: click.Parameter | None,
        context: click.Context | None,
    ) -> float:
        seconds = super().convert(value, parameter, context)
        if not isfinite(seconds):
            self.fail(f"{value} is no time", parameter, context)
        return float(seconds)


def searched(
    puzzle: "Puzzle",
    limits: "Limits",
    engine: str,
    options: tuple[str, ...],
    seed: int | None,
    threads: int,
    checkpoint: str | None,
    checkpoint_every: float | None,
    resume: str | None,
) -> "Result":
    """Search, with progress on a terminal; SIGTERM ends it as Ctrl-C does."""
    from edgematch.search import solve

    every = check_checkpoint(checkpoint, resume, checkpoint_every)
    if seed is not None:
        options = (*options, f"seed={seed}")
    values = option_values(engine, options)
    line = ProgressLine()

    def watch(progress: "Progress") -> None:
        notice.cancel()
        if line.is_due():
            line.show(progress_text(progress, *terminal_size()))

    notice = line.notice()
    try:
        with stopped_by_sigterm(), telling_warnings(line):
            return solve(
                puzzle,
                engine,
                limits,
                threads=threads,
                watch=watch if line.is_terminal else None,
                checkpoint=None if checkpoint is None else Path(checkpoint),
                checkpoint_every=every,
                resume=None if resume is None else Path(resume),
                **values,
            )
    finally:
        notice.cancel()
        line.clear()


def check_checkpoint(
    checkpoint: str | None, resume: str | None, every: float | None
) -> float:
    """Refuse a checkpoint that is there already, unless it is to be gone on from.

    Return how many seconds lie between two checkpoints.
    """
    if every is None:
        every = 5.0
    elif checkpoint is None:
        raise EdgematchError("--checkpoint-every is about --checkpoint, not given")
    check_writable(checkpoint)
    if checkpoint is None or not Path(checkpoint).exists():
        return every
    if resume is None or not is_same_file(checkpoint, resume):
        raise EdgematchError(
            f"{checkpoint} is there already: go on from it with --resume {checkpoint},"
            " or name another file"
        )
    return every


def spread(
    puzzle: "Puzzle",
    limits: "Limits",
    address: str,
    engine: str,
    options: tuple[str, ...],
    seed: int | None,
    threads: int,
    checkpoint: str | None,
    checkpoint_every: float | None,
    resume: str | None,
) -> "Result":
    """Count on a cluster, with progress on a terminal."""
    from edgematch.experiments.spread import count_on_cluster
    from edgematch.search import engine_options

    keeps = checkpoint is not None or resume is not None
    if keeps or checkpoint_every is not None or threads > 1:
        raise EdgematchError("--cluster goes without --threads and checkpoints")
    if limits.nodes is not None:
        raise EdgematchError("--cluster goes without --nodes: nobody sees them all")
    if seed is not None:
        options = (*options, f"seed={seed}")
    values = option_values(engine, options)
    if "all_solutions" in engine_options(engine):
        values = {"all_solutions": True, **values}
    line = ProgressLine()

    def watch(progress: "Progress") -> None:
        if line.is_due():
            line.show(progress_text(progress, *terminal_size()))

    try:
        with stopped_by_sigterm():
            return count_on_cluster(
                puzzle, engine, values, address, limits.seconds, watch
            )
    finally:
        line.clear()


def separated(others: dict[str, Any]) -> tuple[dict[str, Any], dict[str, Any]]:
    """Part the options of a search from those of reading the puzzle."""
    names = {*signature(searched).parameters}
    search = {name: value for name, value in others.items() if name in names}
    reading = {name: value for name, value in others.items() if name not in names}
    return search, reading


def option_values(engine: str, options: tuple[str, ...]) -> dict[str, Any]:
    """Read KEY=VALUE options as fields of an engine."""
    from edgematch.search import engine_options

    return read_options(engine, options, engine_options(engine))


def read_options(
    engine: str, options: tuple[str, ...], known: dict[str, Any]
) -> dict[str, Any]:
    """Read KEY=VALUE options, by the type of their default."""
    # What a command says by its limits is no option of its own.
    known = {key: value for key, value in known.items() if key != "most_conflicts"}
    values: dict[str, Any] = {}
    for option in options:
        key, equals, value = option.partition("=")
        key = key.replace("-", "_")
        if not equals or key not in known:
            names = ", ".join(known) or "none"
            raise EdgematchError(
                f"engine {engine} has no option {option!r}; KEY=VALUE, keys: {names}"
            )
        values[key] = _as(type(known[key]), key, value)
    return values


def _as(kind: type, key: str, value: str) -> Any:
    if kind is bool:
        if value not in ("true", "false"):
            raise EdgematchError(f"option {key} is true or false, not {value!r}")
        return value == "true"
    try:
        return kind(value)
    except ValueError:
        words = {int: "a whole number", float: "a number"}
        raise EdgematchError(
            f"option {key} is {words.get(kind, kind.__name__)}, not {value!r}"
        ) from None


@contextmanager
def telling_warnings(progress: ProgressLine) -> Iterator[None]:
    """Tell what went wrong with checkpoints in a line; the search goes on."""
    from edgematch.search.checkpoint_file import CheckpointWarning

    def show(
        message: Warning | str,
        category: type[Warning],
        filename: str,
        lineno: int,
        file: TextIO | None = None,
        line: str | None = None,
    ) -> None:
        if issubclass(category, CheckpointWarning):
            # Where messages go to the same full disk, the search goes on all the same.
            with suppress(OSError):
                progress.clear()
                click.echo(f"edgematch: {message}; the search goes on", err=True)
        else:
            before(message, category, filename, lineno, file, line)

    with warnings.catch_warnings():
        before = warnings.showwarning
        warnings.showwarning = show
        warnings.simplefilter("always", CheckpointWarning)
        yield


def check_saved(unsaved: str) -> None:
    """Raise if a checkpoint could not be written, when all else is told."""
    if unsaved:
        raise EdgematchError(f"{unsaved}: there is no checkpoint of the end")


@contextmanager
def stopped_by_sigterm() -> Iterator[None]:
    """Let SIGTERM end the work as Ctrl-C does."""
    before = signal.signal(signal.SIGTERM, raise_interrupt)
    try:
        yield
    finally:
        signal.signal(signal.SIGTERM, before)
