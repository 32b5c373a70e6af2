"""The reference of the Python interface: a Sphinx extension.

Every module of the package that has `__all__` gets a page with the names in it, from
their docstrings.  The pages are written to `docs/reference/` before each build.  A name
that several modules export is described in the first of them only.  A public name, or a
public member of a public class, without a docstring is a warning, which ends the build.
"""

import importlib
import inspect
from pathlib import Path
from types import ModuleType

from sphinx.application import Sphinx
from sphinx.pycode import ModuleAnalyzer
from sphinx.util import logging

import edgematch

logger = logging.getLogger(__name__)


def setup(app: Sphinx) -> dict[str, bool]:
    """Register the extension."""
    app.connect("builder-inited", _write_pages)
    app.connect("autodoc-skip-member", _skip_member)
    return {"parallel_read_safe": True, "parallel_write_safe": True}


def _write_pages(app: Sphinx) -> None:
    write_pages(Path(app.srcdir) / "docs" / "reference")


def _skip_member(
    app: Sphinx, what: str, name: str, value: object, skip: bool, options: object
) -> bool | None:
    """Leave out fields of a named tuple that have no text of their own."""
    return True if f"{value.__doc__}".startswith("Alias for field number") else None


def write_pages(folder: Path) -> None:
    """Write the reference, a page for each public module, and warn of what is missing.

    Files that have not changed are left alone, so that Sphinx need not read them again.
    """
    folder.mkdir(parents=True, exist_ok=True)
    seen: dict[int, str] = {}
    pages = {}
    for module in public_modules():
        for problem in undocumented(module):
            logger.warning("%s has no docstring", problem)
        pages[f"{module.__name__}.rst"] = _module_page(module, seen)
    pages["index.rst"] = _index_page([name.removesuffix(".rst") for name in pages])
    for path in folder.glob("*.rst"):
        if path.name not in pages:
            path.unlink()
    for name, text in pages.items():
        path = folder / name
        if not path.exists() or path.read_text() != text:
            path.write_text(text)


def public_modules() -> list[ModuleType]:
    """Return the modules with `__all__`, by name; no other module is imported."""
    package = Path(edgematch.__file__).parent
    names = sorted(
        ".".join(path.relative_to(package.parent).with_suffix("").parts)
        for path in package.rglob("*.py")
        if "\n__all__ = " in path.read_text(encoding="utf-8")
    )
    return [importlib.import_module(name.removesuffix(".__init__")) for name in names]


def public_names(module: ModuleType) -> list[str]:
    """Return the names in `__all__`, without those such as `__version__`."""
    return [name for name in module.__all__ if not name.startswith("_")]


def undocumented(module: ModuleType) -> list[str]:
    """Return the public names of a module, and members of classes, without a text."""
    missing = []
    for name in public_names(module):
        value = getattr(module, name)
        path = f"{module.__name__}.{name}"
        if not _is_code(value):
            if ("", name) not in _texts_of_variables(module.__name__):
                missing.append(path)
        elif not value.__doc__:
            missing.append(path)
        elif inspect.isclass(value):
            missing += [f"{path}.{member}" for member in _undocumented_members(value)]
    return missing


def _undocumented_members(kind: type) -> list[str]:
    texts = _texts_of_variables(kind.__module__)
    return [
        name
        for name, member in vars(kind).items()
        if not name.startswith("_")
        and (inspect.isfunction(member) or isinstance(member, property | classmethod))
        and not inspect.getdoc(getattr(kind, name))
        and (kind.__qualname__, name) not in texts
    ]


def _texts_of_variables(module_name: str) -> dict[tuple[str, str], list[str]]:
    return ModuleAnalyzer.for_module(module_name).find_attr_docs()


def _is_code(value: object) -> bool:
    return inspect.isclass(value) or inspect.isroutine(value)


def _module_page(module: ModuleType, seen: dict[int, str]) -> str:
    """Return the page of a module; `seen` are the objects described before."""
    name = module.__name__
    parts = [f"{name}\n{'=' * len(name)}", f".. automodule:: {name}\n   :no-members:"]
    elsewhere = []
    for public in public_names(module):
        value = getattr(module, public)
        if _is_code(value) and id(value) in seen:
            elsewhere.append(f"* :py:obj:`{public} <{seen[id(value)]}>`")
            continue
        seen[id(value)] = f"{name}.{public}"
        parts.append(_entry(f"{name}.{public}", value))
    if elsewhere:
        parts.append("Described elsewhere:\n\n" + "\n".join(elsewhere))
    return "\n\n".join(parts) + "\n"


def _entry(path: str, value: object) -> str:
    if inspect.isclass(value):
        kind = "exception" if issubclass(value, BaseException) else "class"
        return f".. auto{kind}:: {path}\n   :members:"
    if inspect.isroutine(value):
        return f".. autofunction:: {path}"
    return f".. autodata:: {path}\n   :no-value:"


def _index_page(names: list[str]) -> str:
    title = "Python reference"
    text = (
        "What the package offers in Python, module by module. "
        "Everything else may change without notice."
    )
    toctree = "\n".join(f"   {name}" for name in names)
    return f"{title}\n{'=' * len(title)}\n\n{text}\n\n.. toctree::\n\n{toctree}\n"
