"""What a page opens, refuses and outlives, in a real browser."""

import io
import json
import re
import zipfile

import pytest

from edgematch import catalog
from edgematch.formats import write
from studio_client import studio
from studio_page import PATIENCE, cell, lay, open_text, score, wait_for_score

pytestmark = pytest.mark.deep


@pytest.mark.both
def test_where_there_is_no_viewer_link_the_page_says_why(page):
    page.click("#tab-export")
    assert page.locator('[data-kind="link"]').is_disabled()
    assert "signed" in page.inner_text("#no-link")


def test_tiles_with_pictures_come_as_a_zip_and_errors_are_shown(page, tmp_path):
    from edgematch.pictures import piece_svg, svg_to_png

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
    page.wait_for_selector(".opening .refusal >> text=6x12")
    page.click("text=Describe the file")
    page.fill('.opening [name="size"]', "1 by 3")
    page.click("#read-pasted")
    page.wait_for_selector("text=Size: expected rows x columns")
    page.fill('.opening [name="size"]', "1 x 3")
    page.select_option('.opening [name="framed"]', "no")
    page.click("#read-pasted")
    page.wait_for_function(
        "() => document.getElementById('subtitle').textContent.startsWith('1 × 3 · 3')"
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
    refusal = page.inner_text(".opening .refusal")
    assert refusal.startswith("mine.txt: ") and "without its pieces" in refusal
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


def test_with_a_token_the_printed_link_opens_the_page(browser, tmp_path):
    with studio(tmp_path, token="open-sesame") as client:
        context = browser.new_context()
        page = context.new_page()
        page.goto(f"{client.address}/?token=open-sesame")
        page.wait_for_selector("body[data-ready=all]")
        assert re.fullmatch(r"http://127\.0\.0\.1:\d+/(#puzzle=.*)?", page.url)
        wait_for_score(page, "0 / 12")
    with studio(tmp_path, port=client.port, token="another-word"):
        page.locator('.tray-piece[data-piece="0"]').click()
        cell(page, 0).click()
        wait_for_score(page, "not checked")
        assert "link that it printed" in page.inner_text("#toast")
        context.new_page().goto(f"{client.address}/?token=another-word")
        wait_for_score(page, "0 / 12")
    context.close()


COUNT_REQUESTS = """new MutationObserver(() => {
  const asked = performance.getEntriesByType("resource");
  if (document.body?.dataset.ready) window.asked ??= asked.map((each) => each.name);
}).observe(document, {subtree: true, childList: true, attributes: true})"""


def test_the_board_is_there_after_few_requests_and_all_else_comes_when_it_is_wanted(
    browser, client
):
    context = browser.new_context()
    page = context.new_page()
    page.set_default_timeout(PATIENCE)
    page.add_init_script(COUNT_REQUESTS)
    tries = []

    def refuse_first(route):
        tries.append(route)
        route.abort() if len(tries) == 1 else route.continue_()

    page.route("**/later.js", refuse_first)
    page.goto(client.address)
    page.wait_for_selector("body[data-ready]")
    asked = page.evaluate("window.asked")
    assert len(asked) <= 34, asked  # modules, style sheet, logo, the referee's report
    assert not any("/api/catalog" in each for each in asked)  # it came with the page
    assert page.locator(".tray-piece").count() == 9
    page.locator('.tray-piece[data-piece="0"]').click()  # it can be played
    cell(page, 0).click()
    wait_for_score(page, "0 / 12")
    page.wait_for_selector("#toast >> text=could not be loaded")
    page.click("#new-puzzle")
    page.click('dialog [data-name="eternity2-no-hints"]')
    page.wait_for_selector("body[data-ready=all]")
    wait_for_score(page, "0 / 480")
    context.close()


def test_what_is_lost_on_the_way_is_asked_for_again(page, client):
    lost = {}

    def lose_first(route):
        name = route.request.url.rpartition("/")[2]
        lost[name] = lost.get(name, 0) + 1
        route.abort() if lost[name] == 1 else route.continue_()

    names = ["main.js", "tray.js", "later.js", "estimate_panel.js", "engines"]
    for name in names:
        page.route(f"**/{name}", lose_first)
    page.reload()
    page.wait_for_selector("body[data-ready=all]")
    assert sorted(lost) == sorted(names) and min(lost.values()) > 1
    page.click("#tab-solve")
    assert page.locator("#engine option").count() > 5
    page.wait_for_selector("#toast", state="hidden")


@pytest.mark.parametrize("name", ["main.js", "later.js"])
def test_a_page_that_goes_on_missing_a_part_begins_anew_with_its_board(page, name):
    lay(page, 3, 0)
    visits = []
    page.on("request", lambda sent: visits.append(sent) if is_visit(sent) else None)
    page.route(
        f"**/{name}",  # as in Firefox, which does not ask a second time
        lambda route: route.abort() if len(visits) < 2 else route.continue_(),
    )
    page.reload()
    page.wait_for_selector("body[data-ready=all]")
    assert len(visits) == 2
    page.wait_for_selector('.cell[data-cell="0"][data-piece="3"]')


def is_visit(request):
    return request.resource_type == "document"


def test_many_pages_with_running_jobs_leave_connections_for_others(
    browser, client, eternity
):
    job = client.start(eternity, "row-scan", seconds=600)["id"]
    context = browser.new_context()
    context.set_default_timeout(PATIENCE)
    pages = []
    for _ in range(8):  # a browser keeps six connections to a server
        page = context.new_page()
        page.goto(client.address)
        page.wait_for_selector("body[data-ready=all]")
        page.click("#tab-solve")
        page.evaluate("async job => (await import('/static/jobs.js')).adopt(job)", job)
        pages.append(page)
    follow = """async job => {
      const { state } = await import('/static/state/store.js');
      window.nodes = () => state.jobs[job].figures.nodes ?? 0;
      return window.nodes();
    }"""
    seen = [page.evaluate(follow, job) for page in pages]
    for page, before in zip(pages, seen, strict=True):
        page.wait_for_function("before => window.nodes() > before", arg=before)
    client.post(f"/api/jobs/{job}/stop")
    for page in pages:
        page.wait_for_selector('.job[data-status="finished"]')
    context.close()


@pytest.mark.deep
def test_a_page_outlives_its_studio_and_says_so(browser, tmp_path):
    page = browser.new_context().new_page()
    page.set_default_timeout(PATIENCE)
    with studio(tmp_path) as first:
        page.goto(first.address)
        page.wait_for_selector("body[data-ready=all]")
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
        assert "restart" in card.locator(".message").inner_text()
        page.wait_for_selector("#toast", state="hidden")
        page.click("article.job >> text=Stop")
        page.wait_for_selector('article.job[data-status="finished"]')
    page.context.close()
