"""One search for a score with many seeds: one after another, or on a Dask cluster."""

import re
import time
from collections.abc import Callable
from dataclasses import asdict, dataclass, field
from statistics import median
from typing import TYPE_CHECKING, Any

import click

from edgematch.cli.output import is_colored
from edgematch.cli.progress import ProgressLine, terminal_size
from edgematch.cli.score_watching import score_facts, watched_search
from edgematch.cli.searching import stopped_by_sigterm
from edgematch.cli.watching import drawn_below
from edgematch.errors import EdgematchError

if TYPE_CHECKING:
    from edgematch.board import Board
    from edgematch.optimizers.store import Store
    from edgematch.puzzle import Puzzle
    from edgematch.results import Better, ScoreLimits, ScoreProgress, ScoreResult

_SPAN = re.compile(r"(\d{1,18})(?:-(\d{1,18}))?")
_MOST_SEEDS = 100_000


class Seeds(click.ParamType[tuple[int, ...]]):
    """Seeds such as `7`, `1-20` or `1-5,9`, each once."""

    name = "seeds"

    def convert(
        self,
        value: Any,
        parameter: click.Parameter | None,
        context: click.Context | None,
    ) -> tuple[int, ...]:
        seeds: list[int] = []
        for part in str(value).split(","):
            span = _SPAN.fullmatch(part)
            if span is None or int(span[2] or span[1]) < int(span[1]):
                self.fail(
                    f"expected seeds such as 1-20 or 1,5,9, got {part!r}",
                    parameter,
                    context,
                )
            first, last = int(span[1]), int(span[2] or span[1])
            if len(seeds) + last - first >= _MOST_SEEDS:
                self.fail(f"more than {_MOST_SEEDS:,} seeds", parameter, context)
            seeds += range(first, last + 1)
        if len(set(seeds)) < len(seeds):
            self.fail(f"a seed twice: {value}", parameter, context)
        return tuple(seeds)


def check_seeds(
    seeds: tuple[int, ...] | None,
    cluster: str | None,
    seed: int | None,
    threads: int,
    has_end: bool,
    has_checkpoint: bool,
) -> None:
    """Refuse options that make no sense with many seeds, or only with them."""
    if cluster is not None and seeds is None:
        raise EdgematchError("--cluster needs --seeds, such as --seeds 1-20")
    if seeds is None:
        return
    if seed is not None:
        raise EdgematchError("--seeds and --seed do not go together")
    if has_checkpoint:
        raise EdgematchError("--seeds goes without checkpoints: a seed is run again")
    if not has_end:
        raise EdgematchError(
            "--seeds needs --seconds, --nodes or --prove: what ends the search of a"
            " seed"
        )
    if cluster is not None and threads > 1:
        raise EdgematchError("--cluster goes without --threads: a seed takes one")


@dataclass
class Campaign:
    """All seeds of a search, and what has come in."""

    puzzle: "Puzzle"
    engine: str
    goal: str
    seeds: tuple[int, ...]
    write: Callable[["Board", dict[str, Any]], None]
    """Called with every board that is better than all before, and how it was found."""
    last: "tuple[int, Board, Better] | None" = None
    """The best board, its seed, and how it was found."""
    results: dict[int, "ScoreResult"] = field(default_factory=dict)
    ended: str = "seeds"
    """`seeds`: all of them were run; `exhausted`: the best board is proved to be; else
    `found` or `interrupted`."""
    started: float = field(default_factory=time.monotonic)

    @property
    def best(self) -> "Board | None":
        """The best board of all seeds; None before there is one."""
        return None if self.last is None else self.last[1]

    @property
    def best_seed(self) -> int | None:
        """The seed that came to it."""
        return None if self.last is None else self.last[0]

    def value(self, board: "Board | None") -> int:
        """Return what is to be as large as possible."""
        if board is None:
            return -1
        return len(board.placements) if self.goal == "pieces" else board.score()

    def take(self, seed: int, board: "Board", better: "Better") -> None:
        """Take a board over if it is the best of all seeds."""
        if self.value(board) > self.value(self.best):
            # In this order: Ctrl-C may come in between, and the board comes again.
            self.write(board, {"engine": self.engine, "seed": seed, **asdict(better)})
            self.last = seed, board, better

    def end(self, seed: int, result: "ScoreResult", limits: "ScoreLimits") -> bool:
        """Take what a seed came to; say whether no more are needed."""
        self.take(seed, result.best, result.curve[-1])
        self.results[seed] = result
        if result.is_proved:
            self.ended = "exhausted"
        elif result.ended == "interrupted":
            self.ended = "interrupted"
        elif limits.target is not None and self.value(self.best) >= limits.target:
            self.ended = "found"
        return self.ended != "seeds"

    def told(self) -> list[str]:
        """Return where it stands, in facts."""
        facts = [f"{len(self.results)} of {len(self.seeds)} seeds"]
        if self.best is not None:
            puzzle = self.puzzle
            of = puzzle.joins if self.goal == "joins" else puzzle.cells
            facts.append(
                f"{self.value(self.best)} of {of} {self.goal} by seed {self.best_seed}"
            )
        return facts

    def facts(self) -> dict[str, Any]:
        """Return all that came in, for a program."""
        best = self.best
        return {
            "puzzle": self.puzzle.name,
            "fingerprint": self.puzzle.fingerprint,
            "engine": self.engine,
            "goal": self.goal,
            "seeds": list(self.seeds),
            "ended": self.ended,
            "seconds": time.monotonic() - self.started,
            "joins": self.puzzle.joins,
            "score": None if best is None else best.score(),
            "pieces": None if best is None else len(best.placements),
            "best_seed": self.best_seed,
            "board": None if best is None else [list(x) for x in best.placements],
            "runs": [
                {
                    "seed": seed,
                    "ended": result.ended,
                    "proved": result.is_proved,
                    **result.statistics,
                    "curve": [asdict(better) for better in result.curve],
                }
                for seed, result in sorted(self.results.items())
            ],
        }

    def tell(self) -> None:
        """Say what came in, for people."""
        from edgematch.draw.text import board_text

        if self.best is None:
            click.echo("no board came in")
            return
        color = is_colored()
        click.echo(board_text(self.best, color=color) + "\n", color=color)
        done, best = self.told()
        proved = ": proved, no board is better" if self.ended == "exhausted" else ""
        click.echo(f"{best}{proved}")
        values = {seed: self.value(each.best) for seed, each in self.results.items()}
        for value in sorted(set(values.values()), reverse=True):
            seeds = [str(seed) for seed in sorted(values) if values[seed] == value]
            word = "seed" if len(seeds) == 1 else "seeds"
            click.echo(f"  {value}: {word} {', '.join(seeds)}")
        if values:
            done += f", median {median(values.values()):g}"
        seconds = time.monotonic() - self.started
        click.echo(f"{done} in {seconds:.1f} s; ended by: {self.ended}")


def run_campaign(
    campaign: Campaign,
    limits: "ScoreLimits",
    cluster: str | None,
    store: "Store | None",
    options: dict[str, Any],
    **others: Any,
) -> None:
    """Run all seeds; Ctrl-C and SIGTERM end it and keep what came in."""
    run = _one_after_another if cluster is None else _on_cluster
    try:
        with stopped_by_sigterm():
            run(campaign, limits, cluster, store, options, others)
    except KeyboardInterrupt:
        campaign.ended = "interrupted"


def _one_after_another(
    campaign: Campaign,
    limits: "ScoreLimits",
    _: str | None,
    store: "Store | None",
    options: dict[str, Any],
    others: dict[str, Any],
) -> None:
    def text(progress: "ScoreProgress", columns: int, rows: int) -> str:
        facts = [*campaign.told(), f"seed {seed}:", *score_facts(progress)]
        return drawn_below(facts, campaign.best or progress.best, columns, rows)

    def on_better(board: "Board", better: "Better") -> None:
        campaign.take(seed, board, better)
        if store is not None:
            facts = (campaign.engine, seed, better.seconds, better.nodes, options)
            store.add(board, *facts)

    for seed in campaign.seeds:
        result = watched_search(
            campaign.puzzle,
            campaign.engine,
            limits,
            text,
            seed=seed,
            goal=campaign.goal,
            on_better=on_better,
            **others,
            **options,
        )
        if campaign.end(seed, result, limits):
            return


def _on_cluster(
    campaign: Campaign,
    limits: "ScoreLimits",
    address: str | None,
    store: "Store | None",
    options: dict[str, Any],
    others: dict[str, Any],
) -> None:
    from contextlib import closing

    from edgematch.cluster.connection import connect
    from edgematch.optimizers import optimizer_class
    from edgematch.optimizers.cluster import optimize_seeds

    optimizer_class(campaign.engine)(**options)  # refused here, not on a worker
    line = ProgressLine()

    def watch() -> None:
        if line.is_due():
            facts = [*campaign.told(), f"{time.monotonic() - campaign.started:.0f} s"]
            threads = sum(client.nthreads().values())
            facts.append(f"{threads} threads of a cluster")
            size = terminal_size()
            text = "  ".join(facts)
            if campaign.best is not None:
                text = drawn_below(facts, campaign.best, *size)
            line.show(text)

    assert address is not None
    client = connect(address)
    runs = optimize_seeds(
        client,
        campaign.puzzle,
        campaign.seeds,
        campaign.engine,
        limits,
        store=store,
        goal=campaign.goal,
        on_better=campaign.take,
        watch=watch,
        start=others["start"],
        **options,
    )
    try:
        with closing(client), closing(runs):
            for seed, result in runs:
                if campaign.end(seed, result, limits):
                    return
    finally:
        line.clear()
