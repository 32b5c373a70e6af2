"""What comes out of searches: races over seeds, files to take away, galleries."""

import json
import shlex
from pathlib import Path

import pytest

import edgematch as edgematch_library
from edgematch import catalog
from edgematch.board import Board
from edgematch.formats import Document, write
from edgematch.web.requests import ReadRequest
from shared_data import data_file
from studio_page import LONG, PATIENCE, open_recipe, open_text, wait_for_score

pytestmark = pytest.mark.deep
DATASET = Path(__file__).parents[3] / "dataset"


SIZES = """selector => [...document.querySelectorAll(selector)].map((each) => {
  const { width, height } = each.getBoundingClientRect();
  return [width, height];
})"""
CUT_OFF = """() => [...document.querySelectorAll('.race-table, .race-table tbody *')]
  .filter((each) => each.scrollWidth > each.clientWidth + 1 && each.clientWidth)
  .map((each) => each.textContent)"""
"""The parts of a table of a race that are wider than their room."""


def test_three_engines_race_over_three_seeds(page):
    open_recipe(page, "two-set:4x4:3:2:seed=1")
    page.click("#tab-solve")
    assert page.locator("#rival-2").is_hidden()
    page.select_option("#engine", "row-scan")
    page.select_option("#rival", "row-scan")
    page.locator("details:visible summary").nth(1).click()
    page.locator('[data-option="order"]:visible').select_option("spiral-in")
    page.select_option("#rival-2", "consistency")
    page.fill("#seeds", "3")
    page.locator("#seeds").blur()
    assert page.inner_text("#start") == "Start the race"
    page.click("#start")
    page.wait_for_selector('.race-card[data-status="finished"]')
    assert page.locator("#arena .lane").count() == 3
    names = page.locator("#arena .race-table th[scope=row]").all_inner_texts()
    assert [name.split("\n")[0] for name in names] == [
        "row-scan",
        "row-scan order=spiral-in",
        "consistency",
    ]
    assert all("seeds 0 to 2" in name for name in names)
    cells = page.locator(".race-card tbody td").all_inner_texts()
    assert cells.count("3 of 3") == 3  # answers
    assert "ahead" in page.inner_text(".arena-head")
    for width, height in ((1280, 800), (390, 844), (844, 390)):
        page.set_viewport_size({"width": width, "height": height})
        boards = page.evaluate(SIZES, "#arena .lane canvas")
        assert len(boards) == 3
        assert max(max(each) - min(each) for each in zip(*boards, strict=True)) < 1
        assert min(boards[0]) >= 140
        assert page.evaluate(CUT_OFF) == []
    page.set_viewport_size({"width": 1280, "height": 800})
    page.click("text=All 9 runs")
    page.wait_for_function("() => document.querySelectorAll('.runs .job').length === 9")
    page.reload()
    page.wait_for_selector('.race-card[data-status="finished"]')
    page.click("text=Watch the race")
    page.wait_for_selector("#arena .race-table td")
    page.click(".race-card >> text=Delete")
    page.wait_for_selector(".race-card", state="detached")


def test_a_race_over_seeds_is_stopped_as_a_whole(page):
    open_recipe(page, LONG)
    page.click("#tab-solve")
    page.select_option("#wanted", "score")
    page.select_option("#score-engine", "anneal")
    page.select_option("#score-rival", "exact")
    page.fill("#seeds", "4")
    page.click("#start")
    page.wait_for_selector("#arena .lane p >> text=of 144 joins")
    names = page.locator(".race-card th[scope=row]").all_inner_texts()
    assert names[1].split() == ["exact", "no", "seed"]
    page.click("text=Stop the race")
    page.wait_for_selector('.race-card[data-status="finished"]')
    heads = page.locator(".race-card thead th").all_inner_texts()
    assert heads[1:3] == ["runs done", "score"]  # three runs never began
    page.wait_for_selector("text=Stop the race", state="hidden")


def test_a_run_is_taken_away_as_a_command_python_and_files(page, edgematch):
    open_recipe(page, "two-set:4x4:5:4:seed=1")
    page.click("#tab-solve")
    page.select_option("#wanted", "all")
    page.select_option("#engine", "row-scan")
    page.locator("details:visible summary").first.click()
    page.locator('[data-option="order"]:visible').select_option("spiral-in")
    page.fill("#seed", "5")
    page.click("#start")
    page.wait_for_selector('.job[data-status="finished"]')
    page.click(".job >> text=Take away")
    command = page.inner_text('[data-text="command"]')
    words = shlex.split(command)
    said = edgematch(*words[1:], "--json")
    assert words[0] == "edgematch"
    shown = json.loads(said.out)
    assert shown["statistics"]["nodes"] > 0
    names = {}
    exec(page.inner_text('[data-text="python"]'), names)
    assert names["result"].statistics["nodes"] == shown["nodes"]
    files = {}
    for link in page.locator(".take-away-list > a").all():
        with page.expect_download() as download:
            link.click()
        name = download.value.suggested_filename
        assert name.startswith("two-set-4x4-5-4-seed-1-row-scan-seed-5.")
        data = Path(download.value.path()).read_text()
        files[link.get_attribute("href").rsplit("/")[-1]] = data
    assert set(files) == {
        "board.json",
        "figures.csv",
        "curve.csv",
        "solutions.csv",
        "run.json",
    }
    assert f",{shown['nodes']}," in files["figures.csv"]
    # The record that the export panel writes says the same.
    page.click(".job >> text=Show the solution")
    page.wait_for_selector("#score.solved")
    page.click("text=Use this board")
    page.click("#tab-export")
    with page.expect_download() as download:
        page.click('[data-kind="record"]')
    record = json.loads(Path(download.value.path()).read_text())
    assert record["found"] == json.loads(files["board.json"])["found"]
    assert (record["found"]["engine"], record["found"]["seed"]) == ("row-scan", 5)


def test_the_card_of_a_pasted_board_counts_hints_doubles_and_clean_rows(page):
    text = data_file("boards/eternity2_records.json").read_text()
    record = json.loads(text)[4]
    size = "board_w=16&board_h=16"
    open_text(page, f"#puzzle=X&{size}&board_edges={record['board_edges']}")
    page.wait_for_function("() => document.querySelectorAll('.break').length > 5")
    page.click("#tab-facts")
    page.wait_for_selector("#check-card:not([hidden])")
    names = page.locator("#check-card dt").all_inner_texts()
    values = page.locator("#check-card dd").all_inner_texts()
    said = dict(zip(names, values, strict=True))
    assert said["Official pieces"] == "yes, those of Eternity II"
    assert said["Score"] == f"{record['score']} of 480"
    assert said["Hints kept"].startswith(f"{record['hints_respected']} of 5")
    assert said["Doubles"] == "none"
    assert "without a break" in said["Pieces"]


def clue_links():
    """Return three links of clue puzzle 1: two of them differ in two cells."""
    puzzle = catalog.load("clue1").puzzle
    solved = edgematch_library.solve(puzzle, "row-scan").best.placements
    pieces = [list(each) for each in solved]
    inner = [cell for cell in range(36) if cell // 6 in (2, 3) and cell % 6 in (2, 3)]
    one, other = inner[0], inner[3]
    pieces[one][1:], pieces[other][1:] = pieces[other][1:], pieces[one][1:]
    boards = {"Solved": solved, "Swapped": pieces, "Few": solved[:3]}
    links = []
    for name, placements in boards.items():
        document = Document(puzzle, Board(puzzle, placements))
        link = write(document, "link", allow_loss=True).text.strip()
        links.append(link.replace("puzzle=clue1", f"puzzle={name}"))
    return "\n".join(links[::-1])


def test_a_pasted_list_of_links_is_a_gallery_to_open_and_compare(page):
    open_text(page, clue_links())
    page.wait_for_selector(".gallery-card")
    cards = page.locator('.card[title="pasted text"]')  # not those of the store
    scores = [int(card.get_attribute("data-score")) for card in cards.all()]
    assert (len(scores), scores) == (3, sorted(scores, reverse=True))
    assert "Solved" in cards.first.inner_text()
    assert cards.first.inner_text().startswith("60 of 60")
    assert cards.first.inner_text().endswith("Clue puzzle 1 of Eternity II, 6 × 6")
    for name in ("Solved", "Swapped"):
        page.check(f'.gallery-card input[aria-label^="Compare {name}"]')
    page.wait_for_selector(".comparison canvas >> nth=1")
    words = page.inner_text(".comparison-head")
    assert words.startswith("2 of 36 cells differ: these are ringed.")
    page.check('.gallery-card input[aria-label^="Compare Few"]')
    page.wait_for_selector(".comparison-head >> text=3 of 36 cells are equal")
    page.click(".comparison >> text=Close")
    page.wait_for_selector(".comparison", state="hidden")
    page.keyboard.press("Tab")
    cards.first.click()
    page.wait_for_selector("#score.solved")
    assert page.locator(".cell[data-piece]").count() == 36
    assert page.inner_text("#title").endswith("Eternity II, 6 × 6 · Solved")


def test_a_dropped_file_and_the_boards_of_the_store_are_in_one_gallery(page, client):
    open_text(page, "clue1")
    page.wait_for_function(
        "() => document.getElementById('title').textContent.startsWith('Clue')"
    )
    page.click("#tab-solve")
    page.select_option("#wanted", "score")
    page.select_option("#score-engine", "anneal")
    page.click("#start")
    page.wait_for_function(
        "() => parseInt(document.querySelector('.job .figures dd')?.textContent) > 20"
    )
    page.click('.job button:text-is("Stop")')
    page.wait_for_selector('.job[data-status="finished"]')
    page.evaluate(
        """text => {
          const files = new DataTransfer();
          files.items.add(new File([text], "links.md"));
          document.dispatchEvent(
            new DragEvent("drop", { dataTransfer: files, bubbles: true }));
        }""",
        clue_links(),
    )
    page.wait_for_selector(".gallery-card >> text=Swapped")
    page.wait_for_selector(".gallery-card >> text=anneal, seed 0")
    assert "highest score first" in page.inner_text(".gallery-panel .tray-note")
    page.locator(".gallery-card .card", has_text="anneal").first.click()
    page.wait_for_selector("#puzzles[open]", state="detached")
    assert page.locator(".cell[data-piece]").count() == 36


def test_our_own_boards_can_be_opened_and_compared_with_those_of_a_file(page):
    page.click("#new-puzzle")
    page.click('dialog [data-tab="boards"]')
    ours = page.locator(".own .gallery-card")
    ours.first.wait_for()
    boards = json.loads((DATASET / "boards.json").read_text())
    assert ours.count() == len(boards)
    best = max(board["score"] for board in boards)
    assert ours.first.inner_text().startswith(f"{best} of 480")
    assert page.evaluate(
        """() => [...document.querySelectorAll(".own canvas")].every((canvas) => {
          const pen = canvas.getContext("2d");
          const { data } = pen.getImageData(0, 0, canvas.width, canvas.height);
          return new Set(data).size > 3;
        })"""
    )  # they are drawn
    page.click('dialog [data-tab="open"]')
    page.fill("#pasted", clue_links())
    page.click("#read-pasted")
    page.check('.gallery:not(.own) input[aria-label^="Compare Solved"]')
    ours.filter(has_text="Clue puzzle 1").get_by_role("checkbox").check()
    page.wait_for_selector(".comparison canvas >> nth=1")
    assert "36 cells" in page.inner_text(".comparison-head p")
    ours.filter(has_text="464 of 480").first.locator(".card").click()
    wait_for_score(page, "464 / 480")


def test_the_studio_is_started_with_a_gallery(browser, tmp_path):
    from studio_client import studio

    torn = "#board_w=2&board_h=2&board_edges=abcaabc"
    request = ReadRequest(name="links.md", text=f"{clue_links()}\n{torn}")
    with studio(tmp_path, boards=request) as own:
        page = browser.new_page()
        page.set_default_timeout(PATIENCE)
        page.goto(own.address)
        page.wait_for_selector("body[data-ready=all]")
        page.click("#new-puzzle")
        page.click('dialog [data-tab="boards"]')
        page.locator(".gallery:not(.own) .gallery-card").nth(2).wait_for()
        page.click(".unread summary")
        assert "line 4" in page.inner_text(".unread")
        page.close()
