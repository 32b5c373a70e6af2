"""The file of `edgematch new`, and what the command shows of it."""

import shlex
import shutil
import sys
import textwrap
from pathlib import Path
from typing import TYPE_CHECKING

import click

from edgematch.cli import outputs
from edgematch.errors import EdgematchError
from edgematch.files import file_exists

if TYPE_CHECKING:
    from edgematch.drafts import Draft, DraftRules


def format_for(path: str) -> str:
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


def existing_draft(path: str, format: str, kind: str | None) -> "Draft | None":
    """Return the draft in the file, or a new one of this kind; None without either."""
    from edgematch.drafts import DraftRules, read_draft
    from edgematch.formats.sources import read_source

    rules = DraftRules.read(kind) if kind is not None else None
    if path == "-" or not file_exists(path) or not Path(path).stat().st_size:
        return new_draft(path, format, rules) if rules else None
    draft = read_draft(read_source(Path(path)))
    if rules not in (None, draft.rules):
        raise EdgematchError(f"{path} exists and is {draft.rules}, not {rules}")
    return draft


def new_draft(path: str, format: str, rules: "DraftRules") -> "Draft":
    """Return a draft without tiles; raise if the format has no room for its rules."""
    from edgematch.drafts import Draft
    from edgematch.formats import Document, check_holds

    draft = Draft(rules, name="" if path == "-" else Path(path).stem)
    check_holds(Document(draft.padded_puzzle()), format)
    return draft


class Session:
    """The tiles that are entered, and the file that they are saved to."""

    def __init__(self, path: str, format: str, draft: "Draft") -> None:
        from edgematch.drafts import TileEntry

        self.entry = TileEntry(draft)
        self.path, self.format = path, format

    @property
    def draft(self) -> "Draft":
        return self.entry.draft

    def save(self) -> None:
        """Write the draft; a puzzle without tiles has no file."""
        from edgematch.drafts import draft_file_text

        if self.draft.tiles:
            outputs.write_output(self.path, draft_file_text(self.draft, self.format))
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


def show(session: Session, whole: bool) -> None:
    """Draw the tiles; all of them, with counts, if they are to be `whole`."""
    from edgematch.pictures.draft_text import draft_legend, draft_text

    if not session.draft.tiles:
        say("no tiles yet")
        return
    width = shutil.get_terminal_size().columns
    color = outputs.wants_color(sys.stdout)
    click.echo(draft_text(session.draft, width, color, whole), color=color)
    if whole:
        say("  ".join(draft_legend(session.draft)))


def say(text: str) -> None:
    """Print a text, wrapped to the width of the terminal."""
    width = max(20, min(shutil.get_terminal_size().columns, 80) - 1)
    click.echo(textwrap.fill(text, width, break_on_hyphens=False))
