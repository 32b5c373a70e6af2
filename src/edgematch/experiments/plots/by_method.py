"""Plots of methods: all their runs, their scores over time, one against another."""

from collections.abc import Sequence
from math import isfinite
from typing import Any

import numpy as np

from edgematch.errors import EdgematchError
from edgematch.experiments.comparisons import row_pairs
from edgematch.experiments.plots.settings import PlotSettings
from edgematch.experiments.plots.style import (
    count_by_ones,
    finish,
    measure_name,
    shown_methods,
    style_of,
)
from edgematch.experiments.records import Status
from edgematch.experiments.result_tables import common_means, number
from edgematch.experiments.statistics import Floats, Sample, survival
from edgematch.experiments.summary import Cell, Row, Summary
from edgematch.pictures.charts import literal
from edgematch.search.measures import measure_named


def draw_survival(axes: Any, summary: Summary, settings: PlotSettings) -> None:
    """Draw the share of runs that had no answer yet, over the effort."""
    for place, method in enumerate(shown_methods(summary, settings)):
        sample = whole_sample(summary, method)
        seen = sample.values[np.isfinite(sample.values)]
        if not len(seen):
            continue
        times, left = survival(sample)
        # From the first value, before any answer, to what is left at the last.
        ends = np.concatenate([seen[:1], times, seen[-1:]])
        steps = np.concatenate([[1.0], left, left[-1:] if len(left) else [1.0]])
        style = style_of(place) | {"markevery": max(1, len(times) // 12)}
        axes.step(ends, steps, where="post", label=literal(method), **style)
    axes.set_ylim(-0.02, 1.02)
    labels = measure_name(summary, settings), "share of runs without an answer yet"
    finish(axes, *labels, "x" if settings.log else "")


def draw_cactus(axes: Any, summary: Summary, settings: PlotSettings) -> None:
    """Draw the effort of each method's answered runs, the least first."""
    for place, method in enumerate(shown_methods(summary, settings)):
        sample = whole_sample(summary, method)
        solved = sample.values[~sample.is_censored]
        if not len(solved):
            continue
        style = style_of(place) | {"markevery": max(1, len(solved) // 12)}
        label = literal(f"{method}: {len(solved)} of {runs_of(summary, method)}")
        axes.plot(range(1, len(solved) + 1), solved, label=label, **style)
    count_by_ones(axes)
    labels = "runs answered", f"{measure_name(summary, settings)} of each"
    finish(axes, *labels, "y" if settings.log else "")


def draw_sorted(axes: Any, summary: Summary, settings: PlotSettings) -> None:
    """Draw every answered run, puzzles ordered by the least effort of any method."""
    shown = shown_methods(summary, settings)
    values = {
        method: [
            (row.run.source.name, row.value)
            for row in _rows_of(summary, method)
            if row.value == row.value and not row.is_censored
        ]
        for method in shown
    }
    best: dict[str, float] = {}
    for own in values.values():
        for puzzle, value in own:
            best[puzzle] = min(value, best.get(puzzle, value))
    by_least = sorted(best, key=best.__getitem__)
    order = {puzzle: rank for rank, puzzle in enumerate(by_least, start=1)}
    for place, method in enumerate(shown):
        points = sorted((order[puzzle], value) for puzzle, value in values[method])
        if points:
            style = style_of(place) | {"linewidth": 0.8, "markersize": 4}
            axes.plot(*zip(*points, strict=True), label=literal(method), **style)
    count_by_ones(axes)
    measure = measure_name(summary, settings)
    log = "y" if settings.log else ""
    finish(axes, f"puzzles, by the least {measure}", measure, log)


def whole_sample(summary: Summary, method: str) -> Sample:
    """Return all runs of a method as one sample, those without an answer censored."""
    rows = [row for row in _rows_of(summary, method) if row.value == row.value]
    return Sample.of(
        np.array([row.value for row in rows], float),
        np.array([not row.has_answer for row in rows], bool),
    )


def runs_of(summary: Summary, method: str) -> int:
    """Return the number of runs of a method that were not refused."""
    return sum(row.status != Status.REFUSED for row in _rows_of(summary, method))


def _rows_of(summary: Summary, method: str) -> list[Row]:
    """Return the runs of a method; those that several classes share count once."""
    rows = {
        row.run.identity: row
        for (label, _), cell in summary.cells.items()
        if label == method
        for row in cell.rows
    }
    return list(rows.values())


def draw_score(axes: Any, summary: Summary, settings: PlotSettings) -> None:
    """Draw the median score over time, and the quartiles over runs as a band."""
    curves = {
        (method, kind): rows
        for method in shown_methods(summary, settings)
        for kind in summary.classes()
        if (rows := _rows_with_curve(summary.cells.get((method, kind), Cell())))
    }
    goals = {
        str(method.options.get("goal", "joins"))
        for method in summary.plan.methods
        if method.label in {label for label, _ in curves}
    }
    if len(goals) > 1:
        raise EdgematchError(
            "a score plot needs methods of one goal; choose them with methods"
        )
    is_one_class = len({kind for _, kind in curves}) == 1
    for place, ((method, kind), rows) in enumerate(curves.items()):
        # A run that ends before the others keeps the score it had.
        end = max(row.seconds for row in rows)
        times = sorted({time for row in rows for time, _ in row.curve} | {end})
        scores = np.array([scores_at(row.curve, times) for row in rows])
        low, middle, high = (quantiles(scores, share) for share in (0.25, 0.5, 0.75))
        style = style_of(place) | {"markevery": max(1, len(times) // 8)}
        label = literal(method if is_one_class else f"{method}, {kind}")
        axes.step(times, middle, where="post", label=label, **style)
        axes.fill_between(
            times, low, high, step="post", color=style["color"], alpha=0.15
        )
    (goal,) = goals or {"joins"}
    counted = "score" if goal == "joins" else measure_named(goal).words
    labels = "seconds", f"{counted}: median, quartiles"
    finish(axes, *labels, "x" if settings.log else "", loc="lower right")


def _rows_with_curve(cell: Cell) -> list[Row]:
    return [row for row in cell.rows if row.curve]


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


def draw_scatter(axes: Any, summary: Summary, settings: PlotSettings) -> None:
    """Draw one method against another; censored runs lie on the edge of the plot."""
    everything: list[float] = []
    cut_off: str | None = "cut off: a lower bound"
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
    x, y = (
        f"{measure_name(summary, settings)}, {literal(label)}"
        for label in (settings.first, settings.second)
    )
    finish(axes, x, y, "xy" if settings.log and positive else "")


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
    label = f"{measure_name(summary, settings)}, sum over {puzzles} puzzles"
    finish(axes, "", label, "y" if settings.log and min(totals, default=0) > 0 else "")
