"""The best boards of every puzzle, kept in one SQLite file.

Boards are stored by the fingerprint of their puzzle, so a campaign can be continued
whatever file the puzzle is read from.  Several processes may write at the same time.
"""

import json
import os
import sqlite3
from collections.abc import Iterator, Mapping
from contextlib import closing, contextmanager
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

from edgematch.board import Board
from edgematch.errors import EdgematchError, FormatError, PuzzleError
from edgematch.files import reason_of
from edgematch.puzzle import Placement, Puzzle

_FORMAT = 1
_TABLE = f"""
BEGIN IMMEDIATE;
CREATE TABLE IF NOT EXISTS boards (
    fingerprint TEXT NOT NULL,
    puzzle TEXT NOT NULL,
    score INTEGER NOT NULL,
    pieces INTEGER NOT NULL,
    breaks INTEGER NOT NULL,
    placements TEXT NOT NULL,
    engine TEXT NOT NULL,
    seed INTEGER NOT NULL,
    seconds REAL NOT NULL,
    nodes INTEGER NOT NULL,
    found TEXT NOT NULL,
    options TEXT NOT NULL,
    UNIQUE (fingerprint, placements)
);
CREATE INDEX IF NOT EXISTS by_puzzle ON boards (fingerprint, score);
PRAGMA user_version = {_FORMAT};
COMMIT;
"""
_SECONDS_TO_WAIT = 10.0
"""For another process that is writing."""
_KEPT = 100
"""Boards of each puzzle; those with the lowest scores are dropped."""


class StoreError(EdgematchError):
    """A store that cannot be opened or written: no permission, no space, or locked.

    It may still be a store; a file that is none is a `FormatError`.
    """


@dataclass(frozen=True)
class StoredBoard:
    """A board of the store, and how it was found."""

    board: Board
    score: int
    engine: str
    seed: int
    seconds: float
    nodes: int
    found: str
    """When, as ISO 8601, UTC."""
    options: Mapping[str, Any]

    @property
    def pieces(self) -> int:
        """Pieces on the board."""
        return len(self.board.placements)


def default_path() -> Path:
    """Return the store in the user's data folder."""
    home = os.environ.get("XDG_DATA_HOME")
    folder = Path(home) if home else Path.home() / ".local" / "share"
    return folder / "edgematch" / "best.sqlite"


class Store:
    """A file of best boards."""

    def __init__(self, path: Path | None = None) -> None:
        self.path = path or default_path()

    @contextmanager
    def _open(self, mode: str) -> Iterator[sqlite3.Connection]:
        """Open the file to read (`ro`) or to write (`rwc`: created if missing)."""
        try:
            if mode != "ro" and self.path == default_path():
                self.path.parent.mkdir(parents=True, exist_ok=True)
            address = f"{self.path.absolute().as_uri()}?mode={mode}"
            with closing(
                sqlite3.connect(address, uri=True, timeout=_SECONDS_TO_WAIT)
            ) as connection:
                is_new = self._is_new(connection)
                with connection:
                    if is_new and mode != "ro":
                        connection.executescript(_TABLE)
                    yield connection
        except (sqlite3.OperationalError, OverflowError) as error:
            raise StoreError(f"{self.path}: {reason_of(error)}") from error
        except (sqlite3.DatabaseError, UnicodeDecodeError) as error:
            # SQLite quotes what is damaged in its message, in whatever bytes it has.
            is_unreadable = isinstance(error, UnicodeDecodeError)
            why = "damaged" if is_unreadable else reason_of(error)
            raise FormatError(
                str(self.path), None, f"not a store of boards: {why}"
            ) from error
        except OSError as error:
            raise StoreError(f"{self.path}: {reason_of(error)}") from error

    def _is_new(self, connection: sqlite3.Connection) -> bool:
        """Return whether the file is empty; raise if it is not a store."""
        # In this order: another process may make a store of it between the two.
        (count,) = connection.execute("SELECT count(*) FROM sqlite_master").fetchone()
        (version,) = connection.execute("PRAGMA user_version").fetchone()
        if version == _FORMAT:
            return False
        if version:
            why = f"the store has format {version}, but this version reads {_FORMAT}"
            raise FormatError(str(self.path), None, why)
        if count:
            raise FormatError(
                str(self.path), None, "not a store of boards, but another database"
            )
        return True

    def check(self) -> None:
        """Raise if the file is not a store, or cannot be created or written."""
        with self._open("rwc") as connection:
            connection.execute("BEGIN IMMEDIATE")

    def add(
        self,
        board: Board,
        engine: str,
        seed: int,
        seconds: float,
        nodes: int,
        options: Mapping[str, Any],
    ) -> None:
        """Add a legal board; if the store has it already, nothing changes."""
        for problem in board.problems():
            raise PuzzleError(f"the board is not legal: {problem}", "board")
        puzzle = board.puzzle
        row = (
            puzzle.fingerprint,
            puzzle.name,
            board.score(),
            len(board.placements),
            len(board.breaks()),
            json.dumps([list(each) for each in board.placements]),
            engine,
            seed,
            seconds,
            nodes,
            datetime.now(UTC).isoformat(timespec="seconds"),
            json.dumps(dict(options), sort_keys=True),
        )
        marks = ", ".join("?" * len(row))
        with self._open("rwc") as connection:
            connection.execute(f"INSERT OR IGNORE INTO boards VALUES ({marks})", row)
            connection.execute(
                "DELETE FROM boards WHERE fingerprint = ?1 AND rowid NOT IN"
                " (SELECT rowid FROM boards WHERE fingerprint = ?1 AND pieces = ?3"
                " ORDER BY score DESC, rowid LIMIT ?2)"
                " AND rowid NOT IN"
                " (SELECT rowid FROM boards WHERE fingerprint = ?1 AND breaks = 0"
                " ORDER BY pieces DESC, rowid LIMIT ?2)",
                (puzzle.fingerprint, _KEPT, puzzle.cells),
            )

    def best(
        self, puzzle: Puzzle, goal: str = "joins", most: int = 10
    ) -> tuple[StoredBoard, ...]:
        """Return the best boards of a puzzle, each checked by the referee again."""
        where = {
            "joins": ("pieces = ?3", "score DESC"),
            "pieces": ("breaks = 0 AND ?3 > 0", "pieces DESC"),
        }
        condition, order = where[goal]
        if not self.path.exists():
            return ()
        with self._open("ro") as connection:
            if self._is_new(connection):
                return ()
            rows = connection.execute(
                "SELECT placements, score, engine, seed, seconds, nodes, found, options"
                f" FROM boards WHERE fingerprint = ?1 AND {condition}"
                f" ORDER BY {order}, rowid LIMIT ?2",
                (puzzle.fingerprint, most, puzzle.cells),
            ).fetchall()
        return tuple(self._read_board(puzzle, row) for row in rows)

    def _read_board(self, puzzle: Puzzle, row: tuple[Any, ...]) -> StoredBoard:
        placements, score, engine, seed, seconds, nodes, found, options = row
        try:
            board = Board(puzzle, [Placement(*each) for each in json.loads(placements)])
            if board.problems():
                raise ValueError("it is not legal")
            if board.score() != score:
                raise ValueError(f"its score is {board.score()}, not {score}")
            numbers = (int(seed), float(seconds), int(nodes))
            how = (engine, *numbers, str(found), dict(json.loads(options)))
            return StoredBoard(board, score, *how)
        except (ValueError, TypeError) as error:
            raise FormatError(
                str(self.path), None, f"a stored board is not valid: {error}"
            ) from error
