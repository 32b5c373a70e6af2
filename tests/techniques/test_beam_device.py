"""A beam on a GPU, its loops compiled by g++: the boards of the processor."""

import sys
import weakref

import numpy as np
import pytest

import edgematch as em
from edgematch.devices.gpu import Gpu
from edgematch.errors import MissingPackage
from edgematch.inputs import load
from edgematch.placements.full_boards import full_board_tables
from edgematch.search.measures import JOINS, PIECES
from edgematch.search.options import OptionError
from edgematch.search.request import Optimize, Request
from edgematch.techniques.beam import Beam
from edgematch.techniques.beam.beam_pass import BeamPass
from edgematch.techniques.beam.course import Courses
from edgematch.techniques.beam.device import device_pass
from edgematch.techniques.beam.device.device_pass import DevicePass
from edgematch.techniques.beam.device.memory import threads_of_block
from gxx import Gxx, Warps

FOREVER = 1 << 60


@pytest.fixture(scope="module")
def machine(tmp_path_factory):
    return Gxx(tmp_path_factory.mktemp("loops"))


def course_of(name, orientation=0, measure=JOINS, **options):
    tables = full_board_tables(load(name).puzzle)
    return Courses(tables, Beam(**options), measure).number(orientation)


def finish(one):
    """Return the board and the nodes of a pass."""
    nodes = 0
    while not one.is_over:
        nodes += one.advance(FOREVER)
    return one.best_ways().tolist(), nodes


def both(machine, course, width, seed):
    """Finish a pass on the processor and one on the machine."""
    on_processor = BeamPass(course, width, (seed,))
    return finish(on_processor), finish(DevicePass(course, width, (seed,), machine))


@pytest.mark.parametrize(
    ("name", "width"),
    [
        ("scramble-squares", 100),
        pytest.param("clue1", 300, marks=pytest.mark.deep),
        pytest.param("clue2", 300, marks=pytest.mark.deep),
        pytest.param("tetravex:8x8:8", 300, marks=pytest.mark.deep),
        pytest.param("gemp:7x9:6", 300, marks=pytest.mark.deep),
        pytest.param("eternity2", 400, marks=pytest.mark.deep),
    ],
)
@pytest.mark.parametrize(
    ("measure", "look_ahead"), [(JOINS, 0), (JOINS, 8), (PIECES, 0), (PIECES, 8)]
)
def test_board_and_nodes_are_those_of_the_processor(
    machine, name, width, measure, look_ahead
):
    for seed in range(3):
        course = course_of(name, seed, measure, look_ahead=look_ahead)
        cpu, device = both(machine, course, width, seed)
        assert device == cpu


@pytest.mark.parametrize(
    ("name", "width"),
    [("scramble-squares", 100), pytest.param("clue1", 300, marks=pytest.mark.deep)],
)
def test_threads_in_warps_find_the_same_board(machine, name, width):
    warps = Warps(machine.folder)
    cpu, device = both(warps, course_of(name, 1, look_ahead=8), width, 1)
    assert device == cpu


def test_a_tidied_history_gives_the_same_board(machine, monkeypatch):
    monkeypatch.setattr(device_pass, "_TIDY_FROM", 100)
    cpu, device = both(machine, course_of("scramble-squares"), 200, 1)
    assert device == cpu


def test_counts_go_beyond_32_bits(machine):
    course = course_of("scramble-squares")
    one = DevicePass(course, 10, (1,), machine)
    key, most = one._begin_step(0)
    one._program.held["histogram"][:] = (1 << 32) - 1
    before = one._program.read("histogram").sum()
    visits = device_pass.count_children(one, course, 0, key, most, 1, 10)
    assert sum(visits) == one.counted
    assert one.counted - int(before) == 9 * 4
    assert one.histogram().max() > 1 << 32


def test_a_width_that_does_not_fit_is_refused(machine, monkeypatch):
    small = Gxx(machine.folder, free=10**6)
    monkeypatch.setattr("edgematch.techniques.beam.engine.Gpu", lambda: small)
    request = Request(load("scramble-squares").puzzle, Optimize())
    with pytest.raises(OptionError, match=r"10,000 boards need .* use at most [1-9]"):
        Beam(width=10_000, device="gpu").start(request)
    Beam(width=100, device="gpu").start(request)
    full = Gxx(machine.folder, free=1000)
    monkeypatch.setattr("edgematch.techniques.beam.engine.Gpu", lambda: full)
    with pytest.raises(OptionError, match=r"and 0 MB are free on the GPU$"):
        Beam(width=100, device="gpu").start(request)


def test_a_limit_of_memory_counts_on_a_gpu_too(machine, monkeypatch):
    monkeypatch.setattr("edgematch.techniques.beam.engine.Gpu", lambda: machine)
    allowed = Request(load("scramble-squares").puzzle, Optimize(), memory=10**6)
    with pytest.raises(OptionError, match=r"and 1 MB are allowed; .*allow more memory"):
        Beam(width=10_000, device="gpu").start(allowed)
    Beam(width=100, device="gpu").start(allowed)


def test_the_engine_finds_the_same_board_on_a_gpu(machine, monkeypatch):
    monkeypatch.setattr("edgematch.techniques.beam.engine.Gpu", lambda: machine)
    puzzle = load("scramble-squares").puzzle
    found = [
        em.optimize(puzzle, engine="beam", width=50, device=device, nodes=20_000)
        for device in ("cpu", "gpu")
    ]
    assert found[0].best == found[1].best
    assert found[0].score == found[1].score


def test_a_pass_gives_its_memory_back_to_the_next(machine, monkeypatch):
    monkeypatch.setattr("edgematch.techniques.beam.engine.Gpu", lambda: machine)
    request = Request(load("scramble-squares").puzzle, Optimize())
    search = Beam(width=50, device="gpu").start(request)
    passes = []
    while search.stage < 3:
        search.advance(1)
        if search._pass._layers:
            passes.append((search.stage, weakref.ref(search._pass._layers[0]["used"])))
    assert {stage for stage, layer in passes if layer() is not None} <= {3}


def test_without_cupy_one_line_says_what_to_install(monkeypatch):
    monkeypatch.setitem(sys.modules, "cupy", None)
    with pytest.raises(MissingPackage, match="device=gpu needs CuPy"):
        Gpu()


def test_threads_share_what_a_block_has():
    sizes = {"WORTHS": 1173, "TYPES": 23, "COPIES": 3, "HALVES": 8}
    assert threads_of_block(sizes) == 128
    assert threads_of_block(sizes | {"TYPES": 100}) == 32
    assert np.log2(threads_of_block(sizes | {"TYPES": 3, "WORTHS": 10})) == 8
