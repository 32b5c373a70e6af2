"""Nine cardboard squares, as people type them into a text box."""

import json

import pytest

from edgematch.errors import FormatError
from edgematch.formats import Source, read
from planted import planted_board

NAMES = ("red", "blue", "green", "yellow")
LONG_NAMES = ("bear", "lion", "frog", "duck")  # as long as four letters for a piece
TURNED = planted_board(3, 3, 4, 7, framed=False, signed=True).puzzle


def squares(names=NAMES):
    """Return the squares as pairs of a motif and whether it is the head."""
    return [
        [(names[(color - 1) // 2], color % 2 == 1) for color in piece]
        for piece in TURNED.pieces
    ]


def written(write, separator=" ", names=NAMES):
    return [
        separator.join(write(*side) for side in square) for square in squares(names)
    ]


def letter(name, is_head):
    return name[0].upper() if is_head else name[0]


def word(name, is_head):
    return f"{name}-{'head' if is_head else 'tail'}"


def phrase(name, is_head):
    return word(name, is_head).replace("-", " ")


def number(name, is_head):
    return f"{NAMES.index(name) + 1}{'A' if is_head else 'B'}"


def numbered(form, rows):
    return "\n".join(form.format(n, row) for n, row in enumerate(rows, start=1))


def by_side(names, write, separator=", "):
    return "\n".join(
        separator.join(
            f"{side}: {write(*each)}" for side, each in zip(names, square, strict=True)
        )
        for square in squares()
    )


LETTERS = written(letter)
PACKED = written(letter, "")
LABELS = [f"{label}: {row}" for label, row in zip("ABCDEFGHI", LETTERS, strict=True)]
WORDS = [[word(*side) for side in square] for square in squares()]
WAYS = {
    "letters": "\n".join(LETTERS),
    "letters packed": "\n".join(PACKED),
    "one line": " ".join(PACKED),
    "blank lines between": "\n\n".join(LETTERS),
    "a grid of three": "\n".join(" ".join(PACKED[i : i + 3]) for i in (0, 3, 6)),
    "commas": "\n".join(written(letter, ",")),
    "slashes": "\n".join(written(letter, "/")),
    "hyphens": "\n".join(written(letter, "-")),
    "slashes between squares": " / ".join(LETTERS),
    "full stops": "\n".join(row + "." for row in LETTERS),
    "one side on each line": "\n\n".join(written(letter, "\n")),
    "numbers and colons": numbered("{}: {}", LETTERS),
    "numbers and full stops": numbered("{}. {}", LETTERS),
    "numbers and brackets": numbered("{}) {}", LETTERS),
    "number signs": numbered("#{} {}", LETTERS),
    "number signs after words": numbered("Piece #{}: {}", LETTERS),
    "squares with numbers": numbered("Square {}: {}", LETTERS),
    "numbers on lines of their own": numbered("Square {}\n{}", LETTERS),
    "squares with letters": "\n".join(LABELS),
    "tiles with letters": "\n".join(f"Tile {row}" for row in LABELS),
    "head and tail": "\n".join(written(word)),
    "head and tail, commas": "\n".join(written(word, ", ")),
    "head and tail as words": "\n".join(written(phrase, ", ")),
    "head and tail as words, numbered": numbered("{}. {}", written(phrase, ", ")),
    "head and tail as words, slashes": numbered("Piece {}) {}", written(phrase, " / ")),
    "head before the name": "\n".join(
        written(lambda name, is_head: f"{'head' if is_head else 'tail'} {name}", ", ")
    ),
    "head of": "\n".join(
        written(lambda name, half: f"{'head' if half else 'tail'} of {name}", ", ")
    ),
    "head in front": "\n".join(
        written(lambda name, half: f"{'H' if half else 'T'}-{name}", ", ")
    ),
    "one word": "\n".join(
        written(lambda name, half: f"{name}{'Head' if half else 'Tail'}")
    ),
    "signs": "\n".join(written(lambda name, half: f"{name}{'+' if half else '-'}")),
    "minus signs": "\n".join(
        written(lambda name, half: name + ("+" if half else "\N{MINUS SIGN}"))
    ),
    "upper and lower case": "\n".join(
        written(lambda name, half: name.upper() if half else name)
    ),
    "four letters in upper and lower case": "\n".join(
        written(lambda name, half: name.upper() if half else name, names=LONG_NAMES)
    ),
    "1A 1B": "\n".join(written(number)),
    "1A 1B, numbered": numbered("{}: {}", written(number, ", ")),
    "1A1B": "\n".join(written(number, "")),
    "1h 1t": "\n".join(
        written(lambda name, half: f"{NAMES.index(name)}{'h' if half else 't'}")
    ),
    "two letters, the half first": "\n".join(
        written(lambda name, half: f"{'H' if half else 'T'}{name[0]}")
    ),
    "N E S W": by_side("NESW", letter, " "),
    "N E S W with words": by_side("NESW", phrase),
    "sides on lines of their own": by_side(
        ("top", "right", "bottom", "left"), phrase, "\n"
    ),
    "a heading": "top,right,bottom,left\n" + "\n".join(written(word, ",")),
    "a heading in words": "sides: top right bottom left\n" + "\n".join(LETTERS),
    "prose": "Clockwise from the top:\n" + "\n".join(LETTERS),
    "a title and a size": "Frogs\n3 x 3\n" + "\n".join(LETTERS),
    "a table of Markdown": "| n | top | right | bottom | left |\n|--|--|--|--|--|\n"
    + numbered("| {} | {} |", written(word, " | ")),
    "JSON": json.dumps(WORDS),
    "JSON line by line": "\n".join(json.dumps(row) + "," for row in WORDS),
    "JSON with words": json.dumps(
        [[phrase(*side) for side in square] for square in squares()]
    ),
    "JSON packed": json.dumps(PACKED),
    "quotes": "\n".join(", ".join(f'"{each}"' for each in row) for row in WORDS),
}


@pytest.mark.parametrize("text", WAYS.values(), ids=WAYS)
def test_nine_squares_are_read_however_they_are_typed(text):
    puzzle = read(Source("pasted", text)).puzzle
    assert puzzle.fingerprint == TURNED.fingerprint


PLAIN = planted_board(3, 3, 6, 5, framed=False).puzzle
COLORS = ("orange", "light blue", "dark blue", "red", "light green", "gray")
PHRASES = [[COLORS[color] for color in piece] for piece in PLAIN.pieces]
COMMAS = [", ".join(row) for row in PHRASES]


@pytest.mark.parametrize(
    "text",
    [
        "\n".join(COMMAS),
        numbered("{}. {}", COMMAS),
        "\n".join(f"{c}: {row}" for c, row in zip("abcdefghi", COMMAS, strict=True)),
        "\n".join(json.dumps(row) for row in PHRASES),
        "\n".join(
            f"left {w}, top {n}, right {e}, bottom {s}" for n, e, s, w in PHRASES
        ),
        "; ".join(" ".join(row).replace("t ", "").replace("k ", "") for row in PHRASES),
        "\n\n".join("\n".join(row).replace(" ", "") for row in PHRASES),
    ],
    ids=["commas", "numbers", "letters", "JSON", "sides", "semicolons", "blocks"],
)
def test_colors_of_several_words_are_told_apart_by_commas(text):
    puzzle = read(Source("pasted", text)).puzzle
    assert puzzle.fingerprint == PLAIN.fingerprint


def test_colors_of_several_words_without_commas_are_refused_with_what_to_do():
    with pytest.raises(FormatError, match="commas"):
        read(Source("pasted", "\n".join(" ".join(row) for row in PHRASES)))


def test_one_line_of_too_many_words_is_refused_with_how_to_write_a_piece():
    with pytest.raises(FormatError, match="a piece is four colors") as refusal:
        read(Source("pasted", "\n".join("RbGyRbGy")))
    assert "\n" not in str(refusal.value)


def test_comments_with_numbers_stay_comments():
    text = "# 1 red blue green yellow\n" + WAYS["letters"]
    assert read(Source("pasted", text)).puzzle.fingerprint == TURNED.fingerprint
    with pytest.raises(FormatError, match="nothing but comments"):
        read(Source("pasted", "# 1 0 0 1 1\n# 2 0 0 1 1\n"))


def test_a_piece_whose_colors_are_nowhere_else_is_a_piece_in_a_short_list():
    text = "red blue green pink\na b c d\na b c d\nb a d c\n"
    assert read(Source("pasted", text)).puzzle.cells == 4
