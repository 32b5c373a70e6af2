"""What tests do on a page of the studio: read its score, find a cell, open a text."""

PATIENCE = 60_000


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
