"""Verdicts on the claims of a paper, from the records of a plan.

A claim is about two methods on the same puzzles.  It is judged by the interval of
99 % of their median ratio alone: a claim does not hold only where the interval leaves
out the paper's effect, and it holds only where the interval leaves out that there is
none.  Where neither is so, the verdict is the number of pairs that would decide it.
"""

from dataclasses import dataclass
from enum import StrEnum
from fnmatch import fnmatchcase
from math import inf

from edgematch.experiments.comparisons import (
    LEVEL,
    Comparison,
    compare,
    noise_of,
    paired_values,
)
from edgematch.experiments.plan import Claim, Plan
from edgematch.experiments.result_tables import number
from edgematch.experiments.signed_ranks import LogRatios
from edgematch.experiments.statistics import Flags, Floats
from edgematch.experiments.store import RecordStore
from edgematch.experiments.summary import Summary, summarize

_MOST_PAIRS = 20_000


class ClaimVerdict(StrEnum):
    """What the runs say of a claim."""

    HOLDS = "holds"
    """The interval is on the paper's side of 1, and does not leave out its effect."""
    IN_PART = "in part"
    """The interval is on the paper's side of 1, but its effect is larger."""
    FAILS = "does not hold"
    """The interval leaves out the paper's effect, and does not leave out 1."""
    OPEN = "not decided"


@dataclass(frozen=True)
class JudgedClaim:
    """A claim, what was compared, and the verdict."""

    claim: Claim
    compared: Comparison
    verdict: ClaimVerdict
    pairs_needed: int | None = None
    """How many pairs such as these would decide it; None if it is decided, or if no
    number would, as too many runs were cut off."""

    def reason(self) -> str:
        """Return the verdict with what is missing for another one."""
        if self.verdict is not ClaimVerdict.OPEN:
            return str(self.verdict)
        if not self.compared.pairs:
            return f"{self.verdict}: no pairs yet"
        if self.pairs_needed is None:
            return f"{self.verdict}: too many runs were cut off, or too alike"
        return f"{self.verdict}: about {self.pairs_needed:,} such pairs would"

    def cells(self) -> list[str]:
        """Return the line of a table."""
        claim, found = self.claim, self.compared
        effect = claim.effect if isinstance(claim.effect, str) else number(claim.effect)
        if claim.within:
            effect = f"1, within a factor of {number(claim.within)}"
        ours = "–"
        if found.ratio is not None:
            ours = f"{found.ratio:.3g} {found.interval_text()}, {found.pairs:,} pairs"
        ratio = f"{claim.measure} of {claim.first} / {claim.second}"
        return [f"{claim.name} ({claim.where})", ratio, effect, ours, self.reason()]


HEADER = ["claim", "ratio", "paper", "ours", "verdict"]


def judged_claims(plan: Plan, store: RecordStore) -> list[JudgedClaim]:
    """Judge every claim of a plan."""
    return [judge(each, summarize(plan, store, each.measure)) for each in plan.claims]


def judge(claim: Claim, summary: Summary) -> JudgedClaim:
    """Judge a claim by a summary of its measure."""
    kinds = [
        kind
        for kind in summary.classes()
        if any(fnmatchcase(kind, pattern) for pattern in claim.classes)
    ]
    values = paired_values(summary, claim.first, claim.second, *kinds)
    return judge_values(claim, *values)


def judge_values(
    claim: Claim, first: Floats, first_cut: Flags, second: Floats, second_cut: Flags
) -> JudgedClaim:
    """Judge a claim by the values of pairs, with those marked that were cut off."""
    found = compare(first, first_cut, second, second_cut, noise_of(claim.measure))
    verdict = verdict_of(claim, found.low, found.high)
    if verdict is not ClaimVerdict.OPEN or not found.pairs:
        return JudgedClaim(claim, found, verdict)
    ratios = LogRatios.of(first, first_cut, second, second_cut)
    return JudgedClaim(claim, found, verdict, pairs_needed(claim, ratios))


def verdict_of(claim: Claim, low: float, high: float) -> ClaimVerdict:
    """Return the verdict on a claim, given the interval of the ratio.

    >>> faster = Claim("faster", "A", "B", "seconds", 0.2, "Table 1")
    >>> [str(verdict_of(faster, *ends)) for ends in ((0.1, 0.3), (0.4, 0.6))]
    ['holds', 'in part']
    >>> [str(verdict_of(faster, *ends)) for ends in ((0.4, 1.6), (0.1, 1.6))]
    ['does not hold', 'not decided']
    """
    if claim.within:
        if 1 / claim.within <= low and high <= claim.within:
            return ClaimVerdict.HOLDS
        is_beyond = low > claim.within or high < 1 / claim.within
        return ClaimVerdict.FAILS if is_beyond else ClaimVerdict.OPEN
    is_more = claim.effect == "more" or (
        isinstance(claim.effect, float) and claim.effect > 1
    )
    if is_more:  # the same claim of the inverse ratio
        low, high = _inverse(high), _inverse(low)
    is_seen = high < 1
    if isinstance(claim.effect, str):
        if low > 1:
            return ClaimVerdict.FAILS
        return ClaimVerdict.HOLDS if is_seen else ClaimVerdict.OPEN
    effect = min(claim.effect, 1 / claim.effect)
    if low > effect:
        return ClaimVerdict.IN_PART if is_seen else ClaimVerdict.FAILS
    return ClaimVerdict.HOLDS if is_seen else ClaimVerdict.OPEN


def _inverse(ratio: float) -> float:
    return 1 / ratio if ratio else inf


def pairs_needed(claim: Claim, ratios: LogRatios) -> int | None:
    """Return how many pairs such as these would decide a claim; None if none would.

    The pairs there are, as often as it takes.
    """

    def is_enough(times: int) -> bool:
        ends = ratios.repeated(times).interval(LEVEL)
        return verdict_of(claim, *ends) is not ClaimVerdict.OPEN

    pairs = len(ratios.shown)
    most = max(1, _MOST_PAIRS // pairs)
    if not is_enough(most):
        return None
    too_few, enough = 1, most
    while enough - too_few > 1:
        middle = (too_few + enough) // 2
        too_few, enough = (too_few, middle) if is_enough(middle) else (middle, enough)
    return enough * pairs
