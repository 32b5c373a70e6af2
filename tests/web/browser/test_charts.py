"""Charts in a real browser: drawn, pointed at, read as a table, in every theme."""

import pytest

from studio_page import start_long_search

pytestmark = pytest.mark.deep

JOB = {
    "id": "a",
    "goal": "solve",
    "measure": "pieces",
    "most": 20,
    "engine": "row-scan",
    "curve": [[0.5, 3], [1, 9], [3, 12]],
    "figures": {"seconds": 4},
    "history": [[1, 1000, 9], [2, 4000, 4], [3, 5000, 12], [4, 8000, 4]],
}


def show(page, chart, jobs=(JOB,)):
    """Put a chart, an expression with `charts` and `jobs`, in place of the tray."""
    page.evaluate(
        "async (jobs) => {"
        " const charts = await import('/static/charts.js');"
        f" document.getElementById('panel-pieces').replaceChildren({chart}); }}",
        list(jobs),
    )
    page.wait_for_selector("#panel-pieces .chart canvas")


def show_card(page, kind):
    """Show one of the charts of a job's card."""
    card = "(() => { const card = charts.jobCharts(); card.show(jobs[0]);"
    page.evaluate(
        "async (kind) => (await import('/static/state/chart_data.js'))"
        ".selectChart(kind)",
        kind,
    )
    show(page, f"{card} return card.node; }})()")


def rows(page):
    """Return the table below the chart, without its head."""
    if not page.locator(".as-table[open]").count():
        page.click(".as-table summary")
    page.wait_for_selector(".as-table tbody tr")
    texts = page.locator(".as-table tbody tr").all_inner_texts()
    return [text.replace("\u00a0", " ").split("\t") for text in texts]


def read_out(page):
    """Return what is written below the chart."""
    parts = page.locator(".readout > span:visible").all_inner_texts()
    return [" ".join(part.split()) for part in parts]


def pixels(page):
    return page.evaluate("() => document.querySelector('.chart canvas').toDataURL()")


def test_a_chart_is_drawn_pointed_at_and_read_as_a_table(page):
    show_card(page, "progress")
    image = page.locator('.chart [role="img"]')
    assert image.get_attribute("aria-label") == "Pieces on the best board over time"
    assert rows(page) == [
        ["500 ms", "–", "3"],
        ["1.0 s", "9", "9"],
        ["2.0 s", "4", "9"],
        ["3.0 s", "12", "12"],
        ["4.0 s", "4", "12"],
    ]
    assert read_out(page) == ["4.0 s", "depth 4", "most placed 12"]
    box = page.locator(".chart .u-over").bounding_box()
    page.mouse.move(box["x"] + box["width"] / 4 + 2, box["y"] + 20)
    page.wait_for_selector(".chart.pointed")
    assert read_out(page) == ["1.0 s", "depth 9", "most placed 9"]
    page.mouse.move(5, 5)
    page.wait_for_selector(".chart:not(.pointed)")
    assert read_out(page) == ["4.0 s", "depth 4", "most placed 12"]


def test_a_chart_is_read_by_keyboard_and_spoken(page):
    show_card(page, "progress")
    page.locator('.chart [role="img"]').focus()
    page.keyboard.press("ArrowLeft")
    assert read_out(page)[0] == "3.0 s"
    page.keyboard.press("Home")
    assert read_out(page)[0] == "500 ms"
    spoken = page.inner_text("#spoken").replace("\u00a0", " ")
    assert spoken.endswith("500 ms: depth –, most placed 3")
    page.keyboard.press("Escape")
    assert read_out(page)[0] == "4.0 s"


def test_the_other_charts_of_a_card_show_what_its_reports_contain(page):
    show_card(page, "rate")
    assert rows(page) == [
        ["1.0 s", "1.0 k"],
        ["2.0 s", "3.0 k"],
        ["3.0 s", "1.0 k"],
        ["4.0 s", "3.0 k"],
    ]
    show_card(page, "depth")
    assert read_out(page) == ["depth 4", "reports 50.0 %"]
    found = dict(rows(page))
    assert len(found) == 9
    assert [found["depth 9"], found["depth 12"]] == ["25.0 %", "25.0 %"]
    # Nodes are not counted by depth in this job.
    assert page.is_hidden('[data-chart="nodes"]')


def test_nodes_by_depth_are_shown_expected_seen_or_both(page):
    expected = "[[1, 0], [2, 2], [3, 3.5]]"
    show(page, f"charts.depthChart({expected}, null)")
    assert rows(page) == [["depth 1", "1.0"], ["depth 2", "100"], ["depth 3", "3,162"]]
    assert read_out(page) == ["depth 3", "expected 3,162"]
    show(page, f"charts.depthChart({expected}, [1, 90, 4000, 12])")
    assert rows(page)[1:] == [
        ["depth 2", "90", "100"],
        ["depth 3", "4,000", "3,162"],
        ["depth 4", "12", "–"],
    ]
    show(page, "charts.depthChart(null, [1, 90])")
    assert read_out(page) == ["depth 2", "seen 90"]
    counted = {**JOB, "figures": {"seconds": 4, "depths": [1, 90, 4000]}}
    show(
        page,
        "(() => { const card = charts.jobCharts(); card.show(jobs[0]);"
        " return card.node; })()",
        [counted],
    )
    assert page.is_visible('[data-chart="nodes"]')


def test_four_engines_share_a_chart_with_lines_that_can_be_told_apart(page):
    names = ["row-scan", "consistency", "color-pairs", "sat"]
    jobs = [{**JOB, "id": name, "engine": name} for name in names]
    jobs[1] = {**jobs[1], "figures": {"seconds": 3.5}}  # it ended before the others
    show(page, "charts.curveChart(jobs)", jobs)
    assert read_out(page) == ["4.0 s", *(f"{name} 12" for name in names)]
    page.locator('.chart [role="img"]').focus()
    page.keyboard.press("End")
    assert read_out(page)[2] == "consistency –"
    looks = page.evaluate(
        "() => [...document.querySelectorAll('.readout .line')].map((line) =>"
        " [getComputedStyle(line).stroke, getComputedStyle(line).strokeDasharray])"
    )
    assert [len(set(look)) for look in zip(*looks, strict=True)] == [4, 4]
    # More news of the same jobs does not make another chart.
    is_same = page.evaluate(
        "async (jobs) => (await import('/static/charts.js')).curveChart(jobs)"
        " === document.querySelector('#panel-pieces .chart')",
        jobs,
    )
    assert is_same


def test_a_chart_follows_the_theme_and_the_width_of_its_card(page):
    show_card(page, "progress")
    page.wait_for_function(
        "() => document.querySelector('.chart .u-over').clientWidth > 0"
    )
    seen = [pixels(page)]
    page.click("#theme")
    page.wait_for_function(
        "(before) => document.querySelector('.chart canvas').toDataURL() !== before",
        arg=seen[0],
    )
    page.click("#theme")
    page.wait_for_function(
        "(before) => document.querySelector('.chart canvas').toDataURL() === before",
        arg=seen[0],
    )
    page.emulate_media(forced_colors="active")
    page.wait_for_function(
        "(before) => document.querySelector('.chart canvas').toDataURL() !== before",
        arg=seen[0],
    )
    page.emulate_media(forced_colors="none")
    width = "document.querySelector('.chart canvas').clientWidth"
    before = page.evaluate(width)
    page.set_viewport_size({"width": 700, "height": 800})
    page.wait_for_function(f"(before) => {width} > before", arg=before)
    page.set_viewport_size({"width": 360, "height": 800})
    page.wait_for_function(f"(before) => {width} < before", arg=before)
    assert page.evaluate("document.documentElement.scrollWidth") <= 360


def test_a_chart_out_of_sight_is_drawn_when_it_comes_back(page):
    show(page, "window.chart = charts.depthChart(null, [1, 10, 100])")
    before = pixels(page)
    page.evaluate(
        "() => { window.chart.style.marginTop = '3000px';"
        " new IntersectionObserver(([seen]) => { window.isIn = seen.isIntersecting; })"
        ".observe(window.chart); }"
    )
    page.wait_for_function("() => window.isIn === false")
    page.evaluate(
        "() => window.chart.update({ xs: [1, 2], columns: [[5, 1], [null, null]] })"
    )
    page.wait_for_selector('.chart .where:text-is("depth 1")', state="attached")
    assert pixels(page) == before
    page.evaluate("() => { window.chart.style.marginTop = '0'; }")
    page.wait_for_function(
        "(before) => document.querySelector('.chart canvas').toDataURL() !== before",
        arg=before,
    )


def test_the_charts_of_a_running_job_move_and_survive_a_reload(page):
    start_long_search(page)
    page.wait_for_selector('.job[data-status="running"] .chart.tree canvas')
    for kind, chart in (("rate", "rate"), ("depth", "histogram")):
        page.click(f'.job [data-chart="{kind}"]')
        page.wait_for_selector(f".job .chart.{chart} canvas")
    page.click('.job [data-chart="nodes"]')
    page.wait_for_selector(".job .chart.nodes-by-depth canvas")
    assert read_out(page)[1].startswith("seen ")
    page.click('.job [data-chart="rate"]')
    now = page.inner_text(".job .chart.rate .where")
    page.wait_for_function(
        "(before) => document.querySelector('.job .where').textContent !== before",
        arg=now,
    )
    page.click('.job button:text-is("Pause")')
    page.wait_for_selector('.job[data-status="paused"]')
    before = rows(page)
    page.reload()
    page.click('.job [data-chart="rate"]')
    page.wait_for_selector(".job .chart.rate canvas")
    assert len(rows(page)) >= len(before) // 2  # the server has kept them too
    page.click('.job button:text-is("Stop")')
    page.wait_for_selector('.job[data-status="finished"]')


def test_breaks_of_many_boards_are_drawn_on_the_board_and_listed(page):
    lines = page.evaluate(
        """async () => {
          const { heatMap } = await import("/static/heat_map.js");
          const puzzle = { rows: 2, columns: 3, pieces: [] };
          const cells = [0, 4, 8, 12, 16, 20];
          const board = (...breaks) => ({ cells, check: { breaks } });
          const boards = [board([0, 1], [1, 2]), board([0, 1]), board()];
          const panel = document.getElementById("panel-pieces");
          panel.replaceChildren(heatMap(puzzle, boards));
          const lines = panel.querySelectorAll(".heat-map .broken title");
          return [...lines].map((line) => line.textContent);
        }"""
    )
    assert lines == [
        "A2 and B2: broken in 1 of 3 boards",
        "A1 and A2: broken in 2 of 3 boards",
    ]
    words = "2 of 7 joins are broken in some of 3 boards"
    assert page.locator(".heat-map").get_attribute("aria-label") == words
    assert rows(page) == [["A1 and A2", "2", "3"], ["A2 and B2", "1", "3"]]


def test_the_hardness_curve_says_where_we_are(page):
    page.click("#new-puzzle")
    page.click('dialog [data-tab="generate"]')
    page.wait_for_selector(".chart.transition canvas")
    page.locator('input[name="inner"]').fill("6")
    image = page.locator('.chart.transition [role="img"][aria-label*="here: 6 inner"]')
    image.wait_for()
    page.wait_for_selector('.chart.transition .where:text-is("6 inner colors")')
    six = page.locator(".chart.transition .here").bounding_box()
    page.locator('input[name="inner"]').fill("8")
    page.wait_for_selector('.chart.transition .where:text-is("8 inner colors")')
    eight = page.locator(".chart.transition .here").bounding_box()
    assert eight["x"] > six["x"] + 20
    assert eight["y"] > six["y"]  # fewer solutions
    found = dict(rows(page))
    assert found["8 inner colors"] in read_out(page)[1]
    # Another size: the same chart with other numbers.
    page.locator('input[name="rows"]').fill("5")
    page.wait_for_function(
        "(before) => document.querySelector('.chart.transition .readout b')"
        ".textContent !== before",
        arg=found["8 inner colors"],
    )
    assert page.locator(".chart.transition canvas").count() == 1
