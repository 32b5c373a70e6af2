"""Write every better board to disk at once; a failing disk does not end the search.

A failure is reported once, and the best board is written again at the end.
"""

import math
import time
from collections.abc import Callable, Mapping
from dataclasses import asdict
from pathlib import Path
from typing import Any

from edgematch.board import Board
from edgematch.campaigns.store import Store
from edgematch.errors import EdgematchError
from edgematch.results import Improvement, how_found

_SECONDS_BETWEEN_ATTEMPTS = 60.0

WriteBoard = Callable[[Board, Mapping[str, Any]], None]
"""Writes a board to a file, with facts on how it was found."""


class Attempts:
    """Runs actions that may fail, and reports each error once."""

    def __init__(self, report: Callable[[EdgematchError | OSError], None]) -> None:
        self._report = report
        self._reported: set[str] = set()

    @property
    def have_failed(self) -> bool:
        """Whether anything went wrong."""
        return bool(self._reported)

    def __call__(self, action: Callable[[], None]) -> bool:
        """Run the action and return True; if it fails, report why and return False."""
        try:
            action()
            return True
        except (EdgematchError, OSError) as error:
            key = f"{type(error).__name__}: {error}"
            if key not in self._reported:
                self._reported.add(key)
                self._report(error)
            return False


class PatientStore(Store):
    """A store that may be inaccessible for a while.

    Waiting for a locked store delays the search, so after a failure no attempt is made
    for a minute.
    """

    def __init__(self, path: Path | None, attempts: Attempts) -> None:
        super().__init__(path)
        self._attempts = attempts
        self._next_attempt = -math.inf

    def add(self, board: Board, *facts: Any) -> None:
        """Add a legal board, or report why that failed."""
        if time.monotonic() < self._next_attempt:
            return
        if not self._attempts(lambda: super(PatientStore, self).add(board, *facts)):
            self._next_attempt = time.monotonic() + _SECONDS_BETWEEN_ATTEMPTS


class Keeper:
    """Keeps the boards of a search in a store, in a file, or both."""

    def __init__(
        self,
        engine: str,
        options: Mapping[str, Any],
        store: PatientStore | None,
        attempts: Attempts,
        write: WriteBoard | None,
        only_at_end: bool = False,
    ) -> None:
        self._engine, self._options = engine, options
        self.store, self.attempts, self._write = store, attempts, write
        self._only_at_end = only_at_end

    def take(self, seed: int, board: Board, better: Improvement) -> None:
        """Write a better board before anything else happens."""
        how = how_found(self._engine, seed, self._options, asdict(better))
        self.write_now(board, how)
        if self.store is not None:
            facts = (seed, better.seconds, better.nodes, self._options)
            self.store.add(board, self._engine, *facts)

    def write_now(self, board: Board, facts: Mapping[str, Any]) -> None:
        """Write a board to the file, unless only the last one is to be written."""
        write = self._write
        if write is not None and not self._only_at_end:
            self.attempts(lambda: write(board, facts))

    def finish(
        self, board: Board, seed: int, last: Improvement, facts: Mapping[str, Any]
    ) -> None:
        """Write the best board again; raise if that fails.

        A disk that failed may work again, and the store may not have the board of a
        checkpoint yet.
        """
        try:
            if self._write is not None:
                how_ended = how_found(self._engine, seed, self._options, facts)
                self._write(board, how_ended)
        finally:
            if self.store is not None:
                how = (seed, last.seconds, last.nodes, self._options)
                Store(self.store.path).add(board, self._engine, *how)
