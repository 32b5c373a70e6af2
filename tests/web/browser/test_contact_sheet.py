"""The contact sheet of photographed pieces, corrected in a browser without a server."""

import json

import numpy as np
import pytest

from axe import AXE, CHECK
from studio_page import PATIENCE

pytest.importorskip("cv2", reason="the extra `photo` is not installed")


@pytest.fixture
def sheet():
    from edgematch.photos.sheet import PhotoPiece, Sheet

    corners = ((0.0, 0.0), (9.0, 0.0), (9.0, 9.0), (0.0, 9.0))
    sides = [("a+", "b+", "a-", "?"), ("a+", "a-", "c", "c")]
    return Sheet(1, 2, tuple(PhotoPiece("</a>.jpg", corners, each) for each in sides))


@pytest.fixture
def page(browser, sheet, tmp_path):
    from edgematch.photos.contact_sheet import contact_sheet

    pieces = [np.full((60, 60, 3), shade, np.uint8) for shade in (90, 200)]
    (tmp_path / "sheet.html").write_text(contact_sheet(sheet, pieces, ["<b> & co"]))
    context = browser.new_context(has_touch=True, accept_downloads=True)
    page = context.new_page()
    page.set_default_timeout(PATIENCE)
    faults = []
    page.on("pageerror", lambda error: faults.append(str(error)))
    page.goto((tmp_path / "sheet.html").as_uri())
    yield page
    context.close()
    assert faults == []


def rows(page):
    """Return the sides in each row by its group, without the row of a new group."""
    return {
        row.get_attribute("data-group"): [
            side.get_attribute("data-side") for side in row.locator(".look-alike").all()
        ]
        for row in page.locator("section").all()[:-1]
    }


START = {
    "a+": ["0.0", "1.0"],
    "a-": ["0.2", "1.1"],
    "b+": ["0.1"],
    "c": ["1.2", "1.3"],
    "?": ["0.3"],
}


def test_sides_are_moved_named_undone_and_saved(page, sheet):
    from edgematch.formats import Source
    from edgematch.photos.sheet import read_sheet

    assert rows(page) == START
    assert "<b> & co" in page.inner_text("li")
    page.tap('[data-side="0.3"]')
    page.tap('[aria-label="Move here: group a-"]')
    page.focus('[data-side="0.1"]')
    page.keyboard.press("Enter")
    page.focus('[aria-label="Move here: group c"]')
    page.keyboard.press("Enter")
    page.drag_and_drop('[data-side="1.3"]', 'section:has([data-side="0.0"])')
    moved = {"a+": ["0.0", "1.0", "1.3"], "a-": ["0.2", "0.3", "1.1"]}
    assert rows(page) == {**moved, "c": ["0.1", "1.2"], "?": []}
    page.locator("input").nth(2).fill("dog")
    page.keyboard.press("Enter")
    assert list(rows(page)) == ["a+", "a-", "dog", "?"]
    page.locator("input").nth(2).fill("dog++")
    page.keyboard.press("Enter")
    assert "a group is a name" in page.inner_text("#said")
    page.click("#undo")
    page.select_option('[aria-label="Group c meets"]', "a+")
    assert rows(page)["c-"] == ["0.0", "1.0", "1.3"]
    for _ in range(3):
        page.click("#undo")
    page.click("#redo")
    with page.expect_download() as download:
        page.click("#save")
    text = download.value.path().read_text()
    saved = read_sheet(Source("sheet.json", text))
    expected = sheet.with_side(0, 3, "a-").with_side(0, 1, "c")
    assert saved == expected
    assert download.value.suggested_filename == "sheet.json"
    assert json.loads(text)["rows"] == 1


@pytest.mark.skipif(not AXE.exists(), reason="axe-core is not there")
def test_axe_finds_no_violation_on_the_contact_sheet(page):
    page.add_script_tag(path=AXE)
    assert page.evaluate(CHECK) == []
    page.click('[data-side="0.3"]')
    assert page.evaluate(CHECK) == []
