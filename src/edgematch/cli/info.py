"""`edgematch info`: facts about a puzzle, and whether counting rules out a solution."""

import os
import sys
from collections import Counter
from typing import TYPE_CHECKING, Any

import click

from edgematch.cli import arguments, outputs

if TYPE_CHECKING:
    from edgematch.puzzle import Puzzle


def _devices() -> dict[str, Any]:
    """Return the processor and the GPUs, or why there are none."""
    from edgematch.devices.gpu import gpus
    from edgematch.errors import EdgematchError
    from edgematch.processes.memory import free_bytes

    cores = len(os.sched_getaffinity(0)) if sys.platform == "linux" else os.cpu_count()
    facts: dict[str, Any] = {
        "cpu": {"cores": cores, "free_bytes": free_bytes()},
        "gpus": [],
        "no_gpu": None,
    }
    try:
        for gpu in gpus():
            with gpu.current():
                free = gpu.free_bytes()
            about = {"number": gpu.number, "name": gpu.name, "free_bytes": free}
            facts["gpus"].append({**about, "multiprocessors": gpu.multiprocessors})
    except EdgematchError as error:
        facts["no_gpu"] = str(error)
    return facts


def _print_devices(facts: dict[str, Any]) -> None:
    cpu = facts["cpu"]
    lines = {"cpu": f"{cpu['cores']} cores, {_free(cpu)}"}
    for gpu in facts["gpus"]:
        blocks = f"{gpu['multiprocessors']} multiprocessors"
        lines[f"gpu {gpu['number']}"] = f"{gpu['name']}, {blocks}, {_free(gpu)}"
    if facts["no_gpu"]:
        lines["gpu"] = f"none: {facts['no_gpu']}"
    for name, line in lines.items():
        click.echo(f"{name:<6} {line}")


def _free(device: dict[str, Any]) -> str:
    return f"{device['free_bytes'] / 2**30:.1f} GiB free"


@click.command(
    epilog="""\b
Examples:
  edgematch info eternity2
  edgematch info pieces.txt --columns nswe --json
  edgematch info --devices"""
)
@click.argument("puzzle", required=False, shell_complete=arguments.complete_puzzle)
@click.option(
    "--devices",
    "lists_devices",
    is_flag=True,
    help="List what searches can run on; takes no PUZZLE.",
)
@arguments.reading
@arguments.json
def info(
    puzzle: str | None, lists_devices: bool, as_json: bool, **reading: Any
) -> None:
    """Print facts about a puzzle: size, rules, pieces, colors, hints.

    Also says whether the pieces are those of a puzzle in the catalog, apart from color
    names, numbering, turns and up to four wrong pieces, whether the pieces form a
    solution in the order in which they are listed, and whether counting colors and
    pieces proves that there is no solution.
    """
    if lists_devices == (puzzle is not None):
        message = "--devices takes no PUZZLE" if lists_devices else "PUZZLE is missing"
        raise click.UsageError(message)
    if puzzle is None:
        facts, show = _devices(), _print_devices
    else:
        facts, show = _facts(arguments.load(puzzle, **reading).puzzle), _print_text
    if as_json:
        outputs.print_json(facts)
    else:
        show(facts)


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
