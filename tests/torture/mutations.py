"""Texts changed at random, with some knowledge of what texts are made of."""

import json
import re
from collections.abc import Callable
from random import Random
from typing import Any

NUMBERS = (
    *("0", "-1", "1", "3", "00", "+5", "-0", "1e3", "0x10", "1_000", "٣", "²", "½"),
    *("255", "256", "65536", "2147483648", "9223372036854775808", "9" * 400, "1.5"),
    *("nan", "inf", "-inf", "1e999", "", " ", "NaN", "null", "true"),
)
WORDS = (
    *("", "-", "--", "..", "/", "\\", "'", '"', "`", "%s", "{}", "{0}", "$(x)", "#"),
    *("a" * 10_000, "é" * 400, "\u202e", "\ufeff", "\u2028", "\x1b[31m", "\x07", "😀"),
    *("None", "true", "[]", "{}", "nesw", "0", "rim", "bear+", "bear-", "~", "&x"),
    *("!!python/object:os.system", "<<", "?", "@", "|", ">", "%TAG", "\t", "=", ";"),
)  # fmt: skip
_NUMBER = re.compile(r"-?\d+(?:\.\d+)?")
_WORD = re.compile(r"[^\s,;:\[\]{}=&\"]+")


def mutated(text: str, others: list[str], chance: Random) -> bytes:
    """Return a text with one to five changes, as bytes that may be no text at all."""
    for _ in range(chance.choice([1, 1, 1, 2, 5])):
        text = chance.choice(_WAYS)(text, others, chance)
    return _encoded(text, chance)


def _encoded(text: str, chance: Random) -> bytes:
    data = text.encode("utf-8", "surrogatepass")
    what = chance.random()
    if what < 0.9 or not data:
        return data
    at = chance.randrange(len(data))
    ways: tuple[Callable[[], bytes], ...] = (
        lambda: data[:at] + chance.randbytes(chance.choice([1, 3, 50])) + data[at:],
        lambda: (
            data[:at] + bytes([data[at] ^ 1 << chance.randrange(8)]) + data[at + 1 :]
        ),
        lambda: text.encode("utf-16", "surrogatepass"),
        lambda: text.encode("latin-1", "replace"),
        lambda: b"\xef\xbb\xbf" + data,
        lambda: data.replace(b"\n", b"\r\n"),
        lambda: data.replace(b"\n", b"\r"),
        lambda: data[:at] + b"\0" + data[at:],
    )
    return chance.choice(ways)()


def _one_of(pattern: re.Pattern[str], new: tuple[str, ...]) -> Any:
    """Return a way to replace one match by one of some texts."""

    def replace(text: str, others: list[str], chance: Random) -> str:
        found = list(pattern.finditer(text))
        if not found:
            return text + chance.choice(new)
        one = chance.choice(found)
        return text[: one.start()] + chance.choice(new) + text[one.end() :]

    return replace


def _change_lines(text: str, others: list[str], chance: Random) -> str:
    """Remove, repeat, exchange or cut lines."""
    lines = text.splitlines(keepends=True)
    if not lines:
        return text
    here, there = chance.randrange(len(lines)), chance.randrange(len(lines))
    way = chance.randrange(6)
    if way == 0:
        del lines[here]
    elif way == 1:
        lines.insert(there, lines[here] * chance.choice([1, 2, 200]))
    elif way == 2:
        lines[here], lines[there] = lines[there], lines[here]
    elif way == 3:
        lines[here] = lines[here][: chance.randrange(len(lines[here]) + 1)]
    elif way == 4:
        lines[here] = chance.choice(WORDS) + lines[here]
    else:
        lines[here] = lines[here].replace(
            " ", chance.choice([",", ";", "\t", "", "  "])
        )
    return "".join(lines)


def _change_characters(text: str, others: list[str], chance: Random) -> str:
    """Insert, remove or replace a few characters."""
    at = chance.randrange(len(text) + 1)
    upto = at + chance.choice([0, 1, 2, 20])
    new = chance.choice(["", *WORDS, *'0123456789+-.,:;[]{}()"#=&|/ \n'])
    return text[:at] + new + text[upto:]


def _splice(text: str, others: list[str], chance: Random) -> str:
    """Go on with a part of another text."""
    other = chance.choice(others)
    return (
        text[: chance.randrange(len(text) + 1)]
        + other[chance.randrange(len(other) + 1) :]
    )


def _nest(text: str, others: list[str], chance: Random) -> str:
    """Nest brackets deeply, or make a line very long."""
    at = chance.randrange(len(text) + 1)
    deep = chance.choice(["[", "{", "(", '{"a":', "- ", "&a [*a,", "1 ", "x"])
    return text[:at] + deep * chance.choice([50, 5_000]) + text[at:]


def _change_json(text: str, others: list[str], chance: Random) -> str:
    """Change, remove or add a value of a JSON text; leave other texts alone."""
    try:
        tree = json.loads(text)
    except (ValueError, RecursionError):
        return _change_lines(text, others, chance)
    strange: tuple[Any, ...] = (
        *(None, True, -1, 0, 1, 2, 33, 2**31, 2**64, 10**30, 0.5, 1e308, "", "x", "0"),
        *([], {}, [[]], [None], {"": 0}, float("nan"), float("inf"), "\x00", "é" * 400),
    )
    node, parent, key = tree, None, None
    while isinstance(node, dict | list) and node:
        keys = [*node] if isinstance(node, dict) else [*range(len(node))]
        parent, key = node, chance.choice(keys)
        node = parent[key]
        if chance.random() < 0.3:
            break
    if parent is None:
        return json.dumps(chance.choice(strange))
    way = chance.random()
    if way < 0.2:
        del parent[key]
    elif way < 0.3 and isinstance(parent, list):
        parent.extend([node] * chance.choice([1, 1000]))
    elif way < 0.4 and isinstance(parent, dict):
        parent[chance.choice(WORDS)] = node
    else:
        parent[key] = chance.choice(strange)
    return json.dumps(tree, indent=chance.choice([None, 1]))


_WAYS = (
    _one_of(_NUMBER, NUMBERS),
    _one_of(_NUMBER, NUMBERS),
    _one_of(_WORD, WORDS),
    _change_lines,
    _change_lines,
    _change_characters,
    _splice,
    _nest,
    _change_json,
    _change_json,
)
