"""The words of a text without a fixed syntax: no comments, brackets or quotes."""

import re

from edgematch.formats.line_labels import without_labels
from edgematch.formats.lines import Line

_BLOCK_COMMENT = re.compile(r"/\*.*?\*/", re.DOTALL)
_COMMENT = re.compile(r"(#|//|(?:^|\s)%).*")
_SEPARATOR = re.compile(r"""[\s,;:=|(){}\[\]<>"'`]+""")
_PROBLEM_LINE = re.compile(r"^p\s", re.MULTILINE)
_COMMENT_LINE = re.compile(r"^c(\s.*)?$", re.MULTILINE)
"""Comments as in DIMACS files, where a line `p …` gives the size."""
_PRIME = re.compile(r"(?<=\w)'(?=[\s,;|]|$)")
_OPENING_QUOTE = re.compile(r"(?<!\w)'")
_BETWEEN_DIGITS = re.compile(r"(?<=\d)[-/x×](?=\d)")
_BETWEEN_WORDS = re.compile(r"(?<!\S)(?:/|->|→)(?!\S)|(?<=\w)\.\s*$")
"""Signs between words, or a full stop after the last one."""
_SIGN_OF_PROSE = re.compile(r"[^\W\d_]{2,}")


def loose_lines(text: str) -> list[Line]:
    """Split a text into lines of words, without comments, brackets and quotes."""
    text = _BLOCK_COMMENT.sub(lambda match: "\n" * match[0].count("\n"), text)
    if _PROBLEM_LINE.search(text):
        text = _COMMENT_LINE.sub("", text)
    lines = []
    for number, line in enumerate(without_labels(text).splitlines(), start=1):
        if line and not line.isspace():  # fast: a hostile file may have a million
            words = _words(line)
            if words and not _is_ruler(line):
                lines.append(Line(number, words))
    return lines


def _is_ruler(line: str) -> bool:
    """Return whether a line is the one below the column names of a Markdown table."""
    return "--" in line and ("|" in line or "+" in line) and not line.strip("\t |:+=-")


def _words(text: str) -> tuple[str, ...]:
    text = without_comment(text)
    before, _, after = text.partition(";")
    is_remark = not before.strip() or len(before.split()) >= 4
    if is_remark and _SIGN_OF_PROSE.search(after):
        text = before
    text = text.replace("\N{MINUS SIGN}", "-")
    text = _BETWEEN_DIGITS.sub(" ", _BETWEEN_WORDS.sub(" ", text))
    if not _OPENING_QUOTE.search(text):
        text = _PRIME.sub("\N{PRIME}", text)  # `A'` is another color than `A`
    words = (word.replace("\N{PRIME}", "'") for word in _SEPARATOR.split(text))
    return tuple(word for word in words if word)


def without_comment(line: str) -> str:
    """Return a line up to a comment that starts with `#`, `//` or `%`."""
    return _COMMENT.sub("", line)


def split_lines(lines: list[Line]) -> list[Line]:
    """Split words such as `a/B/c/D`, and join blocks of four lines with one word each.

    Lines of anything else are returned as they are.
    """
    for sign in "/-_":
        parts = [line.words[-1].split(sign) for line in lines]
        if all(len(part) == 4 and all(part) for part in parts) and all(
            len(line.words) < 3 for line in lines
        ):
            return [
                Line(line.number, (*line.words[:-1], *part))
                for line, part in zip(lines, parts, strict=True)
            ]
    if any(len(line.words) > 1 for line in lines) or any(
        len(line.words[0]) == 4 for line in lines
    ):
        return lines
    blocks: list[list[Line]] = []
    for line in lines:
        if not blocks or blocks[-1][-1].number != line.number - 1:
            blocks.append([])
        blocks[-1].append(line)
    if len(blocks) < 2 or any(len(block) != 4 for block in blocks):
        return lines
    return [
        Line(block[0].number, tuple(line.words[0] for line in block))
        for block in blocks
    ]
