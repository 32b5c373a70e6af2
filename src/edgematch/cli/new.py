"""`edgematch new`: enter a small puzzle tile by tile, at a terminal or from a pipe.

The tiles, their checks and the files are in `draft`; this module asks and prints.
"""

import re
import select
import sys
from math import isqrt
from typing import TYPE_CHECKING

import click

from edgematch.cli import arguments, outputs
from edgematch.cli.new_session import (
    Session,
    existing_draft,
    format_for,
    new_draft,
    say,
    show,
)
from edgematch.errors import EdgematchError, PuzzleError
from edgematch.processes.interrupts import hold_interrupts

if TYPE_CHECKING:
    from edgematch.drafts import Draft, DraftRules
    from edgematch.formats import Source

DEFAULT_FILE = "tiles.json"
DEFAULT_KIND = "3x3 halves"
_HAS_SIZE = re.compile("[0-9] *[x×] *[0-9]")

_KINDS = """\
What kind of puzzle is it? Type its size
and one of these words:
  halves    two halves make a picture, as
            in Scramble Squares
  colors    equal colors meet
  tetravex  equal digits or colors meet,
            and tiles are not turned
Add `framed` if one color, the rim, is on
all outer sides and nowhere else.
"""
_SIDES = """\
Type the four sides of a tile, clockwise
from the top:

           1 top
          +-----+
   4 left |     | 2 right
          +-----+
          3 bottom
"""
_HALVES = (
    "Write the halves of a picture as bear+ and bear-, or as BEAR and bear: always the"
    " same one for the same half. Example: bear+ fox- owl+ fox+"
)
_COLORS = "Example: red blue red green. Digits may stand together: 5948"
_RIM = "A side on the rim is -"
_HELP = (
    "undo reverts the last change, show draws everything, tile 4 changes tile 4,"
    " quit stops. Every tile is saved at once."
)


@click.command(
    epilog="""\b
Examples:
  edgematch new                     ask for everything, save to tiles.json
  edgematch new tiles.json          begin or continue this file
  edgematch new my.json --kind '4x4 colors framed'
  printf '3x3 halves\\nbear+ fox- owl+ fox+\\n…' | edgematch new tiles.yaml

A tile is four words, clockwise from the top.  The two halves of a picture are bear+
and bear-, or BEAR and bear; in a framed puzzle - is the rim.  A line may also be undo,
show, help, quit, `tile 4` (to enter tile 4 again) or `4: a b c d`.

When input comes from a pipe, the first line may be the size and kind; otherwise a
square board is assumed, and halves if any side has a + or -.  If a line is wrong,
nothing is written."""
)
@click.argument("file", required=False)
@click.option(
    "--kind",
    metavar="WORDS",
    help="Size, such as 3x3, and kind: halves, colors or tetravex; optionally framed"
    " or fixed (tiles may not be turned).",
)
def new(file: str | None, kind: str | None) -> None:
    """Enter the tiles of a small puzzle and save them to FILE, .json or .yaml.

    Every tile is saved when it is entered; the same command continues an unfinished
    file.  Likely mistakes, such as equal tiles, are pointed out.
    """
    is_asking = outputs.is_terminal(sys.stdin)
    path = file or (DEFAULT_FILE if is_asking else "-")
    if is_asking and path == "-":
        raise EdgematchError(f"name a file to save to, such as {DEFAULT_FILE}")
    format = format_for(path)
    draft = existing_draft(path, format, kind)
    if is_asking:
        _ask(path, format, draft)
    else:
        _read_pipe(path, format, draft)


def _ask(path: str, format: str, draft: "Draft | None") -> None:
    """Ask at the terminal until the puzzle is complete or the user stops."""
    try:
        if draft is None:
            say(f"A new puzzle, saved to {path} after every tile.")
            draft = _ask_kind(path, format)
    except EOFError:
        click.echo()
        return
    session = Session(path, format, draft)
    try:
        say(f"{path}: {draft.rules}, {session.progress}")
        _explain(session)
        if draft.tiles:
            show(session, whole=True)
            _warn(draft)
        _ask_tiles(session)
    except EOFError:
        click.echo()
    except KeyboardInterrupt:
        click.echo()
        say(session.end)
        raise
    say(session.end)


def _ask_kind(path: str, format: str) -> "Draft":
    from edgematch.drafts import DraftRules

    click.echo(_KINDS)
    while True:
        answer = _input(f"kind [{DEFAULT_KIND}]: ")
        try:
            rules = DraftRules.read(answer.strip() or DEFAULT_KIND)
            return new_draft(path, format, rules)
        except EdgematchError as error:
            say(str(error))


def _explain(session: Session) -> None:
    click.echo(_SIDES)
    say(_HALVES if session.draft.rules.signed else _COLORS)
    if session.draft.rules.framed:
        say(_RIM)
    say(_HELP)


def _ask_tiles(session: Session) -> None:
    while True:
        draft = session.draft
        if session.entry.number is not None:
            prompt = f"tile {session.entry.number} instead: "
        elif draft.is_complete:
            prompt = "Enter to finish: "
        else:
            prompt = f"tile {len(draft.tiles) + 1} of {draft.rules.cells}: "
        line = _input(prompt)
        if not line.strip() and draft.is_complete and session.entry.number is None:
            return
        try:
            with hold_interrupts():
                done = session.entry.take(line)
                if session.draft != draft:
                    session.save()
        except EdgematchError as error:
            session.entry.draft = draft  # what cannot be saved is not kept
            say(str(error))
            continue
        if done == "quit":
            return
        if done == "help":
            _explain(session)
        elif done == "show":
            show(session, whole=True)
            _warn(draft)
        elif done and not _is_input_waiting():
            show(session, whole=session.draft.is_complete)
        if done in ("tile", "undo"):
            _warn(session.draft, draft)


def _warn(draft: "Draft", before: "Draft | None" = None) -> None:
    """Print the warnings about a draft that were not known of the one before."""
    from edgematch.drafts import warnings_of

    known = warnings_of(before) if before is not None else ()
    for warning in warnings_of(draft):
        if warning not in known:
            say(f"warning: {warning}")


def _input(prompt: str) -> str:
    """Ask for a line; what is not text is asked for again.

    Without the module `readline`, which changes the mode of the terminal for every
    line: with it, a session with pasted lines sometimes waited for ever.
    """
    while True:
        try:
            return input(prompt)
        except ValueError:  # not UTF-8, or a null
            say("that is not text")


def _is_input_waiting() -> bool:
    """Return whether more lines have been pasted, which need no picture in between."""
    try:
        return bool(select.select([sys.stdin], [], [], 0)[0])
    except (OSError, ValueError):  # Windows cannot wait for a terminal
        return False


def _read_pipe(path: str, format: str, draft: "Draft | None") -> None:
    """Read all lines, then save: a wrong line leaves the file unchanged."""
    from edgematch.drafts import warnings_of

    source = arguments.standard_input()
    lines = [
        (number, line.strip())
        for number, line in enumerate(source.text.splitlines(), start=1)
        if line.strip() and not line.lstrip().startswith("#")
    ]
    if lines and _HAS_SIZE.search(lines[0][1]):
        number, line = lines.pop(0)
        try:
            draft = _draft_of_kind(path, format, draft, line)
        except EdgematchError as error:
            source.fail(number, str(error))
    if draft is None:
        rules = _guessed_rules(source, [line for _, line in lines])
        draft = new_draft(path, format, rules)
    session = Session(path, format, draft)
    for number, line in lines:
        try:
            if session.entry.take(line) == "quit":
                break
        except PuzzleError as error:
            source.fail_as(number, error)
    if session.path == "-" and not session.draft.is_complete:
        raise EdgematchError(f"{source.name}: ended after {session.progress}")
    session.save()
    if session.path != "-":
        show(session, whole=True)
    for warning in warnings_of(session.draft):
        click.echo(f"warning: {warning}", err=True)
    if not session.draft.is_complete:
        raise EdgematchError(
            f"{source.name}: ended after {session.progress}; continue with"
            f" {session.next_command}"
        )
    if session.path != "-":
        click.echo(session.end, err=True)


def _draft_of_kind(path: str, format: str, draft: "Draft | None", line: str) -> "Draft":
    """Return a new draft of the kind in `line`, or the one that there is."""
    from edgematch.drafts import DraftRules

    rules = DraftRules.read(line)
    if draft is None:
        return new_draft(path, format, rules)
    if draft.rules != rules:
        raise EdgematchError(f"the puzzle is {draft.rules}, not {rules}")
    return draft


def _guessed_rules(source: "Source", lines: list[str]) -> "DraftRules":
    """Return the rules that the tiles suggest, and say so in a note."""
    from edgematch.drafts import DraftRules

    words = {word for line in lines for word in re.split(r"[\s,;]+", line)}
    signed = any(word[-1:] in ("+", "-") for word in words)
    tiles = _tile_count(lines, signed)
    side = isqrt(tiles)
    if not side or side * side != tiles:
        source.fail(
            None,
            f"{tiles} tiles do not fill a square board; begin with a line that"
            " has the size and the kind, such as 3x4 colors",
        )
    rules = DraftRules(side, side, signed)
    note = f"{tiles} tiles, taken as {rules} (--kind)"
    if not signed and len({word.lower() for word in words}) < len(words):
        note += "; if RED meets red, it is halves"
    arguments.print_note(note)
    return rules


def _tile_count(lines: list[str], signed: bool) -> int:
    """Return how many tiles are left when all lines, such as `undo`, are followed."""
    from edgematch.drafts import Draft, DraftRules, TileEntry

    side = isqrt(len(lines)) + 1
    entry = TileEntry(Draft(DraftRules(side, side, signed)))
    try:
        for line in lines:
            if entry.take(line) == "quit":
                break
    except PuzzleError:
        return len(lines)  # a wrong line, which is named when it is read again
    return len(entry.draft.tiles)
