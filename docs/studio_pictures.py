"""Take the pictures of the studio in this folder again, in a real browser.

`python docs/studio_pictures.py` needs playwright and Chromium.  Look at the pictures
before you commit them.
"""

import io
import shutil
import tempfile
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from PIL import Image
from playwright.sync_api import Page, sync_playwright

from edgematch import optimize, write
from edgematch.board import Board
from edgematch.web.server import StudioServer
from edgematch.web.settings import Settings

FOLDER = Path(__file__).parent / "pictures"
SIZE = {"width": 1180, "height": 760}
PATIENCE = 600_000
"""Milliseconds: engines may have to be compiled."""
RECIPE = "two-set:7x7:7:3:seed=5"


@contextmanager
def studio() -> Iterator[str]:
    """Run a studio while the block lasts; yield its address."""
    with tempfile.TemporaryDirectory() as folder:
        server = StudioServer(Settings(Path(folder)), 0)
        thread = threading.Thread(target=server.run, daemon=True)
        thread.start()
        while not server.started:
            time.sleep(0.01)
        try:
            port = server.servers[0].sockets[0].getsockname()[1]
            yield f"http://127.0.0.1:{port}/"
        finally:
            server.should_exit = True
            thread.join()


def save(picture: bytes, name: str) -> None:
    """Write a picture with 256 colors, a third of its size."""
    few = Image.open(io.BytesIO(picture)).convert("RGB").quantize(256, dither=0)
    few.save(FOLDER / name, optimize=True)


def board_link() -> str:
    """Return the part of a link after "#": a good board without seven of its pieces."""
    found = optimize("eternity2", "beam", target=460, seed=1)
    assert found.best is not None
    pieces = found.best.placements
    kept = [each for each in pieces if each.cell not in range(97, 104)]
    link = write(Board(found.best.puzzle, kept), format="studio-link")
    return "#" + link.strip().partition("#")[2]


def take_board(page: Page) -> None:
    """Show a board on which a piece can be placed."""
    page.locator(".tray-piece:visible").nth(2).click()
    page.mouse.move(0, 0)
    save(page.screenshot(), "studio.png")


def take_race(page: Page) -> None:
    """Show the end of a race of two engines over three seeds."""
    page.click("#tab-solve")
    page.select_option("#engine", "row-scan")
    page.select_option("#rival", "consistency")
    page.fill("#seeds", "3")
    page.click("#start")
    page.wait_for_selector('.race-card[data-status="finished"]')
    page.locator("#panel-solve").evaluate("node => { node.scrollTop = 0; }")
    page.mouse.move(0, 0)
    save(page.screenshot(), "studio-race.png")


def main() -> None:
    """Take all pictures."""
    with studio() as address, sync_playwright() as driver:
        path = shutil.which("chromium") or shutil.which("chromium-browser")
        browser = driver.chromium.launch(executable_path=path, args=["--no-sandbox"])
        shots = ((board_link(), take_board), (f"#puzzle={RECIPE}", take_race))
        for link, take in shots:
            page = browser.new_page(viewport=SIZE, color_scheme="light")
            page.set_default_timeout(PATIENCE)
            page.goto(address + link)
            page.wait_for_selector("body[data-ready]")
            page.wait_for_selector("#score:not(:empty)")
            take(page)
            page.close()
        browser.close()


if __name__ == "__main__":
    main()
