"""Cutting a search into subtrees at a depth, in the order of the tree."""

import sys
from typing import Protocol, Self, TypeVar

from edgematch.engines.interface import Outcome


class Splittable(Protocol):
    """A search that can stop at a depth and give away what lies below."""

    @property
    def nodes(self) -> int:
        """Pieces placed so far."""
        ...

    @property
    def has_branches(self) -> bool:
        """Whether there is anything left to choose."""
        ...

    @property
    def root_depth(self) -> int:
        """The depth that the search goes back no further than."""
        ...

    def advance(self, node_budget: int) -> Outcome:
        """Go on for at most `node_budget` nodes, or to the next solution."""
        ...

    def fork(self) -> Self:
        """Return a copy that goes its own way."""
        ...

    def stop_at(self, depth: int) -> None:
        """Take every node of a depth for a solution."""
        ...

    def subtree(self) -> Self:
        """Return the tree below the node just found; it counts the way to it.

        The search itself starts counting from 0 again.
        """
        ...

    def leave_nothing(self) -> None:
        """Keep the nodes counted so far, with nothing left to try."""
        ...


Tree = TypeVar("Tree", bound=Splittable)


def subtrees_of(search: Tree, wanted: int, deepest: int) -> list[Tree]:
    """Return about so many subtrees that make up a search, in its order.

    The highest is cut first, into its branches.  Together they place as many pieces as
    the search would have.
    """
    parts = [search]
    whole = {id(search): search}  # those that can be cut
    while len(parts) < wanted and whole:
        part = min(whole.values(), key=lambda each: each.root_depth)
        del whole[id(part)]
        branches = _branches(part, deepest)
        if branches:
            place = next(i for i, each in enumerate(parts) if each is part)
            parts[place : place + 1] = branches
            whole |= {id(each): each for each in branches}
    return parts


def _branches(search: Tree, deepest: int) -> list[Tree]:
    """Cut a tree one step below its root; no branches if it cannot be."""
    depth = search.root_depth + 1
    if depth >= deepest or not search.has_branches:
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
