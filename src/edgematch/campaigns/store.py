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
from edgematch.results import how_found
from edgematch.version import __version__

_FORMAT = 2
_TABLE = f"""
BEGIN IMMEDIATE;
CREATE TABLE IF NOT EXISTS boards (
    fingerprint TEXT NOT NULL,
    puzzle TEXT NOT NULL,
    score INTEGER NOT NULL,
    pieces INTEGER NOT NULL,
    breaks INTEGER NOT NULL,
    prefix INTEGER NOT NULL,
    placements TEXT NOT NULL,
    engine TEXT NOT NULL,
    seed INTEGER NOT NULL,
    seconds REAL NOT NULL,
    nodes INTEGER NOT NULL,
    found TEXT NOT NULL,
    options TEXT NOT NULL,
    version TEXT NOT NULL,
    UNIQUE (fingerprint, placements)
);
CREATE INDEX IF NOT EXISTS by_puzzle ON boards (fingerprint);
PRAGMA user_version = {_FORMAT};
COMMIT;
"""
_SECONDS_TO_WAIT = 10.0
"""For another process that is writing."""
_KEPT = 100
"""Boards of each puzzle on each leaderboard; those with the lowest values are dropped.
"""
_LEADERBOARDS = {
    "joins": "pieces = :cells ORDER BY score DESC",
    "pieces": "breaks = 0 ORDER BY pieces DESC",
    "prefix": "TRUE ORDER BY prefix DESC",
}
"""For each goal, the boards that compete and the key they are sorted by."""


def _ranked(columns: str, goal: str) -> str:
    """Return a query for the `:most` best boards of a puzzle."""
    return (
        f"SELECT {columns} FROM boards WHERE fingerprint = :fingerprint"
        f" AND {_LEADERBOARDS[goal]}, rowid LIMIT :most"
    )


_COLUMNS = (
    "placements, score, prefix, engine, seed, seconds, nodes, found, options, version"
)


def _names(puzzle: Puzzle, most: int) -> dict[str, Any]:
    """Return the values of a query's names."""
    return {"fingerprint": puzzle.fingerprint, "cells": puzzle.cells, "most": most}


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
    version: str
    """The version of edgematch that stored it."""

    def how_found(self) -> dict[str, Any]:
        """Return how it was found, for a record of the board."""
        facts = {"seconds": self.seconds, "nodes": self.nodes}
        return how_found(self.engine, self.seed, self.options, facts, self.version)

    @property
    def prefix(self) -> int:
        """Pieces of the clean prefix."""
        return self.board.clean_prefix()

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
            why += "; move it away or use another file"
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
            board.clean_prefix(),
            json.dumps([list(each) for each in board.placements]),
            engine,
            seed,
            seconds,
            nodes,
            datetime.now(UTC).isoformat(timespec="seconds"),
            json.dumps(dict(options), sort_keys=True),
            __version__,
        )
        marks = ", ".join("?" * len(row))
        with self._open("rwc") as connection:
            connection.execute(f"INSERT OR IGNORE INTO boards VALUES ({marks})", row)
            kept = [f" AND rowid NOT IN ({_ranked('rowid', x)})" for x in _LEADERBOARDS]
            connection.execute(
                f"DELETE FROM boards WHERE fingerprint = :fingerprint{''.join(kept)}",
                _names(puzzle, _KEPT),
            )

    def best(
        self, puzzle: Puzzle, goal: str = "joins", most: int = 10
    ) -> tuple[StoredBoard, ...]:
        """Return the best boards of a puzzle, each checked by the referee again."""
        if not self.path.exists():
            return ()
        with self._open("ro") as connection:
            if self._is_new(connection):
                return ()
            rows = connection.execute(
                _ranked(_COLUMNS, goal), _names(puzzle, most)
            ).fetchall()
        return tuple(self._read_board(puzzle, row) for row in rows)

    def _read_board(self, puzzle: Puzzle, row: tuple[Any, ...]) -> StoredBoard:
        placements, score, prefix, engine, seed, seconds, nodes, *when = row
        found, options, version = when
        try:
            board = Board(puzzle, [Placement(*each) for each in json.loads(placements)])
            if board.problems():
                raise ValueError("it is not legal")
            if board.score() != score:
                raise ValueError(f"its score is {board.score()}, not {score}")
            if (clean := board.clean_prefix()) != prefix:
                raise ValueError(f"its clean prefix is {clean}, not {prefix}")
            numbers = (int(seed), float(seconds), int(nodes))
            how = (engine, *numbers, str(found), dict(json.loads(options)), version)
            return StoredBoard(board, score, *how)
        except (ValueError, TypeError) as error:
            raise FormatError(
                str(self.path), None, f"a stored board is not valid: {error}"
            ) from error
