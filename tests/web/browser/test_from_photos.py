"""A photograph becomes a puzzle in a real browser: squares, groups, proof-reading."""

import pytest

from edgematch.formats.zipped import read_zip
from studio_page import middle, table_photo

pytest.importorskip("cv2", reason="the extra `photo` is not installed")

pytestmark = pytest.mark.deep

HEIC = b"\0\0\0\x18ftypheic" + bytes(40)
READ = ".from-photos .checks :is(.error, .done)"


def open_photos(page):
    page.click("#new-puzzle")
    page.click('dialog [data-tab="photos"]')
    page.wait_for_selector("#photo-files:enabled", state="attached")


def upload(page, *files):
    open_photos(page)
    page.set_input_files("#photo-files", list(files))
    page.wait_for_selector(".outline")


def compare(page):
    page.click("#compare-sides")
    page.wait_for_selector(".sheet-view .look-alike")
    page.wait_for_selector(READ)


def corner(page, number):
    """Return where a corner of the selected square is, in pixels of the photograph."""
    said = page.get_attribute(f'.corner[data-corner="{number}"]', "aria-valuetext")
    right, _, down, _ = said.replace(",", "").split()
    return float(right), float(down)


def group_of(page, side):
    row = page.locator(f'.group:has([data-side="{side}"])')
    return row.get_attribute("data-group")


def test_corners_are_moved_by_mouse_and_keys_squares_added_turned_and_deleted(page):
    upload(page, table_photo())
    assert page.locator(".outline").count() == 9
    page.locator(".outline").nth(4).click()
    before = corner(page, 2)
    x, y = middle(page.locator('.corner[data-corner="2"]'))
    page.mouse.move(x, y)
    page.mouse.down()
    page.mouse.move(x + 6, y + 6, steps=3)
    page.mouse.up()
    moved = corner(page, 2)
    assert moved[0] > before[0] and moved[1] > before[1]
    page.locator(".outline").nth(4).press("Enter")
    start = corner(page, 0)
    page.keyboard.press("ArrowLeft")
    page.keyboard.press("Shift+ArrowUp")
    assert corner(page, 0) == pytest.approx((start[0] - 1, start[1] - 10))
    page.keyboard.press("Control+z")
    assert corner(page, 0) == start
    page.keyboard.press("Control+z")
    assert corner(page, 2) == before
    page.keyboard.press("Control+y")
    assert corner(page, 2) == moved
    page.click(".photo-tools >> text=Turn")
    assert corner(page, 3) == moved
    page.click(".photo-tools >> text=Add a square")
    assert page.locator(".outline").count() == 10
    page.keyboard.press("Delete")
    page.locator(".outline[aria-pressed=true]").press("Delete")
    assert page.locator(".outline").count() == 9


def test_a_sheet_is_proof_read_survives_a_reload_and_is_played(page):
    upload(page, table_photo())
    compare(page)
    right = group_of(page, "8.0")
    wrong = group_of(page, "0.0")
    page.drag_and_drop('[data-side="8.0"]', f'.group[data-group="{wrong}"]')
    assert group_of(page, "8.0") == wrong
    page.wait_for_function("() => !document.querySelector('.busy').textContent")
    page.reload()
    page.wait_for_selector("body[data-ready=all]")
    open_photos(page)
    page.wait_for_selector(READ)
    assert group_of(page, "8.0") == wrong
    repair = f"north of piece 9 in group {right} "
    page.locator(f'.from-photos .checks li:has-text("{repair}") >> text=Apply').click()
    assert group_of(page, "8.0") == right
    page.wait_for_selector(READ)
    page.fill(".sheet-view [name=name]", "From a table")
    page.uncheck(".sheet-view [name=turnable]")
    with page.expect_download() as download:
        page.click("#zip-photos")
    assert download.value.suggested_filename == "From a table.zip"
    tiles = read_zip("tiles.zip", download.value.path().read_bytes())
    assert sorted(tiles.pictures) == list(range(9))
    page.click("#open-photos")
    page.wait_for_function("() => document.title.startsWith('From a table')")
    assert "may not be turned" in page.inner_text("#subtitle")
    shown = page.locator(".tray-piece image").first.get_attribute("href")
    assert shown.startswith("data:image/png")


def test_pictures_that_cannot_be_read_are_refused_with_the_reason(page):
    open_photos(page)
    heic = {"name": "x.heic", "mimeType": "image/heic", "buffer": HEIC}
    page.set_input_files("#photo-files", [heic, table_photo()])
    page.wait_for_selector(".from-photos .refusal:not([hidden])")
    assert "HEIC" in page.inner_text(".from-photos .refusal")
    assert page.locator(".outline").count() == 9


def test_dropped_photographs_are_taken_and_a_page_without_opencv_says_so(page):
    limits = {"needs": ["cv2"], "most_photos": 1, "most_bytes": 1, "most_pieces": 1}
    page.route("**/api/photos", lambda route: route.fulfill(json=limits))
    page.evaluate("""() => {
      const data = new DataTransfer();
      data.items.add(new File(["x"], "x.jpg", {type: "image/jpeg"}));
      document.dispatchEvent(new DragEvent("drop", {dataTransfer: data}));
    }""")
    page.wait_for_selector(".from-photos:visible")
    page.wait_for_selector("text=pip install 'edgematch[web,photo]'")
    assert page.locator("#photo-files").is_hidden()


def test_a_corner_is_dragged_by_touch_on_a_narrow_screen(phone):
    upload(phone, table_photo())
    phone.locator(".outline").nth(4).tap()
    start = corner(phone, 0)
    x, y = middle(phone.locator('.corner[data-corner="0"]'))
    touch = phone.context.new_cdp_session(phone)
    for kind, points in (
        ("touchStart", [{"x": x, "y": y}]),
        ("touchMove", [{"x": x - 8, "y": y}]),
        ("touchEnd", []),
    ):
        touch.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": points})
    assert corner(phone, 0)[0] < start[0]
    compare(phone)
    boxes = [each.bounding_box() for each in phone.locator(".look-alike").all()[:2]]
    assert boxes[0]["x"] + boxes[0]["width"] <= boxes[1]["x"]  # beside each other
    assert phone.evaluate("document.querySelector('#puzzles').scrollWidth") <= 390
