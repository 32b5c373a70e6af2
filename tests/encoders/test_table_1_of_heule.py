"""The sizes that Heule prints for his formulas, Table 1."""

import pytest

from depths import mostly_deep
from edgematch.encoders import encoding
from edgematch.encoders.cardinality import Clauses
from edgematch.encoders.rotation import kind_of_piece, rotation_clauses
from edgematch.inputs import load
from shared_data import data_file

PRINTED = """
clue1      728   3688   704    3864
clue2     2904  23570  9120   41808
clue3      788   3836  1792    3864
clue4     2936  23574  9280   41808
em_7_3_6  1473  11563  7500   11324
em_7_4_8  1617  14513 11400   11324
em_7_4_9  1677  15063 13800   11324
em_8_4_5  2420  22340 11232   29328
em_9_3_5  3857  39932 19796   68232
em_11_3_4 8713  99699 29808  285144
em_12_2_4 12584 155712 47200  526224
em_14_7_3 24356 305744 41475 1536792
"""
"""Name, variables, clauses, more with forbidden colors, more if explicit."""

MISPRINTS = {("em_14_7_3", "forbidden_colors"): 41472}
"""Every piece has as many such clauses on each of the 144 inner cells, so their number
is a multiple of 144, as in all other rows; the printed 41475 is not.  It is 3 more."""


@pytest.mark.parametrize(
    "row", mostly_deep(4, PRINTED.split("\n")[1:-1]), ids=lambda row: row[:9]
)
def test_the_formulas_have_the_sizes_that_are_printed(row):
    name, *numbers = row.split()
    variables, clauses, forbidden, explicit = map(int, numbers)
    source = name if name.startswith("clue") else data_file(f"heule/{name}.txt")
    puzzle = load(str(source)).puzzle.with_hints([])

    def size(**options):
        formula = encoding("compact", **options).encode(puzzle)
        return Clauses(formula, at_most_one="pairwise").size()

    assert size() == (variables, clauses)
    forbidden = MISPRINTS.get((name, "forbidden_colors"), forbidden)
    assert size(forbidden_colors=True) == (variables, clauses + forbidden)
    assert size(explicit=True) == (variables, clauses + explicit)


@pytest.mark.parametrize(
    ("colors", "kind", "clauses"),
    [
        ((1, 1, 1, 1), 1, 4),
        ((1, 2, 1, 1), 2, 7),
        ((2, 2, 1, 1), 3, 4),
        ((1, 2, 1, 2), 4, 8),
        ((1, 3, 2, 1), 5, 18),
        ((3, 1, 2, 1), 6, 14),
        ((1, 2, 3, 4), 7, 20),
    ],
)
def test_the_seven_kinds_of_pieces_and_their_rotation_clauses(colors, kind, clauses):
    assert kind_of_piece(colors) == kind
    made = list(rotation_clauses(colors, lambda side, color: 1 + 10 * side + color))
    assert len(made) == clauses
    assert len({tuple(sorted(clause)) for clause in made}) == clauses
