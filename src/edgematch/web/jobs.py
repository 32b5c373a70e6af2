"""One job: what it is to do, how it stands, and what became of it.

A job is something with progress, a best board and a curve; what is searched, and how,
is the worker's affair.  It lives in a folder of its own, so that it outlives the page
and the server.
"""

import asyncio
import contextlib
import json
import shutil
import time
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any

from edgematch.files import whole_file
from edgematch.web.curve import Curve, lengthened, thinned
from edgematch.web.job_process import JobProcess

ACTIVE = ("starting", "running", "pausing", "stopping")
"""The states in which a process is at work."""
OVER = ("finished", "failed", "lost")


class Job:
    """A job and its process; everything here happens in the server's event loop."""

    def __init__(self, identity: str, spec: Mapping[str, Any], folder: Path) -> None:
        self.id, self.spec, self.folder = identity, dict(spec), folder
        self.status = "starting"
        self.message = ""
        self.figures: dict[str, Any] = {}
        self.note = ""
        self.current: list[int] | None = None
        self.best: list[int] | None = None
        self.check: dict[str, Any] | None = None
        """What the referee says of the best board, where it may have breaks."""
        self.curve: Curve = []
        self.found: list[list[int]] = []
        """The solutions so far, while it runs."""
        self.result: dict[str, Any] | None = None
        self.is_ready = False
        now = int(1000 * time.time())
        self.versions = {"state": now, "best": now, "curve": now}
        """Grow with every change of a part, across restarts too: whoever watches sends
        what is new, and whoever is told twice knows which is newer."""
        self.when_ready: Callable[[], None] = self.go
        self._process: JobProcess | None = None
        self._changed = asyncio.Event()
        self._encoded: dict[str, tuple[int, bytes]] = {}
        self._has_closed = False

    # What it is

    @property
    def is_active(self) -> bool:
        """Whether a process is at work, or about to be."""
        return self.status in ACTIVE

    @property
    def is_over(self) -> bool:
        return self.status in OVER

    def public(self) -> dict[str, Any]:
        """Return what a client may know of the job, without its boards."""
        spec = self.spec
        result = self.result
        return {
            "id": self.id,
            "kind": spec["kind"],
            "status": self.status,
            "version": self.versions["state"],
            "message": self.message,
            "engine": spec["engine"],
            "options": spec["options"],
            "limits": spec["limits"],
            "threads": spec["threads"],
            "goal": spec.get("goal"),
            "race": spec["race"],
            "name": spec["puzzle"].get("name", ""),
            "fingerprint": spec["fingerprint"],
            "created": spec["created"],
            "can_pause": spec["can_pause"],
            "figures": self.figures,
            "note": self.note,
            "current": self.current if self.is_active else None,
            "ended": None if result is None else result.get("ended"),
            "counts": None if result is None else result.get("counts"),
            "proves_unsolvable": bool(result and result.get("proves_unsolvable")),
            "solutions_kept": len(self.solutions),
        }

    @property
    def solutions(self) -> list[list[int]]:
        """The solutions kept, cell by cell; those so far, while it runs."""
        if self.result is None:
            return self.found
        solutions: list[list[int]] = self.result["solutions"]
        return solutions

    def event(self, part: str) -> bytes:
        """Return one part as a server-sent event; made once for all who watch."""
        version = self.versions[part]
        if part in self._encoded and self._encoded[part][0] == version:
            return self._encoded[part][1]
        content = self.public()
        if part == "best":
            content = {"id": self.id, "best": self.best, "check": self.check}
        elif part == "curve":
            content = {"id": self.id, "curve": self.curve}
        data = f"event: {part}\ndata: {json.dumps(content)}\n\n".encode()
        self._encoded[part] = version, data
        return data

    async def wait_for_change(self) -> None:
        """Wait until some part is new."""
        await self._changed.wait()

    def tell(self, *parts: str) -> None:
        """Let those who watch know that parts are new."""
        for part in parts:
            self.versions[part] += 1
        changed, self._changed = self._changed, asyncio.Event()
        changed.set()

    # Its process

    async def start(self) -> None:
        """Start the process that does the job, or goes on with it."""
        self.status, self.is_ready, self._process = "starting", False, None
        self.save()
        self.tell("state")
        whole = {**self.spec, "checkpoint": str(self.folder / "checkpoint.npz")}
        try:
            self._process = await JobProcess.started(whole, self._take, self._over)
        except OSError as error:
            reason = (error.strerror or str(error)).lower()
            self.status, self.message = "failed", f"no process for it: {reason}"
            self.when_ready()
            self.tell("state")
            return
        if self.status != "starting":  # told to end while the process was being made
            self.interrupt(self.status)

    def go(self) -> None:
        """Let the process begin, which waits for the others of a race."""
        if self.status == "starting":
            self.status = "running"
            self.save()
            self.tell("state")
        if self._process is not None:
            self._process.go()

    def interrupt(self, status: str) -> None:
        """Ask the process to keep its checkpoint and end."""
        self.status = status
        self.save()
        self.tell("state")
        if self._process is not None:
            self._process.interrupt()

    async def close(self) -> None:
        """End the process because the server ends; the job goes on with the next."""
        self._has_closed = True
        if self._process is not None:
            await self._process.close()

    def _over(self, process: JobProcess, reason: str | None) -> None:
        if self._process is not process:
            return  # it was paused, and goes on in another process already
        self._process = None
        if self._has_closed:
            return
        if reason is not None:
            self._end_without_result(reason)
        self.is_ready = True
        self.when_ready()
        self.save()
        self.tell("state", "best", "curve")

    def _end_without_result(self, reason: str) -> None:
        if self.status == "pausing":
            self.status = "paused"  # without a checkpoint it begins anew
        elif self.status == "stopping":
            self.status, self.message = "finished", "stopped before it had begun"
        else:
            self.status = "failed"
            self.message = reason
            if (self.folder / "checkpoint.npz").exists():
                self.status = "paused"
                self.message += "; it can go on from its last checkpoint"

    def _take(self, message: Mapping[str, Any]) -> bool:
        """Take a message of the process; say whether it is the last."""
        if "ready" in message:
            self.is_ready = True
            self.when_ready()
            return False
        if "frame" in message:
            self._show(message["frame"])
            return False
        if "message" in message:
            self.message = message["message"]
            return False
        if "error" in message:
            self.status, self.message = "failed", message["error"]
        elif "interrupted" in message:
            is_pause = self.status == "pausing"
            self.status = "paused" if is_pause else "finished"
            self.message = "" if is_pause else "stopped before it had begun"
        elif "result" in message:
            self._finish(message["result"])
        self.tell("state", "best", "curve")
        return True

    def _show(self, frame: Mapping[str, Any]) -> None:
        self.figures, self.note = frame["figures"], frame["note"]
        self.current = frame.get("current")
        parts = ["state"]
        if "best" in frame:
            self.best, self.check = frame["best"], frame.get("check")
            parts.append("best")
        if "found" in frame:
            self.found[frame["found_before"] :] = frame["found"]
        if self._draw(frame):
            parts.append("curve")
        self.tell(*parts)

    def _draw(self, message: Mapping[str, Any]) -> bool:
        """Take a curve, or a point more of it; say whether it is another."""
        before = self.curve
        if "curve" in message:
            self.curve = thinned(message["curve"])
        else:
            seconds, value = message["figures"]["seconds"], message["value"]
            self.curve = lengthened(before, seconds, value)
        return self.curve is not before

    def _finish(self, result: dict[str, Any]) -> None:
        self._draw(result)
        is_interrupted = result["ended"] == "interrupted"
        if result["figures"]["nodes"] >= self.figures.get("nodes", 0):
            # Fewer: it was interrupted before it had read its checkpoint.
            self.figures, self.note = result["figures"], result["note"]
            self.best, self.check = result["best"], result.get("check")
        if is_interrupted and self.status == "pausing":
            self.status = "paused"
            return
        if is_interrupted and self._has_closed:
            return
        self.result, self.found = result, []
        self.status = "finished"

    # On disk

    def save(self) -> None:
        """Keep the job, so that another server can go on with it."""
        if self._has_closed and not self.is_over:
            return
        content = {
            "id": self.id,
            "spec": self.spec,
            "status": self.status,
            "message": self.message,
            "figures": self.figures,
            "note": self.note,
            "best": self.best,
            "check": self.check,
            "curve": self.curve,
            "found": [] if self.result else self.found,
            "result": self.result,
            "saved": time.time(),
        }
        with contextlib.suppress(OSError):
            self.folder.mkdir(parents=True, exist_ok=True)
            with whole_file(self.folder / "job.json") as stream:
                stream.write(json.dumps(content).encode())

    @classmethod
    def load(cls, folder: Path) -> "Job | None":
        """Read a job back; None where there is none that is whole."""
        try:
            content = json.loads((folder / "job.json").read_bytes())
            job = cls(content["id"], content["spec"], folder)
            job.status, job.message = content["status"], content["message"]
            job.figures, job.note = content["figures"], content["note"]
            job.best, job.result = content["best"], content["result"]
            job.check, job.found = content["check"], content.get("found", [])
            job.curve = [(float(a), float(b)) for a, b in content["curve"]]
            job.public()
        except (OSError, ValueError, KeyError, TypeError, AttributeError):
            return None
        return job

    def forget(self) -> None:
        """Remove the job's folder."""
        shutil.rmtree(self.folder, ignore_errors=True)
