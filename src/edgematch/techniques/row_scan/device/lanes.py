"""Lanes of a machine, which search items of work to the end."""

import time
from typing import Any

import numpy as np
from numpy.typing import NDArray

from edgematch.devices.machine import Machine
from edgematch.devices.program import Program, loops_text

from .tables import DeviceTables

TURNS = 512
"""Turns of the loop between two looks at the other lanes."""
IDLE_SHARE = 0.1
"""When more of the lanes have run dry, work is shared out again."""
ROOM = 1 << 16
"""How many solutions can be kept between two starts of the loops."""
_SECONDS = 0.2
"""How long the loops go on before they return."""
_MOST_THREADS = {"masks": 768, "lists": 1024}
_RESERVED = 1024
"""Bytes of shared memory that the system may take."""
_MOST_ROUNDS = 1 << 20
_COUNTERS = [
    "taken",
    "given",
    "idle",
    "busy",
    "nodes",
    "found",
    "kept",
    "is_full",
    "deepest",
]  # each of 8 bytes
NO_WORK = 0xFFFFFFFF
NONE_KEPT, ALL_KEPT, SOME_KEPT = range(3)
"""Whether solutions are kept, as in `lanes.cu`."""


class Lanes:
    """As many searches as the machine runs at the same time, and their work."""

    def __init__(self, machine: Machine, tables: DeviceTables) -> None:
        self._machine, self._tables = machine, tables
        threads, pool, is_shared = _layout(machine, tables)
        self.count = threads * _blocks(machine, tables, threads)
        sizes = {**tables.sizes, "TABLES_SHARED": int(is_shared), "TURNS": TURNS}
        sizes["BLOCKS"] = 1
        text = loops_text(__package__, "lanes.cu", f"{tables.name}.cu")
        self._program = Program(machine, text, sizes, threads, pool)
        self._program.copy(**tables.arrays)
        self._take_memory()
        self._rounds = 1
        self.items = 0
        """How many items are to be taken, or have been."""
        self.is_over = True
        """Whether nothing is left to search."""
        self.nodes = self.found = 0
        """Pieces placed, and solutions found, since the work was given."""
        self.deepest = 0
        """The most steps filled on one board."""

    def _take_memory(self) -> None:
        arrays, steps = self._machine.arrays, self._tables.sizes["STEPS"]
        cell = np.dtype(f"u{self._tables.sizes['CELL_BITS'] // 8}")
        head, lanes = self._tables.sizes["HEAD"], self.count
        by_masks = self._tables.host.fits_masks
        self._counters = arrays.zeros(len(_COUNTERS), np.uint64)
        self._program.take(
            lane_heads=arrays.zeros(
                (lanes, steps, head) if by_masks else (1,), np.uint64
            ),
            lane_cells=arrays.zeros((lanes, steps), cell),
            lane_floor=arrays.zeros(lanes, np.uint16),
            lane_top=arrays.zeros(lanes, np.uint16),
            lane_place=arrays.full(lanes, NO_WORK, np.uint32),
            kept_cells=arrays.zeros((ROOM, steps), cell),
            deepest_cells=arrays.zeros((steps + 1, steps), cell),
        )
        # Two lists of items by turns: those to take, and those given away.
        self._spare = [
            (arrays.zeros((lanes, head), np.uint64), arrays.zeros((lanes, steps), cell))
            for _ in range(2)
        ]
        first = self._machine.address(self._counters)
        places = {name: first + 8 * at for at, name in enumerate(_COUNTERS)}
        self._idle_limit = int(lanes * IDLE_SHARE)
        self._program.set(lanes=lanes, room=ROOM, idle_limit=self._idle_limit, **places)

    def give(
        self, heads: NDArray[np.uint64], cells: NDArray[Any], deepest: int
    ) -> None:
        """Give the lanes new work; boards with more steps than `deepest` are kept."""
        assert self.is_over
        self._program.copy(item_head=heads, item_cells=cells)
        self.items = len(heads)
        self.nodes, self.found, self.deepest = 0, 0, deepest
        self._program.take(given_head=self._spare[0][0], given_cells=self._spare[0][1])
        self._counters[:] = 0
        self._counters[_COUNTERS.index("deepest")] = deepest
        self.is_over = not self.items

    def advance(self, keeps: int) -> NDArray[np.uint32]:
        """Search for a moment; return the ways of the solutions kept."""
        began = time.perf_counter()
        for name in ("given", "idle", "busy", "kept", "is_full"):
            self._counters[_COUNTERS.index(name)] = 0
        self._program.set(items=self.items, rounds=self._rounds, keeps=keeps)
        self._program.run("search", self.count)
        counted = dict(
            zip(_COUNTERS, self._machine.to_host(self._counters).tolist(), strict=True)
        )
        self.nodes, self.found = counted["nodes"], counted["found"]
        self.deepest = counted["deepest"]
        all_taken = counted["taken"] >= self.items
        self.is_over = all_taken and not counted["busy"] and not counted["given"]
        if counted["given"]:  # only when all items have been taken
            self._swap_items(counted["given"])
        elif counted["idle"] <= self._idle_limit and not counted["is_full"]:
            self._set_rounds(time.perf_counter() - began)
        kept = min(counted["kept"], ROOM)
        return self._ways(self._program.held["kept_cells"][:kept])

    def fullest(self) -> NDArray[np.uint32]:
        """Return the ways of the board with the most steps filled."""
        board = self._program.held["deepest_cells"][self.deepest, : self.deepest]
        return self._ways(board)

    def _ways(self, cells: Any) -> NDArray[np.uint32]:
        return self._tables.ways(self._machine.to_host(cells))

    def _swap_items(self, count: int) -> None:
        """Let the lanes take what they have given away."""
        self._spare.reverse()
        (heads, cells), (old_heads, old_cells) = self._spare[1], self._spare[0]
        self._program.take(item_head=heads, item_cells=cells)
        self._program.take(given_head=old_heads, given_cells=old_cells)
        self._counters[_COUNTERS.index("taken")] = 0
        self.items = count

    def _set_rounds(self, seconds: float) -> None:
        """Choose the rounds of the next start, after one that did all of its own."""
        factor = min(_SECONDS / max(seconds, 1e-6), 4.0)
        self._rounds = min(max(int(self._rounds * factor), 1), _MOST_ROUNDS)


def _blocks(machine: Machine, tables: DeviceTables, threads: int) -> int:
    """Return how many blocks have enough memory, with two lists of items."""
    sizes = tables.sizes
    of_step = 3 * sizes["CELL_BITS"] // 8 + 8 * sizes["HEAD"]
    of_lane = sizes["STEPS"] * of_step + 16 * sizes["HEAD"]
    enough = machine.free_bytes() // 2 // (threads * of_lane)
    return max(1, min(machine.multiprocessors, enough))


def _layout(machine: Machine, tables: DeviceTables) -> tuple[int, int, bool]:
    """Return the threads of a block, the memory they share, and whether it has tables.

    The tables are shared unless too few threads would be left.
    """
    budget = machine.shared_bytes - _RESERVED - tables.step_bytes
    most = _MOST_THREADS[tables.name]
    with_tables = (budget - tables.table_bytes) // tables.lane_bytes
    is_shared = with_tables >= most // 4
    threads = min(with_tables if is_shared else budget // tables.lane_bytes, most)
    threads = max(threads // 32 * 32, 32)
    pool = tables.step_bytes + is_shared * tables.table_bytes
    return threads, pool + threads * tables.lane_bytes + 64, is_shared
