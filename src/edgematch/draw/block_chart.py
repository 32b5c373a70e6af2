"""How often colors and patterns occur: Figures 3 and 4 of Aspinall et al."""

from collections.abc import Sequence

from edgematch.draw.charts import chart_bytes, literal, new_chart


def pattern_chart(
    name: str, size: str, colors: Sequence[int], patterns: Sequence[int], kind: str
) -> bytes:
    """Draw the sides by color of single pieces above the sides by pattern of blocks."""
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
