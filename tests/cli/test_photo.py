"""`edgematch photo`: from a photograph to a folder that is solved and drawn."""

import contextlib
import io
import json
import shutil

import numpy as np
import pytest

from edgematch.inputs import load

pytest.importorskip("cv2", reason="the extra `photo` is not installed")


@pytest.fixture(scope="module")
def shown():
    from photo_scenes import scene

    return scene(9, 9, width=800)


@pytest.fixture(scope="module")
def made(shown, tmp_path_factory):
    """Return a folder with a photograph and what the command makes of it."""
    from PIL import Image

    from edgematch.cli.main import run

    folder = tmp_path_factory.mktemp("photo")
    Image.fromarray(shown.photo).save(folder / "table.jpg", quality=95)
    with contextlib.redirect_stdout(io.StringIO()) as said:
        status = run(["photo", f"{folder / 'table.jpg'}", "-o", f"{folder / 'tiles'}"])
    assert status == 0
    assert "9 pieces" in said.getvalue()
    return folder


@pytest.fixture
def folder(made, tmp_path):
    shutil.copytree(made, tmp_path, dirs_exist_ok=True)
    return tmp_path / "tiles"


def test_a_photograph_becomes_a_folder_of_tiles_with_its_pictures(folder, edgematch):
    document = load(str(folder))
    assert document.puzzle.cells == 9
    assert sorted(document.pictures) == list(range(9))
    page = (folder / "sheet.html").read_text()
    assert page.count('class="look-alike"') == 36
    assert "http" not in page
    drawn = edgematch("draw", folder, "-o", folder.parent / "pieces.svg")
    assert drawn.status == 0
    assert (folder.parent / "pieces.svg").read_text().count("data:image/png") == 9


def test_a_sheet_remembers_that_pieces_may_not_be_turned(folder, edgematch):
    photo = folder.parent / "table.jpg"
    other = folder.parent / "fixed"
    assert edgematch("photo", photo, "-o", other, "--fixed-turns").status == 0
    assert json.loads((other / "sheet.json").read_text())["turnable"] is False
    assert edgematch("photo", other / "sheet.json").status == 0
    assert json.loads((other / "sheet.json").read_text())["turnable"] is False
    assert "turnable" not in json.loads((folder / "sheet.json").read_text())


def test_a_corrected_sheet_is_read_again(shown, folder, edgematch):
    sheet = json.loads((folder / "sheet.json").read_text())
    names = {}
    corners = [np.array(piece["corners"]) for piece in sheet["pieces"]]
    for piece, found in zip(sheet["pieces"], corners, strict=True):
        number = min(
            range(9),
            key=lambda at: np.abs(shown.corners[at].mean(0) - found.mean(0)).max(),
        )
        turn = int(np.linalg.norm(found - shown.corners[number][0], axis=1).argmin())
        colors = np.roll(shown.puzzle.pieces[number], turn)
        piece["sides"] = [name_of(shown.puzzle, int(color)) for color in colors]
        names[number] = piece["sides"]
    (folder / "sheet.json").write_text(json.dumps(sheet, indent=1))
    said = edgematch("photo", folder / "sheet.json", "--json")
    assert said.status == 0, said.err
    assert json.loads(said.out)["missing"] is None
    solved = edgematch("solve", folder, "--json")
    assert json.loads(solved.out)["solutions"] == 1


def name_of(puzzle, color):
    mate = puzzle.mate(color)
    return str(min(color, mate)) + (
        "" if mate == color else "+" if color < mate else "-"
    )


def test_a_piece_added_without_sides_gets_proposals_and_an_unfinished_sheet_stays(
    folder, edgematch
):
    sheet = json.loads((folder / "sheet.json").read_text())
    del sheet["pieces"][8]["sides"]
    (folder / "sheet.json").write_text(json.dumps(sheet, indent=1))
    assert edgematch("photo", folder / "sheet.json").status == 0
    sheet = json.loads((folder / "sheet.json").read_text())
    assert len(sheet["pieces"][8]["sides"]) == 4
    sheet["pieces"][8]["sides"][0] = "?"
    (folder / "sheet.json").write_text(json.dumps(sheet, indent=1))
    said = edgematch("photo", folder / "sheet.json")
    assert said.status == 2
    assert "1 side is not known" in said.err
    assert not (folder / "tile_dict.yaml").exists()
    assert json.loads((folder / "sheet.json").read_text()) == sheet


@pytest.mark.parametrize(
    ("arguments", "rule"),
    [
        (["no.jpg", "-o", "{}/new"], "no such file"),
        (["{}/table.jpg", "-o", "{}"], "is not empty"),
        (["{}/phone.heic", "-o", "{}/new"], "HEIC"),
        (["{}/table.jpg"], "-o"),
        (["{}/sheet.json", "--groups", "8"], "without"),
        (["{}/sheet.json", "--fixed-turns"], "without"),
    ],
)
def test_what_cannot_be_done_is_said_and_nothing_is_written(
    arguments, rule, tmp_path, edgematch
):
    (tmp_path / "table.jpg").write_bytes(b"x")
    (tmp_path / "phone.heic").write_bytes(b"\0\0\0\x18ftypheic" + b"\0" * 20)
    said = edgematch("photo", *(each.format(tmp_path) for each in arguments))
    assert said.status == 2
    assert rule in said.err
    assert not (tmp_path / "new").exists()
