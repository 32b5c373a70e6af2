"""Where a search for a score stands, in as many lines as the terminal has room for."""

from typing import TYPE_CHECKING

from edgematch.cli.watching import drawn_below

if TYPE_CHECKING:
    from edgematch.results import ScoreProgress


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
