"""Scores over the time of a search."""

from collections.abc import Sequence
from typing import Any

import numpy as np

from edgematch.experiments.plots.settings import PlotSettings
from edgematch.experiments.plots.style import shown_methods, style_of
from edgematch.experiments.summary import Cell, Summary


def draw_score(axes: Any, summary: Summary, settings: PlotSettings) -> None:
    """Draw the median score over time, and the quartiles over runs as a band."""
    places = [
        (method, kind)
        for method in shown_methods(summary, settings)
        for kind in summary.classes()
        if any(row.curve for row in _cell_of(summary, method, kind).rows)
    ]
    is_one_class = len({kind for _, kind in places}) == 1
    for number, (method, kind) in enumerate(places):
        rows = [row for row in _cell_of(summary, method, kind).rows if row.curve]
        # A run ends at its limit, with the score it had.
        end = max(row.run.method.limits.seconds for row in rows)
        times = sorted({time for row in rows for time, _ in row.curve} | {end})
        scores = np.array([scores_at(row.curve, times) for row in rows])
        # Before its first full board a run has no score, and so has the median.
        middle = np.quantile(scores, 0.5, axis=0, method="lower")
        low = np.quantile(scores, 0.25, axis=0, method="lower")
        high = np.quantile(scores, 0.75, axis=0, method="lower")
        style = style_of(number) | {"markevery": max(1, len(times) // 8)}
        label = method if is_one_class else f"{method}, {kind}"
        axes.step(times, middle, where="post", label=label, **style)
        axes.fill_between(
            times, low, high, step="post", color=style["color"], alpha=0.15
        )
    axes.set_xlabel("seconds")
    axes.set_ylabel("score: median, quartiles")
    if settings.log:
        axes.set_xscale("log")
    axes.legend(fontsize=9, loc="lower right")


def _cell_of(summary: Summary, method: str, kind: str) -> Cell:
    return summary.cells.get((method, kind), Cell())


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
