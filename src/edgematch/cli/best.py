"""`edgematch best`: the best boards of a puzzle that are in the store."""

from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from edgematch.cli import arguments, outputs
from edgematch.errors import CannotHold, EdgematchError

if TYPE_CHECKING:
    from edgematch.campaigns.store import StoredBoard
    from edgematch.formats import Document


@click.command(
    epilog="""\b
Examples:
  edgematch best eternity2
  edgematch best eternity2 --number 3 --pictures boards/
  edgematch best eternity2 --number 1 -o best.json
  edgematch best eternity2 --pieces --json"""
)
@arguments.puzzle
@click.option(
    "--store",
    metavar="FILE",
    help="Read the store FILE instead of the one in the user's data folder.",
)
@arguments.number(
    "--number", least=1, most=100, default=10, help="Maximum number of boards."
)
@click.option(
    "--pieces",
    is_flag=True,
    help="List boards without a break, those with the most pieces first.",
)
@click.option(
    "--pictures",
    metavar="FOLDER",
    help="Folder to write each board to, as a text and a picture.",
)
@click.option(
    "-o",
    "--output",
    type=arguments.output_path,
    metavar="BOARD",
    help="Write the best board to this file.",
)
@arguments.json
def best(
    puzzle: str,
    store: str | None,
    number: int,
    pieces: bool,
    pictures: str | None,
    output: str | None,
    as_json: bool,
    **reading: Any,
) -> None:
    """List the best boards of a puzzle that optimize has kept.

    Boards are identified by the fingerprint of the puzzle: size, pieces, hints, rules.
    """
    from edgematch.campaigns.store import Store
    from edgematch.draw.pictures import solution_files

    outputs.check_writable(output, as_json)
    document = arguments.load(puzzle, **reading)
    target = outputs.board_format(document, output)
    if pictures is not None:
        outputs.check_new_folder(pictures)
    if store is not None and not Path(store).exists():
        raise EdgematchError(f"{store}: no such file")
    kept = Store(None if store is None else Path(store))
    goal = "pieces" if pieces else "joins"
    boards = kept.best(document.puzzle, goal, number)
    if pictures is not None and boards:
        files = solution_files(document, [each.board for each in boards])
        outputs.write_folder(pictures, files)
    if target is not None:
        if not boards:
            raise EdgematchError(
                "the store has no board of this puzzle; run edgematch optimize first"
            )
        found = {"engine": boards[0].engine, "seed": boards[0].seed}
        outputs.write_board(output, target, document, boards[0].board, found)
        if output == "-":
            return
    if as_json:
        outputs.print_json([_facts(document, each) for each in boards])
        return
    if not boards:
        click.echo(
            f"no board of this puzzle in {kept.path}; run edgematch optimize first"
        )
    _print_boards(document, boards)


def _print_boards(document: "Document", boards: "Sequence[StoredBoard]") -> None:
    for place, each in enumerate(boards, 1):
        click.echo(
            f"{place}. {each.score} of {document.puzzle.joins} joins,"
            f" {each.pieces} pieces, by {each.engine} with seed {each.seed}"
            f" after {each.seconds:.1f} s, {each.found}"
        )
        link = _link(document, each)
        if link is not None:
            click.echo(f"   {link}")


def _link(document: "Document", stored: "StoredBoard") -> str | None:
    """Return a link to the community's viewer; None where it cannot show the board."""
    from edgematch import formats

    shown = replace(document, board=stored.board, pictures={})
    try:
        return formats.write(shown, "link", allow_loss=True).text.strip()
    except CannotHold:
        return None


def _facts(document: "Document", stored: "StoredBoard") -> dict[str, Any]:
    return {
        "score": stored.score,
        "joins": document.puzzle.joins,
        "pieces": stored.pieces,
        "engine": stored.engine,
        "seed": stored.seed,
        "seconds": stored.seconds,
        "nodes": stored.nodes,
        "found": stored.found,
        "options": dict(stored.options),
        "link": _link(document, stored),
        "board": [list(each) for each in stored.board.placements],
    }
