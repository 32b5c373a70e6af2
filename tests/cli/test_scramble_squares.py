"""A Scramble Squares folder from end to end, as in Austgen's article."""

import io
import json

import pytest

from edgematch.inputs import load

pytest.importorskip("ortools", reason="ortools is not installed")


@pytest.fixture
def folder(tmp_path, edgematch):
    """The puzzle of the article, with pictures of its tiles."""
    path = tmp_path / "tiles"
    edgematch("convert", "scramble-squares", "--to", "scramble-squares", "-o", path)
    assert (path / "tile_dict.yaml").exists()
    assert (path / "9.png").exists()
    return path


def pixels(path):
    image = pytest.importorskip("PIL.Image")
    with image.open(io.BytesIO(path.read_bytes())) as picture:
        return picture.size


@pytest.mark.parametrize(("more", "solutions"), [([], 4), (["--up-to-symmetry"], 1)])
def test_every_solution_comes_as_text_and_picture(
    folder, tmp_path, edgematch, more, solutions
):
    out = tmp_path / "out"
    arguments = ("--all", "--engine", "cp-sat", "--pictures", out, "--json", *more)
    said = edgematch("solve", folder, *arguments)
    assert said.status == 0
    facts = json.loads(said.out)
    assert (facts["solutions"], facts["ended"]) == (solutions, "exhausted")
    assert len(facts["boards"]) == solutions
    names = {f"{number}.{end}" for number in range(1, solutions + 1) for end in ENDS}
    assert {path.name for path in out.iterdir()} == {*names, "unsolved.png"}
    boards = set()
    for number in range(1, solutions + 1):
        text = (out / f"{number}.txt").read_text()
        assert text.count("[t=") == 9
        checked = edgematch("check", out / f"{number}.txt", "--puzzle", folder)
        assert "solution yes" in checked.out
        boards.add(text)
        width, height = pixels(out / f"{number}.png")
        assert width == height > 200
    assert len(boards) == solutions


ENDS = ("txt", "png")


@pytest.mark.parametrize("engine", ["row-scan", "sat", "auto"])
def test_up_to_symmetry_every_engine_finds_one(edgematch, engine):
    said = edgematch(
        *("solve", "scramble-squares", "--all", "--up-to-symmetry"),
        *("--json", "--engine", engine),
    )
    assert json.loads(said.out)["solutions"] == 1


def test_so_many_solutions_up_to_symmetry_are_no_turns_of_each_other(edgematch):
    from edgematch.board import Board
    from edgematch.symmetry import Counting, solution_key

    name = "one-set:4x4:3:seed=1"
    said = edgematch("solve", name, "--solutions", "3", "--up-to-symmetry", "--json")
    boards = json.loads(said.out)["boards"]
    puzzle = load(name).puzzle
    keys = {
        solution_key(Board(puzzle, board), Counting.BOARDS_UP_TO_SYMMETRY)
        for board in boards
    }
    assert len(boards) == len(keys) == 3


def test_people_are_told_that_turns_are_one(edgematch):
    said = edgematch("solve", "scramble-squares", "--all", "--up-to-symmetry")
    assert "\n1 solution up to symmetry, all there are\n" in said.out


def test_a_folder_that_is_not_empty_is_left_alone(folder, edgematch):
    said = edgematch("solve", folder, "--pictures", folder)
    assert said.status == 2
    assert "exists and is not empty" in said.err
