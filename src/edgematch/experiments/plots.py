"""Plots of the records of a plan, told apart in grey by marks and lines."""

from collections import defaultdict
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, fields
from typing import Any

import numpy as np

from edgematch.draw.charts import chart_kind, new_chart, saved_chart
from edgematch.errors import EdgematchError, UnknownName
from edgematch.experiments.plan import Plan
from edgematch.experiments.statistics import Sample, survival
from edgematch.experiments.store import Store
from edgematch.experiments.summary import (
    Cell,
    Summary,
    TableSettings,
    figure_of,
    paired,
    summarised,
)
from edgematch.generators import Recipe

_LINES = ("-", "--", "-.", ":", (0, (5, 1, 1, 1, 1, 1)), (0, (7, 3)), (0, (1, 3)))
_MARKS = ("o", "s", "^", "D", "v", "x", "*", "P", "<", ">")
_GREYS = ("#000000", "#3b6ea8", "#b0532f", "#4f8a4c", "#7a5195", "#8c8c8c")
_FACES = (None, "white")


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


def plotted(
    plan: Plan, store: Store, kind: str, settings: PlotSettings, file_kind: str
) -> bytes:
    """Draw a plot, as PNG or SVG."""
    if kind not in PLOTS:
        raise UnknownName(f"no plot {kind!r}; there is {', '.join(PLOTS)}")
    measure = kind if kind in ("backbone", "score") else settings.measure
    summary = summarised(plan, store, measure)
    labels = summary.methods()
    wanted = (*settings.methods, *filter(None, (settings.first, settings.second)))
    for label in wanted:
        if label not in labels:
            raise UnknownName(
                f"no method {label!r} in the plan; there is {', '.join(labels)}"
            )
    if not any(cell.counted for cell in summary.cells.values()):
        raise EdgematchError(f"{plan.path}: no record has {measure!r} to be plotted")
    figure, axes = new_chart()
    axes.set_title(settings.title or plan.title, wrap=True)
    axes.grid(True, color="#dddddd", linewidth=0.6)
    PLOTS[kind](axes, summary, settings)
    return saved_chart(figure, file_kind)


def _shown(summary: Summary, settings: PlotSettings) -> list[str]:
    return list(settings.methods) or summary.methods()


def _style(number: int) -> dict[str, Any]:
    color = _GREYS[number % len(_GREYS)]
    face = _FACES[number // len(_MARKS) % 2] or color
    return {
        "linestyle": _LINES[number % len(_LINES)],
        "marker": _MARKS[number % len(_MARKS)],
        "color": color,
        "markerfacecolor": face,
        "markersize": 6,
        "linewidth": 1.6,
    }


def _name(measure: str) -> str:
    names = {
        "seconds": "seconds",
        "processor_seconds": "seconds of the processor",
        "wall_seconds": "seconds in all",
        "peak_bytes": "bytes of memory",
    }
    return names.get(measure, measure.replace("_", " "))


@dataclass(frozen=True)
class _Curve:
    """A class of recipes that differ by their inner colors."""

    name: str
    predicted: int | None
    cells: dict[int, Cell]


def _curves(summary: Summary, settings: PlotSettings) -> list[_Curve]:
    """Return a curve for each method and each family of recipes, over inner colors."""
    from edgematch.theory.first_moment import predicted_transition

    found: dict[tuple[str, str], dict[int, Cell]] = defaultdict(dict)
    recipes: dict[str, Recipe] = {}
    shown = _shown(summary, settings)
    for (method, _label), cell in summary.cells.items():
        source = cell.rows[0].run.source if cell.rows else None
        if method not in shown or source is None or source.puzzle is not None:
            continue
        recipe = Recipe.read(source.name)
        frame = f", {recipe.frame_colors} frame colors" if recipe.frame_colors else ""
        pieces = ", random" if recipe.random else ""
        family = f"{recipe.model} {recipe.rows} × {recipe.columns}{frame}{pieces}"
        found[method, family][recipe.inner_colors] = cell
        recipes[family] = recipe
    curves = []
    families = {family for _, family in found}
    for (method, family), cells in found.items():
        recipe = recipes[family]
        predicted = None
        if recipe.model in ("one-set", "two-set"):
            predicted = predicted_transition(
                recipe.rows, recipe.columns, recipe.frame_colors
            )
        parts = [family] if len(families) > 1 or len(shown) == 1 else []
        parts += [method] if len(shown) > 1 else []
        curves.append(_Curve(", ".join(parts), predicted, dict(sorted(cells.items()))))
    return curves


def _over_colors(
    axes: Any,
    summary: Summary,
    settings: PlotSettings,
    table: TableSettings,
    is_logarithmic: bool = False,
) -> None:
    """Draw a figure over the number of inner colors, bounds as arrows.

    A logarithmic plot has no place for 0.
    """
    seen: set[int] = set()
    for number, curve in enumerate(_curves(summary, settings)):
        points = [
            (colors, estimate)
            for colors, cell in curve.cells.items()
            if (estimate := figure_of(cell, table)) is not None
            and (estimate.value > 0 or not is_logarithmic)
        ]
        if not points:
            continue
        style = _style(number)
        places = [colors for colors, _ in points]
        values = [estimate.value for _, estimate in points]
        axes.plot(places, values, label=curve.name, **style)
        for colors, estimate in points:
            if estimate.is_bound:
                axes.annotate(
                    "",
                    (colors, estimate.value),
                    (0, 18),
                    textcoords="offset points",
                    arrowprops={"arrowstyle": "<-", "color": style["color"]},
                )
        if curve.predicted is not None and curve.predicted not in seen:
            seen.add(curve.predicted)
            axes.axvline(
                curve.predicted,
                color=style["color"],
                linestyle=style["linestyle"],
                linewidth=0.8,
            )
            axes.annotate(
                f"predicted: {curve.predicted}",
                (curve.predicted, 0.02),
                xycoords=("data", "axes fraction"),
                rotation=90,
                size=8,
                ha="right",
                va="bottom",
            )
    axes.xaxis.get_major_locator().set_params(integer=True)
    axes.set_xlabel("inner colors")
    axes.legend(fontsize=9)


def _hardness(axes: Any, summary: Summary, settings: PlotSettings) -> None:
    table = TableSettings(settings.measure, settings.figure)
    is_logarithmic = settings.log and settings.figure not in (
        "share-solvable",
        "solved",
    )
    _over_colors(axes, summary, settings, table, is_logarithmic)
    axes.set_ylabel(f"{settings.figure} of {_name(settings.measure)}")
    if is_logarithmic:
        axes.set_yscale("log")


def _backbone(axes: Any, summary: Summary, settings: PlotSettings) -> None:
    _over_colors(axes, summary, settings, TableSettings("backbone", "mean"))
    axes.set_ylabel("mean fraction of cells in the backbone")
    axes.set_ylim(-0.02, 1.02)


def _survival(axes: Any, summary: Summary, settings: PlotSettings) -> None:
    for number, method in enumerate(_shown(summary, settings)):
        sample = _whole(summary, method)
        if not len(sample):
            continue
        times, left = survival(sample)
        # From nothing answered at the first value to what is left at the last.
        ends = np.concatenate([sample.values[:1], times, sample.values[-1:]])
        steps = np.concatenate([[1.0], left, left[-1:] if len(left) else [1.0]])
        style = _style(number) | {"markevery": max(1, len(times) // 12)}
        axes.step(ends, steps, where="post", label=method, **style)
    axes.set_xlabel(_name(settings.measure))
    axes.set_ylabel("share of runs without an answer yet")
    axes.set_ylim(-0.02, 1.02)
    if settings.log:
        axes.set_xscale("log")
    axes.legend(fontsize=9)


def _cactus(axes: Any, summary: Summary, settings: PlotSettings) -> None:
    for number, method in enumerate(_shown(summary, settings)):
        sample = _whole(summary, method)
        solved = sample.values[~sample.is_censored]
        if not len(solved):
            continue
        style = _style(number) | {"markevery": max(1, len(solved) // 12)}
        label = f"{method}: {len(solved)} of {len(sample)}"
        axes.plot(range(1, len(solved) + 1), solved, label=label, **style)
    axes.set_xlabel("puzzles answered")
    axes.set_ylabel(f"{_name(settings.measure)} of each")
    if settings.log:
        axes.set_yscale("log")
    axes.legend(fontsize=9)


def _sorted(axes: Any, summary: Summary, settings: PlotSettings) -> None:
    """Draw every puzzle, in the order of the least that any method took."""
    shown = _shown(summary, settings)
    values: dict[str, dict[str, float]] = {}
    for method in shown:
        values[method] = {
            row.run.source.name: row.value
            for (label, _), cell in summary.cells.items()
            for row in cell.counted
            if label == method and not row.is_censored
        }
    best: dict[str, float] = {}
    for own in values.values():
        for puzzle, value in own.items():
            best[puzzle] = min(value, best.get(puzzle, value))
    by_least = sorted(best, key=best.__getitem__)
    order = {puzzle: place for place, puzzle in enumerate(by_least)}
    for number, method in enumerate(shown):
        points = sorted((order[puzzle], v) for puzzle, v in values[method].items())
        if points:
            style = _style(number) | {"linewidth": 0.8, "markersize": 4}
            axes.plot(*zip(*points, strict=True), label=method, **style)
    axes.set_xlabel(f"puzzles, by the least {_name(settings.measure)}")
    axes.set_ylabel(_name(settings.measure))
    if settings.log:
        axes.set_yscale("log")
    axes.legend(fontsize=9)


def _scatter(axes: Any, summary: Summary, settings: PlotSettings) -> None:
    """Draw one method over another; runs cut off lie on the rim of the plot."""
    everything: list[float] = []
    cut_off: str | None = "cut off: at least so much"
    for number, kind in enumerate(summary.classes()):
        pairs = list(paired(summary, settings.first, settings.second, kind))
        points = [(one.value, other.value) for one, other in pairs]
        if not points:
            continue
        style = _style(number) | {"linestyle": "none"}
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
    axes.set_xlabel(f"{_name(settings.measure)}, {settings.first}")
    axes.set_ylabel(f"{_name(settings.measure)}, {settings.second}")
    axes.legend(fontsize=9)


def _totals(axes: Any, summary: Summary, settings: PlotSettings) -> None:
    """Draw the sums over the puzzles that every method finished, as bars."""
    from edgematch.experiments.summary import common_sum

    shown = _shown(summary, settings)
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
    axes.set_ylabel(f"{_name(settings.measure)}, sum over {puzzles} puzzles")
    if settings.log and min(totals, default=0) > 0:
        axes.set_yscale("log")


def _score(axes: Any, summary: Summary, settings: PlotSettings) -> None:
    """Draw the median score over time, and the quartiles over runs as a band."""
    places = [
        (method, kind)
        for method in _shown(summary, settings)
        for kind in summary.classes()
        if any(row.curve for row in _cell_of(summary, method, kind).rows)
    ]
    is_one_class = len({kind for _, kind in places}) == 1
    for number, (method, kind) in enumerate(places):
        rows = [row for row in _cell_of(summary, method, kind).rows if row.curve]
        # A run ends at its limit, with the score it had.
        end = max(row.run.method.limits.seconds for row in rows)
        times = sorted({time for row in rows for time, _ in row.curve} | {end})
        scores = np.array([_scores_at(row.curve, times) for row in rows])
        # Before its first full board a run has no score, and so has the median.
        middle = np.quantile(scores, 0.5, axis=0, method="lower")
        low = np.quantile(scores, 0.25, axis=0, method="lower")
        high = np.quantile(scores, 0.75, axis=0, method="lower")
        style = _style(number) | {"markevery": max(1, len(times) // 8)}
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


def _scores_at(
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


def _whole(summary: Summary, method: str) -> Sample:
    """Return all runs of a method as one sample."""
    rows = [
        row
        for (label, _), cell in summary.cells.items()
        if label == method
        for row in cell.counted
    ]
    return Sample.of(
        np.array([row.value for row in rows], float),
        np.array([row.is_censored for row in rows], bool),
    )


PLOTS: dict[str, Callable[[Any, Summary, PlotSettings], None]] = {
    "hardness": _hardness,
    "backbone": _backbone,
    "survival": _survival,
    "cactus": _cactus,
    "sorted": _sorted,
    "scatter": _scatter,
    "totals": _totals,
    "score": _score,
}
"""Every kind of plot."""
