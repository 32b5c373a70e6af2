"""GPUs, by way of CuPy."""

from collections.abc import Mapping
from contextlib import AbstractContextManager
from functools import cache
from importlib.util import find_spec
from itertools import count
from pathlib import Path
from typing import TYPE_CHECKING, Any

from edgematch.errors import EdgematchError, MissingPackage

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

_OPTIONS = ("--std=c++17", "--fmad=false")
"""Numbers are rounded as on the processor."""
_BLOCKS = 16
"""Blocks of threads for each multiprocessor."""
_DEVICE_FILES = ("/dev/nvidia0", "/dev/dxg")
"""There where Linux, or Linux inside Windows, has a GPU."""
_turns = count()


def gpus() -> list["Gpu"]:
    """Return all GPUs that CuPy can use."""
    cupy = _cupy()
    try:
        number = cupy.cuda.runtime.getDeviceCount()
    except cupy.cuda.runtime.CUDARuntimeError as error:
        raise EdgematchError(f"device=gpu: no GPU can be used: {error}") from None
    return [Gpu(each) for each in range(number)]


def next_gpu() -> "Gpu":
    """Return a GPU: where there are several, they take turns."""
    all_gpus = gpus()
    return all_gpus[next(_turns) % len(all_gpus)]


def has_gpu() -> bool:
    """Return whether there seems to be a GPU; it is not touched.

    A process that has used one cannot be forked.
    """
    is_there = any(Path(name).exists() for name in _DEVICE_FILES)
    return is_there and find_spec("cupy") is not None


class Gpu:
    """A GPU that CuPy can use."""

    def __init__(self, number: int = 0) -> None:
        cupy = _cupy()
        try:
            facts = cupy.cuda.runtime.getDeviceProperties(number)
        except cupy.cuda.runtime.CUDARuntimeError as error:
            raise EdgematchError(f"device=gpu: no GPU can be used: {error}") from None
        self.number = number
        self.name = str(facts["name"].decode())
        self.multiprocessors = int(facts["multiProcessorCount"])
        self.shared_bytes = int(facts["sharedMemPerBlockOptin"])
        self.memory_bytes = int(facts["totalGlobalMem"])
        self.arrays: Any = cupy

    def current(self) -> AbstractContextManager[Any]:
        """Let this thread use this GPU."""
        device: AbstractContextManager[Any] = self.arrays.cuda.Device(self.number)
        return device

    def compile(
        self, text: str, sizes: Mapping[str, int], threads: int, shared_bytes: int = 0
    ) -> "_GpuLoops":
        """Return loops for these sizes; CuPy keeps what it compiled."""
        sizes = {**sizes, "LANES": threads, "SHARED_BYTES": shared_bytes}
        options = tuple(f"-D{name}={size}" for name, size in sizes.items())
        try:
            module = _module(self.number, text, (*_OPTIONS, *options))
        except Exception as error:  # CuPy's own, and those of the CUDA libraries
            what = str(error).strip().splitlines() or [type(error).__name__]
            raise EdgematchError(f"device=gpu: no loops for it: {what[0]}") from error
        return _GpuLoops(self, module, threads, shared_bytes)

    def address(self, array: Any) -> int:
        """Return where an array is in the memory of the GPU."""
        return int(array.data.ptr)

    def to_host(self, array: Any) -> "NDArray[Any]":
        """Return a copy of an array."""
        host: NDArray[Any] = array.get()
        return host

    def free_bytes(self) -> int:
        """Return how much memory of the GPU is free."""
        pool = self.arrays.get_default_memory_pool()
        pool.free_all_blocks()
        return int(self.arrays.cuda.runtime.memGetInfo()[0])


class _GpuLoops:
    def __init__(self, gpu: Gpu, module: Any, threads: int, shared_bytes: int) -> None:
        self._module, self._threads = module, threads
        self._most_blocks = _BLOCKS * gpu.multiprocessors
        self._shared_bytes = shared_bytes

    def run(self, name: str, facts: "NDArray[np.int64]", rows: int) -> None:
        """Run one of the loops over rows."""
        blocks = max(min(-(-rows // self._threads), self._most_blocks), 1)
        by_value = facts.view(f"V{facts.nbytes}")
        loop = self._module.get_function(name)
        if self._shared_bytes:
            loop.max_dynamic_shared_size_bytes = self._shared_bytes
        loop((blocks,), (self._threads,), (by_value,), shared_mem=self._shared_bytes)


@cache
def _module(number: int, text: str, options: tuple[str, ...]) -> Any:
    """Return a module of loops for a GPU."""
    module = _cupy().RawModule(code=text, options=options)
    module.compile()
    return module


def _cupy() -> Any:
    try:
        import cupy
    except ImportError:
        raise MissingPackage(
            "device=gpu needs CuPy, which is not installed:"
            " install edgematch[gpu12] or edgematch[gpu13], as your driver allows"
        ) from None
    return cupy
