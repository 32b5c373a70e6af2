"""Score searches in a plan: records with a score and its curve, judged and drawn."""

import json

import pytest

from edgematch.experiments.plots.by_method import scores_at

PLAN = """\
[limits]
seconds = 30
nodes = 20_000

[[puzzles]]
recipe = "one-set:3x3:3"
seeds = "1-2"

[[scores]]
engine = "anneal"
seeds = "1-2"

[[plots]]
kind = "score"
file = "score.svg"
"""


@pytest.fixture
def plan(tmp_path):
    path = tmp_path / "plan.toml"
    path.write_text(PLAN)
    return path


def test_scores_are_recorded_judged_and_drawn(edgematch, plan):
    assert edgematch("experiment", "run", plan, "--quiet").status == 0
    records = plan.with_suffix(".csv")
    assert edgematch("experiment", "export", plan, "-o", records).status == 0
    verdict = edgematch("experiment", "status", plan, "--verify", "--json")
    assert verdict.status == 0
    table = edgematch("experiment", "table", plan, "--measure", "score", "--json")
    assert "anneal" in table.out
    assert edgematch("experiment", "plot", plan).status == 0
    assert "<svg" in plan.with_name("score.svg").read_text()


@pytest.mark.deep
def test_a_tampered_score_is_found(edgematch, plan):
    import sqlite3

    assert edgematch("experiment", "run", plan, "--quiet").status == 0
    with sqlite3.connect(plan.with_suffix(".sqlite")) as store:
        (scores,) = store.execute("SELECT count(score) FROM records").fetchone()
        store.execute("UPDATE records SET score = score + 1 WHERE best IS NOT NULL")
        (boards,) = store.execute("SELECT count(best) FROM records").fetchone()
    assert scores == 4
    said = edgematch("experiment", "status", plan, "--verify", "--json")
    assert said.status == (1 if boards else 0)
    assert len(json.loads(said.out)["verified"]["problems"]) == boards


@pytest.mark.parametrize(
    ("old", "new", "message"),
    [
        ('"anneal"', '"aneal"', "plan.toml:10: no engine 'aneal' to optimize"),
        ('seeds = "1-2"\n\n[[pl', "options = { gaol = 1 }\n\n[[pl", "no option 'gaol'"),
        (
            'seeds = "1-2"\n\n[[pl',
            'options = { goal = "most" }\n\n[[pl',
            "plan.toml:11: no goal 'most'",
        ),
    ],
)
def test_a_wrong_score_search_is_refused_with_its_line(
    edgematch, plan, old, new, message
):
    plan.write_text(PLAN.replace(old, new))
    said = edgematch("experiment", "check", plan)
    assert said.status == 2
    assert message in said.err


def test_a_run_has_no_score_before_its_first_board():
    curve = ((1.0, 5), (3.0, 7))
    assert scores_at(curve, [0.5, 1.0, 2.0, 3.5]) == [float("-inf"), 5, 5, 7]
