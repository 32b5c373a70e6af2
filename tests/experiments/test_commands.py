"""A plan by hand: run, gone on with, judged, summarised, drawn, exported."""

import csv
import io
import json
import re
import sqlite3
from contextlib import closing

import pytest

PLAN = """\
[plan]
title = "Small"

[limits]
seconds = 20

[[puzzles]]
recipe = "two-set:4x4:3-5:4"
seeds = "1-3"

[[puzzles]]
catalog = "scramble-squares"

[[engines]]
engine = "row-scan"

[[engines]]
engine = "row-scan"
label = "some"
limits = { nodes = 3 }

[[engines]]
engine = "row-scan"
label = "backbone"
task = "backbone"
classes = "two-set*"

[[encodings]]
encoding = "compact"
options = { at_most_one = "pairwise" }

[[blocks]]
classes = "two-set*"

[[plots]]
kind = "hardness"
file = "hardness.png"
measure = "nodes"
methods = ["row-scan", "some"]

[[plots]]
kind = "backbone"
file = "backbone.svg"
methods = ["backbone"]

[[plots]]
kind = "survival"
file = "survival.svg"
measure = "nodes"

[[plots]]
kind = "cactus"
file = "cactus.svg"
measure = "nodes"

[[plots]]
kind = "sorted"
file = "sorted.svg"
measure = "nodes"

[[plots]]
kind = "scatter"
file = "scatter.png"
measure = "nodes"
first = "row-scan"
second = "some"

[[plots]]
kind = "totals"
file = "totals.svg"
measure = "nodes"
methods = ["row-scan", "backbone"]
"""
RUNS = 10 + 10 + 9 + 10 + 9


@pytest.fixture(scope="module")
def folder(tmp_path_factory):
    from edgematch.cli.main import run

    folder = tmp_path_factory.mktemp("plan")
    (folder / "plan.toml").write_text(PLAN)
    assert run(["experiment", "run", str(folder / "plan.toml"), "--workers", "2"]) == 0
    return folder


@pytest.fixture
def plan(folder):
    return folder / "plan.toml"


def test_what_is_done_is_not_done_again(edgematch, plan):
    assert (
        edgematch("experiment", "run", plan).out == f"{RUNS} runs, 0 of them done now\n"
    )


@pytest.mark.deep
def test_another_seed_is_all_that_a_longer_plan_adds(edgematch, folder):
    longer = folder / "longer.toml"
    longer.write_text(PLAN.replace('"1-3"', '"1-4"'))
    records = folder / "plan.sqlite"
    said = edgematch("experiment", "run", longer, "--records", records, "--json")
    assert json.loads(said.out)["done_now"] == 3 * 5
    (folder / "longer.toml").unlink()


def test_the_referee_judges_stored_boards_again(edgematch, plan):
    said = edgematch("experiment", "status", plan, "--verify", "--json")
    facts = json.loads(said.out)
    assert said.status == 0
    assert facts["done"] == RUNS
    assert facts["methods"]["row-scan"] == {"found": 10}
    assert facts["methods"]["some"] == {"nodes": 10}
    assert facts["verified"]["problems"] == []
    assert facts["verified"]["solutions"] == 10 + 9
    assert facts["verified"]["best_boards"] == 10


def test_a_stored_board_that_was_tampered_with_is_found(edgematch, plan, tmp_path):
    copy = tmp_path / "copy.sqlite"
    with sqlite3.connect(plan.with_suffix(".sqlite")) as source:
        source.execute("VACUUM INTO ?", (str(copy),))
    source.close()
    with sqlite3.connect(copy) as database:
        identity, boards = database.execute(
            "SELECT identity, boards FROM records WHERE boards IS NOT NULL"
        ).fetchone()
        changed = json.loads(boards)
        first, second = changed[0][:2]
        first[1], second[1] = second[1], first[1]
        database.execute(
            "UPDATE records SET boards = ? WHERE identity = ?",
            (json.dumps(changed), identity),
        )
    database.close()
    said = edgematch("experiment", "status", plan, "--records", copy, "--verify")
    assert said.status == 1
    assert "wrong: " in said.out
    assert "a board is not a solution" in said.out


def test_tables(edgematch, plan):
    said = edgematch("experiment", "table", plan, "--measure", "nodes", "--json")
    header, *lines = json.loads(said.out)["table"]
    assert header[1:] == [
        *("two-set:4x4:3:4", "two-set:4x4:4:4", "two-set:4x4:5:4", "scramble-squares")
    ]
    facts = {
        (each["method"], each["class"]): each for each in json.loads(said.out)["cells"]
    }
    some = facts["some", "scramble-squares"]
    assert (some["value"], some["is_bound"], some["censored"], some["runs"]) == (
        3,
        True,
        1,
        1,
    )
    cells = {line[0]: line[1:] for line in lines}
    assert cells["some"] == ["> 3"] * 4
    assert int(cells["row-scan"][3]) > 3
    assert cells["backbone"][3] == ""
    said = edgematch("experiment", "table", plan, "--measure", "corner", "--interval")
    assert "[" in said.out
    said = edgematch(
        "experiment", "table", plan, "--measure", "clauses", "--figure", "mean"
    )
    assert "compact" in said.out
    said = edgematch(
        "experiment", "table", plan, "--against", "some", "--format", "markdown"
    )
    assert said.out.startswith("|  | two-set:4x4:3:4 |")
    assert edgematch("experiment", "table", plan, "--against", "x").status == 2
    assert edgematch("experiment", "table", plan, "--figure", "1.5").status == 2
    said = edgematch("experiment", "table", plan, "--transposed", "--format", "csv")
    assert said.out.startswith(",row-scan,some,backbone,")


@pytest.mark.deep
def test_every_plot_of_the_plan_is_drawn(edgematch, plan):
    assert edgematch("experiment", "plot", plan).status == 0
    for name in ("backbone", "survival", "cactus", "sorted", "totals"):
        assert "<svg" in (plan.parent / f"{name}.svg").read_text()
    for name in ("hardness", "scatter"):
        assert (plan.parent / f"{name}.png").read_bytes().startswith(b"\x89PNG")
    said = edgematch("experiment", "plot", plan, "--kind", "cactus")
    assert said.status == 2
    said = edgematch("experiment", "plot", plan, "--kind", "pie", "-o", "x.svg")
    assert said.status == 2


@pytest.mark.deep
def test_a_report_has_the_tables_and_plots_of_the_plan(edgematch, plan, tmp_path):
    assert edgematch("experiment", "report", plan, "--into", tmp_path).status == 0
    page = (tmp_path / "results.md").read_text()
    assert "how its runs ended" in page
    table = edgematch("experiment", "table", plan, "--format", "markdown").out
    assert table.strip() in page
    for name in re.findall(r"!\[.*\]\((.*)\)", page):
        assert (tmp_path / name).stat().st_size > 0


def test_records_go_out_as_csv_and_parquet(edgematch, plan, tmp_path):
    path = tmp_path / "records.csv"
    assert edgematch("experiment", "export", plan, "-o", path).status == 0
    rows = list(csv.DictReader(io.StringIO(path.read_text())))
    assert len(rows) == RUNS
    first = rows[0]
    assert (first["class"], first["method"]) == ("two-set:4x4:3:4", "row-scan")
    assert first["recipe"] == "two-set:4x4:3:4:seed=1"
    assert len(first["fingerprint"]) == 16
    assert json.loads(first["statistics"])["nodes"] == int(first["nodes"])
    assert float(first["processor_seconds"]) > 0
    assert int(first["peak_bytes"]) >= 0
    assert first["on_edgematch"]
    parquet = pytest.importorskip("pyarrow.parquet")
    path = tmp_path / "records.parquet"
    assert edgematch("experiment", "export", plan, "-o", path).status == 0
    table = parquet.read_table(path).to_pylist()
    assert [row["identity"] for row in table] == [row["identity"] for row in rows]
    assert [row["nodes"] for row in table] == [
        int(row["nodes"]) if row["nodes"] else None for row in rows
    ]
    assert edgematch("experiment", "export", plan, "-o", tmp_path / "x.xls").status == 2


def test_check_says_what_a_plan_asks_for(edgematch, plan):
    facts = json.loads(edgematch("experiment", "check", plan, "--json").out)
    assert facts["runs"] == RUNS
    assert facts["classes"]["two-set:4x4:3:4"] == 3
    assert "48 runs" in edgematch("experiment", "check", plan).out


def test_a_file_that_is_no_store_is_refused(edgematch, plan, tmp_path):
    other = tmp_path / "other.sqlite"
    other.write_bytes(b"no database at all, whatever its name says" * 50)
    said = edgematch("experiment", "run", plan, "--records", other)
    assert said.status == 2
    assert "not a database" in said.err
    with sqlite3.connect(other := tmp_path / "else.sqlite") as database:
        database.execute("CREATE TABLE addresses (name TEXT)")
    database.close()
    said = edgematch("experiment", "run", plan, "--records", other)
    assert said.status == 2
    assert "not a file of records" in said.err
    assert (
        edgematch("experiment", "status", plan, "--records", tmp_path / "n").status == 2
    )


@pytest.fixture
def records(plan, tmp_path):
    """Return a way to damage a copy of the records."""

    def damage(statement):
        copy = tmp_path / "damaged.sqlite"
        with closing(sqlite3.connect(plan.with_suffix(".sqlite"))) as source:
            source.execute("VACUUM INTO ?", (str(copy),))
        with closing(sqlite3.connect(copy)) as database:
            database.execute(statement)
            database.commit()
        return copy

    return damage


@pytest.mark.parametrize(
    ("statement", "command", "words"),
    [
        ("UPDATE records SET statistics = '{'", "table --measure depth", "damaged"),
        ("UPDATE records SET seconds = 'x'", "table --measure seconds", "not a number"),
        ("UPDATE environments SET content = '{'", "status", "damaged record"),
        ("DROP TABLE claims", "status", "no such table"),
    ],
)
def test_a_damaged_record_is_told_in_a_line(
    edgematch, plan, records, statement, command, words
):
    copy = records(statement)
    said = edgematch("experiment", *command.split(), plan, "--records", copy)
    assert (said.status, said.out) == (2, "")
    assert f"{copy.name}: " in said.err
    assert words in said.err


@pytest.mark.parametrize("boards", ["{", "5", "[5]", "[[[0, 1]]]"])
def test_boards_that_cannot_be_read_are_found(edgematch, plan, records, boards):
    copy = records(f"UPDATE records SET boards = '{boards}' WHERE boards IS NOT NULL")
    said = edgematch("experiment", "status", plan, "--records", copy, "--verify")
    assert said.status == 1
    assert said.out.count("wrong: ") == 19
    assert "boards are unreadable" in said.out


def test_a_file_with_damaged_pages_is_told_in_a_line(edgematch, plan, records):
    copy = records("SELECT 1")
    data = bytearray(copy.read_bytes())
    for place in range(4096, len(data), 512):
        data[place] ^= 0xFF
    copy.write_bytes(data)
    for command in ("status --verify", "status", "table", "export -o x.csv"):
        said = edgematch("experiment", *command.split(), plan, "--records", copy)
        assert said.status == 2
        assert f"{copy.name}: " in said.err
        assert said.err.count("\n") == 1


@pytest.mark.parametrize(
    ("command", "named"),
    [
        ("export -o {folder}/r.csv --records {folder}/r.csv", "the records"),
        ("export -o {folder}/plan.csv", "the plan"),
        (
            "plot --kind cactus -o {folder}/r.svg --records {folder}/r.svg",
            "the records",
        ),
    ],
)
def test_what_is_read_is_not_written_over(edgematch, tmp_path, command, named):
    plan = tmp_path / "plan.csv"
    for name in ("plan.csv", "r.csv", "r.svg"):
        (tmp_path / name).write_text(PLAN)
    words = command.format(folder=tmp_path).split()
    said = edgematch("experiment", words[0], plan, *words[1:])
    assert said.status == 2
    assert named in said.err
    assert " and --output name the same file" in said.err
    assert {each.read_text() for each in tmp_path.iterdir()} == {PLAN}


@pytest.mark.parametrize(
    ("command", "words"),
    [
        ("table --format csv --json", "--json and --format csv cannot be combined"),
        (
            "table --against some --interval",
            "--interval cannot be combined with --against",
        ),
        (
            "table --against some --figure mean",
            "--figure cannot be combined with --against",
        ),
        ("table --figure solved --interval", "there is no interval for solved"),
        ("table --measure node", "no record has 'node'; measures are nodes, "),
        ("plot --kind cactus --figure mean -o x.svg", "a cactus plot has no figure"),
        ("plot --kind pie -o x.svg", "no plot 'pie'"),
        ("run --cluster tcp://x:1 --workers 2", "use either --workers or --cluster"),
    ],
)
def test_options_that_say_nothing_are_refused(edgematch, plan, command, words):
    said = edgematch("experiment", *command.split(), plan)
    assert (said.status, said.out) == (2, "")
    assert words in said.err


def test_failed_runs_are_kept_until_there_is_where_to_do_them_again(
    edgematch, plan, records
):
    copy = records("UPDATE records SET status = 'crashed' WHERE solutions = 0")
    again = ("experiment", "run", plan, "--records", copy, "--again", "crashed")
    assert edgematch(*again, "--cluster", "nonsense").status == 2
    with closing(sqlite3.connect(copy)) as database:
        kept = database.execute("SELECT count(*) FROM records WHERE status = 'crashed'")
        assert kept.fetchone()[0] > 0
