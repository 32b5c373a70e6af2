"""What survives a reload of the Solve tab, and all searches of the studio."""

from pathlib import Path

import pytest

from studio_client import studio
from studio_page import LONG, PATIENCE, lay, open_recipe

pytestmark = pytest.mark.deep


def reload(page):
    page.reload()
    page.wait_for_selector("body[data-ready=all]")


def test_the_form_and_the_board_that_follows_survive_a_reload(page):
    open_recipe(page, LONG)
    page.click("#tab-solve")
    page.select_option("#wanted", "10")
    page.select_option("#limit", "3600")
    page.select_option("#engine", "row-scan")
    page.locator(".form details:visible summary").click()
    page.select_option('[data-option="order"]:visible', "spiral-in")
    page.select_option("#threads", "2")
    page.fill("#seed", "7")
    page.check("#keep-running")
    page.click("#start")
    page.wait_for_selector("#banner >> text=row-scan, now")
    reload(page)
    page.wait_for_selector("#banner >> text=row-scan, now")
    page.wait_for_function(
        "() => document.querySelectorAll('.cell[data-piece]').length > 10"
    )
    chosen = {"#wanted": "10", "#limit": "3600", "#engine": "row-scan"}
    chosen |= {"#threads": "2", "#seed": "7"}
    chosen |= {'[data-option="order"]:visible': "spiral-in"}
    for selector, value in chosen.items():
        assert page.input_value(selector) == value
    assert page.is_checked("#keep-running")
    page.click("text=Back to my board")
    page.click('.job button:text-is("Stop")')
    page.wait_for_selector('.job[data-status="finished"]')
    reload(page)
    assert page.is_hidden("#banner")


def test_a_move_after_a_reload_began_is_kept(page):
    lay(page, 0, 0)
    page.wait_for_function("() => location.hash.includes('board=')")
    before = page.evaluate("() => location.hash")
    lay(page, 1, 8)
    page.wait_for_function("(before) => location.hash !== before", arg=before)
    reloaded = page.evaluate("() => location.hash")
    page.click("#undo")
    page.wait_for_function("(before) => location.hash === before", arg=before)
    # A slow reload opens the address of its beginning, not the one written since.
    page.evaluate("(link) => history.replaceState(null, '', link)", reloaded)
    page.reload()
    page.wait_for_selector("body[data-ready=all]")
    page.wait_for_function("(before) => location.hash === before", arg=before)
    assert page.locator(".tray-piece[data-piece='1']").count() == 1


def test_storage_that_is_denied_does_not_matter(browser, client):
    context = browser.new_context()
    page = context.new_page()
    page.add_init_script("Storage.prototype.setItem = () => { throw new Error('no') }")
    page.goto(client.address)
    page.wait_for_selector("body[data-ready=all]")
    page.click("#tab-solve")
    page.select_option("#engine", "row-scan")
    reload(page)
    assert page.input_value("#engine") == "auto"
    context.close()


def test_a_refused_start_shows_whose_searches_take_the_places(browser, tmp_path):
    with studio(tmp_path, jobs_per_client=1, grace_seconds=5) as client:
        pages = []
        for _ in range(2):
            context = browser.new_context(viewport={"width": 1280, "height": 800})
            page = context.new_page()
            page.set_default_timeout(PATIENCE)
            page.goto(client.address)
            page.wait_for_selector("body[data-ready=all]")
            open_recipe(page, LONG)
            page.click("#tab-solve")
            page.select_option("#engine", "row-scan")
            pages.append(page)
        one, other = pages
        one.click("#start")
        one.wait_for_selector('.job[data-status="running"]')
        other.click("#start")
        other.wait_for_selector("#toast >> text=at most 1 jobs")
        other.wait_for_selector("#all-jobs[open] >> text=1 by other pages")
        row = other.locator("#all-jobs li")
        assert "another page on your machine" in row.inner_text()
        row.locator("text=Show here").click()
        other.wait_for_selector('.job[data-status="running"]')
        one.context.close()
        (job,) = client.get("/api/jobs").json["jobs"]
        other.context.close()  # now nobody watches it
        client.wait_for(job["id"], "paused")
        page = browser.new_context().new_page()
        page.set_default_timeout(PATIENCE)
        page.goto(client.address)
        page.wait_for_selector("body[data-ready=all]")
        page.click("#tab-solve")
        page.click("#all-jobs summary")
        page.click("#all-jobs li >> text=Show here")
        page.wait_for_selector(".job .message >> text=its page had been closed")
        page.click('.job button:text-is("Resume")')
        page.wait_for_selector('.job[data-status="running"]')
        page.click('#all-jobs li button:text-is("Stop")')
        page.wait_for_selector('.job[data-status="finished"]')
        page.context.close()


def test_the_paper_of_a_pdf_is_chosen_and_kept(page):
    page.click("#tab-export")
    page.select_option("#paper", "letter")
    page.fill("#piece-size", "45")
    reload(page)
    assert page.input_value("#piece-size") == "45"
    with page.expect_download() as download:
        page.click('[data-kind="pdf"]')
    content = Path(download.value.path()).read_bytes()
    assert b"/MediaBox [0 0 612.00 792.00]" in content
    page.fill("#piece-size", "500")
    page.click('[data-kind="pdf"]')
    page.wait_for_selector("#toast >> text=500 mm does not fit on letter")
