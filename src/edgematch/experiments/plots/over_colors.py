"""Hardness and backbone over the number of inner colors, with the transition."""

from dataclasses import dataclass
from math import isfinite
from typing import Any

from edgematch.experiments.plots.settings import PlotSettings
from edgematch.experiments.plots.style import (
    count_by_ones,
    finish,
    measure_name,
    shown_methods,
    style_of,
)
from edgematch.experiments.result_tables import OF_ANSWERS, TableSettings, figure_of
from edgematch.experiments.summary import Cell, Row, Summary
from edgematch.generators import Recipe
from edgematch.pictures.charts import literal


@dataclass(frozen=True)
class _Curve:
    """Runs on recipes that differ only in inner colors and seed."""

    name: str
    predicted: int | None
    cells: dict[int, Cell]
    style: dict[str, Any]


def _curves(summary: Summary, settings: PlotSettings) -> list[_Curve]:
    """Return a curve for each method and each family of recipes, over inner colors."""
    from edgematch.theory.first_moment import predicted_transition

    # A class may have several numbers of colors, a puzzle may be in several classes.
    runs: dict[tuple[str, str], dict[int, dict[str, Row]]] = {}
    recipes: dict[str, Recipe] = {}
    shown = shown_methods(summary, settings)
    for (method, _label), cell in summary.cells.items():
        for row in cell.rows if method in shown else ():
            if row.run.source.puzzle is not None:
                continue
            recipe = Recipe.read(row.run.source.name)
            family = _family(recipe)
            recipes[family] = recipe
            curve = runs.setdefault((method, family), {})
            curve.setdefault(recipe.inner_colors, {})[row.run.identity] = row
    found = {
        key: {
            colors: Cell(list(rows.values()), len(rows))
            for colors, rows in curve.items()
        }
        for key, curve in runs.items()
    }
    curves = []
    families = list(dict.fromkeys(family for _, family in found))
    for number, ((method, family), cells) in enumerate(found.items()):
        recipe = recipes[family]
        predicted = None
        if recipe.model in ("one-set", "two-set"):
            predicted = predicted_transition(
                recipe.rows, recipe.columns, recipe.frame_colors
            )
        parts = [family] if len(families) > 1 or len(shown) == 1 else []
        parts += [method] if len(shown) > 1 else []
        style = style_of(number)
        if len(parts) > 1:
            style = style_of(families.index(family), shown.index(method))
        name = ", ".join(parts)
        curves.append(_Curve(name, predicted, dict(sorted(cells.items())), style))
    return curves


def _family(recipe: Recipe) -> str:
    """Describe a recipe without its inner colors and its seed.

    >>> _family(Recipe.read("two-set:6x6:5:3:seed=7:hints=2:random"))
    'two-set 6 × 6, 3 frame colors, hints=2, random'
    >>> _family(Recipe.read("two-set:6x6:5:1"))
    'two-set 6 × 6, 1 frame color'
    """
    ones = "color" if recipe.frame_colors == 1 else "colors"
    frame = f", {recipe.frame_colors} frame {ones}" if recipe.frame_colors else ""
    _, _, settings = recipe.name.partition(f":seed={recipe.seed}")
    others = settings.replace(":", ", ")
    return f"{recipe.model} {recipe.rows} × {recipe.columns}{frame}{others}"


def _over_colors(
    axes: Any,
    summary: Summary,
    settings: PlotSettings,
    table: TableSettings,
    label: str,
    is_logarithmic: bool = False,
) -> None:
    """Draw a figure over the number of inner colors, bounds as arrows.

    A logarithmic plot has no place for 0.
    """
    seen: set[int] = set()
    for curve in _curves(summary, settings):
        points = [
            (colors, estimate)
            for colors, cell in curve.cells.items()
            if (estimate := figure_of(cell, table)) is not None
            and isfinite(estimate.value)
            and (estimate.value > 0 or not is_logarithmic)
        ]
        if not points:
            continue
        style = curve.style
        places = [colors for colors, _ in points]
        values = [estimate.value for _, estimate in points]
        axes.plot(places, values, label=literal(curve.name), **style)
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
    count_by_ones(axes)
    finish(axes, "inner colors", label, "y" if is_logarithmic else "")


def draw_hardness(axes: Any, summary: Summary, settings: PlotSettings) -> None:
    """Draw a figure of the effort over the number of inner colors."""
    table = TableSettings(settings.measure, settings.figure)
    is_logarithmic = settings.log and settings.figure not in OF_ANSWERS
    label = f"{settings.figure} of {measure_name(summary, settings)}"
    _over_colors(axes, summary, settings, table, label, is_logarithmic)


def draw_backbone(axes: Any, summary: Summary, settings: PlotSettings) -> None:
    """Draw the backbone over the number of inner colors."""
    table = TableSettings("backbone", "mean")
    label = "mean fraction of cells in the backbone"
    _over_colors(axes, summary, settings, table, label)
    axes.set_ylim(-0.02, 1.02)
