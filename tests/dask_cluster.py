"""A real Dask cluster of processes on this machine, whose workers can be killed."""

import contextlib
import json

from children import SHARED, environment, python, wait_until


class Cluster:
    """A scheduler and its workers."""

    def __init__(self, folder, workers=2):
        self._file = folder / "scheduler.json"
        self._folder = folder
        self._processes = contextlib.ExitStack()
        self._workers = []
        with contextlib.ExitStack() as on_failure:
            on_failure.callback(self.close)
            self._start("dask_scheduler", "--port", "0")
            wait_until(lambda: self._file.exists() and self._file.read_text().strip())
            self.address = json.loads(self._file.read_text())["address"]
            for _ in range(workers):
                self.add_worker()
            on_failure.pop_all()

    def _start(self, module, *arguments):
        words = ("-m", f"distributed.cli.{module}", "--scheduler-file", self._file)
        starting = python(
            *(*words, "--no-dashboard", *arguments),
            env=environment(DASK_DISTRIBUTED__SCHEDULER__ALLOWED_FAILURES="1"),
            cwd=self._folder,
            stdout=-3,
            stderr=-3,
        )
        process = self._processes.enter_context(starting)
        SHARED.add(process.pid)
        return process

    def add_worker(self):
        """Start another worker, with one thread."""
        worker = self._start("dask_worker", "--nthreads", "1", "--no-nanny")
        self._workers.append(worker)

    def kill_worker(self):
        """Kill a worker as a failing machine would."""
        process = self._workers.pop(0)
        process.kill()
        process.wait()

    def wait_for_work(self):
        """Wait until a worker has a task."""
        from distributed import Client

        with Client(self.address, set_as_default=False) as client:
            wait_until(lambda: any(client.processing().values()))

    def close(self):
        """End all of it."""
        self._processes.close()
