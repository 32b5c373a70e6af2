"""A person's whole way through the studio, in a real browser."""

import io
import json
import re
import shutil
import zipfile
from pathlib import Path

import pytest

import edgematch as library
from edgematch import catalog
from edgematch.formats import Source, read, write
from edgematch.results import Limits
from shared_data import data_file
from studio_client import studio

playwright = pytest.importorskip("playwright.sync_api", reason="no playwright")
CHROMIUM = shutil.which("chromium") or shutil.which("chromium-browser")
pytestmark = pytest.mark.skipif(CHROMIUM is None, reason="no Chromium to be had")

FLAGS = (
    "--no-sandbox --disable-gpu --disable-quic --no-first-run"
    " --disable-background-networking --disable-component-update --disable-sync"
)
PATIENCE = 60_000


@pytest.fixture(scope="module")
def browser():
    with playwright.sync_playwright() as driver:
        browser = driver.chromium.launch(executable_path=CHROMIUM, args=FLAGS.split())
        yield browser
        browser.close()


@pytest.fixture
def page(browser, client):
    """Return a new page of somebody who was never here; it must have no errors."""
    context = browser.new_context(viewport={"width": 1280, "height": 800})
    page = context.new_page()
    page.set_default_timeout(PATIENCE)
    faults, elsewhere = [], []
    page.on("pageerror", lambda error: faults.append(str(error)))
    page.on("console", lambda said: _note(said, faults))
    page.on(
        "request",
        lambda request: (
            elsewhere.append(request.url)
            if not request.url.startswith((client.address, "data:", "blob:"))
            else None
        ),
    )
    page.goto(client.address)
    page.wait_for_selector("body[data-ready]")
    yield page
    context.close()
    assert faults == []
    assert elsewhere == []


def _note(said, faults):
    refused = "Failed to load resource" in said.text  # a 400 that the page shows
    if said.type == "error" and not refused:
        faults.append(said.text)


def score(page):
    return page.inner_text("#score")


def wait_for_score(page, text):
    page.wait_for_function(
        "text => document.getElementById('score').innerText.startsWith(text)", arg=text
    )


def cell(page, number):
    return page.locator(f'.cell[data-cell="{number}"]')


def open_text(page, text):
    page.click("#new-puzzle")
    page.click('dialog [data-tab="open"]')
    page.fill("#pasted", text)
    page.click("#read-pasted")


def middle(locator):
    box = locator.bounding_box()
    return box["x"] + box["width"] / 2, box["y"] + box["height"] / 2


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
        catalog.load("scramble-squares").puzzle, limits=Limits(solutions=None)
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


def test_breaks_are_shown_and_help_names_the_pieces_that_cause_them(page):
    page.locator('.tray-piece[data-piece="0"]').click()
    cell(page, 0).click()
    page.locator('.tray-piece[data-piece="1"]').click()
    cell(page, 1).click()
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
    page.click("text=Take")
    page.wait_for_selector("#advice", state="hidden")


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
    page.wait_for_selector("#panel-take:not([hidden])")
    assert page.evaluate(focused) == "tab-take"
    page.keyboard.press("ArrowRight")
    page.wait_for_selector("#panel-pieces:not([hidden])")
    page.keyboard.press("Tab")
    assert page.evaluate("document.activeElement.className") == "tray-piece"
    page.keyboard.press("h")
    page.wait_for_selector("#advice:not([hidden])")
    page.locator("#advice .primary").focus()
    page.keyboard.press("Enter")
    page.wait_for_selector(".cell[data-piece]:focus")


def test_a_touch_places_a_piece(browser, client):
    context = browser.new_context(
        viewport={"width": 390, "height": 844}, has_touch=True, is_mobile=True
    )
    page = context.new_page()
    page.set_default_timeout(PATIENCE)
    page.goto(client.address)
    page.wait_for_selector("body[data-ready]")
    page.locator('.tray-piece[data-piece="2"]').tap()
    cell(page, 0).tap()
    page.wait_for_selector('.cell[data-cell="0"][data-piece="2"]')
    across = page.evaluate("document.documentElement.scrollWidth")
    assert across <= 390  # nothing sticks out
    page.tap("#help")
    page.wait_for_selector("#advice:not([hidden])")
    page.tap("#tab-solve")
    page.tap("#start", trial=True, timeout=10_000)  # the advice does not bury it
    context.close()


def test_an_eternity_record_link_shows_470_and_its_ten_breaks(page):
    records = json.loads(data_file("boards/eternity2_records.json").read_text())
    record = next(each for each in records if each["score"] == 470)
    edges = record["board_edges"]
    open_text(page, f"https://e2.bucas.name/#board_w=16&board_h=16&board_edges={edges}")
    wait_for_score(page, "470 / 480")
    assert "10 breaks" in score(page)
    page.wait_for_function("() => document.querySelectorAll('.break').length === 10")


def test_256_pieces_stay_fluid(page, record_property):
    page.click("#new-puzzle")
    page.click('.card[data-name="eternity2-no-hints"]')
    page.wait_for_selector('.cell[data-cell="255"]')
    times = page.evaluate(
        """async () => {
          const state = await import('/static/state.js');
          const zoom = await import('/static/zoom.js');
          const frame = () => new Promise(
            (done) => requestAnimationFrame(() => setTimeout(done)));
          const found = {};
          const measure = async (name, act) => {
            const times = [];
            for (let turn = 0; turn < 11; turn++) {
              await frame();
              const start = performance.now();
              act(turn);
              await frame();
              times.push(performance.now() - start);
            }
            found[name] = times.sort((a, b) => a - b)[5];
          };
          await measure('nothing', () => {});
          await measure('place', (at) => state.place(at, 0, at));
          await measure('turn', (at) => state.turnPiece(at, at));
          await measure('choose', (at) => state.update(
            {selected: {piece: at, cell: at}}));
          await measure('zoom', (at) => zoom.zoomBy(at % 2 ? 0.8 : 1.25));
          return found;
        }"""
    )
    record_property("milliseconds", json.dumps(times))
    print("milliseconds of an interaction, in the middle:", times)
    assert max(times.values()) < 1000  # the goal is 50: measured, and reported


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
    page.wait_for_selector(".chart.transition .here")
    page.click("#to-transition")
    page.wait_for_function(
        "() => document.querySelector('.prices').textContent.includes('right at it')"
    )
    assert "by chance, besides the planted one" in page.inner_text(".prices")
    average = "Puzzles of this kind, solvable or not, have "
    assert page.inner_text(".chart-words").startswith(average)
    page.click("#generate")
    page.wait_for_function(
        "() => document.getElementById('title').textContent.startsWith('two-set:5x5:')"
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
    page.click("#tab-take")  # the winner's board, without another click
    page.wait_for_selector("#score.solved")
    page.click("#tab-solve")
    page.locator(".job").first.locator("text=Watch the race").click()
    page.locator(".lane[data-won]").locator("text=Show the solution").click()
    page.wait_for_selector("#score.solved")
    page.wait_for_selector("#arena", state="detached")
    page.click("#tab-take")
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
    open_text(page, "two-set:9x9:9:4:seed=3")
    page.wait_for_function(
        "() => document.getElementById('title').textContent.includes('9x9')"
    )
    page.click("#tab-solve")
    page.select_option("#engine", "row-scan")
    page.click("#start")
    job = page.locator(".job")
    page.wait_for_selector('.job[data-status="running"]')
    page.wait_for_function(
        "() => document.querySelectorAll('.cell[data-piece]').length > 10"
    )
    job.locator("text=Pause").click()
    page.wait_for_selector('.job[data-status="paused"]')
    nodes = job.locator(".figures dd").nth(1).inner_text()
    page.reload()
    page.wait_for_selector('.job[data-status="paused"]')
    assert page.locator(".job .figures dd").nth(1).inner_text() == nodes
    page.click("text=Go on")
    page.wait_for_selector('.job[data-status="running"]')
    page.locator(".job").locator("text=Stop").click()
    page.wait_for_selector('.job[data-status="finished"]')
    page.click("text=Forget")
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


def test_a_page_outlives_its_studio_and_says_so(browser, tmp_path):
    page = browser.new_context().new_page()
    page.set_default_timeout(PATIENCE)
    with studio(tmp_path) as first:
        page.goto(first.address)
        page.wait_for_selector("body[data-ready]")
        page.evaluate("document.querySelector('#new-puzzle').click()")
        page.click('dialog [data-name="eternity2-no-hints"]')
        page.click("#tab-solve")
        page.select_option("#engine", "row-scan")
        page.click("#start")
        card = page.locator("article.job")
        card.and_(page.locator('[data-status="running"]')).wait_for()
        page.click("#tab-pieces")
        page.locator('.tray-piece[data-piece="0"]').click()
        cell(page, 0).click()
        wait_for_score(page, "0 / 480")
        before = score(page).split("\n")[1]
    page.wait_for_selector("#toast >> text=is it still running")
    page.locator('.tray-piece[data-piece="1"]').click()
    cell(page, 1).click()
    wait_for_score(page, "not checked")  # not the score of another board
    page.click("#tab-solve")
    assert "no answer" in card.locator(".status").inner_text()
    page.click("#new-puzzle")  # whose dialog is in front of all the page
    page.wait_for_selector("dialog #toast")
    page.keyboard.press("Escape")
    page.wait_for_selector("body > #toast")
    page.wait_for_timeout(9500)  # longer than any other line is shown
    assert page.is_visible("#toast")
    with studio(tmp_path, port=first.port):
        page.wait_for_selector('article.job[data-status="running"]')
        wait_for_score(page, "0 / 480")
        assert score(page).split("\n")[1] != before  # the second piece is seen
        assert "taken up again" in card.locator(".message").inner_text()
        page.wait_for_selector("#toast", state="hidden")
        page.click("article.job >> text=Stop")
        page.wait_for_selector('article.job[data-status="finished"]')
    page.context.close()


def test_a_score_search_shows_its_curve_and_its_board_is_taken_away(page):
    open_text(page, "two-set:9x9:9:4:seed=3")
    page.wait_for_function(
        "() => document.getElementById('title').textContent.includes('9x9')"
    )
    page.click("#tab-solve")
    page.select_option("#wanted", "score")
    assert page.locator("#engine").is_hidden()
    page.select_option("#score-engine", "anneal")
    page.locator("details:visible summary").click()
    page.fill('[data-option="hottest"]:visible', "0.6")
    page.click("#start")
    page.wait_for_selector('.job[data-status="running"]')
    page.wait_for_selector(".job .chart.score .line")
    # The best board is on the large board too, with its breaks.
    page.wait_for_function(
        "() => document.querySelectorAll('.cell[data-piece]').length === 81"
        " && document.querySelectorAll('.break').length > 0"
    )
    page.reload()
    job = page.locator(".job")
    page.wait_for_selector('.job[data-status="running"] .chart.score .line')
    job.locator("text=Stop").click()
    page.wait_for_selector('.job[data-status="finished"]')
    assert job.locator(".status").inner_text() == "stopped"
    said = job.locator(".figures dd").first.inner_text()
    points = int(said.removesuffix(" / 144"))
    job.locator("text=Show the best").click()
    wait_for_score(page, f"{points} / 144")
    assert page.locator(".break").count() == 144 - points
    page.click("text=Take it over")
    page.wait_for_selector("#banner", state="hidden")
    wait_for_score(page, f"{points} / 144")
    page.click("#tab-take")
    page.click('[data-kind="link"]')
    page.wait_for_function(
        "() => document.getElementById('link').textContent.length > 100"
    )
    assert library.load(page.inner_text("#link")).board.score() == points
    # It is my board now: another score search may begin with it.
    page.click("#tab-solve")
    page.select_option("#wanted", "score")
    page.select_option("#score-engine", "anneal")
    page.check("#from-mine")
    page.click("#start")
    page.locator(".job").nth(1).wait_for()
    page.wait_for_function(
        "points => parseInt(document.querySelector('.job .figures dd').textContent)"
        " >= points",
        arg=points,
    )
    page.click('.job button:text-is("Stop")')
    page.locator('.job[data-status="finished"]').nth(1).wait_for()


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
    open_text(page, "two-set:6x6:2:2:seed=1")
    page.wait_for_function(
        "() => document.getElementById('title').textContent.includes('6x6')"
    )
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


def test_score_engines_race_and_a_kept_board_is_opened(page):
    open_text(page, "two-set:9x9:9:4:seed=3")
    page.wait_for_function(
        "() => document.getElementById('title').textContent.includes('9x9')"
    )
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
    page.wait_for_selector("#arena .chart.score .line-1")
    for _ in range(2):
        page.locator('.job button:text-is("Stop")').first.click()
    page.wait_for_function(
        "() => [...document.querySelectorAll('.job')]"
        ".every((job) => job.dataset.status === 'finished')"
    )
    page.wait_for_selector("#arena .lane[data-won]")
    assert " is first, with " in page.inner_text(".arena-head")
    page.click("#kept summary")
    kept = page.locator(".kept-list button").first
    points = kept.locator("strong").inner_text().split()[0]
    kept.click()
    wait_for_score(page, f"{points} / 144")


def test_the_board_stays_where_it_is_when_help_comes(page):
    before = page.locator("#board-svg").bounding_box()
    page.click("#help")
    page.wait_for_selector("#advice:not([hidden])")
    assert page.locator("#board-svg").bounding_box() == before


def test_where_there_is_no_viewer_link_the_page_says_why(page):
    page.click("#tab-take")
    assert page.locator('[data-kind="link"]').is_disabled()
    assert "no room for signed colors" in page.inner_text("#no-link")


def test_of_256_pieces_only_those_that_change_are_drawn(page):
    page.click("#new-puzzle")
    page.click('.card[data-name="eternity2-no-hints"]')
    page.wait_for_selector('.cell[data-cell="255"]')
    drawn = page.evaluate(
        """async () => {
          const state = await import('/static/state.js');
          const board = document.getElementById('board-svg');
          const settle = () => new Promise((done) => setTimeout(done, 500));
          state.layOut(Array.from({length: 256}, (_, piece) => piece * 4));
          await settle();
          const found = {elements: board.querySelectorAll('.cell *').length};
          for (const [name, act] of [
            ['turn', () => state.turnPiece(100, 100)], ['undo', state.undo],
            ['take', () => state.takeBack(7)],
          ]) {
            const observer = new MutationObserver(() => {});
            observer.observe(board, {subtree: true, childList: true, attributes: true});
            act();
            await Promise.resolve();
            const cells = observer.takeRecords()
              .map((each) => each.target.closest('.cell')).filter(Boolean);
            found[name] = new Set(cells).size;
            observer.disconnect();
            await settle();
          }
          return found;
        }"""
    )
    assert drawn["turn"] == drawn["undo"] == drawn["take"] == 1
    assert drawn["elements"] == 256 * 3  # a slot, a place for the piece, the piece


def test_a_zoomed_board_moves_as_a_layer_and_is_sharp_when_it_rests(page):
    open_text(page, "two-set:9x9:9:4:seed=3")
    page.wait_for_selector('.cell[data-cell="80"]', state="attached")
    found = page.evaluate(
        """async () => {
          const zoom = await import('/static/zoom.js');
          const board = await import('/static/board.js');
          const svg = document.getElementById('board-svg');
          const middle = (cell) => {
            const box = document.querySelector(`[data-cell="${cell}"] .slot`)
              .getBoundingClientRect();
            return [box.left + box.width / 2, box.top + box.height / 2];
          };
          const rest = () => new Promise((done) => setTimeout(done, 400));
          const look = () => ({
            box: svg.getAttribute('viewBox'), layer: svg.parentNode.style.transform,
            cells: [8, 40].map((cell) => board.cellAt(...middle(cell))),
            wide: document.querySelector('[data-cell="40"] .slot')
              .getBoundingClientRect().width,
            size: board.cellSize(),
          });
          const looks = [look()];
          const observer = new MutationObserver(() => {});
          observer.observe(svg, {subtree: true, childList: true, attributes: true});
          zoom.zoomBy(0.5, ...middle(8));
          zoom.panBy(-7, -5);
          looks.push({...look(), drawn: observer.takeRecords().length});
          await rest();
          looks.push(look());
          zoom.zoomBy(2);
          looks.push(look());
          await rest();
          looks.push(look());
          return looks;
        }"""
    )
    first, moved, sharp, whole, last = found
    assert moved["drawn"] == 0 and moved["box"] == first["box"] != sharp["box"]
    assert "scale(2)" in moved["layer"]
    assert sharp["layer"] == "translate(0px, 0px) scale(1)"
    assert whole["box"] == last["box"] == first["box"]
    for look in found:  # what lies under the mouse is right, in motion too
        assert look["cells"] == [8, 40]
        assert look["wide"] == pytest.approx(look["size"], rel=1e-3)
    assert moved["wide"] == pytest.approx(2 * first["wide"], rel=1e-3)
    assert sharp["wide"] == pytest.approx(moved["wide"], rel=1e-3)


def test_zooming_out_of_a_large_board_shows_a_picture_of_it_as_it_is(page):
    open_text(page, "two-set:11x12:9:4:seed=3")
    page.wait_for_selector('.cell[data-cell="131"]', state="attached")
    found = page.evaluate(
        """async () => {
          const zoom = await import('/static/zoom.js');
          const state = await import('/static/state.js');
          const overview = await import('/static/overview.js');
          const svg = document.getElementById('board-svg');
          const board = document.getElementById('board');
          const sleep = (time) => new Promise((done) => setTimeout(done, time));
          const ready = async () => {
            while (!overview.hasOverview()) await sleep(50);
          };
          state.layOut(Array.from({length: 132}, (_, piece) => 4 * piece));
          await sleep(500);
          const look = () => {
            const box = document.querySelector('.overview').getBoundingClientRect();
            const [first, last] = [[box.left, box.top], [box.right, box.bottom]]
              .map((corner) => zoom.pointAt(...corner));
            return {
              isFar: board.classList.contains('far'), box: svg.getAttribute('viewBox'),
              corners: [first.x, first.y, last.x, last.y].map(Math.round),
            };
          };
          zoom.zoomBy(0.4, 300, 300);
          await ready();
          const looks = [look()];
          zoom.zoomBy(1.8, 500, 400);
          looks.push(look());
          await sleep(400);
          looks.push(look());
          state.turnPiece(5, 5); // the picture is of a board that was
          await Promise.resolve();
          zoom.fit();
          zoom.zoomBy(0.4);
          await sleep(250);
          zoom.zoomBy(2.4);
          looks.push(look());
          return looks;
        }"""
    )
    near, far, rested, changed = found
    assert [each["isFar"] for each in found] == [False, True, False, False]
    assert near["box"] == far["box"] != rested["box"]  # nothing was painted
    assert far["corners"] == [0, 0, 1200, 1100]  # it lies where the board does
    assert changed["box"] == "-34 -34 1268 1168"  # painted whole


def test_the_board_is_zoomed_and_panned_by_keys_wheel_and_middle_button(page):
    open_text(page, "two-set:9x9:9:4:seed=3")
    page.wait_for_selector('.cell[data-cell="80"]', state="attached")
    page.evaluate(
        "async () => (await import('/static/state.js'))"
        ".layOut(Array.from({length: 81}, (_, piece) => 4 * piece))"
    )

    def size():  # from middle to middle: a border is wider where the focus is
        return middle(cell(page, 41))[0] - middle(cell(page, 40))[0]

    def in_sight(number):
        page.wait_for_function(
            """cell => {
              const board = document.getElementById('board').getBoundingClientRect();
              const box = document.querySelector(`[data-cell="${cell}"] .slot`)
                .getBoundingClientRect();
              return box.left > board.left - 5 && box.right < board.right + 5
                && box.top > board.top - 5 && box.bottom < board.bottom + 5;
            }""",
            arg=number,
        )

    before = size()
    cell(page, 40).focus()
    page.keyboard.press("+")
    assert size() == pytest.approx(before / 0.75, rel=0.01)
    page.keyboard.press("-")
    assert size() == pytest.approx(before, rel=0.01)
    page.mouse.move(*middle(cell(page, 40)))
    for _ in range(8):
        page.mouse.wheel(0, -60)
    page.wait_for_function(
        "least => document.querySelector('[data-cell=\"40\"] .slot')"
        ".getBoundingClientRect().width > least",
        arg=2.5 * before,
    )
    for _ in range(4):  # the keyboard's cell stays in sight
        page.keyboard.press("ArrowRight")
    in_sight(44)
    x, y = middle(cell(page, 44))
    page.mouse.move(x, y)
    page.mouse.down(button="middle")
    page.mouse.move(x + 100, y + 30, steps=3)
    page.mouse.up(button="middle")
    assert middle(cell(page, 44)) == pytest.approx((x + 100, y + 30), abs=1)
    assert page.locator(".cell[data-piece]").count() == 81  # none was dragged
    page.keyboard.press("0")
    assert size() == pytest.approx(before, rel=0.01)


def test_a_search_is_stepped_forward_and_back(page):
    page.click("#tab-steps")
    words = page.locator(".step-words")
    page.wait_for_selector('.step-words[data-event="start"]')
    page.click('[aria-label="One step on"]')
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


def test_tiles_with_pictures_come_as_a_zip_and_errors_are_shown(page, tmp_path):
    from edgematch.draw import piece_svg, svg_to_png

    document = catalog.load("scramble-squares")
    stream = io.BytesIO()
    with zipfile.ZipFile(stream, "w") as archive:
        archive.writestr(
            "bugs/tile_dict.yaml", write(document, "scramble-squares").text
        )
        for piece in range(9):
            picture = svg_to_png(piece_svg(document.puzzle, piece))
            archive.writestr(f"bugs/{piece + 1}.png", picture)
    path = tmp_path / "bugs.zip"
    path.write_bytes(stream.getvalue())
    page.click("#new-puzzle")
    page.click('dialog [data-tab="open"]')
    page.fill("#pasted", "1 2 3\n4 5")
    page.click("#read-pasted")
    page.wait_for_selector(".opening .refusal:not([hidden])")
    assert "pasted:1: " in page.inner_text(".opening .refusal")
    page.fill("#pasted", "1 2 3 4\n4 3 2 1\n1 1 2 2")
    page.click("#read-pasted")
    page.wait_for_selector("text=give the size as rows x columns, such as 6x12")
    page.click("text=Say more about it")
    page.fill('.opening [name="size"]', "1 by 3")
    page.click("#read-pasted")
    page.wait_for_selector("text=Size: expected rows x columns")
    page.fill('.opening [name="size"]', "1 x 3")
    page.select_option('.opening [name="framed"]', "no")
    page.click("#read-pasted")
    page.wait_for_function(
        "() => document.getElementById('subtitle').textContent === '1 × 3 · 3 pieces'"
    )
    page.click("#new-puzzle")
    page.click('dialog [data-tab="open"]')
    page.set_input_files("#file", path)
    page.wait_for_function(
        "() => document.getElementById('title').textContent === 'bugs'"
    )
    assert page.locator(".tray-piece image").count() == 9


def test_a_dropped_board_is_refused_in_words_and_opened_with_its_puzzle(page):
    page.evaluate(
        """() => {
          const dataTransfer = new DataTransfer();
          const rows = ['1/0 2/0 3/0', '4/0 5/0 6/0', '7/0 8/0 9/0'];
          dataTransfer.items.add(new File([rows.join('\\n')], 'mine.txt'));
          document.dispatchEvent(new DragEvent('drop', {dataTransfer}));
        }"""
    )
    page.wait_for_selector(".opening .refusal:not([hidden])")
    words = "mine.txt: a board without its pieces: name its puzzle"
    assert page.inner_text(".opening .refusal") == words
    page.check("#of-this-puzzle")
    page.click("#read-pasted")
    page.wait_for_selector('.cell[data-cell="8"][data-piece="8"]')


def test_hostile_names_are_text(page):
    name = "<img src=x onerror=window.hurt=1><script>window.hurt=1</script>"
    puzzle = {"name": name, "rows": 1, "columns": 1, "framed": False}
    puzzle |= {"pieces": [[1, 1, 1, 1]], "color_names": ["", name]}
    record = {"format": "edgematch", "version": 1, "puzzle": puzzle}
    open_text(page, json.dumps(record))
    page.wait_for_function(
        "name => document.getElementById('title').textContent === name", arg=name
    )
    page.click("#tab-solve")
    page.select_option("#wanted", "score")
    page.select_option("#score-engine", "anneal")
    page.click("#start")
    page.wait_for_selector('.job[data-status="finished"]')
    page.wait_for_selector("#kept:not([hidden])")
    open_text(page, "scramble-squares")  # now the card names its puzzle
    page.wait_for_function("() => document.getElementById('subtitle').innerText[0] > 1")
    page.click("#tab-solve")
    assert page.inner_text(".of-puzzle") == name
    assert page.evaluate("window.hurt") is None
    assert page.locator("img[src='x']").count() == 0


def test_dark_and_light(page):
    def ground():
        return page.evaluate("getComputedStyle(document.body).backgroundColor")

    before = ground()
    page.click("#theme")
    after = ground()
    assert before != after
    page.reload()
    page.wait_for_selector("body[data-ready]")
    assert ground() == after


def test_with_a_token_the_printed_link_opens_the_page(browser, tmp_path):
    with studio(tmp_path, token="open-sesame") as client:
        context = browser.new_context()
        page = context.new_page()
        page.goto(f"{client.address}/?token=open-sesame")
        page.wait_for_selector("body[data-ready]")
        assert re.fullmatch(r"http://127\.0\.0\.1:\d+/", page.url)
        wait_for_score(page, "0 / 12")
    with studio(tmp_path, port=client.port, token="another-word"):
        page.locator('.tray-piece[data-piece="0"]').click()
        cell(page, 0).click()
        wait_for_score(page, "not checked")
        assert (
            page.inner_text("#toast") == "open the studio by the link that it printed"
        )
        context.new_page().goto(f"{client.address}/?token=another-word")
        wait_for_score(page, "0 / 12")
    context.close()
