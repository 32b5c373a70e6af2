"""Small puzzles that somebody enters tile by tile, without a terminal or a page.

    >>> draft = Draft(DraftRules.read("3x3 halves")).with_tile("bear+ fox- owl+ fox+")
    >>> warnings_of(draft.with_tile("FOX BEAR fox OWL"))
    ('tiles 1 and 2 are equal',)

Each change returns a new draft that remembers the one before.  A tile that cannot be
read raises `PuzzleError`; what is merely suspicious is a warning, and never refused.
"""

from edgematch.drafts.checks import warnings_of
from edgematch.drafts.draft import Draft
from edgematch.drafts.entry import TileEntry
from edgematch.drafts.files import draft_file_text, read_draft
from edgematch.drafts.rules import DraftRules

__all__ = [
    "Draft",
    "DraftRules",
    "TileEntry",
    "draft_file_text",
    "read_draft",
    "warnings_of",
]
