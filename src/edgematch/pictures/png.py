"""SVG text to PNG bytes, through resvg, which is imported only when called."""

import re
from typing import Final

from edgematch.errors import EdgematchError, MissingPackage

MAXIMUM_PIXELS: Final = 250_000_000
"""Most pixels of one picture: 1 GB of memory while it is drawn."""

_SIZE = re.compile(r'<svg\b[^>]*?\swidth="([0-9.]+)"[^>]*?\sheight="([0-9.]+)"')


def svg_to_png(svg: str) -> bytes:
    """Draw an SVG as PNG."""
    size = _SIZE.search(svg)
    if size is not None:
        across, down = (float(length) for length in size.groups())
        if across * down > MAXIMUM_PIXELS:
            raise EdgematchError(
                f"a picture of {across:.0f} × {down:.0f} pixels is too large;"
                " draw the cells smaller"
            )
    try:
        from resvg_py import svg_to_bytes
    except ImportError as error:
        raise MissingPackage(f"PNG needs the package resvg_py: {error}") from error
    try:
        # Our pictures contain no text, and loading the fonts takes time.
        return bytes(svg_to_bytes(svg_string=svg, skip_system_fonts=True))
    except ValueError as error:
        raise EdgematchError(f"the picture cannot be drawn: {error}") from error
