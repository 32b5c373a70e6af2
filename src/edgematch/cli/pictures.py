"""A folder with every solution as a text and as a picture, as in Austgen's article."""

import shutil
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING

from edgematch.errors import EdgematchError
from edgematch.files import path_beside

if TYPE_CHECKING:
    from edgematch.board import Board
    from edgematch.formats import Document

MOST_PICTURES = 1_000


def check_folder(folder: str) -> None:
    """Raise if pictures cannot be written there, before long work is done for them."""
    path = Path(folder)
    if path.exists() and (not path.is_dir() or any(path.iterdir())):
        raise EdgematchError(f"{folder}: is there already, and not empty")
    if not path.resolve().parent.is_dir():
        raise EdgematchError(f"{folder}: there is no folder {path.resolve().parent}")


def write_pictures(
    folder: str, document: "Document", boards: Sequence["Board"]
) -> None:
    """Write `1.txt` and `1.png` … for the boards, and `unsolved.png`, or nothing."""
    from edgematch.draw import svg_to_png
    from edgematch.draw.pictures import picture_svg
    from edgematch.formats import write

    target = Path(folder).resolve()
    beside = path_beside(target)
    try:
        beside.mkdir()
        unsolved = picture_svg(replace(document, board=None))
        (beside / "unsolved.png").write_bytes(svg_to_png(unsolved))
        for number, board in enumerate(boards[:MOST_PICTURES], 1):
            solved = replace(document, board=board)
            text = write(solved, "scramble-solution", allow_loss=True).text
            (beside / f"{number}.txt").write_text(text)
            picture = svg_to_png(picture_svg(solved))
            (beside / f"{number}.png").write_bytes(picture)
        beside.replace(target)
    except OSError as error:
        raise OSError(error.errno, error.strerror, folder) from error
    finally:
        shutil.rmtree(beside, ignore_errors=True)
