"""Records of finished runs, appended to a CSV file one by one.

An interrupted benchmark goes on where it was: what is recorded is not run again.
"""

import csv
from collections.abc import Iterable
from dataclasses import astuple, dataclass, fields
from pathlib import Path
from typing import Self

Key = tuple[str, str, int, str]


@dataclass(frozen=True)
class Record:
    """One run of one contestant on one instance."""

    puzzle_class: str
    seed: int
    contestant: str
    ended: str
    solutions: int
    nodes: int | None
    seconds: float
    limit: float
    memory: int
    """In kB."""
    version: str
    date: str
    machine: str

    @property
    def key(self) -> Key:
        """Who ran on what, and where."""
        return self.machine, self.puzzle_class, self.seed, self.contestant

    @property
    def is_censored(self) -> bool:
        """Whether the limit came before the end: it takes longer than this."""
        return self.ended == "seconds"

    def answers(self, limit: float) -> bool:
        """Say whether a run with this limit would tell nothing new."""
        return not self.is_censored or self.limit >= limit

    @classmethod
    def read(cls, row: dict[str, str]) -> Self:
        """Read a row of the file."""
        return cls(
            row["puzzle_class"],
            int(row["seed"]),
            row["contestant"],
            row["ended"],
            int(row["solutions"]),
            int(row["nodes"]) if row["nodes"] else None,
            float(row["seconds"]),
            float(row["limit"]),
            int(row["memory"]),
            row["version"],
            row["date"],
            row["machine"],
        )


def read_records(path: Path) -> dict[Key, Record]:
    """Return the records of a file by key; the last of a key counts."""
    if not path.exists():
        return {}
    with path.open(newline="") as file:
        records = [Record.read(row) for row in csv.DictReader(file)]
    return {record.key: record for record in records}


def write_records(path: Path, records: Iterable[Record]) -> None:
    """Write a file anew."""
    with path.open("w", newline="") as file:
        writer = csv.writer(file)
        writer.writerow([field.name for field in fields(Record)])
        writer.writerows(astuple(record) for record in records)


def append_record(path: Path, record: Record) -> None:
    """Add a record to a file, with a heading if it is the first."""
    if not path.exists():
        write_records(path, ())
    with path.open("a", newline="") as file:
        csv.writer(file).writerow(astuple(record))


def by_machine(records: Iterable[Record]) -> dict[str, list[Record]]:
    """Return the records of each machine, that with the newest first."""
    runs = list(records)
    newest_first = sorted(runs, key=lambda record: record.date, reverse=True)
    places = dict.fromkeys(record.machine for record in newest_first)
    return {
        place: [record for record in runs if record.machine == place]
        for place in places
    }
