"""The tray, the rules, phones and paper in a real browser."""

import json
import time

import pytest

from studio_page import cell, lay, middle, open_text, small_record

pytestmark = pytest.mark.deep

LAYOUT = """() => [...document.querySelectorAll('.tray-piece:not([hidden])')]
  .map((each) => Number(each.dataset.piece))"""
SIZES = """(selector) => [...document.querySelectorAll(selector)].map((each) => {
  const {width, height} = each.getBoundingClientRect();
  return [each.id || each.textContent, width, height];
}).filter(([, width]) => width)"""
OVERLAPS = """(selector) => {
  const box = document.querySelector(selector).getBoundingClientRect();
  return [...document.querySelectorAll('.tools, .board, .side')].filter((each) => {
    const { left, right, top, bottom } = each.getBoundingClientRect();
    return left < box.right && box.left < right && top < box.bottom && box.top < bottom;
  }).map((each) => each.className);
}"""


def piece(page, number):
    return page.locator(f'.tray-piece[data-piece="{number}"]')


def wait_for_words(page, words):
    page.wait_for_function(
        "words => document.getElementById('spoken').textContent.includes(words)",
        arg=words,
    )


def open_named(page, name):
    page.click("#new-puzzle")
    page.click(f'.card[data-name="{name}"]')
    page.wait_for_selector("#puzzles", state="hidden")


def test_the_tray_keeps_still_until_gaps_are_closed(page):
    before = piece(page, 4).bounding_box()
    assert page.locator("#close-gaps").is_disabled()
    lay(page, 3, 0)
    page.wait_for_timeout(600)
    assert piece(page, 4).bounding_box() == before
    assert piece(page, 3).get_attribute("aria-selected") is None
    assert piece(page, 4).get_attribute("aria-selected") == "false"
    page.mouse.click(before["x"] + 20, before["y"] + 20)  # takes what is seen there
    page.wait_for_selector('.tray-piece[data-piece="4"][aria-selected="true"]')
    page.click("#close-gaps")
    page.wait_for_selector('.tray-piece[data-piece="3"]', state="hidden")
    assert piece(page, 4).bounding_box() != before
    lay(page, 0, 1)
    page.reload()
    page.wait_for_selector("body[data-ready=all]")
    assert page.evaluate(LAYOUT) == [1, 2, 4, 5, 6, 7, 8]


def test_pieces_are_filtered_sorted_and_numbered(page):
    open_named(page, "eternity-beginner")
    page.click('[data-filter="corner"]')
    corners = page.evaluate(LAYOUT)
    assert len(corners) == 3  # the fourth is a hint
    page.click('[data-filter="all"]')
    page.select_option("#tray-order", "kind")
    assert page.evaluate(LAYOUT)[:3] == corners
    page.click("#shuffle")
    shuffled = page.evaluate(LAYOUT)
    assert sorted(shuffled) != shuffled
    assert page.locator("#tray-order").input_value() == "shuffled"
    page.click("#tray-color")
    page.click("#tray-colors .swatch >> nth=0")
    assert 0 < len(page.evaluate(LAYOUT)) < 15
    page.click("#tray-colors .swatch >> nth=0")
    page.click("#numbers")
    assert page.locator(".piece-number").all_text_contents() == ["4"]
    page.reload()  # order and numbers are remembered
    page.wait_for_selector("body[data-ready=all]")
    assert page.evaluate(LAYOUT) == shuffled
    assert piece(page, shuffled[0]).locator(".number").is_visible()
    assert page.locator(".piece-number").count() == 1
    page.click("#numbers")
    page.wait_for_selector(".piece-number", state="detached")


def test_pieces_that_fit_here_match_when_they_are_placed(page):
    open_named(page, "eternity-beginner")
    page.keyboard.press("f")
    page.wait_for_selector('[data-filter="fits"][aria-pressed="true"]')
    assert page.locator(".ring.here").count() == 1
    assert "fit on A1" in page.inner_text(".tray-note")
    cell(page, 8).click()  # C1, above the hint in the corner
    page.wait_for_function(
        "() => document.querySelector('.tray-note').innerText.includes('C1')"
    )
    before = page.evaluate(LAYOUT)
    lay(page, before[0], 8)
    page.wait_for_function(
        "() => document.getElementById('score').innerText.startsWith('1 /')"
    )
    assert page.evaluate(LAYOUT) == before  # a gap, until another cell is asked for
    cell(page, 4).click()
    page.wait_for_function(
        "() => document.querySelector('.tray-note').innerText.includes('B1')"
    )
    assert before[0] not in page.evaluate(LAYOUT)
    page.keyboard.press("f")
    page.wait_for_selector(".ring.here", state="detached")


def test_rules_are_beside_the_board_and_behind_a_question_mark(page):
    assert page.inner_text("#rules").startswith("Signed: blue+ meets blue-")
    assert "12 in all" in page.inner_text("#rules")
    open_named(page, "tetravex")
    assert "may not be turned" in page.inner_text("#rules")
    open_named(page, "eternity-beginner")
    rules = page.inner_text("#rules")
    assert "rim only" in rules and "hint is fixed" in rules
    page.keyboard.press("?")
    page.wait_for_selector("#guide[open] >> text=Words")
    assert "hint is fixed" in page.inner_text("#guide")
    with page.expect_popup() as opened:
        page.click("#guide a")
    opened.value.wait_for_selector("h1:text-is('The studio')")
    opened.value.close()
    page.keyboard.press("Escape")
    page.wait_for_selector("#guide", state="hidden")
    page.click("#guide-button")
    page.click("#guide [aria-label=Close]")
    assert page.evaluate("document.activeElement.id") == "guide-button"


def test_names_turns_and_candidates_are_spoken(page):
    piece(page, 0).focus()
    page.keyboard.press("Enter")
    page.keyboard.press("r")
    wait_for_words(page, "turned: north green+, east red-, south yellow+, west blue+")
    lay(page, 0, 4)
    page.wait_for_timeout(500)
    cell(page, 4).click(button="right")
    wait_for_words(page, "turned: north yellow+")
    assert cell(page, 4).get_attribute("data-turn") == "3"
    page.click("#tab-steps")
    page.wait_for_selector(".cell.counted")
    counts = page.locator(".cell .count").all_text_contents()
    names = [cell(page, at).get_attribute("aria-label") for at in range(9)]
    assert counts.count("") == 1  # the cell of the piece that I placed
    for name, count in zip(names, counts, strict=True):
        assert (f"empty, {count} candidate" in name) == bool(count)
    page.click("#tab-pieces")
    page.wait_for_selector(".cell:not(.counted)")
    assert "candidate" not in cell(page, 0).get_attribute("aria-label")


def test_on_a_phone_255_pieces_scroll_below_a_board_that_stays(phone):
    open_named(phone, "eternity2")
    phone.wait_for_selector('.tray-piece[data-piece="255"]', state="attached")
    facts = phone.evaluate(
        """() => {
          const tray = document.getElementById('tray');
          tray.scrollTop = 100000;
          const last = document.querySelector('.tray-piece[data-piece="255"]');
          const root = document.documentElement;
          return {
            board: document.getElementById('board').getBoundingClientRect().toJSON(),
            last: last.getBoundingClientRect().toJSON(),
            tray: tray.getBoundingClientRect().toJSON(), scrolls: tray.scrollHeight,
            across: root.scrollWidth, down: root.scrollHeight,
          };
        }"""
    )
    assert facts["across"] <= 390 and facts["down"] <= 844
    assert facts["board"]["top"] > 0 and facts["board"]["width"] > 350
    assert facts["tray"]["top"] >= facts["board"]["bottom"]
    assert facts["tray"]["height"] > 150  # some rows of pieces
    assert facts["tray"]["height"] < facts["scrolls"] < 3000
    assert facts["last"]["bottom"] <= facts["tray"]["bottom"]
    phone.tap('[data-filter="fits"]')
    phone.wait_for_function(
        "() => document.querySelectorAll('.tray-piece:not([hidden])').length === 4"
    )
    corner = phone.evaluate(LAYOUT)[0]
    piece(phone, corner).tap()
    cell(phone, 0).tap()
    phone.wait_for_selector(f'.cell[data-cell="0"][data-piece="{corner}"]')
    visible = (
        ".top button, .tools button, .side [role=tab], .tray-piece, .tray-tools > *"
    )
    small = [each for each in phone.evaluate(SIZES, visible) if min(each[1:]) < 40]
    assert small == []


@pytest.mark.parametrize(("width", "height"), [(390, 844), (844, 390)])
def test_on_a_phone_no_panel_is_silent(phone, width, height):
    phone.set_viewport_size({"width": width, "height": height})
    assert phone.is_hidden("#panel-pieces .tray-note")  # the pieces say it themselves
    phone.tap("#tab-export")
    assert "viewer link" in phone.inner_text("#no-link")
    phone.tap("#new-puzzle")
    phone.wait_for_selector('.card[data-name="eternity2"]')
    phone.evaluate("document.getElementById('puzzles').scrollTop = 500")
    phone.tap('dialog [data-tab="open"]')
    assert phone.evaluate("document.getElementById('puzzles').scrollTop") == 0
    phone.tap('dialog [data-tab="boards"]')
    assert "Drop or paste" in phone.inner_text(".gallery-panel .tray-note")
    phone.keyboard.press("Escape")
    phone.tap("#tab-pieces")
    for number in range(9):
        lay(phone, number, number)
    phone.wait_for_selector("text=All pieces are on the board.")


@pytest.mark.parametrize(("width", "height"), [(390, 844), (844, 390)])
def test_on_a_phone_a_search_is_in_sight_once_it_is_started(phone, width, height):
    phone.set_viewport_size({"width": width, "height": height})
    phone.tap("#tab-solve")
    phone.tap("#start")
    phone.wait_for_function(
        """() => {
          const status = document.querySelector('.job .status');
          const panel = document.getElementById('panel-solve').getBoundingClientRect();
          const { top, bottom } = status?.getBoundingClientRect() ?? {};
          const isInPanel = top >= panel.top && bottom <= panel.bottom;
          return isInPanel && panel.bottom <= innerHeight;
        }"""
    )
    assert phone.evaluate("scrollY") == 0  # the board too


@pytest.mark.parametrize(("width", "height"), [(390, 844), (844, 390)])
def test_on_a_phone_nothing_that_comes_up_covers_a_panel(phone, width, height):
    phone.set_viewport_size({"width": width, "height": height})
    phone.tap("#help")
    phone.wait_for_selector("#advice:not([hidden])")
    assert phone.evaluate(OVERLAPS, "#advice") == []
    phone.tap('#advice [aria-label="Close"]')
    phone.evaluate(
        """async () => {
          const { state, update } = await import('/static/state/store.js');
          const cells = state.cells.map((_, at) => 4 * at);
          update({ shown: { cells, label: 'a solution', job: null, check: null } });
        }"""
    )
    phone.wait_for_selector("#banner:not([hidden])")
    assert phone.evaluate(OVERLAPS, "#banner") == []
    # What does not fit fades out at the side where there is more of it.
    fade = "node => ['--before', '--after'].map((name) =>"
    fade += " parseFloat(getComputedStyle(node).getPropertyValue(name)))"
    tools = phone.locator(".tray-tools")
    assert tools.evaluate(fade) == [0, pytest.approx(40, abs=5)]
    tools.evaluate("node => { node.scrollLeft = node.scrollWidth; }")
    phone.wait_for_function(
        "() => parseFloat(getComputedStyle(document.querySelector('.tray-tools'))"
        ".getPropertyValue('--after')) === 0"
    )


def test_a_phone_on_its_side_has_board_and_tray_beside_each_other(phone):
    phone.set_viewport_size({"width": 844, "height": 390})
    open_named(phone, "eternity-beginner")
    phone.wait_for_function("() => document.getElementById('board').clientHeight > 300")
    board = phone.locator("#board").bounding_box()
    tray = phone.locator("#tray").bounding_box()
    assert board["width"] > 300
    assert tray["x"] >= board["x"] + board["width"]
    assert tray["y"] + tray["height"] <= 390
    assert phone.evaluate("document.documentElement.scrollHeight") <= 390
    assert cell(phone, 0).bounding_box()["width"] >= 40
    rules = phone.locator(".rules").bounding_box()
    assert rules["y"] >= board["y"] + board["height"]
    assert rules["x"] + rules["width"] <= tray["x"]
    number = phone.evaluate(LAYOUT)[0]
    piece(phone, number).tap()
    cell(phone, 0).tap()
    phone.wait_for_selector(f'.cell[data-cell="0"][data-piece="{number}"]')
    small = [
        each
        for each in phone.evaluate(SIZES, ".tools button, .tray-piece, .tray-tools > *")
        if min(each[1:]) < 40
    ]
    assert small == []


def test_a_finger_that_rests_on_a_piece_drags_it_and_one_that_does_not_scrolls(phone):
    open_named(phone, "eternity2-no-hints")
    phone.wait_for_selector('.tray-piece[data-piece="255"]', state="attached")
    touch = phone.context.new_cdp_session(phone)

    def swipe(rest):
        (x, y), target = middle(piece(phone, 16)), middle(cell(phone, 40))
        now = time.time()
        for step in range(13):
            across = x + (target[0] - x) * step / 12
            down = y + (target[1] - y) * step / 12
            event = {"type": "touchMove" if step else "touchStart"}
            event["touchPoints"] = [{"x": across, "y": down}]
            event["timestamp"] = now + (rest + 0.01 * step if step else 0)
            touch.send("Input.dispatchTouchEvent", event)
        touch.send("Input.dispatchTouchEvent", {"type": "touchEnd", "touchPoints": []})

    swipe(rest=0.3)
    phone.wait_for_selector('.cell[data-cell="40"][data-piece="16"]')
    phone.tap("#undo")
    phone.wait_for_selector('.cell[data-cell="40"]:not([data-piece])')
    swipe(rest=0)
    phone.wait_for_function("() => document.getElementById('tray').scrollTop > 50")
    assert phone.locator(".cell[data-piece]").count() == 0


@pytest.mark.both
def test_a_board_is_printed_with_its_title_score_and_rules(page):
    page.click("#theme")
    lay(page, 0, 0)
    page.click("#zoom-in")
    page.emulate_media(media="print")
    for seen in ("#title", "#score", "#board-svg", "#rules"):
        assert page.locator(seen).is_visible()
    for unseen in ("#help", "#new-puzzle", "#tray", ".tabs", "#tip"):
        assert not page.locator(unseen).is_visible()
    ground = "getComputedStyle(document.body).backgroundColor"
    assert page.evaluate(ground) == "rgb(255, 255, 255)"
    page.wait_for_selector('#board-svg:not([viewBox^="-34"])')  # until the board rests
    zoomed = page.get_attribute("#board-svg", "viewBox")
    page.evaluate("window.dispatchEvent(new Event('beforeprint'))")
    assert page.get_attribute("#board-svg", "viewBox") == "-34 -34 368 368"
    page.evaluate("window.dispatchEvent(new Event('afterprint'))")
    assert page.get_attribute("#board-svg", "viewBox") == zoomed


def test_the_selected_tab_is_seen_in_forced_colors(page):
    page.emulate_media(forced_colors="active")
    grounds = page.eval_on_selector_all(
        ".side [role=tab]",
        "tabs => tabs.map((tab) => getComputedStyle(tab).backgroundColor)",
    )
    assert grounds[0] not in grounds[1:]


def test_a_message_is_told_from_what_it_covers_in_forced_colors(page):
    page.emulate_media(forced_colors="active")
    style = "node => getComputedStyle(node).borderTopStyle"
    assert page.eval_on_selector("#toast", style) == "solid"


@pytest.mark.both
def test_a_generated_puzzle_has_a_title_and_its_recipe_as_a_tooltip(page):
    open_text(page, "two-set:4x4:3:2:seed=5")
    page.wait_for_function(
        "() => document.getElementById('title').innerText"
        " === 'Two-set 4 × 4, 3 and 2 colors, seed 5'"
    )
    assert page.get_attribute("#title", "title") == "two-set:4x4:3:2:seed=5"
    record = json.loads(small_record())
    record["puzzle"]["name"] = "mine"
    open_text(page, json.dumps(record))
    page.wait_for_function(
        "() => document.getElementById('title').innerText === 'mine'"
    )
