"""All runs of each method: survival and cactus plots, and puzzle by puzzle."""

from typing import Any

import numpy as np

from edgematch.draw.charts import literal
from edgematch.experiments.plots.settings import PlotSettings
from edgematch.experiments.plots.style import (
    add_legend,
    count_by_ones,
    measure_name,
    scale_by_powers,
    shown_methods,
    style_of,
)
from edgematch.experiments.records import Status
from edgematch.experiments.statistics import Sample, survival
from edgematch.experiments.summary import Row, Summary


def draw_survival(axes: Any, summary: Summary, settings: PlotSettings) -> None:
    """Draw the share of runs that had no answer yet, over the effort."""
    for number, method in enumerate(shown_methods(summary, settings)):
        sample = whole_sample(summary, method)
        seen = sample.values[np.isfinite(sample.values)]
        if not len(seen):
            continue
        times, left = survival(sample)
        # From the first value, before any answer, to what is left at the last.
        ends = np.concatenate([seen[:1], times, seen[-1:]])
        steps = np.concatenate([[1.0], left, left[-1:] if len(left) else [1.0]])
        style = style_of(number) | {"markevery": max(1, len(times) // 12)}
        axes.step(ends, steps, where="post", label=literal(method), **style)
    axes.set_xlabel(measure_name(settings.measure))
    axes.set_ylabel("share of runs without an answer yet")
    axes.set_ylim(-0.02, 1.02)
    if settings.log:
        scale_by_powers(axes, "x")
    add_legend(axes)


def draw_cactus(axes: Any, summary: Summary, settings: PlotSettings) -> None:
    """Draw the effort of each method's answered runs, the least first."""
    for number, method in enumerate(shown_methods(summary, settings)):
        sample = whole_sample(summary, method)
        solved = sample.values[~sample.is_censored]
        if not len(solved):
            continue
        style = style_of(number) | {"markevery": max(1, len(solved) // 12)}
        label = literal(f"{method}: {len(solved)} of {runs_of(summary, method)}")
        axes.plot(range(1, len(solved) + 1), solved, label=label, **style)
    axes.set_xlabel("runs answered")
    count_by_ones(axes)
    axes.set_ylabel(f"{measure_name(settings.measure)} of each")
    if settings.log:
        scale_by_powers(axes, "y")
    add_legend(axes)


def draw_sorted(axes: Any, summary: Summary, settings: PlotSettings) -> None:
    """Draw every answered run, puzzles ordered by the least effort of any method."""
    shown = shown_methods(summary, settings)
    values: dict[str, list[tuple[str, float]]] = {}
    for method in shown:
        values[method] = [
            (row.run.source.name, row.value)
            for row in _rows_of(summary, method)
            if row.value == row.value and not row.is_censored
        ]
    best: dict[str, float] = {}
    for own in values.values():
        for puzzle, value in own:
            best[puzzle] = min(value, best.get(puzzle, value))
    by_least = sorted(best, key=best.__getitem__)
    order = {puzzle: place for place, puzzle in enumerate(by_least, start=1)}
    for number, method in enumerate(shown):
        points = sorted((order[puzzle], value) for puzzle, value in values[method])
        if points:
            style = style_of(number) | {"linewidth": 0.8, "markersize": 4}
            axes.plot(*zip(*points, strict=True), label=literal(method), **style)
    axes.set_xlabel(f"puzzles, by the least {measure_name(settings.measure)}")
    count_by_ones(axes)
    axes.set_ylabel(measure_name(settings.measure))
    if settings.log:
        scale_by_powers(axes, "y")
    add_legend(axes)


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
