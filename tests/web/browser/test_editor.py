"""Nine cardboard squares become a puzzle in a real browser: keys, mouse, touch."""

import pytest

from edgematch import catalog
from edgematch.formats import Source, read
from studio_page import cell, lay, wait_for_score

pytestmark = pytest.mark.deep

PUZZLE = catalog.load("scramble-squares").puzzle
KEYS = "".join(
    PUZZLE.color_name(color)[0].upper()
    if PUZZLE.color_name(color).endswith("+")
    else PUZZLE.color_name(color)[0]
    for piece in PUZZLE.pieces
    for color in piece
)
"""The squares of the catalog, as somebody types them."""


class CountedPage:
    """A page that counts what its user does."""

    def __init__(self, page):
        self.page, self.acts = page, 0

    def press(self, key):
        self.page.keyboard.press(key)
        self.acts += 1

    def click(self, selector):
        self.page.click(selector)
        self.acts += 1

    def tap(self, selector):
        self.page.tap(selector)
        self.acts += 1


def open_editor(page):
    page.click("#new-puzzle")
    page.click('dialog [data-tab="make"]')
    page.wait_for_selector(".side[aria-current]")


def middle(box):
    return box["x"] + box["width"] / 2, box["y"] + box["height"] / 2


def side(square, number):
    return f'.side[data-square="{square}"][data-side="{number}"]'


def own_puzzle(page):
    """Return the puzzle that the page plays."""
    page.wait_for_function("() => location.hash.startsWith('#packed=')")
    return read(Source("link", page.url)).puzzle


@pytest.mark.both
def test_nine_squares_by_keyboard_take_at_most_60_keys(page):
    user = CountedPage(page)
    page.focus("#new-puzzle")
    user.press("Enter")
    for key in (*["ArrowRight"] * 3, "Enter"):
        user.press(key)
    page.wait_for_selector(".side[aria-current]:focus")
    for key in KEYS:
        user.press(key)
    page.wait_for_selector(".checks .done")
    user.press("Control+Enter")
    page.wait_for_function(
        "() => document.getElementById('title').textContent === 'My own puzzle'"
    )
    assert user.acts <= 60
    wait_for_score(page, "0 / 12")
    own = own_puzzle(page)
    assert own.fingerprint == PUZZLE.fingerprint
    assert own.color_names[1:3] == ("red+", "red-")


def test_arrows_of_the_tabs_pass_the_editor_by(page):
    page.focus("#new-puzzle")
    page.keyboard.press("Enter")
    for _ in range(3):
        page.keyboard.press("ArrowRight")
    page.wait_for_selector(".editor .side")
    page.keyboard.press("ArrowRight")
    page.wait_for_selector('dialog [data-tab="photos"]:focus')


def test_nine_squares_by_mouse_take_at_most_60_clicks(page):
    user = CountedPage(page)
    user.click("#new-puzzle")
    user.click('dialog [data-tab="make"]')
    places = {"r": 0, "b": 2, "g": 4, "y": 6}
    for key in KEYS:
        value = places[key.lower()] + key.islower()
        user.click(f'.pick-side[data-pick="{value}"]')
    user.click("#play-draft")
    wait_for_score(page, "0 / 12")
    assert user.acts <= 60
    assert own_puzzle(page).fingerprint == PUZZLE.fingerprint


def test_sides_are_painted_by_touch_on_a_phone(phone):
    phone.tap("#new-puzzle")
    phone.tap('dialog [data-tab="make"]')
    phone.fill('.editor [name="Rows"]', "1")
    phone.fill('.editor [name="Columns"]', "2")
    phone.locator('.editor [name="Columns"]').blur()
    phone.wait_for_function("() => document.querySelectorAll('.square').length === 2")
    user = CountedPage(phone)
    user.tap(".paint")
    for value, sides in (("0", (0, 1, 2, 3)), ("1", (4, 5, 6, 7))):
        user.tap(f'.pick-side[data-pick="{value}"]')
        for each in sides:
            phone.locator(side(each // 4, each % 4)).tap()
    phone.wait_for_selector(".checks .done")
    width = phone.evaluate(
        "() => { const it = document.querySelector('dialog');"
        " return it.scrollWidth - it.clientWidth; }"
    )
    assert width <= 0
    phone.tap("#play-draft")
    wait_for_score(phone, "0 / 1")


def test_squares_do_not_move_under_the_pointer(page):
    page.set_viewport_size({"width": 844, "height": 390})
    open_editor(page)
    page.click(".paint")
    page.click('.pick-side[data-pick="2"]')
    for square in (0, 1, 4, 8):
        page.click(side(square, 2))
        page.wait_for_selector(f'{side(square, 2)}[data-value="2"]')


def test_motifs_do_not_move_under_a_finger(phone):
    phone.set_viewport_size({"width": 844, "height": 390})
    phone.tap("#new-puzzle")
    phone.tap('dialog [data-tab="make"]')
    motif = phone.locator('.pick-side[data-pick="2"]')
    motif.tap()
    phone.wait_for_selector(f'{side(0, 0)}[data-value="2"]')
    place = motif.bounding_box()
    for number in range(1, 36):
        phone.touchscreen.tap(*middle(place))
        phone.wait_for_selector(f'{side(number // 4, number % 4)}[data-value="2"]')
        assert motif.bounding_box() == place, number


def test_squares_are_turned_copied_deleted_and_all_of_it_undone(page):
    open_editor(page)
    for key in "RbGy":
        page.keyboard.press(key)
    page.locator(side(0, 2)).click()
    page.click("#turn-square")
    page.wait_for_selector(f'{side(0, 1)}[data-value="0"]')
    page.click("#copy-square")
    page.wait_for_selector(f'{side(1, 1)}[data-value="0"]')
    page.wait_for_selector(".checks .note >> text=squares 1 and 2 are equal")
    page.click("#delete-square")
    page.wait_for_selector(f"{side(1, 1)}:not([data-value])")
    for _ in range(3):
        page.click('.editor [aria-label="Undo"]')
    page.wait_for_selector(f'{side(0, 0)}[data-value="0"]')
    page.keyboard.press("Control+y")
    page.wait_for_selector(f'{side(0, 1)}[data-value="0"]')
    page.keyboard.press("Backspace")
    assert page.locator(".side[data-value]").count() == 3
    page.keyboard.press("Escape")  # closes the dialog, not the draft
    page.reload()
    page.wait_for_selector("body[data-ready=all]")
    open_editor(page)
    page.wait_for_function(
        "() => document.querySelectorAll('.side[data-value]').length"
    )
    assert page.locator(".side[data-value]").count() == 3


def test_mistakes_are_named_while_they_are_made(page):
    open_editor(page)
    page.click("#play-draft")
    page.wait_for_selector(".editor .refusal >> text=Square 1: the top side is empty")
    page.locator(side(0, 0)).click()
    for key in "R" * 36:
        page.keyboard.press(key)
    page.wait_for_selector(".checks .error >> text=36 sides have nothing to face")
    page.wait_for_selector(".checks .note >> text=squares 1, 2, 3")
    page.select_option('.editor [name="kind"]', "framed")
    page.wait_for_selector(".checks .error >> text=9 inner squares")
    page.fill('[aria-label="Name of motif red"]', "bear")
    page.keyboard.press("Tab")
    page.wait_for_selector('[aria-label^="square 1, top: bear"]')
    assert page.evaluate("document.activeElement.tagName") != "BODY"


def test_the_open_puzzle_is_edited_and_a_board_in_play_is_not_lost(page):
    lay(page, 0, 4)
    open_editor(page)
    page.click("#edit-open")
    page.wait_for_selector('[aria-label="Name of motif yellow"]')
    page.wait_for_selector(".checks .done")
    page.click("#play-draft")
    page.wait_for_selector(".question >> text=with 1 piece on it")
    assert page.evaluate("document.activeElement.id") == "keep-board"
    page.keyboard.press("Enter")
    page.wait_for_selector(".question", state="hidden")
    page.keyboard.press("Escape")
    assert cell(page, 4).get_attribute("data-piece") == "0"
    open_editor(page)
    page.click("#turn-square")
    page.click("#play-draft")
    page.click("#replace-board")
    page.wait_for_selector('.cell[data-cell="4"]:not([data-piece])')
    own = own_puzzle(page)
    first = PUZZLE.pieces[0]
    assert own.fingerprint != PUZZLE.fingerprint
    assert [own.color_name(color) for color in own.pieces[0]] == [
        PUZZLE.color_name(color) for color in (first[3], *first[:3])
    ]


def test_every_control_of_the_editor_has_a_name(page):
    open_editor(page)
    nameless = page.evaluate(
        """() => [...document.querySelectorAll('.editor button, .editor input, '
          + '.editor select, .editor [role=button]')].filter((node) => {
            const name = node.getAttribute('aria-label') || node.textContent.trim()
              || node.labels?.[0]?.textContent;
            return !name;
          }).length"""
    )
    assert nameless == 0
    page.keyboard.press("Tab")  # to the next side of the square
    page.wait_for_selector(f"{side(0, 1)}[aria-current]:focus")
    assert page.locator('.side[tabindex="0"]').count() == 4


def test_what_the_library_refuses_is_shown(page):
    open_editor(page)
    for key in "Rr" * 18:
        page.keyboard.press(key)
    page.fill('.editor [name="name"]', "tab\u200bbed")  # not printable
    page.locator('.editor [name="name"]').blur()
    page.click("#play-draft")
    page.wait_for_selector(".editor .refusal:not([hidden])")
    assert "printable" in page.inner_text(".editor .refusal")


def test_every_example_of_the_text_box_is_read(page):
    kinds = ["signed", "9 pieces", "framed", "may not be turned", "framed"]
    titles = []
    for number, kind in enumerate(kinds):
        page.click("#new-puzzle")
        page.click('dialog [data-tab="open"]')
        page.select_option("#example", str(number))
        titles.append(page.inner_text("#example option:checked"))
        page.click("#use-example")
        page.click("#read-pasted")
        page.wait_for_selector("dialog:not([open])", state="attached")
        page.wait_for_function(
            "kind => document.getElementById('subtitle').textContent.includes(kind)",
            arg=kind,
        )
        assert page.inner_text("#subtitle").startswith("3 × 3")
    assert titles[0].startswith("nine squares") and len(set(titles)) == 5
