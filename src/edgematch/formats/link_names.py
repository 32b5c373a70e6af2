"""The names that a JSON file gives to its boards, beside the letters or the link."""

import json
import re
from collections.abc import Iterator, Mapping
from typing import Any

from edgematch.puzzle import printable

_KEYS = ("name", "title", "found_by", "author", "id")
"""Where people write what they call a board, the best first."""
_LETTERS = re.compile(r"^(?:[a-z]{4})+$")
_EDGES = re.compile(r"board_edges=([a-z]+)")


def names_by_letters(text: str) -> Mapping[str, str]:
    """Return the names of boards by their letters; empty if a text is not JSON.

    >>> names_by_letters('[{"found_by": "Ann", "board_edges": "abcaaadb"}]')
    {'abcaaadb': 'Ann'}
    """
    if not text.lstrip().startswith(("[", "{")):
        return {}
    try:
        return dict(_names(json.loads(text)))
    except (ValueError, RecursionError):
        return {}


def letters_of_link(text: str) -> str:
    """Return the letters that a link shows."""
    found = _EDGES.search(text)
    return "" if found is None else found[1]


def _names(value: Any) -> Iterator[tuple[str, str]]:
    if isinstance(value, list):
        for each in value:
            yield from _names(each)
    if isinstance(value, dict):
        texts = {key: each for key, each in value.items() if isinstance(each, str)}
        name = next((texts[key] for key in _KEYS if texts.get(key)), "")
        for each in texts.values():
            letters = each if _LETTERS.match(each) else letters_of_link(each)
            if name and name != each and len(letters) >= 4:
                yield letters, printable(name)
        for each in value.values():
            yield from _names(each)
