"""Zipped folders of tiles, kind and hostile."""

import io
import struct
import zipfile
import zlib

import pytest

import edgematch
from edgematch import catalog
from edgematch.errors import FormatError
from edgematch.formats import write, zipped
from edgematch.formats.zipped import read_zip

TEXT = write(catalog.load("scramble-squares"), "scramble-squares").text


def png(across=4, down=4):
    def chunk(kind, data):
        crc = zlib.crc32(kind + data)
        return struct.pack(">I", len(data)) + kind + data + struct.pack(">I", crc)

    header = struct.pack(">IIBBBBB", across, down, 8, 0, 0, 0, 0)
    rows = zlib.compress(b"".join(b"\0" + b"\0" * 4 for _ in range(4)))
    body = chunk(b"IHDR", header) + chunk(b"IDAT", rows) + chunk(b"IEND", b"")
    return b"\x89PNG\r\n\x1a\n" + body


def zip_of(files, method=zipfile.ZIP_DEFLATED):
    stream = io.BytesIO()
    with zipfile.ZipFile(stream, "w", method) as archive:
        for name, content in files.items():
            archive.writestr(name, content)
    return stream.getvalue()


def test_a_zipped_folder_is_read_like_the_folder(tmp_path):
    files = {"woods/input/tile_dict.yaml": TEXT, "woods/input/3.png": png()}
    files |= {"woods/1.png": png(), "woods/input/12.png": png(), "woods/notes": "x"}
    document = read_zip("woods.zip", zip_of(files))
    wanted = catalog.load("scramble-squares").puzzle
    assert document.puzzle.fingerprint == wanted.fingerprint
    assert document.puzzle.name == "woods"
    assert list(document.pictures) == [2]  # neither of another folder nor of no tile
    path = tmp_path / "woods.zip"
    path.write_bytes(zip_of(files))
    assert edgematch.load(path).pictures == document.pictures


def test_without_a_folder_the_puzzle_is_called_by_the_file():
    document = read_zip("meadow.zip", zip_of({"tile_dict.yaml": TEXT}))
    assert document.puzzle.name == "meadow"


@pytest.mark.parametrize(
    "name",
    ["../tile_dict.yaml", "/etc/1.png", "a/../../b", "c:\\x.png", "a\\b", "c:/x"],
)
def test_names_that_are_paths_are_refused(name):
    data = zip_of({"tile_dict.yaml": TEXT, name: b""})
    with pytest.raises(FormatError, match="leads out of the folder"):
        read_zip("x.zip", data)


@pytest.mark.parametrize(
    ("files", "message"),
    [
        ({}, "must have one tile_dict.yaml, not 0"),
        ({"a/tile_dict.yaml": TEXT, "b/tile_dict.yaml": TEXT}, "not 2"),
        ({"tile_dict.yaml": TEXT, "1.png": b"GIF89a"}, "not a complete PNG"),
        ({"tile_dict.yaml": TEXT, "1.png": png(100_000, 4)}, "up to 4096 pixels"),
        ({"tile_dict.yaml": "1: !!python/name:os.system"}, "tag"),
        ({"tile_dict.yaml": TEXT, "1.png": bytes(40 * 2**20)}, "larger than 32 MB"),
        ({str(number): "" for number in range(2001)}, "more than 2000 files"),
    ],
)
def test_what_is_wrong_is_said_in_one_line(files, message):
    with pytest.raises(FormatError, match=message):
        read_zip("x.zip", zip_of(files))


def test_many_small_bombs_are_one_large_one(monkeypatch):
    monkeypatch.setattr(zipped, "MOST_BYTES", 100_000)
    picture = png()[:-12] + bytes(30_000) + png()[-12:]
    files = {"tile_dict.yaml": TEXT} | {f"{i}.png": picture for i in range(1, 10)}
    with pytest.raises(FormatError, match="when unpacked"):
        read_zip("x.zip", zip_of(files))


def test_what_a_zip_says_of_its_sizes_is_not_believed():
    data = bytearray(zip_of({"tile_dict.yaml": TEXT, "1.png": bytes(40 * 2**20)}))
    for at in (data.rfind(b"PK\x01\x02") + 24,):  # its directory: the size unpacked
        data[at : at + 4] = struct.pack("<I", 10)
    with pytest.raises(FormatError):
        read_zip("x.zip", bytes(data))


def test_damaged_zips_are_refused():
    whole = zip_of({"tile_dict.yaml": TEXT, "1.png": png()})
    for cut in range(0, len(whole), 37):
        with pytest.raises(FormatError):
            read_zip("x.zip", whole[:cut])
    for at in range(0, len(whole), 11):
        damaged = bytearray(whole)
        damaged[at] ^= 0xFF
        try:
            read_zip("x.zip", bytes(damaged))
        except FormatError as error:
            assert "\n" not in str(error)


def test_packing_that_nobody_needs_is_refused():
    data = zip_of({"tile_dict.yaml": TEXT}, zipfile.ZIP_LZMA)
    with pytest.raises(FormatError, match="compressed by a method"):
        read_zip("x.zip", data)
