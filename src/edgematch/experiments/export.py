"""The records of a plan as one flat table: CSV or Parquet; and back from CSV."""

import csv
import io
import json
from collections.abc import Collection, Iterator
from datetime import UTC, datetime
from typing import Any

from edgematch.errors import EdgematchError, MissingPackage
from edgematch.experiments.plan import Plan
from edgematch.experiments.records import COLUMNS, NUMBERS
from edgematch.experiments.store import RecordStore

_LABELS = ("class", "method")
_ENVIRONMENT = (
    *("edgematch", "python", "system", "machine", "processor", "host"),
    *("cores", "numba"),
)
HEADER = (
    *_LABELS,
    *(name for name in COLUMNS if name != "environment"),
    *(f"on_{name}" for name in _ENVIRONMENT),
)
"""The columns of an export; options, limits, boards and statistics are JSON."""


def export_rows(plan: Plan, store: RecordStore) -> Iterator[dict[str, Any]]:
    """Yield the records of a plan in its order, with their labels."""
    environments = store.environments()
    for run, values in store.records_of(plan, COLUMNS):
        if values is None:
            continue
        record = dict(zip(COLUMNS, values, strict=True))
        about = environments.get(record.pop("environment"), {})
        if isinstance(record["finished"], int | float):
            moment = datetime.fromtimestamp(record["finished"], UTC)
            record["finished"] = moment.isoformat(timespec="seconds")
        labels = {"class": run.kind, "method": run.method.label}
        where = {f"on_{name}": about.get(name) for name in _ENVIRONMENT}
        yield labels | record | where


def as_csv(plan: Plan, store: RecordStore, left_out: Collection[str] = ()) -> bytes:
    """Return the records as CSV, without some columns."""
    stream = io.StringIO(newline="")
    header = [name for name in HEADER if name not in left_out]
    writer = csv.DictWriter(stream, header, extrasaction="ignore", lineterminator="\n")
    writer.writeheader()
    writer.writerows(export_rows(plan, store))
    return stream.getvalue().encode()


def restore_csv(plan: Plan, store: RecordStore, text: str, where: str) -> int:
    """Put the rows of an export that belong to a plan back; return how many.

    `where` names the export in errors.
    """
    wanted = {run.identity for run in plan.runs()} - store.identities()
    reader = csv.DictReader(io.StringIO(text, newline=""))
    absent = {*COLUMNS} - {"environment", *(reader.fieldnames or ())}
    if absent:
        names = ", ".join(sorted(absent))
        raise EdgematchError(f"{where}:1: not an export: it has no column {names}")
    rows = []
    for row in reader:
        if row["identity"] in wanted:
            wanted.discard(row["identity"])
            try:
                rows.append(_restored_row(row))
            except (TypeError, ValueError) as error:
                line = reader.line_num
                raise EdgematchError(f"{where}:{line}: damaged row: {error}") from error
    store.restore(rows)
    return len(rows)


def _restored_row(row: dict[str, str]) -> tuple[dict[str, Any], dict[str, str]]:
    """Return the columns of a record, and its machine and versions."""
    record: dict[str, Any] = {}
    for name in COLUMNS:
        text, kind = row.get(name), NUMBERS.get(name)
        if not text:
            record[name] = None
        elif name == "finished":
            record[name] = datetime.fromisoformat(text).timestamp()
        elif kind is None:
            record[name] = text
        else:
            record[name] = int(text) if kind == "INTEGER" else float(text)
    for name in ("statistics", "boards", "best", "curve"):
        json.loads(record[name] or "null")
    about = {name: row.get(f"on_{name}") for name in _ENVIRONMENT}
    return record, {name: value for name, value in about.items() if value}


def as_parquet(plan: Plan, store: RecordStore) -> bytes:
    """Return the records as Parquet."""
    try:
        import pyarrow
        import pyarrow.parquet
    except ImportError as error:
        raise MissingPackage(
            "Parquet needs pyarrow: pip install 'edgematch[parquet]'"
        ) from error
    types = {"INTEGER": pyarrow.int64(), "REAL": pyarrow.float64()}
    kinds = {**NUMBERS, "finished": "TEXT"}  # times are written as ISO 8601
    columns = [
        (name, types.get(kinds.get(name, ""), pyarrow.string())) for name in HEADER
    ]
    rows = list(export_rows(plan, store))
    table = pyarrow.Table.from_pylist(rows, schema=pyarrow.schema(columns))
    stream = io.BytesIO()
    pyarrow.parquet.write_table(table, stream)
    return stream.getvalue()
