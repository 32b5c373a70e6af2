"""A builder for SVG documents: definitions used by name, then elements in order.

The name of a definition ends in a hash of its content, so that two pictures on one
page (a notebook, for example) share a name only for the same definition.
"""

import hashlib
import re
from collections.abc import Iterable
from html import escape  # not from xml.sax, which imports HTTP and much more
from typing import Final

from edgematch.errors import EdgematchError
from edgematch.pictures.glyphs import ADVANCE, GLYPHS, HEIGHT, width

CELL: Final = 100
"""The side of a cell in the units of every picture."""

_FORBIDDEN = re.compile("[^\t\n\r\u0020-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")


class SvgDocument:
    """A picture of `across` × `down` units, `cell_size` pixels to a cell."""

    def __init__(
        self,
        across: float,
        down: float,
        *,
        cell_size: float,
        title: str,
        description: str = "",
    ) -> None:
        if not 1 <= cell_size <= 10_000:
            raise EdgematchError(
                f"the cell size must be 1 to 10000 pixels, not {cell_size}"
            )
        self._head = _head(across, down, cell_size / CELL, title, description)
        self._definitions: dict[str, str] = {}
        self._elements: list[str] = []

    def define(self, name: str, content: str) -> str:
        """Keep `content` once, under a name of its own, and return that name."""
        identity = _identity(name, content)
        self._definitions[identity] = f'<g id="{identity}">{content}</g>'
        return identity

    def define_clip(self, name: str, path: str) -> str:
        """Keep a path to cut elements at, and return the attribute that does it."""
        identity = _identity(name, path)
        self._definitions[identity] = (
            f'<clipPath id="{identity}">{_path(path)}</clipPath>'
        )
        return f'clip-path="url(#{identity})"'

    def add(self, *elements: str) -> None:
        """Put elements on top of what is there."""
        self._elements += elements

    def add_group(self, attributes: str, elements: Iterable[str]) -> None:
        """Put elements that share attributes on top of what is there, if any."""
        content = "\n".join(elements)
        if content:
            self.add(f"<g {attributes}>\n{content}\n</g>")

    def lettering(self, text: str, x: float, y: float, height: float) -> str:
        """Return `text` centered at a point; its group sets the stroke.

        Only digits and capital letters have a shape; anything else is left blank.
        """
        scale = height / HEIGHT
        left = -width(text, HEIGHT) / 2
        glyphs = "".join(
            f'<use href="#{self.define("g", _path(GLYPHS[character]))}"'
            f' x="{number(left + ADVANCE * place)}"/>'
            for place, character in enumerate(text)
            if character in GLYPHS
        )
        at = f"translate({number(x)} {number(y - height / 2)})"
        return f'<g transform="{at}scale({number(scale)})">{glyphs}</g>'

    def text(self) -> str:
        """Return the whole document."""
        definitions = "\n".join(self._definitions.values())
        defs = f"<defs>\n{definitions}\n</defs>" if definitions else ""
        return "\n".join([self._head, defs, *self._elements, "</svg>", ""])


def _identity(name: str, content: str) -> str:
    # Long enough for a thousand tiles on each of a thousand pictures of one page.
    return f"{name}-{hashlib.sha256(content.encode()).hexdigest()[:16]}"


def stroke(ink: str, line_width: float) -> str:
    """Return the attributes of a group of lines with round ends."""
    return (
        f'fill="none" stroke="{ink}" stroke-width="{number(line_width)}"'
        ' stroke-linecap="round" stroke-linejoin="round"'
    )


def use(identity: str, x: float, y: float, attributes: str = "") -> str:
    """Return an element that shows a definition with its origin at a point."""
    more = f" {attributes}" if attributes else ""
    return f'<use href="#{identity}" x="{number(x)}" y="{number(y)}"{more}/>'


def number(value: float) -> str:
    """Format a coordinate without invisible digits.

    >>> number(12.0), number(0.33333), number(-0.0001)
    ('12', '0.333', '0')
    """
    rounded = round(value, 3) + 0.0  # adding 0.0 takes the sign off a zero
    return f"{rounded:.3f}".rstrip("0").rstrip(".")


def xml_safe(text: str) -> str:
    """Replace the characters that XML does not allow, such as control characters."""
    return _FORBIDDEN.sub("\ufffd", text)


def _path(data: str) -> str:
    return f'<path d="{data}"/>'


def _head(
    across: float, down: float, scale: float, title: str, description: str
) -> str:
    title, description = xml_safe(title), xml_safe(description)
    lines = [
        '<svg xmlns="http://www.w3.org/2000/svg"'
        f' width="{number(across * scale)}" height="{number(down * scale)}"'
        f' viewBox="0 0 {number(across)} {number(down)}"'
        f' role="img" aria-label="{escape(title)}">',
        f"<title>{escape(title, quote=False)}</title>",
    ]
    if description:
        lines.append(f"<desc>{escape(description, quote=False)}</desc>")
    lines.append(
        f'<rect width="{number(across)}" height="{number(down)}" fill="#ffffff"/>'
    )
    return "\n".join(lines)
