"""`edgematch draw`: a puzzle or a board as text, SVG, PNG, or a PDF to cut out."""

import sys
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from edgematch.cli import arguments, outputs
from edgematch.errors import EdgematchError

if TYPE_CHECKING:
    from edgematch.formats import Document

KINDS = ("text", "svg", "png", "pdf")


@click.command(
    epilog="""\b
Examples:
  edgematch draw scramble-squares                     pieces, on the terminal
  edgematch draw board.json -o board.svg
  edgematch draw 'https://…#…' --puzzle eternity2 -o board.png
  edgematch draw clue1 -o sheet.pdf                   pieces to print and cut out
  edgematch draw tiles/ -o unsolved.png               with the pictures of the tiles"""
)
@click.argument("item", shell_complete=arguments.complete_puzzle)
@arguments.output
@click.option(
    "--as",
    "kind",
    type=click.Choice(KINDS),
    help="Picture format.  [default: by the suffix of the output file]",
)
@arguments.puzzle_of_board
@arguments.reading
@click.option("--pieces", is_flag=True, help="Draw the pieces instead of the board.")
@arguments.number(
    "--cell-size",
    least=8,
    most=1000,
    metavar="PIXELS",
    help="Size of a cell in SVG and PNG.  [default: 80]",
)
@click.option(
    "--numbers/--no-numbers", default=None, help="Whether to draw piece numbers."
)
@click.option(
    "--labels/--no-labels",
    default=None,
    help="Whether to draw row letters and column numbers.",
)
@click.option(
    "--piece-size",
    type=arguments.NumberType("millimeters", float, 5, 180),
    help="Size of a piece in a PDF.  [default: 30]",
)
@click.option(
    "--paper",
    type=click.Choice(["a4", "letter"]),
    help="Paper size of a PDF.  [default: a4]",
)
@click.option(
    "--color/--no-color",
    default=None,
    help="Whether to color text.  [default: only on a terminal]",
)
def draw(
    item: str,
    output: str | None,
    kind: str | None,
    puzzle_name: str | None,
    pieces: bool,
    cell_size: int | None,
    numbers: bool | None,
    labels: bool | None,
    piece_size: float | None,
    paper: str | None,
    color: bool | None,
    **reading: Any,
) -> None:
    """Draw a board, or the pieces of a puzzle.

    A PDF has the pieces to print and cut out, with their numbers on the back.
    The pieces of a folder of tiles are drawn as their pictures.
    """
    from edgematch.pictures import svg_to_png
    from edgematch.pictures.documents import picture_svg

    kind = kind or _kind_by_suffix(output)
    marks = {"--cell-size": cell_size, "--numbers": numbers, "--labels": labels}
    _check_takes(kind, ("svg", "png"), marks)
    _check_takes(kind, ("pdf",), {"--piece-size": piece_size, "--paper": paper})
    _check_takes(kind, ("text",), {"--color": color})
    for read in (item, puzzle_name):
        outputs.check_keeps_input(read, {"--output": output})
    document = arguments.load(item, puzzle_name, **reading)
    if labels is not None and (pieces or document.board is None):
        raise EdgematchError("--labels is for boards, but this draws pieces")
    if kind == "text":
        is_on_terminal = output is None and outputs.wants_color(sys.stdout)
        text = _text(document, pieces, is_on_terminal if color is None else color)
        outputs.write_output(output, text + "\n")
    elif kind == "pdf":
        outputs.write_output(output, _sheet(document, paper or "a4", piece_size or 30))
    else:
        svg = picture_svg(document, pieces, cell_size or 80, numbers, labels)
        outputs.write_output(output, svg if kind == "svg" else svg_to_png(svg))


def _check_takes(kind: str, kinds: tuple[str, ...], given: dict[str, Any]) -> None:
    """Raise if an option is given that is for other kinds of pictures only."""
    for option, value in given.items():
        if value is not None and kind not in kinds:
            raise EdgematchError(
                f"{option} is for {' and '.join(kinds)}, not for {kind}"
            )


def _kind_by_suffix(output: str | None) -> str:
    if output is None or output == "-":
        return "text"
    suffix = Path(output).suffix.lower().lstrip(".").replace("txt", "text")
    if suffix not in KINDS:
        raise EdgematchError(
            f"{output}: the suffix must be .svg, .png, .pdf or .txt; otherwise use --as"
        )
    return suffix


def _text(document: "Document", pieces: bool, color: bool) -> str:
    from edgematch.pictures import board_text, puzzle_text

    if document.board is None or pieces:
        return puzzle_text(document.puzzle, color)
    return board_text(document.board, color)


def _sheet(document: "Document", paper: str, piece_size: float) -> bytes:
    from edgematch.pictures import piece_sheet

    return piece_sheet(
        document.puzzle, paper=paper, piece_size=piece_size, tiles=document.pictures
    )
