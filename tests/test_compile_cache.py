"""Machine code is compiled again when a source that it is made from has changed."""

import importlib
import json
import os
import subprocess
import sys
import time
import warnings
from pathlib import Path

import pytest

from depths import mostly_deep
from edgematch.cli.main import _collect_warnings
from edgematch.kernels import sources
from edgematch.kernels.cache_files import KernelCacheWarning

FILES = {
    "toy/__init__.py": "",
    "toy/shared/__init__.py": "",
    "toy/shared/steps.py": """
from edgematch.kernels.compiled import inlined

@inlined
def step(number):
    return number + 1
""",
    "toy/one/__init__.py": "",
    "toy/one/kernel.py": """
from edgematch.kernels.compiled import compiled
from toy.shared.steps import step

@compiled
def value(number):
    return step(number) * 10
""",
    "toy/two/__init__.py": "",
    "toy/two/kernel.py": """
from edgematch.kernels.compiled import compiled

@compiled
def value(number):
    return number * 10
""",
}
PROGRAM = """
import json
from toy.one.kernel import value as one
from toy.two.kernel import value as two
print(json.dumps([[one(4), sum(one.stats.cache_hits.values()), one.stats.cache_path],
                  [two(4), sum(two.stats.cache_hits.values()), two.stats.cache_path]]))
"""


def write(folder, files):
    for name, text in files.items():
        path = folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text)


@pytest.fixture
def run(tmp_path):
    """Return a function that runs a program with the toy package in a fresh process."""
    return toy_runner(tmp_path)


def toy_runner(folder):
    """Write the toy package to a folder; return a function that runs a program."""
    write(folder, FILES)
    package = Path(sources.__file__).parents[2]
    plain = {name: os.environ[name] for name in os.environ if "NUMBA" not in name}
    plain |= {
        "PYTHONPATH": f"{folder}{os.pathsep}{package}",
        "XDG_CACHE_HOME": str(folder / "cache"),
    }

    def run(program, **environment):
        done = subprocess.run(
            [sys.executable, "-c", program],
            env={**plain, **environment},
            capture_output=True,
            text=True,
            timeout=240,
            check=False,
        )
        assert done.returncode == 0, done.stderr
        return done.stdout

    return run


@pytest.mark.deep
def test_a_change_in_another_folder_compiles_what_depends_on_it_again(run, tmp_path):
    one, two = json.loads(run(PROGRAM))
    assert (one[:2], two[:2]) == ([50, 0], [40, 0])
    cache = str(tmp_path / "cache" / "edgematch" / "toy.{}.kernel-")
    assert one[2].startswith(cache.format("one"))
    assert two[2].startswith(cache.format("two"))

    one, two = json.loads(run(PROGRAM))
    assert (one[:2], two[:2]) == ([50, 1], [40, 1])

    callee = FILES["toy/shared/steps.py"].replace("number + 1", "number + 2")
    write(tmp_path, {"toy/shared/steps.py": callee})
    one, two = json.loads(run(PROGRAM))
    assert (one[:2], two[:2]) == ([60, 0], [40, 1])


@pytest.mark.deep
@pytest.mark.parametrize(
    "environment",
    [
        {"XDG_CACHE_HOME": os.devnull},
        {"NUMBA_CACHE_LOCATOR_CLASSES": "InTreeCacheLocator"},
        {"NUMBA_CACHE_LOCATOR_CLASSES": "IPythonCacheLocator"},
    ],
    ids=["nowhere to write", "numba writes elsewhere", "numba finds no folder"],
)
def test_machine_code_is_kept_nowhere_but_in_its_folder(run, tmp_path, environment):
    one, two = json.loads(run(PROGRAM, **environment))
    assert (one[0], two[0]) == (50, 40)
    assert not list((tmp_path / "toy").rglob("*.nbi"))


def test_kernels_run_in_plain_python_and_keep_nothing(run, tmp_path):
    program = "from toy.one.kernel import value; print(value(4))"
    assert run(program, NUMBA_DISABLE_JIT="1") == "50\n"
    assert not (tmp_path / "cache").exists()


@pytest.mark.deep
def test_folders_that_nobody_used_for_long_are_removed(run, tmp_path):
    cache = tmp_path / "cache" / "edgematch"
    days_unused = {
        f"toy.one.kernel-{'a' * 16}": 91,
        f"row_scan-{'a' * 16}": 91,
        f"toy.one.kernel-{'b' * 16}": 89,
        "notes": 91,
    }
    for name, days in days_unused.items():
        write(cache / name, {"kernel/index.nbi": "machine code"})
        then = time.time() - days * 24 * 3600
        os.utime(cache / name, (then, then))
    run("import toy.one.kernel")
    kept = [name for name in days_unused if (cache / name).exists()]
    assert kept == [f"toy.one.kernel-{'b' * 16}", "notes"]


FORMS = {
    "a name": "from base.low.callee import value",
    "a module": "from base.low import callee",
    "a module by its full name": "import base.low.callee",
    "a module by another name": "import numpy, base.low.callee as other",
    "a name, relative": "from .low.callee import value",
    "a module, relative": "from .low import callee",
    "a package, relative": "from . import full",
    "all names": "from .full import *",
    "through a module": "from base.through import value",
    "on several lines": "from base.low import (  # one (of many)\n    callee,\n)",
    "on two lines": "from base.low \\\n    import callee",
    "after a colon": "if True: from base.low import callee",
    "after a semicolon": "one = 1; from base.low import callee",
    "in an else": "if not __name__: pass\nelse: from base.low import callee",
    "in a function": "def later():\n    from base.low import callee",
    "after prose": '"""Some words\nfrom which to import nothing."""\nimport base.full',
}


@pytest.fixture
def base(tmp_path, monkeypatch):
    """Return a folder with a package to import from."""
    files = {
        "__init__.py": "",
        "low/__init__.py": "",
        "low/callee.py": "value = 1\n",
        "full/__init__.py": "from ..low.callee import value\n",
        "through.py": "from .low.callee import *\n",
        "other.py": "value = 1\n",
    }
    write(tmp_path / "base", files)
    monkeypatch.syspath_prepend(tmp_path)
    monkeypatch.setattr(sources, "_sources", {})
    yield tmp_path / "base"
    for name in [name for name in sys.modules if name.partition(".")[0] == "base"]:
        del sys.modules[name]


@pytest.mark.parametrize("form", FORMS)
def test_every_form_of_import_is_followed(base, form):
    write(base, {"kernel.py": f"def kernel(): ...\n{FORMS[form]}"})
    kernel = importlib.import_module("base.kernel").kernel

    def digest():
        sources._sources.clear()  # as in a fresh process
        sources._digest.cache_clear()
        return sources.sources_digest(kernel)

    before = digest()
    write(base, {"other.py": "value = 2\n"})
    assert digest() == before
    write(base, {"low/callee.py": "value = 2\n"})
    assert digest() != before


def test_sources_are_those_of_the_code_in_memory(base):
    write(base, {"kernel.py": "from base.low import callee\ndef kernel(): ...\n"})
    write(base, {"low/callee.py": "def value(): ...\n"})
    kernel, callee = map(importlib.import_module, ("base.kernel", "base.low.callee"))
    before = sources.sources_digest(callee.value), sources.sources_digest(kernel.kernel)
    write(base, {"low/callee.py": "def value(): return 1\n"})
    assert sources.sources_digest(kernel.kernel) == before[1]
    importlib.reload(callee)
    assert sources.sources_digest(callee.value) != before[0]
    assert sources.sources_digest(kernel.kernel) != before[1]


def test_functions_without_a_package_or_a_file_have_no_hash(base):
    spaces = [{"__name__": "script"}, {"__name__": "base.nowhere"}]
    for space, file in zip(spaces, (__file__, "<string>"), strict=True):
        exec(compile("def kernel(): ...", file, "exec"), space)
        assert sources.sources_digest(space["kernel"]) is None


DAMAGE = {
    "empty": lambda data: b"",
    "cut": lambda data: data[: len(data) // 2],
    "flipped at the start": lambda data: bytes([data[0] ^ 1]) + data[1:],
    "flipped at the end": lambda data: data[:-1] + bytes([data[-1] ^ 1]),
    "flipped in the middle": lambda data: (
        data[: len(data) // 2]
        + bytes([data[len(data) // 2] ^ 64])
        + data[len(data) // 2 + 1 :]
    ),
    "a folder": None,
    "missing": None,
}


@pytest.fixture(scope="module")
def kept(tmp_path_factory):
    """Return a folder with a whole cache, a function that runs programs, and values."""
    folder = tmp_path_factory.mktemp("kept")
    run = toy_runner(folder)
    return folder, run, [each[0] for each in json.loads(run(PROGRAM))]


@pytest.mark.parametrize("damage", mostly_deep(1, DAMAGE))
def test_a_damaged_cache_is_mended(kept, damage):
    """The index of one kernel and the code of the other are damaged."""
    folder, run, expected = kept
    for pattern in ("toy.one.*/**/*.nbi", "toy.two.*/**/*.nbc"):
        (file,) = (folder / "cache" / "edgematch").glob(pattern)
        data = file.read_bytes()
        file.unlink()
        if damage == "a folder":
            file.mkdir()
        elif damage != "missing":
            file.write_bytes(DAMAGE[damage](data))
    program = f"{PROGRAM}\nfrom edgematch.kernels.cache_files import _reported"
    program += "\nprint(len(_reported))"
    found, reported = run(program).splitlines()
    assert [each[:2] for each in json.loads(found)] == [[each, 0] for each in expected]
    assert int(reported) == (damage != "missing")
    found, reported = run(program).splitlines()
    assert [each[:2] for each in json.loads(found)] == [[each, 1] for each in expected]
    assert int(reported) == 0


@pytest.mark.deep
def test_no_file_of_the_cache_stands_in_for_another(run, tmp_path):
    expected = [each[0] for each in json.loads(run(PROGRAM))]
    for suffix in ("nbi", "nbc"):
        files = sorted((tmp_path / "cache").rglob(f"*.{suffix}"))
        contents = [file.read_bytes() for file in files]
        assert len(set(contents)) >= 2
        for file, data in zip(files, contents[1:] + contents[:1], strict=True):
            file.write_bytes(data)
        for is_kept in (0, 1):  # compiled again, then loaded
            found = [each[:2] for each in json.loads(run(PROGRAM))]
            assert found == [[each, is_kept] for each in expected]


@pytest.mark.parametrize("fault", ["a file", "full"])
@pytest.mark.deep
def test_a_cache_that_cannot_be_written_is_done_without(run, tmp_path, fault):
    before = ""
    if fault == "a file":
        (tmp_path / "cache").write_text("")
    else:
        before = (
            "from errno import ENOSPC\n"
            "from numba.core.caching import IndexDataCacheFile\n"
            "def fails(*_): raise OSError(ENOSPC, 'No space left on device')\n"
            "IndexDataCacheFile._open_for_write = fails\n"
        )
    report = "print([str(each.message) for each in seen])"
    program = "\n".join(
        [
            "import warnings",
            f"{before}with warnings.catch_warnings(record=True) as seen:",
            "    warnings.simplefilter('always')",
            "    from toy.one.kernel import value",
            "    print(value(4))",
            report,
        ]
    )
    value, line = run(program).splitlines()
    assert value == "50"
    (message,) = eval(line)
    assert str(tmp_path / "cache") in message
    assert "compiled in every run" in message


def test_the_command_line_reports_the_cache_in_one_line_at_the_end(capsys):
    with warnings.catch_warnings():
        warnings.simplefilter("always")
        with _collect_warnings():
            for _ in range(2):
                warnings.warn("the cache was damaged", KernelCacheWarning, stacklevel=1)
            assert capsys.readouterr().err == ""
    assert capsys.readouterr().err == "edgematch: the cache was damaged\n"
