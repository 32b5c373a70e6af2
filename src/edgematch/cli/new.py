"""`edgematch new`: enter a small puzzle tile by tile, at a terminal or from a pipe.

The tiles, their checks and the files are in `draft`; this module asks and prints.
"""

import contextlib
import os
import re
import select
import shlex
import shutil
import sys
import textwrap
from collections.abc import Iterator
from dataclasses import replace
from math import isqrt
from pathlib import Path
from typing import TYPE_CHECKING

import click

from edgematch.cli import arguments, outputs
from edgematch.errors import EdgematchError, PuzzleError
from edgematch.files import file_exists
from edgematch.processes.interrupts import delay_interrupts

if TYPE_CHECKING:
    from edgematch.draft import Draft, DraftRules
    from edgematch.formats import Source
    from edgematch.puzzle import Puzzle

DEFAULT_FILE = "tiles.json"
DEFAULT_KIND = "3x3 halves"
_COMMANDS = ("undo", "show", "help", "quit")
_NUMBERED = re.compile(
    r"(?:tile\s+([0-9]{1,4})[:.)]?|([0-9]{1,4})[:.)])(?:\s+(.*))?", re.IGNORECASE
)
_HAS_SIZE = re.compile("[0-9] *[x×] *[0-9]")
_MOST_LINES = 20
"""A picture that is higher is drawn only for `show` and at the end."""

_KINDS = """\
What kind of puzzle is it? A size and a kind:
  halves    two halves make a picture, as
            in Scramble Squares
  colors    equal colors meet
  tetravex  equal digits or colors meet, and
            tiles keep their orientation
  framed    (added to one of these) a rim
            color is on all outer sides
"""
_SIDES = """\
Type the four sides of a tile, clockwise from
the top:
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
    "undo takes the last change back, show draws everything, tile 4 changes tile 4,"
    " quit stops. Every tile is saved at once."
)


@click.command(
    epilog="""\b
Examples:
  edgematch new                     ask for everything, save to tiles.json
  edgematch new tiles.json          begin, or continue, this file
  edgematch new my.json --kind '4x4 colors framed'
  printf '3x3 halves\\nbear+ fox- owl+ fox+\\n…' | edgematch new tiles.yaml

A tile is four words, clockwise from the top.  The two halves of a picture are bear+
and bear-, or BEAR and bear; in a framed puzzle - is the rim.  Lines may also be: undo,
show, help, quit, `tile 4` (then its sides), or `4: a b c d`.

From a pipe the first line may be the kind; without one, a square board is assumed, and
halves if there is a + or -.  Nothing is written if a line is wrong."""
)
@click.argument("file", required=False)
@click.option(
    "--kind",
    metavar="WORDS",
    help="Size, such as 3x3, and kind: halves, colors or tetravex; perhaps framed or"
    " fixed (tiles are not turned).",
)
def new(file: str | None, kind: str | None) -> None:
    """Enter the tiles of a small puzzle and save them to FILE, .json or .yaml.

    Every tile is saved when it is entered; the same command continues an unfinished
    file.  Mistakes that can be recognized, such as equal tiles, are pointed out.
    """
    is_asking = outputs.is_terminal(sys.stdin)
    path = file or (DEFAULT_FILE if is_asking else "-")
    if is_asking and path == "-":
        raise EdgematchError(f"name a file to save to, such as {DEFAULT_FILE}")
    format = _format(path)
    draft = _existing_draft(path, format, kind)
    if is_asking:
        _ask(path, format, draft)
    else:
        _read_pipe(path, format, draft)


def _format(path: str) -> str:
    """Return the format for a file, one that keeps the names of colors."""
    outputs.check_writable(path)
    if path == "-":
        return "record"
    format = outputs.format_to_write(None, path).name
    if format not in ("record", "scramble-squares"):
        raise EdgematchError(
            f"{path}: format {format} does not keep the names of colors; use .json or"
            " .yaml"
        )
    return format


def _existing_draft(path: str, format: str, kind: str | None) -> "Draft | None":
    """Return the draft in the file, or a new one of this kind; None without either."""
    from edgematch.draft import DraftRules, read_draft
    from edgematch.formats.sources import read_source

    rules = DraftRules.read(kind) if kind is not None else None
    if path == "-" or not file_exists(path):
        return _new_draft(path, format, rules) if rules else None
    draft = read_draft(read_source(Path(path)))
    if rules not in (None, draft.rules):
        raise EdgematchError(f"{path} exists and is {draft.rules}, not {rules}")
    return draft


def _new_draft(path: str, format: str, rules: "DraftRules") -> "Draft":
    """Return a draft without tiles; raise if the format has no room for its rules."""
    from edgematch.draft import Draft
    from edgematch.formats import Document, check_holds

    draft = Draft(rules, name="" if path == "-" else Path(path).stem)
    check_holds(Document(draft.padded_puzzle()), format)
    return draft


class _Session:
    """A draft, the file that it is saved to, and what the next line changes."""

    def __init__(self, path: str, format: str, draft: "Draft") -> None:
        self.path, self.format, self.draft = path, format, draft
        self.number: int | None = None
        """The tile that the next line with four sides replaces."""

    def take(self, line: str) -> str:
        """Follow one line; return the command if it is one, and `tile` for a tile."""
        line = line.strip()
        command = line.lower()
        if not line or line.startswith("#"):
            self.number = None if not line else self.number
            return ""
        if command == "undo":
            if self.number is None:
                self.draft = self.draft.undo()
            self.number = None
        if command in _COMMANDS:
            return command
        numbered = _NUMBERED.fullmatch(line)
        if numbered is not None:
            number = int(numbered[1] or numbered[2])
            if not 1 <= number <= len(self.draft.tiles) + 1:
                raise PuzzleError(
                    f"there is no tile {number}; {len(self.draft.tiles)} are entered"
                )
            self.number, line = number, numbered[3] or ""
            if not line:
                return ""
        self.draft = self.draft.with_tile(line, self.number)
        self.number = None
        return "tile"

    def save(self) -> None:
        """Write the draft; a puzzle without tiles has no file."""
        if self.draft.tiles:
            outputs.write_output(self.path, self.draft.text(self.format))
        elif self.path != "-":
            Path(self.path).unlink(missing_ok=True)

    @property
    def progress(self) -> str:
        count, cells = len(self.draft.tiles), self.draft.rules.cells
        return f"{cells} tiles" if count == cells else f"{count} of {cells} tiles"

    @property
    def next_command(self) -> str:
        """What to type next."""
        verb = "solve" if self.draft.is_complete else "new"
        return f"edgematch {verb} {shlex.quote(self.path)}"

    @property
    def end(self) -> str:
        """What is saved, and what to type next."""
        if not self.draft.tiles:
            return "nothing entered, nothing saved"
        verb = "solve it" if self.draft.is_complete else "continue"
        return f"{self.path}: {self.progress} saved; {verb} with {self.next_command}"


def _ask(path: str, format: str, draft: "Draft | None") -> None:
    """Ask at the terminal until the puzzle is complete or the user stops."""
    with contextlib.suppress(ImportError):
        import readline  # noqa: F401  (arrow keys and history for `input`)
    try:
        if draft is None:
            _say(f"A new puzzle, saved to {path} after every tile.")
            draft = _ask_kind(path, format)
    except EOFError:
        click.echo()
        return
    session = _Session(path, format, draft)
    try:
        _say(f"{path}: {draft.rules}, {session.progress}")
        _explain(session)
        if draft.tiles:
            _show(session, whole=True)
        _ask_tiles(session)
    except EOFError:
        click.echo()
    except KeyboardInterrupt:
        click.echo()
        _say(session.end)
        raise
    _say(session.end)


def _ask_kind(path: str, format: str) -> "Draft":
    from edgematch.draft import DraftRules

    click.echo(_KINDS)
    while True:
        answer = _input(f"kind [{DEFAULT_KIND}]: ")
        try:
            rules = DraftRules.read(answer.strip() or DEFAULT_KIND)
            return _new_draft(path, format, rules)
        except EdgematchError as error:
            _say(str(error))


def _explain(session: _Session) -> None:
    click.echo(_SIDES)
    _say(_HALVES if session.draft.rules.signed else _COLORS)
    if session.draft.rules.framed:
        _say(_RIM)
    _say(_HELP)


def _ask_tiles(session: _Session) -> None:
    while True:
        draft = session.draft
        if session.number is not None:
            prompt = f"tile {session.number} instead: "
        elif draft.is_complete:
            prompt = "Enter to finish: "
        else:
            prompt = f"tile {len(draft.tiles) + 1} of {draft.rules.cells}: "
        line = _input(prompt)
        if not line.strip() and draft.is_complete and session.number is None:
            return
        try:
            with delay_interrupts():
                done = session.take(line)
                if session.draft != draft:
                    session.save()
        except EdgematchError as error:
            _say(str(error))
            continue
        if done == "quit":
            return
        if done == "help":
            _explain(session)
        elif done == "show":
            _show(session, whole=True)
        elif done and not _is_input_waiting():
            _show(session, whole=session.draft.is_complete)
        if done in ("tile", "undo"):
            known = draft.warnings()
            for warning in session.draft.warnings():
                if warning not in known:
                    _say(f"warning: {warning}")


def _input(prompt: str) -> str:
    """Ask for a line; what is not text is asked for again."""
    while True:
        try:
            return input(prompt)
        except ValueError:  # not UTF-8, or a null
            _say("that is not text")


def _is_input_waiting() -> bool:
    """Return whether more lines have been pasted, which need no picture in between."""
    try:
        return bool(select.select([sys.stdin], [], [], 0)[0])
    except (OSError, ValueError):  # Windows cannot wait for a terminal
        return False


def _read_pipe(path: str, format: str, draft: "Draft | None") -> None:
    """Read all lines, then save: a wrong line leaves the file unchanged."""
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
        draft = _new_draft(path, format, rules)
    session = _Session(path, format, draft)
    for number, line in lines:
        try:
            if session.take(line) == "quit":
                break
        except PuzzleError as error:
            source.fail_as(number, error)
    if session.path == "-" and not session.draft.is_complete:
        raise EdgematchError(f"{source.name}: ended after {session.progress}")
    session.save()
    if session.path != "-":
        _show(session, whole=True)
    for warning in session.draft.warnings():
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
    from edgematch.draft import DraftRules

    rules = DraftRules.read(line)
    if draft is None:
        return _new_draft(path, format, rules)
    if draft.rules != rules:
        raise EdgematchError(f"the puzzle is {draft.rules}, not {rules}")
    return draft


def _guessed_rules(source: "Source", lines: list[str]) -> "DraftRules":
    """Return the rules that the tiles suggest, and say so in a note."""
    from edgematch.draft import DraftRules

    side = isqrt(len(lines))
    if not side or side * side != len(lines):
        source.fail(
            None,
            f"{len(lines)} tiles do not fill a square board; begin with a line that"
            " has the size and the kind, such as 3x4 colors",
        )
    words = {word for line in lines for word in re.split(r"[\s,;]+", line)}
    signed = any(word[-1:] in ("+", "-") for word in words)
    rules = DraftRules(side, side, signed)
    note = f"{len(lines)} tiles, taken as {rules} (--kind)"
    if not signed and len({word.lower() for word in words}) < len(words):
        note += "; if RED meets red, it is halves"
    arguments.print_note(note)
    return rules


def _show(session: _Session, whole: bool) -> None:
    """Draw the tiles, or only the row with the last change where all are too many."""
    draft = session.draft
    if not draft.tiles:
        _say("no tiles yet")
        return
    puzzle = draft.padded_puzzle()
    puzzle = replace(puzzle, color_names=_short_names(puzzle.color_names))
    for picture in _pictures(draft, puzzle, whole):
        click.echo(picture, color=_has_color())
    if whole:
        _say("  ".join(_legend(draft, puzzle)))


def _legend(draft: "Draft", puzzle: "Puzzle") -> Iterator[str]:
    """Yield how often each side occurs, with its label if that is hard to guess."""
    from edgematch.draw.text import color_labels

    names = draft.padded_puzzle().color_names
    labels = dict(zip(names, color_labels(puzzle), strict=False))
    for word, count in draft.counts().items():
        label = labels.get(word, word)
        is_clear = word.startswith(label.rstrip("+-"))
        yield f"{word} {count}" if is_clear else f"{label} = {word} {count}"


def _changed_tile(draft: "Draft") -> int | None:
    """Return which tile differs from the draft before, from 0."""
    before = draft.before.tiles if draft.before is not None else ()
    pairs = enumerate(draft.tiles)
    return next((i for i, tile in pairs if tile not in before[i : i + 1]), None)


def _pictures(draft: "Draft", puzzle: "Puzzle", whole: bool) -> list[str]:
    """Return the board of tiles; or rows of tiles where the terminal is too narrow."""
    from edgematch.draw.text import pieces_text

    changed = _changed_tile(draft)
    color = _has_color()
    count, width = len(draft.tiles), shutil.get_terminal_size().columns
    cells = [piece if piece < count else None for piece in range(puzzle.cells)]

    def width_of(columns: int) -> int:
        text = pieces_text(puzzle, range(puzzle.cells)[:columns], columns, color=False)
        return max(map(len, text.splitlines()))

    board = pieces_text(puzzle, cells, puzzle.columns, color, changed)
    plain = click.unstyle(board).splitlines()
    if max(map(len, plain)) < width and (whole or len(plain) <= _MOST_LINES):
        return [board]
    columns = puzzle.columns
    while columns > 1 and width_of(columns) >= width:
        columns -= 1
    rows = [range(i, min(i + columns, count)) for i in range(0, count, columns)]
    if not whole:
        rows = [row for row in rows if (changed or 0) in row] or rows[-1:]
    return [pieces_text(puzzle, row, len(row), color, changed) for row in rows]


def _short_names(names: tuple[str, ...]) -> tuple[str, ...]:
    """Cut long names to three letters where that leaves them different."""
    short = tuple(name if name[-1:] in ("+", "-") else name[:3] for name in names)
    return short if len(set(short)) == len(set(names)) else names


def _has_color() -> bool:
    return (
        outputs.is_terminal(sys.stdout)
        and not os.environ.get("NO_COLOR")
        and os.environ.get("TERM") != "dumb"
    )


def _say(text: str) -> None:
    """Print a text, wrapped to the width of the terminal."""
    width = max(20, min(shutil.get_terminal_size().columns, 80) - 1)
    click.echo(textwrap.fill(text, width, break_on_hyphens=False))
