"""Claims of papers: what a plan may say, and the verdicts that records give."""

from contextlib import closing
from dataclasses import replace
from math import inf

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as some

from edgematch.errors import FormatError
from edgematch.experiments.claims import (
    ClaimVerdict,
    judged_claims,
    pairs_needed,
    verdict_of,
)
from edgematch.experiments.plan import Claim
from edgematch.experiments.plan_files import read_plan
from edgematch.experiments.records import RunRecord, Status
from edgematch.experiments.report import report_page
from edgematch.experiments.signed_ranks import LogRatios
from edgematch.experiments.store import RecordStore

PLAN = """\
[limits]
processor_seconds = 2

[[puzzles]]
recipe = "one-set:4x4:3"
seeds = "1-{seeds}"

[[puzzles]]
recipe = "one-set:5x5:4"

[[engines]]
engine = "row-scan"
label = "A"

[[engines]]
engine = "consistency"
label = "B"

[[claims]]
name = "A takes a fifth of B"
first = "A"
second = "B"
measure = "nodes"
effect = 0.2
where = "Table 2"
classes = "one-set:4*"
"""
FIFTH = Claim("a fifth", "A", "B", "nodes", 0.2, "Table 2")
HOLDS, IN_PART, FAILS, OPEN = ClaimVerdict


def plan_of(folder, text):
    path = folder / "plan.toml"
    path.write_text(text)
    return read_plan(path)


def page_of(plan, values):
    """Return the judged claims and the page, given the nodes of A and B by puzzle."""
    with closing(RecordStore(plan.records)) as store:
        for run, nodes in zip(plan.runs(), values, strict=True):
            store.claim(run.identity)
            is_cut = nodes < 0
            ended = "seconds" if is_cut else "found"
            record = RunRecord(Status.DONE, ended, 0, abs(nodes), 0.1)
            store.record(run, replace(record, solutions=int(not is_cut)))
        return judged_claims(plan, store), report_page(plan, store)


@pytest.mark.parametrize(
    ("old", "new", "line", "words"),
    [
        ('first = "A"', 'first = "C"', 21, "no method 'C'; methods are A, B"),
        ('second = "B"', 'second = "A"', 22, "the same method"),
        ('first = "A"\n', "", 19, "needs first"),
        ('measure = "nodes"\n', "", 19, "needs measure"),
        ('where = "Table 2"\n', "", 19, "needs where"),
        ("effect = 0.2\n", "", 19, "effect must be the paper's ratio"),
        ("effect = 0.2", "effect = -3", 24, "effect must be the paper's ratio"),
        ("effect = 0.2", 'effect = "fast"', 24, "less or more"),
        ("effect = 0.2", "effect = 1", 24, "needs within"),
        ("effect = 0.2", "effect = 1\nwithin = 1", 25, "a factor above 1"),
        ("effect = 0.2", "effect = 0.2\nwithin = 1.1", 25, "for an effect of 1"),
        ('classes = "one-set:4*"', 'classes = "two*"', 26, "no class matches 'two*'"),
        ("effect = 0.2", "efect = 0.2", 24, "did you mean effect?"),
        ("[[claims]]", "[claims]", 19, "[[claims]] with double brackets"),
    ],
)
def test_a_claim_that_says_nothing_is_refused_with_its_line(
    tmp_path, old, new, line, words
):
    text = PLAN.format(seeds=2)
    assert text.count(old) == 1
    with pytest.raises(FormatError) as caught:
        plan_of(tmp_path, text.replace(old, new))
    assert (caught.value.line, words in str(caught.value)) == (line, True), caught.value


def test_two_claims_of_one_name_are_refused(tmp_path):
    claim = PLAN.partition("[[claims]]")[2]
    with pytest.raises(FormatError, match=r":29: two claims have the name"):
        plan_of(tmp_path, f"{PLAN}\n[[claims]]{claim}".format(seeds=2))


@pytest.mark.parametrize(
    ("effect", "ends", "verdict"),
    [
        (0.2, (0.1, 0.3), HOLDS),
        (0.2, (0.01, 0.1), HOLDS),  # more than the paper found
        (0.2, (0.3, 0.9), IN_PART),
        (0.2, (0.3, 1.1), FAILS),
        (0.2, (2.0, 3.0), FAILS),
        (0.2, (0.1, 1.1), OPEN),
        (0.2, (0.0, inf), OPEN),
        (5.0, (3.0, 10.0), HOLDS),
        (5.0, (2.0, inf), HOLDS),
        (5.0, (2.0, 3.0), IN_PART),
        (5.0, (0.5, 3.0), FAILS),
        (5.0, (0.0, 0.0), FAILS),
        (5.0, (0.5, 6.0), OPEN),
        ("less", (0.0, 0.9), HOLDS),
        ("less", (0.5, 1.1), OPEN),
        ("less", (1.1, 2.0), FAILS),
        ("more", (1.1, inf), HOLDS),
        ("more", (0.0, 0.9), FAILS),
    ],
)
def test_the_interval_alone_gives_the_verdict(effect, ends, verdict):
    assert verdict_of(replace(FIFTH, effect=effect), *ends) is verdict


@pytest.mark.parametrize(
    ("ends", "verdict"),
    [((0.9, 1.1), HOLDS), ((1.3, 2.0), FAILS), ((0.9, 1.3), OPEN)],
)
def test_no_difference_is_a_claim_too(ends, verdict):
    claim = replace(FIFTH, effect=1.0, within=1.2)
    assert verdict_of(claim, *ends) is verdict


@given(some.floats(0.01, 0.99), some.floats(0, 10), some.floats(0, 10))
def test_a_claim_and_its_inverse_have_the_same_verdict(effect, one, other):
    low, high = sorted((one, other))
    inverse = [1 / end if end else inf for end in (high, low)]
    claims = replace(FIFTH, effect=effect), replace(FIFTH, effect=1 / effect)
    if abs(low - effect) > 1e-9:
        assert verdict_of(claims[0], low, high) is verdict_of(claims[1], *inverse)


def test_a_page_has_the_verdict_of_its_records(tmp_path):
    plan = plan_of(tmp_path, PLAN.format(seeds=9))
    # A, then B, of nine puzzles and of one of another class.
    values = [each for n in range(9) for each in (10 + n, 60)] + [1, 1]
    ((judged,), page) = page_of(plan, values)
    assert judged.verdict is HOLDS
    assert judged.compared.pairs == 9
    assert "| A takes a fifth of B (Table 2) | nodes of A / B | 0.2 | 0.231 [" in page
    assert "9 pairs | holds |" in page


def test_runs_that_were_cut_off_decide_nothing_by_themselves(tmp_path):
    plan = plan_of(tmp_path, PLAN.format(seeds=12))
    values = [each for n in range(12) for each in (-100, -100)] + [1, 1]
    ((judged,), page) = page_of(plan, values)
    assert (judged.verdict, judged.pairs_needed) == (OPEN, None)
    assert "not decided: too many runs were cut off" in page


def test_a_claim_that_is_open_says_how_many_pairs_would_decide_it(tmp_path):
    plan = plan_of(tmp_path, PLAN.format(seeds=4))
    values = [10, 60, 10, 30, 10, 50, 10, 40, 1, 1]
    ((judged,), page) = page_of(plan, values)
    assert judged.verdict is OPEN
    assert judged.pairs_needed == 8  # fewer have no interval
    assert "not decided: about 8 such pairs would" in page


def test_as_many_pairs_as_are_said_decide_a_claim():
    random = np.random.default_rng(5)
    no = np.zeros(20, bool)
    first, second = np.exp(random.normal([[-0.9], [0.0]], 2.0, (2, 20)))
    ratios = LogRatios.of(first, no, second, no)
    assert verdict_of(FIFTH, *ratios.interval(0.99)) is OPEN
    count = pairs_needed(FIFTH, ratios)
    enough, fewer = (ratios.repeated(count // 20 - less) for less in (0, 1))
    assert verdict_of(FIFTH, *enough.interval(0.99)) is not OPEN
    assert verdict_of(FIFTH, *fewer.interval(0.99)) is OPEN


def test_without_records_there_are_no_pairs(tmp_path):
    plan = plan_of(tmp_path, PLAN.format(seeds=2))
    with closing(RecordStore(plan.records)) as store:
        (judged,) = judged_claims(plan, store)
    assert judged.cells()[-2:] == ["–", "not decided: no pairs yet"]
