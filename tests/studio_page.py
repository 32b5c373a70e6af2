"""What tests do on a page of the studio: read its score, find a cell, open a text."""

import io
import json

PATIENCE = 200_000
LONG = "two-set:9x9:9:4:seed=3"
"""A puzzle whose search goes on while a test looks at it."""


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


def open_recipe(page, recipe):
    """Open a generated puzzle, and wait until it is there."""
    open_text(page, recipe)
    page.wait_for_function(
        "name => document.getElementById('title').title === name", arg=recipe
    )


def start_long_search(page):
    """Start a search that goes on until it is stopped."""
    open_recipe(page, LONG)
    page.click("#tab-solve")
    page.select_option("#engine", "row-scan")
    page.click("#start")
    page.wait_for_selector('.job[data-status="running"]')


def middle(locator):
    box = locator.bounding_box()
    return box["x"] + box["width"] / 2, box["y"] + box["height"] / 2


def small_record(**more):
    """Return a puzzle of two pieces as a text, with a board or hints of its own."""
    pieces = [[1, 2, 1, 1], [3, 1, 1, 2]]
    puzzle = {"rows": 1, "columns": 2, "framed": False, "pieces": pieces}
    puzzle |= {"hints": more.pop("hints", [])}
    return json.dumps({"format": "edgematch", "version": 1, "puzzle": puzzle, **more})


def table_photo():
    """Return a synthetic photograph of nine pieces on a table, as a file to upload."""
    from PIL import Image

    from photo_scenes import scene

    data = io.BytesIO()
    Image.fromarray(scene(2, width=1000).photo).save(data, "JPEG")
    return {"name": "table.jpg", "mimeType": "image/jpeg", "buffer": data.getvalue()}


def lay(page, piece, at):
    """Put a piece of the tray on a cell."""
    page.locator(f'.tray-piece[data-piece="{piece}"]').click()
    cell(page, at).click()
    page.wait_for_selector(f'.cell[data-cell="{at}"][data-piece="{piece}"]')
