"""The records of runs in an SQLite file that several processes may share.

A run is *claimed* before it starts and *recorded* when it is over, each in its own
transaction.  The claim of a process that no longer exists can be taken over by any
other; only the process that holds the claim can write the record, which removes the
claim.  So no run is done or counted twice, and killing a process loses only the runs
it was doing.
"""

import json
import os
import sqlite3
import time
from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from edgematch.errors import EdgematchError
from edgematch.experiments.owners import Owner, is_gone
from edgematch.experiments.plan import Plan, PlannedRun
from edgematch.experiments.records import (
    COLUMNS,
    LATER_COLUMNS,
    NUMBERS,
    RunRecord,
    environment_name,
    row_of,
)
from edgematch.files import reason_of

_FORMAT = 1
_PATIENCE = 60.0
"""How many seconds to wait for another process that has locked the file."""
_PAUSE = 0.01
"""Seconds between two attempts where SQLite itself does not wait."""

_NAMES = ", ".join(f'"{name}"' for name in COLUMNS)
_VALUES = ", ".join(f":{name}" for name in COLUMNS)
INSERT = f"INSERT INTO records ({_NAMES}) VALUES ({_VALUES})"
"""Inserts a row of `row_of`."""

_SCHEMA = f"""
CREATE TABLE IF NOT EXISTS records (
    identity TEXT PRIMARY KEY,
    {", ".join(f'"{name}" {NUMBERS.get(name, "TEXT")}' for name in COLUMNS[1:])}
) WITHOUT ROWID;
CREATE TABLE IF NOT EXISTS claims (
    identity TEXT PRIMARY KEY, owner TEXT NOT NULL, seen REAL NOT NULL
) WITHOUT ROWID;
CREATE TABLE IF NOT EXISTS environments (
    name TEXT PRIMARY KEY, content TEXT NOT NULL
) WITHOUT ROWID;
"""


def _open(path: Path, read_only: bool) -> sqlite3.Connection:
    """Open a database; a read-only connection leaves the file unchanged."""
    address = path.absolute().as_uri()
    if not read_only:
        return _connect(f"{address}?mode=rwc")
    database = _connect(f"{address}?mode=rw")
    try:
        database.execute("PRAGMA query_only=ON")
        database.execute("PRAGMA schema_version")
    except sqlite3.OperationalError:
        # Opening a write-ahead log needs a writable folder, unless the log is empty.
        log = path.with_name(f"{path.name}-wal")
        has_changes = log.exists() and log.stat().st_size > 0
        if os.access(path.parent, os.W_OK) or has_changes:
            raise
        database.close()
        database = _connect(f"{address}?immutable=1")
    return database


def _connect(address: str) -> sqlite3.Connection:
    return sqlite3.connect(address, _PATIENCE, isolation_level=None, uri=True)


def _use_write_ahead_log(database: sqlite3.Connection) -> None:
    """Switch to a write-ahead log, so that readers never block a writer.

    SQLite reports a lock at once here instead of waiting for it, because waiting could
    deadlock when two processes create the same file.  So try again until the other
    process is finished.
    """
    deadline = time.monotonic() + _PATIENCE
    while True:
        try:
            database.execute("PRAGMA journal_mode=WAL")
            return
        except sqlite3.OperationalError as error:
            is_busy = error.sqlite_errorcode & 0xFF == sqlite3.SQLITE_BUSY
            if not is_busy or time.monotonic() > deadline:
                raise
        time.sleep(_PAUSE)


class RecordStore:
    """The records of experiments in one file."""

    def __init__(self, path: Path, read_only: bool = False) -> None:
        self.path = path
        if read_only and not path.exists():
            raise EdgematchError(f"{path}: no records yet; run the plan first")
        with self._report_errors():
            self._database = _open(path, read_only)
            is_empty = self._is_empty()
            if is_empty and read_only:
                raise EdgematchError(f"{path}: no records yet; run the plan first")
            if not read_only:
                _use_write_ahead_log(self._database)
                self._database.execute("PRAGMA synchronous=NORMAL")
            if is_empty:
                self._create()
            if self._lacking() and not read_only:
                self._add_columns()
            self._absent = self._lacking()
        self._owner = Owner()
        self._environments: set[str] = set()

    def _is_empty(self) -> bool:
        """Return whether the file is empty; raise if it is not a file of records."""
        version = self._database.execute("PRAGMA user_version").fetchone()[0]
        if version not in (0, _FORMAT):
            raise EdgematchError(
                f"{self.path}: written by another version of the package"
            )
        tables = self._database.execute("SELECT count(*) FROM sqlite_master")
        if version == 0 and tables.fetchone()[0] == 0:
            return True
        found = self._database.execute("PRAGMA table_info(records)")
        if not {row[1] for row in found} >= {*COLUMNS} - {*LATER_COLUMNS}:
            raise EdgematchError(f"{self.path}: not a file of records")
        return False

    def _lacking(self) -> set[str]:
        """Return the columns that a file of an older version does not have."""
        found = self._database.execute("PRAGMA table_info(records)")
        return {*LATER_COLUMNS} - {row[1] for row in found}

    def _add_columns(self) -> None:
        with self._transaction():
            for name in sorted(self._lacking()):
                self._database.execute(f'ALTER TABLE records ADD COLUMN "{name}" TEXT')

    def _create(self) -> None:
        with self._transaction():
            for statement in _SCHEMA.split(";"):
                self._database.execute(statement)
            self._database.execute(f"PRAGMA user_version={_FORMAT}")

    @contextmanager
    def _report_errors(self) -> Iterator[None]:
        """Turn the errors of SQLite into an error that names the file."""
        try:
            yield
        except sqlite3.Error as error:
            raise EdgematchError(f"{self.path}: {reason_of(error)}") from error
        except UnicodeDecodeError as error:
            # SQLite quotes what is damaged in its message, in whatever bytes it has.
            raise EdgematchError(f"{self.path}: not a file of records") from error

    def _rows(self, query: str) -> list[tuple[Any, ...]]:
        with self._report_errors():
            return self._database.execute(query).fetchall()

    def decode(self, text: str) -> Any:
        """Return the value of a column that holds JSON."""
        try:
            return json.loads(text)
        except (TypeError, ValueError) as error:
            raise EdgematchError(f"{self.path}: damaged record: {error}") from error

    def close(self) -> None:
        """Close the file."""
        self._database.close()

    @contextmanager
    def _transaction(self) -> Iterator[None]:
        """Do all of the block or none of it."""
        with self._report_errors():
            try:
                self._database.execute("BEGIN IMMEDIATE")
                yield
                self._database.execute("COMMIT")
            except BaseException:
                if self._database.in_transaction:
                    self._database.execute("ROLLBACK")
                raise

    def identities(self) -> set[str]:
        """Return the identities of all runs that have a record."""
        return {identity for (identity,) in self._rows("SELECT identity FROM records")}

    def claim(self, identity: str) -> str:
        """Claim a run; return `claimed`, or `done` or `taken` by another process."""
        now = time.time()
        with self._transaction():
            query = "SELECT 1 FROM records WHERE identity = ?"
            if self._database.execute(query, (identity,)).fetchone():
                return "done"
            query = "SELECT owner, seen FROM claims WHERE identity = ?"
            claim = self._database.execute(query, (identity,)).fetchone()
            if claim is not None and not is_gone(claim[0], claim[1], now):
                return "taken"
            self._database.execute(
                "INSERT OR REPLACE INTO claims VALUES (?, ?, ?)",
                (identity, self._owner.name, now),
            )
        return "claimed"

    def refresh_claims(self) -> None:
        """Renew the claims of this process."""
        with self._transaction():
            self._database.execute(
                "UPDATE claims SET seen = ? WHERE owner = ?",
                (time.time(), self._owner.name),
            )

    def release(self) -> None:
        """Release all claims of this process."""
        with self._transaction():
            self._database.execute(
                "DELETE FROM claims WHERE owner = ?", (self._owner.name,)
            )

    def claims(self) -> list[str]:
        """Return the identities of the runs claimed by processes that still exist."""
        now = time.time()
        rows = self._rows("SELECT identity, owner, seen FROM claims")
        return [each for each, owner, seen in rows if not is_gone(owner, seen, now)]

    def record(self, run: PlannedRun, record: RunRecord) -> bool:
        """Write the record of a claimed run, and give up the claim.

        Returns False, and writes nothing, if another process holds the claim by now.
        """
        row = row_of(run, record)
        environment = row["environment"]
        with self._transaction():
            cursor = self._database.execute(
                "DELETE FROM claims WHERE identity = ? AND owner = ?",
                (run.identity, self._owner.name),
            )
            if cursor.rowcount != 1:
                return False
            if environment not in self._environments:
                content = json.dumps(dict(record.environment), sort_keys=True)
                self._database.execute(
                    "INSERT OR IGNORE INTO environments VALUES (?, ?)",
                    (environment, content),
                )
            self._database.execute(INSERT, row)
        self._environments.add(environment)
        return True

    def restore(self, rows: Iterable[tuple[dict[str, Any], dict[str, str]]]) -> None:
        """Write rows of `row_of` that were kept elsewhere, with their environments."""
        with self._transaction():
            for row, environment in rows:
                name = environment_name(environment)
                self._database.execute(
                    "INSERT OR IGNORE INTO environments VALUES (?, ?)",
                    (name, json.dumps(environment, sort_keys=True)),
                )
                self._database.execute(INSERT, {**row, "environment": name})

    def forget(self, identities: Iterable[str], statuses: Sequence[str]) -> int:
        """Remove the records of these runs with these statuses; return how many."""
        removed = 0
        with self._transaction():
            for identity in identities:
                for status in statuses:
                    removed += self._database.execute(
                        "DELETE FROM records WHERE identity = ? AND status = ?",
                        (identity, status),
                    ).rowcount
        return removed

    def columns(self, names: Sequence[str]) -> list[tuple[Any, ...]]:
        """Return the identity and these columns of every record."""
        assert set(names) <= set(COLUMNS)
        wanted = ", ".join(
            f'NULL AS "{name}"' if name in self._absent else f'"{name}"'
            for name in names
        )
        return self._rows(f"SELECT identity, {wanted} FROM records")

    def records_of(
        self, plan: Plan, names: Sequence[str]
    ) -> Iterator[tuple[PlannedRun, tuple[Any, ...] | None]]:
        """Yield every run of a plan with these columns of its record, if it has one."""
        found = {row[0]: row[1:] for row in self.columns(names)}
        for run in plan.runs():
            yield run, found.get(run.identity)

    def environments(self) -> dict[str, dict[str, str]]:
        """Return machines and versions by the names used in records."""
        rows = self._rows("SELECT name, content FROM environments")
        return {name: self.decode(content) for name, content in rows}

    def integrity(self) -> str:
        """Return the result of SQLite's integrity check; `ok` if the file is sound."""
        return str(self._rows("PRAGMA integrity_check")[0][0])
