"""The contact sheet: a page that shows every group as a row of the sides in it."""

import base64
from collections.abc import Mapping, Sequence
from html import escape

import numpy as np

from edgematch.geometry import SIDE_NAMES
from edgematch.photos.pictures import Pixels, flat_piece, png_of
from edgematch.photos.sheet import UNKNOWN, Sheet, label_of_group

_SIZE = 120
_STYLE = """\
body{font:16px system-ui,sans-serif;margin:1.5rem;color:#1b1f24;background:#fff}
section{display:flex;flex-wrap:wrap;gap:.5rem;align-items:end;padding:.6rem 0;
border-top:1px solid #8a929b}h2{font-size:1rem;width:9rem;margin:0;align-self:center}
figure{margin:0}img{display:block}figcaption{font-size:.8rem}p{max-width:45rem}"""


def contact_sheet(
    sheet: Sheet, pieces: Sequence[Pixels], notes: Sequence[str] = ()
) -> str:
    """Return an HTML page that needs no other file."""
    groups = sheet.groups()
    rows = []
    for group, sides in groups.items():
        figures = "".join(
            f'<figure><img width="{_SIZE}" height="{_SIZE // 2}" alt=""'
            f' src="{_data(_strip(pieces[piece], side))}">'
            f"<figcaption>{piece + 1} {SIDE_NAMES[side]}</figcaption></figure>"
            for piece, side in sides
        )
        heading = f"{escape(group)}<br><small>{escape(_meeting(group, groups))}</small>"
        rows.append(f"<section><h2>{heading}</h2>{figures}</section>")
    said = "".join(f"<li>{escape(note)}</li>" for note in notes)
    return (
        '<!doctype html><html lang="en"><meta charset="utf-8"><title>Contact sheet'
        f"</title><style>{_STYLE}</style><h1>Contact sheet</h1><p>Every row should show"
        " one motif, cut the same way. Correct <code>sides</code> in sheet.json, and"
        f" run <code>edgematch photo</code> with it again.</p><ul>{said}</ul>"
        f"{''.join(rows)}</html>\n"
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
