"""Links of the studio: a whole puzzle and board in one address.

`…/#packed=TEXT` holds the puzzle and perhaps a board; `…/#puzzle=NAME&board=TEXT` holds
the board of a puzzle of the catalog or of a recipe, and `…/#puzzle=NAME` no more than
its name.  docs/formats.md has the bytes of TEXT; the page of the studio reads and
writes the same (`web/static/state/link.js`).
"""

import re
import zlib
from base64 import urlsafe_b64decode, urlsafe_b64encode
from collections.abc import Iterator
from dataclasses import dataclass
from typing import NoReturn
from urllib.parse import unquote

from edgematch.board import Board
from edgematch.errors import PuzzleError
from edgematch.formats.document import (
    Content,
    Document,
    Fit,
    Format,
    ReadOptions,
    Source,
)
from edgematch.formats.lines import quote
from edgematch.puzzle import Placement, Puzzle, printable

ADDRESS = "http://127.0.0.1:8130/"
"""Where `edgematch serve` listens, unless it is told otherwise."""
VERSION = 1

_DEFLATED = 0x80
_MOST_BYTES = 1 << 18
"""More than 1024 pieces and 257 names of 200 characters need."""
_MOST_NAMES = 256
_LINK = re.compile(
    r"""[<("'\[]*(?:https?://[^\s\#]*)?\#
    (?: packed=(?P<packed>[^\s&]*(?:\r?\n[ \t>]*[\w-]+)*)
      | puzzle=(?P<name>[^\s&]+)(?:&board=(?P<board>[^\s&]*(?:\r?\n[ \t>]*[\w-]+)*))?
    )""",
    re.VERBOSE,
)
"""A link that is all of a text; its packed part may be broken over lines."""
_AFTER = "\r\n\t >)\"'].,;"
"""What may follow a link that somebody copied from a text."""


@dataclass(frozen=True)
class StudioLink:
    """What a link says; `puzzle` is None where it only names the puzzle."""

    name: str
    puzzle: Puzzle | None
    fingerprint: str
    """The first digits of the puzzle's fingerprint; empty if the link has no board."""
    rows: int
    columns: int
    placements: tuple[Placement, ...] | None


class _DamagedError(Exception):
    """A link that was not written like this."""

    def __init__(self, message: str = "") -> None:
        super().__init__(message or "damaged (a part of it is missing or changed)")


def named_puzzle(source: Source) -> str:
    """Return the name of the puzzle that a link names; empty if it holds its puzzle.

    >>> named_puzzle(Source("x", "http://127.0.0.1:8130/#puzzle=clue1"))
    'clue1'
    """
    found = _match(source)
    return "" if found is None else unquote(found["name"] or "")


def parse_studio_link(source: Source) -> StudioLink:
    """Return what the link in a text says."""
    found = _match(source)
    if found is None:
        source.fail(None, "not a link of the studio")
    name = unquote(found["name"] or "")
    packed = found["packed"] if found["name"] is None else found["board"]
    if packed is None:
        return StudioLink(name, None, "", 0, 0, None)
    return _unpack_or_fail(source, name, re.sub(r"[\s>]", "", packed))


def unpack_puzzle(source: Source, text: str) -> Puzzle:
    """Return the puzzle that `pack_puzzle` has written as a text."""
    puzzle = _unpack_or_fail(source, "", text).puzzle
    assert puzzle is not None  # without a name, it is in the text
    return puzzle


def pack_puzzle(puzzle: Puzzle) -> str:
    """Return a puzzle as the text of a link, for links to other places."""
    return _pack(puzzle, None)


def _match(source: Source) -> re.Match[str] | None:
    return _LINK.fullmatch(source.text.strip().rstrip(_AFTER))


def _unpack_or_fail(source: Source, name: str, text: str) -> StudioLink:
    try:
        return _unpack(name, text)
    except _DamagedError as error:
        source.fail(None, str(error))
    except PuzzleError as error:
        source.fail_as(None, error)


def _unpack(name: str, text: str) -> StudioLink:
    try:
        data = urlsafe_b64decode(text + "=" * (-len(text) % 4))
    except ValueError:
        raise _DamagedError from None
    if len(data) < 7 or _base64(data) != text:
        raise _DamagedError
    if data[0] & ~_DEFLATED != VERSION:
        raise _DamagedError("damaged, or of a later version of edgematch")
    if zlib.crc32(name.encode() + data[:-4]) != int.from_bytes(data[-4:], "big"):
        raise _DamagedError
    body = data[1:-4]
    if data[0] & _DEFLATED:
        stream = zlib.decompressobj(-15)
        try:
            body = stream.decompress(body, _MOST_BYTES)
        except zlib.error:
            raise _DamagedError from None
        if not stream.eof or stream.unused_data:
            raise _DamagedError
    bits = _BitReader(body)
    link = _read_named(bits, name) if name else _read_whole(bits)
    if name and bits.rest():
        raise _DamagedError
    return link


def _read_named(bits: "_BitReader", name: str) -> StudioLink:
    rows, columns, is_named, has_board = _read_head(bits)
    if not is_named:
        raise _DamagedError
    fingerprint = f"{bits.take(32):08x}"
    placements = tuple(_read_board(bits, rows * columns)) if has_board else None
    return StudioLink(name, None, fingerprint, rows, columns, placements)


def _read_whole(bits: "_BitReader") -> StudioLink:
    rows, columns, is_named, has_board = _read_head(bits)
    if is_named:
        raise _DamagedError
    cells, wide = rows * columns, (rows * columns - 1).bit_length()
    framed, turnable, is_signed = (bool(bits.take(1)) for _ in range(3))
    width = bits.take(3) + 1
    mates = [bits.take(width) for _ in range(bits.take(8) + 1)] if is_signed else []
    pieces = [[bits.take(width) for _ in range(4)] for _ in range(cells)]
    hints = [
        Placement(bits.take(wide), bits.take(wide), bits.take(2))
        for _ in range(bits.take(11))
    ]
    placements = tuple(_read_board(bits, cells)) if has_board else None
    try:
        name, *color_names = bits.rest().decode().split("\n")
    except UnicodeDecodeError:
        raise _DamagedError from None
    puzzle = Puzzle(
        rows,
        columns,
        pieces,
        hints,
        framed=framed,
        mates=mates,
        turnable=turnable,
        name=name,
        color_names=color_names,
    )
    return StudioLink("", puzzle, puzzle.fingerprint, rows, columns, placements)


def _read_head(bits: "_BitReader") -> tuple[int, int, bool, bool]:
    rows, columns = bits.take(5) + 1, bits.take(5) + 1
    return rows, columns, bool(bits.take(1)), bool(bits.take(1))


def _read_board(bits: "_BitReader", cells: int) -> Iterator[Placement]:
    wide = (cells - 1).bit_length()
    for cell in range(cells):
        if bits.take(1):
            yield Placement(cell, bits.take(wide), bits.take(2))


def _pack(puzzle: Puzzle, board: Board | None) -> str:
    """Return a puzzle, and perhaps a board, as the text of a link."""
    bits = _BitWriter()
    bits.put(puzzle.rows - 1, 5)
    bits.put(puzzle.columns - 1, 5)
    bits.put(0, 1)
    bits.put(board is not None, 1)
    for rule in (puzzle.framed, puzzle.turnable, puzzle.is_signed):
        bits.put(rule, 1)
    largest = max(len(puzzle.mates) - 1, *(max(piece) for piece in puzzle.pieces))
    width = max(1, largest.bit_length())
    bits.put(width - 1, 3)
    if puzzle.is_signed:
        bits.put(len(puzzle.mates) - 1, 8)
    for color in (
        *puzzle.mates,
        *(color for piece in puzzle.pieces for color in piece),
    ):
        bits.put(color, width)
    wide = (puzzle.cells - 1).bit_length()
    bits.put(len(puzzle.hints), 11)
    for hint in puzzle.hints:
        bits.put(hint.cell, wide)
        bits.put(hint.piece, wide)
        bits.put(hint.turn, 2)
    if board is not None:
        _put_board(bits, board)
    names = (puzzle.name, *puzzle.color_names[:_MOST_NAMES])
    return _sealed("", bits.bytes() + "\n".join(names).encode())


def _put_board(bits: "_BitWriter", board: Board) -> None:
    wide = (board.puzzle.cells - 1).bit_length()
    for cell in range(board.puzzle.cells):
        placement = board.at(cell)
        bits.put(placement is not None, 1)
        if placement is not None:
            bits.put(placement.piece, wide)
            bits.put(placement.turn, 2)


def _sealed(name: str, body: bytes) -> str:
    """Return a body with its version and checksum, compressed if that is shorter."""
    stream = zlib.compressobj(9, zlib.DEFLATED, -15)
    small = stream.compress(body) + stream.flush()
    is_small = len(small) < len(body)
    data = bytes([VERSION | _DEFLATED * is_small]) + (small if is_small else body)
    return _base64(data + zlib.crc32(name.encode() + data).to_bytes(4, "big"))


def _base64(data: bytes) -> str:
    return urlsafe_b64encode(data).decode().rstrip("=")


class _BitWriter:
    """Numbers of any width, one after the other, the highest bit first."""

    def __init__(self) -> None:
        self._number = self._length = 0

    def put(self, number: int, width: int) -> None:
        self._number = self._number << width | number
        self._length += width

    def bytes(self) -> bytes:
        missing = -self._length % 8
        return (self._number << missing).to_bytes((self._length + missing) // 8, "big")


class _BitReader:
    """The inverse of `_BitWriter`."""

    def __init__(self, data: bytes) -> None:
        self._data, self._at = data, 0

    def take(self, width: int) -> int:
        first, self._at = self._at, self._at + width
        if self._at > 8 * len(self._data):
            raise _DamagedError
        end = (self._at + 7) // 8
        number = int.from_bytes(self._data[first // 8 : end], "big")
        return number >> (8 * end - self._at) & ((1 << width) - 1)

    def rest(self) -> bytes:
        """Return the bytes after the last number; the bits up to them must be 0."""
        if self.take(-self._at % 8):
            raise _DamagedError
        return self._data[self._at // 8 :]


def _read(source: Source, options: ReadOptions) -> Document:
    link = parse_studio_link(source)
    given = options.puzzle
    puzzle = link.puzzle
    if puzzle is None:
        if given is None:
            source.fail(None, f"it names the puzzle {quote(link.name)} only")
        if link.fingerprint and not given.fingerprint.startswith(link.fingerprint):
            source.fail(
                None,
                f"its board is not one of {quote(link.name)} as this"
                " version of edgematch knows it",
            )
        puzzle = given
    elif given is not None:
        if puzzle.with_hints(()).fingerprint != given.with_hints(()).fingerprint:
            _fail_as_other(source, given)
        puzzle = given
    if link.placements is None:
        return Document(puzzle)
    try:
        return Document(puzzle, Board(puzzle, link.placements))
    except PuzzleError as error:
        source.fail_as(None, error)


def _fail_as_other(source: Source, given: Puzzle) -> NoReturn:
    name = printable(given.name) or "the one given"
    source.fail(None, f"it is of another puzzle than {name}")


def _write(document: Document, options: ReadOptions) -> str:
    return f"{ADDRESS}#packed={_pack(document.puzzle, document.board)}\n"


FORMAT = Format(
    name="studio-link",
    summary="a link of the studio: `…/#packed=…` or `…/#puzzle=…&board=…`",
    content=Content.BOTH,
    suffixes=(),
    recognizes=lambda source, options: _match(source) is not None,
    read=_read,
    write=_write,
    fit=lambda document, options: Fit(),
)
