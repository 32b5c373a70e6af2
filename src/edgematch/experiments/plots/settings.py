"""What a plot shows, as a plan or a command says it."""

from collections.abc import Mapping
from dataclasses import dataclass, fields
from typing import Any

from edgematch.draw.charts import chart_kind
from edgematch.errors import EdgematchError
from edgematch.experiments.figures import TableSettings


@dataclass(frozen=True)
class PlotSettings:
    """What a plot shows."""

    measure: str = "seconds"
    figure: str = "median"
    methods: tuple[str, ...] = ()
    """Labels of the methods; all if there are none."""
    first: str = ""
    second: str = ""
    """The two methods of a scatter plot."""
    title: str = ""
    log: bool = True


def check_settings(kind: str, file: str, given: Mapping[str, Any]) -> PlotSettings:
    """Return the settings of a plot; refuse unknown ones and other kinds of files."""
    known = {field.name for field in fields(PlotSettings)}
    for name in given:
        if name not in known:
            there = ", ".join(sorted(known))
            raise EdgematchError(f"no setting {name!r} of plots; there is {there}")
    values = dict(given)
    if "methods" in values:
        values["methods"] = tuple(values["methods"])
    settings = PlotSettings(**values)
    TableSettings(settings.measure, settings.figure)
    if file:
        chart_kind(file)
    if kind == "scatter" and not (settings.first and settings.second):
        raise EdgematchError("a scatter plot is of two methods: first and second")
    return settings
