"""Charts of puzzles and their theory, by matplotlib, which is imported when called."""

import io
from collections.abc import Sequence
from math import nan
from pathlib import Path
from typing import TYPE_CHECKING, Any

from edgematch.errors import EdgematchError, MissingPackage
from edgematch.theory.estimate import Estimate
from edgematch.theory.first_moment import (
    critical_colors,
    log10_expected_solutions,
    predicted_transition,
)

if TYPE_CHECKING:
    from matplotlib.figure import Figure

_SIZES = range(4, 21)
_COLORS = range(2, 27)
_LARGEST_SHOWN = 60
_WRITTEN = 15
"""Smaller values are written into the map, for those who see it in grey."""
_STYLES = ("-", "--", "-.", ":", (0, (5, 1, 1, 1, 1, 1)), (0, (1, 3)), (0, (7, 3)))
"""Line styles that make the curves distinguishable in grey too."""


def chart_kind(path: str) -> str:
    """Return `png` or `svg` by the suffix of a path."""
    kind = Path(path).suffix.lower().lstrip(".")
    if kind not in ("png", "svg"):
        raise EdgematchError(f"{path}: charts are written as .png or .svg")
    return kind


def hardness_map(frame_colors: int, kind: str) -> bytes:
    """Draw log10 E[X] over size and inner colors, with the transition line.

    The line runs above the last number of colors with E[X] of one or more, the
    predicted transition; the hardest puzzles lie beside it.  Without frame colors the
    puzzles are one-set.
    """
    figure, axes = new_chart()
    values = [
        [log10_expected_solutions(side, side, colors, frame_colors) for side in _SIZES]
        for colors in _COLORS
    ]
    image = axes.pcolormesh(
        list(_SIZES),
        list(_COLORS),
        values,
        cmap="PuOr",
        vmin=-_LARGEST_SHOWN,
        vmax=_LARGEST_SHOWN,
        shading="nearest",
    )
    for colors, row in zip(_COLORS, values, strict=True):
        for side, value in zip(_SIZES, row, strict=True):
            if abs(value) < _WRITTEN:
                text = f"{value:.0f}".replace("-0", "0")
                axes.text(
                    side,
                    colors,
                    text,
                    ha="center",
                    va="center",
                    size=7,
                    zorder=5,
                    bbox={"fc": "white", "ec": "none", "alpha": 0.7, "pad": 0.8},
                )
    line = [predicted_transition(side, side, frame_colors) for side in _SIZES]
    edges = [side - 0.5 for side in _SIZES] + [_SIZES[-1] + 0.5]
    levels = [nan if at is None else at + 0.5 for at in line]
    axes.stairs(levels, edges, baseline=None, color="black", lw=2)
    axes.plot(
        list(_SIZES),
        [critical_colors(side) for side in _SIZES],
        color="black",
        ls=":",
        lw=1.5,
        label="2n/√e",
    )
    axes.plot([], [], color="black", lw=2, label="transition: E[X] falls below 1")
    axes.text(5, 17, "no solution expected", size=11, weight="bold")
    axes.text(14.5, 4, "many solutions", size=11, weight="bold", color="white")
    axes.set_ylim(_COLORS[0] - 0.5, _COLORS[-1] + 0.5)
    axes.set_xlabel("side of the board, n")
    axes.set_ylabel("inner colors")
    title = f"two-set, {frame_colors} frame colors" if frame_colors else "one-set"
    axes.set_title(f"Expected solutions of random puzzles, {title}")
    figure.legend(loc="outside lower center", ncols=2)
    bar = figure.colorbar(image, ax=axes, extend="both")
    bar.set_label("log10 E[X]")
    return chart_bytes(figure, kind)


def profile_chart(name: str, estimates: Sequence[Estimate], kind: str) -> bytes:
    """Draw the expected nodes over depth, a curve for each fill order."""
    figure, axes = new_chart()
    for number, each in enumerate(estimates):
        depths = range(1, len(each.depths) + 1)
        axes.plot(
            list(depths),
            [depth.log10_nodes for depth in each.depths],
            ls=_STYLES[number % len(_STYLES)],
            lw=1.8,
            label=f"{each.order}: 10^{each.log10_nodes:.1f} in all",
        )
    axes.set_xlabel("pieces placed")
    axes.set_ylabel("log10 of the expected nodes")
    axes.set_title(f"Expected search tree of {literal(name) or 'the puzzle'}")
    axes.grid(True, color="#dddddd")
    axes.legend()
    return chart_bytes(figure, kind)


def pattern_chart(
    name: str, size: str, colors: Sequence[int], patterns: Sequence[int], kind: str
) -> bytes:
    """Draw the sides by color of single pieces above the sides by pattern of blocks.

    These are Figures 3 and 4 of Aspinall et al.
    """
    figure, (above, below) = new_chart(panels=2)
    for axes, times, what in (
        (above, colors, "color"),
        (below, patterns, f"pattern of {size} blocks"),
    ):
        numbers = range(1, len(times) + 1)
        axes.bar(list(numbers), list(times), width=0.9, color="#3b6ea5")
        axes.set_xlabel(what)
        axes.set_ylabel("sides")
        axes.margins(x=0.01)
        axes.xaxis.get_major_locator().set_params(integer=True)
    above.set_title(
        f"How often colors and patterns occur in {literal(name) or 'the puzzle'}"
    )
    return chart_bytes(figure, kind)


def literal(text: str) -> str:
    """Escape a text for matplotlib, where dollars would begin a formula.

    What begins with an underscore is left out of a legend, so a space comes before it.
    """
    return text.replace("$", r"\$").replace("_", " _", text.startswith("_"))


def new_chart(panels: int = 1) -> tuple["Figure", Any]:
    """Return a figure and its axes, or an array of them where there are several."""
    try:
        from matplotlib.figure import Figure
    except ImportError as error:
        raise MissingPackage(
            "charts need matplotlib: pip install 'edgematch[plots]'"
        ) from error
    figure = Figure(figsize=(8, 6), layout="constrained")
    return figure, figure.subplots(panels)


def chart_bytes(figure: "Figure", kind: str) -> bytes:
    """Return the figure as a file of that kind."""
    import matplotlib as mpl

    stream = io.BytesIO()
    # No date and no random ids: the same chart is the same file.
    with mpl.rc_context({"svg.hashsalt": "edgematch"}):
        metadata = {"Date": None} if kind == "svg" else {"Software": None}
        figure.savefig(stream, format=kind, dpi=120, metadata=metadata)
    return stream.getvalue()
