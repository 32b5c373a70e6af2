"""Words of 64 bits: constants, and bit operations that numba lacks.

The constants are unsigned, like the indices of kernels: mixed with signed numbers they
would become floating point.
"""

from typing import Any, Final

import numpy as np
from llvmlite import ir  # type: ignore[import-untyped]  # it has no types
from numba import config, types
from numba.extending import intrinsic

ZERO: Final = np.uint64(0)
ONE: Final = np.uint64(1)
TWO: Final = np.uint64(2)
THREE: Final = np.uint64(3)
FOUR: Final = np.uint64(4)
FIVE: Final = np.uint64(5)
WORD_BITS: Final = np.uint64(64)
"""The bits of a word."""
WORD_SHIFT: Final = np.uint64(6)
"""The shift from a bit's number to that of its word."""
BIT_MASK: Final = np.uint64(63)
"""The mask for the place of a bit in its word."""
ALL_BITS: Final = np.uint64(2**64 - 1)
"""A word with all bits set."""

# Numba sets the attributes of config at run time.
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
