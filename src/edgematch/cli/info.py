"""`edgematch info`: facts about a puzzle, and whether counting rules out a solution."""

import os
import sys
from collections import Counter
from typing import TYPE_CHECKING, Any

import click

from edgematch.cli import arguments, outputs

if TYPE_CHECKING:
    from edgematch.puzzle import Puzzle


def _print_devices(context: click.Context, _: object, is_wanted: bool) -> None:
    """Print the processor and the GPUs, and end the command."""
    if not is_wanted:
        return
    from edgematch.devices.gpu import gpus
    from edgematch.errors import EdgematchError
    from edgematch.processes.memory import free_bytes

    cores = len(os.sched_getaffinity(0)) if sys.platform == "linux" else os.cpu_count()
    memory = f"{free_bytes() / 2**30:.1f} GiB free"
    click.echo(f"{'cpu':<6} {cores} cores, {memory}")
    try:
        for gpu in gpus():
            with gpu.current():
                free = f"{gpu.free_bytes() / 2**30:.1f} GiB free"
            blocks = f"{gpu.multiprocessors} multiprocessors"
            click.echo(f"{f'gpu {gpu.number}':<6} {gpu.name}, {blocks}, {free}")
    except EdgematchError as error:
        click.echo(f"{'gpu':<6} none: {error}")
    context.exit()


@click.command(
    epilog="""\b
Examples:
  edgematch info eternity2
  edgematch info pieces.txt --columns nswe --json
  edgematch info --devices"""
)
@click.option(
    "--devices",
    is_flag=True,
    is_eager=True,
    expose_value=False,
    callback=_print_devices,
    help="List what searches can run on, and exit.",
)
@arguments.puzzle
@arguments.json
def info(puzzle: str, as_json: bool, **reading: Any) -> None:
    """Print facts about a puzzle: size, rules, pieces, colors, hints.

    Also says whether the pieces are those of a puzzle in the catalog, apart from color
    names, numbering, turns and up to four wrong pieces, whether the pieces form a
    solution in the order in which they are listed, and whether counting colors and
    pieces proves that there is no solution.
    """
    facts = _facts(arguments.load(puzzle, **reading).puzzle)
    if as_json:
        outputs.print_json(facts)
    else:
        _print_text(facts)


def _facts(puzzle: "Puzzle") -> dict[str, Any]:
    from edgematch import symmetry
    from edgematch.catalog.recognition import recognize
    from edgematch.findings import findings, kind
    from edgematch.numbering import solution_as_numbered

    listed = solution_as_numbered(puzzle)
    known = recognize(puzzle)
    counts = Counter(color for piece in puzzle.pieces for color in piece)
    kinds = Counter(kind(piece) for piece in puzzle.pieces) if puzzle.framed else {}
    return {
        "name": puzzle.name,
        "fingerprint": puzzle.fingerprint,
        "rows": puzzle.rows,
        "columns": puzzle.columns,
        "pieces": len(puzzle.pieces),
        "joins": puzzle.joins,
        "framed": puzzle.framed,
        "signed": puzzle.is_signed,
        "turnable": puzzle.turnable,
        "kinds": dict(kinds),
        "colors": len(puzzle.colors),
        "half_sides": {str(color): counts[color] for color in puzzle.colors},
        "color_names": {
            str(color): puzzle.color_name(color) for color in puzzle.colors
        },
        "equal_pieces": [
            [piece + 1 for piece in group] for group in symmetry.equal_pieces(puzzle)
        ],
        "symmetric_pieces": [piece + 1 for piece in symmetry.symmetric_pieces(puzzle)],
        "boards_per_picture": symmetry.boards_per_picture(puzzle),
        "hints": [
            {
                "cell": puzzle.cell_name(hint.cell),
                "piece": hint.piece + 1,
                "turn": hint.turn,
            }
            for hint in puzzle.hints
        ],
        "turns_as_listed": None
        if listed is None
        else [placement.turn for placement in listed.placements],
        "catalog": None
        if known is None
        else {
            "name": known.name,
            "message": str(known),
            "mirrored": known.is_mirrored,
            "wrong_pieces": [
                {"piece": wrong.piece + 1, "reason": wrong.reason}
                for wrong in known.wrong
            ],
        },
        "findings": [
            {"rule": finding.rule, "message": finding.message}
            for finding in findings(puzzle)
        ],
    }


def _print_text(facts: dict[str, Any]) -> None:
    rules = [
        "framed" if facts["framed"] else "unframed",
        "signed" if facts["signed"] else "unsigned",
        "turnable" if facts["turnable"] else "not turnable",
    ]
    kinds = ", ".join(f"{count} {kind}" for kind, count in facts["kinds"].items())
    names = facts["color_names"]
    sides = ", ".join(f"{names[c]} × {n}" for c, n in facts["half_sides"].items())
    equal = [" = ".join(map(str, group)) for group in facts["equal_pieces"]]
    hints = [
        f"{hint['cell']} piece {hint['piece']} turned by {hint['turn']}"
        for hint in facts["hints"]
    ]
    rows = [
        ("name", facts["name"] or "(none)"),
        ("size", f"{facts['rows']} × {facts['columns']}, {facts['joins']} joins"),
        ("rules", ", ".join(rules)),
        ("pieces", f"{facts['pieces']}" + (f": {kinds}" if kinds else "")),
        ("colors", f"{facts['colors']}: {sides}"),
        ("equal pieces", ", ".join(equal) or "none"),
        ("symmetric pieces", ", ".join(map(str, facts["symmetric_pieces"])) or "none"),
        ("boards / picture", f"{facts['boards_per_picture']:,}"),
        ("hints", "; ".join(hints) or "none"),
        ("fingerprint", facts["fingerprint"]),
    ]
    if facts["catalog"] is not None:
        rows.append(("catalog", facts["catalog"]["message"]))
    turns = facts["turns_as_listed"]
    if turns is not None:
        how = "turned as they fit" if any(turns) else "as turned"
        rows.append(("order", f"row by row the pieces are a solution, {how}"))
    for name, value in rows:
        click.echo(f"{name:<17} {value}")
    for finding in facts["findings"]:
        click.echo(f"{'unsolvable':<17} {finding['message']}")
