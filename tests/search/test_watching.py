"""What a watch is told, and the options that a menu offers."""

import time
from dataclasses import fields

import pytest

from edgematch import catalog
from edgematch.results import Interrupted
from edgematch.search import entries, solve, technique, technique_class
from edgematch.search.options import option_meanings, options_of

ALL = {"solutions": None, "keep": 0}
COMPILED = ("row-scan", "consistency", "color-pairs", "blocks", "auto")


@pytest.mark.parametrize("engine", COMPILED)
@pytest.mark.deep
def test_the_current_board_is_legal_and_without_a_break(engine):
    seen = []

    def watch(progress):
        seen.append(progress)
        if len(seen) == 8:
            raise KeyboardInterrupt

    puzzle = catalog.load("clue3").puzzle
    with pytest.raises(Interrupted):
        solve(puzzle, engine, **ALL, watch=watch, watch_every=0.05)
    for progress in seen:
        assert progress.current is not None
        assert progress.current.is_legal()
        assert not progress.current.breaks()


@pytest.mark.deep
def test_a_slow_watch_is_called_less_often():
    calls = []

    def watch(progress):
        calls.append(progress.nodes)
        until = time.thread_time() + 0.03
        while time.thread_time() < until:
            pass

    solve(
        catalog.load("eternity2").puzzle,
        "row-scan",
        seconds=2,
        watch=watch,
        watch_every=0.01,
    )
    assert 1 <= len(calls) <= 4  # 30 ms each, at most 2 % of the time


@pytest.mark.parametrize(
    "entry", entries(), ids=lambda each: f"{each.goal}-{each.name}"
)
def test_menus_offer_what_the_engine_takes(entry):
    kind = technique_class(entry.name, entry.goal)
    defaults = {field.name: field.default for field in fields(kind)}
    for option in options_of(kind):
        assert option.default == defaults[option.name]
        assert option_meanings(kind)[option.name], option.name
        for choice in option.choices:
            technique(entry.name, entry.goal, **{option.name: choice})
        assert not option.choices or option.default in option.choices
    assert entry.summary.endswith(".")
