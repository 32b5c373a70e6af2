"""generate, estimate and theory on the command line."""

import json

import pytest

from edgematch.generators import Recipe, generate
from edgematch.search import solve
from edgematch.search.uniqueness import has_one_solution
from edgematch.symmetry import canonical_picture

TWO_SET = (
    *("generate", "--model", "two-set", "--rows", "7", "--columns", "7"),
    *("--inner-colors", "7", "--frame-colors", "3", "--seed", "5"),
)


def test_generate_writes_the_puzzle_that_its_compact_name_names(edgematch, tmp_path):
    path = tmp_path / "puzzle.json"
    assert edgematch(*TWO_SET, "-o", path).status == 0
    record = json.loads(path.read_text())
    assert record["about"] == {"recipe": "two-set:7x7:7:3:seed=5"}
    assert "board" not in record
    by_file = json.loads(edgematch("info", path, "--json").out)
    by_name = json.loads(edgematch("info", "two-set:7x7:7:3:seed=5", "--json").out)
    assert by_file == by_name


def test_generate_takes_a_compact_name_and_options_replace_what_it_says(edgematch):
    name = "two-set:4x4:3:2:seed=5:hints=2"
    for options, recipe in (
        ((), name),
        (("--seed", "0", "--no-equal"), "two-set:4x4:3:2:seed=0:hints=2:no-equal"),
        (("--rows", "5"), "two-set:5x4:3:2:seed=5:hints=2"),
    ):
        said = edgematch("generate", name, *options)
        assert json.loads(said.out)["about"]["recipe"] == recipe


def test_generate_keeps_the_solution_when_asked(edgematch, tmp_path):
    path = tmp_path / "puzzle.json"
    assert edgematch(*TWO_SET, "--keep-solution", "-o", path).status == 0
    assert edgematch("check", path, "--solution").status == 0
    refused = edgematch(*TWO_SET, "--keep-solution", "--to", "list")
    assert (
        refused.err
        == "edgematch: format list cannot hold the solution; use --to record\n"
    )


def test_generate_many_into_a_folder(edgematch, tmp_path):
    said = edgematch(*TWO_SET, "--count", "3", "--to", "list", "-o", tmp_path / "many")
    assert said.status == 0
    assert sorted(path.name for path in (tmp_path / "many").iterdir()) == [
        f"two-set_7x7_7_3_seed={seed}.txt" for seed in (5, 6, 7)
    ]
    assert edgematch(*TWO_SET, "--count", "3").status == 2


def test_generate_takes_every_setting(edgematch):
    said = edgematch(
        *("generate", "--model", "gemp", "--rows", "4", "--inner-colors", "6"),
        *("--balanced", "--signed", "--fixed-turns", "--hints", "2"),
        *("--no-equal", "--no-symmetric"),
    )
    assert json.loads(said.out)["about"]["recipe"] == (
        "gemp:4x4:6:seed=0:hints=2:balanced:signed:fixed-turns:no-equal:no-symmetric"
    )


def test_generate_only_puzzles_with_a_single_solution(edgematch):
    arguments = ("generate", "--model", "one-set", "--rows", "4", "--inner-colors", "3")
    said = edgematch(*arguments, "--unique")
    unique = int(json.loads(said.out)["about"]["recipe"].split("seed=")[1])
    for seed in range(unique + 1):
        puzzle = generate(Recipe("one-set", 4, 4, 3, seed=seed)).puzzle
        found = solve(puzzle, solutions=None).solutions
        pictures = {canonical_picture(board) for board in found}
        assert (len(pictures) == 1) == (seed == unique)


def test_a_hint_that_looks_the_same_after_a_turn_does_not_hide_a_single_solution():
    for seed in range(40):
        board = generate(Recipe("gemp", 2, 2, 4, seed=seed)).planted
        found = solve(board.puzzle, solutions=None).solutions
        pictures = {canonical_picture(board) for board in found}
        assert has_one_solution(board.puzzle) == (len(pictures) == 1)
        hinted = board.puzzle.with_hints(board.placements[:1])
        found = solve(hinted, solutions=None).solutions
        pictures = {canonical_picture(each) for each in found}
        assert has_one_solution(hinted) == (len(pictures) == 1)


def test_a_class_without_single_solutions_is_given_up(edgematch):
    arguments = ("generate", "--model", "gemp", "--rows", "3", "--inner-colors", "2")
    said = edgematch(*arguments, "--unique", "--tries", "3", "--no-equal")
    assert said.status == 2
    alike = ("generate", "--model", "gemp", "--inner-colors", "1", "--unique", "--rows")
    assert edgematch(*alike, "3").status == 0  # one picture, of many boards
    assert "--no-equal" in edgematch(*alike, "11").err  # too many for one word of bits


@pytest.mark.parametrize(
    "arguments",
    [
        ("generate", "--random", "--keep-solution"),
        ("generate", "--count", "3", "-o", "puzzles.json"),
        ("generate", "-o", "folder/"),
        ("generate", "-o", ""),
        ("generate", "--tries", "5"),
        ("estimate", "clue1", "--engine", "row-scan"),
        ("estimate", "clue1", "--seed", "5"),
        ("estimate", "clue1", "--plot", "x.pdf"),
        ("theory", "transition", "--rows", "2", "--frame-colors", "2"),
        ("theory", "transition", "--rows", "4", "--frame-colors", "1000"),
    ],
)
def test_what_would_be_ignored_or_fail_later_is_refused(
    edgematch, arguments, tmp_path, monkeypatch
):
    monkeypatch.chdir(tmp_path)
    if arguments[0] == "generate":
        arguments += ("--model", "gemp", "--rows", "3", "--inner-colors", "3")
    said = edgematch(*arguments)
    assert (said.status, said.out, len(said.err.splitlines())) == (2, "", 1)
    assert list(tmp_path.iterdir()) == []


def test_a_huge_tree_is_sampled_without_infinity(edgematch):
    arguments = ("estimate", "gemp:16x16:5:seed=1", "--order", "rows", "--walks", "3")
    said = edgematch(*arguments, "--json")
    assert json.loads(said.out)["sampled"]["log10_nodes"] > 100
    assert "inf" not in edgematch(*arguments).out


def test_generate_lists_its_models(edgematch):
    lines = edgematch("generate", "--models").out.splitlines()
    assert [line.split()[0] for line in lines][:3] == ["gemp", "one-set", "two-set"]
    assert any(
        line.endswith("Tetravex: unframed, pieces are not turned") for line in lines
    )


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (("--rows", "3", "--inner-colors", "3"), "Missing option '--model'"),
        (("--model", "gemp", "--inner-colors", "3"), "Missing option '--rows'"),
        (("--model", "magic", "--rows", "3", "--inner-colors", "3"), "unknown model"),
        (("--model", "gemp", "--rows", "3", "--inner-colors", "0"), "at least 1 inner"),
        (("--model", "one-set", "--rows", "1", "--inner-colors", "2"), "1 × 1"),
        (
            ("--model", "gemp", "--rows", "2", "--inner-colors", "3", "--hints", "5"),
            "5 hints do not fit a board of 4 cells",
        ),
        (("eternity2",), "expected MODEL:ROWSxCOLUMNS:COLORS"),
        (("gemp:3x3:3", "--inner-colors", "0"), "at least 1 inner"),
    ],
)
def test_generate_refuses_impossible_parameters_in_one_line(
    edgematch, arguments, message
):
    said = edgematch("generate", *arguments)
    assert (said.status, said.out) == (2, "")
    assert message in said.err
    assert len(said.err.splitlines()) == 1


def test_a_bad_recipe_is_refused_wherever_a_puzzle_is_taken(edgematch):
    said = edgematch("solve", "two-set:7x7:7:seed=1")
    assert said.status == 2
    assert said.err == "edgematch: model two-set needs at least 1 frame color\n"


def test_estimate_compares_all_orders(edgematch):
    said = edgematch("estimate", "eternity2")
    assert said.out.startswith("expected solutions  14,702\n")
    assert "1.63 × 10^47    rows" in said.out
    facts = json.loads(edgematch("estimate", "eternity2", "--json").out)
    assert len(facts["orders"]) == 7
    assert facts["log10_nodes"] == facts["orders"][0]["log10_nodes"]


def test_estimate_says_what_it_does_not_know(edgematch):
    said = edgematch("estimate", "two-set:5x5:4:3:seed=5", "--order", "rows")
    planted, walks = said.err.splitlines()
    assert "a planted one is not counted" in planted
    assert "--walks" in walks
    walked = edgematch("estimate", "scramble-squares", "--walks", "50")
    assert "--walks" not in walked.err
    assert edgematch("estimate", "scramble-squares", "--json").err == ""


def test_estimate_of_one_order_gives_every_depth(edgematch):
    said = edgematch("estimate", "two-set:5x5:4:3:seed=5", "--order", "rows", "--json")
    facts = json.loads(said.out)
    assert facts["order"] == "rows"
    assert [step["depth"] for step in facts["depths"]] == list(range(1, 26))
    last = facts["depths"][-1]
    assert last["log10_nodes"] == pytest.approx(facts["log10_solutions"])
    assert last["log10_solutions"] == pytest.approx(0)


def test_estimate_of_what_cannot_be_solved_is_null(edgematch):
    said = edgematch("estimate", "-", "--json", stdin="2 1\n0 1 0 0\n0 2 0 0\n")
    assert json.loads(said.out)["log10_solutions"] is None
    assert (
        "expected solutions  0"
        in edgematch("estimate", "-", stdin="2 1\n0 1 0 0\n0 2 0 0\n").out
    )


def test_estimate_samples_the_tree(edgematch):
    arguments = ("estimate", "scramble-squares", "--order", "rows", "--walks", "500")
    facts = json.loads(edgematch(*arguments, "--json").out)
    low, high = facts["sampled"]["log10_interval"]
    assert 10**low < 3442 < 10**high
    assert "95 % interval" in edgematch(*arguments).out
    assert edgematch(*arguments, "--engine", "magic").status == 2


@pytest.mark.deep
@pytest.mark.parametrize(("ending", "start"), [("png", b"\x89PNG"), ("svg", b"<?xml")])
def test_the_charts_are_written(edgematch, tmp_path, ending, start):
    profile, chart = tmp_path / f"profile.{ending}", tmp_path / f"map.{ending}"
    assert edgematch("estimate", "clue1", "--plot", profile).status == 0
    assert edgematch("theory", "map", "-o", chart).status == 0
    for path in (profile, chart):
        assert path.read_bytes().startswith(start)
        first = path.read_bytes()
    assert edgematch("theory", "map", "-o", chart).status == 0
    assert chart.read_bytes() == first  # the same chart is the same file


def test_charts_of_another_kind_are_refused(edgematch, tmp_path):
    said = edgematch("theory", "map", "-o", tmp_path / "map.gif")
    assert (said.status, list(tmp_path.iterdir())) == (2, [])


def test_theory_transition_of_eternity_2(edgematch):
    arguments = ("theory", "transition", "--rows", "16", "--frame-colors", "5")
    assert "predicted transition  17 inner colors" in edgematch(*arguments).out
    facts = json.loads(edgematch(*arguments, "--json").out)
    assert facts["inner_colors"] == 17
    assert facts["critical_colors"] == pytest.approx(19.41, abs=0.01)
    assert edgematch("theory", "transition", "--rows", "1").status == 2


def test_theory_table_prints_the_blocks_of_the_paper(edgematch):
    assert "3 frame colors         4    0   -3   -6" in edgematch("theory", "table").out
    blocks = json.loads(edgematch("theory", "table", "--json").out)
    assert [block["side"] for block in blocks] == [6, 7, 8]


def test_estimate_walks_the_tree_of_another_engine(edgematch):
    arguments = ("estimate", "benoist:4x4:3:seed=1", "--walks", "50")
    said = edgematch(*arguments, "--engine", "blocks")
    assert "blocks, 50 walks" in said.out
    facts = json.loads(edgematch(*arguments, "--engine", "blocks", "--json").out)
    assert (facts["sampled"]["engine"], "order" in facts["sampled"]) == (
        "blocks",
        False,
    )
    refused = edgematch(*arguments, "--engine", "blocks", "--order", "rows")
    assert refused.status == 2
    assert "--order does not apply to engine blocks" in refused.err
