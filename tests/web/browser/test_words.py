"""What the page calls its controls, for all who use them, and where the focus is."""

import pytest

pytestmark = pytest.mark.deep

MISNAMED = """() => [...document.querySelectorAll('[aria-label]')].flatMap((node) => {
  const label = node.closest('label')?.querySelector(':scope > span, :scope > strong');
  const seen = node.matches('button, summary') ? node.innerText : label?.innerText;
  const text = (seen ?? '').trim().toLowerCase();
  const name = node.getAttribute('aria-label').toLowerCase();
  return !/[a-z]/.test(text) || name.includes(text) ? [] : [`${text}: ${name}`];
})"""
"""Controls whose name does not contain the text that is seen; signs have no text."""

CUT_OFF = """(selector) => [...document.querySelectorAll(selector)].filter((node) => {
  node.blur(); // it may have the focus by a click
  node.focus({ focusVisible: true });
  if (document.activeElement !== node) return false; // it is hidden or disabled
  const style = getComputedStyle(node);
  const { outlineOffset, outlineWidth } = style;
  const out = Math.max(0, parseFloat(outlineOffset) + parseFloat(outlineWidth));
  const box = node.getBoundingClientRect();
  for (let at = node.parentElement; at; at = at.parentElement) {
    if (getComputedStyle(at).overflowX === 'visible') continue;
    const { top, bottom } = at.getBoundingClientRect();
    if (box.top - out < top - 0.5 || box.bottom + out > bottom + 0.5) return true;
    break;
  }
  return style.outlineStyle !== 'solid' || style.zIndex !== '1';
}).map((node) => node.textContent)"""
"""Controls whose ring of the focus is cut off, or may be below a neighbor."""

SHORTENED = """() => ['wanted', 'limit', 'threads'].filter((id) => {
  const menu = document.getElementById(id);
  const pen = document.createElement('canvas').getContext('2d');
  pen.font = getComputedStyle(menu).font;
  const widths = [...menu.options].map(({ text }) => pen.measureText(text).width);
  return Math.max(...widths) + 30 > menu.clientWidth; // with the arrow beside it
})"""
"""Menus whose longest choice does not fit."""


def open_dialog(page, tab):
    page.click("#new-puzzle")
    page.click(f'dialog [data-tab="{tab}"]')


def test_every_name_contains_the_text_that_is_seen(page):
    for tab in ("pieces", "facts", "steps", "export", "solve"):
        page.click(f"#tab-{tab}")
        assert page.evaluate(MISNAMED) == []
    page.get_by_label("Time limit").select_option("60")
    page.get_by_label("Threads").select_option("2")
    for tab in ("generate", "open", "make"):
        open_dialog(page, tab)
        page.wait_for_selector("dialog section:visible button, dialog .side")
        assert page.evaluate(MISNAMED) == []
        page.keyboard.press("Escape")


def test_on_a_touch_screen_nothing_is_clicked_or_typed(phone):
    assert "click" not in phone.inner_text("#panel-pieces").lower()
    assert "click" not in phone.inner_text("main").lower()
    open_dialog(phone, "make")
    said = phone.inner_text(".editor .how-to")
    assert said.startswith("Tap the motifs") and "Type" not in said
    phone.tap(".paint")
    phone.wait_for_selector(".how-to >> text=tap every side")
    assert phone.get_attribute(".paint", "title") == (
        "Pick once, then tap every side that shows it"
    )


def test_with_a_mouse_the_editor_speaks_of_keys_and_clicks(page):
    open_dialog(page, "make")
    assert page.inner_text(".editor .how-to").startswith("Type a letter")


def test_the_ring_of_the_focus_is_in_sight_as_a_whole(page):
    assert page.evaluate(CUT_OFF, ".tools button, .side .tabs button") == []
    assert page.evaluate(CUT_OFF, ".tray-tools > *") == []
    page.click("#new-puzzle")
    assert (
        page.evaluate(CUT_OFF, "dialog .tabs button, dialog .dialog-head > .icon") == []
    )
    page.set_viewport_size({"width": 390, "height": 844})
    assert page.evaluate(CUT_OFF, "dialog .tabs button") == []
    page.keyboard.press("Escape")
    assert page.evaluate(CUT_OFF, ".side .tabs button, .tray-tools > *") == []


@pytest.mark.parametrize("width", [1280, 390])
def test_what_is_chosen_in_a_menu_is_read_as_a_whole(page, width):
    page.set_viewport_size({"width": width, "height": 844})
    page.click("#tab-solve")
    page.wait_for_selector("#start")
    assert page.evaluate(SHORTENED) == []
