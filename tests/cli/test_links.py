"""Files with many viewer links: a table of scores, and boards for the store."""

import json
import re

import pytest

from edgematch import catalog
from edgematch.board import Board
from edgematch.formats import Document, write
from shared_data import data_file

LINK = (
    "https://example.org/#puzzle=tiny&board_w=2&board_h=2&board_edges=abcaaadbcbaadaab"
)
CLUE = catalog.load("clue1").puzzle


def clue_link(placements):
    board = Board(CLUE, placements)
    return write(Document(CLUE, board), "link", allow_loss=True).text.strip()


FULL = clue_link([(cell, 35 - cell, 0) for cell in range(36)])
PARTIAL = clue_link([(0, 0, 2), (1, 5, 2)])


@pytest.fixture
def links(tmp_path):
    path = tmp_path / "links.md"
    path.write_text(
        f"# Boards\n- [one]({LINK})\n- {LINK[:-1]}\n- {FULL}\n- {PARTIAL}\n"
    )
    return path


def test_check_prints_a_row_for_each_link(edgematch, links):
    said = edgematch("check", links)
    assert said.status == 2
    assert "1 of 4 links cannot be scored" in said.err
    header, *rows = said.out.splitlines()
    assert header.split()[:3] == ["line", "score", "of"]
    assert rows[0].split() == ["2", "4", "4", "0", "4", "–", "yes", "tiny"]
    assert rows[1].split()[:3] == ["3", "–", "tiny:"]
    assert "15 letters" in rows[1]
    assert rows[3].split()[0] == "5"


def test_check_gives_the_same_facts_as_json(edgematch, links):
    facts = json.loads(edgematch("check", links, "--json").out)
    assert [each["line"] for each in facts] == [2, 3, 4, 5]
    assert facts[0]["score"] == 4
    assert "15 letters" in facts[1]["error"]
    assert (facts[3]["puzzle"], facts[3]["placed"]) == ("clue1", 2)


def test_check_ends_well_if_all_links_can_be_read(edgematch, tmp_path):
    path = tmp_path / "links.txt"
    path.write_text(f"{LINK}\n{LINK}\n")
    assert edgematch("check", path).status == 0
    assert edgematch("check", path, "--solution").status == 0
    assert edgematch("check", "-", "--solution", stdin=path.read_text()).status == 0
    path.write_text(f"{LINK}\n{FULL}\n")
    assert edgematch("check", path, "--solution").status == 1


def test_check_takes_the_puzzle_of_all_links(edgematch, links):
    said = edgematch("check", links, "--puzzle", "clue1", "--json")
    assert said.status == 2
    first, _, full, partial = json.loads(said.out)
    assert "2 × 2, the puzzle has 6 × 6" in first["error"]
    assert (full["placed"], partial["placed"]) == (36, 2)


def test_check_scores_a_partial_board_of_an_unknown_puzzle(edgematch):
    said = edgematch("check", LINK[:-4] + "aaaa")
    assert said.status == 0
    assert "the puzzle is not known" in said.err
    assert said.out.startswith("score    2 of 4\n")


def test_other_commands_take_one_link_only(edgematch, links):
    said = edgematch("draw", links)
    assert said.status == 2
    assert "4 links" in said.err


def test_best_lists_the_boards_of_links(edgematch, links, tmp_path):
    pair = "?puzzle=pair&board_w=2&board_h=1&board_edges=bcbbbbbd"  # c does not face d
    links.write_text(f"{pair}\n{links.read_text()}{LINK}\n")
    said = edgematch("best", links)
    assert said.status == 0
    assert said.out.splitlines() == [
        "joins",
        "  1. 4 of 4 joins match, line 3, tiny",
        "  2. 0 of 1 joins match, line 1, pair",
        "pieces",
        "  1. 4 of 4 pieces without a break, line 3, tiny",
        "prefix",
        "  1. 4 of 4 pieces in a clean prefix, line 3, tiny",
        "  2. 1 of 2 pieces in a clean prefix, line 1, pair",
    ]
    facts = json.loads(edgematch("best", links, "--json", "--goal", "pieces").out)
    assert [each["line"] for each in facts] == [3]
    out = tmp_path / "best.json"
    assert edgematch("best", links, "-o", out).status == 0
    assert json.loads(out.read_text())["found"] == {"line": 3, "name": "tiny"}
    assert edgematch("best", links, "--pictures", tmp_path / "pictures").status == 0
    assert (tmp_path / "pictures" / "1.png").exists()
    assert not (tmp_path / "pictures" / "2.png").exists()
    assert edgematch("best", links, "--store", tmp_path / "x.sqlite").status == 2


def test_best_adds_boards_of_links_to_the_store(edgematch, links, tmp_path):
    store = tmp_path / "new.sqlite"
    solved = tmp_path / "solved.url"
    edgematch("solve", "clue1", "-o", solved)
    links.write_text(links.read_text() + solved.read_text())
    said = edgematch("best", "clue1", "--add", links, "--store", store)
    assert said.status == 0
    assert "were added to the store" in said.err
    assert said.out.startswith("joins\n  1. 60 of 60 joins match, from ")
    again = edgematch("best", "clue1", "--store", store, "--json")
    assert json.loads(again.out)["joins"][0]["options"]["line"] == 6
    said = edgematch("best", "clue1", "--add", tmp_path / "none", "--store", store)
    assert said.status == 2


def test_info_names_the_puzzle_of_the_catalog(edgematch, tmp_path):
    path = tmp_path / "pieces.txt"
    renamed = [(w, n, e, 9 if s == 5 else s) for n, e, s, w in CLUE.pieces[::-1]]
    renamed = [tuple(9 if c == 5 else c for c in piece) for piece in renamed]
    path.write_text("6 6\n" + "\n".join(" ".join(map(str, p)) for p in renamed))
    known = json.loads(edgematch("info", path, "--json").out)["catalog"]
    assert (known["name"], known["wrong_pieces"]) == ("clue1", [])
    assert "these are the pieces of Clue puzzle 1" in edgematch("info", path).out
    other = edgematch("info", "two-set:4x4:2:2:seed=1", "--json")
    assert json.loads(other.out)["catalog"] is None


def test_the_link_of_the_record_in_its_own_lettering_scores_470(edgematch):
    text = data_file("boards/eternity2_records.json").read_text()
    letters = str.maketrans("abglqejotchmrfkpudinsvw", "abcdefghijklmnopqrstuvw")
    edges = json.loads(text)[0]["board_edges"].translate(letters)
    assert edges.startswith("ajra")
    link = (
        "https://e2.bucas.name/#puzzle=x&board_w=16&board_h=16"
        f"&board_edges={edges}&motifs_order=jblackwood"
    )
    for puzzle in (["--puzzle", "eternity2"], []):
        assert (
            json.loads(edgematch("check", link, *puzzle, "--json").out)["score"] == 470
        )


def test_every_command_takes_a_link_of_the_studio(edgematch, tmp_path):
    link = edgematch("convert", "scramble-squares", "--to", "studio-link").out.strip()
    assert edgematch("solve", link, "--engine", "row-scan").status == 0
    solved = tmp_path / "solved.json"
    edgematch("solve", link, "--engine", "row-scan", "-o", solved)
    full = edgematch("convert", solved, "--to", "studio-link").out.strip()
    assert edgematch("check", full, "--solution").status == 0
    assert edgematch("draw", full, "-o", tmp_path / "board.svg").status == 0
    cut = edgematch("check", full[:-2])
    assert cut.status == 2 and cut.err.count("link") == 1 and "damaged" in cut.err
    named = edgematch("info", "http://127.0.0.1:8130/#puzzle=clue1")
    assert named.out.startswith("name              clue1")


def test_check_says_whether_the_pieces_are_official_and_what_is_clean(edgematch):
    said = edgematch("check", FULL)
    lines = {line[:8].strip(): line[9:] for line in said.out.splitlines()}
    assert lines["known"].startswith("these are the pieces of Clue puzzle 1")
    assert "pieces without a break" in lines["clean"]
    facts = json.loads(edgematch("check", FULL, "--json").out)
    assert facts["known"]["name"] == "clue1"
    assert set(facts["clean_rows"]) == {"north", "east", "south", "west"}


def test_check_counts_the_hints_of_eternity_that_a_link_keeps(edgematch):
    five = catalog.load("eternity2-five-hints").puzzle
    board = Board(catalog.load("eternity2-no-hints").puzzle, five.hints)
    link = write(Document(board.puzzle, board), "link", allow_loss=True).text.strip()
    said = edgematch("check", link)
    assert "5 of 5 official hints kept: C3, C14, I8, N3, N14" in said.out
    table = edgematch("check", "-", stdin=f"{link}\n{link}\n")
    assert table.out.splitlines()[1].split()[5] == "5/5"


def test_boards_of_json_have_the_names_beside_them(edgematch, tmp_path):
    letters = LINK.partition("board_edges=")[2]
    entry = {"score": 4, "found_by": "Ann", "board_edges": letters}
    path = tmp_path / "boards.json"
    other = re.search("board_edges=([a-z]+)", FULL)[1]
    entries = [entry, {"found_by": 7, "board_edges": other}]
    path.write_text(json.dumps(entries, indent=1))
    rows = edgematch("check", path).out.splitlines()[1:]
    assert [row.split()[-1] for row in rows] == ["Ann", "no"]  # one without a name
