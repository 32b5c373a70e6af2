"""Every score engine, on puzzles of every kind, against the definition."""

from dataclasses import replace
from errno import ENOSPC
from functools import cache
from itertools import combinations

import pytest

from depths import mostly_deep
from edgematch.board import Board
from edgematch.errors import (
    CheckpointWarning,
    EdgematchError,
    PuzzleError,
    UnknownName,
    UnsupportedPuzzle,
)
from edgematch.inputs import load
from edgematch.puzzle import Puzzle
from edgematch.results import Ended, Interrupted
from edgematch.search import (
    Optimize,
    Request,
    checkpoint,
    optimize,
    technique,
    technique_class,
    technique_names,
)
from edgematch.search.options import defaults
from edgematch.search.unbroken import smallest_cover, unbroken
from planted import planted_board, random_puzzle, unsolvable

OPTIMIZERS = technique_names("optimize")
OURS = [name for name in OPTIMIZERS if technique_class(name, "optimize").resumable]
OUTSIDE = [name for name in OPTIMIZERS if name not in OURS]
SMALL = {
    "anneal": {"restart": 400},
    "tabu": {"restart": 400},
    "breaks": {"restart": 400},
    "beam": {"width": 8},
    "auto": {"narrowest": 4, "widest": 16, "passes": 2},
}
"""Options that make short searches go through several stages."""

KINDS = [
    {},
    {"framed": False},
    {"signed": True},
    {"turnable": False},
    {"framed": False, "signed": True, "turnable": False},
    {"hints": 2},
]


def searched(puzzle, name, nodes=1_000, seed=3, **others):
    options = {**SMALL.get(name, {}), **others}
    return optimize(puzzle, name, nodes=nodes, seed=seed, **options)


@cache
def fewest_breaks(puzzle):
    return optimize(puzzle, "exact").statistics["breaks"]


def some_puzzles(count):
    """Small ones of every kind that have a full board at all."""
    for seed in range(count):
        puzzle = random_puzzle(seed)
        kinds = sorted(piece.count(0) for piece in puzzle.pieces)
        whole = sorted(piece.count(0) for piece in planted_of(puzzle).pieces)
        if not puzzle.framed or kinds == whole:
            yield puzzle


def planted_of(puzzle):
    """Another puzzle of that size: its pieces fit the rim."""
    return planted_board(
        puzzle.rows, puzzle.columns, 2, 1, turnable=puzzle.turnable
    ).puzzle


@pytest.mark.parametrize("name", OURS)
def test_every_board_is_full_and_legal_and_no_better_than_possible(name):
    for puzzle in some_puzzles(20):
        result = searched(puzzle, name)
        assert result.best.is_complete()
        assert result.best.problems() == ()
        assert result.best.kept_hints() == puzzle.hints
        breaks = puzzle.joins - result.score
        assert breaks == len(result.best.breaks())
        assert breaks >= fewest_breaks(puzzle)
        assert result.curve[-1].score == result.score


@pytest.mark.parametrize("name", ["auto", "beam", "repair", "breaks", "exact"])
@pytest.mark.parametrize("kind", KINDS, ids=str)
def test_a_planted_solution_is_found(name, kind):
    puzzle = planted_board(3, 3, 4, 5, **kind).puzzle
    result = optimize(puzzle, name, nodes=100_000, seed=1)
    assert result.score == puzzle.joins
    assert result.best.is_solution()


@pytest.mark.parametrize("name", OUTSIDE)
def test_solvers_of_others_prove_the_fewest_breaks(name):
    for seed in (1, 9, 10, 11):
        puzzle = unsolvable(seed)
        result = optimize(puzzle, name)
        assert result.is_proved
        assert result.score == optimize(puzzle, "exact").score
    with pytest.raises(EdgematchError, match="has no checkpoints"):
        optimize(puzzle, name, checkpoint="x.npz")


@pytest.mark.parametrize("name", OURS)
def test_where_a_search_pauses_changes_nothing(name):
    puzzle = planted_board(5, 4, 5, 2, hints=1).puzzle
    boards = []
    for budget in (10**9, 137):
        options = SMALL.get(name, {})
        search = technique(name, "optimize", **options).start(
            Request(puzzle, Optimize(), 7)
        )
        while search.nodes < 3_000 and not search.is_over:
            search.advance(min(budget, 3_000 - search.nodes))
        boards.append((search.nodes, search.fewest_breaks, search.best()))
    assert boards[0] == boards[1]


@pytest.mark.parametrize("name", OURS)
def test_a_run_that_goes_on_comes_to_the_same_board(name, tmp_path):
    puzzle = planted_board(5, 5, 6, 4).puzzle
    expected = searched(puzzle, name, nodes=6_000)
    path = tmp_path / "run.npz"
    searched(puzzle, name, nodes=2_500, checkpoint=path)
    result = searched(puzzle, name, nodes=6_000, resume=path)
    assert result.best == expected.best
    assert result.statistics["nodes"] == expected.statistics["nodes"]
    with pytest.raises(EdgematchError, match="a checkpoint with another seed: "):
        searched(puzzle, name, seed=4, resume=path)


@pytest.mark.parametrize("name", OURS)
def test_a_board_to_start_from_is_never_made_worse(name):
    board = planted_board(4, 4, 5, 6)
    holes = Board(board.puzzle, board.placements[:-3])
    result = searched(board.puzzle, name, start=holes)
    assert result.score >= holes.score()
    whole = searched(board.puzzle, name, start=board)
    assert whole.best == board
    assert whole.ended is Ended.EXHAUSTED


def test_a_board_that_breaks_a_rule_is_no_start():
    board = planted_board(3, 3, 3, 6)
    other = planted_board(3, 3, 3, 7)
    with pytest.raises(PuzzleError, match="to another puzzle"):
        optimize(board.puzzle, start=other)
    first, *rest = board.placements
    turned = Board(board.puzzle, [first._replace(turn=(first.turn + 1) % 4), *rest])
    with pytest.raises(PuzzleError, match="does not fit the rim"):
        optimize(board.puzzle, start=turned)


@pytest.mark.parametrize("name", OURS)
def test_pieces_without_a_break(name):
    for puzzle in [*some_puzzles(8), unsolvable(5)]:
        result = searched(puzzle, name, goal="pieces")
        assert not result.best.breaks()
        assert result.best.problems() == ()
        assert result.curve[-1].score == result.statistics["pieces"]
        assert 1 <= result.statistics["pieces"] <= puzzle.cells


@pytest.mark.parametrize(
    ("name", "options"), [("beam", {"width": 64}), ("auto", {"narrowest": 64})]
)
@pytest.mark.parametrize("seed", mostly_deep(1, [1, 2]))
def test_a_beam_that_leaves_holes_keeps_more_pieces(name, options, seed):
    puzzle = load("scramble:8x8:12:seed=1").puzzle
    pieces, joins = (
        optimize(puzzle, name, goal=goal, nodes=150_000, seed=seed, **options)
        for goal in ("pieces", "joins")
    )
    kept = len(unbroken(joins.best).placements)
    assert pieces.statistics["pieces"] == len(pieces.best.placements) > kept
    assert not pieces.is_proved


def test_as_few_pieces_as_possible_go_with_the_breaks():
    for seed in range(12):
        puzzle = planted_board(3, 4, 2, seed, framed=False).puzzle
        board = Board(puzzle, [(cell, cell, 0) for cell in range(12)])
        ends = [{join.cell, join.other_cell} for join in board.breaks()]
        fewest = next(
            size
            for size in range(13)
            if any(
                all(pair & set(cells) for pair in ends)
                for cells in combinations(range(12), size)
            )
        )
        cover = smallest_cover(board)
        assert all(pair & cover for pair in ends)
        assert len(cover) == fewest
        assert len(unbroken(board).placements) >= 12 - fewest
        assert not unbroken(board).breaks()


def test_threads_keep_the_best_of_all():
    puzzle = planted_board(5, 5, 7, 3).puzzle
    one = optimize(puzzle, "beam", nodes=20_000, seed=2, width=4)
    two = optimize(puzzle, "beam", target=one.score, seed=2, width=4)
    both = optimize(puzzle, "beam", target=one.score, seed=2, width=4, threads=2)
    assert two.score >= one.score
    assert both.score >= one.score
    assert both.ended in (Ended.FOUND, Ended.EXHAUSTED)


def test_every_better_board_is_told_at_once():
    puzzle = planted_board(5, 5, 7, 3).puzzle
    told = []
    result = searched(puzzle, "repair", on_better=lambda *each: told.append(each))
    assert [better for _, better in told] == list(result.curve)
    scores = [board.score() for board, _ in told]
    assert scores == sorted(set(scores))
    assert told[-1][0] == result.best
    assert result.score_after(10**6) == result.score
    assert result.score_after(-1) is None


def test_ctrl_c_keeps_the_best_board():
    puzzle = planted_board(8, 8, 9, 3).puzzle

    def interrupt(_):
        raise KeyboardInterrupt

    with pytest.raises(Interrupted) as stop:
        optimize(puzzle, "repair", watch=interrupt)
    result = stop.value.result
    assert result.ended is Ended.INTERRUPTED
    assert result.best.is_complete()


@pytest.mark.parametrize("goal", ["joins", "pieces"])
def test_ctrl_c_while_a_better_board_is_told_keeps_that_board_too(goal):
    puzzle = planted_board(8, 8, 9, 3).puzzle
    told = []

    def interrupted_once(board, better):
        told.append((board, better))
        if len(told) == 3:
            raise KeyboardInterrupt

    with pytest.raises(Interrupted) as stop:
        optimize(puzzle, "repair", goal=goal, on_better=interrupted_once)
    result = stop.value.result
    assert result.ended is Ended.INTERRUPTED
    assert told[2] == told[3]
    assert told[-1] == (result.best, result.curve[-1])
    assert [better for _, better in told[:3]] == list(result.curve[:3])


def test_names_that_do_not_exist_are_refused():
    puzzle = planted_board(2, 2, 2, 1).puzzle
    with pytest.raises(UnknownName, match="no engine 'magic' to optimize with"):
        optimize(puzzle, "magic")
    with pytest.raises(UnknownName, match="no goal 'cells'"):
        optimize(puzzle, goal="cells")


def test_a_puzzle_whose_pieces_do_not_fit_the_rim_is_refused():
    with pytest.raises(
        UnsupportedPuzzle, match="0 cells and 4 pieces have the rim on no side"
    ):
        optimize(Puzzle(2, 2, [(1, 1, 1, 1)] * 4))


@pytest.mark.parametrize("name", OPTIMIZERS)
def test_options_have_plain_defaults(name):
    for value in defaults(technique_class(name, "optimize")).values():
        assert isinstance(value, int | float | str)


@pytest.mark.parametrize(
    ("engine", "option", "message"),
    [
        ("auto", "widest=0", "option widest must be from 1 to 67108864, not 0"),
        ("beam", "teeth=-3", "option teeth must be from 0 to 32, not -3"),
        ("breaks", "reach=-1", "option reach must be from 0 to 100, not -1.0"),
        ("repair", "largest=3", "option smallest must be at most largest, 3, not 4"),
        ("repair", "largest=33", "option largest must be from 1 to 32, not 33"),
        ("repair", "accept=all", "accept must be one of heat, late, anneal, not 'all'"),
        ("repair", "shapes=one,square", "unknown 'square'"),
        ("repair", "history=0", "option history must be from 1 to 1000000, not 0"),
        ("anneal", "hottest=-1", "option hottest must be from 1e-06 to 1000, not -1.0"),
        ("tabu", "looks=0", "option looks must be from 1 to 1024, not 0"),
        ("cp-sat", "workers=-3", "engine cp-sat has no option 'workers'"),
    ],
)
def test_an_absurd_option_is_refused_in_one_line(edgematch, engine, option, message):
    said = edgematch("optimize", "clue1", "--engine", engine, "--option", option)
    assert said.status == 2
    assert message in said.err
    assert said.err.count("\n") == 1


@pytest.mark.parametrize("name", OPTIMIZERS)
@pytest.mark.parametrize("size", [2, 3, 7])
def test_hints_on_every_cell_leave_nothing_to_search(name, size):
    board = planted_board(size, size, 4, 1)
    turned = [(cell, piece, 0) for cell, piece, _ in board.placements]
    puzzle = replace(
        board.puzzle, framed=False, hints=Board(board.puzzle, turned).placements
    )
    result = optimize(puzzle, name, seconds=5)
    assert result.is_proved
    assert result.best == Board(puzzle, puzzle.hints)
    assert result.ended is Ended.EXHAUSTED


@pytest.mark.parametrize(
    ("name", "options", "message"),
    [
        (
            "max-sat",
            {"encoding": "compact"},
            "encoding must be one of primal, primal-dual",
        ),
        (
            "cp-sat",
            {"encoding": "bogus"},
            "encoding must be one of primal, primal-dual",
        ),
        ("max-sat", {"solver": "bogus"}, "no solver 'bogus'; python-sat has cadical"),
        ("repair", {"accept": "bogus"}, "accept must be one of heat, late, anneal"),
    ],
)
def test_words_that_are_no_choice_are_refused_at_once(name, options, message):
    if "python-sat" in message:
        pytest.importorskip("pysat", reason="python-sat is not installed")
    with pytest.raises(EdgematchError, match=message):
        optimize(planted_board(3, 3, 3, 1).puzzle, name, **options)


@pytest.mark.parametrize("name", ["auto", "beam"])
def test_many_hints_that_do_not_touch_are_kept(name):
    planted = planted_board(14, 14, 9, 3, framed=False)
    black = [each for each in planted.placements if sum(divmod(each.cell, 14)) % 2]
    hinted = planted.puzzle.with_hints(black)
    result = optimize(hinted, name, nodes=30_000, seed=1)
    assert result.best.is_legal()
    assert len(result.best.kept_hints()) == len(black) == 98


@pytest.mark.parametrize("name", ["exact", "max-sat"])
def test_a_search_that_takes_one_thread_says_so(name):
    with pytest.raises(EdgematchError, match=f"engine {name} runs in one thread"):
        optimize(planted_board(3, 3, 3, 1).puzzle, name, threads=2)


def test_time_of_the_processor_goes_on_with_a_checkpoint(tmp_path):
    puzzle, path = planted_board(8, 8, 12, 1).puzzle, tmp_path / "run.npz"
    first = optimize(puzzle, "anneal", nodes=3_000_000, checkpoint=path, seed=2)
    last = optimize(puzzle, "anneal", nodes=1, resume=path, seed=2)
    spent = first.statistics["processor_seconds"]
    assert first.curve[-1].processor_seconds < spent
    assert last.statistics["processor_seconds"] >= spent


def test_a_checkpoint_that_cannot_be_written_does_not_end_the_search(
    tmp_path, monkeypatch
):
    def fails(*_):
        raise OSError(ENOSPC, "No space left on device")

    monkeypatch.setattr(checkpoint, "save", fails)
    puzzle, path = planted_board(5, 5, 6, 4).puzzle, tmp_path / "run.npz"
    with pytest.warns(CheckpointWarning, match="no space left on device"):
        result = searched(puzzle, "anneal", nodes=9_000, checkpoint=path)
    assert result.unsaved == f"{path}: no space left on device"


@pytest.mark.parametrize("name", OURS)
def test_a_seed_matters_to_the_engines_that_say_so(name):
    puzzle = planted_board(4, 4, 3, 2).puzzle
    found = [searched(puzzle, name, nodes=60, seed=seed) for seed in range(1, 6)]
    if technique_class(name, "optimize").uses_seed:
        assert len({result.best.placements for result in found}) > 1
    else:
        proved = [searched(puzzle, name, nodes=None, seed=seed) for seed in range(3)]
        assert len({result.statistics["nodes"] for result in proved}) == 1
