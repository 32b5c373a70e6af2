"""Generated puzzles are what their recipe says, everywhere, and give nothing away."""

from collections import Counter
from dataclasses import replace
from itertools import product

import pytest
from hypothesis import given
from hypothesis import strategies as st

from depths import mostly_deep
from edgematch.draws import Draws
from edgematch.errors import RecipeError, UnknownName
from edgematch.findings import findings, kind
from edgematch.generators import Recipe, generate
from edgematch.generators.coloring import layout
from edgematch.generators.models import MODELS
from edgematch.puzzle import Puzzle
from edgematch.symmetry import equal_pieces, symmetric_pieces

# The same on CPython 3.11 on x86-64 and CPython 3.14 on wasm32, seen on 2026-11-15.
FINGERPRINTS = {
    "gemp:5x5:4:seed=1": "ee88326376ffddfd",
    "one-set:6x6:5:seed=2": "7809ed4f421f6d17",
    "two-set:7x7:7:3:seed=5": "2f25407eb1f0f698",
    "benoist:7x8:6:seed=3": "d810b8704391a40c",
    "e2:16x16:17:5:seed=7": "195800abba7efa75",
    "scramble:3x3:4:seed=4": "32b73acf180632b1",
    "tetravex:5x5:10:seed=6": "1b94004197dfdeb4",
    "two-set:4x6:4:3:seed=9:hints=2:signed": "78e53925b5be8b26",
    "one-set:5x5:4:seed=11:random": "799b638ad56815b6",
    "e2:6x6:5:3:seed=12:random": "372eadf14a296a71",
    "gemp:1x9:3:seed=13:fixed-turns:signed": "b45c3cc12a54472f",
    "one-set:8x8:7:seed=123456789012345678": "159d6ee4958b8361",
}


@st.composite
def recipes(draw):
    model = draw(st.sampled_from(sorted(MODELS.keys() - {"e2"})))
    rows, columns = draw(st.integers(1, 6)), draw(st.integers(2, 6))
    random = draw(st.booleans())
    return Recipe(
        model,
        rows,
        columns,
        draw(st.integers(1, 6)),
        draw(st.integers(1, 4)) if MODELS[model].two_sets else 0,
        seed=draw(st.integers(0, 10**9)),
        hints=0 if random else draw(st.integers(0, 2)),
        random=random,
        signed=draw(st.booleans()),
        fixed_turns=draw(st.booleans()),
        balanced=draw(st.booleans()) and min(rows, columns) > 3,
    )


@pytest.mark.parametrize(("name", "fingerprint"), FINGERPRINTS.items())
def test_a_seed_gives_the_same_puzzle_on_every_machine(name, fingerprint):
    assert generate(Recipe.read(name)).puzzle.fingerprint == fingerprint


@given(recipes())
def test_a_recipe_reads_back_from_its_name(recipe):
    assert Recipe.read(recipe.name) == recipe


@given(recipes())
def test_a_planted_solution_solves_the_puzzle_and_a_random_one_has_none(recipe):
    generated = generate(recipe)
    puzzle = generated.puzzle
    assert (puzzle.rows, puzzle.columns) == (recipe.rows, recipe.columns)
    assert len(puzzle.hints) == recipe.hints
    if recipe.random:
        assert generated.planted is None
    else:
        assert generated.planted.is_solution()
        assert findings(puzzle) == ()


@given(recipes())
def test_the_rules_are_those_of_the_recipe_and_the_model(recipe):
    generated = generate(recipe)
    puzzle, model = generated.puzzle, MODELS[recipe.model]
    assert puzzle.framed == model.framed
    assert puzzle.turnable == (not generated.recipe.fixed_turns)
    assert not puzzle.is_signed or generated.recipe.signed
    most = recipe.inner_colors + recipe.frame_colors
    assert len(puzzle.colors) <= most * (2 if generated.recipe.signed else 1)


def sides_by_place(puzzle: Puzzle) -> tuple[Counter[int], Counter[int]]:
    """Count the colors beside the rim and elsewhere on the pieces."""
    along: Counter[int] = Counter()
    inside: Counter[int] = Counter()
    for piece in puzzle.pieces:
        for side in range(4):
            if piece[side] != 0:
                beside = 0 in (piece[side - 1], piece[(side + 1) % 4])
                (along if beside else inside)[piece[side]] += 1
    return along, inside


@pytest.mark.parametrize(
    "settings",
    [
        "7x7:6:4:seed=1",
        "5x9:6:4:seed=2:random",
        "5x9:6:4:seed=3:random:balanced",
        "5x9:6:4:seed=4:random:balanced:fixed-turns",
    ],
)
def test_two_sets_of_colors_do_not_mix(settings):
    recipe = Recipe.read(f"two-set:{settings}")
    along, inside = sides_by_place(generate(recipe).puzzle)
    assert set(along) == {1, 2, 3, 4}
    assert set(inside) == {5, 6, 7, 8, 9, 10}


@pytest.mark.parametrize("turns", ["", ":fixed-turns"])
@pytest.mark.parametrize("pieces", ["", ":no-equal:no-symmetric"])
@pytest.mark.parametrize(
    "recipe", ["one-set:5x5:4", "two-set:4x6:4:3", "e2:6x6:5:3", "tetravex:5x5:4"]
)
def test_balanced_by_chance_every_side_has_as_many_to_meet(recipe, turns, pieces):
    for seed in range(5):
        name = f"{recipe}:seed={seed}:random:balanced{turns}{pieces}"
        assert findings(generate(Recipe.read(name)).puzzle) == ()


def test_one_set_of_colors_is_used_everywhere():
    along, inside = sides_by_place(generate(Recipe.read("one-set:9x9:4:seed=1")).puzzle)
    assert set(along) == set(inside) == {1, 2, 3, 4}


def test_colors_are_drawn_uniformly():
    counts: Counter[int] = Counter()
    for seed in range(40):
        puzzle = generate(Recipe("one-set", 12, 12, 5, seed=seed)).puzzle
        counts.update(color for piece in puzzle.pieces for color in piece if color)
    joins = counts.total() / 2
    for color in range(1, 6):
        # Joins are independent: five standard deviations of the binomial.
        assert abs(counts[color] / 2 - joins / 5) < 5 * (joins * 0.2 * 0.8) ** 0.5


@pytest.mark.parametrize("seed", range(5))
def test_e2_puzzles_have_the_color_counts_of_eternity_2(seed):
    puzzle = generate(Recipe("e2", 16, 16, 17, 5, seed=seed)).puzzle
    along, inside = sides_by_place(puzzle)
    assert sorted(along.values()) == [24] * 5
    assert sorted(inside.values()) == [48] * 5 + [50] * 12
    assert equal_pieces(puzzle) == symmetric_pieces(puzzle) == ()
    kinds = Counter(kind(piece) for piece in puzzle.pieces)
    assert kinds == {"corner": 4, "border": 56, "inner": 196}


@pytest.mark.parametrize("seed", range(5))
def test_random_balanced_puzzles_have_even_counts_and_no_findings(seed):
    generated = generate(Recipe("e2", 6, 6, 5, 3, seed=seed, random=True))
    assert generated.planted is None
    assert findings(generated.puzzle) == ()
    assert equal_pieces(generated.puzzle) == symmetric_pieces(generated.puzzle) == ()


@pytest.mark.parametrize("model", ["gemp", "tetravex", "scramble", "one-set"])
def test_equal_and_symmetric_pieces_can_be_refused(model):
    plain = Recipe(model, 5, 5, 4, seed=3)
    strict = replace(plain, no_equal=True, no_symmetric=True)
    if model != "scramble":
        puzzle = generate(plain).puzzle
        assert equal_pieces(puzzle) or symmetric_pieces(puzzle)
    generated = generate(strict)
    assert equal_pieces(generated.puzzle) == symmetric_pieces(generated.puzzle) == ()
    assert generated.planted.is_solution()


def test_hints_are_placements_of_the_planted_solution():
    generated = generate(Recipe("two-set", 6, 6, 4, 3, seed=1, hints=5))
    assert len(generated.puzzle.hints) == 5
    assert set(generated.puzzle.hints) <= set(generated.planted.placements)


def unevenness(counts, keys):
    """Chi-squared of counts that should all be equal."""
    expected = sum(counts.values()) / len(keys)
    return sum((counts[key] - expected) ** 2 / expected for key in keys)


def test_neither_order_nor_orientation_gives_the_solution_away():
    cells, turns = Counter(), Counter()
    for seed in range(600):
        planted = generate(Recipe("gemp", 3, 3, 9, seed=seed)).planted
        for cell, piece, turn in planted.placements:
            cells[piece, cell] += 1
            turns[cell, turn] += 1
    # Every piece lies on every cell, and in every turn, equally often: 64 and 27
    # degrees of freedom, bounds beyond the 0.999 quantiles (105, 55).
    assert unevenness(cells, list(product(range(9), range(9)))) < 120
    assert unevenness(turns, list(product(range(9), range(4)))) < 65


def test_hints_are_spread_over_the_board():
    places = Counter(
        generate(Recipe("gemp", 3, 3, 5, seed=seed, hints=1)).puzzle.hints[0].cell
        for seed in range(450)
    )
    assert sum((places[cell] - 50) ** 2 / 50 for cell in range(9)) < 30


def test_pieces_that_are_not_turned_are_not_turned():
    planted = generate(Recipe.read("tetravex:4x4:6:seed=1")).planted
    assert {placement.turn for placement in planted.placements} == {0}


def test_the_names_of_benoists_benchmark():
    puzzle = generate(Recipe.read("benoist:10x10:14:seed=16")).puzzle
    along, inside = sides_by_place(puzzle)
    assert puzzle.name == f"E_10_16.b{len(along)}i{len(inside)}.nohint"


@pytest.mark.parametrize(
    ("name", "message"),
    [
        ("two-set:7x7:0:3", "at least 1 inner color"),
        ("two-set:7x7:7", "model two-set needs at least 1 frame color"),
        ("one-set:7x7:7:3", "model one-set has one set of colors"),
        ("one-set:1x1:3", "a framed puzzle of 1 × 1 has no join"),
        ("gemp:0x5:3", "rows must be 1 to 32, not 0"),
        ("gemp:5x33:3", "columns must be 1 to 32, not 33"),
        ("gemp:3x3:3:hints=10", "10 hints do not fit a board of 9 cells"),
        ("gemp:3x3:3:hints=1:random", "a random puzzle has none"),
        ("gemp:3x3:256", "256 colors are more than 255"),
        ("scramble:3x3:128", "128 colors with two halves each are more than 255"),
        ("e2:3x3:3:9", "9 colors for 8 joins"),
        ("one-set:1x4:1:no-symmetric", "they allow 0 different pieces for 2 cells"),
        ("one-set:1x3:1:no-equal", "they allow 1 different pieces for 2 cells"),
        ("one-set:6x1:2:no-equal", "they allow 3 different pieces for 4 cells"),
        (
            "gemp:4x4:1:no-equal",
            "too few colors: they allow 1 different pieces",
        ),
        ("gemp:2x2:1:no-symmetric", "they allow 0 different pieces for 4 cells"),
    ],
)
def test_impossible_recipes_are_refused_with_the_reason(name, message):
    with pytest.raises(RecipeError, match=message):
        generate(Recipe.read(name))


@pytest.mark.parametrize(
    "name",
    [
        "two-set",
        "two-set:7x7",
        "two-set:7:7",
        "two-set:7x7:7:3:4",
        "two-set:7x7:7:3:seed",
        "two-set:7x7:7:3:seed=-1",
        "two-set:7x7:7:3:seed=x",
        "two-set:7x7:7:3:color=red",
        "two-set:7x7:x",
        "two-set:7x7:7:3:seed=1:5",
        "two-set:7x7:7:3:seed=1:seed=2",
        "two-set:7x7:7:3:seed=1234567890123456789",
    ],
)
def test_what_is_no_recipe_is_refused(name):
    with pytest.raises(RecipeError, match=name.split(":")[0]):
        Recipe.read(name)


def test_an_unknown_model_is_refused_with_the_names_there_are():
    with pytest.raises(UnknownName, match="unknown model 'magic'; choose one of gemp"):
        generate(Recipe("magic", 3, 3, 3))


def test_the_joins_of_a_board_are_sorted_into_frame_and_inside():
    board = layout(4, 5)
    assert len(board.frame_joins) == 2 * (4 + 5) - 4  # a ring has as many as cells
    assert len(board.frame_joins) + len(board.inner_joins) == 4 * 4 + 3 * 5
    assert len(board.rim) == 2 * (4 + 5)
    # The first of each frame join points clockwise: its cell has the rim to its left.
    clockwise, _ = board.frame_joins[0]
    assert clockwise == (0, 1)


def test_draws_are_even():
    draws = Draws(1)
    counts = Counter(draws.below(7) for _ in range(7000))
    assert sum((counts[i] - 1000) ** 2 / 1000 for i in range(7)) < 30
    orders = Counter()
    for _ in range(6000):
        items = [0, 1, 2]
        draws.shuffle(items)
        orders[tuple(items)] += 1
    assert len(orders) == 6
    assert sum((n - 1000) ** 2 / 1000 for n in orders.values()) < 30


@pytest.mark.parametrize(
    ("name", "most"),
    [
        ("one-set:6x6:7", 2),
        ("benoist:5x7:4", 2),
        ("gemp:6x6:7", 1),
        ("scramble:3x3:4", 1),
        ("tetravex:4x7:5", 1),
        ("one-set:6x6:7:random", 2),
        ("gemp:5x5:6:random", 1),
    ],
)
def test_balanced_puzzles_have_each_color_as_often_as_parity_allows(name, most):
    for seed in range(30):
        puzzle = generate(Recipe.read(f"{name}:balanced:seed={seed}")).puzzle
        counts = Counter(color for piece in puzzle.pieces for color in piece)
        times = [counts[color] for color in puzzle.colors]
        assert max(times) - min(times) <= most


def test_classes_with_the_same_seed_have_nothing_in_common():
    names = ["one-set:5x5:4", "one-set:5x5:8", "two-set:5x5:4:3", "benoist:5x5:4"]
    planted = {
        generate(Recipe.read(f"{name}:seed=7")).planted.placements for name in names
    }
    assert len(planted) == len(names)


def test_hints_do_not_change_the_pieces():
    plain, hinted = (
        generate(Recipe("two-set", 5, 5, 4, 3, seed=3, hints=hints)).puzzle
        for hints in (0, 4)
    )
    assert hinted.with_hints(()) == plain


@pytest.mark.parametrize("seed", mostly_deep(10, range(50)))
def test_a_few_colors_are_enough_for_different_pieces(seed):
    recipe = Recipe("two-set", 4, 4, 3, 2, seed=seed, no_equal=True, no_symmetric=True)
    puzzle = generate(recipe).puzzle
    assert equal_pieces(puzzle) == symmetric_pieces(puzzle) == ()


def test_every_model_has_an_example_of_its_own():
    for name, model in MODELS.items():
        recipe = Recipe.read(model.example)
        assert recipe.model == name
        assert generate(recipe).puzzle.pieces
