"""The task `backbone`: find all solutions, and how much they have in common."""

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any

from edgematch.board import Board
from edgematch.errors import EdgematchError
from edgematch.experiments.plan import RunLimits
from edgematch.experiments.tasks import Finding, solve
from edgematch.puzzle import Puzzle
from edgematch.theory.backbone import backbone

MOST_SOLUTIONS = 200_000
"""Puzzles with more have no backbone here: their solutions take too much memory."""

checked = solve.checked


def prepare(
    subject: str, options: Mapping[str, Any], puzzles: Sequence[Puzzle]
) -> None:
    """Get the engine ready."""
    solve.prepare(subject, options, puzzles)


def run(
    puzzle: Puzzle, subject: str, options: Mapping[str, Any], limits: RunLimits
) -> Finding:
    """Find all solutions of one puzzle; the fraction is the statistic `backbone`."""
    everything = replace(limits, solutions=None, keep=MOST_SOLUTIONS)
    finding = solve.run(puzzle, subject, options, everything)
    kept = replace(finding, boards=finding.boards[: limits.keep])
    if finding.ended != "exhausted" or not finding.boards:
        return kept
    if finding.solutions > len(finding.boards):
        raise EdgematchError(
            f"{finding.solutions:,} solutions are too many to compare"
            f" (at most {MOST_SOLUTIONS:,})"
        )
    fraction = backbone(Board(puzzle, each) for each in finding.boards)
    return replace(kept, statistics={**finding.statistics, "backbone": fraction})
