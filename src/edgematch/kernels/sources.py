"""A hash of everything that the machine code of a kernel is made from.

Machine code contains the functions that a kernel calls and the values of the constants
it names, so it depends on the module of the kernel and on all modules that this one
imports, directly or not, wherever their files are.  Followed are the modules of the
kernel's own top-level package and those of edgematch; other packages, such as numpy,
are taken as fixed, and modules imported by a computed name are not seen.
"""

import ast
import functools
import os
import re
import sys
from collections.abc import Iterator
from hashlib import sha256
from importlib.machinery import ModuleSpec, PathFinder
from importlib.util import resolve_name
from pathlib import Path
from types import FunctionType
from typing import NamedTuple

_OURS = __name__.partition(".")[0]
_WORD = re.compile(rb"import\b")
_START = re.compile(rb"[ \t]*(from|import)\b|.*[;:]")
"""The start of a line that may have an import statement in it."""


class _Source(NamedTuple):
    """A module as it was when it was imported."""

    stamp: tuple[int, int]
    """Time of the last change of the file, and its size."""
    digest: bytes
    imports: tuple[str, ...]
    """The modules to follow, by their full names."""


_sources: dict[str, _Source] = {}
"""What was read so far, by the name of the module.

A module is read again when a kernel in it is decorated after the file has changed, that
is when it is reloaded, and never otherwise: the hash is that of the code in memory.
"""


def sources_digest(function: FunctionType) -> str | None:
    """Return a hash of the sources that a function is compiled from.

    It is None where they cannot be known: for a function that is not from a file, and
    for one from a module outside of a package, such as a script, which may import
    anything in its folder.
    """
    name = function.__module__
    if "." not in name:
        return None
    try:
        file = function.__code__.co_filename
        status = os.stat(file)  # noqa: PTH116  (a path for each kernel costs more)
        read = _sources.get(name)
        if read is None or read.stamp != (status.st_mtime_ns, status.st_size):
            _sources[name] = _read(name, file)
            _digest.cache_clear()
        return _digest(name)
    except OSError:
        return None


@functools.cache
def _digest(name: str) -> str:
    """Return a hash of a module and of all that it imports."""
    digest = sha256()
    for each, source in sorted(_with_imports(name).items()):
        digest.update(f"{each}\n".encode() + source.digest)
    return digest.hexdigest()


def _with_imports(name: str) -> dict[str, _Source]:
    """Return a module that was read and all that it imports, by name."""
    found: dict[str, _Source] = {}
    waiting = [name]
    while waiting:
        name = waiting.pop()
        if name not in found:
            if name not in _sources:
                file = _file(name)
                assert file is not None  # or it would not be among the imports
                _sources[name] = _read(name, file)
            found[name] = _sources[name]
            waiting += found[name].imports
    return found


def _read(name: str, file: str) -> _Source:
    path = Path(file)
    status, text = path.stat(), path.read_bytes()
    package = name if path.name == "__init__.py" else name.rpartition(".")[0]
    followed = {_OURS, name.partition(".")[0]}
    imports = {
        each
        for node in _import_statements(text)
        for each in _imports(node, package)
        if each.partition(".")[0] in followed and _file(each) is not None
    }
    stamp = (status.st_mtime_ns, status.st_size)
    return _Source(stamp, sha256(text).digest(), tuple(sorted(imports)))


def _import_statements(text: bytes) -> Iterator[ast.Import | ast.ImportFrom]:
    """Yield the import statements of a source, those inside functions included.

    Parsing whole files took a fifth of the time of importing all kernels.  So only what
    looks like an import is parsed, and the file where that fails: because of a line of
    a docstring, say, or of a comment with a parenthesis between the names.
    """
    text += b"\n"
    lines = []
    for word in _WORD.finditer(text):
        start = text.rfind(b"\n", 0, word.start()) + 1
        if _START.match(text, start, word.end()):
            end = text.find(b"\n", word.end())
            if b"(" in text[word.end() : end]:
                end = text.find(b")", word.end()) + 1
            lines.append(text[start:end].strip())
    goes_on = b"\\\n" in text or b"\\\r" in text  # a statement on the next line
    try:
        tree = ast.parse(text if goes_on else b"\n".join(lines))
    except SyntaxError:
        tree = ast.parse(text)
    for statement in tree.body:
        if isinstance(statement, ast.Import | ast.ImportFrom):
            yield statement
        else:
            for node in ast.walk(statement):
                if isinstance(node, ast.Import | ast.ImportFrom):
                    yield node


def _imports(node: ast.Import | ast.ImportFrom, package: str) -> Iterator[str]:
    """Yield the full names of what may be modules in an import statement."""
    if isinstance(node, ast.ImportFrom):
        module = resolve_name("." * node.level + (node.module or ""), package)
        yield module
        yield from (f"{module}.{alias.name}" for alias in node.names)
        return
    for alias in node.names:
        yield alias.name
        if alias.asname is None:
            # `import a.b` gives access to all of `a`.
            parts = alias.name.split(".")
            yield from (".".join(parts[:end]) for end in range(1, len(parts)))


def _file(name: str) -> str | None:
    """Return the source file of a module; None where there is no such thing."""
    spec = _spec(name)
    if spec is None or not spec.has_location or spec.origin is None:
        return None
    return spec.origin if spec.origin.endswith(".py") else None


def _spec(name: str) -> ModuleSpec | None:
    """Return where a module is, without importing it or its package."""
    if name in sys.modules:
        return sys.modules[name].__spec__
    parent, _, _ = name.rpartition(".")
    above = _spec(parent) if parent else None
    if above is None or above.submodule_search_locations is None:
        return None
    return PathFinder.find_spec(name, above.submodule_search_locations)
