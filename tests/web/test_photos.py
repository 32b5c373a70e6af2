"""Photographs over the API: squares, pieces, groups, proof-reading and the puzzle."""

import base64
import io

import numpy as np
import pytest
from PIL import Image

from edgematch.formats import Source
from edgematch.photos import require_opencv
from edgematch.web.requests import MOST_PHOTO_PIECES

pytest.importorskip("cv2", reason="the extra `photo` is not installed")

CORNERS = [[10, 10], [50, 10], [50, 50], [10, 50]]
SIDES = ("a+", "b-", "b+", "a-")

_whole = io.BytesIO()
Image.effect_noise((64, 64), 60).save(_whole, "JPEG")
CUT_OFF = _whole.getvalue()[:-500]


def text_of(picture, kind="PNG"):
    data = io.BytesIO()
    picture.save(data, kind)
    return base64.b64encode(data.getvalue()).decode()


@pytest.fixture(scope="module")
def photo():
    return text_of(Image.new("RGB", (60, 60), "brown"))


@pytest.fixture(scope="module")
def piece():
    return text_of(Image.effect_noise((360, 360), 60).convert("RGB"))


def error(answer):
    assert answer.status in (400, 413)
    assert "\n" not in answer.json["error"]
    return answer.json["error"]


def test_a_photograph_becomes_a_puzzle_with_its_own_pictures(client):
    from photo_scenes import scene

    shown = scene(2, width=1000)
    data = text_of(Image.fromarray(shown.photo), "JPEG")
    found = client.post("/api/photos/squares", {"base64": data}).json
    assert (found["width"], found["height"], len(found["squares"])) == (1000, 750, 9)
    cut = {"base64": data, "squares": found["squares"]}
    pictures = client.post("/api/photos/pieces", cut).json["pictures"]
    pieces = [{"picture": picture} for picture in pictures]
    proposed = client.post("/api/photos/groups", {"pieces": pieces}).json
    assert (proposed["rows"], proposed["columns"]) == (3, 3)
    for each, sides in zip(pieces, proposed["sides"], strict=True):
        each["sides"] = sides
    sheet = {"pieces": pieces, "name": "from a table"}
    reading = client.post("/api/photos/proof-reading", sheet).json
    assert reading["lines"]
    assert all(each["text"] in reading["lines"] for each in reading["changes"])
    made = client.post("/api/photos/puzzle", sheet).json
    view = made["view"]
    assert view["facts"]["name"] == "from a table"
    assert sorted(map(int, view["pictures"])) == list(range(9))
    with Image.open(io.BytesIO(base64.b64decode(view["pictures"]["0"]))) as picture:
        assert picture.size == (240, 240)
    assert sum(map(len, view["pictures"].values())) < 600_000  # or no reload keeps them
    from edgematch import formats

    read = formats.read(Source("tile_dict.yaml", made["tiles"]), None)
    assert len(read.puzzle.pieces) == 9


def test_a_sheet_half_done_keeps_what_is_known(client, piece):
    other = text_of(Image.new("RGB", (360, 360), "red"))
    pieces = [{"picture": piece, "sides": SIDES}, {"picture": other}]
    pieces += [{"picture": piece, "sides": ("?", "b-", "b+", "a-")}]
    sheet = {"rows": 1, "columns": 3, "pieces": pieces}
    proposed = client.post("/api/photos/groups", sheet).json
    assert proposed["sides"][0] == list(SIDES)
    assert set(proposed["sides"][1]) <= set(SIDES)
    assert proposed["sides"][2] == ["?", "b-", "b+", "a-"]
    for path in ("proof-reading", "puzzle"):
        refused = error(client.post(f"/api/photos/{path}", sheet))
        assert "5 sides are not known" in refused


@pytest.mark.parametrize(
    ("data", "reason"),
    [
        (b"\0\0\0\x18ftypheic" + bytes(40), "HEIC"),
        (b"GIF89a" + bytes(40), "not a JPEG, PNG or WebP"),
        (b"", "not a JPEG"),
        (CUT_OFF, "cannot be read"),
    ],
)
def test_files_that_are_no_photographs_are_refused_with_the_reason(
    client, data, reason
):
    body = {"name": "x.heic", "base64": base64.b64encode(data).decode()}
    said = error(client.post("/api/photos/squares", body))
    assert said.startswith("x.heic: ")
    assert reason in said


def test_photographs_have_limits(client, photo, piece):
    limits = client.get("/api/photos").json
    assert limits["needs"] == []
    large = text_of(Image.new("1", (8000, 8000)))
    said = error(client.post("/api/photos/squares", {"base64": large}))
    assert "60 megapixels" in said
    heavy = "A" * (limits["most_bytes"] * 3 // 2 + 1_000_000)
    said = error(client.post("/api/photos/squares", {"base64": heavy}))
    assert "24 MB" in said
    many = [CORNERS] * (MOST_PHOTO_PIECES + 1)
    body = {"base64": photo, "squares": many}
    assert "squares" in error(client.post("/api/photos/pieces", body))
    pieces = [{"picture": ""}] * (MOST_PHOTO_PIECES + 1)
    assert "pieces" in error(client.post("/api/photos/groups", {"pieces": pieces}))


@pytest.mark.parametrize(
    "corners",
    [
        [[10, 10], [50, 50], [50, 10], [10, 50]],
        [[10, 10], [10, 50], [50, 50], [50, 10]],
        [[10, 10], [5000, 10], [5000, 50], [10, 50]],
        [[10, 10]] * 4,
    ],
)
def test_corners_that_are_no_square_are_refused(client, photo, corners):
    body = {"base64": photo, "squares": [CORNERS, corners]}
    assert error(client.post("/api/photos/pieces", body)).startswith("square 2: ")


def test_a_turned_square_is_cut_out_turned(client):
    shades = np.zeros((60, 60, 3), np.uint8)
    shades[:30] = 200
    body = {
        "base64": text_of(Image.fromarray(shades)),
        "squares": [CORNERS, CORNERS[1:] + CORNERS[:1]],
    }
    upright, turned = (
        np.asarray(Image.open(io.BytesIO(base64.b64decode(each))))[..., 0]
        for each in client.post("/api/photos/pieces", body).json["pictures"]
    )
    assert upright[:100].min() > 150
    assert upright[-100:].max() < 50
    assert turned[:, -100:].max() < 50 < 150 < turned[:, :100].min()


@pytest.mark.parametrize(
    ("change", "reason"),
    [
        ({"sides": ["a+", "b++", "c", "d"]}, "one sign"),
        ({"sides": ["a+", " ", "c", "d"]}, "must be a name"),
        ({"picture": "no base64!"}, "not base64"),
        ({"picture": "AAAA"}, "not a complete PNG"),
    ],
)
def test_pieces_that_are_not_right_are_refused(client, piece, change, reason):
    sheet = {"pieces": [{"picture": piece, "sides": SIDES} | change]}
    said = error(client.post("/api/photos/groups", sheet))
    assert reason in said
    assert "piece 1" in said


def test_pictures_of_pieces_have_one_size(client, photo):
    sheet = {"pieces": [{"picture": photo, "sides": SIDES}]}
    assert "360 pixels" in error(client.post("/api/photos/puzzle", sheet))


def test_without_opencv_one_line_says_what_to_install(monkeypatch):
    from edgematch.errors import MissingPackage
    from edgematch.web.photo_work import photo_squares
    from edgematch.web.requests import SquaresRequest
    from edgematch.web.work import do

    monkeypatch.setitem(__import__("sys").modules, "cv2", None)
    with pytest.raises(MissingPackage):
        require_opencv()
    code, said = do(None, photo_squares, SquaresRequest(base64=""))
    assert code == "invalid_content"
    assert "pip install 'edgematch[photo]'" in said
