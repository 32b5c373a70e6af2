"""The search for what colors stand for, compared with trying everything."""

import random
from itertools import product

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from edgematch import catalog
from edgematch.formats.color_maps import color_maps
from edgematch.geometry import turn_colors

ETERNITY = catalog.load("eternity2").puzzle.pieces


def renamed_pieces(pieces, seed, count=None):
    """Return pieces in other colors, turned and in another order; and the colors."""
    draw = random.Random(seed)
    used = sorted({color for piece in pieces for color in piece} - {0})
    names = {0: 0, **dict(zip(used, draw.sample(used, len(used)), strict=True))}
    chosen = draw.sample(pieces, count or len(pieces))
    renamed = [
        turn_colors(tuple(names[color] for color in piece), draw.randrange(4))
        for piece in chosen
    ]
    return renamed, {name: color for color, name in names.items()}


@pytest.mark.parametrize("count", [256, 150, 60])
@pytest.mark.parametrize("seed", range(3))
def test_the_colors_of_eternity_2_are_found_again(count, seed):
    renamed, colors = renamed_pieces(ETERNITY, seed, count)
    found = color_maps(renamed, ETERNITY, {0: 0})
    assert found.is_complete
    assert [each.colors for each in found.maps] == [colors]
    assert found.maps[0].wrong == ()


def test_the_rim_need_not_be_known():
    renamed, colors = renamed_pieces(ETERNITY, 1)
    other = [tuple((color + 7) % 23 for color in piece) for piece in renamed]
    (found,) = color_maps(other, ETERNITY).maps
    assert found.colors == {(name + 7) % 23: color for name, color in colors.items()}


@pytest.mark.parametrize("count", [1, 2, 4])
def test_wrong_pieces_are_told_apart(count):
    renamed, colors = renamed_pieces(ETERNITY, 2)
    wrong = sorted(random.Random(count).sample(range(256), count))
    for piece in wrong:
        renamed[piece] = (*renamed[piece][:3], 99)
    assert color_maps(renamed, ETERNITY, {0: 0}, most_wrong=count - 1).maps == ()
    (found,) = color_maps(renamed, ETERNITY, {0: 0}, most_wrong=4).maps
    assert found.wrong == tuple(wrong)
    assert found.colors == colors
    assert found.rename(renamed[wrong[0]]) is None


def test_a_few_pieces_can_be_read_in_several_ways():
    renamed, _ = renamed_pieces(ETERNITY, 3, 5)
    found = color_maps(renamed, ETERNITY, {0: 0})
    assert len(found.maps) == 2
    assert not found.is_complete


def test_numbers_say_what_pieces_alone_do_not():
    pieces = ((0, 1, 2, 0), (0, 2, 1, 0), (0, 1, 3, 0))
    assert len(color_maps([(7, 0, 0, 8)], pieces, {0: 0}, limit=9).maps) == 3
    (found,) = color_maps([(7, 0, 0, 8)], pieces, {0: 0}, numbers=[2]).maps
    assert found.colors == {0: 0, 8: 1, 7: 3}


def test_pieces_that_may_not_be_turned():
    assert color_maps([(5, 6, 5, 7)], ((1, 2, 3, 2),)).maps
    assert not color_maps([(5, 6, 5, 7)], ((1, 2, 3, 2),), turns=(0,)).maps


COLORS = st.integers(0, 3)
PIECES = st.lists(st.tuples(COLORS, COLORS, COLORS, COLORS), min_size=1, max_size=6)


def least_wrong(shown, pieces):
    """Try every way to rename the colors; a negative number stands for none."""
    looks = {turn_colors(piece, turn) for piece in pieces for turn in range(4)}
    labels = sorted({label for piece in shown for label in piece})
    for choice in product((-1, 0, 1, 2, 3), repeat=len(labels)):
        taken = [color for color in choice if color >= 0]
        if len(set(taken)) == len(taken):
            colors = dict(zip(labels, choice, strict=True))
            renamed = [tuple(colors[label] for label in piece) for piece in shown]
            yield sum(piece not in looks for piece in renamed), colors


@settings(max_examples=60)
@given(shown=PIECES, pieces=PIECES)
def test_as_many_are_wrong_as_must_be(shown, pieces):
    tried = list(least_wrong(shown, pieces))
    least = min(wrong for wrong, _ in tried)
    found = color_maps(shown, tuple(pieces), most_wrong=len(shown) - 1, limit=10_000)
    assert found.is_complete
    if least == len(shown):
        assert found.maps == ()
        return
    assert {len(each.wrong) for each in found.maps} == {least}
    if least == 0:
        wanted = [colors for wrong, colors in tried if wrong == 0]
        assert sorted(map(str, wanted)) == sorted(str(m.colors) for m in found.maps)
