"""Plots of the records of a plan, distinguishable in greyscale by markers and lines."""

from collections.abc import Callable
from typing import Any

from edgematch.errors import EdgematchError
from edgematch.experiments.plan import Plan
from edgematch.experiments.plots.by_method import (
    draw_cactus,
    draw_scatter,
    draw_score,
    draw_sorted,
    draw_survival,
    draw_totals,
)
from edgematch.experiments.plots.over_colors import draw_backbone, draw_hardness
from edgematch.experiments.plots.settings import PlotSettings, check_settings
from edgematch.experiments.store import RecordStore
from edgematch.experiments.summary import Summary, summarize
from edgematch.pictures.charts import chart_bytes, literal, new_chart

__all__ = ["PLOTS", "PlotSettings", "check_settings", "draw_plot"]

PLOTS: dict[str, Callable[[Any, Summary, PlotSettings], None]] = {
    "hardness": draw_hardness,
    "backbone": draw_backbone,
    "survival": draw_survival,
    "cactus": draw_cactus,
    "sorted": draw_sorted,
    "scatter": draw_scatter,
    "totals": draw_totals,
    "score": draw_score,
}
"""Every kind of plot."""


def draw_plot(
    plan: Plan, store: RecordStore, kind: str, settings: PlotSettings, file_kind: str
) -> bytes:
    """Draw a plot, as PNG or SVG."""
    measure = kind if kind in ("backbone", "score") else settings.measure
    summary = summarize(plan, store, measure)
    pair = filter(None, (settings.first, settings.second))
    summary.check_methods((*settings.methods, *pair))
    if not any(cell.counted_rows for cell in summary.cells.values()):
        raise EdgematchError(
            f"{plan.path}: no record has a value of {measure!r} to plot"
        )
    figure, axes = new_chart()
    axes.set_title(literal(settings.title or plan.title), wrap=True)
    axes.grid(True, color="#dddddd", linewidth=0.6)
    PLOTS[kind](axes, summary, settings)
    if not axes.has_data():
        raise EdgematchError(f"{plan.path}: the records have no data for this plot")
    return chart_bytes(figure, file_kind)
