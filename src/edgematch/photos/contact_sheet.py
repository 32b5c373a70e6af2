"""The contact sheet: a page with a row for each group of sides, to correct.

It needs no server and no other file: what is moved, named and undone there is saved as
a new `sheet.json` (`contact_sheet.js`).  Its rows are those of the studio.
"""

import base64
import re
from collections.abc import Mapping, Sequence
from html import escape
from importlib.resources import files

import numpy as np

from edgematch.geometry import SIDE_NAMES
from edgematch.photos.pictures import Pixels, flat_piece, png_of
from edgematch.photos.sheet import UNKNOWN, Sheet, label_of_group, sheet_text

_SIZE = 120
_STYLE = """\
body{font:16px system-ui,sans-serif;margin:1.5rem;color:#1b1f24;background:#fff}
section{display:flex;gap:1rem;align-items:center;padding:.6rem 0;
border-top:1px solid #8a929b;min-height:4rem}h2{font-size:1rem;margin:0}
.group-head{flex:0 0 11rem;display:grid;gap:.2rem}input,select{width:7rem;font:inherit}
.group-sides{display:flex;flex-wrap:wrap;gap:.5rem}
button{font:inherit;min-height:2rem}.look-alike{padding:3px;background:none;
border:2px solid transparent;font-size:.8rem}
.look-alike[aria-pressed=true]{border-color:#0b57d0}
img{display:block;pointer-events:none}p,ul{max-width:45rem}"""
_INTRODUCTION = """\
Every row should show one motif, cut the same way. Choose a side and the row where it
belongs, or drag it there. Sides of red+ meet those of red-; sides of a group without a
sign meet each other; ? is a side that is not known yet. A new name makes a row, or
joins two. Save the sheet, even half done, in the place of sheet.json, and run
<code>edgematch photo</code> with it again."""


def contact_sheet(
    sheet: Sheet, pieces: Sequence[Pixels], notes: Sequence[str] = ()
) -> str:
    """Return an HTML page that needs no other file."""
    groups = sheet.groups()
    rows = []
    for group, sides in groups.items():
        shown = "".join(_side(pieces[piece], piece, side) for piece, side in sides)
        rows.append(
            f'<section><div class="group-head"><h2>{escape(group)}</h2>'
            f"<small>{escape(_meeting(group, groups))}</small></div>"
            f'<div class="group-sides">{shown}</div></section>'
        )
    said = "".join(f"<li>{escape(note)}</li>" for note in notes)
    data = sheet_text(sheet).replace("</", "<\\/")
    return (
        '<!doctype html><html lang="en"><meta charset="utf-8">'
        '<meta name="viewport" content="width=device-width">'
        f"<title>Contact sheet</title><style>{_STYLE}</style><main>"
        f"<h1>Contact sheet</h1><p>{_INTRODUCTION}</p><ul>{said}</ul>"
        '<p><button id="undo" disabled>Undo</button> <button id="redo" disabled>Redo'
        '</button> <button id="save">Save the sheet</button>'
        ' <span id="said" role="status"></span></p><div id="rows">'
        f"{''.join(rows)}</div></main>"
        f'<script type="application/json" id="sheet">{data}</script>'
        f'<script type="module">{_script()}</script></html>\n'
    )


def _script() -> str:
    """Return the script of the page, with the modules of the studio that it needs."""
    studio = files("edgematch.web").joinpath("static")
    parts = [
        studio.joinpath("state", "side_groups.js"),
        studio.joinpath("photos", "sheet_rows.js"),
        files("edgematch.photos").joinpath("contact_sheet.js"),
    ]
    texts = [part.read_text("utf-8") for part in parts]
    return re.sub(r"^(import .*$|export )", "", "\n".join(texts), flags=re.MULTILINE)


def _side(piece: Pixels, number: int, side: int) -> str:
    """Return the button of a side, with its picture."""
    name = f"{SIDE_NAMES[side]} of piece {number + 1}"
    return (
        f'<button class="look-alike" data-side="{number}.{side}" title="{name}">'
        f'<img width="{_SIZE}" height="{_SIZE // 2}" alt=""'
        f' src="{_data(_strip(piece, side))}">{number + 1} {SIDE_NAMES[side]}</button>'
    )


def _meeting(group: str, groups: Mapping[str, object]) -> str:
    if group == UNKNOWN:
        return "not known yet"
    name, sign = label_of_group(group)
    mate = name + {"+": "-", "-": "+", "": ""}[sign]
    return f"meets {mate}" + ("" if mate in groups else ", which no side has")


def _strip(piece: Pixels, side: int) -> Pixels:
    """Return the half of a piece at one of its sides, with the side on top."""
    turned = np.rot90(piece, side)
    size = turned.shape[0]
    half = np.array([[0, 0], [size, 0], [size, size], [0, size]], np.float64) - 0.5
    small = flat_piece(np.ascontiguousarray(turned), half, _SIZE)
    return small[: _SIZE // 2]


def _data(picture: Pixels) -> str:
    return "data:image/png;base64," + base64.b64encode(png_of(picture)).decode()
