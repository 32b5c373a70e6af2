"""What a turn, a placement, an undo, a zoom or a pan costs on a full 16 x 16 board.

    edgematch serve --no-browser --port 8130 &
    python benchmarks/interacting.py http://127.0.0.1:8130/ [link of a full board]

A person's input is sent to a browser: clicks, keys, the wheel, two fingers. Of each
kind the table has, in the middle and at the 95 % mark,

- page, painting: the processor time of the page's own thread, and of those that paint,
  from the input to the second frame after it; a busy machine changes little here;
- frame: the time from the input to the moment when the frame that shows it is
  presented, which is what a person feels; it holds for a machine as busy as this one;
- at rest: the time from the input until nothing changes any more: the referee has
  answered, a board that was zoomed is painted anew and sharp.
"""

import json
import math
import shutil
import sys
import tempfile
from bisect import bisect_left
from collections import defaultdict
from collections.abc import Callable
from pathlib import Path
from typing import Any

from playwright.sync_api import CDPSession, Page, sync_playwright

FLAGS = ("--no-sandbox", "--disable-gpu", "--no-first-run")
EACH = 20
PAUSE = 600  # milliseconds between inputs, and 50 within a run of them
LISTEN = """() => {
  const frame = () => new Promise((d) => requestAnimationFrame(() => setTimeout(d)));
  const kinds = ['contextmenu', 'keydown', 'pointerup', 'click', 'wheel', 'touchmove'];
  for (const kind of kinds) {
    window.addEventListener(kind, async (event) => {
      const [name, wanted] = window.measured ?? [];
      if (kind !== wanted) return;
      performance.mark(`from ${name}`, {startTime: event.timeStamp});
      await frame();
      await frame();
      performance.mark(`upto ${name}`);
    }, {capture: true, passive: true});
  }
}"""
CATEGORIES = ["toplevel", "devtools.timeline", "blink.user_timing", "cc", "benchmark"]

Event = dict[str, Any]
Act = Callable[[int], object]


def main(address: str, link: str = "") -> None:
    """Print the median and the 95 % mark of each kind of change."""
    events = sorted(traced(address, link), key=lambda each: each.get("ts", 0))
    starts, ends = (
        [each for each in events if each["name"].startswith(word)]
        for word in ("from ", "upto ")
    )
    thread = starts[0]["pid"], starts[0]["tid"]
    whole = [each for each in events if each.get("ph") == "X"]
    own = [
        each
        for each in whole
        if (each["pid"], each["tid"]) == thread and each["name"].endswith("::RunTask")
    ]
    paints = [each for each in whole if each["name"] == "RasterTask"]
    frames = presented(events)
    found: dict[str, list[tuple[float, ...]]] = defaultdict(list)
    for number, (start, end) in enumerate(zip(starts, ends, strict=True)):
        between = start["ts"], end["ts"]
        later = starts[number + 1]["ts"] if number + 1 < len(starts) else float("inf")
        seen = frames[bisect_left(frames, (start["ts"], 0.0)) :]
        if not seen or seen[0][0] > later:
            continue  # shown together with the next
        last = [shown for begun, shown in seen if begun < later][-1]
        found[start["name"][5:]].append(
            (
                spent(own, *between),
                spent(paints, *between),
                (seen[0][1] - start["ts"]) / 1000,
                (last - start["ts"]) / 1000,
            )
        )
    titles = "".join(f"{t:>13}" for t in ("page", "painting", "frame", "at rest"))
    print(f"{'ms, middle / 95 %':22}{titles}")
    for name, times in found.items():
        columns = [sorted(each) for each in zip(*times, strict=True)]
        words = [f"{at(c, 0.5):.0f} / {at(c, 0.95):.0f}" for c in columns]
        print(f"{name:22}" + "".join(f"{each:>13}" for each in words))


def at(ordered: list[float], share: float) -> float:
    """Return the least value that such a share does not exceed: the 19th of 20."""
    return ordered[math.ceil(len(ordered) * share) - 1]


def traced(address: str, link: str) -> list[Event]:
    """Change a full board in many ways, and return what the browser says of it."""
    path = shutil.which("chromium") or shutil.which("chromium-browser")
    with sync_playwright() as driver, tempfile.TemporaryDirectory() as folder:
        browser = driver.chromium.launch(executable_path=path, args=FLAGS)
        page = browser.new_page(viewport={"width": 1280, "height": 800})
        page.goto(address)
        page.wait_for_selector("body[data-ready=all]")
        fill(page, link)
        page.evaluate(LISTEN)
        trace = Path(folder) / "trace.json"
        browser.start_tracing(page=page, path=trace, categories=CATEGORIES)
        interact(page, page.context.new_cdp_session(page))
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
            "async () => (await import('/static/state/play.js'))"
            ".layOut(Array.from({length: 256}, (_, piece) => 4 * piece))"
        )
    page.wait_for_timeout(5000)  # the note that it is opened goes away


def interact(page: Page, session: CDPSession) -> None:
    """Do what people do, many times."""
    box = page.locator("#board").bounding_box()
    assert box is not None
    middle = box["x"] + box["width"] / 2, box["y"] + box["height"] / 2

    def at(cell: int) -> tuple[float, float]:
        bounds = page.locator(f'.cell[data-cell="{cell}"] .slot').bounding_box()
        assert bounds is not None
        return (bounds["x"] + bounds["width"] / 2, bounds["y"] + bounds["height"] / 2)

    def measure(name: str, kind: str, act: Act, each: int = EACH) -> None:
        for number in range(each):
            page.evaluate("both => { window.measured = both; }", [name, kind])
            act(number)
            page.wait_for_timeout(PAUSE)
        page.evaluate("() => { window.measured = null; }")

    def press(key: str) -> Act:
        return lambda number: page.keyboard.press(key)

    def take_back(number: int) -> None:
        page.evaluate(
            "cell => document.querySelector(`[data-cell='${cell}']`).focus()",
            number + 40,
        )
        page.wait_for_timeout(200)
        page.keyboard.press("Delete")

    def place(number: int) -> None:
        page.mouse.move(*at(number + 100))
        page.mouse.down()
        page.mouse.move(*at(number + 117), steps=3)
        page.wait_for_timeout(200)
        page.mouse.up()

    def wheel(across: float, down: float, times: int = 1, shift: bool = False) -> None:
        page.mouse.move(*middle)
        if shift:
            page.keyboard.down("Shift")
        for _ in range(times):
            page.mouse.wheel(across, down)
            page.wait_for_timeout(50)
        if shift:
            page.keyboard.up("Shift")

    def pinch(by: float) -> None:
        x, y = middle

        def send(kind: str, apart: float) -> None:
            points = [
                {"x": x - apart, "y": y, "id": 0},
                {"x": x + apart, "y": y, "id": 1},
            ]
            if kind == "touchEnd":
                points = []
            session.send(
                "Input.dispatchTouchEvent", {"type": kind, "touchPoints": points}
            )

        send("touchStart", 100)
        for step in range(1, 9):
            send("touchMove", 100 + by * step)
            page.wait_for_timeout(50)
        send("touchEnd", 0)

    measure(
        "turn", "contextmenu", lambda n: page.mouse.click(*at(n + 20), button="right")
    )
    measure("undo a turn", "keydown", press("Control+z"))
    measure("take back", "keydown", take_back)
    measure("undo that", "keydown", press("Control+z"))
    measure("place by dragging", "pointerup", place)
    measure("choose", "pointerup", lambda n: page.mouse.click(*at(n + 60)))
    page.keyboard.press("Escape")
    measure("a turn of the wheel", "wheel", lambda n: wheel(0, 60 if n % 2 else -60))
    page.click("#zoom-fit")
    measure(
        "button", "click", lambda n: page.click("#zoom-out" if n % 2 else "#zoom-in")
    )
    page.click("#zoom-fit")
    measure("wheel, zooming in", "wheel", lambda n: zoom_run(page, wheel, -60), 4)
    measure("wheel, zooming out", "wheel", lambda n: zoom_run(page, wheel, 60), 4)
    page.click("#zoom-fit")
    wheel(0, -60, 4)
    measure(
        "wheel, panning",
        "wheel",
        lambda n: wheel(0, 40 if n % 2 else -40, 8, shift=True),
        4,
    )
    page.click("#zoom-fit")
    measure("two fingers", "touchmove", lambda n: pinch(-7.6 if n % 2 else 20), 16)


def zoom_run(page: Page, wheel: Callable[..., None], down: float) -> None:
    """Zoom as far as it goes, from where the other run has ended."""
    if down < 0:
        page.evaluate("async () => (await import('/static/zoom.js')).fit()")
    else:
        page.evaluate(
            "async () => { const z = await import('/static/zoom.js');"
            " z.fit(); z.zoomBy(0.01); }"
        )
    page.wait_for_timeout(400)
    wheel(0, down, 7)


def presented(events: list[Event]) -> list[tuple[float, float]]:
    """Return when each change of the page began to be drawn, and when it was seen."""
    open_frames: dict[tuple[int, str], float] = {}
    found = []
    for each in events:
        if "devtools.timeline.frame" not in each.get("cat", ""):
            continue
        key = each["pid"], str(each.get("id2"))
        if each["name"] == "Commit" and each["ph"] == "b":
            open_frames[key] = each["ts"]
        elif (
            each["name"] == "SubmitCompositorFrameToPresentationCompositorFrame"
            and each["ph"] == "e"
            and key in open_frames
        ):
            found.append((open_frames.pop(key), each["ts"]))
    return sorted(found)


def spent(tasks: list[Event], start: float, end: float) -> float:
    """Return the processor time of what ran between two moments, in milliseconds."""
    inside = (e for e in tasks if e["ts"] + e["dur"] >= start and e["ts"] <= end)
    return float(sum(each.get("tdur", 0) for each in inside)) / 1000


if __name__ == "__main__":
    main(*sys.argv[1:])
