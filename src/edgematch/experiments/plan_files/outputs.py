"""Reads the tables and the plots of a plan."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import fields
from typing import Any

from edgematch.errors import EdgematchError
from edgematch.experiments.plan import PlotSpec
from edgematch.experiments.plan_files.tables import PlanTable

_FLAGS = ("interval", "transposed", "log")
_METHODS = ("against", "methods", "first", "second")
"""Settings that name methods of the plan."""


def settings_of_table(table: PlanTable, labels: Sequence[str]) -> Mapping[str, Any]:
    """Return the settings of a table, for a plan with these methods."""
    from edgematch.experiments.result_tables import TableSettings

    table.check_names({field.name for field in fields(TableSettings)})
    settings = _settings(table, table.content, labels)
    try:
        TableSettings(**settings)
    except EdgematchError as error:
        raise table.error(str(error), "figure") from error
    return settings


def plots_of(plan: PlanTable, labels: Sequence[str]) -> tuple[PlotSpec, ...]:
    """Return the plots of a plan with these methods; each needs its own file."""
    plots: dict[str, PlotSpec] = {}
    for table in plan.tables("plots"):
        plot = _plot(table, labels)
        if plot.file in plots:
            raise table.error(f"two plots have the same file {plot.file!r}", "file")
        plots[plot.file] = plot
    return tuple(plots.values())


def _plot(table: PlanTable, labels: Sequence[str]) -> PlotSpec:
    from edgematch.experiments.plots import check_settings

    kind, file = table.words("kind"), table.words("file")
    names = [name for name in table.content if name not in ("kind", "file")]
    settings = _settings(table, names, labels)
    try:
        check_settings(kind, file, settings)
    except EdgematchError as error:
        raise table.error(str(error), *_culprit(names, str(error))) from error
    return PlotSpec(kind, file, settings)


def _settings(
    table: PlanTable, names: Iterable[str], labels: Sequence[str]
) -> dict[str, Any]:
    """Return the settings with these names, after checking the types of values."""
    values: dict[str, Any] = {}
    for name in names:
        if name in _FLAGS:
            values[name] = table.flag(name)
        elif name == "methods":
            values[name] = table.many_words(name)
        elif name == "figure" and isinstance(table.content[name], float):
            values[name] = str(table.content[name])
        else:
            values[name] = table.words(name)
        for label in table.many_words(name) if name in _METHODS else ():
            if label not in labels:
                there = ", ".join(labels)
                raise table.error(f"no method {label!r}; methods are {there}", name)
    return values


def _culprit(names: Sequence[str], message: str) -> tuple[str, ...]:
    """Return the key of the setting that an error is about, if it names one."""
    if message.startswith("no plot "):
        return ("kind",)
    for name in names:
        if f"no {name};" in message or repr(name) in message:
            return (name,)
    return ()
