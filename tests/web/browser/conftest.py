"""A real browser, and pages of a user who was never here before."""

import re
import shutil
import subprocess

import pytest

from children import SHARED, python
from studio_page import PATIENCE

FLAGS = (
    "--no-sandbox --disable-gpu --disable-quic --no-first-run"
    " --disable-background-networking --disable-component-update --disable-sync"
)


@pytest.fixture(scope="module")  # its event loop would disturb other modules
def browser():
    playwright = pytest.importorskip("playwright.sync_api", reason="no playwright")
    chromium = shutil.which("chromium") or shutil.which("chromium-browser")
    if chromium is None:
        pytest.skip("Chromium is not installed")
    with playwright.sync_playwright() as driver:
        browser = driver.chromium.launch(executable_path=chromium, args=FLAGS.split())
        yield browser
        browser.close()


def pytest_generate_tests(metafunc):
    """Run tests with the mark `both` also on the page without a server."""
    if metafunc.definition.get_closest_marker("both") is not None:
        deep = pytest.mark.deep
        hosts = ["studio", pytest.param("files", marks=deep)]
        metafunc.parametrize("address", hosts, indirect=True)


@pytest.fixture
def address(request):
    """Return where the page is: the studio's, or that of a plain server of files."""
    if getattr(request, "param", "studio") == "files":
        return request.getfixturevalue("files_address")
    return request.getfixturevalue("client").address


@pytest.fixture(scope="session")
def files_address(built):
    """Serve the studio that is built for any web host, as any host would."""
    command = ("-u", "-m", "http.server", "0", "--bind", "127.0.0.1")
    options = {"stdout": subprocess.PIPE, "stderr": subprocess.DEVNULL, "text": True}
    with python(*command, "--directory", built, **options) as server:
        SHARED.add(server.pid)
        port = re.search(r"port (\d+)", server.stdout.readline())[1]
        yield f"http://127.0.0.1:{port}"
    SHARED.discard(server.pid)


@pytest.fixture
def page(browser, address):
    """Yield the page of a new user; it must end without errors."""
    context = browser.new_context(viewport={"width": 1280, "height": 800})
    page = context.new_page()
    page.set_default_timeout(PATIENCE)
    faults, elsewhere = [], []
    page.on("pageerror", lambda error: faults.append(str(error)))
    page.on("console", lambda said: _note(said, faults))
    page.on(
        "request",
        lambda request: (
            elsewhere.append(request.url)
            if not request.url.startswith((address, "data:", "blob:"))
            else None
        ),
    )
    waiting = set()
    page.on("request", lambda sent: waiting.add(sent))
    for end in ("requestfinished", "requestfailed"):
        page.on(end, lambda sent: waiting.discard(sent))
    page.goto(address)
    _wait_until_ready(page, waiting)
    yield page
    context.close()
    assert faults == []
    assert elsewhere == []


@pytest.fixture
def phone(browser, client):
    """Yield the page on a phone, upright; a test may turn it on its side."""
    context = browser.new_context(
        viewport={"width": 390, "height": 844}, has_touch=True, is_mobile=True
    )
    page = context.new_page()
    page.set_default_timeout(PATIENCE)
    page.goto(client.address)
    page.wait_for_selector("body[data-ready=all]")
    yield page
    context.close()


def _wait_until_ready(page, waiting):
    """Wait for all parts of the page; if they do not come, say what is missing."""
    try:
        page.wait_for_selector("body[data-ready=all]")
    except Exception:
        seen = page.evaluate("[document.body.dataset.ready, document.body.innerText]")
        asked = sorted(request.url for request in waiting)
        pytest.fail(f"ready: {seen[0]}; no answer to {asked}; the page says {seen[1]}")


def _note(said, faults):
    refused = "Failed to load resource" in said.text  # a 400 that the page shows
    if said.type == "error" and not refused:
        faults.append(said.text)
