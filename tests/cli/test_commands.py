"""Each command by hand: what it prints, and how it ends."""

import json
import re

import pytest

from edgematch import catalog
from edgematch.cli.main import COMMANDS
from edgematch.formats import Document, write
from edgematch.version import __version__
from planted import planted_board
from shared_data import data_file

LINK = (
    "https://example.org/#puzzle=tiny&board_w=2&board_h=2"
    "&board_edges=abcaaadbcbaadaab&board_pieces=001002003004"
)
PIECES = "2 2\n0 1 2 0\n0 0 3 1\n2 1 0 0\n3 0 0 1\n"


def record_link(index):
    text = data_file("boards/eternity2_records.json").read_text()
    edges = json.loads(text)[index]["board_edges"]
    return f"https://example.org/#puzzle=x&board_w=16&board_h=16&board_edges={edges}"


@pytest.mark.parametrize("command", [(), *((name,) for name in COMMANDS)])
def test_every_help_text_has_an_example(edgematch, command):
    said = edgematch(*command, "--help")
    assert said.status == 0
    assert "Examples:\n    edgematch" in said.out or "Examples:\n    eval" in said.out


@pytest.mark.parametrize("command", COMMANDS)
def test_help_texts_name_numbers_by_their_meaning(edgematch, command):
    said = edgematch(command, "--help")
    assert not re.search("INTEGER|FLOAT|RANGE|x>=|<=x", said.out)


def test_a_number_out_of_bounds_is_refused_with_the_bounds(edgematch):
    for value, bounds in (("0", "1 to 256"), ("257", "1 to 256"), ("x", "whole")):
        said = edgematch("solve", "clue1", "--threads", value)
        assert said.status == 2
        assert bounds in said.err
    for value in ("-1", "inf", "nan", "x"):
        assert edgematch("solve", "clue1", "--seconds", value).status == 2


def test_the_version_is_that_of_the_package(edgematch):
    assert edgematch("--version").out == f"edgematch, version {__version__}\n"


def test_the_catalog_lists_every_puzzle(edgematch):
    said = edgematch("catalog")
    assert [line.split()[0] for line in said.out.splitlines()] == list(catalog.names())
    assert len(json.loads(edgematch("catalog", "--json").out)) == len(catalog.names())


def test_the_catalog_tells_about_one_puzzle(edgematch):
    assert "blocks 2x2 in one corner: 1312" in edgematch("catalog", "eternity2").out
    facts = json.loads(edgematch("catalog", "eternity2", "--json").out)
    assert facts["known"]["blocks_2x2_in_one_corner"] == 1312


def test_info_of_eternity_2(edgematch):
    facts = json.loads(edgematch("info", "eternity2", "--json").out)
    assert facts["kinds"] == {"corner": 4, "border": 56, "inner": 196}
    assert facts["hints"] == [{"cell": "I8", "piece": 139, "turn": 2}]
    assert facts["findings"] == []
    assert (
        "hints             I8 piece 139 turned by 2"
        in edgematch("info", "eternity2").out
    )


def test_info_lists_devices_and_takes_no_puzzle_then(edgematch):
    facts = json.loads(edgematch("info", "--devices", "--json").out)
    assert facts["cpu"]["cores"] >= 1
    assert bool(facts["gpus"]) == (facts["no_gpu"] is None)
    assert edgematch("info", "--devices").out.startswith("cpu    ")
    for words in ((), ("--devices", "clue1")):
        said = edgematch("info", *words)
        assert (said.status, "PUZZLE" in said.err) == (2, True)


def test_info_reports_what_makes_a_puzzle_unsolvable(edgematch):
    said = edgematch("info", "-", stdin=PIECES.replace("3 0 0 1", "4 0 0 1"))
    assert said.status == 0
    assert "unsolvable        color 3 occurs an odd number of times: 1" in said.out


def test_info_says_which_column_order_was_taken(edgematch):
    said = edgematch("info", "-", stdin=PIECES)
    assert said.err.startswith("note: columns taken as nesw")
    assert edgematch("info", "-", "--columns", "nesw", stdin=PIECES).err == ""


def test_check_gives_470_for_the_first_record_board(edgematch):
    said = edgematch("check", record_link(0), "--puzzle", "eternity2", "--json")
    facts = json.loads(said.out)
    assert said.status == 0
    assert {key: facts[key] for key in ("placed", "joins", "score", "breaks")} == {
        "placed": 256,
        "joins": 480,
        "score": 470,
        "breaks": 10,
    }
    assert (facts["hints"], facts["hints_kept"]) == (1, 1)
    assert (facts["is_solution"], facts["problems"]) == (False, [])


def test_check_with_solution_refuses_the_first_record_board(edgematch):
    said = edgematch("check", record_link(0), "--puzzle", "eternity2", "--solution")
    assert said.status == 1
    assert "score    470 of 480" in said.out
    assert "problem  10 joins do not match" in said.out


def test_a_link_of_eternity_2_is_recognized_without_naming_the_puzzle(edgematch):
    said = edgematch("check", record_link(5), "--json")
    assert said.status == 0
    assert said.err.startswith("note: the pieces are those of eternity2-no-hints")
    assert json.loads(said.out)["score"] == 465


def test_a_link_with_pieces_of_its_own_says_so(edgematch):
    said = edgematch("check", LINK, "--solution")
    assert said.status == 0
    assert "the pieces are those of the link itself" in said.err
    assert "solution yes" in said.out


def test_a_broken_hint_makes_a_board_illegal(edgematch):
    said = edgematch("check", record_link(5), "--puzzle", "eternity2", "--json")
    assert said.status == 1
    (problem,) = json.loads(said.out)["problems"]
    assert problem == "the hint at I8, piece 139 turned by 2, is broken"


def test_check_of_a_partial_board(edgematch, tmp_path):
    (tmp_path / "pieces.txt").write_text(PIECES)
    board = "1/0 2/0\n3/0 ---/-\n"
    arguments = ("check", "-", "--puzzle", tmp_path / "pieces.txt")
    assert edgematch(*arguments, stdin=board).status == 0
    said = edgematch(*arguments, "--solution", "--json", stdin=board)
    assert said.status == 1
    facts = json.loads(said.out)
    assert (facts["placed"], facts["joins"], facts["missing_pieces"]) == (3, 2, [4])
    assert facts["problems"] == ["1 of 4 cells are empty"]


def test_check_needs_a_board(edgematch):
    said = edgematch("check", "clue1")
    assert said.status == 2
    assert (
        said.err == "edgematch: clue1 is a puzzle without a board: nothing to check\n"
    )


def test_convert_goes_by_the_ending_of_the_output(edgematch, tmp_path):
    for name, start in (
        ("a.json", "{"),
        ("a.csv", "piece,north"),
        ("a.txt", "6 6"),
        ("a.puz", "c edgematch"),
        ("a.url", "https://"),
    ):
        assert edgematch("convert", "clue1", "-o", tmp_path / name).status == 0
        assert (tmp_path / name).read_text().startswith(start)
        facts = json.loads(edgematch("info", tmp_path / name, "--json").out)
        assert facts["fingerprint"] == catalog.load("clue1").puzzle.fingerprint
    assert edgematch("convert", "clue1", "-o", tmp_path / "a.exe").status == 2


def test_convert_writes_the_columns_asked_for(edgematch):
    said = edgematch(
        "convert", "-", "--to", "list", "--write-columns", "bltr", stdin=PIECES
    )
    assert said.out == "2 2\n2 0 0 1\n3 1 0 0\n0 0 2 1\n0 1 3 0\n"


def test_convert_refuses_to_lose_a_hint_unless_told(edgematch, tmp_path):
    target = tmp_path / "pieces.csv"
    said = edgematch("convert", "eternity2", "-o", target)
    assert said.status == 2
    assert said.err == (
        "edgematch: format table has no room for 1 hint"
        " (--allow-loss writes what fits)\n"
    )
    assert not target.exists()
    assert edgematch("convert", "eternity2", "-o", target, "--allow-loss").status == 0
    assert len(target.read_text().splitlines()) == 257


def test_convert_lists_its_formats(edgematch):
    from edgematch.formats import FORMATS

    lines = edgematch("convert", "--formats").out.splitlines()
    assert [line.split()[0] for line in lines] == list(FORMATS)


def test_a_board_goes_from_link_to_text_and_back(edgematch, tmp_path):
    board = tmp_path / "board.txt"
    link = record_link(0)
    said = edgematch(
        "convert", link, "--puzzle", "eternity2", "--to", "board-text", "-o", board
    )
    assert said.status == 0
    back = edgematch("convert", board, "--puzzle", "eternity2", "--to", "link")
    assert link.split("board_edges=")[1] in back.out


def test_a_folder_of_tiles_is_written_read_solved_and_drawn(edgematch, tmp_path):
    folder, solved = tmp_path / "tiles", tmp_path / "solved.json"
    arguments = (
        "convert",
        "scramble-squares",
        "--to",
        "scramble-squares",
        "-o",
        folder,
    )
    assert edgematch(*arguments).status == 0
    assert len(list(folder.glob("*.png"))) == 9
    assert edgematch("solve", folder, "-o", solved).status == 0
    assert edgematch("check", solved, "--puzzle", folder, "--solution").status == 0
    for name, item in (
        ("unsolved.png", [folder]),
        ("solved.png", [solved, "--puzzle", folder]),
    ):
        assert edgematch("draw", *item, "-o", tmp_path / name).status == 0
        assert (tmp_path / name).read_bytes().startswith(b"\x89PNG")
    again = edgematch(*arguments)
    assert again.status == 2
    assert "exists and is not empty" in again.err


@pytest.mark.parametrize(
    ("name", "start"), [("a.svg", b"<svg"), ("a.png", b"\x89PNG"), ("a.pdf", b"%PDF")]
)
def test_draw_goes_by_the_ending_of_the_output(edgematch, tmp_path, name, start):
    for item in ("clue1", LINK):
        target = tmp_path / name
        assert edgematch("draw", item, "-o", target).status == 0
        assert start in target.read_bytes()[:100]


def test_draw_prints_text_without_colors_into_a_pipe(edgematch):
    plain = edgematch("draw", LINK)
    assert "\x1b" not in plain.out
    assert "A1" not in plain.out
    assert "\x1b[" in edgematch("draw", LINK, "--color").out


def test_draw_of_pieces_is_not_the_board(edgematch):
    assert edgematch("draw", LINK, "--pieces").out != edgematch("draw", LINK).out


def test_solve_finds_a_board_that_check_accepts(edgematch, tmp_path):
    target = tmp_path / "solved.json"
    said = edgematch("solve", "scramble-squares", "-o", target)
    assert said.status == 0
    assert "1 solution" in said.out
    assert edgematch("check", target, "--solution").status == 0
    found = json.loads(target.read_text())["found"]
    assert (found["engine"], found["ended"]) == ("auto", "found")
    assert (found["seed"], found["options"]) == (0, {})
    assert found["version"] == __version__
    assert {"nodes", "seconds"} <= set(found)


def test_solve_all_of_scramble_squares_as_json(edgematch):
    said = edgematch(
        "solve", "scramble-squares", "--all", "--json", "--engine", "row-scan"
    )
    facts = json.loads(said.out)
    assert said.status == 0
    assert (facts["solutions"], len(facts["boards"]), facts["ended"]) == (
        4,
        4,
        "exhausted",
    )
    assert facts["nodes"] == facts["statistics"]["nodes"] == 3442


def test_solve_proves_that_there_is_no_solution(edgematch):
    puzzle = "one-set:4x4:4:seed=1:random:balanced"
    said = edgematch("solve", puzzle)
    assert said.status == 20
    assert "no solution: the whole space was searched" in said.out


@pytest.mark.parametrize("command", ["solve", "count"])
def test_what_counting_proves_unsolvable_is_not_searched(edgematch, command):
    pieces = PIECES.replace("3 0 0 1", "4 0 0 1")
    reason = "color 4 occurs an odd number of times"
    assert reason in edgematch("info", "-", stdin=pieces).out
    said = edgematch(command, "-", stdin=pieces)
    assert said.status == 20
    assert "no solution" in said.out
    assert reason in said.out
    facts = json.loads(edgematch(command, "-", "--json", stdin=pieces).out)
    assert (facts["ended"], facts["nodes"]) == ("exhausted", 0)
    assert any(reason in each for each in facts["findings"])
    assert reason in facts["note"]


def test_solve_undecided_is_neither(edgematch, tmp_path):
    puzzle = planted_board(8, 8, 5, 3).puzzle
    path = tmp_path / "puzzle.json"
    path.write_text(write(Document(puzzle), "record").text)
    said = edgematch("solve", path, "--nodes", "100")
    assert said.status == 3
    assert "undecided, stopped by: nodes" in said.out
    assert edgematch("count", path, "--nodes", "100").status == 3


def test_a_limit_met_before_the_last_solution_is_undecided(edgematch):
    pieces = "2 2\n" + "0 1 1 0\n" * 4
    words = ("solve", "-", "--engine", "row-scan", "--nodes", "6")
    first = edgematch(*words, stdin=pieces)
    assert ("1 solution" in first.out, first.status) == (True, 0)
    some = edgematch(*words, "--solutions", "24", stdin=pieces)
    assert ("solution" in some.out, some.status) == (True, 3)
    fewer = edgematch("solve", "-", "--solutions", "99", stdin=pieces)
    assert ("24 solutions, all there are" in fewer.out, fewer.status) == (True, 0)


@pytest.mark.parametrize(
    ("puzzle", "limits", "status"),
    [
        ("scramble-squares", (), 10),
        ("one-set:4x4:4:seed=1:random:balanced", (), 20),
        ("eternity2", ("--nodes", "9"), 0),
    ],
)
def test_the_status_of_sat_solvers_is_an_option(edgematch, puzzle, limits, status):
    assert edgematch("solve", puzzle, "--sat-status", *limits).status == status


def test_an_optimum_that_was_asked_for_and_not_reached_is_undecided(edgematch):
    words = ("optimize", "clue1", "--no-store", "--nodes", "200")
    assert edgematch(*words).status == 0
    assert edgematch(*words, "--target", "1").status == 0
    assert edgematch(*words, "--target", "60").status == 3
    assert edgematch(*words, "--prove").status == 3
    none = "one-set:4x4:4:seed=1:random:balanced"
    words = ("optimize", none, "--no-store", "--engine", "exact")
    assert edgematch(*words).status == 0
    assert edgematch(*words, "--prove").status == 0
    assert edgematch(*words, "--target", "24").status == 20


def test_solve_shows_ten_solutions_and_counts_the_rest(edgematch):
    said = edgematch("solve", "-", "--all", stdin="2 2\n" + "0 1 1 0\n" * 4)
    assert "… and 14 more" in said.out
    assert "24 solutions, all there are" in said.out


def test_count_tells_all_four_ways_of_counting(edgematch):
    said = edgematch("count", "-", stdin="2 2\n" + "0 1 1 0\n" * 4)
    assert said.status == 0
    assert said.out.splitlines()[:4] == [
        "boards                  24",
        "pictures                1",
        "boards up to symmetry   6",
        "pictures up to symmetry 1",
    ]


@pytest.mark.parametrize("engine", ["row-scan", "consistency"])
@pytest.mark.parametrize("command", ["solve", "count"])
def test_nodes_by_depth_are_shown(edgematch, command, engine):
    asked = (command, "one-set:4x4:4:seed=2", "--engine", engine)
    asked += ("--all",) * (command == "solve")
    facts = json.loads(edgematch(*asked, "--depths", "--json").out)
    assert sum(facts["depths"]) == facts["nodes"]
    assert "depths" not in json.loads(edgematch(*asked, "--json").out)
    lines = edgematch(*asked, "--depths").out.splitlines()
    table = [line.split() for line in lines[lines.index("depth  nodes") + 1 :]]
    reached = [nodes for nodes in facts["depths"] if nodes]
    assert table == [[str(at), f"{n:,}"] for at, n in enumerate(reached, 1)]


@pytest.mark.parametrize("command", ["solve", "count"])
def test_row_scan_tells_the_depths_where_no_engine_is_named(edgematch, command):
    facts = json.loads(
        edgematch(command, "one-set:4x4:4:seed=2", "--depths", "--json").out
    )
    assert facts["engine"] == "row-scan"
    assert sum(facts["depths"]) == facts["nodes"]


def test_engines_without_depths_are_refused(edgematch):
    said = edgematch("solve", "scramble-squares", "--engine", "blocks", "--depths")
    assert said.status == 2
    assert "engine blocks does not report its nodes by depth" in said.err
    cluster = ("--engine", "row-scan", "--depths", "--cluster", "tcp://nowhere:1")
    said = edgematch("count", "scramble-squares", *cluster)
    assert said.status == 2
    assert "--cluster cannot be combined with --depths" in said.err


def test_a_count_that_was_stopped_tells_only_what_was_found(edgematch):
    equal = "2 2\n" + "0 1 1 0\n" * 4
    said = edgematch("count", "-", "--nodes", "3", "--json", stdin=equal)
    facts = json.loads(said.out)
    assert (facts["is_complete"], facts["boards"]) == (False, facts["solutions"])
    assert facts["pictures"] is facts["pictures_up_to_symmetry"] is None
    said = edgematch("count", "-", "--nodes", "3", stdin=equal)
    assert "pictures" not in said.out
    assert "there may be more" in said.out


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (("--engine", "magic"), "no engine 'magic'"),
        (("--option", "order"), "expected KEY=VALUE for an option, got 'order'"),
        (("--option", "color=red"), "engine auto has no option 'color'"),
        (
            ("--engine", "row-scan", "--option", "order=zigzag"),
            "option order must be one of auto, rows, ",
        ),
        (
            ("--engine", "consistency", "--option", "level=half"),
            "option level must be one of full, partial, sides, not 'half'",
        ),
        (
            ("--engine", "consistency", "--option", "color_matching=true"),
            "color_matching needs a framed puzzle",
        ),
        (("--solutions", "0"), "0 is out of range"),
        (("-o", "x.puz"), "format puz has no room for a board; use one of .json"),
    ],
)
def test_solve_refuses_what_it_does_not_know(edgematch, arguments, message):
    said = edgematch("solve", "scramble-squares", *arguments)
    assert said.status == 2
    assert message in said.err
    assert said.out == ""


def test_solve_takes_the_options_of_the_engine(edgematch):
    scan = ("--engine", "row-scan")
    said = edgematch(
        "solve", "scramble-squares", *scan, "--option", "order=spiral-out", "--json"
    )
    assert json.loads(said.out)["solutions"] == 1


def test_solve_says_what_it_chose_and_why(edgematch):
    said = edgematch("solve", "scramble-squares")
    assert "auto: row-scan in plain Python" in said.out


@pytest.mark.parametrize("engine", ["auto", "row-scan", "consistency"])
def test_a_seed_changes_the_way_and_not_the_answer(edgematch, engine):
    command = ("solve", "scramble-squares", "--json", "--engine", engine)
    plain, same, *others = (
        json.loads(edgematch(*command, "--seed", seed).out) for seed in (0, 0, 7, 8, 9)
    )
    assert plain["nodes"] == same["nodes"]
    assert {each["nodes"] for each in others} != {plain["nodes"]}
    assert all(each["solutions"] == 1 for each in others)


@pytest.mark.parametrize("shell", ["zsh", "fish"])
def test_completion_prints_a_script(edgematch, shell):
    assert "_EDGEMATCH_COMPLETE" in edgematch("completion", shell).out


def test_a_misspelled_name_gets_a_suggestion(edgematch):
    assert "did you mean eternity2?" in edgematch("info", "eternety2").err


def test_size_and_turns_can_be_given(edgematch):
    said = edgematch(
        "info", "-", "--size", "3x4", "--fixed-turns", "--json", stdin="1 1 1 1\n" * 12
    )
    facts = json.loads(said.out)
    assert (facts["rows"], facts["columns"], facts["turnable"]) == (3, 4, False)
    assert edgematch("info", "clue1", "--size", "big").status == 2


def test_solve_to_the_standard_output_prints_the_record_alone(edgematch):
    said = edgematch("solve", "scramble-squares", "-o", "-")
    assert json.loads(said.out)["found"]["engine"] == "auto"


def test_a_tile_file_is_written_as_a_file_when_its_name_says_so(edgematch, tmp_path):
    path = tmp_path / "tiles.yaml"
    assert edgematch("convert", "scramble-squares", "-o", path).status == 0
    assert path.read_text().startswith("1: [['yellow', '+']")


def test_missing_tile_pictures_are_drawn_and_the_sheet_shows_tiles(edgematch, tmp_path):
    folder = tmp_path / "tiles"
    to_tiles = ("convert", "scramble-squares", "--to", "scramble-squares", "-o", folder)
    assert edgematch(*to_tiles).status == 0
    whole = tmp_path / "whole.pdf"
    assert edgematch("draw", folder, "-o", whole).status == 0
    assert whole.read_bytes().count(b"/Subtype /Image") >= 9
    (folder / "3.png").unlink()
    assert edgematch("draw", folder, "-o", tmp_path / "a.png").status == 0


@pytest.mark.parametrize("name", catalog.names())
def test_every_catalog_puzzle_goes_through_every_format_that_holds_it(
    edgematch, tmp_path, name
):
    from edgematch.formats import FORMATS

    fingerprint = catalog.load(name).puzzle.fingerprint
    held = []
    for format in FORMATS.values():
        path = tmp_path / format.name
        said = edgematch("convert", name, "--to", format.name, "-o", path)
        if said.status == 2:
            assert "no room" in said.err
            continue
        facts = json.loads(edgematch("info", path, "--json").out)
        assert facts["fingerprint"] == fingerprint
        held.append(format.name)
    assert "record" in held
    if name == "eternity2-no-hints":
        lists = ["puz", "table", "list", "bare-list"]
        assert held == ["record", "studio-link", "link", *lists]


@pytest.mark.parametrize("command", ["info", "estimate", "draw", "catalog"])
@pytest.mark.parametrize("name", catalog.names())
def test_every_command_takes_every_catalog_puzzle(edgematch, command, name):
    assert edgematch(command, name).status == 0


@pytest.mark.parametrize("command", [(), ("theory",)])
def test_a_command_of_commands_called_alone_shows_its_help(edgematch, command):
    said = edgematch(*command)
    assert (said.status, said.err) == (0, "")
    assert said.out.startswith("Usage: edgematch")


@pytest.mark.deep
def test_all_solutions_that_are_asked_for_are_handed_out(edgematch, tmp_path):
    path = tmp_path / "one.txt"
    path.write_text("1 1 1 1\n" * 9)
    rules = (path, "--unframed", "--size", "3x3", "--json")
    facts = json.loads(edgematch("solve", *rules, "--solutions", 10_500).out)
    assert len(facts["boards"]) == 10_500
    facts = json.loads(
        edgematch("solve", *rules, "--solutions", 3000, "--up-to-symmetry").out
    )
    assert facts["solutions"] == len(facts["boards"]) == 3000
