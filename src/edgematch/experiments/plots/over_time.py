"""Scores over the time of a search."""

from collections.abc import Sequence
from typing import Any

import numpy as np

from edgematch.draw.charts import literal
from edgematch.errors import EdgematchError
from edgematch.experiments.plots.settings import PlotSettings
from edgematch.experiments.plots.style import (
    add_legend,
    scale_by_powers,
    shown_methods,
    style_of,
)
from edgematch.experiments.statistics import Floats
from edgematch.experiments.summary import Cell, Summary


def draw_score(axes: Any, summary: Summary, settings: PlotSettings) -> None:
    """Draw the median score over time, and the quartiles over runs as a band."""
    places = [
        (method, kind)
        for method in shown_methods(summary, settings)
        for kind in summary.classes()
        if any(row.curve for row in _cell_of(summary, method, kind).rows)
    ]
    goals = {
        str(method.options.get("goal", "joins"))
        for method in summary.plan.methods
        if method.label in {label for label, _ in places}
    }
    if len(goals) > 1:
        raise EdgematchError(
            "a score plot needs methods of one goal; choose them with methods"
        )
    is_one_class = len({kind for _, kind in places}) == 1
    for number, (method, kind) in enumerate(places):
        rows = [row for row in _cell_of(summary, method, kind).rows if row.curve]
        # A run that ends before the others keeps the score it had.
        end = max(row.seconds for row in rows)
        times = sorted({time for row in rows for time, _ in row.curve} | {end})
        scores = np.array([scores_at(row.curve, times) for row in rows])
        low, middle, high = (quantiles(scores, share) for share in (0.25, 0.5, 0.75))
        style = style_of(number) | {"markevery": max(1, len(times) // 8)}
        label = literal(method if is_one_class else f"{method}, {kind}")
        axes.step(times, middle, where="post", label=label, **style)
        axes.fill_between(
            times, low, high, step="post", color=style["color"], alpha=0.15
        )
    axes.set_xlabel("seconds")
    counted = "pieces without a break" if goals == {"pieces"} else "score"
    axes.set_ylabel(f"{counted}: median, quartiles")
    if settings.log:
        scale_by_powers(axes, "x")
    add_legend(axes, loc="lower right")


def _cell_of(summary: Summary, method: str, kind: str) -> Cell:
    return summary.cells.get((method, kind), Cell())


def quantiles(scores: Floats, share: float) -> Floats:
    """Return a quantile of the runs' scores at each time.

    Before its first full board a run has no score; a quantile that depends on such a
    run is undefined.
    """
    plain: Floats = np.quantile(scores, share, axis=0, method="lower")
    has_all = np.isfinite(scores).all(axis=0)
    plain[has_all] = np.quantile(scores[:, has_all], share, axis=0)
    return plain


def scores_at(
    curve: tuple[tuple[float, int], ...], times: Sequence[float]
) -> list[float]:
    """Return the score that a run had at each time; none before its first board."""
    scores, reached, place = [], -np.inf, 0
    for time in times:
        while place < len(curve) and curve[place][0] <= time:
            reached = curve[place][1]
            place += 1
        scores.append(reached)
    return scores
