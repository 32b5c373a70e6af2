"""On a real cluster whose workers are killed, the table comes out the same."""

import asyncio
import json
import signal
import time
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing

import pytest

from children import PATIENCE, program, wait_until
from dask_cluster import Cluster
from edgematch.cluster.connection import connect
from edgematch.errors import EdgematchError
from edgematch.experiments import cluster as cluster_module
from edgematch.inputs import load
from edgematch.search import Count, Request, spread, technique
from edgematch.search.spread import (
    SpreadSearch,
    advance_subtree,
    request_split,
)

pytest.importorskip("distributed")

PLAN = """\
[limits]
seconds = 30

[[puzzles]]
recipe = "two-set:5x5:4:2"
seeds = "1-20"

[[engines]]
engine = "row-scan"
"""


@pytest.fixture(scope="module")
def cluster(tmp_path_factory):
    with closing(Cluster(tmp_path_factory.mktemp("cluster"))) as cluster:
        yield cluster


def command(*arguments):
    return program(*arguments, stdout=-1, stderr=-1, text=True)


@pytest.mark.deep
def test_a_plan_on_a_cluster_that_loses_workers(edgematch, tmp_path, cluster):
    plan = tmp_path / "plan.toml"
    plan.write_text(PLAN)
    here, there = tmp_path / "here.sqlite", tmp_path / "there.sqlite"
    words = ("experiment", "run", plan, "--records", there)
    with command(*words, "--cluster", cluster.address) as process:
        wait_until(lambda: count(there) >= 3, process)
        cluster.kill_worker()
        cluster.add_worker()
        output, error = process.communicate(timeout=PATIENCE)
    assert process.returncode == 0, error
    assert "20 runs, 20 of them done now (20 done)" in output
    assert edgematch("experiment", "run", plan, "--records", here).status == 0
    tables = [
        edgematch("experiment", "table", plan, "--records", each, "--measure", "nodes")
        for each in (here, there)
    ]
    assert tables[0].out == tables[1].out
    said = edgematch(
        *("experiment", "status", plan, "--records", there, "--verify", "--json")
    )
    facts = json.loads(said.out)
    assert facts["verified"]["solutions"] == 20
    assert facts["verified"]["problems"] == []


def count(path):
    from edgematch.experiments.store import RecordStore

    if not path.exists():
        return 0
    with closing(RecordStore(path)) as store:
        return len(store.identities())


@pytest.mark.parametrize(
    "address", ["here", "tcp://", "nonsense://here:1", "tcp://a/b"]
)
def test_what_is_no_address_is_told_in_a_line(edgematch, tmp_path, address):
    plan = tmp_path / "plan.toml"
    plan.write_text(PLAN)
    said = edgematch("experiment", "run", plan, "--cluster", address)
    line = (
        f"edgematch: {address}: not the address of a scheduler, such as tcp://host:8786"
    )
    assert (said.status, said.err) == (2, line + "\n")


def test_nobody_at_an_address_is_told_in_a_line(edgematch, monkeypatch):
    monkeypatch.setattr("edgematch.cluster.connection._SECONDS_TO_CONNECT", 0.5)
    said = edgematch("count", "clue1", "--cluster", "tcp://127.0.0.1:1")
    line = "edgematch: tcp://127.0.0.1:1: no Dask scheduler answers"
    assert (said.status, said.err) == (2, line + "\n")


@pytest.mark.deep
@pytest.mark.parametrize(
    ("engine", "options"),
    [
        ("row-scan", {}),
        ("consistency", {}),
        ("color-pairs", {"stepwise": 20}),  # where the others are cut as well
        ("blocks", {}),
    ],
)
def test_a_slice_that_is_asked_for_comes_back_in_parts(engine, options):
    # Nobody is done with a sixteenth of this one before it is asked for.
    request = Request(load("one-set:8x8:7:seed=7").puzzle, Count())
    kind = SpreadSearch(technique(engine, **options), request)
    slow, *_ = kind.technique.start(request).split(16)
    with ThreadPoolExecutor(1) as pool:
        future = pool.submit(advance_subtree, kind, 7, slow.state(), 200.0)
        while not future.done():
            asyncio.run(request_split([7]))  # until it has begun, and listens
            time.sleep(0.05)
    there = future.result()
    assert not there.is_exhausted
    assert len(there.parts) > 2
    assert there.parts[0].nodes > slow.nodes


@pytest.mark.deep
def test_workers_that_fail_again_and_again_are_told_in_a_line(
    edgematch, cluster, monkeypatch
):
    monkeypatch.setattr("edgematch.search.spread.advance_subtree", lambda *_: 1 / 0)
    said = edgematch("count", "clue1", "--cluster", cluster.address)
    assert said.status == 2
    assert "failed on 5 workers (ZeroDivisionError" in said.err
    assert said.err.count("\n") == 1


KNOWN = ("is_complete", "boards", "pictures", "pictures_up_to_symmetry", "nodes")


@pytest.mark.deep
@pytest.mark.parametrize(
    ("puzzle", "engine"),
    [
        ("two-set:6x6:5:3:seed=1", "consistency"),
        ("one-set:6x6:5:seed=2", "row-scan"),
        ("scramble-squares", "color-pairs"),
        ("one-set:5x5:4:seed=1", "blocks"),
    ],
)
def test_a_count_on_a_cluster_is_that_of_one_thread(edgematch, cluster, puzzle, engine):
    words = ("count", puzzle, "--engine", engine, "--json")
    alone = json.loads(edgematch(*words).out)
    together = json.loads(edgematch(*words, "--cluster", cluster.address).out)
    assert {key: together[key] for key in KNOWN} == {key: alone[key] for key in KNOWN}


@pytest.mark.deep
def test_a_count_survives_lost_workers(edgematch, cluster):
    words = ("count", "two-set:6x6:5:3:seed=1", "--engine", "row-scan", "--json")
    slowly = ("--option", "break_symmetry=false")
    with command(*words, *slowly, "--cluster", cluster.address) as process:
        cluster.wait_for_work()
        cluster.kill_worker()
        cluster.add_worker()
        output, error = process.communicate(timeout=PATIENCE)
    together = json.loads(output)
    assert process.returncode == 0, error
    # As a single thread says.
    assert (together["nodes"], together["boards"]) == (54_253_225, 424 * 4)


def test_engines_that_cannot_be_cut_are_refused(edgematch, cluster):
    said = edgematch("count", "clue1", "--engine", "sat", "--cluster", cluster.address)
    assert said.status == 2
    assert "cannot be split" in said.err
    said = edgematch("count", "clue1", "--threads", 2, "--cluster", cluster.address)
    assert said.status == 2


@pytest.mark.deep
def test_seeds_of_a_score_search_on_a_cluster_that_loses_a_worker(
    edgematch, cluster, tmp_path
):
    store, out = tmp_path / "best.sqlite", tmp_path / "best.json"
    words = ("optimize", PUZZLE, "--engine", "repair", "--nodes", 500_000, "--json")
    there = ("--seeds", "1-4,9", "--cluster", cluster.address, "--store", store)
    with command(*words, *there, "-o", out) as process:
        wait_until(out.exists, process)
        cluster.kill_worker()
        cluster.add_worker()
        output, error = process.communicate(timeout=PATIENCE)
    assert process.returncode == 0, error
    facts = json.loads(output)
    assert facts["ended"] == "seeds"
    assert [run["seed"] for run in facts["runs"]] == [1, 2, 3, 4, 9]
    here = json.loads(edgematch(*words, "--seeds", "1-4,9", "--no-store").out)
    figures = ("seed", "score", "nodes", "ended")
    for one, other in zip(facts["runs"], here["runs"], strict=True):
        assert [one[key] for key in figures] == [other[key] for key in figures]
    assert facts["score"] == here["score"] == max(run["score"] for run in here["runs"])
    assert json.loads(edgematch("check", out, "--json").out)["score"] == facts["score"]
    listing = ("best", PUZZLE, "--store", store, "--goal", "joins", "--json")
    kept = json.loads(edgematch(*listing).out)
    assert (kept[0]["score"], kept[0]["seed"]) == (facts["score"], facts["best_seed"])


PUZZLE = "e2:10x10:10:4:seed=1"


@pytest.mark.deep
def test_ctrl_c_keeps_what_came_in_and_frees_the_workers(edgematch, cluster, tmp_path):
    out = tmp_path / "best.json"
    words = ("optimize", PUZZLE, "--seconds", 1000, "--seeds", "1-6", "--json")
    there = ("--cluster", cluster.address, "--no-store", "-o", out)
    with command(*words, *there) as process:
        wait_until(out.exists, process)
        process.send_signal(signal.SIGINT)
        output, error = process.communicate(timeout=PATIENCE)
    assert process.returncode == 130, error
    facts = json.loads(output)
    assert (facts["ended"], facts["runs"]) == ("interrupted", [])
    assert json.loads(edgematch("check", out, "--json").out)["score"] == facts["score"]
    # The workers are idle again, long before the searches would have ended.
    said = edgematch(
        *("optimize", PUZZLE, "--seeds", "1", "--nodes", 1000, "--json", "--no-store"),
        *("--cluster", cluster.address),
    )
    assert len(json.loads(said.out)["runs"]) == 1


class Finished:
    """What a client hands out, done already."""

    status = "finished"

    def __init__(self, answer):
        self.answer = answer

    def result(self):
        return self.answer

    def add_done_callback(self, call):
        call(self)


class OneByOne:
    """A client that does in this process what it is given."""

    status = "running"

    def __init__(self, most):
        self.left = most

    def nthreads(self):
        return {"worker": 1}

    def submit(self, work, *arguments, pure):
        self.left -= 1
        if self.left < 0:
            raise OSError("connectionpool closing.")
        return Finished(work(*arguments))

    def run(self, work, numbers, **others):
        pass

    def close(self):
        pass


def test_the_share_done_on_a_cluster_is_that_of_the_search(monkeypatch):
    monkeypatch.setattr(spread, "_SECONDS_PER_SLICE", 0.02)
    monkeypatch.setattr(spread, "_PARTS_PER_THREAD", 1)
    request = Request(load("one-set:6x6:4:seed=1").puzzle, Count())
    kind = SpreadSearch(technique("row-scan"), request)
    work = spread._SpreadCount(OneByOne(100), kind)
    told = work.run(1.0, None).statistics["share"]
    (subtree,) = work._subtrees.values()
    search = spread._fresh(kind)
    search.restore(subtree.state)
    assert told == pytest.approx(search.share(), rel=1e-6)


def test_a_scheduler_that_is_lost_leaves_what_was_counted(monkeypatch):
    monkeypatch.setattr(spread, "_SECONDS_PER_SLICE", 0.02)
    monkeypatch.setattr(spread, "connect", lambda _: OneByOne(3))
    puzzle = load("one-set:6x6:4:seed=1").puzzle
    lost = (
        r"^tcp://x:1: lost the scheduler .*, with [0-9,]+ boards counted in [0-9,]+ n"
    )
    with pytest.raises(EdgematchError, match=lost):
        spread.count_on_cluster(puzzle, technique("row-scan"), 0, "tcp://x:1")


@pytest.mark.parametrize("address", ["tls://127.0.0.1:9", "wss://h:1", "ucx://h:1"])
def test_addresses_that_need_more_than_a_name_are_refused(address):
    with pytest.raises(EdgematchError, match="such as tcp://host:8786"):
        connect(address)


class Closed:
    """A client whose scheduler is gone for good."""

    status = "closed"

    def close(self):
        pass


def test_runs_do_not_wait_for_a_scheduler_that_is_lost(monkeypatch):
    monkeypatch.setattr(cluster_module, "connect", lambda _: Closed())
    place = cluster_module.ClusterPlace("tcp://x:1")
    with pytest.raises(
        EdgematchError, match=r"lost the scheduler .*; repeat the command"
    ):
        place.records(0.01)
