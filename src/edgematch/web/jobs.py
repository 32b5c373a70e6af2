"""One job: its record, its process (`runner`), and the events that clients get.

A job has a folder of its own, so that it outlives the page and the server.
"""

import asyncio
import contextlib
import shutil
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any, cast

import msgspec

from edgematch.files import whole_file
from edgematch.processes.child import SECONDS_TO_SAVE
from edgematch.processes.messages import CallEnd, CallResult, ProcessLimits
from edgematch.web.job_data import (
    ACTIVE,
    OVER,
    Cells,
    Figures,
    Frame,
    JobRecord,
    JobResult,
    JobSpec,
    JobTerms,
    JobView,
    ListedJobView,
    Ready,
    Status,
    WholeJobView,
    extend_curve,
    extend_history,
    thin_curve,
)
from edgematch.web.job_work import JobWork, StartWork, start_process

_TERMS = JobTerms.__struct_fields__
_STATE = ("id", "status", "message", "note", "figures")
_END = ("ended", "is_proved", "proves_unsolvable", "counts", "conflict")
_BOARDS = ("best", "check", "curve", "history")
_SPENT = ("nodes", "seconds")
"""Figures that never fall: work that is repeated counts again."""
_SECONDS_TO_PREPARE = 900
"""How long a process may compile, and wait for the other jobs of its race."""


class StudioJob:
    """A job and its process; everything here happens in the server's event loop."""

    def __init__(
        self, record: JobRecord, folder: Path, start: StartWork = start_process
    ) -> None:
        self.record, self.folder, self._start = record, folder, start
        self.current: Cells | None = None
        self.is_ready = False
        now = int(1000 * time.time())
        self.versions = {"state": now, "best": now, "curve": now}
        """Grow with every change of a part, across restarts too: streams send what is
        new, and clients can tell which of two messages is newer."""
        self.when_ready: Callable[[], None] = self.go
        self.when_idle: Callable[[], None] = lambda: None
        """Called when its place is free for another job."""
        self._process: JobWork | None = None
        self._reader: asyncio.Task[None] | None = None
        self.changed = asyncio.Event()
        """Set, and replaced, when some part is new."""
        self._encoded: dict[str, tuple[int, bytes]] = {}
        self._has_closed = False
        self._repeated: dict[str, float] | None = None
        """Of `_SPENT`, what this process does again; None before its first frame."""

    # What clients see

    @property
    def id(self) -> str:
        return self.record.id

    @property
    def spec(self) -> JobSpec:
        return self.record.spec

    @property
    def status(self) -> Status:
        return self.record.status

    @property
    def is_active(self) -> bool:
        """Whether a process is at work, or about to be."""
        return self.status in ACTIVE

    @property
    def checkpoint(self) -> Path:
        """The file that its search is continued from, once it exists."""
        return self.folder / "checkpoint"

    @property
    def is_over(self) -> bool:
        return self.status in OVER

    @property
    def solutions(self) -> list[Cells]:
        """The solutions kept; those found so far, while it runs."""
        result = self.record.result
        return self.record.found if result is None else result.solutions

    def view(self) -> JobView:
        """Return what clients may know of the job, without its boards."""
        return JobView(**self._facts())

    def listed_view(self, client: str) -> ListedJobView:
        """Return what one client may know of the job in the list of all jobs."""
        return ListedJobView(**self._facts(), mine=self.spec.client == client)

    def whole_view(self) -> WholeJobView:
        """Return what clients may know of the job, with its boards."""
        boards = {name: getattr(self.record, name) for name in _BOARDS}
        return WholeJobView(**self._facts(), **boards, puzzle=self.spec.puzzle)

    def _facts(self) -> dict[str, Any]:
        record, result = self.record, self.record.result
        facts = {name: getattr(record.spec, name) for name in _TERMS}
        facts |= {name: getattr(record, name) for name in _STATE}
        if result is not None:
            facts |= {name: getattr(result, name) for name in _END}
        return facts | {
            "version": self.versions["state"],
            "current": self.current if self.is_active else None,
            "solutions_kept": len(self.solutions),
        }

    def event(self, part: str) -> bytes:
        """Return one part as a server-sent event, encoded once for all clients."""
        version = self.versions[part]
        if part in self._encoded and self._encoded[part][0] == version:
            return self._encoded[part][1]
        record = self.record
        content: Any = self.view()
        if part == "best":
            content = {"id": record.id, "best": record.best, "check": record.check}
        elif part == "curve":
            content = {"id": record.id, "curve": record.curve}
        encoded = msgspec.json.encode(content)
        data = b"event: %b\ndata: %b\n\n" % (part.encode(), encoded)
        self._encoded[part] = version, data
        return data

    def tell(self, *parts: str) -> None:
        """Tell clients that parts are new."""
        for part in parts:
            self.versions[part] += 1
        changed, self.changed = self.changed, asyncio.Event()
        changed.set()

    def set_status(self, status: Status, message: str | None = None) -> None:
        """Change the status, save it and tell clients."""
        self.record.status = status
        if message is not None:
            self.record.message = message
        self.save()
        self.tell("state")
        if self.is_over:
            self.when_idle()

    # Its process

    async def start(self) -> None:
        """Start the process that does the job, or continues it."""
        self.is_ready, self._process = False, None
        self._repeated = None
        self.set_status("starting")
        loop = asyncio.get_running_loop()
        items: asyncio.Queue[Any] = asyncio.Queue()

        def listen(item: Any) -> None:
            with contextlib.suppress(RuntimeError):  # the server has ended
                loop.call_soon_threadsafe(items.put_nowait, item)

        # A process that does not keep its own time limit is killed later.
        seconds = self.spec.limits.seconds + 4 * SECONDS_TO_SAVE + _SECONDS_TO_PREPARE
        try:
            limits = ProcessLimits(seconds, self.spec.megabytes)
            arguments = self.spec, self.checkpoint
            self._process = await self._start(arguments, limits, listen)
        except OSError as error:
            reason = (error.strerror or str(error)).lower()
            self.set_status("failed", f"its process could not be started: {reason}")
            self.when_ready()
            return
        self._reader = asyncio.create_task(self._read(items))
        if self.status != "starting":  # told to end while the process was being made
            self.interrupt(self.status)

    def go(self) -> None:
        """Let the process begin, once all jobs of a race are ready."""
        if self.status == "starting":
            self.set_status("running")
        if self._process is not None:
            self._process.send("go")

    def interrupt(self, status: Status, message: str | None = None) -> None:
        """Ask the process to save its checkpoint and end."""
        self.set_status(status, message)
        if self._process is not None:
            self._process.interrupt()

    async def close(self) -> None:
        """End the process because the server ends; the next server continues it."""
        self._has_closed = True
        if self._process is not None and self._reader is not None:
            self._process.interrupt(SECONDS_TO_SAVE / 2)
            await asyncio.gather(self._reader, return_exceptions=True)

    async def _read(self, items: "asyncio.Queue[Any]") -> None:
        """Take the messages of the process, and its end."""
        while not isinstance(item := await items.get(), CallResult):
            self._take(item)
        self._over(item)

    def _over(self, end: CallResult) -> None:
        self._process = None
        if isinstance(end.value, JobResult):
            self._finish(end.value)
        elif not self._has_closed:
            self._end_without_result(end)
        self.is_ready = True
        if not self._has_closed:
            self.when_ready()
        self.save()
        self.tell("state", "best", "curve")
        if not self._has_closed:
            self.when_idle()

    def _end_without_result(self, end: CallResult) -> None:
        record = self.record
        if end.end is CallEnd.RETURNED:
            record.status, record.message = "failed", end.value
        elif record.status == "pausing":
            record.status = "paused"  # without a checkpoint it starts again
        elif record.status == "stopping":
            record.status = "finished"
            record.message = record.message or "stopped before it began"
        elif end.end is CallEnd.MEMORY:
            record.status, record.message = "failed", f"out of memory: {end.error}"
        else:
            record.status, record.message = "failed", end.error
            if self.checkpoint.exists():
                record.status = "paused"
                record.message += "; it can be resumed from its last checkpoint"

    def _take(self, message: Ready | Frame | str) -> None:
        """Take a message of the process."""
        if isinstance(message, Frame):
            self._show(message)
        elif isinstance(message, Ready):
            self.is_ready = True
            self.record.preparing += message.seconds
            self.when_ready()
        else:
            self.record.message = message

    def _show(self, frame: Frame) -> None:
        record, parts = self.record, ["state"]
        if frame.best is not None:
            record.best, record.check = frame.best, frame.check
            parts.append("best")
        if frame.found:
            record.found[frame.found_before :] = frame.found
        figures, curve = self._with_all_spent(frame.figures), record.curve
        if frame.curve is not None:
            record.curve = thin_curve(frame.curve)
        else:
            record.curve = extend_curve(curve, figures["seconds"], figures["value"])
        if record.curve is not curve:
            parts.append("curve")
        depth = None
        if frame.current is not None:
            depth = sum(value >= 0 for value in frame.current)
        record.history = extend_history(
            record.history, figures["seconds"], figures["nodes"], depth
        )
        figures["improved"] = record.curve[-1][0] if record.curve else None
        record.figures, record.note = figures, frame.note
        self.current = frame.current
        self.tell(*parts)

    def _with_all_spent(self, figures: Figures) -> Figures:
        """Return figures that count what earlier processes of the job have spent.

        A search that goes on may begin its present stage again, and one whose process
        was killed goes on from a checkpoint some seconds older.
        """
        known = cast(dict[str, float], self.record.figures)
        new = cast(dict[str, float], figures)
        if self._repeated is None:
            self._repeated = {
                name: max(0, known.get(name, 0) - new[name]) for name in _SPENT
            }
        spent = {name: new[name] + self._repeated[name] for name in _SPENT}
        return cast(Figures, {**new, **spent, "preparing": self.record.preparing})

    def _finish(self, result: JobResult) -> None:
        if result.ended == "interrupted":
            if self.status == "pausing":
                self.record.status = "paused"
                return
            if self._has_closed:
                return
            if not result.solutions:  # it may not have read its checkpoint yet
                result = msgspec.structs.replace(result, solutions=self.record.found)
        self.record.result, self.record.found = result, []
        self.record.status = "finished"

    # On disk

    def save(self) -> None:
        """Save the job, so that another server can continue it."""
        if self._has_closed and not self.is_over:
            return
        with contextlib.suppress(OSError):
            self.folder.mkdir(parents=True, exist_ok=True)
            with whole_file(self.folder / "job.json") as stream:
                stream.write(msgspec.json.encode(self.record))

    @classmethod
    def load(cls, folder: Path, start: StartWork) -> "StudioJob | None":
        """Read a job; None where the folder has no valid one."""
        try:
            data = (folder / "job.json").read_bytes()
            return cls(msgspec.json.decode(data, type=JobRecord), folder, start)
        except (OSError, ValueError, msgspec.DecodeError):
            return None

    def forget(self) -> None:
        """Remove the job's folder."""
        shutil.rmtree(self.folder, ignore_errors=True)
