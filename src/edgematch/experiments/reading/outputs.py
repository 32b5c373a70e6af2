"""The table and the plots that a plan asks for."""

from collections.abc import Mapping
from dataclasses import fields
from typing import Any

from edgematch.errors import EdgematchError
from edgematch.experiments.plan import PlotSpec
from edgematch.experiments.reading.text import Place, PlanText


def table_settings(text: PlanText) -> Mapping[str, Any]:
    """Return the settings of the table of a plan."""
    from edgematch.experiments.figures import TableSettings

    given = text.table("table")
    known = {field.name for field in fields(TableSettings)}
    text.check_names(("table",), given, known)
    try:
        TableSettings(**given)
    except (EdgematchError, TypeError) as error:
        raise text.error(("table",), str(error)) from error
    return given


def plot_of(text: PlanText, number: int) -> PlotSpec:
    """Return one of the plots of a plan."""
    from edgematch.experiments.plots import PLOTS, check_settings

    place: Place = ("plots", number)
    given = dict(text.tables("plots")[number])
    for key in ("kind", "file"):
        if key not in given:
            raise text.error(place, f"[[plots]] without {key}")
    kind = text.words((*place, "kind"), given.pop("kind"))
    file = text.words((*place, "file"), given.pop("file"))
    if kind not in PLOTS:
        raise text.error(
            (*place, "kind"), f"no plot {kind!r}; there is {', '.join(PLOTS)}"
        )
    try:
        check_settings(kind, file, given)
    except EdgematchError as error:
        raise text.error(place, str(error)) from error
    return PlotSpec(kind, file, given)
