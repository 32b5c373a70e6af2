"""Boards of 256 pieces in a real browser: drawn, zoomed and panned."""

import json

import pytest

from shared_data import data_file
from studio_page import cell, middle, open_text, score, wait_for_score

pytestmark = pytest.mark.deep


def test_an_eternity_record_link_shows_470_and_its_ten_breaks(page):
    records = json.loads(data_file("boards/eternity2_records.json").read_text())
    record = next(each for each in records if each["score"] == 470)
    edges = record["board_edges"]
    open_text(page, f"https://e2.bucas.name/#board_w=16&board_h=16&board_edges={edges}")
    wait_for_score(page, "470 / 480")
    assert "10 breaks" in score(page)
    page.wait_for_function("() => document.querySelectorAll('.break').length === 10")


def test_the_time_of_every_interaction_with_256_pieces_is_reported(
    page, record_property
):
    page.click("#new-puzzle")
    page.click('.card[data-name="eternity2-no-hints"]')
    page.wait_for_selector('.cell[data-cell="255"]')
    times = page.evaluate(
        """async () => {
          const state = await import('/static/state/play.js');
          const { update } = await import('/static/state/store.js');
          const zoom = await import('/static/zoom.js');
          const frame = () => new Promise(
            (done) => requestAnimationFrame(() => setTimeout(done)));
          const found = {};
          const measure = async (name, act) => {
            const times = [];
            for (let turn = 0; turn < 11; turn++) {
              await frame();
              const start = performance.now();
              act(turn);
              await frame();
              times.push(performance.now() - start);
            }
            found[name] = times.sort((a, b) => a - b)[5];
          };
          await measure('nothing', () => {});
          await measure('place', (at) => state.place(at, 0, at));
          await measure('turn', (at) => state.turnPiece(at, at));
          await measure('choose', (at) => update(
            {selected: {piece: at, cell: at}}));
          await measure('zoom', (at) => zoom.zoomBy(at % 2 ? 0.8 : 1.25));
          return found;
        }"""
    )
    record_property("milliseconds", json.dumps(times))
    print("milliseconds of an interaction, in the middle:", times)
    # The goal is 50: measured and reported, not asserted.
    assert [*times] == ["nothing", "place", "turn", "choose", "zoom"]


def test_of_256_pieces_only_those_that_change_are_drawn(page):
    page.click("#new-puzzle")
    page.click('.card[data-name="eternity2-no-hints"]')
    page.wait_for_selector('.cell[data-cell="255"]')
    drawn = page.evaluate(
        """async () => {
          const state = await import('/static/state/play.js');
          const board = document.getElementById('board-svg');
          const settle = () => new Promise((done) => setTimeout(done, 500));
          state.layOut(Array.from({length: 256}, (_, piece) => piece * 4));
          await settle();
          const found = {elements: board.querySelectorAll('.cell *').length};
          for (const [name, act] of [
            ['turn', () => state.turnPiece(100, 100)], ['undo', state.undo],
            ['take', () => state.takeBack(7)],
          ]) {
            const observer = new MutationObserver(() => {});
            observer.observe(board, {subtree: true, childList: true, attributes: true});
            act();
            await Promise.resolve();
            const cells = observer.takeRecords()
              .map((each) => each.target.closest('.cell')).filter(Boolean);
            found[name] = new Set(cells).size;
            observer.disconnect();
            await settle();
          }
          return found;
        }"""
    )
    assert drawn["turn"] == drawn["undo"] == drawn["take"] == 1
    assert drawn["elements"] == 256 * 3  # a slot, a place for the piece, the piece


def test_a_zoomed_board_moves_as_a_layer_and_is_sharp_when_it_rests(page):
    open_text(page, "two-set:9x9:9:4:seed=3")
    page.wait_for_selector('.cell[data-cell="80"]', state="attached")
    found = page.evaluate(
        """async () => {
          const zoom = await import('/static/zoom.js');
          const board = await import('/static/board.js');
          const svg = document.getElementById('board-svg');
          const middle = (cell) => {
            const box = document.querySelector(`[data-cell="${cell}"] .slot`)
              .getBoundingClientRect();
            return [box.left + box.width / 2, box.top + box.height / 2];
          };
          const rest = () => new Promise((done) => setTimeout(done, 400));
          const look = () => ({
            box: svg.getAttribute('viewBox'), layer: svg.parentNode.style.transform,
            cells: [8, 40].map((cell) => board.cellAt(...middle(cell))),
            wide: document.querySelector('[data-cell="40"] .slot')
              .getBoundingClientRect().width,
            size: board.cellSize(),
          });
          const looks = [look()];
          const observer = new MutationObserver(() => {});
          observer.observe(svg, {subtree: true, childList: true, attributes: true});
          zoom.zoomBy(0.5, ...middle(8));
          zoom.panBy(-7, -5);
          looks.push({...look(), drawn: observer.takeRecords().length});
          await rest();
          looks.push(look());
          zoom.zoomBy(2);
          looks.push(look());
          await rest();
          looks.push(look());
          return looks;
        }"""
    )
    first, moved, sharp, whole, last = found
    assert moved["drawn"] == 0 and moved["box"] == first["box"] != sharp["box"]
    assert "scale(2)" in moved["layer"]
    assert sharp["layer"] == "translate(0px, 0px) scale(1)"
    assert whole["box"] == last["box"] == first["box"]
    for look in found:  # what lies under the mouse is right, in motion too
        assert look["cells"] == [8, 40]
        assert look["wide"] == pytest.approx(look["size"], rel=1e-3)
    assert moved["wide"] == pytest.approx(2 * first["wide"], rel=1e-3)
    assert sharp["wide"] == pytest.approx(moved["wide"], rel=1e-3)


def test_zooming_out_of_a_large_board_shows_a_picture_of_it_as_it_is(page):
    open_text(page, "two-set:11x12:9:4:seed=3")
    page.wait_for_selector('.cell[data-cell="131"]', state="attached")
    found = page.evaluate(
        """async () => {
          const zoom = await import('/static/zoom.js');
          const state = await import('/static/state/play.js');
          const overview = await import('/static/overview.js');
          const svg = document.getElementById('board-svg');
          const board = document.getElementById('board');
          const sleep = (time) => new Promise((done) => setTimeout(done, time));
          const ready = async () => {
            while (!overview.hasOverview()) await sleep(50);
          };
          state.layOut(Array.from({length: 132}, (_, piece) => 4 * piece));
          await sleep(500);
          const look = () => {
            const box = document.querySelector('.overview').getBoundingClientRect();
            const [first, last] = [[box.left, box.top], [box.right, box.bottom]]
              .map((corner) => zoom.pointAt(...corner));
            return {
              isFar: board.classList.contains('far'), box: svg.getAttribute('viewBox'),
              corners: [first.x, first.y, last.x, last.y].map(Math.round),
            };
          };
          zoom.zoomBy(0.4, 300, 300);
          await ready();
          const looks = [look()];
          zoom.zoomBy(1.8, 500, 400);
          looks.push(look());
          await sleep(400);
          looks.push(look());
          state.turnPiece(5, 5); // the picture is of a board that was
          await Promise.resolve();
          zoom.fit();
          zoom.zoomBy(0.4);
          await sleep(250);
          zoom.zoomBy(2.4);
          looks.push(look());
          return looks;
        }"""
    )
    near, far, rested, changed = found
    assert [each["isFar"] for each in found] == [False, True, False, False]
    assert near["box"] == far["box"] != rested["box"]  # nothing was painted
    assert far["corners"] == [0, 0, 1200, 1100]  # it lies where the board does
    assert changed["box"] == "-34 -34 1268 1168"  # painted whole


def test_the_board_is_zoomed_and_panned_by_keys_wheel_and_middle_button(page):
    open_text(page, "two-set:9x9:9:4:seed=3")
    page.wait_for_selector('.cell[data-cell="80"]', state="attached")
    page.evaluate(
        "async () => (await import('/static/state/play.js'))"
        ".layOut(Array.from({length: 81}, (_, piece) => 4 * piece))"
    )

    def size():  # from middle to middle: a border is wider where the focus is
        return middle(cell(page, 41))[0] - middle(cell(page, 40))[0]

    def in_sight(number):
        page.wait_for_function(
            """cell => {
              const board = document.getElementById('board').getBoundingClientRect();
              const box = document.querySelector(`[data-cell="${cell}"] .slot`)
                .getBoundingClientRect();
              return box.left > board.left - 5 && box.right < board.right + 5
                && box.top > board.top - 5 && box.bottom < board.bottom + 5;
            }""",
            arg=number,
        )

    before = size()
    cell(page, 40).focus()
    page.keyboard.press("+")
    assert size() == pytest.approx(before / 0.75, rel=0.01)
    page.keyboard.press("-")
    assert size() == pytest.approx(before, rel=0.01)
    page.mouse.move(*middle(cell(page, 40)))
    for _ in range(8):
        page.mouse.wheel(0, -60)
    page.wait_for_function(
        "least => document.querySelector('[data-cell=\"40\"] .slot')"
        ".getBoundingClientRect().width > least",
        arg=2.5 * before,
    )
    for _ in range(4):  # the keyboard's cell stays in sight
        page.keyboard.press("ArrowRight")
    in_sight(44)
    x, y = middle(cell(page, 44))
    page.mouse.move(x, y)
    page.mouse.down(button="middle")
    page.mouse.move(x + 100, y + 30, steps=3)
    page.mouse.up(button="middle")
    assert middle(cell(page, 44)) == pytest.approx((x + 100, y + 30), abs=1)
    assert page.locator(".cell[data-piece]").count() == 81  # none was dragged
    page.keyboard.press("0")
    assert size() == pytest.approx(before, rel=0.01)
