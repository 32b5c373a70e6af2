"""How long the studio takes to open: from the address to `body[data-ready]`.

Each visit is that of a new user: nothing is in the browser's cache.  The window is
opened two seconds before, because Chromium loads pages of its own for a new one.  What
comes after the page is ready is not counted, nor what the driver takes to notice it.

    python benchmarks/opening.py [VISITS]
"""

import shutil
import statistics
import sys
import tempfile
import threading
import time
from pathlib import Path
from typing import Any

from edgematch.web.server import StudioServer
from edgematch.web.settings import Settings

WATCH = """new MutationObserver((_, watch) => {
  if (!document.body?.dataset.ready) return;
  watch.disconnect();
  const now = performance.now();
  const loaded = performance.getEntriesByType("resource");
  const all = [...performance.getEntriesByType("navigation"), ...loaded];
  window.opened = [now, all.length,
    all.reduce((sum, each) => sum + each.transferSize, 0) / 1024];
}).observe(document, {subtree: true, childList: true, attributes: true})"""
FLAGS = "--no-sandbox --disable-gpu --disable-background-networking --disable-sync"


def main() -> None:
    """Open the page again and again, and print what it took."""
    from playwright.sync_api import sync_playwright

    visits = int(sys.argv[1]) if len(sys.argv) > 1 else 5
    server = StudioServer(Settings(Path(tempfile.mkdtemp()), warms_up=True))
    thread = threading.Thread(target=server.run, daemon=True)
    thread.start()
    while not server.started:
        time.sleep(0.01)
    time.sleep(10)  # until it has warmed up
    address = f"http://127.0.0.1:{server.servers[0].sockets[0].getsockname()[1]}/"
    with sync_playwright() as driver:
        browser = driver.chromium.launch(
            executable_path=shutil.which("chromium"), args=FLAGS.split()
        )
        taken = [_visit(browser, address) for _ in range(visits + 1)][1:]
        browser.close()
    server.should_exit = True
    thread.join()
    columns = zip(*taken, strict=True)
    for name, values in zip(("ms", "requests", "KB"), columns, strict=True):
        words = " ".join(f"{value:.0f}" for value in sorted(values))
        print(f"{name}: median {statistics.median(values):.0f} ({words})")


def _visit(browser: Any, address: str) -> tuple[float, int, float]:
    """Return milliseconds until the page is ready, requests, and kilobytes."""
    context = browser.new_context(viewport={"width": 1280, "height": 800})
    page = context.new_page()
    page.add_init_script(WATCH)
    page.wait_for_timeout(2000)
    page.goto(address, wait_until="commit")
    page.wait_for_selector("body[data-ready]", timeout=60_000)
    found = page.evaluate("window.opened")
    context.close()
    return tuple(found)


if __name__ == "__main__":
    main()
