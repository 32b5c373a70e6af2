"""Settings of plots, from a plan or from the command line."""

from collections.abc import Mapping
from dataclasses import dataclass, fields
from typing import Any

from edgematch.errors import EdgematchError, UnknownName, nearest_names
from edgematch.experiments.result_tables import TableSettings
from edgematch.pictures.charts import chart_kind

_RUNS = {"measure", "methods", "title", "log"}
SETTINGS = {
    "hardness": _RUNS | {"figure"},
    "backbone": {"methods", "title"},
    "survival": _RUNS,
    "cactus": _RUNS,
    "sorted": _RUNS,
    "scatter": {"measure", "first", "second", "title", "log"},
    "totals": _RUNS,
    "score": {"methods", "title", "log"},
}
"""Every kind of plot, and the settings that change it."""


@dataclass(frozen=True)
class PlotSettings:
    """What a plot shows."""

    measure: str = "seconds"
    figure: str = "median"
    methods: tuple[str, ...] = ()
    """Labels of the methods to show; empty for all."""
    first: str = ""
    second: str = ""
    """The two methods of a scatter plot."""
    title: str = ""
    log: bool = True


def check_settings(kind: str, file: str, given: Mapping[str, Any]) -> PlotSettings:
    """Return the settings of a plot; raise an error for those that it does not have."""
    if kind not in SETTINGS:
        raise UnknownName(
            f"no plot {kind!r}; plots are {nearest_names(kind, SETTINGS)}"
        )
    known = {field.name for field in fields(PlotSettings)}
    for name in given:
        if name not in known:
            there = nearest_names(name, sorted(known))
            raise EdgematchError(f"no setting {name!r} of plots; settings are {there}")
        if name not in SETTINGS[kind]:
            there = nearest_names(name, sorted(SETTINGS[kind]))
            raise EdgematchError(f"a {kind} plot has no {name}; it has {there}")
    values = dict(given)
    if "methods" in values:
        values["methods"] = tuple(values["methods"])
    settings = PlotSettings(**values)
    TableSettings(settings.measure, settings.figure)
    if file:
        chart_kind(file)
    if settings.figure == "common-sum":
        raise EdgematchError(
            "common-sum compares several methods; use a totals plot for it"
        )
    if settings.measure == "score" and kind in ("survival", "cactus"):
        raise EdgematchError(f"a {kind} plot shows effort; it cannot show scores")
    if kind == "scatter" and not (settings.first and settings.second):
        raise EdgematchError("a scatter plot needs two methods, first and second")
    return settings
