"""What a turn, a placement, an undo or a zoom costs a browser on a full 16 x 16 board.

    edgematch serve --no-browser --port 8130 &
    python benchmarks/interacting.py http://127.0.0.1:8130/ [link of a full board]

Processor time is counted, of the page's own thread and of those that paint, from the
change to the second frame after it, so that a busy machine changes little.
"""

import json
import shutil
import sys
import tempfile
from collections import defaultdict
from pathlib import Path
from typing import Any

from playwright.sync_api import Page, sync_playwright

FLAGS = ("--no-sandbox", "--disable-gpu", "--no-first-run")
EACH = 20
SCRIPT = """async (each) => {
  const s = await import('/static/state.js');
  const zoom = await import('/static/zoom.js');
  const frame = () => new Promise((d) => requestAnimationFrame(() => setTimeout(d)));
  const measure = async (name, act) => {
    for (let at = 0; at < each; at++) {
      await new Promise((done) => setTimeout(done, 150));
      await frame();
      performance.mark(`from ${name}`);
      act(at);
      await frame();
      await frame();
      performance.mark(`upto ${name}`);
    }
  };
  const piece = (cell) => s.state.ways[cell] >> 2;
  await measure('nothing', () => {});
  await measure('turn', (at) => s.turnPiece(piece(at + 20), at + 20));
  await measure('undo a turn', s.undo);
  await measure('take back', (at) => s.takeBack(at + 40));
  await measure('undo that', s.undo);
  await measure('place', (at) => s.place(piece(at + 100), 0, at + 101, at + 100));
  await measure('choose', (at) => s.update({selected: {piece: at, cell: at}}));
  await measure('zoom', (at) => zoom.zoomBy(at % 2 ? 0.8 : 1.25));
}"""

Event = dict[str, Any]


def main(address: str, link: str = "") -> None:
    """Print the median and the 95 % mark of each kind of change."""
    found: dict[str, list[tuple[float, float]]] = defaultdict(list)
    events = traced(address, link)
    marks = [each for each in events if each["name"][:5] in ("from ", "upto ")]
    marks.sort(key=lambda each: each["ts"])
    thread = marks[0]["pid"], marks[0]["tid"]
    whole = [each for each in events if each.get("ph") == "X"]
    own = [
        each
        for each in whole
        if (each["pid"], each["tid"]) == thread and each["name"].endswith("::RunTask")
    ]
    paints = [each for each in whole if each["name"] == "RasterTask"]
    for start, end in zip(marks[::2], marks[1::2], strict=True):
        between = start["ts"], end["ts"]
        found[end["name"][5:]].append((spent(own, *between), spent(paints, *between)))
    print(f"{'ms, middle / 95 %':20}{'page':>16}{'painting':>16}")
    for name, times in found.items():
        columns = [sorted(each) for each in zip(*times, strict=True)]
        words = [f"{c[len(c) // 2]:.0f} / {c[int(len(c) * 0.95)]:.0f}" for c in columns]
        print(f"{name:20}{words[0]:>16}{words[1]:>16}")


def traced(address: str, link: str) -> list[Event]:
    """Change a full board in many ways, and return what the browser says of it."""
    path = shutil.which("chromium") or shutil.which("chromium-browser")
    with sync_playwright() as driver, tempfile.TemporaryDirectory() as folder:
        browser = driver.chromium.launch(executable_path=path, args=FLAGS)
        page = browser.new_page(viewport={"width": 1280, "height": 800})
        page.goto(address)
        page.wait_for_selector("body[data-ready]")
        fill(page, link)
        trace = Path(folder) / "trace.json"
        kinds = ["toplevel", "devtools.timeline", "blink.user_timing", "cc"]
        browser.start_tracing(page=page, path=trace, categories=kinds)
        page.evaluate(SCRIPT, EACH)
        browser.stop_tracing()
        browser.close()
        events: list[Event] = json.loads(trace.read_text())["traceEvents"]
        return events


def fill(page: Page, link: str) -> None:
    """Open the board of a link, or lay out the pieces as they come out of the box."""
    page.click("#new-puzzle")
    page.click('dialog [data-tab="open"]')
    page.fill("#pasted", link or "eternity2-no-hints")
    page.click("#read-pasted")
    page.wait_for_selector('.cell[data-cell="255"]')
    if not link:
        page.evaluate(
            "async () => (await import('/static/state.js'))"
            ".layOut(Array.from({length: 256}, (_, piece) => 4 * piece))"
        )
    page.wait_for_timeout(5000)  # the note that it is opened goes away


def spent(tasks: list[Event], start: float, end: float) -> float:
    """Return the processor time of what ran between two moments, in milliseconds."""
    inside = (e for e in tasks if e["ts"] + e["dur"] >= start and e["ts"] <= end)
    return float(sum(each.get("tdur", 0) for each in inside)) / 1000


if __name__ == "__main__":
    main(*sys.argv[1:])
