"""axe, a checker of accessibility, finds nothing wrong in any state of the page."""

import importlib.util

import pytest

from axe import AXE, CHECK
from studio_page import PATIENCE, cell, lay, table_photo

THEMES = {
    "light": {"color_scheme": "light", "forced_colors": "none"},
    "dark": {"color_scheme": "dark", "forced_colors": "none"},
    "forced colors": {"color_scheme": "dark", "forced_colors": "active"},
}

pytestmark = [
    pytest.mark.deep,
    pytest.mark.timeout(600),
    pytest.mark.skipif(
        not AXE.exists(), reason="axe-core is not there; `make page` fetches it"
    ),
]


def test_axe_finds_no_violation(browser, client):
    # Without the page's content security policy, under which axe could not be loaded.
    context = browser.new_context(
        viewport={"width": 1280, "height": 800}, bypass_csp=True
    )
    page = context.new_page()
    page.set_default_timeout(PATIENCE)
    page.goto(client.address)
    page.wait_for_selector("body[data-ready=all]")
    page.add_script_tag(path=AXE)
    lines = []
    for state in states(page):
        for theme, media in THEMES.items():
            page.emulate_media(**media)
            found = page.evaluate(CHECK)
            lines += [f"{state}, {theme}: {violation}" for violation in found]
    context.close()
    assert not lines, "\n".join(lines)


def states(page):
    """Bring the page into one state after the other; yield the name of each."""
    yield "fresh"
    lay(page, 0, 0)
    page.click("#numbers")
    page.click('[data-filter="fits"]')
    page.click("#tray-color")
    page.locator(".tray-piece:not([hidden]):not(.gone)").first.click()
    yield "a piece is selected"
    page.click("#help")
    page.wait_for_selector("#advice:not([hidden])")
    yield "help"
    page.keyboard.press("Escape")
    for tab in page.locator(".side [role=tab]").all():
        tab.click()
        page.wait_for_selector(f"#{tab.get_attribute('aria-controls')}:not([hidden])")
        yield f"tab {tab.inner_text()}"
    page.click("#tab-steps")
    page.wait_for_selector(".cell.counted")
    page.click('[aria-label="One step forward"]')
    cell(page, 8).click()
    page.wait_for_selector(".candidates :is(h2, h3)")
    yield "a step"
    yield from searches(page)
    page.click("#new-puzzle")
    page.wait_for_selector(".card canvas")
    for tab in page.locator("#puzzles [role=tab]").all():
        tab.click()
        page.wait_for_load_state("networkidle")
        yield f"dialog {tab.inner_text()}"
    yield from photographs(page)
    page.keyboard.press("Escape")
    page.click("#guide-button")
    page.wait_for_selector("#guide a")
    yield "rules, keys and words"


def photographs(page):
    """Yield the states of a photograph that becomes a puzzle, if they can be read."""
    if importlib.util.find_spec("cv2") is None:
        return
    page.click('dialog [data-tab="photos"]')
    page.set_input_files("#photo-files", table_photo())
    page.locator(".outline").first.click()
    yield "a square is selected"
    page.click("#compare-sides")
    page.locator(".sheet-view .look-alike").first.click()
    page.wait_for_selector(".checks .error, .checks .done")
    yield "look-alike sides"


def searches(page):
    """Yield the states of a page that searches."""
    page.click("#tab-solve")
    page.select_option("#engine", "row-scan")
    page.click("#start")
    page.wait_for_selector(".job")
    yield "a job that starts"
    page.wait_for_selector('.job[data-status="finished"]')
    yield "a finished job"
    page.select_option("#rival", "consistency")
    page.click("#start")
    page.wait_for_selector("#arena .lane-1")
    page.wait_for_selector("#arena .lane[data-won]")
    yield "a race"
    page.click("#arena >> text=Back to my board")
