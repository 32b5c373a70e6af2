"""`edgematch blocks`: how many blocks of matching pieces a puzzle has."""

from typing import TYPE_CHECKING, Any

import click

from edgematch.cli import arguments, outputs

if TYPE_CHECKING:
    from edgematch.puzzle import Puzzle


@click.command(
    epilog="""\b
Examples:
  edgematch blocks eternity2
  edgematch blocks eternity2 --plot patterns.svg
  edgematch blocks e2:6x6:6:3:seed=1 --block 3x3 --json"""
)
@arguments.puzzle
@click.option(
    "--block",
    type=arguments.board_size,
    metavar="ROWSXCOLUMNS",
    default="2x2",
    show_default=True,
    help="Rows and columns of a block.",
)
@click.option(
    "--plot",
    metavar="PATH",
    help="Draw how often each pattern occurs, as .png or .svg.",
)
@arguments.json
def blocks(
    puzzle: str,
    block: tuple[int, int],
    plot: str | None,
    as_json: bool,
    **reading: Any,
) -> None:
    """Count the blocks of matching pieces at corners, along the rim and inside.

    The turns of a block are counted separately. A pattern is the row of colors along an
    outer side of a block. Hints are ignored.
    """
    if plot is not None:
        from edgematch.pictures.charts import chart_kind

        chart_kind(plot)
        outputs.check_writable(plot)
    given = arguments.load(puzzle, **reading).puzzle
    from edgematch.search import technique

    counter: Any = technique("blocks", height=block[0], width=block[1])
    facts = counter.facts(given)
    if plot is not None:
        from edgematch.pictures.charts import pattern_chart

        colors, patterns = facts.colors.values(), facts.patterns.values()
        size = f"{facts.height} × {facts.width}"
        chart = pattern_chart(
            given.name, size, list(colors), list(patterns), chart_kind(plot)
        )
        outputs.write_output(plot, chart)
    if as_json:
        outputs.print_json(_as_json(given, facts))
    else:
        _print_text(facts)


def _as_json(puzzle: "Puzzle", facts: Any) -> dict[str, Any]:
    return {
        "puzzle": puzzle.name,
        "fingerprint": puzzle.fingerprint,
        "block": [facts.height, facts.width],
        "corner": facts.blocks["corner"],
        "edge": facts.blocks["border"],
        "inner": facts.blocks["inner"],
        "patterns": len(facts.patterns),
        "sides_by_pattern": [
            {"colors": colors, "sides": times}
            for colors, times in facts.patterns.items()
        ],
    }


def _print_text(facts: Any) -> None:
    rows = [
        ("corner", facts.blocks["corner"]),
        ("edge", facts.blocks["border"]),
        ("inner", facts.blocks["inner"]),
        ("patterns", len(facts.patterns)),
    ]
    for name, count in rows:
        click.echo(f"{name:<9} {count:>10,}")
    if facts.patterns:
        fewest, most = min(facts.patterns.values()), max(facts.patterns.values())
        click.echo(f"each pattern is on {fewest:,} to {most:,} sides of blocks")
