"""`import edgematch as em`: short names, any kind of puzzle, plain errors."""

import inspect
import subprocess
import sys

import pytest

import edgematch as em
from children import PATIENCE
from edgematch.errors import EdgematchError
from edgematch.pictures import live
from edgematch.results import Facts, Interrupted
from edgematch.search.options import OptionError
from naive import naive_solutions
from planted import planted_board, random_puzzle

TINY = "0 1 1 0\n" * 4


def test_every_public_name_is_there_and_documented():
    assert set(em.__all__) <= set(dir(em))
    for name in em.__all__:
        assert name == "__version__" or inspect.getdoc(getattr(em, name))


def test_the_model_is_imported_alone():
    code = "import sys, edgematch; print(*sys.modules)"
    done = subprocess.run(
        [sys.executable, "-c", code],
        capture_output=True,
        text=True,
        timeout=PATIENCE,
        check=True,
    )
    assert {"numpy", "click", "yaml", "edgematch.search"}.isdisjoint(
        done.stdout.split()
    )


def test_a_puzzle_may_be_a_name_a_path_a_link_a_recipe_a_board_or_a_document(tmp_path):
    path = tmp_path / "tiny.txt"
    path.write_text(TINY)
    document = em.load(path)
    board = em.solve(document).best
    link = em.write(board, format="link", allow_loss=True)
    for source in (path, str(path), document, document.puzzle, board, link.strip()):
        assert em.count(source).count == 24
    assert em.solve("scramble-squares").count == 1
    assert em.solve("two-set:4x4:3:2:seed=1").best.is_solution()


def test_what_leads_to_no_puzzle_is_named():
    with pytest.raises(TypeError, match="expected a puzzle, or its name, path or link"):
        em.solve(3)
    with pytest.raises(EdgematchError, match="no such file, and no such puzzle"):
        em.solve("nowhere")


def test_a_word_that_is_no_keyword_is_told_with_those_there_are():
    with pytest.raises(OptionError, match="did you mean seconds") as told:
        em.solve("scramble-squares", secnds=5)
    assert "\n" not in str(told.value)
    with pytest.raises(OptionError, match=r"did you mean order.*options of engine row"):
        em.solve("scramble-squares", engine="row-scan", ordr="rows")
    with pytest.raises(OptionError, match="option order must be one of"):
        em.solve("scramble-squares", "row-scan", order="backwards")
    with pytest.raises(TypeError, match="no rule 'colums'; there are columns, size"):
        em.load("tiny.txt", colums="nesw")


@pytest.mark.parametrize("engine", ["auto", "row-scan", "consistency", "sat"])
@pytest.mark.parametrize("seed", range(6))
def test_solutions_come_one_by_one_and_are_all_there(engine, seed):
    puzzle = random_puzzle(seed)
    boards = list(em.solutions(puzzle, engine))
    assert sorted(board.placements for board in boards) == sorted(
        naive_solutions(puzzle)
    )


def test_the_first_solution_does_not_wait_for_the_others():
    puzzle = em.Puzzle(3, 3, [(1, 1, 1, 1)] * 9, framed=False)
    boards = em.solutions(puzzle)
    first = [next(boards) for _ in range(3)]
    assert len(set(first)) == 3
    assert all(board.is_solution() for board in first)
    boards.close()


def test_an_unknown_engine_is_told_when_the_first_solution_is_asked_for():
    with pytest.raises(EdgematchError, match="no engine 'magic'"):
        next(em.solutions("scramble-squares", "magic"))


def test_a_board_prints_as_its_picture_and_has_a_short_repr():
    board = planted_board(3, 3, 3, 1)
    assert str(board).count("+") == 16
    assert repr(board) == "<Board of planted-1: 9 of 9 pieces, score 12 of 12>"
    assert str(board.puzzle) != str(board)
    assert repr(board.puzzle) == "<Puzzle planted-1: 3 × 3, framed, 3 colors>"
    assert len(repr(em.load("eternity2").puzzle)) < 80


def test_results_are_small_tables_and_dicts():
    result = em.count("scramble-squares")
    assert isinstance(result, Facts)
    facts = dict(result)
    assert facts["solutions"] == facts["boards"] == 4
    assert facts["is_proved"] is True
    lines = str(result).splitlines()
    assert len(lines) == len(facts)
    assert lines[0].split() == ["puzzle", "scramble-squares"]
    assert len(repr(result)) < 80
    best = em.optimize(em.read(TINY), "exact")
    assert "score 4 of 4" in repr(best)


def test_results_make_a_data_frame():
    pandas = pytest.importorskip("pandas", reason="pandas is not installed")
    results = [em.solve("scramble-squares", seed=seed) for seed in range(3)]
    frame = pandas.DataFrame(results)
    assert list(frame["solutions"]) == [1, 1, 1]
    assert frame["nodes"].sum() > 0


def test_a_board_is_checked_by_the_referee(tmp_path):
    board = em.solve("scramble-squares").best
    assert em.check(board).is_solution
    partial = em.Board(board.puzzle, board.placements[:5])
    path = tmp_path / "part.json"
    em.write(partial, path)
    said = em.check(path)
    assert (said.is_solution, said.is_legal, said["placed"]) == (False, True, 5)
    with pytest.raises(EdgematchError, match="without a board"):
        em.check("scramble-squares")


@pytest.mark.parametrize("name", ["board.json", "board.txt", "board.svg", "pieces.pdf"])
def test_files_are_written_by_their_suffix(tmp_path, name):
    board = em.solve("clue1" if name.endswith("pdf") else em.read(TINY)).best
    path = tmp_path / name
    if name.startswith("board") and not name.endswith("svg"):
        em.write(board.puzzle, path)
        assert em.load(path).puzzle == board.puzzle
    else:
        em.draw(board, str(path))
        assert path.stat().st_size > 500
    with pytest.raises(EdgematchError, match=r"must be one of .svg, .png, .pdf"):
        em.draw(board, tmp_path / "board.gif")


def test_a_document_prints_and_is_displayed_as_what_it_has():
    document = em.load("scramble-squares")
    assert str(document) == str(document.puzzle)
    assert len(repr(document)) < 100
    assert document._repr_svg_().startswith("<svg")
    assert em.draw(document)._repr_svg_().startswith("<svg")


def test_reading_the_name_of_a_file_says_what_to_use(tmp_path):
    path = tmp_path / "tiny.txt"
    path.write_text(TINY)
    with pytest.raises(EdgematchError, match="use load"):
        em.read(str(path))


def test_a_file_may_be_utf_16_and_a_text_may_have_a_mark(tmp_path):
    path = tmp_path / "tiny.txt"
    path.write_text(TINY, encoding="utf-16")
    assert em.load(path).puzzle.cells == 4
    assert em.read("\ufeff" + TINY).puzzle.cells == 4


def test_text_is_read_with_its_rules():
    pieces = em.read(TINY, framed=False).puzzle
    assert not pieces.framed
    link = "https://example.org/#puzzle=x&board_w=2&board_h=2&board_edges=abba"
    with pytest.raises(EdgematchError, match="text"):
        em.read(link)


def test_a_search_is_saved_and_resumed_by_names_of_files(tmp_path):
    path = str(tmp_path / "run.npz")
    recipe = "two-set:5x5:4:3:seed=1"
    em.solve(recipe, "row-scan", nodes=500, checkpoint=path)
    resumed = em.solve(recipe, "row-scan", resume=path, solutions=None)
    assert resumed["nodes"] == em.solve(recipe, "row-scan", solutions=None)["nodes"]


@pytest.mark.parametrize("is_terminal", [True, False])
def test_progress_is_shown_where_it_can_be(monkeypatch, capsys, is_terminal):
    monkeypatch.setattr(live, "_is_terminal", lambda: is_terminal)
    monkeypatch.setattr(live, "_QUIET_SECONDS", 0)
    monkeypatch.setattr(live, "_SECONDS_BETWEEN", 0)
    monkeypatch.setenv("FORCE_COLOR", "1")
    em.count("two-set:4x4:3:2:seed=2", "row-scan", watch=True, compiled=False)
    assert ("nodes" in capsys.readouterr().err) == is_terminal


def test_ctrl_c_gives_what_was_found(monkeypatch):
    def press(progress):
        raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt) as stopped:
        em.solve("eternity2", "row-scan", watch=press)
    assert isinstance(stopped.value, Interrupted)
    assert stopped.value.result["nodes"] > 0


def test_keywords_change_a_recipe():
    by_keyword = em.generate("two-set:4x4:3:2", seed=5, hints=1)
    assert by_keyword == em.generate("two-set:4x4:3:2:seed=5:hints=1")
    with pytest.raises(TypeError, match="seed"):
        em.generate("two-set:4x4:3:2", sed=5)


def test_a_generated_puzzle_and_its_estimate():
    puzzle = em.generate("two-set:6x6:5:3:seed=1")
    assert (puzzle.rows, puzzle.framed) == (6, True)
    assert "nodes expected (spiral-in)" in str(em.estimate(puzzle, "spiral-in"))
