"""Every score engine, on puzzles of every kind, against the definition."""

import os
from dataclasses import replace
from errno import ENOSPC
from itertools import combinations, pairwise

import pytest

from edgematch.board import Board
from edgematch.errors import EdgematchError, PuzzleError, UnknownName, UnsupportedPuzzle
from edgematch.loading import load
from edgematch.puzzle import Puzzle
from edgematch.results import Ended
from edgematch.search import (
    Optimize,
    Request,
    checkpoint,
    optimize,
    technique,
    technique_class,
    technique_names,
)
from edgematch.search.checkpoint import CheckpointWarning
from edgematch.search.options import defaults
from edgematch.search.unbroken import smallest_cover, unbroken
from naive_scores import naive_fewest_breaks
from planted import planted_board, random_puzzle

OPTIMIZERS = technique_names("optimize")
OURS = [name for name in OPTIMIZERS if technique_class(name, "optimize").resumable]
OUTSIDE = [name for name in OPTIMIZERS if name not in OURS]
SMALL = {
    "anneal": {"restart": 400},
    "tabu": {"restart": 400},
    "breaks": {"restart": 400},
    "beam": {"width": 8},
    "auto": {"narrowest": 4, "widest": 16},
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


def unsolvable(seed):
    """A puzzle of 2 × 2 to 4 × 4 whose inner pieces are those of several boards."""
    sizes = [(2, 2), (1, 6), (2, 4), (3, 3), (4, 3), (4, 4)]
    size = sizes[seed % 6]
    framed = seed % 6 > 2 or seed % 4 > 0
    boards = [
        planted_board(*size, 2 + seed % 4, 10 * seed + i, framed=framed).puzzle
        for i in range(2)
    ]
    return mixed(*boards, seed)


def mixed(puzzle, other, seed=0):
    """Return a puzzle with some pieces of another of its size."""
    pieces = list(puzzle.pieces)
    for number, piece in enumerate(other.pieces):
        here = [i for i, each in enumerate(pieces) if each.count(0) == piece.count(0)]
        if number % 2 and here:
            pieces[here[seed % len(here)]] = piece
    return replace(puzzle, pieces=tuple(pieces))


def test_exact_finds_the_fewest_breaks_there_are():
    # EDGEMATCH_EXACT=3000 looks at thousands.
    seeds = int(os.environ.get("EDGEMATCH_EXACT", "30"))
    checked = 0
    for seed in range(seeds):
        for puzzle in (random_puzzle(seed), unsolvable(seed)):
            try:
                result = optimize(puzzle, "exact")
            except UnsupportedPuzzle as error:
                assert "no full board keeps to the rim" in str(error)
                assert naive_fewest_breaks(puzzle) is None
                continue
            breaks = result.statistics["breaks"]
            assert result.is_proved
            assert result.statistics["at_least"] == breaks
            checked += breaks > 0
            if puzzle.cells > 12 and (breaks > 3 or (seeds < 500 and seed > 5)):
                continue  # too long for the naive search: see the solvers of others
            # The board is there; so what is left to see is that none is better.
            assert naive_fewest_breaks(puzzle, below=breaks) is None, seed
    assert checked > 20


@pytest.mark.parametrize("name", OURS)
def test_every_board_is_full_and_legal_and_no_better_than_possible(name):
    for puzzle in some_puzzles(20):
        result = searched(puzzle, name)
        assert result.best.is_complete()
        assert result.best.problems() == ()
        assert result.best.kept_hints() == puzzle.hints
        breaks = puzzle.joins - result.score
        assert breaks == len(result.best.breaks())
        assert breaks >= optimize(puzzle, "exact").statistics["breaks"]
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


def test_a_solver_that_gives_up_has_proved_nothing():
    puzzle = random_puzzle(5)
    search = technique("max-sat", "optimize").start(Request(puzzle, Optimize()))

    class Ended:
        is_over = True

        def take(self, seconds):
            return None

    search._messages._job = Ended()
    with pytest.raises(EdgematchError, match="ended without an answer"):
        search.advance(1)
    assert not search.is_over


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


@pytest.mark.parametrize(
    "options",
    [
        {"accept": "late", "history": 3000},
        {"accept": "anneal", "cooling": 2},
        {"largest": 32, "nodes_each": 500, "patience": 0},
        {"shapes": "component,anywhere,random", "accept": "late", "patience": 0},
    ],
    ids=str,
)
def test_a_repair_goes_on_where_it_was_through_several_stages(options, tmp_path):
    # A stage is a million nodes.  These are no pieces of one board: it is never solved.
    puzzle = mixed(planted_board(8, 8, 12, 1).puzzle, planted_board(8, 8, 12, 2).puzzle)
    path, end = tmp_path / "run.npz", {"nodes": 3_200_000}
    whole = optimize(puzzle, "repair", **end, seed=5, **options)
    assert whole.statistics["breaks"] > 0
    middle = {"nodes": 1_700_000}
    optimize(puzzle, "repair", **middle, seed=5, checkpoint=path, **options)
    result = optimize(puzzle, "repair", **end, seed=5, resume=path, **options)
    assert result.best == whole.best
    assert result.statistics["nodes"] == whole.statistics["nodes"]
    search = technique("repair", "optimize", **options).start(
        Request(puzzle, Optimize(), 5)
    )
    while search.nodes < 3_200_000:
        search.advance(min(99_991, 3_200_000 - search.nodes))
    assert (search.best(), search.nodes) == (whole.best, whole.statistics["nodes"])


def test_late_acceptance_and_annealing_take_boards_that_are_worse():
    puzzle = mixed(planted_board(8, 8, 12, 1).puzzle, planted_board(8, 8, 12, 2).puzzle)
    rises = {}
    for options in (
        {"accept": "heat", "heat": 0},
        {"accept": "heat", "heat": 0.5},
        {"accept": "late", "history": 200},
        {"accept": "anneal", "hottest": 2.0},
    ):
        search = technique("repair", "optimize", **options).start(
            Request(puzzle, Optimize(), 5)
        )
        breaks = []
        for _ in range(100):
            search.advance(400)
            breaks.append(len(search.board().breaks()))
        name = " ".join(map(str, options.values()))
        rises[name] = max(b - a for a, b in pairwise(breaks))
    assert rises["heat 0"] <= 0
    assert rises["heat 0.5"] >= 1
    assert rises["late 200"] >= 1
    assert rises["anneal 2.0"] >= 2


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
    with pytest.raises(PuzzleError, match="of another puzzle"):
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

    result = optimize(puzzle, "repair", watch=interrupt)
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

    result = optimize(puzzle, "repair", goal=goal, on_better=interrupted_once)
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
    with pytest.raises(UnsupportedPuzzle, match="rim on no side are 4, cells 0"):
        optimize(Puzzle(2, 2, [(1, 1, 1, 1)] * 4))


@pytest.mark.parametrize("name", OPTIMIZERS)
def test_options_have_plain_defaults(name):
    for value in defaults(technique_class(name, "optimize")).values():
        assert isinstance(value, int | float | str)


@pytest.mark.parametrize(
    ("engine", "option", "message"),
    [
        ("auto", "widest=0", "option widest must be from 1 to 4194304, not 0"),
        ("beam", "teeth=-3", "option teeth must be from 0 to 32, not -3"),
        ("breaks", "reach=-1", "option reach must be from 0 to 100, not -1.0"),
        ("repair", "largest=3", "option smallest must be at most largest, 3, not 4"),
        ("repair", "largest=33", "option largest must be from 1 to 32, not 33"),
        ("repair", "accept=all", "accept must be one of heat, late, anneal, not 'all'"),
        ("repair", "shapes=one,square", "not 'square'"),
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


def test_a_solver_that_does_not_count_is_not_limited_by_nodes():
    with pytest.raises(EdgematchError, match="max-sat does not report its nodes"):
        optimize(planted_board(3, 3, 3, 1).puzzle, "max-sat", nodes=1_000)


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


def test_cp_sat_keeps_a_node_limit():
    pytest.importorskip("ortools", reason="OR-Tools is not installed")
    puzzle = load("gemp:5x5:12:seed=3:random").puzzle
    result = optimize(puzzle, "cp-sat", nodes=200)
    assert (result.ended, result.statistics["nodes"]) == (Ended.NODES, 200)
    assert result.best.is_complete()
    assert not result.is_proved


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
