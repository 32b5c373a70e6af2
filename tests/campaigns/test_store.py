"""The store of best boards: kept, sorted, looked at again, never taken on trust."""

import sqlite3
from pathlib import Path
from random import Random

import pytest

from edgematch.board import Board
from edgematch.campaigns import store as stores
from edgematch.campaigns.store import Store, StoreError, default_path
from edgematch.errors import EdgematchError, FormatError, PuzzleError
from edgematch.search.measures import MEASURES
from edgematch.version import __version__
from planted import planted_board

BOARD = planted_board(3, 3, 3, 5)
PUZZLE = BOARD.puzzle


def swapped(board, one, other):
    first, second = board.at(one), board.at(other)
    rest = [each for each in board.placements if each.cell not in (one, other)]
    return Board(
        board.puzzle,
        [*rest, (one, second.piece, first.turn), (other, first.piece, second.turn)],
    )


def legal_variants():
    boards = [swapped(BOARD, one, other) for one in range(9) for other in range(one)]
    return [board for board in boards if board.is_legal()]


def test_the_best_come_first_and_nothing_twice(tmp_path):
    store = Store(tmp_path / "best.sqlite")
    assert store.best(PUZZLE) == ()
    for board in [*legal_variants(), BOARD, BOARD]:
        store.add(board, "beam", 3, 1.5, 20, {"width": 8})
    found = store.best(PUZZLE, most=100)
    assert found[0].score == PUZZLE.joins
    assert BOARD in [each.board for each in found]
    assert (found[0].engine, found[0].seed, found[0].options) == (
        "beam",
        3,
        {"width": 8},
    )
    scores = [each.score for each in found]
    assert scores == sorted(scores, reverse=True)
    assert len({each.board for each in found}) == len(found)
    assert store.best(planted_board(3, 3, 3, 6).puzzle) == ()


def test_boards_without_a_break_by_their_pieces(tmp_path):
    store = Store(tmp_path / "best.sqlite")
    store.add(Board(PUZZLE, BOARD.placements[:4]), "breaks", 0, 1.0, 1, {})
    store.add(Board(PUZZLE, BOARD.placements[:7]), "breaks", 0, 1.0, 1, {})
    assert [each.pieces for each in store.best(PUZZLE, "pieces")] == [7, 4]
    assert store.best(PUZZLE) == ()


@pytest.mark.parametrize("kept", [1, 100])
def test_every_goal_has_a_leaderboard_with_a_key_of_its_own(
    tmp_path, monkeypatch, kept
):
    monkeypatch.setattr(stores, "_KEPT", kept)
    store = Store(tmp_path / "best.sqlite")
    holed = Board(PUZZLE, [each for each in BOARD.placements if each.cell != 0])
    broken = [board for board in legal_variants() if board.breaks()]
    for board in (*broken, holed):
        store.add(board, "beam", 0, 1.0, 1, {})
    for goal, measure in MEASURES.items():
        competing = [each for each in {*broken, holed} if measure.accepts(each)]
        values = sorted(map(measure.value, competing), reverse=True)
        found = [measure.value(each.board) for each in store.best(PUZZLE, goal, kept)]
        assert found == values[:kept]
    assert store.best(PUZZLE, "joins")[0].board != holed
    assert store.best(PUZZLE, "pieces")[0].board == holed
    assert store.best(PUZZLE, "prefix")[0].prefix == 8


def test_a_stored_board_says_how_it_was_found(tmp_path):
    store = Store(tmp_path / "best.sqlite")
    store.add(BOARD, "beam", 3, 1.5, 20, {"width": 8})
    for goal in MEASURES:
        (found,) = store.best(PUZZLE, goal)
        assert found.how_found() == {
            "engine": "beam",
            "seed": 3,
            "options": {"width": 8},
            "version": __version__,
            "seconds": 1.5,
            "nodes": 20,
        }


def test_a_board_that_breaks_a_rule_is_not_kept(tmp_path):
    first, *rest = BOARD.placements
    bad = Board(PUZZLE, [first._replace(turn=(first.turn + 1) % 4), *rest])
    with pytest.raises(PuzzleError, match="the board is not legal"):
        Store(tmp_path / "best.sqlite").add(bad, "beam", 0, 1.0, 1, {})


def test_what_is_no_store_or_was_changed_is_refused(tmp_path):
    path = tmp_path / "best.sqlite"
    path.write_text("no database at all, but long enough to be looked at" * 50)
    with pytest.raises(FormatError, match=r"best\.sqlite: not a store"):
        Store(path).check()
    path.unlink()
    Store(path).add(BOARD, "beam", 0, 1.0, 1, {})
    with sqlite3.connect(path) as connection:
        connection.execute("UPDATE boards SET score = 99")
    connection.close()
    with pytest.raises(FormatError, match="its score is 12, not 99"):
        Store(path).best(PUZZLE)
    with sqlite3.connect(path) as connection:
        connection.execute("UPDATE boards SET score = 12, prefix = 8")
    connection.close()
    with pytest.raises(FormatError, match="its clean prefix is 9, not 8"):
        Store(path).best(PUZZLE)
    with sqlite3.connect(path) as connection:
        connection.execute("PRAGMA user_version = 1")
    connection.close()
    with pytest.raises(FormatError, match=r"format 1, .* move it away"):
        Store(path).best(PUZZLE)


def test_the_store_is_in_the_data_folder_of_the_user(monkeypatch, tmp_path):
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path))
    assert default_path() == tmp_path / "edgematch" / "best.sqlite"
    Store().add(BOARD, "beam", 0, 1.0, 1, {})
    assert default_path().exists()


def test_reading_leaves_a_file_as_it_is(tmp_path):
    empty = tmp_path / "empty.sqlite"
    empty.touch()
    assert Store(empty).best(PUZZLE) == ()
    assert empty.read_bytes() == b""


def test_a_database_of_something_else_is_refused_and_left_alone(tmp_path):
    path = tmp_path / "other.sqlite"
    connection = sqlite3.connect(path)
    connection.execute("CREATE TABLE letters (a)")
    connection.commit()
    connection.close()
    before = path.read_bytes()
    store = Store(path)
    for action in (
        store.check,
        lambda: store.best(PUZZLE),
        lambda: store.add(BOARD, "beam", 1, 1.0, 1, {}),
    ):
        with pytest.raises(FormatError, match="another database"):
            action()
    assert path.read_bytes() == before


def test_a_store_that_is_busy_is_not_said_to_be_none(tmp_path, monkeypatch):
    monkeypatch.setattr("edgematch.campaigns.store._SECONDS_TO_WAIT", 0.05)
    path = tmp_path / "best.sqlite"
    store = Store(path)
    store.add(BOARD, "beam", 1, 1.0, 1, {})
    other = sqlite3.connect(path)
    other.execute("BEGIN IMMEDIATE")
    for action in (store.check, lambda: store.add(BOARD, "beam", 1, 1.0, 1, {})):
        with pytest.raises(EdgematchError, match="sqlite: database is locked"):
            action()
    other.close()
    store.check()


@pytest.mark.parametrize(
    ("column", "value"), [("seconds", "abc"), ("options", "5"), ("nodes", "x")]
)
def test_a_row_of_the_wrong_kind_is_named(tmp_path, column, value):
    path = tmp_path / "best.sqlite"
    Store(path).add(BOARD, "beam", 1, 1.0, 1, {})
    connection = sqlite3.connect(path)
    connection.execute(f"UPDATE boards SET {column} = ?", (value,))
    connection.commit()
    connection.close()
    with pytest.raises(FormatError, match="a stored board is not valid"):
        Store(path).best(PUZZLE)


def test_boards_with_holes_leave_room_for_full_ones(tmp_path, monkeypatch):
    monkeypatch.setattr(stores, "_KEPT", 5)
    store = Store(tmp_path / "best.sqlite")
    worst = min(legal_variants(), key=lambda board: board.score())
    store.add(worst, "anneal", 0, 1.0, 1, {})
    for cell in range(8):
        rest = [each for each in BOARD.placements if each.cell != cell]
        store.add(Board(PUZZLE, rest), "breaks", 0, 1.0, 1, {})
    assert [each.board for each in store.best(PUZZLE)] == [worst]
    assert 5 <= len(store.best(PUZZLE, "pieces")) < 8


def test_a_store_that_another_process_makes_at_the_same_time_is_one(
    tmp_path, monkeypatch
):
    path = tmp_path / "best.sqlite"

    class Answer:
        def __init__(self, row):
            self.row = row

        def fetchone(self):
            return self.row

    class Connection(sqlite3.Connection):
        asked = 0

        def execute(self, *arguments):
            answer = Answer(super().execute(*arguments).fetchone())
            self.asked += 1
            if self.asked == 1:  # now the other process comes
                Store(path).add(BOARD, "beam", 0, 1.0, 1, {})
            return answer

    with sqlite3.connect(path, factory=Connection) as connection:
        assert Store(path)._is_new(connection) is False


def test_a_damaged_store_is_refused_in_one_line(tmp_path):
    path = tmp_path / "best.sqlite"
    Store(path).add(BOARD, "beam", 1, 1.0, 1, {})
    data = path.read_bytes()
    for seed in range(60):
        random, changed = Random(seed), bytearray(data)
        for _ in range(random.choice([1, 10, 300])):
            changed[random.randrange(len(data))] = random.randrange(256)
        path.write_bytes(changed[: random.choice([None, random.randrange(len(data))])])
        for arguments in (
            ("check",),
            ("best", PUZZLE),
            ("add", BOARD, "", 1, 1.0, 1, {}),
        ):
            try:
                getattr(Store(path), arguments[0])(*arguments[1:])
            except EdgematchError as refusal:
                assert f"{path.name}: " in str(refusal)
                assert "\n" not in str(refusal)


def test_an_empty_store_left_by_a_full_disk_is_filled(tmp_path):
    path = tmp_path / "best.sqlite"
    path.touch()
    Store(path).check()
    Store(path).add(BOARD, "beam", 1, 1.0, 1, {})
    assert len(Store(path).best(PUZZLE)) == 1


@pytest.mark.parametrize("place", ["/dev/null/x", "/proc/edgematch"])
def test_a_home_that_cannot_be_written_is_told_from_a_damaged_store(monkeypatch, place):
    if not Path(place).parent.exists():
        pytest.skip(f"there is no {Path(place).parent}")
    monkeypatch.setenv("XDG_DATA_HOME", place)
    with pytest.raises(StoreError, match=r"best\.sqlite: ") as refusal:
        Store().check()
    assert not isinstance(refusal.value, FormatError)
