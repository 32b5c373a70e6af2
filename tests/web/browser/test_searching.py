"""Searches in a real browser: begun, watched, stepped, ended, their boards taken."""

from pathlib import Path

import pytest

import edgematch as library
from edgematch.formats import Source, read
from studio_page import (
    LONG,
    cell,
    lay,
    middle,
    open_recipe,
    open_text,
    small_record,
    start_long_search,
    wait_for_score,
)

pytestmark = pytest.mark.deep


def test_generate_race_and_take_away(page, client):
    page.click("#new-puzzle")
    page.click('dialog [data-tab="generate"]')
    page.wait_for_selector(".prices dd")
    rows = page.locator('input[name="rows"]')
    rows.fill("5")
    page.wait_for_function(
        "() => document.querySelector('.generator .slider output').textContent === '5'"
    )
    page.locator('input[name="inner"]').fill("3")
    page.wait_for_selector(".chart.transition canvas")
    page.wait_for_selector(".chart.transition .here")
    page.click("#to-transition")
    page.wait_for_selector(".prices >> text=right at the hardest number of colors")
    assert "expected besides the planted one" in page.inner_text(".prices")
    average = "The chart is not about this puzzle: it shows the average "
    assert page.inner_text(".chart-words").startswith(average)
    page.click("#generate")
    page.wait_for_function(
        "() => document.getElementById('title').textContent.startsWith('Two-set 5 × 5')"
    )
    page.click("#tab-solve")
    page.select_option("#engine", "row-scan")
    page.select_option("#rival", "consistency")
    page.click("#help")
    page.wait_for_selector("#advice:not([hidden])")
    page.click("#start")
    page.wait_for_selector("#arena .lane[data-won]")
    assert page.is_hidden("#advice")  # it is about another board
    page.wait_for_function(
        "() => [...document.querySelectorAll('.job')]"
        ".every((job) => job.dataset.status === 'finished')"
    )
    page.click("#tab-export")  # the winner's board, without another click
    page.wait_for_selector("#score.solved")
    page.click("#tab-solve")
    page.locator(".job").first.locator("text=Watch the race").click()
    page.locator(".lane[data-won]").locator("text=Show the solution").click()
    page.wait_for_selector("#score.solved")
    page.wait_for_selector("#arena", state="detached")
    page.click("#tab-export")
    files = {}
    for kind in ("record", "svg", "png", "pdf", "cnf"):
        with page.expect_download() as download:
            page.click(f'[data-kind="{kind}"]')
        files[kind] = Path(download.value.path()).read_bytes()
        assert download.value.suggested_filename.startswith("two-set-5x5-")
    assert read(Source("x", files["record"].decode())).board.is_solution()
    assert files["pdf"].startswith(b"%PDF")
    page.click('[data-kind="link"]')
    page.wait_for_function(
        "() => document.getElementById('link').textContent.length > 100"
    )
    link = page.inner_text("#link")
    assert library.load(link).board.is_solution()
    open_text(page, link)
    page.wait_for_selector("#score.solved")


def test_a_job_is_watched_paused_reloaded_and_stopped(page):
    start_long_search(page)
    job = page.locator(".job")
    page.wait_for_function(
        "() => document.querySelectorAll('.cell[data-piece]').length > 10"
    )
    job.locator("text=Pause").click()
    page.wait_for_selector('.job[data-status="paused"]')
    nodes = job.locator(".figures dd").nth(1).inner_text()
    page.reload()
    page.wait_for_selector('.job[data-status="paused"]')
    assert page.locator(".job .figures dd").nth(1).inner_text() == nodes
    page.click("text=Resume")
    page.wait_for_selector('.job[data-status="running"]')
    page.locator(".job").locator("text=Stop").click()
    page.wait_for_selector('.job[data-status="finished"]')
    page.click("text=Delete")
    page.wait_for_selector(".job", state="detached")


def test_a_second_click_on_stop_deletes_nothing(page):
    start_long_search(page)
    page.wait_for_selector(".job >> text=Show the best")  # the last button to come
    stop = page.locator(".job .buttons >> text=Stop")
    stop.hover()
    x, y = middle(stop)
    page.mouse.click(x, y)
    page.wait_for_selector('.job[data-status="finished"]')
    for row in (-60, -30, 0, 30, 60):  # the card may be lower or higher by now
        page.mouse.click(x, y + row)
    assert page.locator(".job .buttons >> text=Delete").count() == 0
    page.click(".job header >> text=Delete")
    page.wait_for_selector(".job", state="detached")


def test_an_order_is_given_once_and_takes_no_other_until_it_is_answered(page):
    held = []
    page.route("**/api/jobs/*/stop", lambda route: held.append(route))
    page.click("#new-puzzle")
    page.click('.card[data-name="eternity2-no-hints"]')
    page.click("#tab-solve")
    page.select_option("#engine", "row-scan")
    page.click("#start")
    page.wait_for_selector('.job[data-status="running"]')
    page.click('.job button:text-is("Stop")')
    # Nothing is waited for here: the button itself must know.
    assert page.locator('.job button:text-is("Stop")').is_disabled()
    assert page.locator('.job button:text-is("Pause")').is_disabled()
    assert page.locator('.job button:text-is("Watch on the board")').is_enabled()
    held.pop().fulfill(status=409, json={"error": "not now"})
    page.wait_for_selector("#toast >> text=not now")
    page.unroute("**/api/jobs/*/stop")
    page.click('.job button:text-is("Stop")')
    page.wait_for_selector('.job[data-status="finished"]')


def test_a_score_search_shows_its_curve_and_its_board_is_taken_away(page):
    open_recipe(page, LONG)
    page.click("#tab-solve")
    page.select_option("#wanted", "score")
    assert page.locator("#engine").is_hidden()
    page.select_option("#score-engine", "anneal")
    page.locator(".form details:visible summary").click()
    page.fill('[data-option="hottest"]:visible', "0.6")
    page.click("#start")
    page.wait_for_selector('.job[data-status="running"]')
    page.wait_for_selector(".job .chart.score canvas")
    # The best board is on the large board too, with its breaks.
    page.wait_for_function(
        "() => document.querySelectorAll('.cell[data-piece]').length === 81"
        " && document.querySelectorAll('.break').length > 0"
    )
    page.reload()
    job = page.locator(".job")
    page.wait_for_selector('.job[data-status="running"] .chart.score canvas')
    job.locator("text=Stop").click()
    page.wait_for_selector('.job[data-status="finished"]')
    assert job.locator(".status").inner_text() == "stopped"
    said = job.locator(".figures dd").first.inner_text()
    points = int(said.removesuffix(" / 144"))
    job.locator("text=Show the best").click()
    wait_for_score(page, f"{points} / 144")
    assert page.locator(".break").count() == 144 - points
    page.click("text=Use this board")
    page.wait_for_selector("#banner", state="hidden")
    wait_for_score(page, f"{points} / 144")
    page.click("#tab-export")
    page.click('[data-kind="link"]')
    page.wait_for_function(
        "() => document.getElementById('link').textContent.length > 100"
    )
    assert library.load(page.inner_text("#link")).board.score() == points
    # It is my board now: another score search may begin with it.
    page.click("#tab-solve")
    page.select_option("#wanted", "score")
    page.select_option("#score-engine", "anneal")
    assert page.input_value("#my-pieces") == "start"  # the board is full
    page.click("#start")
    page.locator(".job").nth(1).wait_for()
    page.wait_for_function(
        "points => parseInt(document.querySelector('.job .figures dd').textContent)"
        " >= points",
        arg=points,
    )
    page.click('.job button:text-is("Stop")')
    page.locator('.job[data-status="finished"]').nth(1).wait_for()


@pytest.mark.both
def test_all_solutions_are_browsed_and_counted_up_to_symmetry(page):
    page.click("#tab-solve")
    page.select_option("#wanted", "all")
    page.click("#start")
    page.wait_for_selector('.job[data-status="finished"]')
    page.wait_for_function(
        "() => document.querySelector('.solutions output')?.textContent === '4 in all'"
    )
    page.click('[aria-label="Next solution"]')
    page.wait_for_selector("text=Shown: solution 1 of 4")
    page.wait_for_selector("#score.solved")
    page.select_option(".solutions select", "boards-up-to-symmetry")
    page.wait_for_function(
        "() => document.querySelector('.solutions output').textContent === '1 in all'"
    )


def test_solutions_are_browsed_while_the_search_goes_on(page):
    open_recipe(page, "two-set:6x6:2:2:seed=1")
    page.click("#tab-solve")
    page.select_option("#wanted", "all")
    page.select_option("#engine", "row-scan")
    page.click("#start")
    page.wait_for_function(
        "() => document.querySelector('.solutions output')"
        "?.textContent.endsWith('so far')"
    )
    page.click('[aria-label="Next solution"]')
    page.wait_for_selector("text=Shown: solution 1 of")
    page.wait_for_selector("#score.solved")
    assert page.locator('.job[data-status="running"]').count() == 1
    page.click('.job button:text-is("Stop")')
    page.wait_for_selector('.job[data-status="finished"]')
    page.wait_for_function(
        "() => document.querySelector('.solutions output').textContent.endsWith('kept')"
    )


def test_score_engines_race_and_a_kept_board_is_opened(page, client):
    open_recipe(page, LONG)
    page.click("#tab-solve")
    page.select_option("#wanted", "score")
    page.select_option("#score-engine", "anneal")
    page.select_option("#score-rival", "tabu")
    assert page.inner_text("#start") == "Start the race"
    page.click("#start")
    page.wait_for_function(
        "() => [...document.querySelectorAll('.lane p')]"
        ".every((words) => words.textContent.includes(' of 144 joins'))"
    )
    page.wait_for_selector("#arena .chart.score canvas")
    page.wait_for_selector("#arena .chart.score .readout .line-1")
    for _ in range(2):
        page.locator('.job button:text-is("Stop")').first.click()
    page.wait_for_function(
        "() => [...document.querySelectorAll('.job')]"
        ".every((job) => job.dataset.status === 'finished')"
    )
    page.wait_for_selector("#arena .lane[data-won]")
    assert " is first, with " in page.inner_text(".arena-head")
    page.click("#kept summary")
    page.wait_for_selector(".kept-list button")
    # Read and clicked at once: the list is made anew when the second search has ended.
    words = page.locator(".kept-list button").first.evaluate(
        "(kept) => { kept.click(); return kept.querySelector('strong').innerText; }"
    )
    wait_for_score(page, f"{words.split()[0]} / 144")
    page.click("#show-breaks")
    page.wait_for_selector(".heat-map")
    view = page.evaluate(
        "() => import('/static/state/store.js').then((it) => it.state.view)"
    )
    asked = {"puzzle": view["puzzle"], "measure": "joins", "count": 100}
    boards = client.post("/api/best", asked).json["boards"]
    breaks = {tuple(join) for each in boards for join in each["check"]["breaks"]}
    assert page.locator(".heat-map .broken").count() == len(breaks)


def test_a_search_is_stepped_forward_and_back(page):
    page.click("#tab-steps")
    words = page.locator(".step-words")
    page.wait_for_selector('.step-words[data-event="start"]')
    page.click('[aria-label="One step forward"]')
    page.wait_for_selector('.step-words[data-event="placed"]')
    assert words.inner_text().startswith("Try piece")
    assert page.locator(".cell.counted").count() == 8
    cell(page, 8).click()
    page.wait_for_selector(".candidate-list svg")
    page.click('[aria-label="One step back"]')
    page.wait_for_selector('.step-words[data-event="start"]')
    page.click('[aria-label="To the next solution"]')
    page.wait_for_selector('.step-words[data-event="solution"]')
    page.click("text=Back to my board")
    page.wait_for_selector("#banner", state="hidden")


def solved_by_a_job(page):
    """Let a job solve the puzzle of the page; its solution is shown."""
    page.click("#tab-solve")
    page.select_option("#engine", "row-scan")
    page.click("#start")
    page.wait_for_selector("#score.solved")
    page.wait_for_selector('.job[data-status="finished"]')


def test_a_solution_of_another_puzzle_leaves_my_board_alone(page):
    solved_by_a_job(page)
    open_text(page, small_record())
    page.wait_for_selector("#score:not(.solved)")
    page.click("#tab-pieces")
    lay(page, 0, 0)
    lay(page, 1, 1)
    for way_back in ("text=Back to my board", None):
        page.click("#tab-solve")
        page.locator(".job").locator("text=Show the solution").click()
        page.wait_for_selector('.cell[data-cell="8"][data-piece]')
        page.wait_for_selector("#score.solved")
        if way_back:
            page.click(way_back)
        else:
            page.reload()
            page.wait_for_selector("body[data-ready=all]")
        page.wait_for_selector('.cell[data-cell="1"][data-piece="1"]')
        assert page.locator(".cell").count() == 2
        if way_back:
            page.keyboard.press("Control+z")
            page.wait_for_selector('.cell[data-cell="1"]:not([data-piece])')
            page.keyboard.press("Control+y")
            page.wait_for_selector('.cell[data-cell="1"][data-piece="1"]')


def test_keys_do_not_change_a_board_that_is_not_seen(page):
    lay(page, 3, 0)
    page.click("#tab-solve")
    page.select_option("#my-pieces", "free")
    solved_by_a_job(page)
    cell(page, 0).focus()
    for key in ("r", "Delete"):
        page.keyboard.press(key)
    assert page.is_visible("#banner")
    page.keyboard.press("Escape")
    page.wait_for_selector('.cell[data-cell="0"][data-piece="3"][data-turn="0"]')


def test_steps_are_of_one_search(page, client, scramble):
    held = []

    def hold_the_first(route):
        if held:
            route.continue_()
        else:
            held.append(route)

    page.route("**/api/steps", hold_the_first)
    page.click("#tab-steps")
    page.select_option('[aria-label="Which cell comes next"]', "rows")
    page.wait_for_selector('.step-words[data-event="start"]')
    held[0].continue_()
    asked = {"puzzle": scramble, "follows": True, "cells": "rows", "count": 100}
    steps = client.post("/api/steps", asked).json["steps"]
    page.wait_for_timeout(500)
    page.locator('input[aria-label="Step"]').fill("50")
    more = "+" if len(steps) == 100 else ""
    words = f"step 50 of {len(steps) - 1}{more}"
    page.wait_for_function(
        "words => document.querySelector('.player output').textContent === words",
        arg=words,
    )
