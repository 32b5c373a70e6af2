"""A pass of a beam on a GPU.

It does what `BeamPass` does and comes to the same board: what is chosen depends on the
boards of a layer, not on their order or on the machine.
"""

from collections.abc import Generator, Iterator
from typing import Any

import numpy as np
from numpy.typing import NDArray

from edgematch.devices.machine import Machine
from edgematch.devices.program import Program, loops_text
from edgematch.placements.completion import fill_holes
from edgematch.placements.full_boards import BoardWays

from ..counting import ALL_BINS, MARGIN, choice_of, count_children, key_of_step
from ..course import Course, hashes_of
from ..kernel.children import Visit
from ..kernel.steps import BINS, Key
from ..space import LEVELS
from .memory import Memory, masks_of, sizes_of, threads_of_block, views

_BEST_GAIN, _BEST_WORTH, _FEWEST, _MOST, _BEST_ROW = range(5)
"""What the loops say in `found`."""
_NO_ROW = np.uint32(0xFFFFFFFF)
_NO_RANK = np.uint64(0xFFFFFFFFFFFFFFFF)
_TIDY_FROM = 1 << 30
"""A history of fewer bytes is not tidied."""


class DevicePass:
    """One pass, which can be advanced cell by cell."""

    def __init__(
        self, course: Course, width: int, seeds: tuple[int, ...], machine: Machine
    ) -> None:
        plan = course.plan
        self._course, self._plan, self._width = course, plan, width
        self._machine = machine
        self._sizes = sizes_of(course)
        self._memory = Memory(self._sizes, width)
        text = loops_text(__package__, "beam.cu")
        threads = threads_of_block(self._sizes)
        self._program = Program(machine, text, self._sizes, threads)
        self._copy_tables(seeds)
        self._take_memory()
        self._place_hints(seeds)
        self._rows = 1
        self._children = 0
        self._history: list[tuple[Any, Any]] = []
        """For each step the parent of each row and its way."""
        self._tidied_bytes = 0
        self.filled = 0
        """The number of cells filled, hints not counted."""
        self._work: Generator[int] = self._fill()

    @property
    def is_over(self) -> bool:
        """Whether all cells are filled."""
        return self.filled == len(self._plan.steps)

    def advance(self, node_budget: int) -> int:
        """Fill cells until about `node_budget` pieces are placed or all cells are full.

        Returns the number of pieces placed.
        """
        nodes = 0
        while nodes < node_budget and not self.is_over:
            nodes += next(self._work)
        return nodes

    def prepare(self) -> None:
        """Compile the loops: fill all cells, and tidy."""
        self.advance(1 << 60)
        self._tidy()

    def best_ways(self) -> BoardWays:
        """Return the best board of the pass, its holes filled."""
        plan = self._plan
        ways = plan.sides.tables.ways_of(plan.puzzle.hints)
        row = int(self._program.read("found")[_BEST_ROW])
        levels = zip(plan.steps, self._history, strict=True)
        for step, (parents, way_of) in reversed(list(levels)):
            ways[step.cell] = int(way_of[row]) * 4
            row = int(parents[row])
        return fill_holes(plan.sides.tables, ways, 0)

    def close(self) -> None:
        """Give the memory back: the next pass needs it."""
        self._work.close()
        self._program.held.clear()
        for each in (self._layers, self._notes, self._row_hashes, self._history):
            each.clear()

    def _copy_tables(self, seeds: tuple[int, ...]) -> None:
        """Copy what does not change to the machine."""
        arrays, chains, keys = self._plan.arrays, self._course.chains, self._course.keys
        hashes, _ = hashes_of(self._plan, seeds)
        steps = range(len(self._plan.steps))
        tables: dict[str, NDArray[Any]] = {
            "first": arrays.first,
            "way": arrays.way,
            "shown": arrays.shown,
            "wanted": arrays.wanted,
            "color": arrays.color,
            "mate": arrays.mate,
            "mask": masks_of(arrays.of_piece, self._sizes),
            "of_piece": hashes.of_piece,
            "of_demand": hashes.of_demand,
            "noise": self._course.noise,
            "rest": keys.rest,
            "worth": np.array([keys.worth(step) for step in steps]),
            "joint": np.array([keys.joint(step) for step in steps]),
            "chain_group": chains.group,
            "chain_slot": chains.slot,
            "chain_mode": chains.mode,
            "chain_lateral": chains.is_lateral,
            "lateral": chains.lateral,
            "group_first": chains.group_first,
            "entry": chains.entry,
        }
        self._program.copy(**tables)

    def _take_memory(self) -> None:
        arrays, memory = self._machine.arrays, self._memory
        buffers = [arrays.zeros(memory.bytes_of_buffer, np.uint8) for _ in range(2)]
        self._layers = [views(buffer, memory.layer) for buffer in buffers]
        self._notes = [
            views(buffer, memory.before) | views(buffer, memory.after)
            for buffer in buffers
        ]
        self._row_hashes = [arrays.zeros(self._width, np.uint64) for _ in range(2)]
        bins = BINS * LEVELS
        self._program.take(
            histogram=arrays.zeros(bins, np.uint64),
            count=arrays.zeros(2, np.uint64),
            found=arrays.zeros(5, np.int64),
            best_rank=arrays.zeros(1, np.uint64),
        )
        self._program.set(
            width=self._width, bins=bins, room=memory.room, table_size=memory.table_size
        )

    def _place_hints(self, seeds: tuple[int, ...]) -> None:
        plan, layer = self._plan, self._layers[0]
        hashes, hashed = hashes_of(plan, seeds)
        used = np.zeros(self._sizes["HALVES"], np.uint32)
        for hint in plan.puzzle.hints:
            used[hint.piece // 32] |= np.uint32(1 << hint.piece % 32)
            hashed ^= hashes.of_piece[hint.piece]
        layer["used"][:, 0] = self._machine.arrays.asarray(used)
        for slot, wanted in plan.start:
            layer["demand"][slot, 0] = wanted
            hashed ^= hashes.of_demand[slot, wanted]
        self._row_hashes[0][0] = hashed

    def _fill(self) -> Generator[int]:
        """Fill cell by cell; yield how many pieces were placed."""
        for number in range(len(self._plan.steps)):
            key, most = self._begin_step(number)
            key, visit = yield from count_children(
                self, self._course, number, key, most, self._rows, self._width
            )
            self._emit(visit)
            self._make_layer()
            if self._history_bytes() > 2 * self._tidied_bytes + _TIDY_FROM:
                self._tidy()
            self.filled += 1
        yield 0

    def _begin_step(self, number: int) -> tuple[Key, int]:
        """Look at the layer; return the key, and the most breaks of a board."""
        arrays, chains = self._plan.arrays, self._course.chains
        held, address = self._program.held, self._machine.address
        self._program.take(
            **self._layers[0], **self._notes[1], row_hash=self._row_hashes[0]
        )
        self._program.set(
            worth=address(held["worth"][number]),
            joint=address(held["joint"][number]),
            joint_side=held["joint"].shape[1],
            chain_first=chains.first[number],
            chain_end=chains.first[number + 1],
            rows=self._rows,
            one=arrays.leading[number, 0],
            other=arrays.leading[number, 1],
            has_others=arrays.has_others[number],
            onward=arrays.onward[number],
            group_base=arrays.group_base[number],
            **{f"read{side}": arrays.read[number, side] for side in range(4)},
            **{f"written{side}": arrays.written[number, side] for side in range(4)},
        )
        self._program.run("begin_step", self._rows)
        if chains.first[number + 1] > chains.first[number]:
            self._program.run("look_ahead", self._rows)
        found = self._program.read("found")
        is_full = self._rows >= self._width // 4
        key = key_of_step(self._course, number, is_full, int(found[_FEWEST]))
        key = key._replace(best=int(found[_BEST_WORTH]) + MARGIN)
        self._histogram: NDArray[np.uint64] = np.zeros(0, np.uint64)
        return key, int(found[_MOST])

    def count(self, key: Key, visit: Visit) -> Iterator[int]:
        """Count some of the children of the layer; yield how many."""
        before = self.counted
        self._program.set_known(key._asdict() | visit._asdict())
        self._program.set(window=max(visit.least - key.fewest, 0) * key.break_bins)
        self._program.run("count_children", self._rows)
        self._histogram = self._program.read("histogram")
        yield self.counted - before

    @property
    def counted(self) -> int:
        """The number of children counted."""
        return int(self._histogram.sum())

    def histogram(self) -> NDArray[np.uint64]:
        """Return the number of children of each bin."""
        return self._histogram

    def best_gain(self) -> int:
        """Return the best gain of a child over its parent."""
        return int(self._program.read("found")[_BEST_GAIN])

    def _emit(self, visit: Visit) -> None:
        """Write the best children to the notes."""
        visit, left = choice_of(self._histogram, self._width, visit)
        held, room = self._program.held, self._memory.room
        held["count"].fill(0)
        self._program.set_known(visit._asdict())
        self._program.run("emit_children", self._rows)
        count, tied = map(int, self._program.read("count"))
        # Those of the last bin are at the end: choose the lowest hashes.
        hashes = held["hash"][room - tied :]
        alone = self._machine.arrays.unique(hashes) if tied > left else hashes
        is_chosen = hashes <= alone[left - 1] if len(alone) > left else slice(None)
        for name in self._memory.children:
            chosen = held[name][room - tied :][is_chosen].copy()
            self._children = count + len(chosen)
            held[name][count : self._children] = chosen

    def _make_layer(self) -> None:
        """Write the boards of the children, each once, to the next layer."""
        arrays, held, count = self._machine.arrays, self._program.held, self._children
        held["table"].fill(_NO_RANK)
        held["best_rank"].fill(_NO_RANK)
        held["count"].fill(0)
        held["found"][_FEWEST] = ALL_BINS
        held["found"][_MOST] = 0
        self._program.set(children=count)
        self._program.run("enter_children", count)
        parents = arrays.zeros(count, np.uint32)
        ways = arrays.zeros(count, np.uint16)
        self._program.take(
            next_parent=parents, next_way=ways, next_hash=self._row_hashes[1]
        )
        self._program.run("keep_children", count)
        self._rows = int(self._program.read("count")[0])
        self._history.append((parents[: self._rows], ways[: self._rows]))
        self._program.take(**{f"next_{name}": a for name, a in self._layers[1].items()})
        self._program.set(next_rows=self._rows)
        self._program.run("make_layer", self._rows)
        for both in (self._layers, self._notes, self._row_hashes):
            both.reverse()

    def _history_bytes(self) -> int:
        return sum(parents.nbytes + ways.nbytes for parents, ways in self._history)

    def _tidy(self) -> None:
        """Forget the boards of the history that no board of the layer comes from."""
        arrays, history = self._machine.arrays, self._history
        for at in range(len(history) - 1, 0, -1):
            parents, (before, ways_before) = history[at][0], history[at - 1]
            rows = len(before)
            self._program.take(
                next_parent=parents,
                parent_before=before,
                way_before=ways_before,
                number=arrays.full(rows, _NO_ROW, np.uint32),
                kept_parent=arrays.zeros(rows, np.uint32),
                kept_way=arrays.zeros(rows, np.uint16),
            )
            self._program.set(next_rows=len(parents), rows_before=rows)
            self._program.held["count"].fill(0)
            self._program.run("mark_needed", len(parents))
            self._program.run("keep_needed", rows)
            count = int(self._program.read("count")[0])
            if count == rows:
                break
            self._program.run("renumber", len(parents))
            kept = (
                self._program.held[name][:count].copy()
                for name in ("kept_parent", "kept_way")
            )
            history[at - 1] = next(kept), next(kept)
        self._tidied_bytes = self._history_bytes()
