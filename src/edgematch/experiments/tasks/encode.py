"""The task `encode`: encode a puzzle as clauses, and measure the formula."""

from collections.abc import Mapping
from typing import Any

from edgematch.encoders import CONSTRAINT_MODELS, encoding, encoding_options
from edgematch.encoders.cardinality import Clauses, check_ways
from edgematch.errors import EdgematchError
from edgematch.experiments.plan import Method
from edgematch.experiments.records import RunRecord, Status
from edgematch.experiments.tasks import changed_options, clock_of
from edgematch.puzzle import Puzzle

_COUNTING = {"at_most_one": "ladder", "exactly": "sorting"}
_SIMPLIFIED = {"simplified": False}
"""Whether unit clauses are propagated before counting."""


def check_options(subject: str, options: Mapping[str, Any]) -> dict[str, Any]:
    """Return the options that differ from their defaults; raise on bad ones."""
    known = {**encoding_options(subject), **_COUNTING, **_SIMPLIFIED}
    if subject in CONSTRAINT_MODELS:
        raise EdgematchError(f"encoding {subject} has no clauses to count")
    changed = changed_options(f"encoding {subject}", known, options)
    _, counting, _ = _split_options(subject, changed)
    check_ways(**(_COUNTING | counting))
    return changed


def prepare(puzzle: Puzzle, method: Method) -> None:
    """Import the encoders."""
    run(puzzle, method)


def run(puzzle: Puzzle, method: Method) -> RunRecord:
    """Count variables, clauses and literals."""
    clock = clock_of(method.limits)
    started = clock()
    made, counting, is_simplified = _split_options(method.subject, method.options)
    clauses: Any = Clauses(made.encode(puzzle), **counting)
    if is_simplified:
        clauses = simplify(clauses)
        variables = len({abs(literal) for clause in clauses for literal in clause})
        number = len(clauses)
    else:
        variables, number = clauses.size()
    literals = sum(map(len, clauses))
    seconds = clock() - started
    statistics = {"variables": variables, "clauses": number, "literals": literals}
    return RunRecord(Status.DONE, "done", seconds=seconds, statistics=statistics)


def _split_options(
    subject: str, options: Mapping[str, Any]
) -> tuple[Any, dict[str, Any], bool]:
    """Return the encoding, the ways to count, and whether to simplify."""
    own = dict(options)
    is_simplified = bool(own.pop("simplified", False))
    counting = {key: own.pop(key) for key in _COUNTING if key in own}
    return encoding(subject, **own), counting, is_simplified


def simplify(clauses: Any) -> list[tuple[int, ...]]:
    """Propagate unit clauses: drop satisfied clauses and false literals.

    If they contradict each other, a single empty clause is left.

    >>> simplify([(1,), (-1, 2, 3), (1, 4), (-2, -3)])
    [(2, 3), (-2, -3)]
    >>> simplify([(1,), (-1,), (2, 3)]), simplify([(1,), (-1, 2), (-2,)])
    ([()], [()])
    """
    left = [tuple(clause) for clause in clauses]
    while True:
        facts = {clause[0] for clause in left if len(clause) == 1}
        if not facts:
            return left
        if any(-fact in facts for fact in facts):
            return [()]
        left = [
            tuple(literal for literal in clause if -literal not in facts)
            for clause in left
            if facts.isdisjoint(clause)
        ]
        if any(not clause for clause in left):
            return [()]
