"""The lines of values in a JSON text, for errors."""

import json
import re
from collections.abc import Sequence

_SPACE = " \t\n\r"
_TOKEN = re.compile(r'"(?:[^"\\]|\\.)*"(\s*:)?|[{}]')


def line_of(text: str, path: Sequence[str | int]) -> int:
    r"""Return the line of the value at `path`, or of the last value on the way there.

    >>> line_of('{"a": 1,\n "b": [2,\n 3]}', ["b", 1])
    3
    """
    decoder = json.JSONDecoder()

    def after_space(position: int) -> int:
        while position < len(text) and text[position] in _SPACE:
            position += 1
        return position

    def value_at(start: int, step: str | int) -> int | None:
        """Return where the value of a key or an index starts in an object or a list."""
        position = after_space(start + 1)
        for index in range(len(text)):
            if text[position] in "]}":
                return None
            key: str | int = index
            if text[start] == "{":
                key, position = decoder.raw_decode(text, position)
                position = after_space(after_space(position) + 1)
            if key == step:
                return position
            _, position = decoder.raw_decode(text, position)
            position = after_space(position)
            if text[position] == ",":
                position = after_space(position + 1)
        return None

    position = after_space(0)
    for step in path:
        inner = value_at(position, step) if text[position] in "[{" else None
        if inner is None:
            break
        position = inner
    return text.count("\n", 0, position) + 1


def second_key(text: str) -> tuple[int, str]:
    r"""Return the first key that occurs a second time in its object, and its line.

    >>> second_key('{"a": {"b": 1},\n "c": "a",\n "a": 2}')
    (3, 'a')
    """
    objects: list[set[str]] = []
    for token in _TOKEN.finditer(text):
        if token[0] == "{":
            objects.append(set())
        elif token[0] == "}":
            objects.pop()
        elif token[1] is not None:
            key: str = json.loads(token[0][: -len(token[1])])
            if key in objects[-1]:
                return text.count("\n", 0, token.start()) + 1, key
            objects[-1].add(key)
    raise ValueError("no key occurs twice")
