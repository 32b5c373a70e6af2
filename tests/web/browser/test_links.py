"""Links that hold everything, recent puzzles, and nothing lost, in a real browser."""

import base64
import json

import pytest

from edgematch import catalog, inputs
from edgematch.board import Board
from edgematch.formats import Document, write
from studio_page import (
    PATIENCE,
    cell,
    lay,
    open_text,
    small_record,
    wait_for_score,
)

pytestmark = pytest.mark.deep

NAMED = {"name": "my own", "color_names": ["", "red", "blue", "green"]}


def settled_address(page):
    """Return the address once it is that of the board on the page."""
    return page.evaluate(
        """async () => {
          const { encodeLink } = await import('/static/state/link.js');
          const { state } = await import('/static/state/store.js');
          while (location.hash !== '#' + await encodeLink(state.view, state.cells)) {
            await new Promise((done) => setTimeout(done, 50));
          }
          return location.href;
        }"""
    )


def new_page(browser, address):
    page = browser.new_context().new_page()
    page.set_default_timeout(PATIENCE)
    page.goto(address)
    page.wait_for_selector("body[data-ready=all]")
    return page


def board(page):
    """Return the board of the page as placements."""
    return page.evaluate(
        """async () => {
          const { state } = await import('/static/state/store.js');
          const { placementsOf } = await import('/static/state/play.js');
          return placementsOf(state.cells);
        }"""
    )


def puzzle(page):
    return page.evaluate(
        "async () => (await import('/static/state/store.js')).state.view.puzzle"
    )


def wait_for_title(page, text):
    page.wait_for_function(
        "text => document.getElementById('title').textContent.startsWith(text)",
        arg=text,
    )


def own_record():
    record = json.loads(small_record())
    record["puzzle"] |= NAMED | {"turnable": False, "mates": [0, 1, 3, 2]}
    return json.dumps(record)


def test_the_address_follows_the_board_and_opens_in_a_fresh_browser(page, browser):
    lay(page, 4, 8)
    link = settled_address(page)
    assert "#puzzle=scramble-squares&board=" in link
    other = new_page(browser, link)
    assert board(other) == [[8, 4, 0]]
    open_text(page, own_record())
    wait_for_title(page, "my own")
    lay(page, 1, 0)
    link = settled_address(page)
    assert "#packed=" in link
    other.evaluate("link => { location.hash = new URL(link).hash; }", link)
    wait_for_title(other, "my own")
    assert board(other) == [[0, 1, 0]]
    assert puzzle(other) == puzzle(page)
    assert inputs.load(link).board.placements == ((0, 1, 0),)  # and so does Python
    other.click("#undo")  # what was open before
    wait_for_title(other, "A Scramble Squares puzzle")
    assert board(other) == [[8, 4, 0]]
    other.context.close()


def test_a_damaged_link_is_refused_in_one_line_and_the_page_stays(page, browser):
    lay(page, 0, 0)
    link = settled_address(page)
    for bad, reason in (
        (link[:-3], "damaged"),
        (link[:-1] + ("A" if link[-1] != "A" else "B"), "damaged"),
        ("#packed=AAAAAAAAAAAA", "later version"),
        ("#puzzle=no-such-puzzle", "no-such-puzzle"),
        ("#whatever", "not a link of the studio"),
    ):
        page.evaluate("hash => { location.hash = hash; }", bad[bad.index("#") :])
        page.wait_for_selector(f"#toast >> text={reason}")
        assert page.inner_text("#toast").startswith("The link was not opened: ")
        page.wait_for_function("link => location.href === link", arg=link)
        assert board(page) == [[0, 0, 0]]
    fresh = new_page(browser, link[:-3])
    assert "not opened" in fresh.inner_text("#toast")
    wait_for_title(fresh, "A Scramble Squares puzzle")
    fresh.context.close()


def test_a_link_is_copied_pasted_and_without_pictures(page, client):
    page.context.grant_permissions(["clipboard-read", "clipboard-write"])
    lay(page, 3, 4)
    page.click("#tab-export")
    page.click('[data-kind="studio-link"]')
    page.wait_for_selector("#toast >> text=copied")
    link = page.evaluate("navigator.clipboard.readText()")
    assert link == page.inner_text("#link") and link.startswith(f"{client.address}/#")
    assert page.is_hidden("#no-pictures")
    open_text(page, "clue1")
    wait_for_title(page, "Clue puzzle 1 of Eternity II")
    paste(page, link)
    wait_for_title(page, "A Scramble Squares puzzle")
    assert board(page) == [[4, 3, 0]]


def paste(page, text):
    page.evaluate(
        """text => {
          const clipboardData = new DataTransfer();
          clipboardData.setData('text/plain', text);
          const event = new ClipboardEvent('paste', {clipboardData, bubbles: true});
          document.body.dispatchEvent(event);
        }""",
        text,
    )


def test_an_unfinished_board_comes_back_from_its_viewer_link(page):
    open_text(page, "clue1")
    wait_for_title(page, "Clue puzzle 1 of Eternity II")
    lay(page, 2, 0)
    page.click("#tab-export")
    page.click('[data-kind="link"]')
    page.wait_for_function("() => document.getElementById('link').innerText.length > 9")
    link = page.inner_text("#link")
    paste(page, "scramble-squares")
    wait_for_title(page, "A Scramble Squares puzzle")
    paste(page, link)
    wait_for_title(page, "Clue puzzle 1 of Eternity II")
    assert board(page) == [[0, 2, 0]]


@pytest.mark.both
def test_a_viewer_link_holds_a_puzzle_that_has_no_known_name(page):
    record = json.loads(small_record())
    record["puzzle"] |= NAMED
    open_text(page, json.dumps(record))
    wait_for_title(page, "my own")
    mine = puzzle(page)
    lay(page, 1, 0)
    page.click("#tab-export")
    page.click('[data-kind="link"]')
    page.wait_for_function("() => document.getElementById('link').innerText.length > 9")
    link = page.inner_text("#link")
    assert "&packed=" in link
    paste(page, "scramble-squares")
    wait_for_title(page, "A Scramble Squares puzzle")
    paste(page, link)
    wait_for_title(page, "my own")
    assert (puzzle(page), board(page)) == (mine, [[0, 1, 0]])


def test_opening_another_puzzle_is_undone_with_its_board_and_history(page):
    lay(page, 0, 0)
    lay(page, 1, 1)
    open_text(page, "clue1")
    wait_for_title(page, "Clue puzzle 1 of Eternity II")
    assert board(page) == []
    page.keyboard.press("Control+z")
    wait_for_title(page, "A Scramble Squares puzzle")
    assert board(page) == [[0, 0, 0], [1, 1, 0]]
    page.keyboard.press("Control+z")
    assert board(page) == [[0, 0, 0]]
    page.keyboard.press("Control+y")
    page.keyboard.press("Control+y")
    wait_for_title(page, "Clue puzzle 1 of Eternity II")


@pytest.mark.both
def test_recent_puzzles_come_back_with_board_and_history_after_a_reload(page):
    lay(page, 0, 0)
    lay(page, 1, 1)
    open_text(page, own_record())
    wait_for_title(page, "my own")
    lay(page, 1, 0)
    settled_address(page)
    page.reload()
    page.wait_for_selector("body[data-ready=all]")
    wait_for_title(page, "my own")
    assert puzzle(page)["color_names"] == NAMED["color_names"]
    page.click("#undo")  # the history has outlived the page
    assert board(page) == []
    page.click("#new-puzzle")
    page.click('dialog [data-tab="recent"]')
    cards = page.locator("dialog [data-play]")
    assert cards.count() == 2
    assert "0 of 2 placed, open now" in cards.nth(0).inner_text()
    assert "2 of 9 placed" in cards.nth(1).inner_text()
    cards.nth(1).click()
    wait_for_title(page, "A Scramble Squares puzzle")
    assert board(page) == [[0, 0, 0], [1, 1, 0]]
    page.click("#undo")
    assert board(page) == [[0, 0, 0]]


DENIED = """
for (const name of ["localStorage", "sessionStorage"]) {
  Object.defineProperty(window, name, {
    get() { throw new DOMException("denied", "SecurityError"); },
  });
}
"""
FULL = """
Storage.prototype.setItem = () => {
  throw new DOMException("full", "QuotaExceededError");
};
"""


@pytest.mark.parametrize("script", [DENIED, FULL], ids=["denied", "full"])
def test_without_storage_the_page_works_and_says_so_once(browser, client, script):
    context = browser.new_context()
    context.add_init_script(script)
    page = context.new_page()
    page.set_default_timeout(PATIENCE)
    faults = []
    page.on("pageerror", lambda error: faults.append(str(error)))
    page.goto(client.address)
    page.wait_for_selector("body[data-ready=all]")
    page.wait_for_selector("#toast >> text=does not let this page store")
    page.evaluate(
        "async () => (await import('/static/state/store.js')).update({notice: null})"
    )
    lay(page, 0, 0)
    page.click("#theme")
    link = settled_address(page)
    open_text(page, "clue1")
    wait_for_title(page, "Clue puzzle 1 of Eternity II")
    page.click("#new-puzzle")
    page.click('dialog [data-tab="recent"]')
    page.wait_for_selector("dialog >> text=are listed here")
    page.keyboard.press("Escape")
    assert page.is_hidden("#toast")
    settled_address(page)  # while the bar still has the old link, it leads nowhere
    page.goto(link)
    page.wait_for_selector('.cell[data-cell="0"][data-piece="0"]')
    assert faults == []
    context.close()


def test_pictures_that_are_too_large_are_not_kept_and_that_is_said(page):
    view = page.evaluate(
        "async () => (await import('/static/state/store.js')).state.view"
    )
    view["pictures"] = {"0": base64.b64encode(bytes(600_000)).decode()}
    page.evaluate(
        """async (view) => {
          (await import('/static/open_puzzle.js')).take(view);
        }""",
        view,
    )
    page.wait_for_selector("#toast >> text=too large to be kept")
    page.click("#tab-export")
    assert page.is_visible("#no-pictures")


def drop(page, files):
    page.evaluate(
        """files => {
          const dataTransfer = new DataTransfer();
          for (const [name, text] of files) {
            dataTransfer.items.add(new File([text], name));
          }
          document.dispatchEvent(new DragEvent('drop', {dataTransfer}));
        }""",
        files,
    )


def test_of_several_files_the_readable_ones_are_read_and_the_others_named(page):
    clue = write(catalog.load("clue1"), "list").text
    solved = inputs.load("two-set:4x4:3:2:seed=1").puzzle
    record = write(Document(solved, Board(solved, [(5, 5, 1)])), "record").text
    files = [("notes.txt", "1 2 3"), ("first.txt", clue), ("second.json", record)]
    drop(page, [*files, ("bad.bin", "\0")])
    wait_for_title(page, "first")
    page.wait_for_selector("dialog[open] .refusal li")
    items = page.locator(".refusal li").all_inner_texts()
    assert [each.split(":")[0] for each in items] == ["notes.txt", "bad.bin"]
    assert all(len(each.split(":", 1)[1]) > 10 for each in items)
    assert "2 of 4 files were read" in page.inner_text("#toast")
    page.click('dialog [data-tab="recent"]')
    page.locator("dialog [data-play] >> text=1 of 16 placed").click()
    page.wait_for_selector('.cell[data-cell="5"][data-piece="5"]')


def test_a_folder_of_tiles_is_read_with_its_pictures(page, tmp_path):
    from edgematch.pictures import piece_svg, svg_to_png

    document = catalog.load("scramble-squares")
    folder = tmp_path / "bugs"
    folder.mkdir()
    text = write(document, "scramble-squares").text
    (folder / "tile_dict.yaml").write_text(text)
    for piece in range(9):
        picture = svg_to_png(piece_svg(document.puzzle, piece))
        (folder / f"{piece + 1}.png").write_bytes(picture)
    page.click("#new-puzzle")
    page.click('dialog [data-tab="open"]')
    page.set_input_files("#folder", folder)
    wait_for_title(page, "bugs")
    assert page.locator('.tray-piece image[href^="data:image/png"]').count() == 9
    # A folder that is dropped: the browser shows its entries one by one.
    page.evaluate(
        """text => {
          const file = (name, content) => ({
            isDirectory: false, fullPath: `/wings/${name}`,
            file: (done) => done(new File([content], name)),
          });
          const parts = [[file('tile_dict.yaml', text)], [file('readme.md', '-')], []];
          const readEntries = (done) => done(parts.shift());
          const folder = {
            isDirectory: true, fullPath: '/wings', createReader: () => ({readEntries}),
          };
          DataTransferItem.prototype.webkitGetAsEntry = () => folder;
          const dataTransfer = new DataTransfer();
          dataTransfer.items.add(new File([], 'wings'));
          document.dispatchEvent(new DragEvent('drop', {dataTransfer}));
        }""",
        text,
    )
    wait_for_title(page, "wings")


def test_after_a_refused_paste_the_text_has_the_focus_and_the_reason(page):
    paste(page, "1 2 3\n4 5")
    page.wait_for_selector("dialog[open] #refusal:not([hidden])")
    page.wait_for_function("() => document.activeElement.id === 'pasted'")
    pasted = page.locator("#pasted")
    assert pasted.input_value() == "1 2 3\n4 5"
    assert pasted.get_attribute("aria-invalid") == "true"
    assert pasted.get_attribute("aria-describedby") == "refusal"
    assert page.get_attribute("#refusal", "role") == "alert"
    page.keyboard.press("Control+a")
    page.keyboard.type("clue1")
    page.click("#read-pasted")
    wait_for_title(page, "Clue puzzle 1 of Eternity II")
    wait_for_score(page, "0 / 60")
    assert cell(page, 0).count() == 1


@pytest.mark.parametrize(("width", "height"), [(390, 844), (844, 390)])
def test_on_a_phone_the_reason_of_a_refusal_is_in_sight(phone, width, height):
    def wait_until_seen(selector):
        phone.wait_for_function(
            """selector => {
              const it = document.querySelector(selector)?.getBoundingClientRect();
              return it?.height && it.top >= 0 && it.bottom <= innerHeight;
            }""",
            arg=selector,
        )

    phone.set_viewport_size({"width": width, "height": height})
    phone.tap("#new-puzzle")
    phone.tap('dialog [data-tab="open"]')
    phone.fill("#pasted", "1 2 3\n4 5")
    phone.tap("#read-pasted")
    wait_until_seen("#refusal")
    phone.keyboard.press("Escape")
    drop(phone, [("one.txt", "1 2 3"), ("two.txt", "4 5")])
    wait_until_seen(".refusal li:last-child")
