"""Markers and lines distinguishable in greyscale, and the labels of all plots."""

from math import isfinite
from typing import Any

from edgematch.experiments.plots.settings import PlotSettings
from edgematch.experiments.summary import Summary
from edgematch.pictures.charts import literal

_LINES = ("-", "--", "-.", ":", (0, (5, 1, 1, 1, 1, 1)), (0, (7, 3)), (0, (1, 3)))
_MARKS = ("o", "s", "^", "D", "v", "x", "*", "P", "<", ">")
_GREYS = ("#000000", "#3b6ea8", "#b0532f", "#4f8a4c", "#7a5195", "#8c8c8c")
_FACES = (None, "white")


def shown_methods(summary: Summary, settings: PlotSettings) -> list[str]:
    """Return the methods to show: those named in the settings, or all."""
    return list(settings.methods) or summary.methods()


def style_of(number: int, line: int | None = None) -> dict[str, Any]:
    """Return the style of the points and lines of one of several methods.

    `line` is for curves that are told apart in two ways: color and mark say the one,
    the line and whether marks are filled the other.
    """
    color = _GREYS[number % len(_GREYS)]
    face = _FACES[(number // len(_MARKS) if line is None else line) % 2] or color
    return {
        "linestyle": _LINES[(number if line is None else line) % len(_LINES)],
        "marker": _MARKS[number % len(_MARKS)],
        "color": color,
        "markerfacecolor": face,
        "markersize": 6,
        "linewidth": 1.6,
    }


def finish(axes: Any, x: str, y: str, log: str = "", **legend: str) -> None:
    """Label the axes, make some of them logarithmic, and add a legend if it has rows.

    `log` is `x`, `y` or `xy`; an axis without anything above 0 stays linear.
    """
    axes.set_xlabel(x)
    axes.set_ylabel(y)
    for axis in log:
        if isfinite(getattr(axes.dataLim, f"minpos{axis}")):
            getattr(axes, f"set_{axis}scale")("log")
    if axes.get_legend_handles_labels()[0]:
        axes.legend(fontsize=9, **legend)


def count_by_ones(axes: Any) -> None:
    """Use integer ticks on the horizontal axis."""
    axes.xaxis.get_major_locator().set_params(integer=True)


def measure_name(summary: Summary, settings: PlotSettings) -> str:
    """Return the axis label of a measure."""
    measure, clock = settings.measure, summary.plan.clock
    names = {
        "seconds": "seconds" if clock == "wall" else "seconds of processor time",
        "processor_seconds": "processor seconds",
        "wall_seconds": "wall-clock seconds",
        "peak_bytes": "bytes of memory",
    }
    return names.get(measure, literal(measure.replace("_", " ")))
