"""What follows from a board, against every solution there is."""

from dataclasses import replace
from functools import cache

import pytest

from edgematch import catalog
from edgematch.board import Board
from edgematch.draws import Draws
from edgematch.errors import EdgematchError
from edgematch.generators import Recipe, generate
from edgematch.puzzle import Placement, Puzzle
from edgematch.reasoning import help as help_module
from edgematch.reasoning.candidates import cell_candidates
from edgematch.reasoning.completions import Undecided, completions
from edgematch.reasoning.conflicts import smallest_conflict
from edgematch.reasoning.domains import Domains, Ways, fitting_ways
from edgematch.reasoning.help import Kind, help_with
from edgematch.reasoning.steps import Event, Step, Trace
from edgematch.symmetry import Counting, solution_key
from naive import naive_solutions
from planted import planted_board

RECIPES = [
    "gemp:2x2:2",
    "gemp:1x4:2",
    "one-set:3x3:2",
    "two-set:3x3:2:2",
    "scramble:2x2:2",
    "tetravex:2x3:3",
    "gemp:2x2:2:random",
    "one-set:3x3:3:random",
    "two-set:3x3:2:2:hints=2",
    "gemp:2x2:1",
]


def puzzles(seeds=range(4)):
    for recipe in RECIPES:
        for seed in seeds:
            name, _, rest = recipe.partition(":random")
            flag = ":random" if _ else ""
            parts = name.split(":hints=")
            hints = f":hints={parts[1]}" if len(parts) > 1 else ""
            full = f"{parts[0]}:seed={seed}{hints}{flag}{rest}"
            yield generate(Recipe.read(full)).puzzle


def some_board(puzzle, draws):
    """Return a legal board of some pieces at random places, right or wrong."""
    hinted = {hint.cell for hint in puzzle.hints}
    used = {hint.piece for hint in puzzle.hints}
    placed = list(puzzle.hints)
    for _ in range(draws.below(4)):
        cell, piece = draws.below(puzzle.cells), draws.below(puzzle.cells)
        turn = puzzle.turns[draws.below(len(puzzle.turns))]
        placement = Placement(cell, piece, turn)
        if cell in hinted or piece in used or puzzle.rim_faults(placement):
            continue
        hinted.add(cell)
        used.add(piece)
        placed.append(placement)
    return Board(puzzle, placed)


def shown(board):
    return {cell: board.colors_at(cell) for cell, _, _ in board.placements}


@cache
def pictures_of(puzzle):
    """Return what every solution shows, by cells."""
    return [shown(Board(puzzle, placed)) for placed in naive_solutions(puzzle)]


def solutions_with(board):
    """Return what every solution shows that agrees with a board."""
    wanted = shown(board)
    return [
        picture
        for picture in pictures_of(board.puzzle)
        if all(picture[cell] == colors for cell, colors in wanted.items())
    ]


CASES = list(puzzles())


def test_no_candidate_of_a_solution_is_ever_filtered():
    draws = Draws(1)
    contradictions = 0
    for puzzle in CASES:
        ways = Ways(puzzle)
        for _ in range(6):
            board = some_board(puzzle, draws)
            domains = Domains.of(ways, board.placements)
            pictures = solutions_with(board)
            contradictions += domains.is_contradiction
            if domains.is_contradiction:
                assert not pictures
                continue
            for picture in pictures:
                for cell, colors in picture.items():
                    assert domains.cells[cell] >> ways.number[colors] & 1
    assert contradictions > 40  # else the boards are too tame to test anything


def test_completions_are_the_pictures_of_the_solutions():
    draws = Draws(2)
    for puzzle in CASES:
        ways = Ways(puzzle)
        board = some_board(puzzle, draws)
        found = {
            tuple(
                ways.colors[next(domains.candidates(cell))]
                for cell in range(puzzle.cells)
            )
            for domains in completions(Domains.of(ways, board.placements), 10**6)
        }
        wanted = {
            tuple(picture[cell] for cell in range(puzzle.cells))
            for picture in solutions_with(board)
        }
        assert found == wanted


def test_a_search_that_is_given_up_says_so():
    puzzle = generate(Recipe.read("one-set:3x3:2:seed=1")).puzzle
    with pytest.raises(Undecided):
        list(completions(Domains.of(Ways(puzzle)), 3))


def test_help_is_true_on_every_board():
    draws = Draws(3)
    kinds = set()
    for puzzle in CASES:
        for _ in range(5):
            board = some_board(puzzle, draws)
            found = help_with(board)
            kinds.add(found.kind)
            pictures = solutions_with(board)
            if found.kind in (Kind.PROVED, Kind.SUGGESTED):
                cell, piece, turn = found.placement
                assert board.at(cell) is None
                assert piece in board.missing_pieces()
                colors = puzzle.colors_of(piece, turn)
                if found.kind is Kind.SUGGESTED:
                    assert any(picture[cell] == colors for picture in pictures)
                else:
                    assert all(picture[cell] == colors for picture in pictures)
            elif found.kind is Kind.CONFLICT:
                assert not pictures
                culprits = Board(puzzle, {*puzzle.hints, *found.culprits})
                assert not solutions_with(culprits)
            elif found.kind is Kind.SOLVED:
                assert board.is_solution()
    assert {Kind.PROVED, Kind.SUGGESTED, Kind.CONFLICT} <= kinds


def test_help_leads_to_a_solution_wherever_there_is_one():
    for puzzle in CASES:
        if not naive_solutions(puzzle):
            continue
        board = Board(puzzle, puzzle.hints)
        for _ in range(puzzle.cells + 1):
            found = help_with(board)
            if found.kind is Kind.SOLVED:
                break
            board = Board(puzzle, [*board.placements, found.placement])
        assert board.is_solution()


def test_a_piece_against_the_rim_is_named_first():
    puzzle = generate(Recipe.read("one-set:3x3:2:seed=1")).puzzle
    inner = next(p for p, colors in enumerate(puzzle.pieces) if 0 not in colors)
    found = help_with(Board(puzzle, [(0, inner, 0)]))
    assert found.kind is Kind.CONFLICT
    assert "does not fit the rim (north and west)" in found.text
    assert found.culprits == (Placement(0, inner, 0),)


def test_a_piece_on_two_cells_and_a_broken_hint_are_conflicts():
    puzzle = generate(Recipe.read("gemp:2x2:2:seed=1")).puzzle
    twice = help_with(Board(puzzle, [(0, 0, 0), (1, 0, 0)]))
    assert twice.text == "Piece 1 is on 2 cells."
    hinted = puzzle.with_hints([(0, 1, 0)])
    broken = help_with(Board(hinted, [(0, 0, 0)]))
    assert broken.text == "The hint puts piece 2 on A1."


def test_a_break_is_a_conflict_of_the_two_pieces():
    puzzle = Puzzle(
        1, 4, [(1, 2, 1, 2)] * 3 + [(1, 3, 1, 3)], framed=False, turnable=False
    )
    found = help_with(Board(puzzle, [(0, 0, 0), (1, 3, 0)]))
    assert found.kind is Kind.CONFLICT
    assert len(found.culprits) == 1  # the odd piece fits nowhere
    assert found.is_smallest


def test_the_smallest_conflict_is_the_smallest():
    draws = Draws(5)
    placements = [Placement(cell, cell, 0) for cell in range(8)]
    for _ in range(200):
        conflicts = [
            frozenset(draws.sample(placements, 1 + draws.below(4))) for _ in range(4)
        ]

        def is_refuted(some, conflicts=conflicts):
            return any(each <= set(some) for each in conflicts)

        found = smallest_conflict(placements, is_refuted, 10_000)
        assert found.is_smallest
        assert is_refuted(found.placements)
        assert len(found.placements) == min(map(len, conflicts))


def test_a_conflict_found_in_haste_is_one_but_not_called_smallest():
    placements = [Placement(cell, cell, 0) for cell in range(8)]
    bad = {placements[1], placements[6]}
    found = smallest_conflict(placements, lambda some: bad <= set(some), 3)
    assert bad <= set(found.placements)
    assert not found.is_smallest
    nothing = smallest_conflict(placements, lambda some: True, 100)
    assert nothing.placements == ()


@pytest.mark.parametrize("follows", [True, False])
@pytest.mark.parametrize("cells", ["fewest", "rows"])
def test_steps_find_every_solution_once(follows, cells):
    for puzzle in CASES[::3]:
        trace = Trace(puzzle, follows, cells)
        steps = trace.steps(20_000)
        found = [step for step in steps if step.event is Event.SOLUTION]
        boards = [Board(puzzle, (*puzzle.hints, *step.placed)) for step in found]
        assert all(board.is_solution() for board in boards)
        keys = [solution_key(board, Counting.PICTURES) for board in boards]
        assert len(keys) == len(set(keys))
        wanted = {
            solution_key(Board(puzzle, placed), Counting.PICTURES)
            for placed in naive_solutions(puzzle)
        }
        assert set(keys) == wanted
        assert steps[-1].event is Event.OVER


def test_the_candidates_of_every_step_are_those_of_its_board():
    for puzzle in CASES[::7]:
        for follows in (True, False):
            trace = Trace(puzzle, follows)
            for step in trace.steps(60):
                board = Board(puzzle, (*puzzle.hints, *step.placed))
                filled = shown(board)
                for cell, count in enumerate(step.counts):
                    assert (count == -1) == (cell in filled)
                if Domains.of(trace.ways, board.placements).is_contradiction:
                    continue  # the cells are not filtered to the end
                for cell in board.empty_cells():
                    found = cell_candidates(board, cell)
                    some = found.surviving if follows else found.fitting
                    assert step.counts[cell] == len(some)


@pytest.mark.parametrize("follows", [True, False])
def test_a_search_goes_on_from_any_of_its_steps(follows):
    for puzzle in CASES[::5]:
        trace = Trace(puzzle, follows)
        steps = trace.steps(150)
        for at in range(0, len(steps) - 1, 7):
            told = replace(steps[at], placed=(), counts=(), cell=None)
            wanted = steps[at + 1 : at + 21]
            assert trace.steps(len(wanted), told) == wanted
        assert trace.steps(3, Step(Event.OVER, 9)) == []


def test_a_search_goes_to_its_next_solution_and_keeps_the_last_steps():
    puzzle = CASES[1]
    trace = Trace(puzzle, follows=False)
    steps = trace.steps(10_000)
    assert trace.steps(10_000, None, -1.0) == steps[:1]  # no time: one all the same
    assert trace.steps(10_000, steps[4], -1.0) == steps[5:6]
    found = [at for at, step in enumerate(steps) if step.event is Event.SOLUTION]
    skipped, last = trace.to_solution(4, None, 600.0)
    assert (skipped, last) == (found[0] - 3, steps[found[0] - 3 : found[0] + 1])
    skipped, last = trace.to_solution(500, steps[found[-1]], 600.0)
    assert (skipped, last) == (0, steps[found[-1] + 1 :])
    skipped, last = trace.to_solution(500, None, -1.0)
    assert (skipped, last) == (0, steps[:1])


def test_a_search_from_my_pieces_finds_the_solutions_that_have_them():
    draws = Draws(11)
    found_some = 0
    for puzzle in CASES[::2]:
        board = some_board(puzzle, draws)
        steps = Trace(puzzle, placed=board.placements).steps(5_000)
        found = [
            shown(Board(puzzle, (*board.placements, *step.placed)))
            for step in steps
            if step.event is Event.SOLUTION
        ]
        wanted = solutions_with(board)
        assert all(picture in wanted for picture in found)
        assert all(picture in found for picture in wanted)
        found_some += bool(found)
    assert found_some > 3


def test_steps_of_a_board_that_breaks_a_rule_are_refused():
    puzzle = generate(Recipe.read("one-set:3x3:2:seed=1")).puzzle
    inner = next(p for p, colors in enumerate(puzzle.pieces) if 0 not in colors)
    with pytest.raises(EdgematchError, match="on A1 does not fit the rim"):
        Trace(puzzle, placed=[(0, inner, 0)])
    with pytest.raises(EdgematchError, match="no such step"):
        trace = Trace(puzzle)
        trace.steps(1, Step(Event.FAILED, 1, path=(Placement(0, inner, 0),)))


def test_a_board_of_256_cells_is_searched_step_by_step():
    puzzle = catalog.load("eternity2").puzzle
    steps = Trace(puzzle).steps(8)
    assert [step.event for step in steps[:2]] == [Event.START, Event.PLACED]
    large = generate(Recipe.read("gemp:9x29:3:seed=1")).puzzle
    with pytest.raises(EdgematchError, match="at most 256 cells"):
        Trace(large)


def test_fitting_ways_are_those_without_a_break():
    draws = Draws(7)
    for puzzle in CASES[::2]:
        board = some_board(puzzle, draws)
        ways = Ways(puzzle)
        before = len(board.breaks())
        for cell in board.empty_cells():
            fitting = {ways.colors[way] for way in fitting_ways(board, cell, ways)}
            wanted = set()
            for piece in board.missing_pieces():
                for turn in puzzle.turns:
                    placement = Placement(cell, piece, turn)
                    more = Board(puzzle, [*board.placements, placement])
                    if not puzzle.rim_faults(placement) and (
                        len(more.breaks()) == before
                    ):
                        wanted.add(puzzle.colors_of(piece, turn))
            assert fitting == wanted


def test_a_hint_is_advised_as_it_is_not_as_a_twin():
    puzzle = Puzzle(1, 2, [(0, 1, 0, 0), (0, 1, 0, 0)], hints=[(0, 1, 0)])
    assert help_with(Board(puzzle, [])).placement == Placement(0, 1, 0)
    symmetric = Puzzle(1, 1, [(1, 1, 1, 1)], hints=[(0, 0, 3)], framed=False)
    assert help_with(Board(symmetric, [])).placement == Placement(0, 0, 3)


def test_a_piece_that_does_not_match_a_hint_is_told_so():
    pieces = [(1, 2, 1, 3), (1, 4, 1, 5), (1, 5, 1, 2)]
    puzzle = Puzzle(1, 3, pieces, hints=[(0, 0, 0)], framed=False, turnable=False)
    found = help_with(Board(puzzle, [(1, 1, 0)]))
    assert "cannot stay as it is: a side does not match the hint" in found.text


def test_what_was_not_searched_to_the_end_is_not_called_smallest(monkeypatch):
    planted = planted_board(4, 4, 4, 2)
    placed = planted.placements[:1]
    board = Board(planted.puzzle, placed)
    asked = []

    def completions(start, nodes):
        asked.append(start)
        if len(asked) > 1:
            raise Undecided
        return iter(())

    monkeypatch.setattr(help_module, "completions", completions)
    monkeypatch.setattr(help_module, "_propagation_help", lambda *_: None)
    monkeypatch.setattr(help_module, "_trial_help", lambda *_: None)
    found = help_with(board)
    assert found.kind is Kind.CONFLICT
    assert found.culprits == tuple(placed)
    assert not found.is_smallest


def test_a_puzzle_that_counting_refutes_is_told_so():
    puzzle = Puzzle(2, 2, [(0, 1, 1, 0)] * 3 + [(0, 1, 2, 0)])
    found = help_with(Board(puzzle, [(0, 0, 0)]))
    assert found.kind is Kind.CONFLICT
    assert found.text.startswith("This puzzle has no solution: color 1 occurs an odd")
    assert found.culprits == ()
