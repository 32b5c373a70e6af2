"""Cutting a search into subtrees, in the order of the tree, at any moment.

All parts together place as many pieces as the search would have.
"""

import sys
from typing import TYPE_CHECKING, TypeVar

from edgematch.search.technique import Outcome

if TYPE_CHECKING:
    from edgematch.search.array_search import ArraySearch

_LEVELS_ABOVE = 4
"""How far down from its root a search that has begun is cut into parts."""

Tree = TypeVar("Tree", bound="ArraySearch")


def parts_of(search: Tree, wanted: int) -> list[Tree]:
    """Return about so many subtrees that make up a search, in its order.

    Of a search that has begun, first what is below the place where it stands, then the
    candidates left on the way there, from the deepest up.
    """
    if not search.has_branches:
        return [search]
    root = search.root_depth
    cut = min(search.depth, root + _LEVELS_ABOVE, search.deepest_root)
    if cut <= root:
        return _subtrees(search, wanted)
    below = search.fork()
    below.go_back_no_further_than(cut)
    parts = [below]
    share = max(1, wanted // (cut - root + 1))
    for depth in reversed(range(root, cut)):
        rest = search.fork()
        rest.return_to(depth)
        parts += _subtrees(rest, share)
    return parts


def _subtrees(search: Tree, wanted: int) -> list[Tree]:
    """Cut a tree at whose root the search stands: the highest part first."""
    parts = [search]
    whole = {id(search): search}  # those that can be cut
    while len(parts) < wanted and whole:
        part = min(whole.values(), key=lambda each: each.root_depth)
        del whole[id(part)]
        branches = _branches(part)
        if branches:
            place = next(i for i, each in enumerate(parts) if each is part)
            parts[place : place + 1] = branches
            whole |= {id(each): each for each in branches}
    return parts


def _branches(search: Tree) -> list[Tree]:
    """Cut a tree one step below its root; no branches if it cannot be."""
    depth = search.root_depth + 1
    if depth > search.deepest_root or not search.has_branches:
        return []
    beginning = search.fork()
    beginning.stop_at(depth)
    parts = []
    while beginning.advance(sys.maxsize) is Outcome.FOUND:
        parts.append(beginning.subtree())
    if parts and beginning.nodes:
        # Last the pieces that were placed behind the last branch, in vain.
        beginning.leave_nothing()
        parts.append(beginning)
    return parts
