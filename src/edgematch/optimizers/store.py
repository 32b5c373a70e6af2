"""The best boards of every puzzle, kept in one SQLite file, whole at any moment.

Boards go by the fingerprint of their puzzle, so a campaign goes on from where it was,
whatever file the puzzle came from.  Many processes may write to one store at a time.
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
from edgematch.puzzle import Placement, Puzzle

_FORMAT = 1
_TABLE = """
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
"""
_KEPT = 100
"""Boards of each puzzle; those with the lowest scores are dropped."""


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
    def _opened(self) -> Iterator[sqlite3.Connection]:
        try:
            if self.path == default_path():
                self.path.parent.mkdir(parents=True, exist_ok=True)
            with closing(sqlite3.connect(self.path, timeout=30.0)) as connection:
                (version,) = connection.execute("PRAGMA user_version").fetchone()
                if version not in (0, _FORMAT):
                    raise FormatError(
                        str(self.path),
                        None,
                        f"a store of format {version}, not {_FORMAT}",
                    )
                with connection:
                    if version == 0:
                        connection.executescript(_TABLE)
                        connection.execute(f"PRAGMA user_version = {_FORMAT}")
                    yield connection
        except sqlite3.DatabaseError as error:
            raise FormatError(str(self.path), None, f"no store: {error}") from error
        except OSError as error:
            reason = (error.strerror or str(error)).lower()
            raise EdgematchError(f"{self.path}: {reason}") from error

    def check(self) -> None:
        """Raise if the file is no store or cannot be made."""
        with self._opened():
            pass

    def add(
        self,
        board: Board,
        engine: str,
        seed: int,
        seconds: float,
        nodes: int,
        options: Mapping[str, Any],
    ) -> None:
        """Keep a legal board; one that is there already stays as it is."""
        for problem in board.problems():
            raise PuzzleError(f"no board for a store: {problem}", "board")
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
        with self._opened() as connection:
            connection.execute(f"INSERT OR IGNORE INTO boards VALUES ({marks})", row)
            connection.execute(
                "DELETE FROM boards WHERE fingerprint = ?1 AND rowid NOT IN"
                " (SELECT rowid FROM boards WHERE fingerprint = ?1"
                " ORDER BY score DESC, rowid LIMIT ?2)"
                " AND rowid NOT IN"
                " (SELECT rowid FROM boards WHERE fingerprint = ?1 AND breaks = 0"
                " ORDER BY pieces DESC, rowid LIMIT ?2)",
                (puzzle.fingerprint, _KEPT),
            )

    def best(
        self, puzzle: Puzzle, goal: str = "joins", most: int = 10
    ) -> tuple[StoredBoard, ...]:
        """Return the best boards of a puzzle, each looked at by the referee again."""
        where = {
            "joins": ("pieces = ?3", "score DESC"),
            "pieces": ("breaks = 0 AND ?3 > 0", "pieces DESC"),
        }
        condition, order = where[goal]
        if not self.path.exists():
            return ()
        with self._opened() as connection:
            rows = connection.execute(
                "SELECT placements, score, engine, seed, seconds, nodes, found, options"
                f" FROM boards WHERE fingerprint = ?1 AND {condition}"
                f" ORDER BY {order}, rowid LIMIT ?2",
                (puzzle.fingerprint, most, puzzle.cells),
            ).fetchall()
        return tuple(self._checked(puzzle, row) for row in rows)

    def _checked(self, puzzle: Puzzle, row: tuple[Any, ...]) -> StoredBoard:
        placements, score, engine, seed, seconds, nodes, found, options = row
        try:
            board = Board(puzzle, [Placement(*each) for each in json.loads(placements)])
            if board.problems() or board.score() != score:
                raise ValueError("the score is another")
            facts = (engine, seed, seconds, nodes, found, json.loads(options))
            return StoredBoard(board, score, *facts)
        except (ValueError, TypeError) as error:
            raise FormatError(
                str(self.path), None, f"a board is not what it is said to be: {error}"
            ) from error
