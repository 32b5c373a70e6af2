"""Piece lists and boards as people have them: one puzzle written in many ways."""

import json
from dataclasses import replace

import pytest

from edgematch.errors import FormatError
from edgematch.formats import ReadOptions, Source, read
from edgematch.inputs import load
from edgematch.symmetry import look
from planted import planted_board
from shared_data import data_file

PLANTED = planted_board(4, 4, 4, 11)
FOUR = PLANTED.puzzle
"""A framed 4 × 4 with the colors 1 to 4."""

TETRAVEX = planted_board(3, 3, 10, 5, framed=False, turnable=False).puzzle
SCRAMBLE = planted_board(3, 3, 4, 7, framed=False, signed=True).puzzle


def lines(words, separator=" "):
    return "".join(separator.join(map(str, row)) + "\n" for row in words)


def renamed(names):
    return [[names[color] for color in piece] for piece in FOUR.pieces]


def ordered(order, pieces=FOUR.pieces):
    return [[piece["nesw".index(side)] for side in order] for piece in pieces]


def looks(puzzle):
    """Return the pieces, whatever their turn and the names of their colors."""
    return [look(piece) for piece in puzzle.pieces]


def as_objects(keys):
    return [dict(zip(keys, piece, strict=True)) for piece in FOUR.pieces]


NUMBERED = [(number, *piece) for number, piece in enumerate(FOUR.pieces, start=1)]
PLAIN = lines(FOUR.pieces)
COLOR_WORDS = ("black", "red", "green", "blue", "pink")
COMMON_WAYS = {
    "numbers": PLAIN,
    "a rim of 9": lines(renamed((9, 1, 2, 3, 4))),
    "letters": lines(renamed("XABCD")),
    "words": lines(renamed(COLOR_WORDS), ", "),
    "packed digits": lines(FOUR.pieces, ""),
    "packed letters, numbered": "".join(
        f"{number} {''.join('XABCD'[color] for color in piece)}\n"
        for number, *piece in NUMBERED
    ),
    "a count in words": "ntiles: 16\n" + lines(NUMBERED),
    "a heading of four numbers": "4,4,2,4,\n" + lines(FOUR.pieces, ","),
    "comments behind data": "".join(
        f"{' '.join(map(str, piece))}  {mark} piece {number}\n"
        for (number, *piece), mark in zip(
            NUMBERED, ["//", "#", ";", "%"] * 4, strict=True
        )
    ),
    "numbers with equal signs": "[pieces]\n"
    + "".join(f"{n}={'-'.join(map(str, piece))}\n" for n, *piece in NUMBERED),
    "JSON lists": json.dumps({"size": 4, "pieces": FOUR.pieces}),
    "JSON objects": json.dumps(as_objects(["top", "right", "bottom", "left"])),
}
OTHER_WAYS = {
    "JSON with colors": json.dumps(
        {"tiles": [{"id": n, "colors": piece} for n, *piece in NUMBERED]}
    ),
    "JSON by number": json.dumps(
        {"pieces": {str(n): "".join("XABCD"[c] for c in p) for n, *p in NUMBERED}}
    ),
    "JSON in N, E, S, W": json.dumps(as_objects("NESW"), indent=1),
    "a Python list": str([tuple(piece) for piece in FOUR.pieces]),
    "Java": "int[][] pieces = {\n"
    + "".join(f"  {{{', '.join(map(str, piece))}}},\n" for piece in FOUR.pieces)
    + "};\n",
    "Java with numbers": "".join(
        f'pieces.put({n}, new Piece("{"".join("XABCD"[c] for c in piece)}"));\n'
        for n, *piece in NUMBERED
    ),
    "kinds before the colors": "".join(
        f"{'ISC'[piece.count(0)]},{n:03},{','.join(f'{c:06}' for c in piece)}\n"
        for n, *piece in NUMBERED
    ),
    "a heading of flags and a size": "1 0 4 4\n" + PLAIN,
    "DIMACS": "c made by hand\np tile 4 4 4\n" + PLAIN,
    "prose around the pieces": "These are my own pieces\n\n"
    + PLAIN
    + "\nThey were made by hand\n",
    "one line": "4 4 " + " ".join(str(c) for piece in FOUR.pieces for c in piece),
    "four pieces on a line": "".join(
        "   ".join(
            " ".join(map(str, piece)) for piece in FOUR.pieces[start : start + 4]
        )
        + "\n"
        for start in range(0, 16, 4)
    ),
    "a rim of -1": lines(renamed((-1, 1, 2, 3, 4))),
    "a rim of 65535": lines(renamed((65535, 1, 2, 3, 4))),
    "French names": "Pièce\tH\tD\tB\tG\n" + lines(NUMBERED, "\t"),
    "sides by name": "".join(
        f"north: {n} east: {e} south: {s} west: {w}\n" for n, e, s, w in FOUR.pieces
    ),
    "YAML": "pieces:\n" + "".join(f"  - {list(piece)}\n" for piece in FOUR.pieces),
}


@pytest.mark.parametrize(
    "text",
    [*COMMON_WAYS.values(), *OTHER_WAYS.values()],
    ids=[*COMMON_WAYS, *OTHER_WAYS],
)
def test_one_puzzle_in_many_ways(text):
    puzzle = read(Source("x", text)).puzzle
    assert puzzle.fingerprint == FOUR.fingerprint


def test_there_are_twelve_common_ways():
    assert len(COMMON_WAYS) == 12


@pytest.mark.parametrize(
    "order", ["eswn", "swne", "wnes", "nswe", "wens", "nwes", "wnse", "news"]
)
def test_every_order_of_columns_gives_the_puzzle_turned_or_mirrored(order):
    puzzle = read(Source("x", lines(ordered(order)))).puzzle
    mirrored = [look((n, w, s, e)) for n, e, s, w in FOUR.pieces]
    assert looks(puzzle) in (looks(FOUR), mirrored)


def test_a_rim_other_than_0_is_noted_with_how_to_override_it():
    (note,) = (
        note
        for note in read(Source("x", COMMON_WAYS["a rim of 9"])).notes
        if "rim" in note and "color 9" in note
    )
    assert "--rim" in note
    assert "--unframed" in note


def test_the_rim_can_be_given():
    text = lines([(9, 1, 2, 9), (9, 9, 2, 1), (1, 9, 9, 9), (2, 9, 9, 9)])
    puzzle = read(Source("x", text), ReadOptions(rim="9")).puzzle
    assert puzzle.framed
    assert puzzle.pieces[0] == (0, 1, 2, 0)
    with pytest.raises(FormatError, match="no piece has the color 7"):
        read(Source("x", text), ReadOptions(rim="7"))


def test_a_rim_that_is_a_color_elsewhere_is_swapped_with_color_0():
    # As in lists of Eternity II whose rim is 22 and whose first color is 0.
    text = lines(renamed((4, 1, 2, 3, 0)))
    puzzle = read(Source("x", text)).puzzle
    assert puzzle.fingerprint == FOUR.fingerprint
    assert puzzle.pieces == FOUR.pieces


def test_tetravex_lists_are_read_with_fixed_turns_and_say_so():
    for text in (lines(TETRAVEX.pieces), lines(TETRAVEX.pieces, "")):
        document = read(Source("x", text))
        assert document.puzzle == TETRAVEX
        assert any("--turnable" in note for note in document.notes)
        assert read(Source("x", text), ReadOptions(turnable=True)).puzzle.turnable


def test_tetravex_with_a_few_solutions_is_read_with_fixed_turns():
    # It has two, where random pieces would have 9! / 6^12, one in 6,000 lists.
    puzzle = planted_board(3, 3, 6, 14, framed=False, turnable=False).puzzle
    assert read(Source("x", lines(puzzle.pieces))).puzzle == puzzle


def test_a_guess_that_pieces_may_be_turned_is_noted():
    # With three colors, a solution without turning says nothing.
    puzzle = planted_board(4, 4, 3, 1, framed=False, turnable=False).puzzle
    document = read(Source("x", lines(puzzle.pieces)))
    assert document.puzzle.turnable
    assert any("--fixed-turns" in note for note in document.notes)


def test_a_large_tetravex_is_recognized_by_its_digits():
    puzzle = planted_board(8, 8, 10, 3, framed=False, turnable=False).puzzle
    assert read(Source("x", lines(puzzle.pieces))).puzzle == puzzle


def test_pieces_that_only_fit_when_turned_stay_turnable():
    turned = [
        piece[i % 4 :] + piece[: i % 4] for i, piece in enumerate(TETRAVEX.pieces)
    ]
    assert read(Source("x", lines(turned))).puzzle.turnable


def test_letters_that_could_name_sides_are_colors_if_other_lines_have_them():
    puzzle = planted_board(4, 4, 4, 11, framed=False).puzzle
    pieces = [["-BDHG"[color] for color in piece] for piece in puzzle.pieces]
    pieces[5:5] = [["B", "D", "H", "G"]] * 9  # French for the four sides
    assert len(read(Source("x", lines(pieces))).puzzle.pieces) == 25


def test_a_size_before_the_pieces_is_no_count_of_hints():
    puzzle = planted_board(3, 4, 3, 1).puzzle
    read_back = read(Source("x", "4 3\n" + lines(puzzle.pieces))).puzzle
    assert read_back.fingerprint == puzzle.fingerprint


def test_a_heading_of_four_numbers_is_none_of_a_square_number_of_pieces():
    puzzle = planted_board(3, 5, 3, 1).puzzle
    read_back = read(Source("x", "5,3,2,17,\n" + lines(puzzle.pieces, ","))).puzzle
    assert read_back.fingerprint == puzzle.fingerprint


def signed_words(write):
    """Write the pieces of a signed puzzle: `write` takes a picture and its half."""
    return [
        [write((color + 1) // 2, color % 2) for color in piece]
        for piece in SCRAMBLE.pieces
    ]


@pytest.mark.parametrize(
    "text",
    [
        lines(signed_words(lambda name, half: name if half else -name)),
        lines(
            signed_words(
                lambda name, half: "abcd"[name - 1] if half else "ABCD"[name - 1]
            )
        ),
        lines(
            signed_words(
                lambda name, half: (str.lower if half else str.upper)(COLOR_WORDS[name])
            )
        ),
        lines(signed_words(lambda name, half: "ABCD"[name - 1] + "'" * half)),
        lines(
            signed_words(lambda name, half: f"bear{name}/{'up' if half else 'down'}")
        ),
        lines(signed_words(lambda name, half: f"{'wxyz'[name - 1]}{half + 1}")),
        lines(signed_words(lambda name, half: "ABCD"[name - 1] + "HT"[half])),
        lines(
            signed_words(lambda name, half: "ABCD"[name - 1] + " " + "HT"[half]), ","
        ),
        json.dumps(signed_words(lambda name, half: ["ABCD"[name - 1], half])),
        json.dumps(
            [
                {
                    "colors": ["pqrs"[(c + 1) // 2 - 1] for c in piece],
                    "parts": [c % 2 for c in piece],
                }
                for piece in SCRAMBLE.pieces
            ]
        ),
        "".join(
            f"top: {t}, right: {r}, bottom: {b}, left: {w}\n"
            for t, r, b, w in signed_words(lambda n, half: f"c{n}/{'ab'[half]}")
        ),
    ],
    ids=[
        "signs",
        "cases",
        "word cases",
        "primes",
        "halves",
        "digits",
        "HT",
        "H T",
        "pairs",
        "parts",
        "named",
    ],
)
def test_pictures_in_two_halves_face_each_other(text):
    document = read(Source("x", text))
    assert document.puzzle.fingerprint == SCRAMBLE.fingerprint
    assert any("face" in note for note in document.notes)


@pytest.mark.parametrize("form", ["{sign}{name}", "{name}{sign}"])
def test_halves_with_signs_need_no_note(form):
    words = signed_words(
        lambda n, half: form.format(name="abcd"[n - 1], sign="-+"[half])
    )
    document = read(Source("x", lines(words)))
    assert document.puzzle.fingerprint == SCRAMBLE.fingerprint
    assert not any("face" in note for note in document.notes)


def solved_grid(board, word="{} {} {} {}"):
    columns = board.puzzle.columns
    cells = [word.format(*board.colors_at(cell)) for cell in range(board.puzzle.cells)]
    return "".join(
        "   ".join(cells[start : start + columns]) + "\n"
        for start in range(0, len(cells), columns)
    )


def test_a_grid_of_colors_that_match_is_a_board():
    document = read(Source("x", solved_grid(PLANTED)))
    assert document.board.is_solution()
    assert sorted(looks(document.puzzle)) == sorted(looks(FOUR))
    anticlockwise = read(Source("x", solved_grid(PLANTED, "{0} {3} {2} {1}")))
    assert anticlockwise.board.is_solution()


def test_a_grid_of_colors_is_looked_up_in_its_puzzle():
    text = solved_grid(PLANTED)
    board = read(Source("x", text), ReadOptions(puzzle=FOUR)).board
    assert board.puzzle is FOUR
    assert board.is_solution()
    other = replace(FOUR, pieces=((0, 1, 1, 0), *FOUR.pieces[1:]))
    with pytest.raises(FormatError, match="not a piece of the puzzle"):
        read(Source("x", text), ReadOptions(puzzle=other))


@pytest.mark.parametrize("order", ["nesw", "nwse", "eswn", "swen"])
def test_a_grid_of_colors_may_list_the_sides_in_any_order(order):
    form = " ".join("{" + str("nesw".index(side)) + "}" for side in order)
    text = solved_grid(PLANTED, form)
    assert read(Source("x", text), ReadOptions(puzzle=FOUR)).board.is_solution()


@pytest.mark.parametrize("names", ["95687", "XDCBA"])
def test_a_grid_of_colors_may_have_other_names_than_its_puzzle(names):
    text = "".join(
        names[int(letter)] if letter.isdigit() else letter
        for letter in solved_grid(PLANTED)
    )
    document = read(Source("x", text), ReadOptions(puzzle=FOUR))
    assert document.board.is_solution()
    assert "other names" in document.notes[0]


def test_a_grid_of_pieces_in_no_order_is_a_puzzle_only():
    document = read(Source("x", OTHER_WAYS["four pieces on a line"]))
    assert document.board is None
    assert any("not a board" in note for note in document.notes)


def placed(base=0, direction=1):
    return [(p.piece + base, direction * p.turn % 4) for p in PLANTED.placements]


@pytest.mark.parametrize(
    "text",
    [
        lines(placed(0)),
        lines(placed(1)),
        lines(placed(1, -1)),
        "".join(
            f"({p:3} {t})" + "\n" * (i % 4 == 3) for i, (p, t) in enumerate(placed(1))
        ),
        " ".join(f"{p}{'NESW'[t]}" for p, t in placed(0)),
        " ".join(f"{p}:{t}" for p, t in placed(1)),
        " ".join(str(4 * p + t) for p, t in placed(0)),
        json.dumps({"board": [4 * p + t for p, t in placed(0)]}),
        json.dumps({"grid": [placed(1)[start : start + 4] for start in (0, 4, 8, 12)]}),
        json.dumps({"x": 3, "grid": [p for p, _ in placed(1)]}),
        lines(
            [[p for p, _ in placed(1)][start : start + 4] for start in (0, 4, 8, 12)]
        ),
    ],
)
def test_boards_of_piece_numbers_are_read_with_their_puzzle(text):
    document = read(Source("x", text), ReadOptions(puzzle=FOUR))
    assert document.board.is_solution()
    assert document.notes
    with pytest.raises(FormatError, match="--puzzle"):
        read(Source("x", text))


@pytest.mark.parametrize("base", [0, 1])
def test_boards_of_rows_columns_pieces_and_turns_are_read(base):
    facts = [
        (*(n + base for n in divmod(p.cell, 4)), p.piece + base, p.turn)
        for p in PLANTED.placements
    ]
    text = lines(facts, ",")
    document = read(Source("x", text), ReadOptions(puzzle=FOUR))
    assert document.board.is_solution()
    with pytest.raises(FormatError, match="--puzzle"):
        read(Source("x", text))


def test_a_board_of_another_puzzle_is_refused():
    other = planted_board(4, 4, 9, 2).puzzle
    with pytest.raises(FormatError, match="not a board of this puzzle"):
        read(Source("x", lines(placed(1))), ReadOptions(puzzle=other))


def test_hints_in_json_are_read():
    hints = [
        {"piece": p.piece, "pos": p.cell, "rot": p.turn} for p in PLANTED.placements[:2]
    ]
    text = json.dumps({"pieces": FOUR.pieces, "hints": hints})
    document = read(Source("x", text))
    assert document.puzzle.hints == PLANTED.placements[:2]
    assert any("hints read" in note for note in document.notes)


def test_lines_before_the_pieces_that_are_hints_are_named():
    document = read(Source("x", "4\n3\n1\n2 2 5 1\n" + PLAIN))
    assert document.puzzle.fingerprint == FOUR.fingerprint
    assert any("2 2 5 1" in note for note in document.notes)


def test_a_clue_is_not_a_puzzle_of_1_by_1(tmp_path):
    with pytest.raises(FormatError, match="a hint"):
        read(Source("x", "8 7 139 2\n"))
    path = tmp_path / "eternity2.clue"
    path.write_text("8 7 139 2\n" * 4)
    with pytest.raises(FormatError, match="hints of a puzzle"):
        load(path)


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("1 2 3\n" * 9, "9 lines of 3 words"),
        ('{"name": "x", "score": 3}', "name, score"),
        ("a = 1\nb = 2, 3\nc = 4, 5, 6\n[x]\nd = 2\ne = f\n", "no pieces found"),
        (PLAIN + "1 2 3\n", "got 3 words"),
        (PLAIN.replace("\n", " 7 8 9 1 2 3 4 5 6\n"), "four colors"),
    ],
)
def test_what_is_not_recognized_is_described(text, words):
    with pytest.raises(FormatError, match=words):
        read(Source("x", text))


FOUND = {
    "04_pieces_10x10.txt": (10, 10, True, True),
    "05_6x4.txt": (4, 6, False, True),
    "06_5x5.txt": (5, 5, False, False),
    "12_10.txt": (10, 10, False, False),
    "15_parsed_data.json": (16, 16, True, True),
    "16_source.txt": (16, 16, True, True),
    "17_eternity2.json": (16, 16, True, True),
    "18_pieces.txt": (16, 16, True, True),
    "22_tetravex_3_3_n.txt": (3, 3, False, False),
    "27_test_input5": (3, 3, False, False),
    "29_e2pieces.txt": (16, 16, True, True),
    "30_cards.json": (3, 3, False, True),
    "33_Tiles256.def": (16, 16, True, True),
    "36_10x10x15.txt": (10, 10, True, True),
    "40_test_puzzle.txt": (4, 4, False, False),
    "47_official_eternity2.csv": (16, 16, True, True),
    "48_p_5_6_42.txt": (5, 5, True, True),
    "59_inst_n10_c22_s1.json": (10, 10, True, True),
    "60_EternityII-256-Bis-ORIGINAL.fps": (16, 16, True, True),
    "62_pieces.csv": (16, 16, True, True),
}


def test_a_mark_after_a_piece_is_ignored_below_column_names():
    marked = "north east south west\n" + PLAIN.replace("\n", " @\n", 1)
    document = read(Source("x", marked))
    assert document.puzzle.pieces == FOUR.pieces
    assert "'@' on line 2 is ignored" in document.notes


def test_column_names_with_nothing_but_prose_below_are_refused():
    with pytest.raises(FormatError, match="x:1: no pieces"):
        read(Source("x", "n e s w\nhere is where pieces go\n"))


@pytest.mark.parametrize("name", FOUND)
def test_public_piece_files_are_read(name):
    puzzle = load(data_file(f"found/{name}")).puzzle
    facts = (puzzle.rows, puzzle.columns, puzzle.framed, puzzle.turnable)
    assert facts == FOUND[name]


@pytest.mark.parametrize(
    ("name", "joins"),
    [("14_real_clues_2A_order1.txt", 438), ("28_bourquelot5-ref.txt", 40)],
)
def test_public_boards_of_colors_are_scored(name, joins):
    assert load(data_file(f"found/{name}")).board.score() == joins


@pytest.mark.parametrize(
    ("name", "pieces", "joins"),
    [
        ("19_38.txt", "18_pieces.txt", 95),
        ("49_bf_5_5_42.board.txt", "48_p_5_6_42.txt", 40),
        ("64_solution16.json", "63_pieces16.csv", 24),
    ],
)
def test_public_boards_of_piece_numbers_are_scored(name, pieces, joins):
    puzzle = load(data_file(f"found/{pieces}")).puzzle
    document = load(data_file(f"found/{name}"), ReadOptions(puzzle=puzzle))
    assert document.board.score() == joins


def test_a_rim_without_a_frame_is_refused():
    text = Source("pieces", "9 1 1 9\n" * 4)
    with pytest.raises(FormatError, match="without a frame has no rim"):
        read(text, ReadOptions(framed=False, rim="9"))
