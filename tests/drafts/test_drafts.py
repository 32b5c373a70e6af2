"""Puzzles that are entered tile by tile: the state, without a terminal."""

import json
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from edgematch import load
from edgematch.drafts import (
    Draft,
    DraftRules,
    TileEntry,
    draft_file_text,
    read_draft,
    warnings_of,
)
from edgematch.errors import EdgematchError, FormatError, PuzzleError
from edgematch.formats import Source, read
from nine_tiles import NINE

SUFFIXES = {"record": ".json", "scramble-squares": ".yaml"}


def draft_of(kind, *lines):
    draft = Draft(DraftRules.read(kind))
    for line in lines:
        draft = draft.with_tile(line)
    return draft


def again(draft, format):
    path = Path(f"tiles{SUFFIXES[format]}")
    return read_draft(Source(str(path), draft_file_text(draft, format), path))


def test_nine_tiles_are_the_puzzle_of_the_catalog():
    draft = draft_of("3x3 halves", *NINE)
    assert draft.is_complete
    expected = load("scramble-squares").puzzle
    assert draft.padded_puzzle() == expected
    assert draft.padded_puzzle().color_names == expected.color_names
    assert warnings_of(draft) == ()


def test_both_spellings_of_halves_are_the_same_tile():
    signs = draft_of("3x3 halves", "bear+ fox- owl+ fox+")
    letters = draft_of("3x3 halves", "BEAR, fox; OWL\tFOX")
    assert signs.tiles == letters.tiles == (("bear+", "fox-", "owl+", "fox+"),)


@pytest.mark.parametrize(
    ("text", "written"),
    [
        ("halves 3x3", "3x3 halves"),
        ("4 × 5, COLORS framed", "4x5 colors framed"),
        ("2x2 tetravex", "2x2 tetravex"),
        ("2x2 colors fixed", "2x2 tetravex"),
        ("1x9 halves fixed", "1x9 halves fixed"),
    ],
)
def test_kinds_are_read_in_any_order_and_written_back(text, written):
    rules = DraftRules.read(text)
    assert str(rules) == written
    assert DraftRules.read(written) == rules


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("", "size"),
        ("3x3", "halves"),
        ("colors", "size"),
        ("3x3 colours", "colours"),
        ("3x3 4x4 halves", "contradicts"),
        ("3x3 halves colors", "contradicts"),
        ("0x3 halves", "rows"),
        ("3x900 halves", "columns"),
    ],
)
def test_unknown_kinds_are_refused_with_the_reason(text, reason):
    with pytest.raises(PuzzleError, match=reason):
        DraftRules.read(text)


@pytest.mark.parametrize(
    ("kind", "line", "reason"),
    [
        ("3x3 halves", "a+ b- c+", "got 3"),
        ("3x3 halves", "red+ Red red+ red+", "which half"),
        ("3x3 halves", "3 4+ 3- 4-", "which half"),
        ("3x3 halves", "a++ b- c+ d-", "name of a color"),
        ("3x3 halves", "- b- c+ d-", "framed"),
        ("3x3 colors", "a+ b c d", "no halves"),
        ("3x3 colors", "a\x07 b c d", "printable"),
        ("3x3 colors", f"{'x' * 999} b c d", "characters"),
    ],
)
def test_a_tile_that_cannot_be_read_says_why_and_changes_nothing(kind, line, reason):
    draft = draft_of(kind)
    with pytest.raises(PuzzleError, match=reason):
        draft.with_tile(line)
    assert draft.tiles == ()


def test_packed_digits_are_four_colors():
    draft = draft_of("1x2 tetravex", "5948", "0 1 2 3")
    assert draft.padded_puzzle().pieces == ((5, 9, 4, 8), (0, 1, 2, 3))
    with pytest.raises(PuzzleError, match="got 1"):
        draft_of("1x2 tetravex", "blue")


def test_the_rim_has_three_names_and_color_0():
    draft = draft_of("2x2 colors framed", "- red blue 0", "rim RIM x y")
    assert [piece[0] for piece in draft.padded_puzzle().pieces[:2]] == [0, 0]
    assert draft.tiles[1][:2] == ("-", "-")
    assert "-" not in draft.counts()


def test_more_colors_than_a_puzzle_can_have_are_refused():
    draft = draft_of("9x9 colors", *(f"a{n} b{n} c{n} d{n}" for n in range(63)))
    with pytest.raises(PuzzleError, match="255"):
        draft.with_tile("w x y z")


def test_a_correction_replaces_a_tile_and_undo_brings_it_back():
    entry = TileEntry(draft_of("3x3 halves", *NINE[:4]))
    first = entry.draft
    assert entry.take("tile 2") == ""
    assert entry.take(NINE[8]) == "tile"
    assert entry.draft.tiles[1] == tuple(NINE[8].split())
    assert len(entry.draft.tiles) == 4
    assert entry.take("2: " + NINE[7]) == "tile"
    assert entry.take("UNDO") == entry.take("undo") == "undo"
    assert entry.draft == first
    for _ in range(4):
        entry.take("undo")
    assert entry.draft.tiles == ()
    with pytest.raises(PuzzleError, match="undo"):
        entry.take("undo")


def test_undo_and_an_empty_line_forget_the_number_of_a_tile():
    for line in ("undo", ""):
        entry = TileEntry(draft_of("3x3 halves", *NINE[:4]))
        entry.take("tile 2")
        entry.take(line)
        entry.take(NINE[4])
        assert entry.draft.tiles == draft_of("3x3 halves", *NINE[:5]).tiles


def test_numbers_that_are_not_there_and_tiles_too_many_are_refused():
    entry = TileEntry(draft_of("3x3 halves", *NINE[:4]))
    for line in ("tile 0", "tile 6", "6: a+ b+ c+ d+"):
        with pytest.raises(PuzzleError, match="no tile"):
            entry.take(line)
    entry.take("5: " + NINE[4])  # the next one may be named
    with pytest.raises(PuzzleError, match="no tile"):
        entry.draft.with_tile(NINE[0], 9)
    full = draft_of("3x3 halves", *NINE)
    with pytest.raises(PuzzleError, match="all 9"):
        full.with_tile(NINE[0])


def test_equal_tiles_are_pointed_out_in_every_turn():
    turned = draft_of("3x3 colors", "1 2 3 4", "5 6 7 8", "3 4 1 2", "4123")
    assert warnings_of(turned) == ("tiles 1, 3 and 4 are equal",)
    fixed = draft_of("3x3 tetravex", "1 2 3 4", "5 6 7 8", "3 4 1 2")
    assert warnings_of(fixed) == ()


@pytest.mark.parametrize("slip", ["bule", "bleu", "Blue", "bluee"])
def test_a_name_that_looks_misspelled_is_pointed_out_at_once(slip):
    draft = draft_of("3x3 colors", "red blue green blue", f"red {slip} green red")
    (warning,) = warnings_of(draft)
    assert "tile 2" in warning
    assert "did you mean blue" in warning
    assert warnings_of(draft_of("3x3 colors", "red tan bear lion")) == ()


def test_too_many_corners_and_impossible_tiles_are_pointed_out_at_once():
    corners = [f"- {n} {n + 1} -" for n in range(1, 6)]
    assert warnings_of(draft_of("3x3 colors framed", *corners[:4])) == ()
    (warning,) = warnings_of(draft_of("3x3 colors framed", *corners))
    assert "tile 5" in warning
    assert "4 corner" in warning
    (warning,) = warnings_of(draft_of("3x3 colors framed", "- - - 1"))
    assert "three rim sides" in warning


def test_a_color_in_odd_numbers_is_pointed_out_when_a_framed_puzzle_is_complete():
    right = ["- 1 2 -", "- - 3 1", "2 4 - -", "3 - - 4"]
    assert warnings_of(draft_of("2x2 colors framed", *right)) == ()
    wrong = draft_of("2x2 colors framed", *right[:3], "3 - - 1")
    assert any("odd number" in warning for warning in warnings_of(wrong))
    halves = ["- a+ b+ -", "- - c+ a-", "b- a+ - -", "c- - - a+"]
    (counts, *_) = warnings_of(draft_of("2x2 halves framed", *halves))
    assert "a+ occurs 3 times" in counts
    assert "a- 1" in counts


def test_halves_that_differ_much_are_pointed_out_and_others_are_not():
    swapped = [line.replace("red-", "red+") for line in NINE]
    warnings = warnings_of(draft_of("3x3 halves", *swapped))
    assert any("red+ occurs 9 times" in warning for warning in warnings)
    assert any("no mate" in warning for warning in warnings)  # no solution either
    assert warnings_of(draft_of("3x3 halves", *swapped[:8])) == ()


@pytest.mark.parametrize("format", SUFFIXES)
@pytest.mark.parametrize("count", range(1, 10))
def test_a_half_made_puzzle_is_read_back_and_refused_by_others(format, count):
    draft = draft_of("3x3 halves", *NINE[:count])
    found = again(draft, format)
    assert found.tiles == draft.tiles
    assert found.rules == draft.rules
    assert found.undo().tiles == draft.tiles[:-1]
    path = Path(f"tiles{SUFFIXES[format]}")
    source = Source(str(path), draft_file_text(draft, format), path)
    if draft.is_complete:
        assert read(source).puzzle.pieces == draft.padded_puzzle().pieces
    else:
        with pytest.raises(FormatError):
            read(source)


@pytest.mark.parametrize(
    ("kind", "lines"),
    [
        ("2x3 colors framed", ["- red blue -", "0 1 2 3"]),
        ("3x2 tetravex", ["5948", "0 0 9 9"]),
        ("2x2 halves framed", ["- a+ b- -", "- - 3+ 3-"]),
        ("2x2 colors", ["0 zero 1 one"]),
        ("2x2 halves fixed", ['it\'s+ "b"- [c]+ :d-']),
    ],
)
def test_every_kind_is_kept_in_a_record(kind, lines):
    draft = draft_of(kind, *lines)
    found = again(draft, "record")
    assert found.rules == draft.rules
    assert found.padded_puzzle() == draft.padded_puzzle()


NAMES = st.text("abcxyz0123'\"[]{}:#é", min_size=1, max_size=5)


@given(st.lists(st.tuples(NAMES, NAMES, NAMES, NAMES), min_size=1, max_size=4))
def test_any_names_are_read_back(tiles):
    for kind, signs in (("2x2 halves", "+-+-"), ("2x2 colors", ("",) * 4)):
        lines = [
            " ".join(name + sign for name, sign in zip(tile, signs, strict=True))
            for tile in tiles
        ]
        draft = draft_of(kind, *lines)
        for format in SUFFIXES:
            assert again(draft, format).padded_puzzle() == draft.padded_puzzle()


def test_facts_about_a_puzzle_are_kept_and_hints_are_not_dropped_silently():
    path = Path("tiles.json")
    facts = {"rows": 1, "columns": 1, "framed": False, "pieces": [[1, 2, 3, 4]]}
    record = {"format": "edgematch", "version": 1, "puzzle": facts}
    titled = json.dumps({**record, "about": {"title": "mine"}})
    draft = read_draft(Source("tiles.json", titled, path)).with_tile("4 3 2 1", 1)
    assert json.loads(draft_file_text(draft, "record"))["about"] == {"title": "mine"}
    record["board"] = [[0, 0, 0]]
    with pytest.raises(FormatError, match="only the tiles"):
        read_draft(Source("tiles.json", json.dumps(record), path))


GARBAGE = [
    "{",
    "[]",
    "nonsense",
    '{"puzzle": 3}',
    '{"puzzle": {"rows": "a", "columns": 3, "pieces": [1]}}',
    '{"puzzle": {"rows": 3, "columns": 3, "pieces": [1]}}',
    '{"format": "edgematch", "version": 1, "puzzle":'
    ' {"rows": 3, "columns": 3, "pieces": [[1, 2]]}}',
    '{"puzzle": {"rows": 99999, "columns": 99999, "pieces": [[1, 2, 3, 4]]}}',
    "1: []",
    "1: [[a, +]]\n2: []",
    "{" * 5000,
]


@pytest.mark.parametrize("suffix", SUFFIXES.values())
@pytest.mark.parametrize("text", GARBAGE, ids=range(len(GARBAGE)))
def test_files_that_are_no_puzzle_are_refused_in_one_line(text, suffix):
    path = Path(f"tiles{suffix}")
    if (text, suffix) == ("1: []", ".yaml"):
        return  # an unfinished puzzle of one tile
    with pytest.raises(EdgematchError) as caught:
        read_draft(Source(str(path), text, path))
    assert "\n" not in str(caught.value)


@given(st.lists(st.text(max_size=20), max_size=8))
def test_any_lines_are_taken_or_refused(lines):
    for kind in ("2x2 halves", "2x2 colors framed", "2x2 tetravex"):
        entry = TileEntry(draft_of(kind))
        for line in lines:
            try:
                entry.take(line)
            except PuzzleError as error:
                assert str(error)
        warnings_of(entry.draft)
