"""The words of a text without a fixed syntax: no comments, brackets or quotes."""

import re

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
_SIGN_OF_PROSE = re.compile(r"[^\W\d_]{2,}")


def loose_lines(text: str) -> list[Line]:
    """Split a text into lines of words, without comments, brackets and quotes."""
    text = _BLOCK_COMMENT.sub(lambda match: "\n" * match[0].count("\n"), text)
    if _PROBLEM_LINE.search(text):
        text = _COMMENT_LINE.sub("", text)
    lines = []
    for number, line in enumerate(text.splitlines(), start=1):
        if line and not line.isspace():  # fast: a hostile file may have a million
            words = _words(line)
            if words:
                lines.append(Line(number, words))
    return lines


def _words(text: str) -> tuple[str, ...]:
    text = without_comment(text)
    before, _, after = text.partition(";")
    is_remark = not before.strip() or len(before.split()) >= 4
    if is_remark and _SIGN_OF_PROSE.search(after):
        text = before
    text = _BETWEEN_DIGITS.sub(" ", text)
    if not _OPENING_QUOTE.search(text):
        text = _PRIME.sub("\N{PRIME}", text)  # `A'` is another color than `A`
    words = (word.replace("\N{PRIME}", "'") for word in _SEPARATOR.split(text))
    return tuple(word for word in words if word)


def without_comment(line: str) -> str:
    """Return a line up to a comment that starts with `#`, `//` or `%`."""
    return _COMMENT.sub("", line)
