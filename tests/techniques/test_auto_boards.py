"""`auto` for the best board: its plan in a given time, and without one."""

from types import SimpleNamespace

import numpy as np
import pytest

from edgematch.search import Limits, Optimize, Request, technique
from edgematch.search.technique import Outcome
from edgematch.techniques.auto import optimize as auto
from edgematch.techniques.auto.pace import Pace
from planted import planted_board

PUZZLE = planted_board(7, 7, 6, 3, hints=1).puzzle
SECONDS = 10


class Machine:
    """A search whose clock goes by its nodes, so that every run is the same."""

    def __init__(
        self, monkeypatch, seconds=SECONDS, memory=None, of_processor=None, **options
    ):
        limits = Limits(seconds=seconds, processor_seconds=of_processor)
        clock = SimpleNamespace(perf_counter=lambda: self.seconds)
        monkeypatch.setattr(auto, "time", clock)
        monkeypatch.setattr(auto, "_LEAST_REPAIR", 0)  # its beams are narrow
        request = Request(PUZZLE, Optimize(), 5, limits, 1, memory)
        options = {"narrowest": 8, **options}
        self.search = technique("auto", "optimize", **options).start(request)
        self.seconds, self.pace = 0.0, 1e-5
        self.stages = []
        """The note, and the time at which each stage began."""

    def run(self, end=SECONDS, slower_from=np.inf):
        """Search until the clock says `end`."""
        search = self.search
        while self.seconds < end:
            before = search.nodes
            if search.advance(50) is Outcome.EXHAUSTED:
                break
            pace = self.pace * (2 if self.seconds >= slower_from else 1)
            self.seconds += max(search.nodes - before, 1) * pace
            if not self.stages or self.stages[-1][0] != search.note:
                self.stages.append((search.note, self.seconds))
        return self

    @property
    def widths(self):
        return [
            int(note.split()[-1].replace(",", ""))
            for note, _ in self.stages
            if "beam" in note
        ]

    @property
    def repair_began(self):
        return next(when for note, when in self.stages if "repair" in note)


def test_a_limit_of_processor_time_goes_by_the_processor(monkeypatch):
    by_wall = Machine(monkeypatch).run()
    busy = Machine(monkeypatch, 3 * SECONDS, of_processor=SECONDS)
    assert busy.search._clock is auto.processor_seconds
    busy.search._clock = lambda: busy.seconds
    assert busy.run().stages == by_wall.stages


def test_the_time_given_is_filled_with_equally_wide_passes(monkeypatch):
    machine = Machine(monkeypatch).run()
    first, *others = machine.widths
    assert first == 8
    assert len(others) == 3
    assert min(others) > 100
    assert max(others) < 3 * min(others)
    assert 0.8 * SECONDS < machine.repair_began < SECONDS


def test_twice_the_time_is_for_passes_twice_as_wide(monkeypatch):
    short, long = (
        Machine(monkeypatch, seconds).run(seconds).widths
        for seconds in (SECONDS, 2 * SECONDS)
    )
    assert 1.5 < long[-1] / short[-1] < 2.5


def test_a_pass_on_a_machine_that_became_busy_is_narrowed_and_ends_in_time(monkeypatch):
    machine = Machine(monkeypatch, passes=1).run(slower_from=SECONDS / 4)
    assert len(machine.widths) == 2
    assert 0.8 * SECONDS < machine.repair_began < SECONDS


def test_the_width_is_limited(monkeypatch):
    machine = Machine(monkeypatch, widest=20).run(SECONDS / 10)
    assert max(machine.widths) == 20


def test_a_resumed_run_knows_the_pace_and_the_time_that_is_left(monkeypatch):
    state = Machine(monkeypatch).run(SECONDS / 2).search.state()
    again = Machine(monkeypatch)
    again.search.restore(state)
    again.run(SECONDS / 4)  # it has run for about half of the time before
    assert again.widths[0] > 100
    assert again.search._seconds > SECONDS / 2


def test_memory_limits_the_width_and_the_note_says_so(monkeypatch):
    course = Machine(monkeypatch).search._course
    memory = course.bytes_of_pass(20)
    machine = Machine(monkeypatch, memory=memory).run(SECONDS / 10)
    notes = {note for note, _ in machine.stages}
    limited = f"beam of width 20, the widest in {memory / 1e6:.0f} MB"
    assert notes >= {"beam of width 8", limited}


def test_a_pass_that_needs_more_memory_than_allowed_is_not_resumed(monkeypatch):
    machine = Machine(monkeypatch).run(SECONDS / 2)
    state = machine.search.state()
    width = machine.widths[-1]
    needed = machine.search._course.bytes_of_pass(width)
    Machine(monkeypatch, memory=needed).search.restore(state)
    with pytest.raises(ValueError, match=f"its beam of width {width:,} needs"):
        Machine(monkeypatch, memory=needed - 1).search.restore(state)


@pytest.mark.parametrize("seconds", [None, SECONDS])
def test_a_run_resumed_in_a_pass_comes_to_the_same_board(monkeypatch, seconds):
    machine = Machine(monkeypatch, seconds).run(SECONDS / 2)
    assert machine.search.inside()
    state = machine.search.state()
    assert state["seconds"] == machine.seconds
    again = Machine(monkeypatch, seconds)
    again.search.restore(state)
    assert again.search.note == machine.search.note
    assert again.search._seconds == machine.seconds
    nodes = machine.search.nodes + 20_000
    for search in (machine.search, again.search):
        monkeypatch.setattr(type(search), "_seconds", SECONDS / 2)
        while search.nodes < nodes:
            search.advance(nodes - search.nodes)
    assert again.search.nodes == machine.search.nodes
    assert again.search.best() == machine.search.best()
    assert again.search.inside().keys() == machine.search.inside().keys()


def test_a_pass_wider_than_the_widest_is_refused(monkeypatch):
    search = Machine(monkeypatch).run(SECONDS / 2).search
    state = dict(search.state())
    state["inside.numbers"] = state["inside.numbers"].copy()
    state["inside.numbers"][0] = 2**27
    with pytest.raises(ValueError, match="numbers has values outside of 1 to"):
        search.restore(state)


def test_a_time_that_is_none_is_refused(monkeypatch):
    search = Machine(monkeypatch).search
    for name, value in (("seconds", np.nan), ("pace", -1.0), ("pace", np.inf)):
        state = dict(search.state())
        state[name] = np.full_like(state[name], value)
        with pytest.raises(ValueError, match=f"{name} is not a time"):
            search.restore(state)


def test_without_a_limit_of_seconds_the_width_is_doubled(monkeypatch):
    machine = Machine(monkeypatch, None, passes=2).run(2)
    widths = machine.widths
    assert widths[:4] == [8, 16, 32, 64]
    assert "repair" in machine.stages[1][0]


def test_sixteen_passes_go_all_ways_over_the_board(monkeypatch):
    search = Machine(monkeypatch).search
    ways = set()
    for number in range(16):
        search._passes_in_all = number
        ways.add(tuple(step.cell for step in search._course.plan.steps))
    assert len(ways) == 16


def test_pace_is_that_of_the_last_pass():
    pace = Pace(4)
    assert pace.width_of_rest(7, 0.0) == 7
    pace.begin(0, 10)
    pace.reach(2, 10, 1.0)
    pace.reach(4, 10, 4.0)
    assert pace.of_cell.tolist() == pytest.approx([0.05, 0.05, 0.15, 0.15])
    assert pace.width_in(8.0) == 20


def test_a_slow_pass_is_narrowed_by_what_it_is_late():
    pace = Pace(10)
    pace.reach(10, 1, 10.0)
    pace.begin(0, 100)
    assert pace.width_of_rest(100, 1000.0) == 100
    pace.reach(5, 100, 1000.0)  # twice as slow
    assert 50 < pace.width_of_rest(100, 500.0) < 60
    assert pace.width_of_rest(100, -1.0) == 1
    pace.reach(10, 100, 1500.0)
    assert pace.width_of_rest(100, -1.0) == 100
