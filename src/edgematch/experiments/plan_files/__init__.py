"""Reads plans from TOML files; errors name the line.

Everything that can be checked in advance is checked here: engines, options, files,
limits and settings, so that a long experiment does not fail because of its last line.
"""

from pathlib import Path

from edgematch.experiments.plan import Plan
from edgematch.experiments.plan_files.limits import limits_of
from edgematch.experiments.plan_files.methods import METHODS, check_classes, methods_of
from edgematch.experiments.plan_files.outputs import (
    plots_of,
    report_tables,
    table_settings,
)
from edgematch.experiments.plan_files.puzzles import classes_of, merge_classes
from edgematch.experiments.plan_files.text import PlanText, read_text

_KEYS = {"title", "repetitions", "records", "same_version"}
_TABLES = {"plan", "limits", "puzzles", "table", "tables", "plots", *METHODS}


def read_plan(path: Path, records: Path | None = None) -> Plan:
    """Read a plan; `records` overrides the file of its records."""
    return _plan(read_text(path), records)


def _plan(text: PlanText, records: Path | None) -> Plan:
    text.check_names((), text.content, _TABLES, "table")
    about = text.table("plan")
    text.check_names(("plan",), about, _KEYS)
    limits = limits_of(text, ("limits",), text.table("limits"), None)
    classes = [
        kind
        for number, puzzles in enumerate(text.tables("puzzles"))
        for kind in classes_of(text, ("puzzles", number), puzzles)
    ]
    if not classes:
        raise text.error((), "the plan has no [[puzzles]]")
    methods = methods_of(text, limits)
    if not methods:
        tables = ", ".join(f"[[{name}]]" for name in METHODS)
        raise text.error((), f"the plan has no method: add one of {tables}")
    check_classes(text, methods, classes)
    labels = [method.label for method in methods]
    named = about.get("records", text.path.with_suffix(".sqlite").name)
    where = text.path.parent / text.words(("plan", "records"), named)
    return Plan(
        text.path,
        text.words(("plan", "title"), about.get("title", text.path.stem)),
        merge_classes(classes),
        tuple(methods),
        text.number(("plan", "repetitions"), about.get("repetitions", 1), 1, 10_000),
        text.flag(("plan", "same_version"), about.get("same_version", False)),
        records or where,
        table_settings(text, labels),
        plots_of(text, labels),
        report_tables(text, labels),
    )
