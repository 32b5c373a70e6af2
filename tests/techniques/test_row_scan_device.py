"""Row scan on a GPU, its loops compiled by g++: node for node the processor's tree."""

import sys
from functools import partial
from io import StringIO
from itertools import cycle
from random import Random

import numpy as np
import pytest

from depths import mostly_deep
from edgematch.cluster.calls import ClusterAnswer
from edgematch.errors import FormatError, MissingPackage, UnsupportedPuzzle
from edgematch.inputs import load
from edgematch.orders import ORDERS
from edgematch.results import Ended
from edgematch.search import Count, Request, Solve, count, solve, spread
from edgematch.search.options import OptionError
from edgematch.search.technique import Outcome
from edgematch.techniques.auto import costs, race
from edgematch.techniques.auto import solve as auto
from edgematch.techniques.row_scan import RowScan, engine
from edgematch.techniques.row_scan.device import lanes, lists, masks, plan, search
from edgematch.techniques.row_scan.tables import row_scan_tables
from gxx import Gxx, Warps
from like_pieces import puzzle_of_like_pieces
from naive import naive_solutions
from planted import planted_board, random_puzzle

SQUARES = load("scramble-squares").puzzle
ALL = {"solutions": None, "keep": 10**6}
MANY = planted_board(3, 4, 2, 12).puzzle
MANY_SOLUTIONS = 1152


@pytest.fixture(scope="module")
def folder(tmp_path_factory):
    return tmp_path_factory.mktemp("loops")


@pytest.fixture
def machine(folder, monkeypatch):
    """The processor in place of a GPU, with work shared out all the time."""
    machine = Gxx(folder, multiprocessors=1)
    monkeypatch.setattr(search, "next_gpu", lambda: machine)
    monkeypatch.setattr(plan, "BEGINNINGS", 4)
    monkeypatch.setattr(lanes, "TURNS", 3)
    monkeypatch.setattr(lanes, "ROOM", 5)
    monkeypatch.setattr(masks, "RING", 2)
    monkeypatch.setattr(lists, "WINDOW", 3)
    return machine


def placements(result):
    return {board.placements for board in result.solutions}


def both(puzzle, order, goal=solve, **options):
    """Answer on the processor and on the machine."""
    return [
        goal(puzzle, "row-scan", order=order, device=device, **options)
        for device in ("cpu", "gpu")
    ]


def nodes_of(results):
    return [result.statistics["nodes"] for result in results]


@pytest.mark.parametrize("first", mostly_deep(1, range(0, 60, 6)))
def test_solutions_and_nodes_are_those_of_the_processor(
    machine, kind, monkeypatch, first
):
    for seed in range(first, first + 6):
        puzzle, chance = random_puzzle(seed), Random(seed)
        monkeypatch.setattr(masks, "BITS_OF_SET", chance.choice([64, 8]))
        monkeypatch.setattr(masks, "BYTES_FOR_THIRDS", chance.choice([1 << 16, 0]))
        order = chance.choice(list(ORDERS))
        options = {"break_symmetry": chance.random() < 0.3}
        results = both(puzzle, order, **ALL, **options)
        assert results[1].note in ("", f"{kind} on g++")  # "" where nothing is left
        assert placements(results[1]) == set(naive_solutions(puzzle))
        assert placements(results[0]) == placements(results[1])
        assert nodes_of(results)[0] == nodes_of(results)[1]
        assert len(results[0].best.placements) == len(results[1].best.placements)


@pytest.mark.parametrize("first", mostly_deep(1, range(0, 40, 4)))
def test_counts_of_pieces_that_look_alike_are_those_of_the_processor(
    machine, kind, first
):
    for seed in range(first, first + 4):
        order = Random(seed).choice(list(ORDERS))
        results = both(puzzle_of_like_pieces(seed), order, count)
        assert results[0].counts == results[1].counts
        assert nodes_of(results)[0] == nodes_of(results)[1]


@pytest.fixture(params=["masks", "lists"])
def kind(request, monkeypatch):
    """What the candidates are kept in, though all would fit into masks."""
    with_masks = partial(row_scan_tables, with_masks=request.param == "masks")
    monkeypatch.setattr(engine, "row_scan_tables", with_masks)
    return request.param


@pytest.mark.parametrize("turns", mostly_deep(1, [2, 1, 50]))
@pytest.mark.parametrize("cut", mostly_deep(1, [1, 30, 10**5]))
def test_neither_launches_nor_beginnings_change_the_nodes(
    machine, kind, monkeypatch, turns, cut
):
    monkeypatch.setattr(lanes, "TURNS", turns)
    monkeypatch.setattr(plan, "BEGINNINGS", cut)
    for name in ("scramble-squares", "one-set:4x4:4"):
        results = both(load(name).puzzle, "spiral-in", count)
        assert results[0].counts == results[1].counts
        assert nodes_of(results)[0] == nodes_of(results)[1]


@pytest.mark.parametrize("seed", mostly_deep(1, range(8)))
def test_lanes_at_work_at_the_same_time_search_the_same_tree(
    folder, machine, kind, monkeypatch, seed
):
    several = Gxx(folder, multiprocessors=1, threads=8)
    monkeypatch.setattr(search, "next_gpu", lambda: several)
    monkeypatch.setattr(plan, "BEGINNINGS", 1 + seed)
    monkeypatch.setattr(lanes, "TURNS", 10 + seed * seed)
    monkeypatch.setattr(lanes, "ROOM", 300)
    results = both(MANY, "rows", **ALL)
    assert placements(results[0]) == placements(results[1])
    assert nodes_of(results)[0] == nodes_of(results)[1]
    assert both(MANY, "rows", count)[1].count == MANY_SOLUTIONS


@pytest.mark.parametrize("seed", mostly_deep(1, range(2, 36, 4)))
def test_threads_in_warps_search_the_same_tree(
    folder, machine, kind, monkeypatch, seed
):
    monkeypatch.setattr(search, "next_gpu", lambda: Warps(folder, multiprocessors=2))
    monkeypatch.setattr(masks, "BITS_OF_SET", [64, 8][seed % 3 == 0])
    monkeypatch.setattr(masks, "BYTES_FOR_THIRDS", [1 << 16, 0][seed % 5 == 0])
    order = list(ORDERS)[seed % len(ORDERS)]
    results = both(random_puzzle(seed), order, **ALL)
    assert placements(results[0]) == placements(results[1])
    assert nodes_of(results)[0] == nodes_of(results)[1]


def rest_of(search, most=10**9):
    """Search on; return the solutions, each with how often it counts, and the nodes."""
    found, advances = [], 0
    while advances < most:
        outcome = search.advance(1)
        advances += 1
        if outcome is Outcome.EXHAUSTED:
            break
        if outcome is Outcome.FOUND:
            found.append((search.board().placements, search.found_together))
    return found, search.nodes


def started(puzzle, goal=None):
    request = Request(puzzle, goal or Solve(None))
    return RowScan(order="rows", device="gpu").start(request)


@pytest.mark.parametrize("moment", range(0, 60, 3))
def test_a_search_saved_at_any_moment_comes_to_the_same_totals(machine, moment):
    whole, nodes = rest_of(started(SQUARES))
    search = started(SQUARES)
    before, _ = rest_of(search, moment)
    resumed = started(SQUARES)
    resumed.restore(search.state())
    assert resumed.nodes <= search.nodes
    after, resumed_nodes = rest_of(resumed)
    assert sorted(before + after) == sorted(whole)
    assert resumed_nodes == nodes
    assert resumed.share() == 1


@pytest.mark.parametrize("wanted", mostly_deep(1, [3, 1, 60]))
def test_parts_of_a_search_are_its_rest(machine, monkeypatch, wanted):
    monkeypatch.setattr(plan, "BEGINNINGS", 40)
    whole, nodes = rest_of(started(MANY))
    for moment in (0, 2, 9):
        search = started(MANY)
        before, _ = rest_of(search, moment)
        parts = search.split(wanted)
        assert len(parts) <= wanted
        rests = [rest_of(part) for part in parts]
        found = before + [each for solutions, _ in rests for each in solutions]
        assert sorted(found) == sorted(whole)
        assert sum(part_nodes for _, part_nodes in rests) == nodes


def test_shares_grow_to_the_whole_tree(machine, monkeypatch):
    monkeypatch.setattr(plan, "BEGINNINGS", 40)
    monkeypatch.setattr(search, "_SECONDS_PER_SLICE", 0.0)
    one = started(MANY)
    shares = [0.0]
    while one.advance(1) is not Outcome.EXHAUSTED:
        shares.append(one.share())
    assert shares == sorted(shares)
    assert len(set(shares)) > 3
    assert one.share() == 1


def test_solutions_that_are_only_counted_are_reported_together(machine):
    search = started(MANY, Count())
    together = [times for _, times in rest_of(search)[0]]
    assert max(together) > 1
    assert sum(together) * search.copies == MANY_SOLUTIONS


def test_of_many_solutions_only_those_wanted_are_kept(machine):
    result = solve(MANY, "row-scan", solutions=None, keep=20, device="gpu")
    assert result.count == MANY_SOLUTIONS
    assert len(placements(result)) == 20


def test_a_checkpoint_has_no_more_solutions_than_are_kept(machine):
    one = started(MANY, Solve(None, keep=20))
    while one.advance(1) is not Outcome.EXHAUSTED:
        assert len(one.state()["waiting"]) < 20
    whole = rest_of(started(MANY, Solve(None, keep=20)))[0]
    assert sum(times for _, times in whole) == MANY_SOLUTIONS


def test_one_solution_ends_the_search(machine):
    result = solve(MANY, "row-scan", device="gpu")
    assert result.best.is_solution()
    assert result.ended is Ended.FOUND


def test_two_machines_and_checkpoints_change_no_count(
    folder, machine, monkeypatch, tmp_path
):
    machines = cycle([machine, Gxx(folder)])
    monkeypatch.setattr(search, "next_gpu", lambda: next(machines))
    monkeypatch.setattr(plan, "BEGINNINGS", 40)
    path = tmp_path / "run.npz"
    options = {"device": "gpu", "order": "rows"}
    whole = count(MANY, "row-scan", **options)
    shared = count(MANY, "row-scan", threads=2, **options)
    count(MANY, "row-scan", nodes=300, checkpoint=path, **options)
    resumed = count(MANY, "row-scan", resume=path, **options)
    for other in (shared, resumed):
        assert other.counts == whole.counts
        assert nodes_of([other]) == nodes_of([whole])


@pytest.mark.parametrize(
    ("name", "damage"),
    [
        ("at", lambda at: at + np.array([0, 0, 1, 0, 0])),  # an end that is not there
        ("at", lambda at: at - np.array([0, 99, 0, 0, 0])),
        ("nodes", lambda nodes: nodes - 10**9),
        ("fullest", lambda ways: ways + 10**4),
        ("waiting", lambda boards: boards[:, 1:]),
    ],
)
def test_a_damaged_state_is_refused(machine, name, damage):
    search = started(SQUARES)
    rest_of(search, 8)
    state = dict(search.state())
    state[name] = damage(state[name])
    with pytest.raises(ValueError, match=name):
        started(SQUARES).restore(state)


class CallsHere:
    """Calls to a cluster that are answered here, one after the other."""

    threads, resubmissions = 3, 0

    def __init__(self, *_):
        self._waiting = []

    def submit(self, key, function, *arguments):
        self._waiting.append(ClusterAnswer(key, function(*arguments)))

    def receive(self, seconds):
        return self._waiting.pop() if self._waiting else None

    def broadcast(self, *_):
        """Nobody is asked to split."""


def test_workers_of_a_cluster_share_the_beginnings(machine, monkeypatch):
    monkeypatch.setattr(plan, "BEGINNINGS", 40)
    monkeypatch.setattr(spread, "ClusterCalls", CallsHere)
    monkeypatch.setattr(spread, "connect", lambda _: StringIO())
    monkeypatch.setattr(spread, "_SECONDS_PER_SLICE", 1e-4)
    technique = RowScan(device="gpu", order="rows", break_symmetry=True)
    spread_out = spread.count_on_cluster(MANY, technique, 0, "here")
    whole = count(MANY, "row-scan", order="rows")
    assert spread_out.counts == whole.counts
    assert nodes_of([spread_out]) == nodes_of([whole])


def test_the_order_is_chosen_by_the_estimate():
    puzzle = load("one-set:8x8:7:seed=1").puzzle
    assert RowScan(device="gpu").order_for(puzzle) == "spiral-in"
    assert RowScan(device="gpu", order="chess").order_for(puzzle) == "chess"
    assert RowScan().order_for(puzzle) == "rows"


def test_auto_takes_the_gpu_where_it_pays(machine, monkeypatch, tmp_path):
    monkeypatch.setattr(auto, "_PLAIN_CELLS", 0)
    monkeypatch.setattr(auto, "_LOG10_MOMENT", float("-inf"))
    monkeypatch.setattr(auto, "has_gpu", lambda: True)
    monkeypatch.setattr(costs, "_GPU_START", 0.0)
    for name, value in (("_FIRST", 150), ("_FAIR", 600), ("_LAST", 600)):
        monkeypatch.setattr(race, f"{name}_GOAL", value)
    assert count(MANY, "auto").count == MANY_SOLUTIONS
    assert solve(MANY, "auto", solutions=None, keep=3).count == MANY_SOLUTIONS
    result = count(SQUARES, "auto")
    assert result.note.startswith("row-scan on a GPU after a race; masks on g++")
    assert result.counts == count(SQUARES, "row-scan").counts
    path = tmp_path / "run.npz"
    count(SQUARES, "auto", nodes=result.statistics["nodes"] - 10, checkpoint=path)
    assert count(SQUARES, "auto", resume=path).counts == result.counts
    monkeypatch.setattr(auto, "has_gpu", lambda: False)
    with pytest.raises(FormatError, match="GPU"):
        count(SQUARES, "auto", resume=path)
    monkeypatch.setattr(auto, "has_gpu", lambda: True)
    monkeypatch.setattr(costs, "_GPU_START", 1e9)
    assert "GPU" not in count(SQUARES, "auto").note


def test_without_cupy_one_line_says_what_to_install(monkeypatch):
    monkeypatch.setitem(sys.modules, "cupy", None)
    with pytest.raises(MissingPackage, match="device=gpu needs CuPy"):
        solve(SQUARES, "row-scan", device="gpu")


def test_a_gpu_does_not_count_nodes_by_depth(edgematch):
    words = ("--engine", "row-scan", "--option", "device=gpu", "--depths")
    refused = edgematch("solve", "scramble-squares", *words)
    assert refused.status == 2
    assert "row-scan on a GPU does not report its nodes by depth" in refused.err


def test_a_gpu_runs_compiled_loops_only():
    with pytest.raises(OptionError, match="compiled must be true"):
        RowScan(device="gpu", compiled=False)


def test_more_than_256_pieces_are_refused():
    puzzle = planted_board(17, 17, 5, 1).puzzle
    with pytest.raises(UnsupportedPuzzle, match="at most 256 pieces"):
        solve(puzzle, "row-scan", device="gpu")


def test_a_board_full_of_hints_is_saved_and_restored(machine):
    full = planted_board(2, 2, 3, 1, hints=4).puzzle
    search = started(full)
    twin = started(full)
    twin.restore(search.state())
    assert rest_of(twin)[0] == rest_of(search)[0] != []


def test_auto_goes_on_without_a_gpu_that_fails(monkeypatch):
    monkeypatch.setattr(auto, "_PLAIN_CELLS", 0)
    monkeypatch.setattr(auto, "_LOG10_MOMENT", float("-inf"))
    monkeypatch.setattr(auto, "has_gpu", lambda: True)
    monkeypatch.setattr(costs, "_GPU_START", 0.0)
    for name, value in (("_FIRST", 150), ("_FAIR", 600), ("_LAST", 600)):
        monkeypatch.setattr(race, f"{name}_GOAL", value)
    result = count(SQUARES, "auto")
    assert "after a race" in result.note
    assert result.counts == count(SQUARES, "row-scan").counts


def test_a_small_machine_runs_fewer_lanes(machine):
    tables = started(SQUARES)._plan.tables
    machine.multiprocessors = 1000
    most = lanes.Lanes(machine, tables).count
    small = Gxx(machine.folder, free=10**7, multiprocessors=1000)
    assert 0 < lanes.Lanes(small, tables).count < most


def test_large_tables_stay_in_the_memory_of_the_machine(machine):
    machine.shared_bytes = 3000
    assert started(SQUARES)._plan.tables.table_bytes > 3000
    found = solve(SQUARES, "row-scan", **ALL, device="gpu")
    assert placements(found) == set(naive_solutions(SQUARES))
