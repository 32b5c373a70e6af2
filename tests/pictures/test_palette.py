"""Colors are told apart by shape, in grey and by the color-blind."""

import io
from itertools import combinations

import pytest
from hypothesis import given
from hypothesis import strategies as st
from PIL import Image, ImageChops, ImageStat

from edgematch.pictures.document import SvgDocument
from edgematch.pictures.palette import INKS, RIM_LOOK, Look, look_at, looks
from edgematch.pictures.png import svg_to_png
from edgematch.pictures.shapes import SHAPES, hollow
from edgematch.pictures.svg import piece_element
from edgematch.puzzle import Puzzle
from pictures.samples import solved

# Simulations of full protanopia and deuteranopia on linear RGB, from Machado, Oliveira
# and Fernandes, "A physiologically-based model for simulation of color vision
# deficiency" (2009), table 1, severity 1.0.
PROTANOPIA = (
    (0.152286, 1.052583, -0.204868),
    (0.114503, 0.786281, 0.099216),
    (-0.003882, -0.048116, 1.051998),
)
DEUTERANOPIA = (
    (0.367322, 0.860646, -0.227968),
    (0.280085, 0.672501, 0.047413),
    (-0.011820, 0.042940, 0.968881),
)
NORMAL = ((1.0, 0.0, 0.0), (0.0, 1.0, 0.0), (0.0, 0.0, 1.0))


def luminance(color: str, vision: tuple[tuple[float, ...], ...] = NORMAL) -> float:
    channels = [int(color[place : place + 2], 16) / 255 for place in (1, 3, 5)]
    linear = [
        c / 12.92 if c <= 0.04045 else ((c + 0.055) / 1.055) ** 2.4 for c in channels
    ]
    seen = [
        min(max(sum(m * c for m, c in zip(row, linear, strict=True)), 0), 1)
        for row in vision
    ]
    return 0.2126 * seen[0] + 0.7152 * seen[1] + 0.0722 * seen[2]


def contrast(first: float, second: float) -> float:
    """The contrast of WCAG 2: 1 for equal, 21 for black on white."""
    low, high = sorted((first, second))
    return (high + 0.05) / (low + 0.05)


def north_side(look: Look, cell_size: float) -> Image.Image:
    """Return the upper half of a cell that shows one look on every side, in grey."""
    puzzle = Puzzle(1, 1, [(0, 0, 0, 0)], framed=False)
    document = SvgDocument(100, 100, cell_size=cell_size, title="")
    document.add(piece_element(document, puzzle, [look], 0, (50, 50)))
    picture = Image.open(io.BytesIO(svg_to_png(document.text()))).convert("L")
    return picture.crop((0, 0, round(cell_size), round(cell_size) // 2))


def difference(first: Image.Image, second: Image.Image) -> float:
    """Return how much two grey pictures differ, as a part of black against white."""
    return ImageStat.Stat(ImageChops.difference(first, second)).mean[0] / 255


def black_on_white(look: Look) -> Look:
    return Look("#ffffff", "#000000", look.shape, look.mark, look.sign, look.layers)


def test_the_22_colors_of_eternity_differ_in_shape_alone() -> None:
    # All in black on white, so that no ground helps.  Figures cover some 30 to 60 % of
    # the area; shapes that differ in a tenth of it, 80 of the 800 pixels of half a cell
    # 40 pixels wide, do not look alike.  The closest pair today differs in 13 %.
    shown = [north_side(black_on_white(look_at(i)), 40) for i in range(22)]
    for first, second in combinations(range(22), 2):
        far = difference(shown[first], shown[second])
        names = look_at(first).shape, look_at(second).shape
        assert far > 0.1, (names, far)


def test_looks_in_their_own_inks_differ_in_grey() -> None:
    shown = [north_side(look_at(i), 40) for i in range(len(SHAPES))]
    for first, second in combinations(range(len(SHAPES)), 2):
        assert difference(shown[first], shown[second]) > 0.1, (first, second)


def test_two_equal_looks_do_not_differ() -> None:
    look = look_at(3)
    assert difference(north_side(look, 40), north_side(look, 40)) == 0


def test_all_256_looks_differ_in_shape_or_marks() -> None:
    every = [look_at(index) for index in range(256)]
    assert len({(look.shape, look.mark) for look in every}) == 256
    assert len({look.layers for look in every}) == 256


@pytest.mark.parametrize("place", range(len(SHAPES)))
def test_marks_are_seen_in_grey_on_every_shape(place: int) -> None:
    same_shape = [look_at(n) for n in range(place, 256, len(SHAPES))]
    shown = [north_side(black_on_white(look), 100) for look in same_shape]
    for first, second in combinations(shown, 2):
        # The smallest mark covers some 20 of the 5000 pixels, and each is on 4 sides.
        assert difference(first, second) > 0.003


@pytest.mark.parametrize("vision", [NORMAL, PROTANOPIA, DEUTERANOPIA])
@pytest.mark.parametrize("inks", INKS)
def test_figures_stand_out_from_their_ground(
    inks: tuple[str, str], vision: tuple[tuple[float, ...], ...]
) -> None:
    ground, motif = (luminance(ink, vision) for ink in inks)
    assert contrast(ground, motif) > 4.5  # what WCAG asks of text


@pytest.mark.parametrize("name", SHAPES)
def test_every_half_figure_lies_in_its_triangle(name: str) -> None:
    for shape in (SHAPES[name], hollow(SHAPES[name])):
        for layer in shape:
            reach = 0 if layer.width is None else layer.width / 2
            for x, y in layer.points:
                assert y >= 0
                assert abs(x) + y + reach * (y > 0) <= 50.5


@given(st.integers(0, 255))
def test_marks_lie_in_the_triangle_too(index: int) -> None:
    for layer in look_at(index).layers:
        assert all(y >= 0 and abs(x) + y <= 50 for x, y in layer.points)


def test_the_rim_is_plain_and_color_0_of_an_unframed_puzzle_is_not() -> None:
    assert looks(solved().puzzle)[0] == RIM_LOOK
    assert looks(solved(framed=False).puzzle)[0] == look_at(0)


def test_255_colors_have_255_looks() -> None:
    pieces = [tuple((4 * n + k) % 256 for k in range(4)) for n in range(64)]
    framed = looks(Puzzle(8, 8, pieces))
    unframed = looks(Puzzle(8, 8, pieces, framed=False))
    assert len(set(framed)) == len(set(unframed)) == 256


def test_mates_share_ground_and_figure_but_not_the_half_that_shows() -> None:
    puzzle = solved(framed=False, signed=True, colors=6).puzzle
    shown = looks(puzzle)
    for color in puzzle.colors:
        look, mate = shown[color], shown[puzzle.mate(color)]
        assert (look.ground, look.motif, look.shape) == (
            *(mate.ground, mate.motif),
            mate.shape,
        )
        assert {look.sign, mate.sign} == {"+", "-"}
        assert difference(north_side(look, 40), north_side(mate, 40)) > 0.05


def test_a_name_that_ends_in_minus_is_the_hollow_half() -> None:
    puzzle = Puzzle(
        1,
        1,
        [(0, 1, 0, 1)],
        framed=False,
        mates=(1, 0),
        color_names=("bear-", "bear+"),
    )
    assert [look.sign for look in looks(puzzle)] == ["-", "+"]


def test_a_color_that_faces_itself_has_no_sign_in_a_signed_puzzle() -> None:
    puzzle = Puzzle(1, 1, [(0, 1, 2, 0)], framed=False, mates=(1, 0, 2))
    assert [look.sign for look in looks(puzzle)] == ["+", "-", ""]


def test_a_color_called_blue_looks_blue():
    names = ("", "blue", "red", "Green+", "green-", "moose", "ylw")
    puzzle = Puzzle(
        1,
        2,
        [(1, 2, 3, 4), (5, 6, 4, 3)],
        framed=False,
        mates=(0, 1, 2, 4, 3, 5, 6),
        color_names=names,
    )
    shown = looks(puzzle)
    grounds = {names[color]: shown[color].ground for color in range(1, 7)}
    assert grounds["blue"] == "#12355b"
    assert grounds["red"] == "#7b1e3b"
    assert grounds["Green+"] == grounds["green-"] == "#0b5345"
    assert grounds["ylw"] == "#f7c948"
    assert len({look.shape for look in shown[1:]}) == 5  # shapes differ all the same
