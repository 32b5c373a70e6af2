"""`edgematch blocks`, against Table 1 of Aspinall et al. (2 × 2 transformation)."""

import json
import runpy
from pathlib import Path

import pytest

from edgematch.techniques.blocks.tables import enumeration as block_listing
from shared_data import data_file


def counted(edgematch, *arguments):
    facts = json.loads(edgematch("blocks", *arguments, "--json").out)
    return tuple(facts[key] for key in ("corner", "edge", "inner", "patterns"))


def test_the_blocks_of_eternity_2(edgematch):
    # The paper's table says 5,824 corner blocks: two digits exchanged.
    assert counted(edgematch, "eternity2") == (5_248, 292_012, 4_059_952, 459)


@pytest.mark.parametrize(
    ("size", "counts"),
    [
        (10, (2_284, 58_392, 345_752, 180)),
        pytest.param(12, (3_548, 136_832, 1_041_240, 240), marks=pytest.mark.deep),
        pytest.param(14, (3_512, 169_592, 1_896_972, 375), marks=pytest.mark.deep),
        (16, (5_180, 290_864, 4_079_776, 459)),
    ],
)
def test_the_blocks_of_the_meta_10_puzzles(edgematch, size, counts):
    # Where these differ from the paper, docs/blocks.md says how.
    path = data_file(f"meta/meta_{size}x{size}.txt")
    assert counted(edgematch, path) == counts


@pytest.mark.deep
def test_the_paper_takes_blocks_together_by_their_patterns_from_any_side(capsys):
    path = data_file("meta/meta_10x10.txt")
    script = Path(__file__).parents[2] / "papers" / "aspinall" / "blocks" / "table1.py"
    runpy.run_path(str(script))["main"]([str(path)])
    line = capsys.readouterr().out.splitlines()[-1]
    assert line.endswith("| 2,280, 58,388, 345,710 | 2,280, 58,388, 342,046 |")


def test_blocks_are_counted_in_words_and_drawn(edgematch, tmp_path):
    chart = tmp_path / "patterns.svg"
    said = edgematch("blocks", "clue1", "--plot", chart)
    assert said.status == 0
    assert [line.split()[0] for line in said.out.splitlines()[:4]] == [
        *("corner", "edge", "inner", "patterns")
    ]
    assert chart.read_bytes().startswith(b"<?xml")


def test_every_side_inside_the_rim_has_a_pattern(edgematch):
    facts = json.loads(edgematch("blocks", "e2:6x6:6:3:seed=1", "--json").out)
    sides = sum(each["sides"] for each in facts["sides_by_pattern"])
    assert sides == 2 * facts["corner"] + 3 * facts["edge"] + 4 * facts["inner"]


def test_an_unframed_puzzle_has_inner_blocks_only(edgematch):
    corner, edge, inner, _ = counted(edgematch, "gemp:4x4:6:seed=1")
    assert (corner, edge) == (0, 0)
    assert inner > 0


@pytest.mark.parametrize(
    ("arguments", "reason"),
    [
        (("e2:5x5:6:3:seed=1",), "blocks of 2 × 2 do not fill a board of 5 × 5"),
        (("clue1", "--block", "4x4"), "blocks are 1 × 1 to 3 × 3, not 4 × 4"),
        (("clue1", "--plot", "patterns.gif"), "written as .png or .svg"),
    ],
)
def test_what_cannot_be_counted_is_refused_in_a_line(edgematch, arguments, reason):
    said = edgematch("blocks", *arguments)
    assert (said.status, said.out) == (2, "")
    assert reason in said.err


def test_more_blocks_than_memory_holds_are_refused_in_a_line(edgematch, monkeypatch):
    monkeypatch.setattr(block_listing, "MOST_PIECES", 400)
    said = edgematch("blocks", "clue1")
    assert (said.status, said.out) == (2, "")
    assert "too many to list; use smaller blocks" in said.err


def test_without_a_frame_a_block_counts_once(edgematch):
    said = edgematch("blocks", "scramble-squares", "--block", "1x1", "--json")
    facts = json.loads(said.out)
    assert facts["inner"] == 9 * 4
    assert sum(each["sides"] for each in facts["sides_by_pattern"]) == 9 * 4 * 4
