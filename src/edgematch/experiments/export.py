"""The records of a plan as one flat table: CSV or Parquet."""

import csv
import io
from collections.abc import Iterator
from datetime import UTC, datetime
from typing import Any

from edgematch.errors import MissingPackage
from edgematch.experiments.plan import Plan
from edgematch.experiments.records import COLUMNS, NUMBERS
from edgematch.experiments.store import RecordStore

_LABELS = ("class", "method")
_ENVIRONMENT = ("edgematch", "python", "system", "machine", "processor", "host")
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


def as_csv(plan: Plan, store: RecordStore) -> bytes:
    """Return the records as CSV."""
    stream = io.StringIO(newline="")
    writer = csv.DictWriter(stream, HEADER, lineterminator="\n")
    writer.writeheader()
    writer.writerows(export_rows(plan, store))
    return stream.getvalue().encode()


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
