"""Searches from my board in a real browser: pieces that stay, steps, what is known."""

import json

import pytest

from edgematch import catalog
from edgematch.formats import Document, write
from edgematch.search import solve
from studio_page import cell, lay, open_text, wait_for_score

pytestmark = pytest.mark.deep


def record(board):
    """Return the scramble squares as a record, with a board."""
    puzzle = catalog.load("scramble-squares").puzzle
    content = json.loads(write(Document(puzzle), "record").text)
    content["puzzle"]["name"] = "my squares"
    return json.dumps({**content, "board": [list(each) for each in board]})


@pytest.fixture(scope="module")
def solutions():
    puzzle = catalog.load("scramble-squares").puzzle
    return solve(puzzle, "row-scan", solutions=None).solutions


def with_two_that_cannot_stay(solutions):
    """Return pieces on A1 and B2, each of a solution, but not of the same."""
    return [solutions[0].at(0), solutions[1].at(4)]


def start_row_scan(page):
    page.click("#tab-solve")
    page.select_option("#engine", "row-scan")
    page.click("#start")


def test_pieces_that_cannot_stay_are_marked_and_removed(page, solutions):
    page.click("#tab-solve")
    assert page.is_hidden("#my-pieces")  # I have placed none
    open_text(page, record(with_two_that_cannot_stay(solutions)))
    page.wait_for_selector('.cell[data-cell="4"][data-piece]')
    page.click("#tab-solve")
    assert page.input_value("#my-pieces") == "keep"
    start_row_scan(page)
    page.wait_for_selector('#advice[data-kind="conflict"]:not([hidden])')
    said = page.inner_text("#advice p")
    assert said.startswith("No solution with your pieces on A1 and B2. ")
    assert "smallest" in said
    assert page.locator(".ring.culprit").count() == 2
    assert "with your pieces" in page.inner_text(".job .status")
    page.click("text=Remove them")
    page.wait_for_selector(".cell[data-piece]", state="detached")
    # It stays known, after a reload and without the job.
    page.click("#tab-facts")
    page.wait_for_selector('#known li[data-kind="none"]')
    page.click("#tab-solve")
    page.click('.job button:text-is("Delete")')
    page.wait_for_selector(".job", state="detached")
    page.reload()
    page.wait_for_selector("body[data-ready=all]")
    page.click("#tab-facts")
    page.wait_for_selector("#known >> text=No solution with your pieces on A1 and B2.")
    assert "proved by row-scan, " in page.inner_text("#known")


def test_my_pieces_stay_unless_i_choose_otherwise(page, solutions):
    right, wrong = solutions[0].at(0), solutions[1].at(4)
    open_text(page, record([right]))
    page.wait_for_selector('.cell[data-cell="0"][data-piece]')
    start_row_scan(page)
    page.wait_for_selector("#score.solved")
    shown = page.locator('.cell[data-cell="0"]')
    assert shown.get_attribute("data-piece") == str(right.piece)
    assert shown.get_attribute("data-turn") == str(right.turn)
    open_text(page, record([right, wrong]))
    page.wait_for_selector('.cell[data-cell="4"][data-piece]')
    page.click("#tab-solve")
    page.select_option("#my-pieces", "free")
    start_row_scan(page)
    page.wait_for_selector("#score.solved")
    page.select_option("#wanted", "score")
    assert page.input_value("#my-pieces") == "free"
    page.select_option("#my-pieces", "start")
    page.select_option("#wanted", "1")
    assert page.input_value("#my-pieces") == "keep"


def test_my_pieces_stay_in_sight_until_the_search_has_a_board(page, solutions):
    held = []
    page.route("**/api/events*", lambda route: held.append(route))  # no news of jobs
    open_text(page, record(with_two_that_cannot_stay(solutions)))
    page.wait_for_selector('.cell[data-cell="4"][data-piece]')
    page.click("#tab-solve")
    for choice, words in (("keep", "the pieces that stay"), ("free", "your board")):
        page.select_option("#my-pieces", choice)
        start_row_scan(page)
        page.wait_for_selector(f"#banner >> text={words}; row-scan has no board yet")
        assert page.locator(".cell[data-piece]").count() == 2
        page.click("#banner >> text=Back to my board")
    assert held


def test_a_full_board_is_where_a_search_for_the_best_board_starts(page, solutions):
    open_text(page, record(solutions[0].placements))
    page.wait_for_selector("#score.solved")
    page.click("#tab-solve")
    assert page.input_value("#my-pieces") == "keep"
    page.select_option("#wanted", "score")
    assert page.input_value("#my-pieces") == "start"


@pytest.mark.both
def test_steps_start_from_my_board_and_cells_have_candidates(page):
    lay(page, 3, 0)
    page.click("#tab-steps")
    page.wait_for_selector('.step-words[data-event="start"]')
    assert page.locator(".cell.counted").count() == 8
    name = cell(page, 8).get_attribute("aria-label")
    assert name.startswith("C3: empty, ")
    assert name.endswith(("candidate", "candidates"))
    page.click('[aria-label="One step forward"]')
    page.wait_for_selector('.step-words:not([data-event="start"])')
    page.wait_for_selector('.cell[data-cell="0"][data-piece="3"]')
    # The candidates of my own board, without a step, by mouse and by key.
    page.click("text=Back to my board")
    page.wait_for_selector("#banner", state="hidden")
    cell(page, 4).click()
    page.wait_for_selector('.candidates h2:has-text("B2: ")')
    page.wait_for_selector(".candidate-list svg")
    page.keyboard.press("ArrowRight")
    page.keyboard.press("Enter")
    page.wait_for_selector('.candidates h2:has-text("B3: ")')
    # My board changes: the steps are of another one, until I ask for its own.
    page.keyboard.press("Control+z")
    page.wait_for_selector(".step-words >> text=Your board has changed")
    assert page.locator(".cell.counted").count() == 0
    page.click('[aria-label="One step forward"]')
    page.wait_for_selector('.step-words[data-event="start"]')
    assert page.locator(".cell.counted").count() == 9


def test_steps_on_a_slow_machine_come_a_few_at_a_time(page):
    answers = []

    def answer_slowly(route):
        answers.append(route)
        if len(answers) == 1:
            refusal = {"error": "this takes longer than 20 s", "code": "too_slow"}
            return route.fulfill(status=503, json=refusal)
        asked = json.loads(route.request.post_data)
        return route.continue_(post_data=json.dumps({**asked, "count": 3}))

    page.route("**/api/steps", answer_slowly)
    page.click("#tab-steps")
    page.wait_for_selector("#panel-steps >> text=longer than 20 s: try again")
    forward = page.locator('[aria-label="One step forward"]')
    forward.click()
    page.wait_for_selector("text=step 0 of 2+")
    page.wait_for_selector("text=only some came in time")
    for _ in range(3):
        forward.click()
    page.wait_for_selector("text=step 3 of 5+")
    assert page.is_hidden("#panel-steps .refusal")


def test_a_board_of_256_cells_is_stepped(page):
    page.click("#new-puzzle")
    page.click('.card[data-name="eternity2"]')
    page.wait_for_selector('.cell[data-cell="255"]')
    page.click("#tab-steps")
    page.wait_for_selector('.step-words[data-event="start"]')
    page.click('[aria-label="One step forward"]')
    page.wait_for_selector('.step-words[data-event="placed"]')
    assert page.locator(".cell.counted").count() == 254
    # How many steps a request brings depends on how fast the machine is.
    said = page.inner_text(".player output")
    known = int(said.removeprefix("step 1 of ").removesuffix("+"))
    assert 1 <= known < 40
    page.locator('input[aria-label="Step"]').fill(str(known))
    page.click('[aria-label="One step forward"]')
    page.wait_for_function(
        "start => document.querySelector('.player output').textContent"
        ".startsWith(start)",
        arg=f"step {known + 1} of ",
    )


def test_what_is_known_is_listed_and_help_me_knows_it(page):
    page.click("#tab-facts")
    page.wait_for_selector(
        '#known li[data-kind="catalog"] >> text=4 solutions, 1 up to'
    )
    start_row_scan(page)
    page.wait_for_selector('.job[data-status="finished"]')
    page.select_option("#wanted", "all")
    page.click("#start")
    page.wait_for_selector('.job[data-status="finished"] >> nth=1')
    page.click("#tab-facts")
    page.wait_for_selector('#known li[data-kind="count"]')
    said = page.inner_text('#known li[data-kind="count"]')
    assert said.startswith("Exactly 4 solutions (1 up to turns of the whole board).")
    assert "counted by row-scan" in said
    assert "At least 1 solution." not in page.inner_text("#known")  # nothing new
    pieces = [[0, 1, 1, 0]] * 3 + [[0, 1, 2, 0]]
    odd = {"rows": 2, "columns": 2, "pieces": pieces}
    open_text(page, json.dumps({"format": "edgematch", "version": 1, "puzzle": odd}))
    page.wait_for_selector('.cell[data-cell="4"]', state="detached")
    page.click("#tab-facts")
    page.wait_for_selector(
        "#known >> text=This puzzle cannot be solved: color 1 occurs"
    )
    page.click("#help")
    page.wait_for_selector(
        "#advice >> text=This puzzle has no solution: color 1 occurs"
    )


def test_help_me_uses_what_a_job_has_proved(page):
    open_text(page, "tetravex:3x3:5:seed=2:random")
    page.wait_for_function(
        "() => document.getElementById('title').textContent.includes('Tetravex')"
    )
    # As if a short search had found nothing.
    unknown = {"kind": "unknown", "text": "Nothing is proved yet."}
    nothing = {"culprits": [], "cells": [], "placement": None}
    page.route("**/api/help", lambda route: route.fulfill(json={**unknown, **nothing}))
    page.click("#help")
    page.wait_for_selector("#advice >> text=Nothing is proved yet.")
    start_row_scan(page)
    page.wait_for_selector('.job[data-status="finished"]')
    page.click("#tab-facts")
    page.wait_for_selector('#known li[data-kind="none"]')
    page.click("#help")
    page.wait_for_selector("#advice >> text=No solution at all. (proved by row-scan")


def test_without_storage_facts_come_from_the_jobs(page, browser, client):
    start_row_scan(page)
    wait_for_score(page, "12 / 12")
    page.wait_for_selector('.job[data-status="finished"]')
    context = browser.new_context()
    other = context.new_page()
    denied = "Storage.prototype.setItem = () => { throw new Error('denied'); };"
    other.add_init_script(denied)
    other.goto(client.address)
    other.wait_for_selector("body[data-ready=all]")
    other.click("#tab-facts")
    other.wait_for_selector("#known >> text=by row-scan")
    context.close()
