"""A puzzle is played by hand in a real browser: mouse, touch, keys, help."""

import json

import pytest

import edgematch as library
from edgematch import catalog
from studio_page import (
    cell,
    lay,
    middle,
    open_text,
    score,
    small_record,
    wait_for_score,
)


@pytest.mark.both
@pytest.mark.deep
def test_the_scramble_squares_are_solved_by_hand_with_two_requests_for_help(page):
    wait_for_score(page, "0 / 12")
    for kind in ("suggested", "proved"):
        page.click("#help")
        page.wait_for_selector(f'#advice[data-kind="{kind}"]')
        page.click("#advice .primary")
    wait_for_score(page, "1 / 12")
    first, second = (
        tuple(
            int(cell(page, at).get_attribute(f"data-{name}"))
            for name in ("piece", "turn")
        )
        for at in (0, 1)
    )
    solutions = library.solve(
        catalog.load("scramble-squares").puzzle, solutions=None
    ).solutions
    (board,) = (
        each
        for each in solutions
        if tuple(each.at(0)[1:]) == first and tuple(each.at(1)[1:]) == second
    )
    drag, rest = board.placements[2:5], board.placements[5:]
    for at, piece, turn in drag:  # by dragging, then turning on the board
        source = page.locator(f'.tray-piece[data-piece="{piece}"]')
        page.mouse.move(*middle(source))
        page.mouse.down()
        page.mouse.move(*middle(cell(page, at)), steps=4)
        page.mouse.up()
        page.wait_for_selector(f'.cell[data-cell="{at}"][data-piece="{piece}"]')
        for _ in range(turn):
            cell(page, at).click(button="right")
        page.wait_for_selector(f'.cell[data-cell="{at}"][data-turn="{turn}"]')
    for at, piece, turn in rest:  # by clicking: once to choose, again to turn
        source = page.locator(f'.tray-piece[data-piece="{piece}"]')
        for _ in range(1 + turn):
            source.click()
        cell(page, at).click()
        page.wait_for_selector(f'.cell[data-cell="{at}"][data-turn="{turn}"]')
    page.wait_for_selector("#score.solved")
    assert score(page).split()[:3] == ["12", "/", "12"]
    page.keyboard.press("Control+z")
    page.wait_for_selector("#score:not(.solved)")
    page.click("#redo")
    page.wait_for_selector("#score.solved")
    page.reload()
    page.wait_for_selector("#score.solved")


@pytest.mark.both
@pytest.mark.deep
def test_breaks_are_shown_and_help_names_the_pieces_that_cause_them(page):
    page.locator('.tray-piece[data-piece="0"]').click()
    cell(page, 0).click()
    page.locator('.tray-piece[data-piece="1"]').click()
    cell(page, 1).click()
    page.wait_for_selector("#score small:has-text('2 placed'), #score.broken")
    for _ in range(4):  # one of the four turns of these two does not match
        if page.locator(".break").count():
            break
        cell(page, 1).click(button="right")
        page.wait_for_timeout(300)
    page.wait_for_selector(".break", state="attached")
    page.click("#help")
    page.wait_for_selector('#advice[data-kind="conflict"]')
    assert "cannot stay" in page.inner_text("#advice")
    assert page.locator(".ring.culprit").count() >= 1
    page.click("#advice >> text=Remove")
    page.wait_for_selector("#advice", state="hidden")


@pytest.mark.deep
def test_everything_can_be_played_by_keyboard(page):
    page.locator('.tray-piece[data-piece="0"]').focus()
    page.keyboard.press("ArrowRight")
    page.keyboard.press("r")
    page.locator('.cell[data-cell="0"]').focus()
    page.keyboard.press("ArrowDown")
    page.keyboard.press("ArrowRight")
    page.keyboard.press("Enter")
    placed = page.locator('.cell[data-cell="4"][data-piece="1"][data-turn="1"]')
    placed.wait_for()
    assert placed.get_attribute("aria-label").startswith("B2: piece 2: north ")
    opacity = "each => getComputedStyle(each).opacity"  # its colors are to be compared
    assert placed.locator(".holder").evaluate(opacity) == "1"
    page.keyboard.press("Shift+R")
    page.wait_for_selector('.cell[data-cell="4"][data-turn="0"]')
    page.keyboard.press("Delete")
    page.wait_for_selector('.cell[data-cell="4"]:not([data-piece])')
    focused = "document.activeElement.id"
    page.keyboard.press("Shift+Tab")  # out of the board at once
    assert page.evaluate(focused) == "help"
    page.keyboard.press("Tab")
    page.keyboard.press("Tab")
    page.keyboard.press("ArrowLeft")  # the tabs are one stop
    page.wait_for_selector("#panel-export:not([hidden])")
    assert page.evaluate(focused) == "tab-export"
    page.keyboard.press("ArrowRight")
    page.wait_for_selector("#panel-pieces:not([hidden])")
    page.keyboard.press("Tab")
    assert page.evaluate("document.activeElement.className") == "tray-piece"
    page.keyboard.press("h")
    page.wait_for_selector("#advice:not([hidden])")
    page.locator("#advice .primary").focus()
    page.keyboard.press("Enter")
    page.wait_for_selector(".cell[data-piece]:focus")


@pytest.mark.deep
def test_a_touch_places_a_piece(phone):
    phone.locator('.tray-piece[data-piece="2"]').tap()
    cell(phone, 0).tap()
    phone.wait_for_selector('.cell[data-cell="0"][data-piece="2"]')
    across = phone.evaluate("document.documentElement.scrollWidth")
    assert across <= 390  # nothing sticks out
    phone.tap("#help")
    phone.wait_for_selector("#advice:not([hidden])")
    phone.tap("#tab-solve")
    phone.tap("#start", trial=True)  # the advice does not bury it


@pytest.mark.deep
def test_the_board_stays_where_it_is_when_help_comes(page):
    before = page.locator("#board-svg").bounding_box()
    page.click("#help")
    page.wait_for_selector("#advice:not([hidden])")
    assert page.locator("#board-svg").bounding_box() == before


@pytest.mark.deep
def test_dark_and_light(page):
    def ground():
        return page.evaluate("getComputedStyle(document.body).backgroundColor")

    before = ground()
    page.click("#theme")
    after = ground()
    assert before != after
    page.reload()
    page.wait_for_selector("body[data-ready=all]")
    assert ground() == after


@pytest.mark.deep
def test_a_piece_that_lies_on_the_cell_of_a_hint_can_be_taken_away(page):
    wrong = small_record(hints=[[0, 0, 0]], board=[[0, 1, 0], [1, 0, 0]])
    open_text(page, wrong)
    page.wait_for_selector('.cell[data-cell="0"][data-piece="1"]')
    cell(page, 0).focus()
    page.keyboard.press("Delete")
    page.wait_for_selector('.cell[data-cell="0"]:not([data-piece])')
    page.locator('.tray-piece[data-piece="1"]').click()
    cell(page, 0).click()  # nothing but the hint lies there from now on
    assert cell(page, 0).get_attribute("data-piece") is None
    page.keyboard.press("Escape")
    cell(page, 1).click()
    cell(page, 0).click()
    page.wait_for_selector('.cell[data-cell="0"][data-piece="0"][data-turn="0"]')
    cell(page, 0).focus()
    page.keyboard.press("Delete")
    assert cell(page, 0).get_attribute("data-piece") == "0"


@pytest.mark.deep
def test_every_page_keeps_its_own_board(page):
    lay(page, 0, 0)
    other = page.context.new_page()
    other.goto(page.url)
    other.wait_for_selector("body[data-ready=all]")
    open_text(other, small_record())
    other.wait_for_selector('.cell[data-cell="1"]')
    lay(other, 1, 1)
    lay(page, 1, 8)
    for each, at, count in ((page, 8, 9), (other, 1, 2)):
        each.reload()
        each.wait_for_selector("body[data-ready=all]")
        each.wait_for_selector(f'.cell[data-cell="{at}"][data-piece="1"]')
        assert each.locator(".cell").count() == count
    third = page.context.new_page()  # has one or the other, and is no worse for it
    third.goto(page.url)
    third.wait_for_selector("body[data-ready=all]")
    assert third.locator(".tray-piece").count() in (2, 9)


@pytest.mark.deep
def test_where_pieces_are_not_turned_nobody_is_told_to(page):
    assert "to turn it" in page.inner_text("#panel-pieces")
    text = json.loads(small_record())
    text["puzzle"]["turnable"] = False
    open_text(page, json.dumps(text))
    page.wait_for_selector("#turn-tip", state="hidden")
    assert "to turn it" not in page.inner_text("#panel-pieces")
