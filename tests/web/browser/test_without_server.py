"""The studio as files on any web host: what only that page does."""

import pytest

from edgematch import catalog
from edgematch.formats import Document, write
from edgematch.puzzle import Puzzle
from studio_page import PATIENCE, lay, open_text, start_long_search, wait_for_score

pytestmark = [
    pytest.mark.deep,
    pytest.mark.parametrize("address", ["files"], indirect=True),
]
SQUARES = Puzzle(
    3, 3, [[1, 2, 3, 4], *[[each, 4, 3, 2] for each in range(1, 9)]], framed=False
)

NO_WORKER = "window.Worker = class { addEventListener() {} postMessage() {} };"


@pytest.fixture
def context(browser, address):
    context = browser.new_context(viewport={"width": 1280, "height": 800})
    context.set_default_timeout(PATIENCE)
    yield context
    context.close()


def test_board_tray_editor_and_links_need_no_python(context, address):
    context.add_init_script(NO_WORKER)
    page = context.new_page()
    link = write(Document(SQUARES), "studio-link").text.strip().partition("#")[2]
    page.goto(f"{address}/#{link}")
    page.wait_for_selector("body[data-ready=all]")
    wait_for_score(page, "0 / 12")
    lay(page, 0, 0)
    lay(page, 1, 1)
    page.wait_for_selector("#score:has-text('2 placed'), #score.broken")
    assert page.locator(".tray-piece:visible").count() == 7
    page.click("#undo")
    page.wait_for_selector('.tray-piece[data-piece="1"]:visible')
    page.click("#new-puzzle")
    page.click('dialog [data-tab="make"]')
    page.wait_for_selector(".side[aria-current]")
    page.wait_for_selector("#look0 path", state="attached")  # drawn as in play
    page.keyboard.press("Escape")
    page.goto(f"{address}/#puzzle=clue1")
    wait_for_score(page, "0 / 60")


def test_it_solves_offline_after_the_first_visit(context, address):
    page = context.new_page()
    page.goto(address)
    page.evaluate("navigator.serviceWorker.ready.then(() => null)")
    context.set_offline(True)
    page.reload()
    page.wait_for_selector("body[data-ready=all]")
    page.click("#tab-solve")
    page.select_option("#wanted", "all")
    page.click("#start")
    page.wait_for_selector('.job[data-status="finished"]')
    page.wait_for_function(
        "() => document.querySelector('.solutions output')?.textContent === '4 in all'"
    )
    page.click(".take-away summary")
    with page.expect_download() as saved:
        page.click("text=Solutions as CSV")
    rows = saved.value.path().read_text().splitlines()
    assert rows[0] == "solution,cell,piece,turn"
    assert len(rows) == 1 + 4 * 9


def test_what_a_browser_lacks_is_said_with_the_command(page):
    page.click("#tab-solve")
    page.select_option("#wanted", "score")
    assert page.is_disabled("#start")
    note = page.locator("small:visible", has_text="edgematch serve")
    assert "numpy" in note.first.inner_text()
    assert page.locator("#start").is_visible()
    assert not page.locator("#threads, #keep-running").count()
    page.click("#tab-export")
    page.click("#panel-export button:has-text('PNG')")
    page.wait_for_selector("#toast:has-text('edgematch serve')")
    assert "resvg_py" in page.inner_text("#toast")


def test_a_search_is_stopped_and_the_next_one_runs(page):
    start_long_search(page)
    page.click(".job >> text=Stop")
    page.wait_for_selector('.job[data-status="finished"]')
    open_text(page, "scramble-squares")
    wait_for_score(page, f"0 / {catalog.load('scramble-squares').puzzle.joins}")
    page.click("#tab-solve")
    page.select_option("#engine", "sat")
    page.click("#start")
    # Its board may be shown already, or not: that depends on how fast it was.
    page.wait_for_selector('.job[data-engine="sat"] .status:text-is("solved")')


def test_a_worker_that_has_done_a_search_does_the_next_one(page):
    page.click("#tab-solve")
    page.select_option("#wanted", "all")
    page.click("#start")
    page.wait_for_selector('.job[data-status="finished"]')
    begun = []
    page.on("worker", lambda worker: begun.append(worker.url))
    page.click("#start")
    page.wait_for_function(
        """() => document.querySelectorAll('.job[data-status="finished"]').length > 1"""
    )
    assert not begun
