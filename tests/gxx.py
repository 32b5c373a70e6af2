"""The processor in place of a GPU: g++ compiles the same loops."""

import ctypes
import hashlib
import re
import shutil
import subprocess
from concurrent.futures import ThreadPoolExecutor
from contextlib import nullcontext
from pathlib import Path

import numpy as np
import pytest


class Gxx:
    """Compiles into a folder; with threads, each of them takes some of the rows."""

    name = "g++"
    arrays = np
    shared_bytes = 1 << 16

    def __init__(self, folder, free=1 << 40, multiprocessors=1, threads=1):
        self.folder, self._free, self._threads = folder, free, threads
        self.multiprocessors = multiprocessors
        if shutil.which("g++") is None:
            pytest.skip("needs g++ to compile the loops of a GPU")

    def current(self):
        return nullcontext()

    def compile(self, text, sizes, threads, shared_bytes=0):
        sizes = {**sizes, "LANES": 1, "SHARED_BYTES": max(shared_bytes, 1)}
        return GxxLoops(self._library(text, sizes), self._threads)

    def _library(self, text, sizes, options=()):
        options = [*options, *(f"-D{name}={size}" for name, size in sizes.items())]
        key = hashlib.sha256(repr((text, options)).encode()).hexdigest()[:20]
        library = self.folder / f"{key}.so"
        if not library.exists():
            command = "g++ -std=c++17 -O0 -ffp-contract=off -shared -fPIC -x c++ -"
            warnings = "-Wall -Werror -Wno-unknown-pragmas"
            subprocess.run(
                [*command.split(), *warnings.split(), *options, "-o", str(library)],
                input=text,
                text=True,
                check=True,
                timeout=120,
            )
        return library

    def address(self, array):
        return array.ctypes.data

    def to_host(self, array):
        return array.copy()

    def free_bytes(self):
        return self._free


class Warps(Gxx):
    """Compiles what a GPU would run, its threads in blocks of one warp or more."""

    shared_bytes = 1 << 14

    def compile(self, text, sizes, threads, shared_bytes=0):
        sizes = {**sizes, "LANES": threads, "SHARED_BYTES": max(shared_bytes, 1)}
        loops = re.findall(r"^KERNEL (\w+)", text, re.MULTILINE)
        text = text.replace("extern __shared__", "extern")
        text += "\n".join(LAUNCH.format(loop=loop) for loop in loops)
        options = ["-D__CUDACC__", "-include", str(Path(__file__).with_name("warps.h"))]
        # Libraries that are loaded together do not share what is of one name.
        options += ["-Wno-unused-variable", "-fno-gnu-unique"]
        return WarpLoops(
            self._library(text, sizes, options), threads, 16 * self.multiprocessors
        )


LAUNCH = """
struct {loop}_launch {{
    static constexpr auto body = &{loop};
    static inline const Facts* facts;
}};
extern "C" void launch_{loop}(const Facts* facts, int blocks) {{
    {loop}_launch::facts = facts;
    gridDim.x = blocks;
    for (blockIdx.x = 0; blockIdx.x < blocks; blockIdx.x++)
        warps::run_block<{loop}_launch>();
}}
"""


class WarpLoops:
    """The compiled loops, started as a GPU does."""

    def __init__(self, library, threads, most_blocks):
        self.library, self._threads = ctypes.CDLL(str(library)), threads
        self._most_blocks = most_blocks

    def run(self, name, facts, rows):
        blocks = max(min(-(-rows // self._threads), self._most_blocks), 1)
        launch = getattr(self.library, f"launch_{name}")
        launch(ctypes.c_void_p(facts.ctypes.data), blocks)


class GxxLoops:
    """The compiled loops."""

    def __init__(self, library, threads):
        self.library, self._threads = ctypes.CDLL(str(library)), threads

    def run(self, name, facts, rows):
        assert facts.nbytes == self.library.facts_bytes()

        def run_some(first):
            self.library.take_rows(ctypes.c_int64(first), ctypes.c_int64(self._threads))
            getattr(self.library, name)(ctypes.c_void_p(facts.ctypes.data))

        if self._threads == 1:
            run_some(0)
        else:
            with ThreadPoolExecutor(self._threads) as pool:
                list(pool.map(run_some, range(self._threads)))
