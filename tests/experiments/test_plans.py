"""Plans: what they ask for, and what is refused before anything runs."""

import pytest

from edgematch import catalog, formats
from edgematch.errors import FormatError
from edgematch.experiments.plan_files import read_plan
from edgematch.experiments.plan_files.lines import line_of, lines_of
from edgematch.numbering import shuffle_pieces

GOOD = """\
[plan]
title = "A try"
repetitions = 2

[limits]
seconds = 2
megabytes = 500

[[puzzles]]
recipe = "two-set:4x4:3-4:2"
seeds = "1-3"

[[puzzles]]
catalog = ["scramble-squares"]
class = "toys"

[[engines]]
engine = "row-scan"
seeds = [1, 2]

[[engines]]
engine = "consistency"
label = "PLA"
options = { level = "partial", cells = "dom" }
limits = { nodes = 1000, solutions = "all" }
classes = ["two-set*"]

[table]
measure = "nodes"

[[plots]]
kind = "cactus"
file = "cactus.svg"
"""


def plan_of(folder, text=GOOD):
    path = folder / "plan.toml"
    path.write_text(text)
    return read_plan(path)


def test_a_plan_is_all_its_combinations(tmp_path):
    plan = plan_of(tmp_path)
    assert [kind.label for kind in plan.classes] == [
        *("two-set:4x4:3:2", "two-set:4x4:4:2", "toys")
    ]
    assert [method.label for method in plan.methods] == ["row-scan", "PLA"]
    runs = list(plan.runs())
    assert len(runs) == plan.count == 2 * (7 * 2 + 6)
    assert len({run.identity for run in runs}) == len(runs)
    assert plan.methods[1].limits.nodes == 1000
    assert plan.methods[1].limits.solutions is None
    assert plan.methods[1].limits.seconds == 2.0
    assert plan.records == tmp_path / "plan.sqlite"


def test_a_list_of_values_of_an_option_makes_a_method_for_each(tmp_path):
    text = GOOD.replace('cells = "dom"', 'cells = ["dom", "chess"]')
    plan = plan_of(tmp_path, text)
    assert [method.label for method in plan.methods] == [
        *("row-scan", "PLA, dom", "PLA, chess")
    ]
    assert plan.methods[1].options == {"level": "partial", "cells": "dom"}
    plain = {run.identity for run in plan_of(tmp_path).runs()}
    assert plain < {run.identity for run in plan.runs()}
    plan = plan_of(tmp_path, text.replace('label = "PLA"\n', ""))
    assert plan.methods[2].label == "consistency(level=partial,cells=chess)"


def test_tables_of_the_report_have_the_settings_of_the_table_for_defaults(tmp_path):
    tables = '[[tables]]\nfigure = "mean"\n[[tables]]\nmeasure = "seconds"\n[[plots]]'
    plan = plan_of(tmp_path, GOOD.replace("[[plots]]", tables))
    assert plan.table == {"measure": "nodes"}
    assert plan.tables == (
        {"measure": "nodes", "figure": "mean"},
        {"measure": "seconds"},
    )


def test_pieces_of_files_are_shuffled_by_seed(tmp_path):
    text = GOOD.replace('class = "toys"', 'shuffle = "1-2"')
    plan = plan_of(tmp_path, text)
    toys = plan.classes[-1]
    assert toys.label == "scramble-squares"
    names = [f"scramble-squares:shuffle={seed}" for seed in (1, 2)]
    assert [source.name for source in toys.sources] == names
    puzzle = catalog.load("scramble-squares").puzzle
    assert toys.sources[1].load() == shuffle_pieces(puzzle, 2)
    contents = {source.content for source in toys.sources}
    assert len(contents) == 2
    again = plan_of(tmp_path, text).classes[-1]
    assert {source.content for source in again.sources} == contents
    both = text.replace("shuffle", 'class = "toys"\nshuffle')
    assert plan_of(tmp_path, both).classes[-1].label == "toys"


@pytest.mark.parametrize(
    ("old", "new", "line", "words"),
    [
        ('"row-scan"', '"row-scam"', 18, "no engine 'row-scam'"),
        ('cells = "dom"', 'cels = "dom"', 24, "no option 'cels'"),
        ('cells = "dom"', 'cells = "dum"', 24, "dum"),
        ('cells = "dom"', "cells = 3", 24, "option cells"),
        ('"partial"', '"parshal"', 24, "parshal"),
        (
            'catalog = ["scramble-squares"]',
            'files = ["no.txt"]',
            14,
            "no file 'no.txt'",
        ),
        ("scramble-squares", "scramble-square", 14, "did you mean scramble-squares?"),
        ("seconds = 2", "seconds = 0", 6, "more than 0"),
        ("seconds = 2", "seconds = -1", 6, "more than 0"),
        ("seconds = 2", "seconds = inf", 6, "more than 0"),
        ("seconds = 2", "", 5, "needs processor_seconds or seconds"),
        ("seconds = 2", "processor_seconds = 0", 6, "more than 0"),
        ("nodes = 1000", "processor_seconds = 9", 25, "limit all methods by one clock"),
        ("megabytes = 500", "megabytes = 0", 7, "from 1 on"),
        ("megabytes = 500", "megabytes = 999999999", 7, "this machine has"),
        ("nodes = 1000", "nodes = -5", 25, "from 1 on"),
        ("nodes = 1000", "notes = 5", 25, "did you mean nodes?"),
        ('solutions = "all"', 'solutions = "some"', 25, "whole number"),
        ("repetitions = 2", "repetitions = 0", 3, "from 1 to 10,000"),
        ("repetitions = 2", "repetition = 2", 3, "did you mean repetitions?"),
        ('seeds = "1-3"', 'seeds = "3-1"', 11, "expected seeds"),
        ('seeds = "1-3"', "seeds = [1, 1]", 11, "twice"),
        ("two-set:4x4:3-4:2", "two-set:4x4", 10, "expected MODEL"),
        ("two-set:4x4:3-4:2", "two-sat:4x4:3:2", 10, "two-sat"),
        ("two-set:4x4:3-4:2", "two-set:4x4:3:2:seed=4", 10, "beside the recipe"),
        ('classes = ["two-set*"]', 'classes = ["one*"]', 26, "no class matches"),
        ('label = "PLA"', 'label = "row-scan"', 21, "twice"),
        ("[[puzzles]]\nrecipe", "[puzzels]\nrecipe", 9, "did you mean puzzles?"),
        ('[[engines]]\nengine = "row', '[engine]\nengine = "row', 17, "engine"),
        ('measure = "nodes"', 'figure = "mode"', 29, "no figure 'mode'"),
        ('kind = "cactus"', 'kind = "pie"', 32, "no plot 'pie'"),
        ("cactus.svg", "cactus.gif", 31, ".png or .svg"),
        ("seconds = 2", "seconds = = 2", 6, "invalid value"),
        ("seconds = 2", "seconds = 1" + "0" * 400, 6, "at most a year"),
        ("seconds = 2", "seconds = 1e300", 6, "at most a year"),
        ("[limits]", "[[limits]]", 5, "write [limits] with single brackets"),
        ('catalog = ["scr', f'files = ["{"x" * 5000}", "scr', 14, "no file 'xxx"),
        ("repetitions = 2", "repetitions = 1" + "0" * 400, 3, "to 10,000"),
        ('limits = { nodes = 1000, solutions = "all" }', "limits = 5", 25, "a table"),
        ("seeds = [1, 2]", "seeds = [1, 9223372036854775808]", 19, "seeds go up to"),
        ('seeds = "1-3"', "seeds = 1000000000000000000", 11, "seeds go up to"),
        ('seeds = "1-3"', "seeds = " + "9" * 5000, None, "a number too long"),
        ("two-set:4x4:3-4:2", "two-set:4x4:1-99999999999:2", 10, "more than 255"),
        ('label = "PLA"', 'label = "P\\nLA"', 23, "a line of text"),
        ('title = "A try"', 'records = "a\\u0000b"', 2, "a line of text"),
        ('measure = "nodes"', 'against = "PLAN"', 29, "no method 'PLAN'"),
        ('measure = "nodes"', 'interval = "no"', 29, "true or false"),
        ('measure = "nodes"', "figure = [1]", 29, "a line of text"),
        ('file = "cactus.svg"', 'file = "c.svg"\nmethods = 5', 34, "line of text"),
        ('file = "cactus.svg"', 'file = "c.svg"\nmethods = "r"', 34, "no method 'r'"),
        ('file = "cactus.svg"', 'file = "c.svg"\nlog = "no"', 34, "true or false"),
        ('file = "cactus.svg"', 'file = "c.svg"\nfigure = "mean"', 34, "no figure"),
        ('cells = "dom"', "cells = []", 24, "option cells has no value"),
        ('seeds = "1-3"', "shuffle = 1", 11, "are in random order"),
        ('class = "toys"', 'shuffle = "3-1"', 15, "expected seeds"),
        ('class = "toys"', "shuffle = 1000000000000000000", 15, "seeds go up to"),
        ('cells = "dom"', 'cells = ["dom", "dum"]', 24, "dum"),
        ('cells = "dom"', 'cells = ["dom", "dom"]', 21, "twice"),
        ("[[plots]]", '[[tables]]\nfigure = "mode"\n[[plots]]', 32, "no figure 'mode'"),
        ("[[plots]]", '[[tables]]\nagainst = "X"\n[[plots]]', 32, "no method 'X'"),
        ("[[plots]]", "[[programs]]\n[[plots]]", 31, "needs program"),
    ],
)
def test_what_is_wrong_is_refused_with_its_line(tmp_path, old, new, line, words):
    assert GOOD.count(old) >= 1
    with pytest.raises(FormatError) as caught:
        plan_of(tmp_path, GOOD.replace(old, new, 1))
    assert caught.value.line == line, str(caught.value)
    assert words in str(caught.value)
    assert "\n" not in str(caught.value)
    assert not (tmp_path / "plan.sqlite").exists()


def test_a_refused_plan_ends_with_status_2_and_leaves_nothing(edgematch, tmp_path):
    path = tmp_path / "plan.toml"
    path.write_text(GOOD.replace("row-scan", "row-scam"))
    for command in ("check", "run", "status", "table", "plot"):
        said = edgematch("experiment", command, path)
        assert said.status == 2
        assert f"{path.name}:18: no engine 'row-scam'" in said.err
    assert [each.name for each in tmp_path.iterdir()] == ["plan.toml"]


def test_an_identity_is_that_of_the_content(tmp_path):
    def identities(text=GOOD):
        return {run.identity for run in plan_of(tmp_path, text).runs()}

    same = identities()
    assert identities(GOOD.replace('label = "PLA"', 'label = "other"')) == same
    assert identities(GOOD.replace('title = "A try"', "")) == same
    # A default written down is the same run.
    assert identities(GOOD.replace('cells = "dom"', 'cells = "dom", seed = 0')) == same
    assert identities(GOOD.replace('"dom"', '"joins"')) != same
    assert identities(GOOD.replace("seconds = 2", "seconds = 3")) != same
    assert identities(GOOD.replace("title", "same_version = true\ntitle")) != same
    more = identities(GOOD.replace('seeds = "1-3"', 'seeds = "1-4"'))
    assert more > same


def test_a_file_moved_is_the_same_puzzle(tmp_path):
    text = (
        '[limits]\nseconds = 1\n[[puzzles]]\nfiles = ["{}"]\n'
        '[[engines]]\nengine = "row-scan"\n'
    )
    pieces = "2 2\n0 1 2 0\n0 0 3 1\n2 1 0 0\n3 0 0 1\n"
    found = []
    for name in ("one.txt", "other.txt"):
        (tmp_path / name).write_text(pieces)
        found.append(
            [run.identity for run in plan_of(tmp_path, text.format(name)).runs()]
        )
    assert found[0] == found[1]


def test_lines_are_found_in_spite_of_arrays_strings_and_comments():
    text = 'a = [ # [b]\n "x = 1",\n "[c]",\n]\n[t] # here\nk = { d = 1 }\n'
    text += "[[u]]\n[u.v]\nw = 1\n"
    lines = lines_of(text)
    assert lines[("a",)] == 1
    assert lines[("t",)] == 5
    assert line_of(lines, ("t", "k", "d")) == 6
    assert lines[("u", 0, "v", "w")] == 9
    assert ("c",) not in lines


def test_lists_in_each_other_without_end_are_refused(tmp_path):
    with pytest.raises(FormatError, match="too deep"):
        plan_of(tmp_path, "a = " + "[" * 20_000)


def test_two_plots_do_not_go_into_one_file(tmp_path):
    twice = GOOD + '\n[[plots]]\nkind = "sorted"\nfile = "cactus.svg"\n'
    with pytest.raises(
        FormatError, match=r":37: two plots have the same file 'cactus.svg'"
    ):
        plan_of(tmp_path, twice)


def test_a_quantile_may_be_written_as_a_number(tmp_path):
    plan = plan_of(tmp_path, GOOD.replace('measure = "nodes"', "figure = 0.9"))
    assert plan.table == {"figure": "0.9"}


def test_a_puzzle_is_in_a_class_once(tmp_path):
    record = "hinted.json"
    hinted = formats.write(catalog.load("eternity2"), "record").text
    for name in (record, "copy.json"):
        (tmp_path / name).write_text(hinted)
    files = f'files = ["{record}", "{record}", "./{record}", "copy.json"]'
    for hints in ("", "hints = false"):
        files += f'\nclass = "toys"\n[[puzzles]]\nfiles = "{record}"\n{hints}'
    text = GOOD.replace('catalog = ["scramble-squares"]', files)
    (kind,) = (kind for kind in plan_of(tmp_path, text).classes if kind.label == "toys")
    assert [source.name for source in kind.sources] == [record, f"{record} (2)"]
    assert [len(source.puzzle.hints) for source in kind.sources] == [1, 0]


@pytest.mark.parametrize(
    ("table", "words"),
    [
        (
            '[[encodings]]\nencoding = "compact"\noptions = { at_most_one = "zz" }',
            "unknown encoding of counts 'zz'",
        ),
        (
            '[[scores]]\nengine = "beam"\noptions = { target = -5 }',
            "option target must be a score",
        ),
    ],
)
def test_options_that_no_run_could_take_are_refused(tmp_path, table, words):
    with pytest.raises(FormatError, match=words):
        plan_of(tmp_path, f"{GOOD}\n{table}\n")
