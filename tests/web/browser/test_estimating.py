"""What a puzzle is expected to cost, in a real browser: the estimate, the generator."""

import pytest

from edgematch import catalog
from edgematch.inputs import load
from edgematch.search import solve
from edgematch.theory.estimate import estimate, estimates

pytestmark = pytest.mark.deep


def open_facts(page):
    page.click("#tab-facts")
    page.wait_for_selector("#estimate .orders td:not(:empty)")


def wait_for_text(page, selector, text):
    page.wait_for_function(
        "([selector, text]) => document.querySelector(selector)?.textContent"
        ".includes(text)",
        arg=[selector, text],
    )


def profile(page):
    """Return the columns of the chart's table by name: nodes at each depth."""
    if not page.is_visible("#estimate .as-table table"):
        page.click("#estimate .as-table summary")
    table = page.locator("#estimate .as-table table")
    names, cells = table.evaluate(  # at once: the table is drawn anew now and then
        """table => ['thead th', 'tbody td'].map((selector) =>
          [...table.querySelectorAll(selector)].map((each) => each.textContent))"""
    )
    names = names[1:]
    numbers = [float(text.replace(",", "")) for text in cells]
    return {name: numbers[at :: len(names)] for at, name in enumerate(names)}


def test_an_estimate_is_held_against_a_search(page):
    puzzle = catalog.load("scramble-squares").puzzle
    found = estimates(puzzle)
    open_facts(page)
    orders = page.locator("#estimate .orders tbody tr")
    shown = [orders.nth(at).get_attribute("data-order") for at in range(7)]
    assert shown == [each.order for each in found]
    many = round(10 ** found[0].log10_nodes)
    assert f"{many:,}" in orders.first.inner_text()
    assert "not measured on this machine" in page.inner_text("#estimate .rate")
    by_formula = [10**depth.log10_nodes for depth in found[0].depths]
    assert profile(page) == {"expected": pytest.approx(by_formula, rel=0.03)}
    page.click("#measure-rate")
    wait_for_text(page, "#estimate .seen", "in the whole tree")
    counted = solve(puzzle, "row-scan", solutions=None, order=found[0].order).depths
    wait_for_text(page, "#estimate .as-table thead", "seen")
    assert profile(page)["seen"] == list(counted)
    page.check('#estimate input[value="rows"]')
    in_rows = [10**depth.log10_nodes for depth in estimate(puzzle, "rows").depths]
    assert profile(page) == {"expected": pytest.approx(in_rows, rel=0.03)}
    wait_for_text(page, "#estimate .seen", "it filled the cells in another order")
    assert page.is_hidden("#measure-rate")  # it has ended at once: there is no more


def test_a_tree_is_sampled_and_the_formula_comes_back(page):
    open_facts(page)
    before = page.inner_text("#estimate .orders tbody")
    page.focus("#sample")
    page.keyboard.press("Enter")
    wait_for_text(page, "#estimate .sampled", " random walks down the tree")
    assert page.inner_text("#estimate .orders tbody") != before
    page.click("#sample")
    wait_for_text(page, "#sample", "Sample instead")
    assert page.inner_text("#estimate .orders tbody") == before
    assert page.inner_text("#estimate .sampled") == ""


@pytest.mark.both
def test_the_estimate_is_that_of_the_open_puzzle(page):
    open_facts(page)
    page.click("#new-puzzle")
    page.click('dialog [data-name="eternity2"]')
    wait_for_text(page, "#title", "Eternity II")
    page.click("#tab-facts")
    wait_for_text(page, "#estimate .solutions", "14,702 solutions are expected")
    assert "10³⁴ days" in page.inner_text("#estimate .orders")
    page.click("#measure-rate")
    wait_for_text(page, "#estimate .rate", "measured while it searched this puzzle")
    assert " % of its tree" in page.inner_text("#estimate .seen")
    page.click("#tab-solve")  # the card of the job draws what is expected, too
    page.click('.job [data-chart="nodes"]')
    page.wait_for_selector('.job [aria-label="Nodes by depth, expected and seen"]')
    page.wait_for_selector('.job[data-status="finished"]')


def open_generator(page):
    page.click("#new-puzzle")
    page.click('dialog [data-tab="generate"]')
    page.wait_for_selector(".prices dd")


def choose_model(page, name):
    page.select_option('select[name="model"]', name)
    wait_for_text(page, ".generator .about", f"{name}:")


def slider(page, name):
    return int(page.input_value(f'.generator input[name="{name}"]'))


def test_the_generator_speaks_of_this_puzzle(page):
    open_generator(page)
    for seed in (1, 2):
        page.fill(".generator input[type=number]", str(seed))
        found = estimate(load(f"two-set:7x7:7:3:seed={seed}").puzzle)
        many = f"{round(10**found.log10_solutions):,}"
        sentence = f"about {many} solutions are expected besides the planted one"
        wait_for_text(page, ".prices", sentence)
        assert "only the planted solution" not in page.inner_text(".prices")
    page.fill('.generator input[name="inner"]', "14")
    wait_for_text(page, ".prices", "no solution is expected besides the planted one")
    assert "probably only the planted solution" in page.inner_text(".prices")
    page.click(".generator >> text=no planted solution")
    wait_for_text(page, ".prices", "the sides of these pieces cannot be paired")
    assert page.is_hidden('.generator input[name="hints"]')


def test_every_model_starts_with_a_sensible_puzzle(page):
    open_generator(page)
    titles = page.locator('select[name="model"] option').all_inner_texts()
    assert "Benoist's benchmark" in titles
    assert not {"gemp", "benoist"} & set(titles)
    choose_model(page, "tetravex")
    assert (slider(page, "rows"), slider(page, "inner")) == (4, 10)
    for name in ("frame", "columns"):
        assert page.is_hidden(f'.generator input[name="{name}"]')
    wait_for_text(page, ".prices", "no solution is expected besides the planted one")
    assert "turned as a whole" not in page.inner_text(".prices")
    assert page.is_hidden("#to-transition")
    assert page.get_by_label("Colors", exact=True).is_visible()
    choose_model(page, "scramble")
    assert (slider(page, "rows"), slider(page, "inner")) == (3, 4)
    wait_for_text(page, ".prices", "turned as a whole counts again")
    choose_model(page, "e2")
    page.wait_for_selector("#to-transition", state="visible")
    assert (slider(page, "rows"), slider(page, "frame")) == (8, 3)
    choose_model(page, "scramble")
    page.click("#generate")
    wait_for_text(page, "#title", "Scramble Squares 3 × 3, 4 colors")
