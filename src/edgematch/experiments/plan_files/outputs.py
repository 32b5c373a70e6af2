"""Reads the tables and the plots of a plan."""

from collections.abc import Mapping, Sequence
from dataclasses import fields
from typing import Any

from edgematch.errors import EdgematchError
from edgematch.experiments.plan import PlotSpec
from edgematch.experiments.plan_files.text import KeyPath, PlanText

_FLAGS = ("interval", "transposed", "log")
_METHODS = ("against", "methods", "first", "second")
"""Settings that name methods of the plan."""


def table_settings(text: PlanText, labels: Sequence[str]) -> Mapping[str, Any]:
    """Return the settings in `[table]`, for a plan with these methods."""
    return _table(text, ("table",), text.table("table"), labels)


def report_tables(
    text: PlanText, labels: Sequence[str]
) -> tuple[Mapping[str, Any], ...]:
    """Return the settings of each of `[[tables]]`; those of `[table]` are defaults."""
    defaults = table_settings(text, labels)
    return tuple(
        {**defaults, **_table(text, ("tables", number), given, labels)}
        for number, given in enumerate(text.tables("tables"))
    )


def _table(
    text: PlanText, place: KeyPath, given: Mapping[str, Any], labels: Sequence[str]
) -> Mapping[str, Any]:
    from edgematch.experiments.figures import TableSettings

    known = {field.name for field in fields(TableSettings)}
    text.check_names(place, given, known)
    settings = _checked_settings(text, place, given, labels)
    try:
        TableSettings(**settings)
    except EdgematchError as error:
        raise text.error((*place, "figure"), str(error)) from error
    return settings


def plots_of(text: PlanText, labels: Sequence[str]) -> tuple[PlotSpec, ...]:
    """Return the plots of a plan with these methods; each needs its own file."""
    plots: list[PlotSpec] = []
    for number in range(len(text.tables("plots"))):
        plot = _plot(text, number, labels)
        if plot.file in (each.file for each in plots):
            place = ("plots", number, "file")
            raise text.error(place, f"two plots have the same file {plot.file!r}")
        plots.append(plot)
    return tuple(plots)


def _plot(text: PlanText, number: int, labels: Sequence[str]) -> PlotSpec:
    from edgematch.experiments.plots import check_settings

    place: KeyPath = ("plots", number)
    given = dict(text.tables("plots")[number])
    for key in ("kind", "file"):
        if key not in given:
            raise text.error(place, f"[[plots]] needs {key}")
    kind = text.words((*place, "kind"), given.pop("kind"))
    file = text.words((*place, "file"), given.pop("file"))
    settings = _checked_settings(text, place, given, labels)
    try:
        check_settings(kind, file, settings)
    except EdgematchError as error:
        raise text.error(_culprit(place, given, str(error)), str(error)) from error
    return PlotSpec(kind, file, settings)


def _checked_settings(
    text: PlanText, place: KeyPath, given: Mapping[str, Any], labels: Sequence[str]
) -> dict[str, Any]:
    """Return the settings, after checking the types of their values."""
    values: dict[str, Any] = {}
    for name, value in given.items():
        where = (*place, name)
        if name in _FLAGS:
            values[name] = text.flag(where, value)
        elif name == "methods":
            values[name] = text.many_words(where, value)
        elif name == "figure" and isinstance(value, float):
            values[name] = str(value)
        else:
            values[name] = text.words(where, value)
        if name in _METHODS:
            named = values[name] if name == "methods" else [values[name]]
            for label in named:
                if label not in labels:
                    there = ", ".join(labels)
                    raise text.error(where, f"no method {label!r}; methods are {there}")
    return values


def _culprit(place: KeyPath, given: Mapping[str, Any], message: str) -> KeyPath:
    """Return the place of the setting that an error is about, if it names one."""
    if message.startswith("no plot "):
        return (*place, "kind")
    for name in given:
        if f"no {name};" in message or repr(name) in message:
            return (*place, name)
    return place
