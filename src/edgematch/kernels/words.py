"""Bit tricks that numba has no name for."""

from typing import Any

from llvmlite import ir  # type: ignore[import-untyped]
from numba import config, types
from numba.extending import intrinsic

if config.DISABLE_JIT:  # type: ignore[attr-defined]

    def trailing_zeros(word: Any) -> int:
        """Return the place of the lowest bit that is set."""
        number = int(word)
        return (number & -number).bit_length() - 1

    def bit_count(word: Any) -> int:
        """Return how many bits are set."""
        return int(word).bit_count()

else:

    @intrinsic
    def bit_count(typing_context: Any, word: Any) -> Any:
        """Return how many bits are set."""
        signature = types.uint64(types.uint64)

        def generate(context: Any, builder: Any, _: Any, arguments: Any) -> Any:
            return builder.ctpop(arguments[0])

        return signature, generate

    @intrinsic
    def trailing_zeros(typing_context: Any, word: Any) -> Any:
        """Return the place of the lowest bit that is set."""
        signature = types.uint64(types.uint64)

        def generate(context: Any, builder: Any, _: Any, arguments: Any) -> Any:
            # The last argument promises that the word is not zero.
            return builder.cttz(arguments[0], ir.Constant(ir.IntType(1), 1))

        return signature, generate
