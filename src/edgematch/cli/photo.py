"""`edgematch photo`: photographs of pieces to a folder of tiles."""

import os
from collections.abc import Sequence
from dataclasses import asdict, replace
from pathlib import Path
from typing import TYPE_CHECKING

import click

from edgematch.cli import arguments, outputs
from edgematch.errors import EdgematchError
from edgematch.files import whole_file
from edgematch.photos import require_opencv

if TYPE_CHECKING:
    from edgematch.photos.pictures import Pixels
    from edgematch.photos.proof_reading import ProofReading
    from edgematch.photos.sheet import Sheet

_PAGE = "sheet.html"
_MOST_TABLES = 3
"""With more photographs there is one piece in each."""


@click.command(
    epilog="""\b
Examples:
  edgematch photo table.jpg -o tiles/           all pieces in one photograph
  edgematch photo IMG_*.jpg -o tiles/           one piece in each
  edgematch photo table.jpg -o tiles/ --groups 8 --meet halves
  edgematch photo tiles/sheet.json              after it was corrected
  edgematch solve tiles/ --all

The folder gets a picture of each piece (1.png …), sheet.html to look at, and sheet.json
to correct: the corners of each piece and the groups of its sides, clockwise from the
top.  Sides of the groups red+ and red- meet; so do two sides of a group without a sign;
? is a side that is not known yet.  A piece may be deleted there, or added without
"sides".  When every side is known, tile_dict.yaml makes the folder a puzzle."""
)
@click.argument("pictures", nargs=-1, required=True, metavar="PICTURES…")
@click.option(
    "-o",
    "--output",
    type=arguments.output_path,
    metavar="FOLDER",
    help="Folder to write; for a sheet it is the folder of the sheet.",
)
@arguments.number(
    "--groups",
    least=2,
    most=200,
    help="Number of groups of sides.  [default: what the pictures suggest]",
)
@click.option(
    "--meet",
    type=click.Choice(["halves", "same"]),
    help="What meets: two halves of a motif, or sides of the same group.  [default:"
    " what the pictures suggest]",
)
@click.option(
    "--fixed-turns", is_flag=True, help="Pieces may not be turned, and lie upright."
)
@arguments.json
def photo(
    pictures: tuple[str, ...],
    output: str | None,
    groups: int | None,
    meet: str | None,
    fixed_turns: bool,
    as_json: bool,
) -> None:
    """Make a puzzle from photographs of its pieces.

    Finds the square pieces, cuts them out, and proposes which of their sides look
    alike and which meet.  Expect a few mistakes: correct them in the sheet.  The solver
    counts the solutions of the corrected sheet; if there is none, it tries to move each
    side to another group, and lists the likeliest changes.
    """
    require_opencv()
    if len(pictures) == 1 and pictures[0].lower().endswith(".json"):
        if output or groups or meet or fixed_turns:
            raise EdgematchError(
                "a sheet is read without -o, --groups, --meet and --fixed-turns"
            )
        folder, sheet, pieces = _read_again(pictures[0])
        is_new = False
    else:
        if output is None:
            raise click.UsageError("Missing option '-o'.", click.get_current_context())
        outputs.check_new_folder(output)
        folder = output
        sheet, pieces = _read_photos(pictures, output, groups, meet)
        sheet = replace(sheet, turnable=not fixed_turns)
        is_new = True
    reading = _proof_reading(sheet, pieces)
    _write(folder, sheet, pieces, reading, is_new)
    _report(folder, sheet, reading, as_json)


def _read_photos(
    pictures: Sequence[str], folder: str, groups: int | None, meet: str | None
) -> tuple["Sheet", list["Pixels"]]:
    from edgematch.photos.pictures import flat_piece, read_photo
    from edgematch.photos.reading import proposed_sheet
    from edgematch.photos.squares import find_squares

    found = {}
    pieces = []
    for name in dict.fromkeys(pictures):
        picture = read_photo(Path(name))
        squares = find_squares(picture, is_one=len(pictures) > _MOST_TABLES)
        click.echo(f"{name}: {len(squares)} piece" + "s" * (len(squares) > 1), err=True)
        found[os.path.relpath(name, folder)] = squares
        pieces += [flat_piece(picture, corners) for corners in squares]
    return proposed_sheet(found, pieces, groups, meet), pieces


def _read_again(name: str) -> tuple[str, "Sheet", list["Pixels"]]:
    """Return the folder of a sheet, the sheet, and its pieces, cut out again."""
    from edgematch.formats.sources import read_source
    from edgematch.photos.pictures import read_photo
    from edgematch.photos.reading import completed_sheet, cut_pieces
    from edgematch.photos.sheet import read_sheet

    path = Path(name)
    sheet = read_sheet(read_source(path))
    names = dict.fromkeys(piece.photo for piece in sheet.pieces)
    photos = {each: read_photo(path.parent / each) for each in names}
    pieces = cut_pieces(sheet, photos)
    return str(path.parent), completed_sheet(sheet, pieces), pieces


def _proof_reading(sheet: "Sheet", pieces: Sequence["Pixels"]) -> "ProofReading | None":
    """Return what the solver says about a sheet, None if it is not complete."""
    from edgematch.photos.groups import differences, patches_of
    from edgematch.photos.proof_reading import SECONDS, proof_read

    if sheet.missing() is not None:
        return None
    click.echo(f"looking for solutions, {SECONDS:g} s at most …", err=True)
    return proof_read(sheet, differences(patches_of(pieces)))


def _write(
    folder: str,
    sheet: "Sheet",
    pieces: Sequence["Pixels"],
    reading: "ProofReading | None",
    is_new: bool,
) -> None:
    """Write the sheet, the page and the pictures; the puzzle if it is complete."""
    from edgematch.formats.sources import TILE_FILE
    from edgematch.photos.contact_sheet import contact_sheet
    from edgematch.photos.pictures import png_of
    from edgematch.photos.sheet import SHEET_FILE, sheet_text

    notes = reading.lines() if reading else []
    files = {
        SHEET_FILE: sheet_text(sheet).encode(),
        _PAGE: contact_sheet(sheet, pieces, notes).encode(),
    }
    files |= {f"{number}.png": png_of(each) for number, each in enumerate(pieces, 1)}
    if sheet.missing() is None:
        files[TILE_FILE] = sheet.tile_text().encode()
    if is_new:
        outputs.write_folder(folder, files.items())
        return
    if TILE_FILE not in files:
        Path(folder, TILE_FILE).unlink(missing_ok=True)  # it would be out of date
    for file, data in files.items():
        with whole_file(Path(folder, file)) as stream:
            stream.write(data)


def _report(
    folder: str, sheet: "Sheet", reading: "ProofReading | None", as_json: bool
) -> None:
    groups = sheet.groups()
    if as_json:
        outputs.print_json(
            {
                "folder": folder,
                "rows": sheet.rows,
                "columns": sheet.columns,
                "pieces": len(sheet.pieces),
                "groups": {group: len(sides) for group, sides in groups.items()},
                "missing": sheet.missing(),
                "proof_reading": asdict(reading) if reading else None,
            }
        )
    else:
        counts = ", ".join(f"{group} ×{len(sides)}" for group, sides in groups.items())
        click.echo(
            f"{len(sheet.pieces)} pieces, {len(groups)} groups of sides: {counts}"
        )
        for line in reading.lines() if reading else []:
            click.echo(line)
        click.echo(
            f"look at {folder}/{_PAGE}, correct {folder}/sheet.json, then run:"
            f" edgematch photo {folder}/sheet.json".replace("//", "/"),
            err=True,
        )
    if sheet.missing() is not None:
        raise EdgematchError(f"{folder}: not a puzzle yet: {sheet.missing()}")
