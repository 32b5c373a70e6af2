"""Links of the studio: the same bytes in Python and on the page, nothing damaged."""

import base64
import json
import shutil
import subprocess
import zlib
from dataclasses import replace
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from children import PATIENCE
from edgematch import catalog
from edgematch.board import Board
from edgematch.errors import FormatError
from edgematch.formats import Document, ReadOptions, Source, read, write
from edgematch.inputs import load, puzzle_by_name
from edgematch.puzzle import Puzzle
from planted import partial_boards, planted_board, puzzles

CODEC = Path(__file__).parents[2] / "src/edgematch/web/static/state/link.js"
TINY = Puzzle(1, 2, [(0, 1, 0, 0), (0, 1, 0, 0)])
TINY_LINK = "http://127.0.0.1:8130/#packed=AQBMEQAAtrhcxA"
"""By hand, from the table of docs/formats.md: 01 004c110000 and a checksum."""


def link_of(puzzle, board=None):
    return write(Document(puzzle, board), "studio-link").text.strip()


def packed(data, version=1):
    """Return a link with a right checksum around anything."""
    data = bytes([version]) + data
    text = base64.urlsafe_b64encode(data + zlib.crc32(data).to_bytes(4, "big"))
    return f"#packed={text.decode().rstrip('=')}"


@given(partial_boards(), st.booleans())
def test_a_link_holds_every_puzzle_and_board_with_its_names(board, has_names):
    names = ["", "red", "Käfer", "a b"] if has_names else []
    puzzle = replace(board.puzzle, color_names=names)
    back = read(Source("x", link_of(puzzle, Board(puzzle, board.placements))))
    assert back.board == Board(puzzle, board.placements)
    assert (back.puzzle.name, back.puzzle.color_names) == (puzzle.name, tuple(names))
    assert load(link_of(puzzle)).board is None


def test_the_bytes_are_those_of_the_table():
    assert link_of(TINY) == TINY_LINK
    assert load(TINY_LINK).puzzle == TINY


@given(puzzles(), st.data())
def test_a_damaged_link_is_refused_in_one_line(puzzle, data):
    link = link_of(puzzle)
    start = link.index("packed=") + len("packed=")
    at = data.draw(st.integers(start, len(link) - 1))
    letter = data.draw(st.sampled_from("Aa0-_*.%").filter(lambda one: one != link[at]))
    for text in (
        link[:at],
        f"{link[:at]}{letter}{link[at + 1 :]}",
        f"{link[:at]}{letter}{link[at:]}",
    ):
        with pytest.raises(FormatError, match=r"damaged|later version"):
            load(text)


@given(st.binary(max_size=60), st.sampled_from([1, 129]))
def test_garbage_with_a_right_checksum_is_refused_or_a_puzzle(data, version):
    try:
        assert load(packed(data, version)).puzzle.cells
    except FormatError as error:
        assert "\n" not in str(error)


def test_other_versions_and_links_that_unpack_to_far_too_much_are_refused():
    with pytest.raises(FormatError, match="later version"):
        load(packed(bytes(20), version=2))
    stream = zlib.compressobj(9, zlib.DEFLATED, -15)
    bomb = stream.compress(bytes(1 << 24)) + stream.flush()
    with pytest.raises(FormatError, match="damaged"):
        load(packed(bomb, version=129))


def test_a_full_board_of_16_x_16_with_57_colors_has_at_most_2000_characters():
    board = planted_board(16, 16, 57, seed=1)
    names = ["rim", *(f"motif {number}" for number in range(1, 58))]
    puzzle = replace(board.puzzle, color_names=names)
    assert len(link_of(puzzle, Board(puzzle, board.placements))) <= 2000


@pytest.mark.parametrize("width", [30, 72])
@pytest.mark.parametrize("mark", ["", "> "])
def test_a_link_may_be_quoted_and_broken_over_lines(width, mark):
    board = planted_board(5, 5, 5, seed=2)
    link = link_of(board.puzzle, board)
    lines = [link[at : at + width] for at in range(30, len(link), width)]
    broken = f"<{link[:30]}" + "".join(f"{line}\n{mark}" for line in lines)
    for text in (f"<{link}>", f"  {link}.\n", f"{broken.rstrip('> ')}>"):
        assert load(Source("x", text)).board == board


def test_a_link_that_names_its_puzzle_is_read_with_it(tmp_path):
    assert load("http://host/#puzzle=clue1").puzzle == catalog.load("clue1").puzzle
    recipe = "two-set:4x4:3:2:seed=1"
    assert load(f"#puzzle={recipe}").puzzle == puzzle_by_name(recipe).puzzle
    assert load(f"#puzzle={recipe.replace(':', '%3A')}").about["recipe"] == recipe
    for name in ("no-such-puzzle", "two-set:4x4"):
        with pytest.raises(FormatError, match=name):
            load(f"#puzzle={name}")


@pytest.mark.parametrize("name", ["clue1", "two-set:4x4:3:2:seed=1"])
def test_the_board_of_a_named_puzzle_is_of_no_other(name):
    puzzle = puzzle_by_name(name).puzzle
    board = Board(puzzle, [(0, 1, 2), (5, 0, 3)])
    link = named_link(name, board)
    assert load(link).board == board
    assert load(link, ReadOptions(puzzle=puzzle)).board == board
    other = named_link(name, Board(catalog.load("eternity2").puzzle, [(0, 1, 2)]))
    with pytest.raises(FormatError, match="as this version"):
        load(other)
    with pytest.raises(FormatError, match="damaged"):
        load(link.replace(name, "clue3"))
    with pytest.raises(FormatError, match="not of the puzzle given"):
        load(link, ReadOptions(puzzle=catalog.load("clue3").puzzle))


def named_link(name, board):
    """Write a link by the table of docs/formats.md, with a number as bits."""
    puzzle = board.puzzle
    wide = (puzzle.cells - 1).bit_length()
    bits = f"{puzzle.rows - 1:05b}{puzzle.columns - 1:05b}11"
    bits += f"{int(puzzle.fingerprint[:8], 16):032b}"
    for cell in range(puzzle.cells):
        placement = board.at(cell)
        if placement is None:
            bits += "0"
        else:
            bits += f"1{placement.piece:0{wide}b}{placement.turn:02b}"
    bits += "0" * (-len(bits) % 8)
    data = b"\1" + int(bits, 2).to_bytes(len(bits) // 8, "big")
    data += zlib.crc32(name.encode() + data).to_bytes(4, "big")
    text = base64.urlsafe_b64encode(data).decode().rstrip("=")
    return f"http://127.0.0.1:8130/#puzzle={name}&board={text}"


def test_a_board_is_read_with_a_given_puzzle_and_no_other():
    board = planted_board(3, 3, 4, seed=1)
    link = link_of(board.puzzle, board)
    assert load(link, ReadOptions(puzzle=board.puzzle)).board == board
    hinted = board.puzzle.with_hints(board.placements[:1])
    assert load(link, ReadOptions(puzzle=hinted)).puzzle.hints
    with pytest.raises(FormatError, match="another puzzle than clue1"):
        load(link, ReadOptions(puzzle=catalog.load("clue1").puzzle))


def test_comments_and_viewer_links_are_no_links_of_the_studio():
    viewer = "https://x/#puzzle=mine&board_w=2&board_h=2&board_edges=abcaaadbcbaadaab"
    assert load(viewer).board.is_solution()
    listed = load(Source("x", "#puzzle=tiny\n2 1\n0 1 0 0\n0 1 0 0\n"))
    assert listed.puzzle.pieces == TINY.pieces


_SCRIPT = """
import { decodeLink, encodeLink } from "./link.js";
let text = "";
for await (const part of process.stdin) text += part;
const answers = [];
for (const { view, cells, link } of JSON.parse(text)) {
  answers.push([await encodeLink(view, cells), await decodeLink(link)]);
}
console.log(JSON.stringify(answers));
"""


def test_the_page_and_the_library_agree():
    node = shutil.which("node")
    if node is None:
        pytest.skip("node is not installed")
    boards = [
        planted_board(
            *[(1, 1), (3, 5), (16, 16), (2, 9)][seed % 4],
            colors=[1, 3, 57, 100][seed // 4 % 4],
            seed=seed,
            framed=seed % 3 > 0,
            signed=seed % 5 > 2,
            turnable=seed % 2 > 0,
            hints=seed % 2,
        )
        for seed in range(24)
    ]
    names = ["clue1" if seed % 7 == 3 else "" for seed in range(24)]
    asked = [
        {
            "view": {
                "puzzle": json.loads(write(Document(board.puzzle), "record").text)[
                    "puzzle"
                ],
                "facts": {"known_as": name, "fingerprint": board.puzzle.fingerprint},
            },
            "cells": [
                -1 if cell % 5 == 1 else 4 * piece + turn
                for cell, piece, turn in board.placements
            ],
            "link": link_of(board.puzzle, board),
        }
        for board, name in zip(boards, names, strict=True)
    ]
    done = subprocess.run(
        [node, "--input-type=module", "-e", _SCRIPT],
        cwd=CODEC.parent,
        input=json.dumps(asked).encode(),
        capture_output=True,
        timeout=PATIENCE,
        check=True,
    )
    for board, name, each, (link, seen) in zip(
        boards, names, asked, json.loads(done.stdout), strict=True
    ):
        options = ReadOptions(puzzle=board.puzzle if name else None)
        back = read(Source("x", f"#{link}"), options, "studio-link")
        assert back.puzzle == board.puzzle
        expected = [p for p in board.placements if p.cell % 5 != 1]
        assert back.board is None or list(back.board.placements) == expected
        assert back.board is not None or set(expected) == set(board.puzzle.hints)
        assert seen["puzzle"] == {
            key: value for key, value in each["view"]["puzzle"].items() if value != []
        }
        placed = [4 * piece + turn for _, piece, turn in board.placements]
        assert seen["cells"] == placed
