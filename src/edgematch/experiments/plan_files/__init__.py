"""Reads plans from TOML files; errors name the line.

Everything that can be checked in advance is checked here: engines, options, files,
limits and settings, so that a long experiment does not fail because of its last line.
"""

from pathlib import Path

from edgematch.experiments.plan import Plan
from edgematch.experiments.plan_files.claims import claims_of
from edgematch.experiments.plan_files.methods import (
    METHODS,
    check_classes,
    limits_of,
    methods_of,
)
from edgematch.experiments.plan_files.outputs import plots_of, settings_of_table
from edgematch.experiments.plan_files.puzzles import classes_of, merge_classes
from edgematch.experiments.plan_files.tables import read_toml

_KEYS = {"title", "repetitions", "records", "same_version"}
_TABLES = {"plan", "limits", "puzzles", "table", "tables", "plots", "claims"}


def read_plan(path: Path, records: Path | None = None) -> Plan:
    """Read a plan; `records` overrides the file of its records."""
    plan = read_toml(path)
    plan.check_names(_TABLES | {*METHODS}, "table")
    about = plan.table("plan")
    about.check_names(_KEYS)
    limits = limits_of(plan.table("limits"), None)
    classes = [kind for each in plan.tables("puzzles") for kind in classes_of(each)]
    if not classes:
        raise plan.error("the plan has no [[puzzles]]")
    methods = methods_of(plan, limits)
    if not methods:
        tables = ", ".join(f"[[{name}]]" for name in METHODS)
        raise plan.error(f"the plan has no method: add one of {tables}")
    check_classes(plan, classes)
    labels = [method.label for method in methods]
    table = settings_of_table(plan.table("table"), labels)
    return Plan(
        path,
        about.words("title", path.stem),
        merge_classes(classes),
        tuple(methods),
        about.number("repetitions", 1, 1, 10_000),
        about.flag("same_version", False),
        records or path.parent / about.words("records", f"{path.stem}.sqlite"),
        table,
        plots_of(plan, labels),
        tuple(
            {**table, **settings_of_table(each, labels)}
            for each in plan.tables("tables")
        ),
        claims_of(plan, labels),
    )
