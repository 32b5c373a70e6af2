"""The beam: its key against enumeration, its layers against a plain version."""

import math
import sys
from collections import Counter
from dataclasses import replace
from itertools import combinations, permutations

import numpy as np
import pytest

from children import PATIENCE, python
from depths import mostly_deep
from edgematch.geometry import EAST, SIDES, SOUTH, neighbor, opposite
from edgematch.inputs import load
from edgematch.placements.full_boards import full_board_tables
from edgematch.search.measures import JOINS, PIECES
from edgematch.techniques.beam import Beam, beam_pass, row_threads, space
from edgematch.techniques.beam.beam_pass import BeamPass
from edgematch.techniques.beam.counting import choice_of
from edgematch.techniques.beam.course import Courses
from edgematch.techniques.beam.history import History
from edgematch.techniques.beam.kernel.chains import HANGS, MEETS
from edgematch.techniques.beam.kernel.history import FIRST, WAY
from edgematch.techniques.beam.kernel.steps import BIN_SHIFT, NO_SLOT, NOISES
from edgematch.techniques.beam.key import NAT, _joint, _pairings
from edgematch.techniques.beam.space import keep_lowest
from planted import planted_board

KINDS = {
    "framed": {},
    "hints": {"hints": 3},
    "unframed": {"framed": False},
    "signed": {"framed": False, "signed": True},
    "fixed": {"framed": False, "turnable": False},
}


MEASURES = [pytest.param(each, id=each.name) for each in (JOINS, PIECES)]


def course_of(puzzle, orientation=0, measure=JOINS, **options):
    courses = Courses(full_board_tables(puzzle), Beam(**options), measure)
    return courses.number(orientation)


def pairings(sides, demands, left_over):
    """Sum over all ways to pair sides with demands, and the others with each other."""
    total = 0.0
    for met in range(min(sides, demands) + 1):
        for chosen in combinations(range(demands), met):
            for used in permutations(range(sides), len(chosen)):
                rest = sides - len(used)
                open_demands = demands - met
                total += left_over**open_demands * matchings(rest, left_over)
    return total


def matchings(sides, left_over):
    """Sum over all ways to pair some of these sides with each other."""
    if sides == 0:
        return 1.0
    alone = left_over * matchings(sides - 1, left_over)
    return alone + (sides - 1) * (matchings(sides - 2, left_over) if sides > 1 else 0)


@pytest.mark.parametrize("left_over", [0.1, 0.7, 2.0])
def test_pairings_are_those_that_enumeration_finds(left_over):
    table = _pairings(5, 4, left_over)
    for sides in range(6):
        for demands in range(4):
            expected = math.log(pairings(sides, demands, left_over))
            assert table[sides, demands] == pytest.approx(expected)


@pytest.mark.parametrize("left_over", [0.1, 0.7, 2.0])
def test_sides_of_mates_are_paired_with_each_other_only(left_over):
    table = _joint(5, left_over)
    for one in range(6):
        for other in range(6):
            total = sum(
                math.comb(one, pairs)
                * math.comb(other, pairs)
                * math.factorial(pairs)
                * left_over ** (one + other - 2 * pairs)
                for pairs in range(min(one, other) + 1)
            )
            assert table[one, other] == pytest.approx(NAT * math.log(total), abs=0.51)


@pytest.mark.parametrize("kind", KINDS)
def test_sides_of_a_type_are_those_that_can_face_the_same_sides(kind):
    board = planted_board(4, 5, 4, 3, **KINDS[kind])
    sides = course_of(board.puzzle).plan.sides
    puzzle = board.puzzle
    lying = {cell: piece * 16 + turn * 4 for cell, piece, turn in board.placements}
    for cell, way in lying.items():
        for side in SIDES:
            beyond = neighbor(cell, side, puzzle.rows, puzzle.columns)
            if beyond is not None:
                facing = lying[beyond] + opposite(side)
                assert sides.wanted[way + side] == sides.shown[facing]


class PlainLayer:
    """The boards of a layer in plain Python, each as a dictionary of its cells.

    A cell that was left empty has `None`.
    """

    def __init__(self, beam):
        self.beam, self.plan = beam, beam._plan
        self.measure = beam._course.measure
        self.boards = [{hint.cell: hint[1:] for hint in self.plan.puzzle.hints}]

    def fill(self, step, kept):
        """Go on to the children whose states are kept, and return all children."""
        children = {}
        for board in self.boards:
            before = self.breaks(board)
            for child in self._children(board, step):
                state, breaks = self.state(child), self.breaks(child)
                if state not in children or breaks < children[state][0]:
                    more = breaks - before
                    children[state] = breaks, more, self.value(state, step), child
        self.boards = [children[state][3] for state in kept]
        return children

    def _children(self, board, step):
        cell, tables = self.plan.steps[step].cell, self.plan.sides.tables
        used = {lying[0] for lying in board.values() if lying}
        leaves_holes, before = self.measure.leaves_holes, self.breaks(board)
        for way in tables.ways_by_rim[int(tables.arrays.rim[cell])].tolist():
            if way // 16 not in used:
                child = {**board, cell: (way // 16, way // 4 % 4)}
                if not leaves_holes or self.breaks(child) == before:
                    yield child
        if leaves_holes:
            yield {**board, cell: None}

    def state(self, board):
        """Return what all that follows depends on: pieces used, and demands."""
        puzzle, sides = self.plan.puzzle, self.plan.sides
        demands = {}
        for cell, lying in board.items():
            for side in SIDES:
                beyond = neighbor(cell, side, puzzle.rows, puzzle.columns)
                if beyond is not None and beyond not in board:
                    way = lying[0] * 16 + lying[1] * 4 + side if lying else None
                    wanted = int(sides.wanted[way]) if lying else 0
                    demands[beyond, opposite(side)] = wanted
        used = frozenset(lying[0] for lying in board.values() if lying)
        return used, frozenset(demands.items())

    def breaks(self, board):
        """Return the breaks, and the cells left empty."""
        puzzle = self.plan.puzzle
        count = sum(not lying for lying in board.values())
        for cell, lying in board.items():
            for side in (EAST, SOUTH):
                beyond = neighbor(cell, side, puzzle.rows, puzzle.columns)
                if lying and board.get(beyond):
                    here = puzzle.colors_of(*lying)[side]
                    there = puzzle.colors_of(*board[beyond])[opposite(side)]
                    count += puzzle.mate(here) != there
        return count

    def value(self, state, step):
        """Return the worth of a board, with noise."""
        beam, (used, demands) = self.beam, state
        keys, sides = beam._course.keys, self.plan.sides
        wanted = Counter(kind for _, kind in demands if kind)
        left = Counter(
            int(kind)
            for piece in range(self.plan.puzzle.cells)
            if piece not in used
            for kind in sides.of_piece[piece]
        )
        table = keys.worth(step).reshape(-1, keys.stride)
        kinds = range(1, sides.count)
        worth = sum(int(table[left[kind], wanted[kind]]) for kind in kinds)
        for kind in kinds:
            mate = int(sides.mate[kind])
            if kind < mate:
                rest = (max(left[each] - wanted[each], 0) for each in (kind, mate))
                worth += int(keys.joint(step)[tuple(rest)])
        hashed = int(beam._seed)
        for piece in used:
            hashed ^= int(beam._hashes.of_piece[piece])
        for side, kind in demands:
            if kind:
                hashed ^= int(beam._hashes.of_demand[self.plan.slot_of[side], kind])
        return worth + int(beam._course.noise[hashed % NOISES])


def kept_states(beam):
    """Return the breaks of each board of a layer, by its pieces and demands."""
    plan, layer = beam._plan, beam._layer
    sides = plan.open_sides_at(beam.filled, plan.filled_at())
    states = {}
    for row in range(beam._rows):
        bits = np.unpackbits(layer.used[row].view(np.uint8), bitorder="little")
        demands = frozenset(
            (side, int(layer.demand[row, plan.slot_of[side]])) for side in sides
        )
        state = frozenset(np.flatnonzero(bits).tolist()), demands
        assert state not in states, "a board is twice in the layer"
        states[state] = int(layer.breaks[row])
    return states


@pytest.mark.parametrize("measure", MEASURES)
@pytest.mark.parametrize("orientation", mostly_deep(1, [3, 0, 5]))
@pytest.mark.parametrize("kind", KINDS)
def test_each_layer_has_the_best_children_of_the_one_before(kind, orientation, measure):
    puzzle = planted_board(4, 4, 4, 1, **KINDS[kind]).puzzle
    course = course_of(puzzle, orientation, measure, look_ahead=0)
    course = replace(course, keys=replace(course.keys, graded_from=99))
    beam = BeamPass(course, 12, (7,))
    plain = PlainLayer(beam)
    while not beam.is_over:
        step = beam.filled
        while beam.filled == step:
            beam.advance(1)
        kept = kept_states(beam)
        children = plain.fill(step, kept)
        for state, breaks in kept.items():
            assert children[state][0] == breaks
        most = max(kept.values())
        worst = min(children[each][2] for each in kept if kept[each] == most)
        for state in children.keys() - kept.keys():
            breaks, more, value, _ = children[state]
            if more <= 1:  # boards with two more are tried when there are no others
                assert breaks >= most
                assert breaks > most or value < worst + (1 << BIN_SHIFT)


def test_the_board_is_the_same_whatever_the_threads():
    puzzle = planted_board(8, 8, 9, 1).puzzle
    course = course_of(puzzle)
    boards, nodes = [], []
    for threads in (1, 2, 3):
        beam = BeamPass(course, 2000, (3,), threads)
        placed = [beam.advance(15_000)]
        while not beam.is_over:
            placed.append(beam.advance(15_000))
        boards.append(beam.best_ways().tolist())
        nodes.append(placed)
    assert boards[0] == boards[1] == boards[2]
    assert nodes[0] == nodes[1] == nodes[2]


def test_where_children_have_no_room_until_it_is_known_which_are_best(monkeypatch):
    kept = []

    def all_tied(*arguments):
        visit, left = choice_of(*arguments)
        return visit._replace(tie=1 << 32), left

    def keep(*arguments):
        kept.append(keep_lowest(*arguments))
        return kept[-1]

    monkeypatch.setattr(beam_pass, "choice_of", all_tied)
    monkeypatch.setattr(beam_pass, "keep_lowest", keep)
    course = course_of(planted_board(6, 6, 4, 1, framed=False).puzzle)
    expected = finish(BeamPass(course, 2000, (3,)))
    steps = len(kept)
    monkeypatch.setattr(space, "room_of_desk", lambda pieces: 4 * pieces + 2)
    assert finish(BeamPass(course, 2000, (3,))) == expected
    assert len(kept) > 2 * steps


def ways_ahead(beam, row):
    """Return the look ahead of a row, straight from its definition."""
    plan, chains, layer = beam._plan, beam._course.chains, beam._layer
    sides, step = plan.sides, beam.filled
    bits = np.unpackbits(layer.used[row].view(np.uint8), bitorder="little")
    free = [piece for piece in range(plan.puzzle.cells) if not bits[piece]]
    left = Counter(int(kind) for piece in free for kind in sides.of_piece[piece])
    total = [0, 0]
    for kind in range(1, sides.count):
        total[kind in sides.lateral] += left[kind]
    share = {
        kind: left[kind] / max(total[kind in sides.lateral], 1)
        for kind in range(sides.count)
    }
    equal = [
        sum(
            share[kind] ** 2
            for kind in range(1, sides.count)
            if (kind in sides.lateral) == side
        )
        for side in (False, True)
    ]
    numbers = dict.fromkeys(range(sides.count), 1.0)
    cells = range(int(chains.first[step]), int(chains.first[step + 1]))
    scale, mode, lateral = 1.0, 0, 0
    for cell in reversed(cells):
        known, second, third = (
            (int(layer.demand[row, slot]) or None) if slot != NO_SLOT else None
            for slot in chains.slot[cell].tolist()
        )
        mode, lateral = int(chains.mode[cell]), int(chains.is_lateral[cell])
        group = int(chains.group[cell]) + (known or 0)
        entries = chains.entry[
            chains.group_first[group] : chains.group_first[group + 1]
        ]
        found, ways = Counter(), 0
        for entry in map(int, entries):
            piece, back, on, other = (
                entry >> shift & 65535 for shift in (0, 16, 32, 48)
            )
            if piece in free:
                ways += 1
                unmet = third is not None and other != third
                found[back] += numbers[on] * (0.02 if unmet else 1)
        if ways == 0:
            mean = sum(numbers[kind] for kind in numbers if kind) / (sides.count - 1)
            numbers = dict.fromkeys(numbers, mean)
            continue
        broken = 0.02 * sum(found.values())
        if mode == HANGS:
            alone = sum(found.values()) / ways
            numbers = {
                kind: (found[kind] + broken) / (ways * (equal[lateral] + 0.02))
                if kind
                else alone
                for kind in numbers
            }
        elif mode == MEETS and second:
            number = (found[second] + broken) / (ways * (share[second] + 0.02))
            numbers = dict.fromkeys(numbers, number)
        else:
            numbers = dict.fromkeys(numbers, sum(found.values()) / ways)
        if third is not None:
            scale /= share[third] + 0.02
    if mode == HANGS:
        for kind in range(1, sides.count):
            numbers[kind] *= (equal[lateral] + 0.02) / (share[kind] + 0.02)
    return [numbers[kind] * scale for kind in range(sides.count)]


@pytest.mark.parametrize("measure", MEASURES)
@pytest.mark.parametrize("kind", KINDS)
def test_look_ahead_is_the_number_of_ways_to_fill_the_next_cells(kind, measure):
    puzzle = planted_board(6, 6, 4, 1, **KINDS[kind]).puzzle
    course = course_of(puzzle, measure=measure, look_ahead=6)
    beam = BeamPass(course, 20, (7,))
    compared = 0
    while beam.filled < len(course.plan.steps) - 1:
        step = beam.filled
        while beam.filled == step:
            beam.advance(1)
        if course.chains.first[beam.filled] == course.chains.first[beam.filled + 1]:
            continue
        ahead = beam._other.notes.ahead
        for row in range(min(beam._rows, 3)):
            for got, number in zip(
                ahead[row].tolist(), ways_ahead(beam, row), strict=True
            ):
                expected = 16 * math.log(max(number, 1e-30))
                # The logarithm is rounded, and its mantissa is taken as a line.
                assert abs(got - max(-127, min(127, expected))) < 2.6
                compared += 1
    assert compared > 100


def finish(beam):
    """Run a pass to its end; return its board and its nodes."""
    while not beam.is_over:
        beam.advance(10**9)
    return beam.best_ways().tolist(), beam.nodes


@pytest.mark.parametrize("measure", MEASURES)
@pytest.mark.parametrize("kind", KINDS)
def test_a_pass_that_is_resumed_anywhere_comes_to_the_same_end(
    kind, measure, monkeypatch
):
    monkeypatch.setattr(beam_pass, "_MOMENTS", 1)
    puzzle = planted_board(6, 6, 5, 1, **KINDS[kind]).puzzle
    course = course_of(puzzle, 3, measure)
    # Children are compared by breaks first, and later also by the price of a break.
    course = replace(course, keys=replace(course.keys, graded_from=12))
    beam, states = BeamPass(course, 60, (7,)), {}
    while not beam.is_over:
        states[beam.filled] = beam.state()  # the last one is just before the next cell
        beam.advance(1)
    expected = finish(beam)
    assert len(states) == len(course.plan.steps)
    for step in (0, 1, 2, 7, 13, 14, 20, len(states) - 1):
        again = BeamPass(course, 60, (7,))
        again.restore(states[step])
        assert again.filled == step
        assert finish(again) == expected


def test_a_narrowed_pass_stays_narrow_when_it_is_resumed():
    course = course_of(planted_board(6, 6, 5, 1).puzzle)
    beam, again = (BeamPass(course, 60, (7,)) for _ in range(2))
    while beam.filled < 12:
        beam.advance(1)
    beam.narrow(9)
    again.restore(beam.state())
    assert finish(again) == finish(beam)
    assert again.width == 9
    assert again._rows <= 9


def damages(state):
    """Yield states that no pass has, and what is wrong with them."""

    def changed(name, place, value):
        array = state[name].copy()
        array[place] = value
        return {**state, name: array}

    for place, values in {0: (59, 61), 1: (0, 61), 2: (-1, 99), 3: (-1,)}.items():
        for value in values:
            yield changed("numbers", place, value), "numbers"
    yield changed("numbers", 2, 9), "ends is int64"
    yield changed("numbers", 4, 60), "best row"
    start, end = state["ends"][9:11].tolist()
    first = state["boards"][start]
    yield changed("boards", start, first & WAY), "other parents than layer 9"
    yield changed("boards", slice(start, end), first), "other parents than layer 9"
    yield changed("boards", start, 36 * 4 + 1 | FIRST), "ways"
    yield changed("boards", start, 36 * 4 | FIRST), "misfit on step 9"  # a hole
    yield changed("boards", slice(state["ends"][1]), 65 | FIRST), "misfit on step 0"
    parent = state["boards"][state["ends"][8]]
    yield changed("boards", start, parent), "misfit on step 9"
    yield changed("ends", 0, -1), "ends does not"
    yield changed("ends", 9, end), "rows of a layer"
    yield {**state, "boards": state["boards"][:-1]}, "ends does not"
    yield {**state, "boards": state["boards"].astype(np.uint32)}, "uint32"
    yield {name: state[name] for name in state if name != "ends"}, "ends is missing"


def test_a_state_that_no_pass_has_is_refused():
    course = course_of(planted_board(6, 6, 5, 1).puzzle)
    beam = BeamPass(course, 60, (7,))
    while beam.filled < 10:
        beam.advance(1)
    for state, message in damages(beam.state()):
        with pytest.raises(ValueError, match=message):
            BeamPass(course, 60, (7,)).restore(state)


def test_the_history_has_the_boards_that_have_descendants():
    draws = np.random.default_rng(5)
    history, lines = History(30, 1), [()]
    for _ in range(30):
        count = int(draws.integers(1, 40))
        parents = np.sort(draws.integers(0, len(lines), count)).astype(np.uint32)
        ways = draws.integers(0, 4096, count).astype(np.uint16)
        history.add(parents, ways)
        lines = [(*lines[parents[row]], (row, int(ways[row]))) for row in range(count)]
        for row, line in enumerate(lines):
            assert history.ways_to(row) == [way * 4 for _, way in line]
        alive = [len({line[:end] for line in lines}) for end in range(1, len(line) + 1)]
        assert np.diff(history.state()["ends"]).tolist() == alive


def test_a_wide_pass_can_be_paused_in_the_middle_of_a_cell(monkeypatch):
    monkeypatch.setattr(row_threads, "AT_A_TIME", 64)
    beam = BeamPass(course_of(planted_board(8, 8, 9, 1).puzzle), 5000, (3,))
    most = 0
    while not beam.is_over:
        step, calls = beam.filled, 0
        while beam.filled == step:
            beam.advance(10**9)
            calls += 1
        most = max(most, calls)
    assert most > 20


def test_a_width_that_does_not_fit_is_refused_with_the_widest_that_does(edgematch):
    course = course_of(load("eternity2").puzzle)
    widest = course.widest_in(10_000_000)
    assert course.bytes_of_pass(widest) <= 10_000_000 < course.bytes_of_pass(widest + 1)
    engine = ("optimize", "eternity2", "--engine", "beam", "--nodes", "1")
    words = (*engine, "--no-store", "--memory", "10M")
    said = edgematch(*words, "--option", f"width={widest + 1}")
    assert said.status == 2
    *others, refusal = said.err.splitlines()  # kernels may be prepared first
    assert all("preparing kernels" in line for line in others)
    assert f"10 MB are allowed; use at most {widest:,}" in refusal
    assert edgematch(*words, "--option", f"width={widest}").status == 0
    said = edgematch(*engine, "--no-store", "--memory", "1k")
    assert said.err.endswith("0 MB are allowed; allow more memory\n")


def test_threads_take_memory_too():
    course = course_of(planted_board(6, 6, 5, 1).puzzle)
    assert course.bytes_of_pass(10, threads=9) > course.bytes_of_pass(10)


RESIDENT = """
import sys
from edgematch.inputs import load
from edgematch.placements.full_boards import full_board_tables
from edgematch.processes.memory import peak_bytes, reset_peak
from edgematch.techniques.beam import Beam
from edgematch.techniques.beam.beam_pass import BeamPass
from edgematch.techniques.beam.course import Courses

course = Courses(full_board_tables(load(sys.argv[2]).puzzle), Beam()).number(0)
first, beam = (BeamPass(course, width, (1,)) for width in (64, int(sys.argv[1])))
while not first.is_over:
    first.advance(10**9)
reset_peak()
before = peak_bytes()
while not beam.is_over:
    beam.advance(10**9)
print((peak_bytes() - before) / course.bytes_of_pass(beam.width))
"""


@pytest.mark.deep
@pytest.mark.skipif(sys.platform != "linux", reason="only Linux can reset the peak")
@pytest.mark.parametrize(
    ("width", "name"), [(2**13, "eternity2"), (2**15, "two-set:10x10:10:4")]
)
def test_the_memory_of_a_pass_is_as_estimated(width, name):
    with python("-c", RESIDENT, str(width), name, stdout=-1) as process:
        out, _ = process.communicate(timeout=PATIENCE)
    assert 0.8 < float(out) < 1.2
