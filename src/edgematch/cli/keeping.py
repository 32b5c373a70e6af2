"""Better boards on disk at once; a disk that fails does not end the search.

What could not be written is told once, and the best board is tried again at the end.
"""

import math
import time
from collections.abc import Callable, Mapping
from contextlib import suppress
from dataclasses import asdict
from pathlib import Path
from typing import Any

import click

from edgematch.board import Board
from edgematch.campaigns.store import Store
from edgematch.cli.boards import board_format, written_board
from edgematch.cli.output import check_different, in_words, write_output
from edgematch.errors import EdgematchError
from edgematch.formats import Document
from edgematch.results import Better

_SECONDS_BETWEEN_ATTEMPTS = 60.0


class Attempts:
    """Does what may fail; says what went wrong, each thing once."""

    def __init__(self) -> None:
        self._told: set[str] = set()

    @property
    def have_failed(self) -> bool:
        """Whether anything went wrong."""
        return bool(self._told)

    def __call__(self, action: Callable[[], None]) -> bool:
        """Do it, or tell why it could not be done; say which."""
        try:
            action()
            return True
        except (EdgematchError, OSError) as error:
            line = in_words(error)
            if line not in self._told:
                self._told.add(line)
                with suppress(OSError):  # messages may go to the same full disk
                    click.echo(f"edgematch: {line}; the search goes on", err=True)
            return False


class PatientStore(Store):
    """A store that may be out of reach for a while.

    One that is busy holds the search up until it is given up; so it is left alone for
    some time then.
    """

    def __init__(self, path: Path | None, attempts: Attempts) -> None:
        super().__init__(path)
        self._attempts = attempts
        self._next_attempt = -math.inf

    def add(
        self,
        board: Board,
        engine: str,
        seed: int,
        seconds: float,
        nodes: int,
        options: Mapping[str, Any],
    ) -> None:
        """Keep a legal board, or tell why it could not be kept."""
        if time.monotonic() < self._next_attempt:
            return
        facts = (engine, seed, seconds, nodes, options)
        if not self._attempts(lambda: super(PatientStore, self).add(board, *facts)):
            self._next_attempt = time.monotonic() + _SECONDS_BETWEEN_ATTEMPTS


class Keeper:
    """Keeps the boards of a search in a store and in a file, as far as asked for."""

    def __init__(
        self,
        document: Document,
        engine: str,
        options: Mapping[str, Any],
        store: Path | None,
        has_store: bool,
        output: str | None,
        checkpoints: Mapping[str, str | None],
    ) -> None:
        self._document, self._engine, self._options = document, engine, options
        self.attempts = Attempts()
        self.store = PatientStore(store, self.attempts) if has_store else None
        kept_at = None if self.store is None else str(self.store.path)
        for option, path in checkpoints.items():
            check_different({"--store": kept_at, option: path, "--output": output})
        self._output, self._format = output, board_format(document, output)
        if self.store is not None:
            self.store.check()

    def take(self, seed: int, board: Board, better: Better) -> None:
        """Put a better board on disk before anything else happens."""
        self.write_now(board, {"engine": self._engine, "seed": seed, **asdict(better)})
        if self.store is not None:
            facts = (seed, better.seconds, better.nodes, self._options)
            self.store.add(board, self._engine, *facts)

    def write_now(self, board: Board, facts: Mapping[str, Any]) -> None:
        """Write a board that is not the last one: a file is written anew each time."""
        if self._output != "-":
            self.attempts(lambda: self._write(board, facts))

    def finish(
        self, board: Board, seed: int, last: Better, facts: Mapping[str, Any]
    ) -> None:
        """Write the best board again; raise if that fails.

        A disk that failed may be back, and a board of a checkpoint may be new to the
        store.
        """
        try:
            self._write(board, {"engine": self._engine, "seed": seed, **facts})
        finally:
            if self.store is not None:
                how = (seed, last.seconds, last.nodes, self._options)
                Store(self.store.path).add(board, self._engine, *how)

    def _write(self, board: Board, facts: Mapping[str, Any]) -> None:
        if self._format is not None:
            text = written_board(self._document, board, dict(facts), self._format)
            write_output(self._output, text)
