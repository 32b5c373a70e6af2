"""Set-up of the whole suite."""

import contextlib
import signal
import sys
import time
from importlib.util import find_spec
from typing import NamedTuple

import psutil
import pytest
from hypothesis import settings

from children import SHARED, adopt_orphans, descendants
from edgematch.techniques.external_sat import COMMANDS

# Timing one example is no business of these tests, and the machine may be busy.
settings.register_profile("edgematch", deadline=None, max_examples=15)
settings.register_profile("deep", deadline=None, max_examples=50)
settings.load_profile("edgematch")

SECONDS_TO_END = 60.0
"""How long a process may take to end after the test that started it."""

EXTRAS = {
    "cluster": ("distributed",),
    "cp": ("ortools",),
    "gpu12": ("cupy",),
    "gpu13": ("cupy",),
    "parquet": ("pyarrow",),
    "photo": ("cv2",),
    "plots": ("matplotlib",),
    "sat": ("pysat",),
    "web": ("msgspec", "starlette", "uvicorn"),
}
"""The modules that each extra of the package installs."""


class Starts:
    """Counts the processes that are started, and remembers those that may stay."""

    # Here, since the names of a module are gone when Python ends, and events are not.
    events = frozenset({"os.fork", "os.forkpty", "os.posix_spawn", "subprocess.Popen"})

    def __init__(self):
        self.count = 0
        self._count_before = 0
        self.before = set()

    def __call__(self, event, arguments):
        self.count += event in self.events

    def remember(self):
        """Take the processes that are running now for those of wider fixtures."""
        if self.count != self._count_before:
            self.before, self._count_before = descendants(), self.count


_starts = Starts()


def pytest_configure(config):
    """Handle Ctrl-C even in the background, where the shell has it ignored.

    Every process that a test starts would inherit that.
    """
    if _has_deep_tests(config) and not is_missing("schemathesis"):
        config.pluginmanager.import_plugin("schemathesis.pytest.plugin")
    signal.signal(signal.SIGINT, signal.default_int_handler)
    adopt_orphans()
    sys.addaudithook(_starts)


def pytest_ignore_collect(collection_path, config):
    """Skip the random requests of `make deep`: to make them up takes seconds."""
    is_random = collection_path.name == "test_random_requests.py"
    return True if is_random and not _has_deep_tests(config) else None


def _has_deep_tests(config):
    return config.option.markexpr != "not deep"


def is_missing(module):
    try:
        return find_spec(module) is None
    except ImportError:
        return True


def skip_for_missing_extra(message):
    """Skip the test if a message is about an extra that is indeed not installed."""
    for extra, modules in EXTRAS.items():
        words = [f"edgematch[{extra}]", *(f"No module named '{m}" for m in modules)]
        named = any(word in message for word in words)
        if named and any(map(is_missing, modules)):
            pytest.skip(f"needs the extra `{extra}`, which is not installed")
    if f"none of {', '.join(COMMANDS)} is on the PATH" in message:
        pytest.skip(f"needs one of the SAT solvers {', '.join(COMMANDS)}")


@pytest.hookimpl(wrapper=True)
def pytest_runtest_call():
    """Skip a test that needs an extra which is not installed."""
    try:
        return (yield)
    except ImportError as error:
        skip_for_missing_extra(str(error))
        raise


@pytest.fixture(autouse=True)
def engines_search(request, monkeypatch):
    """Let tests of engines search puzzles that counting proves unsolvable, too."""
    if request.path.parent.name in ("kernels", "search", "techniques"):
        monkeypatch.setattr("edgematch.search.launch.findings", lambda puzzle: ())


@pytest.fixture(autouse=True)
def no_process_is_left():
    """Fail a test that leaves a process running.

    Searching for processes takes longer than most tests do, so it is done only when one
    was started.
    """
    _starts.remember()
    count = _starts.count
    yield
    if _starts.count == count:
        return
    deadline = time.monotonic() + SECONDS_TO_END
    while (left := _processes_left()) and time.monotonic() < deadline:
        time.sleep(0.02)
    names = [_command_of(process) for process in left]
    for process in left:
        with contextlib.suppress(psutil.NoSuchProcess):
            process.kill()
    _starts.remember()
    if names:
        pytest.fail(f"the test leaves processes running: {'; '.join(names)}")


def _processes_left():
    """Return processes that neither wider fixtures nor the package keep."""
    kept = SHARED | _idle_processes() | {each.pid for each in _starts.before}
    with contextlib.suppress(psutil.NoSuchProcess):
        return [
            each
            for each in descendants() - _starts.before
            # Children of a process that is kept are its own affair.
            if kept.isdisjoint([each.pid, *(parent.pid for parent in each.parents())])
        ]
    return _processes_left()  # one has ended meanwhile


def _idle_processes():
    """Return the numbers of the processes that wait for the next job of a solver."""
    room = sys.modules.get("edgematch.processes.child_process")
    return set(room.idle_pids()) if room else set()


def _command_of(process):
    with contextlib.suppress(psutil.Error):
        return f"{process.pid}: {' '.join(process.cmdline())}"
    return str(process.pid)


class Said(NamedTuple):
    """What a command printed and how it ended."""

    status: int
    out: str
    err: str


@pytest.fixture
def edgematch(capsys, monkeypatch):
    """Call the command line in this process and return what it said."""
    import io

    from edgematch.cli.main import run

    def call(*arguments, stdin=""):
        data = stdin.encode() if isinstance(stdin, str) else stdin
        monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(data)))
        capsys.readouterr()
        status = run([str(argument) for argument in arguments])
        said = Said(status, *capsys.readouterr())
        skip_for_missing_extra(said.err)
        return said

    return call
