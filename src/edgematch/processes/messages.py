"""What travels between a process and its parent, and how it is framed.

A message is any value that can be pickled, preceded by its length in eight bytes.
"""

import os
import pickle
import struct
from dataclasses import dataclass
from enum import StrEnum
from typing import Any

from edgematch.errors import EdgematchError

_LENGTH = struct.Struct("!Q")
_CHUNK = 1 << 16
"""Bytes read at once: as many as a pipe holds."""


@dataclass(frozen=True)
class ProcessLimits:
    """Limits of one call; None means no limit."""

    seconds: float | None = None
    """Wall-clock time, from the moment the call is sent."""
    megabytes: int | None = None
    """Memory of the process and of all processes in its group."""


NO_LIMITS = ProcessLimits()


@dataclass(frozen=True)
class FunctionCall:
    """A function to call in another process, named "package.module:function"."""

    function: str
    arguments: tuple[Any, ...] = ()
    limits: ProcessLimits = NO_LIMITS
    is_interruptible: bool = False
    """Whether an interrupt, or the death of the parent, raises KeyboardInterrupt in the
    function, so that it can save its work; otherwise the process dies at once."""


class Interrupt:
    """Tells an interruptible call to save its work and return."""


class CallEnd(StrEnum):
    """How a call ended."""

    RETURNED = "returned"
    """The function returned a value."""
    RAISED = "raised"
    """The function raised an exception."""
    CRASHED = "crashed"
    """The process died."""
    TIMEOUT = "timeout"
    """The process was killed at its time limit."""
    MEMORY = "memory"
    """The process was killed at its memory limit, or ran out of memory."""


@dataclass(frozen=True)
class CallResult:
    """The end of a call."""

    end: CallEnd
    value: Any = None
    """What the function returned."""
    error: str = ""
    """One line on what went wrong; empty if the function returned."""
    seconds: float = 0.0
    """Wall-clock time of a forked call."""
    peak_bytes: int = 0
    """The most memory seen in the group of a forked call, less what it started with."""


class ProcessError(EdgematchError):
    """A call in another process that did not return."""

    def __init__(self, result: CallResult) -> None:
        super().__init__(result.error)
        self.end = result.end


def write_message(file: int, message: Any) -> None:
    """Write a whole message to a file descriptor."""
    data = pickle.dumps(message)
    left = memoryview(_LENGTH.pack(len(data)) + data)
    while left:
        left = left[os.write(file, left) :]


class MessageReader:
    """Reads messages from a file descriptor."""

    def __init__(self, file: int) -> None:
        self.file = file
        self._buffer = bytearray()

    def fill(self) -> bool:
        """Read what is there, waiting for the first byte; False at the end."""
        data = os.read(self.file, _CHUNK)
        self._buffer += data
        return bool(data)

    def take(self) -> Any:
        """Take the first whole message from what was read; None if there is none."""
        if len(self._buffer) < _LENGTH.size:
            return None
        (length,) = _LENGTH.unpack_from(self._buffer)
        end = _LENGTH.size + length
        if len(self._buffer) < end:
            return None
        data = bytes(self._buffer[_LENGTH.size : end])
        del self._buffer[:end]
        return pickle.loads(data)

    def read(self) -> Any:
        """Wait for the next message; EOFError if the other side is gone."""
        while (message := self.take()) is None:
            if not self.fill():
                raise EOFError
        return message
