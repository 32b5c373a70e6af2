"""`edgematch best`: the best boards of a puzzle that are in the store."""

from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

import click

from edgematch.cli import arguments, outputs
from edgematch.errors import CannotHold, EdgematchError

if TYPE_CHECKING:
    from edgematch.board import Board
    from edgematch.campaigns.store import Store, StoredBoard
    from edgematch.catalog.link_boards import LinkBoard
    from edgematch.formats import Document


@click.command(
    epilog="""\b
Examples:
  edgematch best eternity2
  edgematch best eternity2 --goal joins --number 20 --pictures boards/
  edgematch best eternity2 --goal prefix -o best.json
  edgematch best eternity2 --goal pieces --json
  edgematch best eternity2 --add records.md   add the boards of its viewer links
  edgematch best records.md                   list those boards, the best first"""
)
@arguments.puzzle
@click.option(
    "--store",
    metavar="FILE",
    help="Use the store FILE instead of the one in the user's data folder.",
)
@click.option(
    "--add",
    metavar="FILE",
    help="Before listing, add the legal boards of all viewer links in FILE"
    " to the store.",
)
@arguments.goal(
    None,
    "List one leaderboard, with links: full boards by matching joins, boards without a"
    " break by pieces, or boards by their clean prefix.  [default: all, without links]",
)
@arguments.number(
    "--number",
    least=1,
    most=100,
    help="Maximum number of boards to list.  [default: 10; 3 of each without --goal]",
)
@click.option(
    "--pictures",
    metavar="FOLDER",
    help="Write each board to FOLDER, as text and as a picture.",
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
    add: str | None,
    goal: str | None,
    number: int | None,
    pictures: str | None,
    output: str | None,
    as_json: bool,
    **reading: Any,
) -> None:
    """List the best boards that optimize has found for a puzzle, and how.

    Boards are identified by the fingerprint of the puzzle: size, pieces, hints, rules.
    If PUZZLE is a file with several viewer links, the boards that they show are listed
    instead, and no store is used.
    """
    from edgematch.search.measures import MEASURES

    outputs.check_writable(output, as_json)
    goals = tuple(MEASURES) if goal is None else (goal,)
    most = number or (3 if goal is None else 10)
    if pictures is not None:
        outputs.check_new_folder(pictures)
    given = arguments.standard_input() if puzzle == "-" else puzzle
    shown = arguments.load_links(given, least=2, **reading)
    if shown:
        if store is not None or add is not None:
            raise EdgematchError(
                "--store and --add need a puzzle, not a file of viewer links"
            )
        lists = {each: _boards_of_links(shown, each)[:most] for each in goals}
        missing = "no legal board" + (f" for the goal {goal}" if goal else "")
    else:
        document = arguments.load(given, **reading)
        outputs.board_format(document, output)
        kept = _open_store(store, is_new_allowed=add is not None)
        if add is not None:
            _add_links(kept, document, add)
        lists = {
            each: [
                _stored_board(document, stored)
                for stored in kept.best(document.puzzle, each, most)
            ]
            for each in goals
        }
        missing = f"no board of this puzzle in {kept.path}; run edgematch optimize"
    boards = list(
        {each.board: each for found in lists.values() for each in found}.values()
    )
    if output is not None and not boards:
        raise EdgematchError(missing)
    _write_files(boards, pictures, output)
    if output == "-":
        return
    if as_json:
        facts = {name: [each.facts for each in lists[name]] for name in goals}
        outputs.print_json(facts if goal is None else facts[goal])
    elif not boards:
        click.echo(missing)
    else:
        for name in goals:
            _print_boards(lists[name], name, is_short=goal is None)


def _print_boards(boards: "Sequence[_ListedBoard]", goal: str, is_short: bool) -> None:
    """Print a leaderboard; if it is to be short, with its name, without links."""
    from edgematch.search.measures import MEASURES

    measure = MEASURES[goal]
    if is_short and boards:
        click.echo(goal)
    for place, each in enumerate(boards, 1):
        value, most = measure.value(each.board), measure.most(each.document.puzzle)
        indent = "  " if is_short else ""
        click.echo(f"{indent}{place}. {value} of {most} {measure.words}, {each.origin}")
        if each.facts["link"] is not None and not is_short:
            click.echo(f"   {each.facts['link']}")


class _ListedBoard(NamedTuple):
    document: "Document"
    board: "Board"
    origin: str
    found: dict[str, Any]
    """How the board was found, for a record of it."""
    facts: dict[str, Any]


def _open_store(path: str | None, is_new_allowed: bool) -> "Store":
    from edgematch.campaigns.store import Store

    if path is not None and not is_new_allowed and not Path(path).exists():
        raise EdgematchError(f"{path}: no such file")
    return Store(None if path is None else Path(path))


def _add_links(store: "Store", document: "Document", name: str) -> None:
    """Add the boards of viewer links, and say how many of them could be added."""
    from edgematch import inputs
    from edgematch.formats import ReadOptions

    links = inputs.load_links(name, ReadOptions(puzzle=document.puzzle))
    if not links:
        raise EdgematchError(f"{name}: no viewer links found")
    added = 0
    for link in links:
        board = None if link.document is None else link.document.board
        if board is not None and board.placements and board.is_legal():
            origin = {"file": name, "line": link.line, "name": link.name}
            store.add(board, "link", 0, 0.0, 0, origin)
            added += 1
    arguments.print_note(
        f"{added} of {len(links)} links in {name} are legal boards of this puzzle and"
        " were added to the store"
    )


def _boards_of_links(links: "Sequence[LinkBoard]", goal: str) -> list[_ListedBoard]:
    """Return the legal boards of links, as the store would list them."""
    from edgematch.search.measures import MEASURES

    measure = MEASURES[goal]
    boards = []
    seen = set()
    for link in links:
        document = link.document
        board = None if document is None else document.board
        if document is None or board is None or board in seen:
            continue
        if not measure.accepts(board):
            continue
        seen.add(board)
        origin = {"line": link.line, "name": link.name}
        words = f"line {link.line}" + (f", {link.name}" if link.name else "")
        facts = {**_board_facts(document, board), **origin}
        boards.append(_ListedBoard(document, board, words, origin, facts))
    # Boards of larger puzzles come first: values of different puzzles do not compare.
    return sorted(
        boards, key=lambda each: (-each.facts["joins"], -measure.value(each.board))
    )


def _stored_board(document: "Document", stored: "StoredBoard") -> _ListedBoard:
    found = stored.how_found()
    options = "".join(f", {name}={value}" for name, value in stored.options.items())
    origin = (
        f"by {stored.engine} with seed {stored.seed}{options} after"
        f" {stored.seconds:.1f} s, {stored.found}, edgematch {stored.version}"
    )
    if stored.engine == "link":
        origin = f"from {stored.options.get('file')}, line {stored.options.get('line')}"
    facts = {**_board_facts(document, stored.board), **found, "found": stored.found}
    return _ListedBoard(document, stored.board, origin, found, facts)


def _board_facts(document: "Document", board: "Board") -> dict[str, Any]:
    return {
        "score": board.score(),
        "joins": document.puzzle.joins,
        "pieces": len(board.placements),
        "prefix": board.clean_prefix(),
        "link": _link(document, board),
        "board": [list(each) for each in board.placements],
    }


def _link(document: "Document", board: "Board") -> str | None:
    """Return a link to the community's viewer; None where it cannot show the board."""
    from edgematch import formats, inputs

    shown = replace(document, board=board, pictures={})
    options = inputs.options_to_write(shown)
    try:
        return formats.write(shown, "link", options, allow_loss=True).text.strip()
    except CannotHold:
        return None


def _write_files(
    boards: Sequence[_ListedBoard], pictures: str | None, output: str | None
) -> None:
    """Write pictures of all boards, and the best one, where that is wanted."""
    from edgematch.pictures.documents import solution_files

    if pictures is not None and boards:
        document = boards[0].document
        puzzle = document.puzzle
        alike = [each.board for each in boards if each.board.puzzle == puzzle]
        outputs.write_folder(pictures, solution_files(document, alike))
    if output is not None:
        first = boards[0]
        target = outputs.board_format(first.document, output)
        assert target is not None
        outputs.write_board(output, target, first.document, first.board, first.found)
