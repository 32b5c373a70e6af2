"""Run a search for a command: its options, progress, signals, checkpoints."""

import sys
import warnings
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import ExitStack, contextmanager, suppress
from dataclasses import dataclass, fields, replace
from functools import wraps
from pathlib import Path
from typing import TYPE_CHECKING, Any, TextIO

import click

from edgematch.cli import arguments, outputs
from edgematch.cli.arguments import Command
from edgematch.errors import CheckpointWarning, EdgematchError

if TYPE_CHECKING:
    from edgematch.pictures.live import LiveDisplay, ProgressText
    from edgematch.puzzle import Puzzle
    from edgematch.results import OnBetter, Result
    from edgematch.search import Request, Technique
    from edgematch.search.request import Goal

DONE, UNSOLVABLE, UNDECIDED, INTERRUPTED = 0, 20, 3, 130
"""The exit statuses of a search; bad input has 2."""
_SAT_SOLVED, _SAT_UNDECIDED = 10, 0
"""Those of SAT solvers, where they differ."""

_SECONDS_BETWEEN_CHECKPOINTS = 5.0


@dataclass(frozen=True)
class SearchSettings:
    """The options of a command that every search takes."""

    engine: str
    options: tuple[str, ...]
    seed: int | None
    nodes: int | None
    seconds: float | None
    threads: int
    checkpoint: str | None
    checkpoint_every: float | None
    resume: str | None
    sat_status: bool = False
    memory: int | None = None

    @property
    def saves(self) -> bool:
        """Whether the run is saved or resumed."""
        return self.checkpoint is not None or self.resume is not None

    def values(self, goal: str) -> dict[str, Any]:
        """Return the options of the engine as values."""
        from edgematch.search import technique_class
        from edgematch.search.options import parse_options

        return parse_options(technique_class(self.engine, goal), self.options)

    def request(self, puzzle: "Puzzle", goal: "Goal") -> "Request":
        """Return the request for a puzzle and a goal."""
        from edgematch.search import Limits, Request

        limits = Limits(self.nodes, self.seconds)
        return Request(puzzle, goal, self.seed or 0, limits, self.threads, self.memory)


class EngineOption(click.Option):
    """The name of an engine; its help lists those of other packages too.

    They are looked up when the help is shown, not when the command is imported.
    """

    def __init__(self, names: list[str], goal: str, **settings: Any) -> None:
        super().__init__(names, **settings)
        self._goal = goal

    def get_help_record(self, context: click.Context) -> tuple[str, str] | None:
        from edgematch.search import technique_names

        self.help = f"Engine to use: {', '.join(technique_names(self._goal))}."
        return super().get_help_record(context)


def search_options(goal: str) -> Callable[[Command], Command]:
    """Add the options of a search; the command gets them as `search`."""
    add = arguments.add(
        click.option(
            "--engine",
            cls=EngineOption,
            goal=goal,
            metavar="NAME",
            default="auto",
            show_default=True,
        ),
        click.option(
            "--option",
            "options",
            multiple=True,
            metavar="KEY=VALUE",
            help="Set an option of the engine; an unknown KEY lists similar ones.",
        ),
        arguments.number(
            "--seed", most=2**63 - 1, help="Seed of the random choices.  [default: 0]"
        ),
        arguments.number(
            "--nodes",
            least=0 if goal == "solve" else 1,
            help="Stop after this many nodes, such as 250, 10k or 1e6.",
        ),
        click.option(
            "--seconds",
            type=arguments.SECONDS,
            help="Stop after this time, such as 90, 10m or 1h30m, not counting"
            " preparation.",
        ),
        arguments.number(
            "--threads", least=1, most=256, default=1, help="Number of threads."
        ),
        click.option(
            "--checkpoint", metavar="FILE", help="Save the state of the run to FILE."
        ),
        click.option(
            "--checkpoint-every",
            type=arguments.SECONDS,
            help="Seconds between two checkpoints.  [default: 5]",
        ),
        click.option(
            "--resume", metavar="FILE", help="Continue from the checkpoint in FILE."
        ),
    )

    add_status = click.option(
        "--sat-status",
        is_flag=True,
        help="Exit as SAT solvers do: 10 solved, 20 unsolvable, 0 undecided.",
    )

    add_memory = arguments.number(
        "--memory",
        least=1,
        metavar="SIZE",
        help="Memory that a beam may use, such as 500M or 4G.  [default: half of what"
        " is free]",
    )

    def decorate(command: Command) -> Command:
        command = (add_status if goal == "solve" else add_memory)(command)

        @wraps(command)
        def with_settings(**values: Any) -> Any:
            names = [f.name for f in fields(SearchSettings) if f.name in values]
            settings = SearchSettings(**{name: values.pop(name) for name in names})
            return command(search=settings, **values)

        return add(with_settings)  # type: ignore[return-value]  # other arguments

    return decorate


depths = click.option(
    "--depths",
    "with_depths",
    is_flag=True,
    help="Show the nodes by depth (row-scan, or --engine consistency).",
)


def choose_for_depths(search: SearchSettings) -> SearchSettings:
    """Return the settings with an engine that reports its nodes by depth, if free."""
    return replace(search, engine="row-scan") if search.engine == "auto" else search


def check_depths(technique: "Technique") -> None:
    """Refuse an engine that does not report its nodes by depth."""
    if not technique.counts_depths:
        where = " on a GPU" if getattr(technique, "device", "cpu") == "gpu" else ""
        raise EdgematchError(
            f"--depths: engine {technique.name}{where} does not report its nodes by"
            " depth; use --engine row-scan or consistency"
        )


def print_depths(depths: Sequence[int]) -> None:
    """Print the nodes at each depth, down to the deepest one reached."""
    reached = max((at for at, nodes in enumerate(depths, 1) if nodes), default=0)
    width = max(map(len, ("nodes", *(f"{nodes:,}" for nodes in depths))))
    click.echo(f"depth  {'nodes':>{width}}")
    for at, nodes in enumerate(depths[:reached], 1):
        click.echo(f"{at:>5}  {nodes:>{width},}")


def run_search(
    technique: "Technique",
    request: "Request",
    settings: SearchSettings,
    on_better: "OnBetter | None" = None,
    text: "ProgressText | None" = None,
) -> "Result":
    """Search, with progress on a terminal.

    An interrupted search returns what it had found.
    """
    from edgematch.pictures.live import LiveDisplay
    from edgematch.results import Interrupted
    from edgematch.search import run_request

    every, checkpoint = settings.checkpoint_every, settings.checkpoint
    resume = settings.resume
    with ExitStack() as stack:
        display = stack.enter_context(LiveDisplay(is_compiling, text))
        if checkpoint is not None:
            stack.enter_context(_report_warnings(display))
        try:
            return run_request(
                technique,
                request,
                watch=display.watch if display.is_terminal else None,
                on_better=on_better,
                checkpoint=None if checkpoint is None else Path(checkpoint),
                checkpoint_every=_SECONDS_BETWEEN_CHECKPOINTS
                if every is None
                else every,
                resume=None if resume is None else Path(resume),
                begin=display.clear_notice,
            )
        except Interrupted as stop:
            return stop.result


def is_compiling() -> bool:
    """Return whether this process has compiled kernels, not only loaded them."""
    kernels = sys.modules.get("edgematch.kernels.compiled")  # slow to import
    return kernels is not None and kernels.compilation_count() > 0


def exit_status(result: "Result", settings: SearchSettings) -> int:
    """Return the exit status of a search for solutions, when everything is printed."""
    check_saved(result)
    if result.ended == "interrupted":
        return INTERRUPTED
    if result.proves_unsolvable:
        return UNSOLVABLE
    if settings.sat_status:
        return _SAT_SOLVED if result.count else _SAT_UNDECIDED
    is_done = result.count and result.ended in ("found", "exhausted")
    return DONE if is_done else UNDECIDED


def check_saved(result: "Result") -> None:
    """Raise if the last checkpoint could not be written."""
    if result.unsaved:
        raise EdgematchError(f"{result.unsaved}: the last checkpoint was not written")


def check_files(
    settings: SearchSettings, written: Mapping[str, str | None] | None = None
) -> None:
    """Raise if one of the files, by option, would overwrite another.

    A checkpoint may overwrite only the one that is resumed.
    """
    checkpoint, resume = settings.checkpoint, settings.resume
    if resume == "":
        raise EdgematchError("--resume needs the name of a checkpoint, not ''")
    for option, path in (("--checkpoint", checkpoint), ("--resume", resume)):
        outputs.check_different({option: path, **(written or {})})
    if settings.checkpoint_every is not None and checkpoint is None:
        raise EdgematchError("--checkpoint-every needs --checkpoint")
    outputs.check_writable(checkpoint)
    if checkpoint is None or not Path(checkpoint).exists():
        return
    if resume is None or not outputs.is_same_file(checkpoint, resume):
        raise EdgematchError(
            f"{checkpoint} exists; pass --resume {checkpoint} to continue it, or choose"
            " another file"
        )


@contextmanager
def _report_warnings(display: "LiveDisplay") -> Iterator[None]:
    """Report in one line that a checkpoint could not be written, and continue."""

    def show(
        message: Warning | str,
        category: type[Warning],
        filename: str,
        lineno: int,
        file: TextIO | None = None,
        line: str | None = None,
    ) -> None:
        if issubclass(category, CheckpointWarning):
            with suppress(OSError):  # messages may go to the same full disk
                display.clear()
                click.echo(f"edgematch: {message}; the search continues", err=True)
        else:
            before(message, category, filename, lineno, file, line)

    with warnings.catch_warnings():
        before = warnings.showwarning
        warnings.showwarning = show
        warnings.simplefilter("always", CheckpointWarning)
        yield
