"""Figures and plots of records that are made up, so that each is known beforehand."""

from dataclasses import replace
from math import inf

import numpy as np
import pytest

from edgematch.errors import EdgematchError, UnknownName
from edgematch.experiments.comparisons import comparison
from edgematch.experiments.plan_files import read_plan
from edgematch.experiments.plots import PLOTS, check_settings, draw_plot
from edgematch.experiments.plots.by_method import (
    draw_cactus,
    draw_score,
    draw_sorted,
    draw_totals,
    quantiles,
    runs_of,
    whole_sample,
)
from edgematch.experiments.plots.over_colors import _curves
from edgematch.experiments.plots.settings import SETTINGS, PlotSettings
from edgematch.experiments.records import RunRecord, Status
from edgematch.experiments.result_tables import (
    TableSettings,
    common_sum,
    figure_of,
    markdown,
    table,
)
from edgematch.experiments.store import RecordStore
from edgematch.experiments.summary import check_measure, summarize
from edgematch.pictures.charts import chart_bytes, literal, new_chart

ONE_METHOD = """\
[limits]
seconds = 2
{limits}
[[puzzles]]
recipe = "one-set:4x4:3"
seeds = "1-4"

[[engines]]
engine = "row-scan"
"""
TWO_METHODS = """\
[limits]
seconds = 2

[[puzzles]]
recipe = "one-set:4x4:3"
seeds = "1-2"

[[puzzles]]
recipe = "one-set:5x5:3"
seeds = 1

[[engines]]
engine = "row-scan"
label = "A"
seeds = "1-3"
classes = "one-set:4*"

[[engines]]
engine = "consistency"
label = "B"
"""


THREE_RUNS_EACH = """\
[limits]
seconds = 2

[[puzzles]]
recipe = "one-set:4x4:3"
seeds = "1-{puzzles}"

[[engines]]
engine = "row-scan"
label = "A"
seeds = "1-3"

[[engines]]
engine = "consistency"
label = "B"
seeds = "1-3"
"""


def found(nodes, **others):
    return RunRecord(Status.DONE, "found", 1, nodes, nodes / 1000, **others)


def cut_off(nodes, **others):
    return RunRecord(Status.DONE, "seconds", 0, nodes, 2.0, **others)


FAILED = RunRecord(Status.MEMORY, error="too much")


@pytest.fixture
def recorded(tmp_path):
    """Return a plan and a store with the outcomes of its different runs, in order."""
    stores = []

    def record(text, outcomes):
        path = tmp_path / "plan.toml"
        path.write_text(text)
        plan = read_plan(path)
        store = RecordStore(plan.records)
        stores.append(store)
        runs = {run.identity: run for run in plan.runs()}
        for run, outcome in zip(runs.values(), outcomes, strict=True):
            store.claim(run.identity)
            store.record(run, outcome)
        return plan, store

    yield record
    for store in stores:
        store.close()


def only_cell(plan, store, measure="nodes", figure="median"):
    """Return the text of the only cell of a table."""
    settings = TableSettings(measure, figure)
    return table(summarize(plan, store, measure), settings)[1][1]


@pytest.mark.parametrize(
    ("limits", "measure", "figure", "text"),
    [
        ("", "nodes", "median", "–"),  # more than anybody knows, not 6
        ("", "nodes", "mean", "–"),
        ("", "nodes", "sum", "–"),
        ("", "nodes", "0.2", "6"),
        ("nodes = 100\n", "nodes", "median", "> 100"),
        ("nodes = 100\n", "nodes", "sum", "> 306"),
        ("", "seconds", "median", "> 2"),
        ("", "depth", "median", "16 (1 of 4)"),  # no effort: left out, and told
        ("", "nodes", "solved", "1"),
        ("", "depth", "solved", "1"),
        ("", "peak_bytes", "solved", "1"),
        ("", "peak_bytes", "share-solvable", "1"),
    ],
)
def test_runs_that_fail_are_not_left_out(recorded, limits, measure, figure, text):
    outcomes = [found(6, statistics={"depth": 16}), FAILED, FAILED, FAILED]
    plan, store = recorded(ONE_METHOD.format(limits=limits), outcomes)
    assert only_cell(plan, store, measure, figure) == text


def test_a_bound_holds_where_runs_were_cut_off_at_different_values(recorded):
    outcomes = [found(191), cut_off(264), cut_off(321), cut_off(3214)]
    plan, store = recorded(ONE_METHOD.format(limits=""), outcomes)
    assert only_cell(plan, store) == "> 292"
    later = [found(191), found(300), found(2000), found(9000)]
    assert np.median([each.nodes for each in later]) > 292


@pytest.mark.parametrize("measure", ["nodes", "seconds", "peak_bytes", "score"])
def test_answers_are_counted_whatever_the_measure(recorded, measure):
    outcomes = [found(5), cut_off(9, score=3), cut_off(9), FAILED]
    plan, store = recorded(ONE_METHOD.format(limits=""), outcomes)
    assert only_cell(plan, store, measure, "solved") == "1"


def test_a_measure_that_nobody_has_is_refused_with_those_there_are(recorded):
    outcomes = [found(5, statistics={"depth": 16})] * 4
    plan, store = recorded(ONE_METHOD.format(limits=""), outcomes)
    check_measure(summarize(plan, store, "depth"), store)
    check_measure(summarize(plan, store, "score"), store)  # a column, empty here
    assert only_cell(plan, store, "score") == "–"
    with pytest.raises(
        UnknownName, match=r"no record has 'node'; measures are nodes, "
    ):
        check_measure(summarize(plan, store, "node"), store)


TWO = [
    *(found(10), found(20), found(30), found(100)),  # puzzle 1: three of A, one of B
    *(found(10), cut_off(60), cut_off(60), found(200)),  # puzzle 2
    found(1000),  # B alone on the large one
]


def test_a_common_sum_is_over_puzzles_that_all_runs_of_all_methods_finished(recorded):
    summary = summarize(*recorded(TWO_METHODS, TWO), "nodes")
    kind = "one-set:4x4:3"
    assert common_sum(summary, "A", kind, ["A", "B"]) == (20, 1)
    assert common_sum(summary, "B", kind, ["A", "B"]) == (100, 1)
    assert common_sum(summary, "B", kind, ["B"]) == (300, 2)


def test_totals_are_of_puzzles_that_every_method_was_given(recorded):
    summary = summarize(*recorded(TWO_METHODS, TWO), "nodes")
    _, axes = new_chart()
    draw_totals(axes, summary, PlotSettings("nodes"))
    assert [bar.get_height() for bar in axes.patches] == [20, 100]
    assert axes.get_ylabel() == "nodes, sum over 1 puzzles"
    _, axes = new_chart()
    draw_totals(axes, summary, PlotSettings("nodes", methods=("B",)))
    assert [bar.get_height() for bar in axes.patches] == [1300]


def test_methods_with_other_numbers_of_runs_are_compared_by_medians(recorded):
    summary = summarize(*recorded(TWO_METHODS, TWO), "nodes")
    against = comparison(summary, "A", "B", "one-set:4x4:3")
    # 20 against 100; more than 60 against 200, of which nothing follows.
    assert (against.pairs, against.less, against.more) == (2, 1, 0)
    # The one is ranked as 1/5, the other as a tie: the median of -log 5, 0, and half.
    assert (against.unknown, against.ratio) == (1, pytest.approx(5**-0.5))


@pytest.mark.parametrize(("puzzles", "pairs"), [(7, 21), (8, 8)])
def test_enough_puzzles_give_one_pair_each_whatever_their_runs(
    recorded, puzzles, pairs
):
    text = THREE_RUNS_EACH.format(puzzles=puzzles)
    # A takes ten times as many nodes, but for its second run.
    each = [*map(found, (100, 1, 100)), *map(found, (10, 10, 10))]
    plan, store = recorded(text, each * puzzles)
    against = comparison(summarize(plan, store, "nodes"), "A", "B")
    assert against.pairs == pairs
    assert (against.less, against.more) == ((0, 8) if pairs == 8 else (7, 14))


def test_every_run_of_a_puzzle_is_drawn(recorded):
    summary = summarize(*recorded(TWO_METHODS, TWO), "nodes")
    _, axes = new_chart()
    draw_sorted(axes, summary, PlotSettings("nodes"))
    first, second = (line.get_ydata().tolist() for line in axes.lines)
    assert first == [10, 20, 30, 10]
    assert second == [100, 200, 1000]


def test_a_cactus_has_answers_only(recorded):
    outcomes = [found(5), cut_off(9), FAILED, found(7)]
    plan, store = recorded(ONE_METHOD.format(limits=""), outcomes)
    _, axes = new_chart()
    draw_cactus(axes, summarize(plan, store, "peak_bytes"), PlotSettings("peak_bytes"))
    (line,) = axes.lines
    assert len(line.get_ydata()) == 2
    assert line.get_label() == "row-scan: 2 of 4"


def test_hardness_goes_by_the_recipe_of_each_run(recorded):
    text = ONE_METHOD.format(limits="").replace(
        'recipe = "one-set:4x4:3"\nseeds = "1-4"',
        'recipe = "one-set:4x4:3-4"\nseeds = 1\nclass = "pool"\n'
        '[[puzzles]]\nrecipe = ["one-set:4x4:4:hints=4", "one-set:4x4:4"]\nseeds = 1',
    )
    summary = summarize(*recorded(text, [found(10), found(20), found(5)]), "nodes")
    assert sum(len(cell.rows) for cell in summary.cells.values()) == 4
    curves = _curves(summary, PlotSettings("nodes"))
    values = {
        curve.name: [
            (colors, len(cell.rows), figure_of(cell, TableSettings("nodes")).value)
            for colors, cell in curve.cells.items()
        ]
        for curve in curves
    }
    # The puzzle of four colors is in two classes, and has one run.
    assert values == {
        "one-set 4 × 4": [(3, 1, 10), (4, 1, 20)],
        "one-set 4 × 4, hints=4": [(4, 1, 5)],
    }


def test_a_curve_has_the_color_of_its_size_and_the_line_of_its_method(recorded):
    text = TWO_METHODS.replace('classes = "one-set:4*"\n', "").replace('"1-3"', "1")
    summary = summarize(*recorded(text, [found(10)] * 6), "nodes")
    curves = _curves(summary, PlotSettings("nodes"))
    of = {curve.name: curve.style for curve in curves}
    sizes, methods = ("one-set 4 × 4", "one-set 5 × 5"), ("A", "B")
    colors = [{of[f"{size}, {each}"]["color"] for each in methods} for size in sizes]
    lines = [{of[f"{size}, {each}"]["linestyle"] for size in sizes} for each in methods]
    assert [len(each) for each in colors + lines] == [1] * 4
    assert colors[0] != colors[1]
    assert lines[0] != lines[1]


@pytest.mark.parametrize(
    ("moment", "text"),
    [("0.1", "12.5"), ("0.3", "13.5"), ("0.005", "–"), ("0.4", "–")],
)
def test_the_score_at_a_moment_is_that_of_the_curve(recorded, moment, text):
    plan_text = ONE_METHOD.format(limits="").replace(
        '[[engines]]\nengine = "row-scan"', '[[scores]]\nengine = "repair"'
    )
    curves = [((0.01, 10), (0.2, 20)), ((0.02, 12),), ((0.01, 13),), ((0.01, 14),)]
    outcomes = [
        RunRecord(*(Status.DONE, "nodes", 0, 200, 0.3), score=curve[-1][1], curve=curve)
        for curve in curves
    ]
    plan, store = recorded(plan_text, outcomes)
    assert only_cell(plan, store, f"score at {moment}") == text


def test_scores_are_drawn_as_far_as_runs_went(recorded):
    text = ONE_METHOD.format(limits="").replace(
        '[[engines]]\nengine = "row-scan"', '[[scores]]\nengine = "repair"'
    )
    curves = [((0.01, 10), (0.2, 20)), ((0.02, 12),), ((0.01, 13),), ((0.01, 14),)]
    outcomes = [
        RunRecord(*(Status.DONE, "nodes", 0, 200, 0.3), score=curve[-1][1], curve=curve)
        for curve in curves
    ]
    plan, store = recorded(text, outcomes)
    summary = summarize(plan, store, "score")
    _, axes = new_chart()
    draw_score(axes, summary, PlotSettings("score"))
    (line,) = axes.lines
    assert line.get_xdata().tolist() == [0.01, 0.02, 0.2, 0.3]
    # At first a run has no board; at the end it is the median of the table.
    assert line.get_ydata().tolist() == [10, 12.5, 13.5, 13.5]
    assert only_cell(plan, store, "score") == "13.5"


def test_a_quantile_that_depends_on_a_run_without_a_board_is_none():
    scores = np.array([[-inf, 3.0], [-inf, 4.0], [5.0, 5.0]])
    assert quantiles(scores, 0.5).tolist() == [-inf, 4.0]


@pytest.mark.parametrize(
    ("kind", "settings", "message"),
    [
        ("pie", {}, "no plot 'pie'"),
        ("cactus", {"figure": "mean"}, "a cactus plot has no figure"),
        ("score", {"measure": "nodes"}, "a score plot has no measure"),
        ("scatter", {"methods": ["A"]}, "a scatter plot has no methods"),
        ("hardness", {"figure": "common-sum"}, "use a totals plot"),
        ("survival", {"measure": "score"}, "cannot show scores"),
        ("cactus", {"colour": "red"}, "no setting 'colour' of plots"),
    ],
)
def test_settings_that_say_nothing_to_a_plot_are_refused(kind, settings, message):
    with pytest.raises(EdgematchError, match=message):
        check_settings(kind, "x.svg", settings)


def test_every_plot_has_its_settings():
    assert list(SETTINGS) == list(PLOTS)


def test_a_plot_of_nothing_is_refused(recorded):
    pytest.importorskip("matplotlib", reason="matplotlib is not installed")
    plan, store = recorded(TWO_METHODS, [cut_off(9)] * 9)
    for kind in ("cactus", "sorted", "totals"):
        with pytest.raises(EdgematchError, match="no "):
            draw_plot(plan, store, kind, PlotSettings("nodes"), "svg")


@pytest.mark.parametrize("text", ["$x_{$", "_hidden", "a $ b", "plain"])
def test_words_are_drawn_as_they_stand(text):
    figure, axes = new_chart()
    axes.set_title(literal(text))
    axes.plot([1], [1], label=literal(text))
    assert len(axes.get_legend_handles_labels()[0]) == 1
    axes.legend()
    chart_bytes(figure, "svg")


def test_a_bar_in_a_label_does_not_break_a_table():
    text = markdown([["", "a|b"], ["c", "1"]])
    assert text.splitlines()[0] == "|  | a\\|b |"


@pytest.mark.parametrize(
    ("measure", "text"), [("breaks", "1"), ("pieces", "64"), ("depth", "62")]
)
def test_what_a_limit_does_not_change_is_no_bound(recorded, measure, text):
    statistics = [{"breaks": n, "pieces": 64, "depth": 60 + n * 2} for n in (0, 2)]
    outcomes = [cut_off(9, statistics=each) for each in statistics * 2]
    assert only_cell(*recorded(ONE_METHOD.format(limits=""), outcomes), measure) == text


def test_memory_of_a_run_that_was_ended_for_it_counts(recorded):
    outcomes = [
        replace(found(5), peak_bytes=1000),
        *(replace(FAILED, peak_bytes=size) for size in (6000, 5000)),
        FAILED,  # lost with its worker: nobody knows
    ]
    records = recorded(ONE_METHOD.format(limits=""), outcomes)
    assert only_cell(*records, "peak_bytes") == "> 5,000 (3 of 4)"


TWO_CLASSES = """\
[limits]
seconds = 2

[[puzzles]]
recipe = "one-set:4x4:3"
seeds = "1-3"
class = "all"

[[puzzles]]
recipe = "one-set:4x4:3"
seeds = "1-3"
class = "again"

[[engines]]
engine = "row-scan"
label = "A"

[[engines]]
engine = "consistency"
label = "B"
"""


def test_a_run_that_two_classes_share_counts_once(recorded):
    plan, store = recorded(TWO_CLASSES, [found(100)] * 3 + [found(10)] * 3)
    summary = summarize(plan, store, "nodes")
    assert len(store.identities()) == 6
    whole = comparison(summary, "B", "A")
    assert whole.pairs == comparison(summary, "B", "A", "all").pairs == 3
    assert len(whole_sample(summary, "A")) == runs_of(summary, "A") == 3
    _, axes = new_chart()
    draw_totals(axes, summary, PlotSettings())
    assert axes.get_ylabel().endswith("sum over 3 puzzles")


def test_runs_of_a_class_that_the_other_method_has_not_are_paired_in_the_next(recorded):
    text = TWO_CLASSES.replace('label = "B"', 'label = "B"\nclasses = "again"')
    plan, store = recorded(text, [found(100)] * 3 + [found(10)] * 3)
    summary = summarize(plan, store, "nodes")
    for one, other in (("A", "B"), ("B", "A")):
        assert comparison(summary, one, other).pairs == 3


def test_a_score_plot_counts_one_thing(recorded):
    text = ONE_METHOD.replace("[[engines]]", "[[scores]]").replace("row-scan", "beam")
    pieces = '[[scores]]\nengine = "beam"\noptions = {goal = "pieces"}\n'
    curve = {"score": 20, "curve": ((0.1, 20),)}
    plan, store = recorded(text.format(limits="") + pieces, [cut_off(9, **curve)] * 8)
    summary = summarize(plan, store, "score")
    _, axes = new_chart()
    with pytest.raises(EdgematchError, match="methods of one goal"):
        draw_score(axes, summary, PlotSettings())
    second = summary.methods()[1]
    draw_score(axes, summary, PlotSettings(methods=(second,)))
    assert axes.get_ylabel().startswith("pieces without a break")
