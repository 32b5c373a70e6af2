"""Hardness and backbone over the number of inner colors, with the transition."""

from collections import defaultdict
from dataclasses import dataclass
from typing import Any

from edgematch.experiments.figures import TableSettings, figure_of
from edgematch.experiments.plots.settings import PlotSettings
from edgematch.experiments.plots.style import measure_name, shown_methods, style_of
from edgematch.experiments.summary import Cell, Summary
from edgematch.generators import Recipe


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
    shown = shown_methods(summary, settings)
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
        style = style_of(number)
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


def draw_hardness(axes: Any, summary: Summary, settings: PlotSettings) -> None:
    """Draw a figure of the effort over the number of inner colors."""
    table = TableSettings(settings.measure, settings.figure)
    is_logarithmic = settings.log and settings.figure not in (
        "share-solvable",
        "solved",
    )
    _over_colors(axes, summary, settings, table, is_logarithmic)
    axes.set_ylabel(f"{settings.figure} of {measure_name(settings.measure)}")
    if is_logarithmic:
        axes.set_yscale("log")


def draw_backbone(axes: Any, summary: Summary, settings: PlotSettings) -> None:
    """Draw the backbone over the number of inner colors."""
    _over_colors(axes, summary, settings, TableSettings("backbone", "mean"))
    axes.set_ylabel("mean fraction of cells in the backbone")
    axes.set_ylim(-0.02, 1.02)
