"""A real Dask cluster of processes on this machine, whose workers can be killed."""

import contextlib
import json
import os
import subprocess
import sys
import time
from pathlib import Path

TESTS = Path(__file__).parent


class Cluster:
    """A scheduler and its workers."""

    def __init__(self, folder, workers=2):
        self._file = folder / "scheduler.json"
        self._folder = folder
        self._environment = {
            **os.environ,
            "PYTHONPATH": os.pathsep.join(
                [str(TESTS), os.environ.get("PYTHONPATH", "")]
            ),
            "DASK_DISTRIBUTED__SCHEDULER__ALLOWED_FAILURES": "1",
        }
        self._processes = [self._start("dask_scheduler", "--port", "0")]
        deadline = time.monotonic() + 120
        while not self._file.exists() or not self._file.read_text().strip():
            assert time.monotonic() < deadline
            time.sleep(0.05)
        self.address = json.loads(self._file.read_text())["address"]
        self.workers = []
        for _ in range(workers):
            self.add_worker()

    def _start(self, module, *arguments):
        command = [sys.executable, "-m", f"distributed.cli.{module}"]
        command += ["--scheduler-file", str(self._file), "--no-dashboard", *arguments]
        return subprocess.Popen(
            command,
            env=self._environment,
            cwd=self._folder,
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
        )

    def add_worker(self):
        """Start another worker, with one thread."""
        process = self._start("dask_worker", "--nthreads", "1", "--no-nanny")
        self.workers.append(process)
        self._processes.append(process)

    def kill_worker(self, number=0):
        """Kill a worker as a failing machine would."""
        process = self.workers.pop(number)
        process.kill()
        process.wait()

    def close(self):
        """End all of it."""
        for process in reversed(self._processes):
            with contextlib.suppress(ProcessLookupError):
                process.kill()
            process.wait()
