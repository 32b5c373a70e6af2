"""Build the studio as a folder for any web host: no server, Python in the browser.

    python static/build_static.py --fetch build/static

The page is that of `edgematch serve`; a web worker with Pyodide answers its requests.
"""

import argparse
import asyncio
import gzip
import io
import json
import shutil
import subprocess
import sys
import zipfile
from hashlib import sha256
from importlib.util import find_spec
from pathlib import Path
from typing import Any

ROOT = Path(__file__).parents[1]
FETCHED = ROOT / ".venv/static"
PYODIDE = FETCHED / "node_modules/pyodide"
WHEELS = FETCHED / "wheels"
PYODIDE_VERSION = "314.0.7"
PLATFORM = "pyemscripten_2026_0_wasm32"
PYTHON = "3.14"
PACKAGES = ("python-sat", "msgspec")
INTERPRETER = (
    *("pyodide.mjs", "pyodide.asm.mjs", "pyodide.asm.wasm"),
    *("python_stdlib.zip", "pyodide-lock.json"),
)
MISSING = (
    *("numpy", "numba", "scipy", "ortools", "cv2"),
    *("PIL", "resvg_py", "fpdf", "psutil"),
)
"""What a browser does not have: answers are written as if it were not here either."""
LEFT_OUT = ("web/static", "experiments", "cli", "cluster")
"""Folders of the package that a browser does not need."""
MOST_BYTES = 10_000_000
"""What all files may weigh as a host sends them with gzip."""


def fetch() -> None:
    """Get the interpreter from npm and the compiled packages by pip, once."""
    if not (PYODIDE / "pyodide.asm.wasm").exists():
        npm = shutil.which("npm")
        if npm is None:
            raise SystemExit("make static needs npm, which is not installed")
        options = ("--silent", "--no-save", "--no-package-lock", "--prefix")
        what = f"pyodide@{PYODIDE_VERSION}"
        subprocess.run([npm, "install", *options, str(FETCHED), what], check=True)
    if len(list(WHEELS.glob("*.whl"))) < len(PACKAGES):
        wanted = ("--platform", PLATFORM, "--python-version", PYTHON)
        quiet = ("--quiet", "--quiet", "--disable-pip-version-check", "--no-deps")
        pins = ("--constraint", str(ROOT / "constraints.txt"), "--only-binary", ":all:")
        command = [sys.executable, "-m", "pip", "download", *quiet, *pins, *wanted]
        subprocess.run([*command, "--dest", str(WHEELS), *PACKAGES], check=True)


def is_fetched() -> bool:
    """Return whether all is there that `fetch` gets."""
    return (PYODIDE / "pyodide.asm.wasm").exists() and len(
        list(WHEELS.glob("*.whl"))
    ) >= len(PACKAGES)


def build(folder: Path) -> dict[str, int]:
    """Write all files, and return their sizes as a host sends them with gzip."""
    sys.modules.update(dict.fromkeys(MISSING))  # type: ignore[arg-type]  # None: not there
    files = {**_page(), **asyncio.run(_answers()), **_python()}
    files["offline.js"] = _offline(files)
    shutil.rmtree(folder, ignore_errors=True)
    for name, content in files.items():
        path = folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(content)
    return {name: len(gzip.compress(content)) for name, content in files.items()}


def _page() -> dict[str, bytes]:
    """Return the files of the page, its requests going to a worker."""
    from edgematch.web.docs_pages import docs_pages
    from edgematch.web.page_files import PageFiles

    page = PageFiles()
    files = {f"static/{name}": each for name, each in page.contents().items()}
    files |= {f"docs/{name}": each for name, each in docs_pages().items()}
    files["static/transport.js"] = b'export * from "./local/transport.js";\n'
    del files["static/local/offline.js"]
    return {"index.html": page.page(), **files}


async def _answers() -> dict[str, bytes]:
    """Return the answers that are always the same."""
    from edgematch import catalog
    from edgematch.web.in_browser import BrowserStudio

    def no_worker(*_: Any) -> Any:
        raise NotImplementedError

    studio = BrowserStudio(no_worker)
    names = [*("catalog", "models", "formats", "engines", "boards", "own-boards")]
    names += [
        "photos",
        "openapi.json",
        *(f"catalog/{each}" for each in catalog.names()),
    ]
    files = {}
    for name in names:
        content = (await studio.answer("GET", f"/api/{name}", b"")).content
        assert isinstance(content, bytes)
        files[f"api/{name.removesuffix('.json')}.json"] = content
    files["api/looks.json"] = json.dumps(looks_table()).encode()
    return files


def looks_table() -> dict[str, Any]:
    """Return the figures and inks that `looks.js` chooses from."""
    from edgematch.pictures import palette
    from edgematch.pictures.shapes import SHAPES, Ink, Shape, hollow
    from edgematch.pictures.svg import layer_path
    from edgematch.pictures.symbols import symbols
    from edgematch.puzzle import Puzzle

    def layers(shape: Shape) -> list[dict[str, Any]]:
        return [
            {
                "path": layer_path(each),
                "ink": "ground" if each.ink is Ink.GROUND else "motif",
                "width": each.width,
            }
            for each in shape
        ]

    common = symbols(Puzzle(1, 1, [(1, 1, 1, 1)], framed=False))
    del common["colors"]
    return {
        "common": common,
        "rim": palette.RIM_GROUND,
        "inks": palette.INKS,
        "named": list(palette.NAMED_INKS.items()),
        "order": list(SHAPES),
        "signedOrder": palette.SIGNED_ORDER,
        "shapes": {
            name: {"solid": layers(each), "hollow": layers(hollow(each))}
            for name, each in SHAPES.items()
        },
        "marks": [layers(palette.corner_marks(mark)) for mark in range(10)],
        "plates": {sign: layers(palette.sign_plate(sign)) for sign in "+-"},
    }


def _python() -> dict[str, bytes]:
    """Return the interpreter, the packages and ours."""
    files = {name: (PYODIDE / name).read_bytes() for name in INTERPRETER}
    archives = {path.name: path.read_bytes() for path in sorted(WHEELS.glob("*.whl"))}
    archives["packages.zip"] = _packages()
    files["archives.json"] = json.dumps(list(archives)).encode()
    return {f"python/{name}": each for name, each in {**files, **archives}.items()}


def _packages() -> bytes:
    """Return our package and the plain Python of PyYAML as an archive."""
    spec = find_spec("yaml")
    assert spec is not None and spec.origin is not None
    ours = ROOT / "src/edgematch"
    stream = io.BytesIO()
    with zipfile.ZipFile(stream, "w", zipfile.ZIP_DEFLATED) as archive:
        for folder in (ours, Path(spec.origin).parent):
            for path in sorted(folder.rglob("*")):
                name = path.relative_to(folder).as_posix()
                is_ours = folder == ours and not name.startswith(LEFT_OUT)
                is_python = path.suffix == ".py" and folder != ours
                is_kept = path.is_file() and "__pycache__" not in name
                if is_kept and (is_ours or is_python):
                    date = (1980, 1, 1, 0, 0, 0)  # the same files, the same bytes
                    entry = zipfile.ZipInfo(f"{folder.name}/{name}", date)
                    entry.compress_type = zipfile.ZIP_DEFLATED
                    archive.writestr(entry, path.read_bytes())
    return stream.getvalue()


def _offline(files: dict[str, bytes]) -> bytes:
    """Return the service worker, which keeps the files of this build."""
    from edgematch.web.page_files import PageFiles

    version = sha256()
    for name, content in files.items():
        version.update(name.encode() + content)
    text = PageFiles().contents()["local/offline.js"].decode()
    names = json.dumps(["./", *(each for each in files if each != "index.html")])
    text = text.replace('["{files}"]', names)
    return text.replace("{version}", f"edgematch-{version.hexdigest()[:16]}").encode()


def main() -> None:
    """Build the folder that is named on the command line."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").split("\n")[0])
    parser.add_argument("folder", type=Path, nargs="?", help="where to write the files")
    parser.add_argument("--fetch", action="store_true", help="get what is missing")
    chosen = parser.parse_args()
    if chosen.fetch:
        fetch()
    if chosen.folder is None:
        return
    if not is_fetched():
        raise SystemExit("Pyodide or its packages are missing; use --fetch")
    sizes = build(chosen.folder)
    total = sum(sizes.values())
    print(f"{chosen.folder}: {len(sizes)} files, {total / 1e6:.1f} MB with gzip")
    if total > MOST_BYTES:
        raise SystemExit(f"that is more than {MOST_BYTES / 1e6:.0f} MB")


if __name__ == "__main__":
    main()
