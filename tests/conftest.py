"""Set-up of the whole suite."""

from typing import NamedTuple

import pytest
from hypothesis import settings

# Timing one example is no business of these tests, and the machine may be busy.
settings.register_profile("edgematch", deadline=None)
settings.load_profile("edgematch")


class Said(NamedTuple):
    """What a command printed and how it ended."""

    status: int
    out: str
    err: str


@pytest.fixture
def edgematch(capsys, monkeypatch):
    """Call the command line in this process and return what it said."""
    import io
    import sys

    from edgematch.cli.main import run

    def call(*arguments, stdin=""):
        data = stdin.encode() if isinstance(stdin, str) else stdin
        monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(data)))
        capsys.readouterr()
        status = run([str(argument) for argument in arguments])
        return Said(status, *capsys.readouterr())

    return call
