"""The numbers that pages of papers quote are those of the records.

A page may quote what is in `results.md`, the plans and the tables beside it, a page
above these what they quote.  Columns and rows of a table that are headed *paper* are
the paper's.  All else must be named, with where it is from, in a comment on the page:
`<!-- not in the records: 0.95, 2.75 (the paper); 12 (a first look) -->`.  Only telling
numbers are looked at: those with a fraction, and whole ones of three digits or more.
"""

import re
from pathlib import Path

import pytest

FOLDER = Path(__file__).parents[2] / "papers"
PAGES = sorted(FOLDER.glob("**/README.md"))
NUMBER = re.compile(r"(?<![\w.,])\d+(?:,\d{3})*(?:\.\d+)?(?![\w]|,\d|\.\d)")
NOT_QUOTED = re.compile(
    r"```.*?```|`[^`]*`|\]\([^)]*\)|<!--.*?-->|\d{4}-\d\d-\d\d|\bNovember\s+\d{4}",
    re.DOTALL,
)
DECLARED = re.compile(r"<!-- not in the records:(.*?)-->", re.DOTALL)


def numbers(text):
    return [each.replace(",", "") for each in NUMBER.findall(text)]


def is_telling(number):
    return "." in number or len(number) >= 3


def texts_of_ours(page):
    """Yield the lines of a page, without what a table says of the paper."""
    header = None
    for line in NOT_QUOTED.sub(" ", page).splitlines():
        if not line.startswith("|"):
            header = None
            yield line
            continue
        cells = [cell.strip() for cell in line.strip("|").split("|")]
        header = header or cells
        if "paper" in cells[0] and header is not cells:
            continue
        for name, cell in zip(header, cells, strict=False):
            if "paper" not in name:
                yield cell


def quoted(page):
    found = (number for text in texts_of_ours(page) for number in numbers(text))
    return {number for number in found if is_telling(number)}


def sources_of(path):
    """Return the text in which the numbers of a page must be."""
    folder = path.parent
    depth = len(folder.relative_to(FOLDER).parts)
    patterns = ["*.md", "*.toml"] if depth == 2 else ["*/*.md", "*/*.toml"]
    if depth == 0:
        patterns = ["*/README.md"]
    files = {each for pattern in patterns for each in folder.glob(pattern)} - {path}
    targets = re.findall(r"\]\(([^)#]+\.md)[)#]", path.read_text())
    files |= {folder / each for each in targets if depth} - {path}
    return "\n".join(each.read_text() for each in sorted(files))


def unfounded(page, source):
    """Return the quoted numbers that no number of the source rounds to."""
    known = {float(number) for number in numbers(source)}
    # What is rounded already may have been rounded from either side of a half.
    known |= {each + little for each in known for little in (-1e-9, 1e-9)}
    rounded = {(digits, round(each, digits)) for each in known for digits in range(8)}
    return {
        number
        for number in quoted(page)
        if (len(number.partition(".")[2]), float(number)) not in rounded
    }


@pytest.mark.parametrize("path", PAGES, ids=lambda path: str(path.parent.name))
def test_quoted_numbers_are_in_the_records(path):
    page = path.read_text()
    texts = (re.sub(r"\([^)]*\)", "", text) for text in DECLARED.findall(page))
    declared = {each for text in texts for each in numbers(text)}
    missing = unfounded(page, sources_of(path))
    assert sorted(missing - declared) == [], f"{path}: not in the records"
    assert sorted(declared - missing) == [], f"{path}: declared, but not needed"


def test_a_number_that_is_in_no_record_is_found():
    page = "It takes 1,234 nodes, 0.57 of them `9.99` at 12 in [all](x-3.5.md).\n\n"
    page += "| | paper | ours |\n|---|---|---|\n| nodes | 7,777 | 4,321 |\n"
    assert quoted(page) == {"1234", "0.57", "4321"}
    assert unfounded(page, "| 1,234 | 0.5678 |") == {"4321"}
    assert unfounded(page, "| 1,234 | 0.5648 | 4321 |") == {"0.57"}
    assert quoted("| x | y |\n|---|---|\n| paper | 123 |\n| ours | 0.5 |\n") == {"0.5"}
