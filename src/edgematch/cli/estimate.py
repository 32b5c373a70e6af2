"""`edgematch estimate`: the price of a puzzle before searching it."""

from math import isfinite
from typing import TYPE_CHECKING, Any

import click

from edgematch.cli import arguments, outputs
from edgematch.errors import EdgematchError

if TYPE_CHECKING:
    from edgematch.puzzle import Puzzle
    from edgematch.theory.estimate import Estimate
    from edgematch.theory.tree_size import TreeSize


@click.command(
    epilog="""\b
Examples:
  edgematch estimate eternity2
  edgematch estimate two-set:7x7:7:3:seed=5 --order rows --json
  edgematch estimate clue3 --order rows --walks 2000
  edgematch estimate clue3 --walks 2000 --engine blocks
  edgematch estimate eternity2 --plot profile.svg"""
)
@arguments.puzzle
@click.option(
    "--order",
    "order_name",
    metavar="ORDER",
    help="Fill order to estimate.  [default: all]",
)
@arguments.number(
    "--walks",
    least=2,
    help="Also sample the tree by this many random walks, in --order or the order with"
    " the fewest expected nodes.",
)
@click.option(
    "--engine",
    metavar="NAME",
    help="With --walks: engine whose tree is sampled.  [default: row-scan]",
)
@arguments.number(
    "--seed", help="With --walks: seed of the random choices.  [default: 0]"
)
@click.option(
    "--plot",
    metavar="PATH",
    help="Draw the expected nodes by depth, as .png or .svg.",
)
@arguments.json
def estimate(
    puzzle: str,
    order_name: str | None,
    walks: int | None,
    engine: str | None,
    seed: int | None,
    plot: str | None,
    as_json: bool,
    **reading: Any,
) -> None:
    """Estimate the number of solutions and nodes, from the pieces alone.

    Solutions are counted as boards: numbered pieces, all turns of the board. Only
    solutions by chance are counted, not a planted one. Nodes are those of a search that
    fills the cells in the given order and checks the joins with the pieces placed
    before, on average over puzzles with such colors; --walks samples the tree of this
    puzzle.
    """
    from edgematch.theory.estimate import estimate as expect
    from edgematch.theory.estimate import estimates

    if walks is None and (engine is not None or seed is not None):
        raise EdgematchError("--engine and --seed need --walks")
    if plot is not None:
        from edgematch.pictures.charts import chart_kind

        chart_kind(plot)
        outputs.check_writable(plot)
    document = arguments.load(puzzle, **reading)
    found = (
        (expect(document.puzzle, order_name),)
        if order_name is not None
        else estimates(document.puzzle)
    )
    sampled, walked = None, {"engine": engine or "row-scan"}
    if walks is not None:
        name = walked["engine"]
        options = _walk_options(name, order_name, found[0].order)
        sampled = _sample_tree(document.puzzle, name, options, walks, seed or 0)
        walked |= options
    if plot is not None:
        from edgematch.pictures.charts import profile_chart

        chart = profile_chart(document.puzzle.name, found, chart_kind(plot))
        outputs.write_output(plot, chart)
    if as_json:
        outputs.print_json(_facts(document.puzzle, found, sampled, walked))
    else:
        _print_text(found, sampled, walked)


def _walk_options(engine: str, asked: str | None, order_name: str) -> dict[str, str]:
    """Return the fill order as an option, for an engine that has one."""
    from edgematch.orders import ORDERS
    from edgematch.search import technique_class
    from edgematch.search.options import options_of

    kind = technique_class(engine)
    if not hasattr(kind, "walk"):
        raise EdgematchError(f"engine {engine} has no tree to walk")
    choices = {option.name: option.choices for option in options_of(kind)}
    if set(ORDERS) <= set(choices["order"]):
        return {"order": order_name}
    if asked is not None:
        raise EdgematchError(f"--order does not apply to engine {engine}")
    return {}


def _sample_tree(
    puzzle: "Puzzle", engine: str, options: dict[str, str], walks: int, seed: int
) -> "TreeSize":
    from edgematch.pictures.live import LiveDisplay
    from edgematch.search import technique_class
    from edgematch.theory.tree_size import tree_size

    kind: Any = technique_class(engine)
    walk = kind(**options).walk(puzzle)
    with LiveDisplay() as display:
        return tree_size(
            walk, walks, seed, lambda done: display.show(f"{done} of {walks} walks")
        )


def _finite(number: float) -> float | None:
    """JSON has no infinity: no solution to expect is null."""
    return number if isfinite(number) else None


def _facts(
    puzzle: "Puzzle",
    found: tuple["Estimate", ...],
    sampled: "TreeSize | None",
    walked: dict[str, str],
) -> dict[str, Any]:
    orders = [_facts_of_order(each) for each in found]
    facts: dict[str, Any] = {
        "puzzle": puzzle.name,
        "fingerprint": puzzle.fingerprint,
        **orders[0],
    }
    if len(orders) > 1:
        facts["orders"] = orders
    if sampled is not None:
        low, high = sampled.log10_interval
        facts["sampled"] = {
            **walked,
            "walks": sampled.walks,
            "log10_nodes": _finite(sampled.log10_nodes),
            "log10_interval": [_finite(low), _finite(high)],
            "log10_nodes_by_depth": list(sampled.log10_nodes_by_depth),
        }
    return facts


def _facts_of_order(found: "Estimate") -> dict[str, Any]:
    return {
        "order": found.order,
        "log10_solutions": _finite(found.log10_solutions),
        "log10_nodes": _finite(found.log10_nodes),
        "depths": [
            {
                "depth": number,
                "cell": depth.cell,
                "log10_nodes": _finite(depth.log10_nodes),
                # What one node at this depth has below it.
                "log10_solutions": _finite(found.log10_solutions - depth.log10_nodes),
            }
            for number, depth in enumerate(found.depths, start=1)
        ],
    }


def _print_text(
    found: tuple["Estimate", ...], sampled: "TreeSize | None", walked: dict[str, str]
) -> None:
    from edgematch.theory.logarithms import number_text

    click.echo(f"expected solutions  {number_text(found[0].log10_solutions)}")
    for each in found:
        widest = max(each.depths, key=lambda depth: depth.log10_nodes, default=None)
        where = ""
        if widest is not None:
            depth = each.depths.index(widest) + 1
            where = f"  most at depth {depth} of {len(each.depths)}"
        click.echo(
            f"expected nodes      {number_text(each.log10_nodes):<16}"
            f"{each.order:<13}{where}"
        )
    if sampled is not None:
        low, high = (number_text(end) for end in sampled.log10_interval)
        whose = walked.get("order", walked["engine"])
        click.echo(
            f"sampled nodes       {number_text(sampled.log10_nodes):<16}{whose},"
            f" {sampled.walks} walks, 95 % interval {low} to {high}"
        )
    arguments.print_note(
        "expected solutions are those by chance; a planted one is not counted"
    )
    if sampled is None:
        arguments.print_note(
            "expected nodes are an average over puzzles with such colors; --walks 2000"
            " samples the tree of this one"
        )
