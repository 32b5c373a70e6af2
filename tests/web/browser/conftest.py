"""A real browser, and pages of a user who was never here before."""

import shutil

import pytest

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


@pytest.fixture
def page(browser, client):
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
            if not request.url.startswith((client.address, "data:", "blob:"))
            else None
        ),
    )
    page.goto(client.address)
    page.wait_for_selector("body[data-ready=all]")
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


def _note(said, faults):
    refused = "Failed to load resource" in said.text  # a 400 that the page shows
    if said.type == "error" and not refused:
        faults.append(said.text)
