"""Whatever is wrong with the input: one line, exit status 2, no file touched."""

import os
import signal
from pathlib import Path
from random import Random

import pytest

from children import PATIENCE, program, wait_until, without_preparation
from edgematch import catalog
from edgematch.formats import FORMATS, Document, write
from edgematch.formats.sources import MAXIMUM_BYTES
from planted import planted_board

FULL_DISK = Path("/dev/full")
needs_a_full_disk = pytest.mark.skipif(
    not FULL_DISK.exists(), reason="this system has no /dev/full"
)

SOLVED = planted_board(4, 4, 4, 1)
PUZZLE_TEXTS = {
    name: write(Document(SOLVED.puzzle), name).text
    for name in ("record", "studio-link", "link", "puz", "table", "list", "bare-list")
} | {
    "scramble-squares": write(catalog.load("scramble-squares"), "scramble-squares").text
}
BOARD_TEXTS = {
    name: write(Document(SOLVED.puzzle, SOLVED), name).text
    for name in ("board-text", "owen-solution", "sol", "scramble-solution", "link")
}


def pick(random, text, symbols):
    return random.choice([i for i, letter in enumerate(text) if letter in symbols])


def with_a_letter_among_the_digits(text, random):
    position = pick(random, text, "123456789")
    return text[:position] + "@" + text[position + 1 :]


def with_a_huge_number(text, random):
    position = pick(random, text, "123456789")
    return text[:position] + "99999" + text[position + 1 :]


def cut_in_the_middle(text, random):
    return text[: random.randrange(len(text) // 4, len(text) * 3 // 4)]


def without_a_line(text, random):
    lines = text.splitlines(keepends=True)
    del lines[random.randrange(2, len(lines))]
    return "".join(lines)


def with_a_line_twice(text, random):
    lines = text.splitlines(keepends=True)
    place = random.randrange(2, len(lines))
    return "".join([*lines[:place], lines[place], *lines[place:]])


def with_a_null(text, random):
    position = random.randrange(len(text))
    return text[:position] + "\0" + text[position:]


def with_broken_utf8(text, random):
    position = random.randrange(len(text))
    return text[:position].encode() + b"\xff\xfe" + text[position:].encode()


MUTILATIONS = [
    with_a_letter_among_the_digits,
    with_a_huge_number,
    cut_in_the_middle,
    without_a_line,
    with_a_line_twice,
    with_a_null,
    with_broken_utf8,
]

# A link is a single line.
DOES_NOT_APPLY = {
    (link, mutilation)
    for link in ("link", "studio-link")
    for mutilation in ("without_a_line", "with_a_line_twice")
}
# A `.sol` may leave pieces out: a partial board.
DOES_NOT_APPLY |= {("sol", "without_a_line"), ("sol", "cut_in_the_middle")}
# The first digits of a link's name and size are free to be anything.
DOES_NOT_APPLY |= {
    ("link", "with_a_letter_among_the_digits"),
    ("link", "with_a_huge_number"),
    ("studio-link", "with_a_letter_among_the_digits"),
    ("studio-link", "with_a_huge_number"),
}


def mutilated_files():
    for kind, texts in (("puzzle", PUZZLE_TEXTS), ("board", BOARD_TEXTS)):
        for name, text in texts.items():
            for mutilate in MUTILATIONS:
                if (name, mutilate.__name__) in DOES_NOT_APPLY:
                    continue
                for seed in range(4):
                    random = Random(f"{kind} {name} {mutilate.__name__} {seed}")
                    yield pytest.param(
                        kind,
                        mutilate(text, random),
                        id=f"{name}-{mutilate.__name__}-{seed}",
                        marks=[pytest.mark.deep] * (seed > 1),
                    )


FILES = list(mutilated_files())


def test_there_are_two_hundred_mutilated_files():
    assert len(FILES) >= 200


def assert_refused(said, path=None):
    assert said.status == 2
    assert said.out == ""
    lines = [line for line in said.err.splitlines() if not line.startswith("note: ")]
    assert len(lines) == 1
    assert lines[0].startswith("edgematch: ")
    if path is not None:
        assert Path(path).name in lines[0]  # of a long path the middle is left out


@pytest.mark.parametrize(("kind", "text"), FILES)
def test_a_mutilated_file_gets_one_line(edgematch, tmp_path, kind, text):
    path, target = tmp_path / "broken", tmp_path / "out.json"
    path.write_bytes(text if isinstance(text, bytes) else text.encode())
    target.write_text("precious")
    puzzle = tmp_path / "puzzle.json"
    puzzle.write_text(PUZZLE_TEXTS["record"])
    about = ("--puzzle", puzzle) if kind == "board" else ()
    assert_refused(edgematch("convert", path, *about, "-o", target), path)
    for name in FORMATS:  # told the wrong format, a reader must not stumble either
        said = edgematch("convert", path, *about, "-o", target, "--from", name)
        assert_refused(said, path)
    assert target.read_text() == "precious"
    assert sorted(file.name for file in tmp_path.iterdir()) == [
        "broken",
        "out.json",
        "puzzle.json",
    ]


RECORD = (
    '{"format": "edgematch", "version": 1, "puzzle": {"rows": 1, "columns": 1,'
    ' "pieces": [[0, 0, 0, 0]]}, %s}'
)
NAMED = RECORD.replace('"rows"', '"name": "%s", "rows"').replace("}, %s}", "}}")
HOSTILE = {
    "nothing": "",
    "white space": " \n\t\n",
    "one word": "hello",
    "a book": "It was the best of times, it was the worst of times.\n" * 1000,
    "html": "<html><body>404</body></html>",
    "numbers": "1 2 3\n4 5 6\n",
    "one number": "7\n",
    "a negative color": "2 2\n0 1 2 0\n0 0 -3 1\n2 1 0 0\n3 0 0 1\n",
    "color 256": "2 2\n0 1 2 0\n0 0 256 1\n2 1 0 0\n3 0 0 1\n",
    "a fraction": "2 2\n0 1 2 0\n0 0 2.5 1\n2 1 0 0\n3 0 0 1\n",
    "33 columns": "33 1\n" + "1 1 1 1\n" * 33,
    "too few for its header": "2 2\n0 1 2 0\n0 0 3 1\n2 1 0 0\n",
    "duplicate ids": "1 0 1 2 0\n2 0 0 3 1\n2 2 1 0 0\n4 3 0 0 1\n",
    "ids with a gap": "1 0 1 2 0\n2 0 0 3 1\n3 2 1 0 0\n5 3 0 0 1\n",
    "ids from 5": "5 0 1 2 0\n6 0 0 3 1\n7 2 1 0 0\n8 3 0 0 1\n",
    "a list in JSON": "[1, 2, 3]",
    "an empty object": "{}",
    "another program's JSON": '{"format": "other", "version": 1, "puzzle": {}}',
    "a newer record": '{"format": "edgematch", "version": 2, "puzzle": {}}',
    "a record without pieces": (
        '{"format": "edgematch", "version": 1, "puzzle": {"rows": 1, "columns": 1}}'
    ),
    "rows in words": (
        '{"format": "edgematch", "version": 1,'
        ' "puzzle": {"rows": "one", "columns": 1, "pieces": []}}'
    ),
    "true for a number": (
        '{"format": "edgematch", "version": 1,'
        ' "puzzle": {"rows": 1, "columns": 1, "pieces": [[true, 0, 0, 0]]}}'
    ),
    "an unknown key": (
        '{"format": "edgematch", "version": 1, "puzzel": {},'
        ' "puzzle": {"rows": 1, "columns": 1, "pieces": [[0, 0, 0, 0]]}}'
    ),
    "a key twice": '{"format": "edgematch", "format": "edgematch"}',
    "deep JSON": '{"a":' * 100_000,
    "a number of 10,000 digits": '{"version": ' + "9" * 10_000 + "}",
    "a hint off the board": (
        '{"format": "edgematch", "version": 1, "puzzle": {"rows": 1, "columns": 1,'
        ' "pieces": [[0, 0, 0, 0]], "hints": [[1, 0, 0]]}}'
    ),
    "a link without edges": "#board_w=2&board_h=2",
    "a link with odd letters": "#board_w=1&board_h=1&board_edges=ab!d",
    "a link with capital letters": "#board_w=1&board_h=1&board_edges=aBcd",
    "a truncated link": "#board_w=2&board_h=2&board_edges=abcaaadbcbaada",
    "a link of no size": "#board_w=0&board_h=2&board_edges=",
    "a huge link": "#board_w=99999999&board_h=99999999&board_edges=abcd",
    "a link with short numbers": "#board_w=1&board_h=1&board_edges=bcde&board_pieces=1",
    "a link with wrong numbers": "#board_w=1&board_h=1&board_edges=bcde&board_pieces=9",
    "a link with a hole": "#board_w=1&board_h=2&board_edges=bcdeaaaa",
    "two links": "#board_w=1&board_h=1&board_edges=bcde\n" * 2,
    "a field twice": "#board_w=1&board_w=1&board_h=1&board_edges=bcde",
    "YAML that builds objects": "1: !!python/object/apply:os.system ['touch hacked']\n",
    "YAML that builds a side": "1: [!!python/name:os.system [a, +], [], [], []]\n",
    "YAML with an unknown tag": "1: !bear [[a, +], [a, -], [a, +], [a, -]]\n",
    "YAML bomb": (
        "a: &a [x, x]\n"
        + "".join(
            f"{b}: &{b} [*{a}, *{a}]\n"
            for a, b in zip("abcdefgh", "bcdefghi", strict=True)
        )
        + "1: *i\n"
    ),
    "a tile of three sides": "1: [[a, +], [a, -], [a, +]]\n",
    "a tile twice": "1: [[a, +], [a, -], [a, +], [a, -]]\n" * 2,
    "a tile with a wrong half": "1: [[a, +], [a, '*'], [a, +], [a, -]]\n",
    "three tiles": "".join(
        f"{n}: [[a, +], [a, '-'], [a, +], [a, '-']]\n" for n in (1, 2, 3)
    ),
    "deep YAML": "1: " + "[" * 50_000,
    "a long YAML": "".join(
        f"{n}: [[a, +], [b, +], [c, +], [d, +]]\n" for n in range(28_000)
    ),
    "a word of 300 kB": "a" * 300_000,
    "100,000 empty lines": "\n" * 100_000 + "x",
    "60,000 keys": "{" + ", ".join(f'"{n}": 1' for n in range(60_000)) + "}",
    "a list for a cell": RECORD % '"board": [[[1], 0, 0]]',
    "half a character": RECORD % '"found": {"x": "\\ud800"}',
    "not a number": RECORD % '"found": {"x": NaN}',
    "an infinite number": RECORD % '"found": {"x": 1e400}',
    "a name of two lines": NAMED % r"a\nb",
    "a name of 300 letters": NAMED % ("x" * 300),
    "rows of 4,000 digits": RECORD.replace('"rows": 1', '"rows": ' + "9" * 4000)
    % '"found": {}',
    "a tag on a number": "!!python/name:os.system 1: [[a, +], [a, +], [a, +], [a, +]]",
    "comments only": "# nothing\n# at all\n",
    "a sol without lines": "c nothing\n",
    "tabs in YAML": "1:\n\t- x\n",
    "a .puz with a wrong sign": "c x\n1 1\n1+ 2* 3 4\n",
    "a .puz with too few pieces": "c x\n2 1\n1+ 2 3 4\n",
}


SLOW = ("a long YAML", "60,000 keys", "100,000 empty lines")


@pytest.mark.parametrize(
    "text",
    [
        pytest.param(text, marks=pytest.mark.deep if name in SLOW else ())
        for name, text in HOSTILE.items()
    ],
    ids=HOSTILE.keys(),
)
def test_hostile_text_gets_one_line(edgematch, tmp_path, monkeypatch, text):
    monkeypatch.chdir(tmp_path)
    assert_refused(edgematch("info", "-", stdin=text), "standard input")
    for name in FORMATS:
        assert_refused(edgematch("info", "-", "--from", name, stdin=text))
        said = edgematch("check", "-", "--puzzle", "clue1", "--from", name, stdin=text)
        assert_refused(said)
    assert list(tmp_path.iterdir()) == []


def test_errors_name_the_line(edgematch):
    said = edgematch("info", "-", stdin="2 2\n0 1 2 0\n0 0 3\n2 1 0 0\n3 0 0 1\n")
    assert said.err == ("edgematch: standard input:3: expected 4 colors, got 3 words\n")


def test_a_record_with_a_bad_color_names_the_line_of_its_piece(edgematch, tmp_path):
    path = tmp_path / "a.json"
    lines = PUZZLE_TEXTS["record"].splitlines()
    line = lines.index('    "pieces": [') + 5
    lines[line] = "      [1, 2, 3, 300],"
    path.write_text("\n".join(lines))
    said = edgematch("info", path)
    assert said.err.endswith(
        f"a.json:{line + 1}: piece 5: color 300 is out of range; colors are 0 to 255\n"
    )


def test_a_binary_file_is_refused(edgematch, tmp_path):
    path = tmp_path / "picture.png"
    path.write_bytes(b"\x89PNG\r\n\x1a\n" + os.urandom(1000))
    said = edgematch("info", path)
    assert_refused(said, path)
    assert "not a text file" in said.err


def test_a_file_of_a_hundred_megabytes_is_refused_without_reading_it(
    edgematch, tmp_path
):
    path = tmp_path / "huge.txt"
    with path.open("wb") as stream:
        stream.truncate(100 * 2**20)
    said = edgematch("info", path)
    assert_refused(said, path)
    assert f"larger than {MAXIMUM_BYTES // 2**20} MB" in said.err


def test_missing_unreadable_and_odd_files_are_refused(edgematch, tmp_path):
    assert_refused(edgematch("info", tmp_path / "nothing.txt"))
    assert_refused(edgematch("info", tmp_path))  # a folder without tiles
    assert_refused(edgematch("info", "x" * 10_000))
    assert_refused(edgematch("check", "-", "--puzzle", "-", stdin="1/0"))


def test_tiles_that_are_no_pictures_are_refused(edgematch, tmp_path):
    (tmp_path / "tile_dict.yaml").write_text(
        "1: [[a, +], [a, '-'], [a, +], [a, '-']]\n"
    )
    (tmp_path / "1.png").write_bytes(b"not a picture")
    target = tmp_path / "out.svg"
    assert_refused(edgematch("draw", tmp_path, "-o", target))
    assert not target.exists()


def test_outputs_that_cannot_be_written_are_refused(edgematch, tmp_path):
    for target in (tmp_path / "no" / "folder.svg", tmp_path, "/proc/nothing.svg"):
        assert_refused(edgematch("draw", "clue1", "--as", "svg", "-o", target))


@needs_a_full_disk
def test_a_full_disk_is_said_in_one_line(edgematch):
    said = edgematch("draw", "clue1", "--as", "svg", "-o", "/dev/full")
    assert_refused(said, "/dev/full")
    assert "no space left" in said.err


def test_a_write_that_fails_leaves_the_old_file_and_nothing_else(
    edgematch, tmp_path, monkeypatch
):
    target = tmp_path / "board.svg"
    target.write_text("precious")

    def disk_is_full(descriptor):
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(os, "fsync", disk_is_full)
    assert_refused(edgematch("draw", "clue1", "-o", target), target)
    assert [file.name for file in tmp_path.iterdir()] == ["board.svg"]
    assert target.read_text() == "precious"


def test_a_reader_that_goes_away_is_no_error():
    with program(
        "draw", "gemp:32x32:9:seed=1", "--color", stdout=-1, stderr=-1
    ) as command:
        command.stdout.readline()
        command.stdout.close()
        assert command.stderr.read() == b""
        assert command.wait(PATIENCE) == -signal.SIGPIPE


@needs_a_full_disk
def test_standard_output_on_a_full_disk_is_said_in_one_line():
    with (
        FULL_DISK.open("wb") as full,
        program("draw", "clue1", stdout=full, stderr=-1) as command,
    ):
        assert command.stderr.read() == b"edgematch: no space left on device\n"
        assert command.wait(PATIENCE) == 2


def test_ctrl_c_ends_a_search_with_what_was_found(tmp_path):
    path = tmp_path / "hard.json"
    path.write_text(write(Document(planted_board(9, 9, 7, 1).puzzle), "record").text)
    run = tmp_path / "run.npz"
    arguments = ("solve", path, "--engine", "row-scan", "--json", "--checkpoint", run)
    often = ("--checkpoint-every", "0.1")
    with program(*arguments, *often, stdout=-1, stderr=-1) as command:
        wait_until(run.exists, command)  # it saves first when the search has started
        command.send_signal(signal.SIGINT)
        out, err = command.communicate(timeout=PATIENCE)
    assert (command.returncode, without_preparation(err)) == (130, "")
    assert b'"ended": "interrupted"' in out


@pytest.mark.parametrize(
    ("old", "new", "message"),
    [
        ('    "rows": 4,', '    "rows": 99,', "rows must be 1 to 32, not 99"),
        ('    "turnable": true,', '    "mates": [0, 2],', "mate"),
        (
            '    "turnable": true,',
            '    "hints": [[99, 1, 0]],',
            "hint: cell 99 is not on the 4 × 4 board",
        ),
    ],
)
def test_a_fault_of_a_record_names_its_own_line(edgematch, old, new, message):
    lines = PUZZLE_TEXTS["record"].splitlines()
    line = lines.index(old)
    lines[line] = new
    said = edgematch("info", "-", stdin="\n".join(lines))
    assert said.status == 2
    assert message in said.err
    if "mates" not in new:  # there a piece is at fault, and its line is named
        assert f"standard input:{line + 1}:" in said.err


def test_a_fault_of_a_placement_names_its_own_line(edgematch):
    text = write(Document(SOLVED.puzzle, SOLVED), "record").text
    lines = text.splitlines()
    place = lines.index('  "board": [') + 3
    lines[place] = "    [2, 99, 0],"
    said = edgematch("check", "-", stdin="\n".join(lines))
    assert f"standard input:{place + 1}: cell A3: there is no piece 100" in said.err


def test_a_closed_standard_input_is_said_in_one_line(edgematch, monkeypatch):
    from edgematch.cli import arguments

    class Closed:
        stdin = None

    monkeypatch.setattr(arguments, "sys", Closed)
    assert_refused(edgematch("info", "-"))


def test_a_name_as_long_as_a_name_can_be_is_written(edgematch, tmp_path):
    longest, longer = tmp_path / ("x" * 250 + ".json"), tmp_path / ("x" * 300 + ".json")
    assert edgematch("convert", "clue3", "-o", longest).status == 0
    assert_refused(edgematch("convert", "clue3", "-o", longer))


def test_a_link_in_a_circle_is_replaced_by_the_file(edgematch, tmp_path):
    circle = tmp_path / "circle.json"
    circle.symlink_to(circle)
    assert edgematch("convert", "clue3", "-o", circle).status == 0
    assert edgematch("info", circle).status == 0


def test_an_overwritten_file_keeps_its_mode(edgematch, tmp_path):
    target = tmp_path / "secret.json"
    target.write_text("old")
    target.chmod(0o600)
    assert edgematch("convert", "clue3", "-o", target).status == 0
    assert target.stat().st_mode & 0o777 == 0o600


@pytest.mark.parametrize(
    "arguments",
    [
        ("info", "clue1", "--columns", "garbage"),
        ("info", "clue1", "--from", "zz"),
        ("info", "clue1", "--size", "6x6"),
        ("info", "two-set:4x4:3:2:seed=1", "--unframed"),
        ("convert", "clue1", "--write-columns", "nswe"),
        ("convert", "clue1", "--puzzle", "eternity2", "--to", "list"),
        ("solve", "scramble-squares", "--all", "--solutions", "2"),
        ("solve", "scramble-squares", "--seconds", "nan"),
        ("solve", "scramble-squares", "-o", "no/such/folder.json"),
        ("solve", "scramble-squares", "-o", "board.url"),
        ("info", ""),
    ],
)
def test_options_that_would_do_nothing_are_refused(edgematch, arguments):
    assert_refused(edgematch(*arguments))


def test_the_rules_of_reading_reach_the_puzzle_named_apart(edgematch, tmp_path):
    board = planted_board(2, 3, 9, 1, framed=False)
    pieces, text = tmp_path / "six.txt", tmp_path / "six.board"
    rows = [" ".join(map(str, piece)) for piece in board.puzzle.pieces]
    pieces.write_text("\n".join(rows))
    text.write_text(write(Document(board.puzzle, board), "board-text").text)
    arguments = ("check", text, "--puzzle", pieces, "--solution")
    assert edgematch(*arguments, "--size", "2x3", "--unframed").status == 0
    assert_refused(edgematch(*arguments))


@pytest.mark.parametrize(
    ("name", "command"),
    [
        ("board.json", ("draw", "board.json", "-o", "board.json", "--as", "svg")),
        ("board.cnf", ("encode", "board.cnf", "-o", "./board.cnf")),
        ("m.dzn", ("encode", "m.dzn", "--from", "record", "-o", "m.mzn")),
    ],
)
def test_the_input_is_not_written_over(edgematch, tmp_path, monkeypatch, name, command):
    monkeypatch.chdir(tmp_path)
    text = edgematch("convert", "clue1").out
    (tmp_path / name).write_text(text)
    said = edgematch(*command)
    assert said.status == 2
    assert "name the same file" in said.err
    assert (tmp_path / name).read_text() == text
    assert [each.name for each in tmp_path.iterdir()] == [name]


def test_a_checkpoint_that_is_gone_on_from_is_not_written_over(edgematch, tmp_path):
    path = tmp_path / "run.npz"
    words = ("solve", "one-set:5x5:3:seed=1", "--engine", "row-scan", "--all")
    edgematch(*words, "--nodes", 200, "--checkpoint", path)
    before = path.read_bytes()
    said = edgematch(*words, "--nodes", 400, "--resume", path, "-o", path)
    assert said.status == 2
    assert "--resume and --output name the same file" in said.err
    assert path.read_bytes() == before


@pytest.mark.parametrize(
    ("options", "message"),
    [
        (("--at-most-one", "ladder"), "--at-most-one and --exactly apply to cnf"),
        (("--exactly", "sorting"), "--at-most-one and --exactly apply to cnf"),
        (("--preprocess",), "--preprocess needs --to cnf"),
    ],
)
@pytest.mark.parametrize("format", ["xcsp3", "opb"])
def test_what_is_about_clauses_is_refused_without_them(
    edgematch, format, options, message
):
    said = edgematch("encode", "clue1", "--to", format, *options)
    assert (said.status, said.out) == (2, "")
    assert message in said.err
