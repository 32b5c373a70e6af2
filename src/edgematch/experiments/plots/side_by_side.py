"""Methods beside each other: one over another, and sums as bars."""

from typing import Any

from edgematch.experiments.figures import common_sum
from edgematch.experiments.pairing import paired
from edgematch.experiments.plots.settings import PlotSettings
from edgematch.experiments.plots.style import measure_name, shown_methods, style_of
from edgematch.experiments.summary import Summary


def draw_scatter(axes: Any, summary: Summary, settings: PlotSettings) -> None:
    """Draw one method over another; runs cut off lie on the rim of the plot."""
    everything: list[float] = []
    cut_off: str | None = "cut off: at least so much"
    for number, kind in enumerate(summary.classes()):
        pairs = list(paired(summary, settings.first, settings.second, kind))
        points = [(one.value, other.value) for one, other in pairs]
        if not points:
            continue
        style = style_of(number) | {"linestyle": "none"}
        axes.plot(*zip(*points, strict=True), label=kind, **style)
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
        axes.set_xscale("log")
        axes.set_yscale("log")
    axes.set_xlabel(f"{measure_name(settings.measure)}, {settings.first}")
    axes.set_ylabel(f"{measure_name(settings.measure)}, {settings.second}")
    axes.legend(fontsize=9)


def draw_totals(axes: Any, summary: Summary, settings: PlotSettings) -> None:
    """Draw the sums over the puzzles that every method finished, as bars."""
    shown = shown_methods(summary, settings)
    totals, puzzles = [], 0
    for method in shown:
        parts = [
            common_sum(summary, method, kind)
            for kind in summary.classes()
            if (method, kind) in summary.cells
        ]
        totals.append(sum(part for part, _ in parts))
        puzzles = max(puzzles, sum(count for _, count in parts))
    bars = axes.bar(range(len(shown)), totals, color="#b8b8b8", edgecolor="#000000")
    axes.bar_label(bars, [f"{total:.3g}" for total in totals], size=8)
    axes.set_xticks(range(len(shown)), shown, rotation=20, ha="right", size=8)
    axes.set_ylabel(f"{measure_name(settings.measure)}, sum over {puzzles} puzzles")
    if settings.log and min(totals, default=0) > 0:
        axes.set_yscale("log")
