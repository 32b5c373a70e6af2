"""`edgematch check`: the score of a board, and the rules it breaks."""

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, Any

import click

from edgematch.cli import arguments, outputs
from edgematch.errors import EdgematchError

if TYPE_CHECKING:
    from edgematch.board import Board
    from edgematch.catalog.link_boards import LinkBoard


@click.command(
    epilog="""\b
Examples:
  edgematch check board.json
  edgematch check 'https://…#puzzle=…&board_edges=…' --puzzle eternity2
  edgematch check board.txt --puzzle pieces.txt --solution --json
  edgematch check records.md                a table of all viewer links in a file

Exit status: 0 if the board is legal (with --solution: a solution), 1 if not, 2 if the
input cannot be read. A legal board may have breaks (joins that do not match).
Several links: 0 if all could be read, 2 if not; with --solution, 1 if not all of them
are solutions."""
)
@click.argument("board", shell_complete=arguments.complete_puzzle)
@arguments.puzzle_of_board
@arguments.reading
@click.option("--solution", is_flag=True, help="Require a full board without a break.")
@arguments.json
def check(
    board: str, puzzle_name: str | None, solution: bool, as_json: bool, **reading: Any
) -> int:
    """Score a board and say which rules it breaks.

    A file with several viewer links gives a table with a row for each of them.
    """
    given = arguments.standard_input() if board == "-" else board
    links = arguments.load_links(given, puzzle_name, **reading)
    if len(links) > 1:
        return _check_links(links, solution, as_json)
    document = links[0].document if links else None
    if document is None:
        document = arguments.load(given, puzzle_name, **reading)
    if document.board is None:
        raise EdgematchError(f"{board} is a puzzle without a board: nothing to check")
    facts = _facts(document.board, solution)
    if as_json:
        outputs.print_json(facts)
    else:
        _print_text(facts, document.board)
    return 1 if facts["problems"] else 0


def _check_links(links: "Sequence[LinkBoard]", solution: bool, as_json: bool) -> int:
    """Print the scores of several links."""
    rows = []
    for link in links:
        row: dict[str, Any] = {"line": link.line, "name": link.name}
        if link.document is not None and link.document.board is not None:
            row |= _facts(link.document.board, solution)
        else:
            row["error"] = "" if link.error is None else link.error.message
        rows.append(row)
    unread = [row for row in rows if "error" in row]
    if len(unread) == len(rows):
        raise EdgematchError(
            f"none of the {len(rows)} links can be scored; the first, on line"
            f" {rows[0]['line']}: {rows[0]['error']}"
        )
    if as_json:
        outputs.print_json(rows)
    else:
        for line in _table(rows):
            click.echo(line)
    if unread:
        message = f"{len(unread)} of {len(rows)} links cannot be scored"
        click.echo(f"edgematch: {message}", err=True)
        return 2
    return 1 if solution and any(row["problems"] for row in rows) else 0


def _table(rows: Sequence[dict[str, Any]]) -> Iterator[str]:
    yield "line  score   of  breaks  pieces  hints  legal  name"
    for row in rows:
        start = f"{row['line']:>4}"
        if "error" in row:
            yield f"{start}      –  {row['name'] or '(no name)'}: {row['error']}"
            continue
        hints = f"{row['hints_kept']}/{row['hints']}" if row["hints"] else "–"
        known = row["known"]
        if known is not None and known["hints"] > row["hints"]:
            hints = f"{len(known['hints_kept'])}/{known['hints']}"
        legal = "yes" if row["is_legal"] else "no"
        yield (
            f"{start}  {row['score']:>5}  {row['best_score']:>3}  {row['breaks']:>6}"
            f"  {row['placed']:>6}  {hints:>5}  {legal:>5}  {row['name']}"
        ).rstrip()


def _facts(board: "Board", solution: bool) -> dict[str, Any]:
    from edgematch.catalog.board_facts import board_facts

    facts = board_facts(board)
    empty = facts["cells"] - facts["placed"]
    if solution and empty:
        facts["problems"].append(f"{empty} of {facts['cells']} cells are empty")
    if solution and facts["breaks"]:
        facts["problems"].append(f"{facts['breaks']} joins do not match")
    return facts


def _print_text(facts: dict[str, Any], board: "Board") -> None:
    click.echo(f"score    {facts['score']} of {facts['best_score']}")
    broken = ", ".join("–".join(pair) for pair in facts["broken_joins"])
    click.echo(f"breaks   {facts['breaks']}" + (f": {broken}" if broken else ""))
    click.echo(f"pieces   {facts['placed']} of {facts['cells']} cells filled")
    if not facts["is_solution"]:
        side, rows = max(facts["clean_rows"].items(), key=lambda each: each[1])
        line = "row" if side in ("north", "south") else "column"
        click.echo(
            f"clean    {facts['pieces_without_break']} pieces without a break;"
            f" {rows} full {line}{'s' * (rows != 1)} without a break from the {side};"
            f" {facts['clean_prefix']} pieces in a clean prefix"
        )
    click.echo(f"hints    {facts['hints_kept']} of {facts['hints']} kept")
    known = facts["known"]
    if known is not None:
        click.echo(f"known    {known['pieces']}")
        if known["hints"] > facts["hints"]:
            kept = ", ".join(known["hints_kept"])
            words = f"{len(known['hints_kept'])} of {known['hints']}"
            click.echo(f"         {words} official hints kept{kept and f': {kept}'}")
    if board.is_solution():
        click.echo("solution yes")
    else:
        click.echo(f"solution no, the board is {'' if board.is_legal() else 'il'}legal")
    for problem in facts["problems"]:
        click.echo(f"problem  {problem}")
