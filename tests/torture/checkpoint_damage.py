"""Damage to the file of a checkpoint: to its bytes, or to what they mean.

The reader and writer here are independent of those of the package.  A checkpoint is a
first line with the format, the number of bytes that follow, and their SHA-256 digest;
then a line of JSON with facts and the name, type and shape of each array; then those.
"""

import json
import re
from collections.abc import Callable
from dataclasses import dataclass
from hashlib import sha256
from random import Random
from typing import Any

from torture.trial import Fault

_FIRST_LINE = re.compile(rb"edgematch checkpoint (\d+) (\d+) ([0-9a-f]{64})\n")
_STRANGE: tuple[Any, ...] = (
    *(None, True, False, "", "x", "0", [], {}, [[]], -1, 0, 1, 2, 255, 256, 65536),
    *(2**31 - 1, 2**31, 2**32, 2**62, 2**63, 2**64, 10**400, -(2**63), 0.5, 1e308),
    *(float("nan"), float("inf"), "<u8", "|O", "../x", "\x00", "é" * 500),
)


@dataclass
class Content:
    """A checkpoint taken apart."""

    number: int
    described: dict[str, Any]
    data: list[bytearray]
    """The bytes of each array."""

    def text(self, digest: str | None = None) -> bytes:
        """Return the file; with the right digest unless another is given."""
        body = json.dumps(self.described).encode() + b"\n" + b"".join(self.data)
        digest = digest or sha256(body).hexdigest()
        first = f"edgematch checkpoint {self.number} {len(body)} {digest}\n"
        return first.encode() + body


def take_apart(file: bytes) -> Content:
    """Return the content of a checkpoint that the program has written."""
    found = _FIRST_LINE.match(file)
    if found is None:
        raise Fault("other", f"a checkpoint begins with {file[:60]!r}")
    number, length, digest = int(found[1]), int(found[2]), found[3].decode()
    body = file[found.end() :]
    if (len(body), sha256(body).hexdigest()) != (length, digest):
        raise Fault("lost", "a checkpoint that was written whole has a wrong digest")
    line, _, rest = body.partition(b"\n")
    described = json.loads(line)
    data, place = [], 0
    for _, kind, shape in described["arrays"]:
        size = int(kind[-1])
        for each in shape:
            size *= each
        data.append(bytearray(rest[place : place + size]))
        place += size
    return Content(number, described, data)


def damage_bytes(file: bytes, others: list[bytes], chance: Random) -> bytes:
    """Return a file that was damaged without any knowledge of what it means."""
    at = chance.randrange(len(file))
    upto = min(len(file), at + chance.choice([1, 4, 64, 4096]))
    ways: list[Callable[[], bytes]] = [
        lambda: file[:at],
        lambda: file[at:],
        lambda: _flip(file, at, chance),
        lambda: _flip(file, chance.randrange(min(300, len(file))), chance),
        lambda: file[:at] + bytes(upto - at) + file[upto:],
        lambda: file[:at] + chance.randbytes(upto - at) + file[upto:],
        lambda: file[:at] + file[upto:],
        lambda: file[:at] + file[at:upto] * 2 + file[upto:],
        lambda: file + chance.randbytes(chance.choice([1, 100])),
        lambda: file[:at] + chance.choice(others)[at:],
        lambda: chance.choice(others),
        lambda: b"",
        lambda: b"\x80\x05" + file,
        lambda: re.sub(rb"\d+", b"9" * chance.choice([1, 30, 400]), file, count=1),
        lambda: file.replace(b"edgematch", b"PK\x03\x04", 1),
    ]
    return chance.choice(ways)()


def alter_content(file: bytes, others: list[bytes], chance: Random) -> bytes:
    """Return a file with another content and the digest of the old one."""
    digest = file.split(b"\n", 1)[0].split()[-1].decode()
    content = take_apart(file)
    _alter(content, [take_apart(each) for each in others], chance)
    return content.text(digest)


def forge(file: bytes, others: list[bytes], chance: Random) -> bytes:
    """Return a file with another content and the right digest."""
    content = take_apart(file)
    for _ in range(chance.choice([1, 1, 2, 5])):
        _alter(content, [take_apart(each) for each in others], chance)
    return content.text()


def _flip(file: bytes, at: int, chance: Random) -> bytes:
    return file[:at] + bytes([file[at] ^ 1 << chance.randrange(8)]) + file[at + 1 :]


def _alter(content: Content, others: list[Content], chance: Random) -> None:
    """Change one thing."""
    described, data = content.described, content.data
    arrays = described["arrays"]
    filled = [place for place, each in enumerate(data) if each]
    what = chance.random()
    if what < 0.35 and filled:
        _alter_numbers(data[chance.choice(filled)], chance)
    elif what < 0.45 and filled:
        place = chance.choice(filled)
        data[place] = data[chance.choice(filled)][:]
    elif what < 0.55 and arrays:
        _alter_description(chance.choice(arrays), chance)
    elif what < 0.62 and arrays:
        place = chance.randrange(len(arrays))
        if chance.random() < 0.5:
            del arrays[place], data[place]
        else:
            arrays.append(list(arrays[place]))
            data.append(data[place][:])
    elif what < 0.67:
        other = chance.choice(others)
        if chance.random() < 0.5:
            content.described = {**described, "arrays": other.described["arrays"]}
            content.data = other.data
        else:
            described["facts"] = other.described["facts"]
    elif what < 0.7:
        content.number += chance.choice([-1, 1, 10**6])
    elif what < 0.72:
        content.described = {**described, chance.choice(["x", "facts", "arrays"]): 1}
        if not isinstance(content.described["arrays"], list):
            content.described["arrays"] = []
    else:
        _alter_tree(described["facts"], chance)


def _alter_numbers(data: bytearray, chance: Random) -> None:
    """Change some numbers of an array, whatever their size."""
    size = chance.choice([each for each in (1, 2, 4, 8) if len(data) % each == 0])
    for _ in range(chance.choice([1, 1, 3, 20])):
        at = chance.randrange(len(data) // size) * size
        old = int.from_bytes(data[at : at + size], "little")
        new = chance.choice(
            [0, 1, old + 1, old - 1, ~old, 1 << 8 * size - 1, -1, chance.randrange(99)]
        )
        data[at : at + size] = (new % (1 << 8 * size)).to_bytes(size, "little")


def _alter_description(array: list[Any], chance: Random) -> None:
    """Change the name, type or shape of an array."""
    place = chance.randrange(3)
    if place == 2 and isinstance(array[2], list) and array[2] and chance.random() < 0.7:
        array[2][chance.randrange(len(array[2]))] = chance.choice(_STRANGE)
    elif place == 1:
        array[1] = chance.choice(["<u8", "<i8", "<f8", "|u1", "|O", ">i4", "<U9", 1])
    else:
        array[place] = chance.choice(_STRANGE)


def _alter_tree(tree: Any, chance: Random) -> None:
    """Change, remove or add a value somewhere in objects and lists."""
    while isinstance(tree, dict | list):
        keys = [*tree] if isinstance(tree, dict) else [*range(len(tree))]
        if not keys:
            return
        key = chance.choice(keys)
        value = tree[key]
        if not (isinstance(value, dict | list) and value and chance.random() < 0.8):
            break
        tree = value
    else:
        return
    way = chance.random()
    if way < 0.2:
        del tree[key]
    elif way < 0.5 and type(value) in (int, float):
        tree[key] = value + chance.choice([-1, 1, 1000, 0.5])
    else:
        tree[key] = chance.choice(_STRANGE)
