"""A search for a score, watched in as many lines as the terminal has room for."""

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from edgematch.cli.progress import ProgressLine, terminal_size
from edgematch.cli.searching import stopped_by_sigterm, telling_warnings
from edgematch.cli.watching import drawn_below

if TYPE_CHECKING:
    from edgematch.puzzle import Puzzle
    from edgematch.results import ScoreLimits, ScoreProgress, ScoreResult


def score_progress_text(progress: "ScoreProgress", columns: int, rows: int) -> str:
    """Write the score, when it last became better, the rate, and the board."""
    return drawn_below(score_facts(progress), progress.best, columns, rows)


def score_facts(progress: "ScoreProgress") -> list[str]:
    """Return the facts, each for itself."""
    puzzle = progress.best.puzzle
    seconds = max(progress.seconds, 1e-9)
    facts = []
    if progress.curve:
        last = progress.curve[-1]
        of = puzzle.joins if progress.goal == "joins" else puzzle.cells
        facts = [
            f"{last.score} of {of} {progress.goal}",
            f"since {last.seconds:.1f} s",
        ]
    facts += [
        f"{seconds:.0f} s",
        f"{progress.nodes:,} nodes",
        f"{progress.nodes / seconds:,.0f}/s",
    ]
    return facts + ([progress.note] if progress.note else [])


def watched_search(
    puzzle: "Puzzle",
    engine: str,
    limits: "ScoreLimits",
    text: Callable[["ScoreProgress", int, int], str] = score_progress_text,
    **others: Any,
) -> "ScoreResult":
    """Search, with progress on a terminal; SIGTERM ends it as Ctrl-C does."""
    from edgematch.search.scores import optimize

    line = ProgressLine()

    def watch(progress: "ScoreProgress") -> None:
        notice.cancel()
        if line.is_due():
            line.show(text(progress, *terminal_size()))

    notice = line.notice()
    try:
        with stopped_by_sigterm(), telling_warnings(line):
            return optimize(
                puzzle,
                engine,
                limits,
                watch=watch if line.is_terminal else None,
                **others,
            )
    finally:
        notice.cancel()
        line.clear()
