"""What puzzles and boards share: they are shown as pictures.

The model must not know how it is drawn, so the functions are found by name.
"""

from importlib import import_module


class Drawable:
    """Is shown as a picture, by `print` as text and by a notebook as an SVG."""

    def __str__(self) -> str:
        return str(import_module("edgematch.pictures.text").plain_text(self))

    def _repr_svg_(self) -> str:
        return str(import_module("edgematch.pictures.svg").notebook_svg(self))
