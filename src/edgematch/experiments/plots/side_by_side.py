"""Methods side by side: one against another, and sums as bars."""

from math import isfinite
from typing import Any

from edgematch.draw.charts import literal
from edgematch.errors import EdgematchError
from edgematch.experiments.comparisons import row_pairs
from edgematch.experiments.figures import common_means
from edgematch.experiments.plots.settings import PlotSettings
from edgematch.experiments.plots.style import (
    add_legend,
    measure_name,
    scale_by_powers,
    shown_methods,
    style_of,
)
from edgematch.experiments.result_tables import number
from edgematch.experiments.summary import Summary


def draw_scatter(axes: Any, summary: Summary, settings: PlotSettings) -> None:
    """Draw one method against another; censored runs lie on the edge of the plot."""
    everything: list[float] = []
    cut_off: str | None = "cut off: at least so much"
    for place, kind in enumerate(summary.classes()):
        # It may be unknown how much a failed run would have taken.
        pairs = [
            pair
            for pair in row_pairs(summary, settings.first, settings.second, kind)
            if isfinite(pair[0].value) and isfinite(pair[1].value)
        ]
        points = [(one.value, other.value) for one, other in pairs]
        if not points:
            continue
        style = style_of(place) | {"linestyle": "none"}
        axes.plot(*zip(*points, strict=True), label=literal(kind), **style)
        everything += [value for point in points for value in point]
        cut = [
            (one.value, other.value)
            for one, other in pairs
            if one.is_censored or other.is_censored
        ]
        if cut:
            axes.plot(
                *zip(*cut, strict=True),
                label=cut_off,
                linestyle="none",
                marker="+",
                markersize=14,
                color="#000000",
            )
            cut_off = None
    positive = [value for value in everything if value > 0]
    if positive:
        ends = [min(positive), max(positive)]
        axes.plot(ends, ends, color="#000000", linewidth=0.8)
    if settings.log and positive:
        scale_by_powers(axes, "xy")
    axes.set_xlabel(f"{measure_name(settings.measure)}, {literal(settings.first)}")
    axes.set_ylabel(f"{measure_name(settings.measure)}, {literal(settings.second)}")
    add_legend(axes)


def draw_totals(axes: Any, summary: Summary, settings: PlotSettings) -> None:
    """Draw the sums over the puzzles that every method finished, as bars."""
    shown = shown_methods(summary, settings)
    kinds = [
        kind
        for kind in summary.classes()
        if all((method, kind) in summary.cells for method in shown)
    ]
    totals, puzzles = [], 0
    for method in shown:
        means: dict[str, float] = {}  # a puzzle in several classes counts once
        for kind in kinds:
            means |= common_means(summary, method, kind, shown)
        totals.append(sum(means.values()))
        puzzles = len(means)
    if not puzzles:
        raise EdgematchError("no puzzle was finished by all of these methods")
    bars = axes.bar(range(len(shown)), totals, color="#b8b8b8", edgecolor="#000000")
    axes.bar_label(bars, [number(total) for total in totals], size=8)
    names = [literal(label) for label in shown]
    axes.set_xticks(range(len(shown)), names, rotation=20, ha="right", size=8)
    axes.set_ylabel(f"{measure_name(settings.measure)}, sum over {puzzles} puzzles")
    if settings.log and min(totals, default=0) > 0:
        scale_by_powers(axes, "y")
