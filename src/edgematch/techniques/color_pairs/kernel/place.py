"""Place a piece or take it back: update every set, in constant time (§3.1, §3.2)."""

import numpy as np

from edgematch.kernels.compiled import inlined
from edgematch.kernels.words import ONE, TWO, bit_count

from .sets import (
    BYTE_MASK,
    BYTE_SHIFT,
    CELL_OF,
    COLORS,
    CROWDED,
    DEMANDS,
    ELSEWHERE,
    FACING,
    FILLED,
    FIRST_SIDE,
    FRONT,
    KNOWN,
    LEVEL,
    MASK,
    NEAR,
    NO_LEVEL,
    NONE,
    NOW,
    OFFERS,
    OTHER_SIDE,
    REQUIRED,
    RESERVED_BY,
    SECOND_SIDE,
    SLOT_COUNT,
    SLOT_SHIFT,
    SLOTS,
    SLOTS_OF_SIDE,
    TURN_SHIFT,
    WAY,
    Sets,
    known_sides,
    leave,
    rejoin,
)


@inlined
def ask(sets: Sets, cell: np.uint64, slot: np.uint64) -> np.uint32:
    """Add a slot with two known colors to the demand of its pair.

    Returns the pair if its demand exceeds its offer, else NONE.
    """
    required = np.uint64(sets.cell[cell, REQUIRED])
    one = required >> (FIRST_SIDE[slot] << BYTE_SHIFT) & BYTE_MASK
    other = required >> (SECOND_SIDE[slot] << BYTE_SHIFT) & BYTE_MASK
    base = np.uint64(sets.slot_base[cell, slot])
    pair = sets.pair_of[base + one * sets.sizes[COLORS] + other]
    if known_sides(sets, cell) > TWO:
        for earlier in range(SLOTS):
            if sets.slot_pair[cell, earlier] == pair:
                return NONE  # a cell takes one piece, however often it shows the pair
    member = (cell << SLOT_SHIFT) + slot
    size = np.uint64(sets.pair[pair, DEMANDS])
    place = np.uint64(sets.first_demand[pair]) + size
    sets.demand[place], sets.slot_place[NOW, member] = member, place
    sets.slot_pair[cell, slot] = pair
    sets.pair[pair, DEMANDS] = size + ONE
    return pair if size >= np.uint64(sets.pair[pair, OFFERS]) else NONE


@inlined
def leave_demands(sets: Sets, cell: np.uint64) -> None:
    """Remove a cell that is being filled from its demands and from the front."""
    for slot in range(SLOTS):
        pair = sets.slot_pair[cell, slot]
        if pair != NONE:
            size = np.uint64(sets.pair[pair, DEMANDS]) - ONE
            sets.pair[pair, DEMANDS] = size
            last = np.uint64(sets.first_demand[pair]) + size
            member = (cell << SLOT_SHIFT) + np.uint64(slot)
            leave(sets.demand, sets.slot_place, member, last)
    known = known_sides(sets, cell)
    if known >= TWO:
        sets.counters[FRONT] -= ONE
        leave(sets.front, sets.front_place, cell, sets.counters[FRONT])
        if known > TWO:
            sets.counters[CROWDED] -= ONE
        for side in range(4):
            sets.cell[sets.neighbor[cell, side], NEAR] -= np.uint32(1)


@inlined
def rejoin_demands(sets: Sets, cell: np.uint64) -> None:
    """Undo `leave_demands`."""
    known = known_sides(sets, cell)
    if known >= TWO:
        for side in range(4):
            sets.cell[sets.neighbor[cell, side], NEAR] += np.uint32(1)
        if known > TWO:
            sets.counters[CROWDED] += ONE
        rejoin(sets.front, sets.front_place, cell, sets.counters[FRONT])
        sets.counters[FRONT] += ONE
    for back in range(SLOTS):
        slot = SLOTS - 1 - back
        pair = sets.slot_pair[cell, slot]
        if pair != NONE:
            size = np.uint64(sets.pair[pair, DEMANDS])
            last = np.uint64(sets.first_demand[pair]) + size
            member = (cell << SLOT_SHIFT) + np.uint64(slot)
            rejoin(sets.demand, sets.slot_place, member, last)
            sets.pair[pair, DEMANDS] = size + ONE


@inlined
def leave_offers(sets: Sets, piece: np.uint64) -> np.uint32:
    """Remove a piece from its offers; return a pair short of pieces, or NONE."""
    wanting = NONE
    reserved = sets.piece[piece, RESERVED_BY]
    for number in range(SLOTS):
        pair = sets.piece_pairs[piece, number]
        if pair == NONE:
            break
        size = np.uint64(sets.pair[pair, OFFERS]) - ONE
        sets.pair[pair, OFFERS] = size
        last = np.uint64(sets.first_offer[pair]) + size
        member = (piece << SLOT_SHIFT) + np.uint64(number)
        leave(sets.offer, sets.piece_place, member, last)
        if reserved != NONE and reserved != pair:
            sets.pair[pair, ELSEWHERE] -= np.uint32(1)
        if size < np.uint64(sets.pair[pair, DEMANDS]):
            wanting = pair
    return wanting


@inlined
def rejoin_offers(sets: Sets, piece: np.uint64) -> None:
    """Undo `leave_offers`."""
    reserved = sets.piece[piece, RESERVED_BY]
    for back in range(SLOTS):
        number = SLOTS - 1 - back
        pair = sets.piece_pairs[piece, number]
        if pair != NONE:
            size = np.uint64(sets.pair[pair, OFFERS])
            last = np.uint64(sets.first_offer[pair]) + size
            member = (piece << SLOT_SHIFT) + np.uint64(number)
            rejoin(sets.offer, sets.piece_place, member, last)
            sets.pair[pair, OFFERS] = size + ONE
            if reserved != NONE and reserved != pair:
                sets.pair[pair, ELSEWHERE] += np.uint32(1)


@inlined
def show(sets: Sets, cell: np.uint64, side: np.uint64, color: np.uint64) -> np.uint32:
    """Note the color demanded at a side of an empty cell.

    Returns a pair that is short of pieces, or NONE.
    """
    before = np.uint64(sets.cell[cell, KNOWN])
    sets.cell[cell, KNOWN] = before | ONE << side
    sets.cell[cell, REQUIRED] |= np.uint32(color << (side << BYTE_SHIFT))
    sets.cell[cell, MASK] |= np.uint32(BYTE_MASK << (side << BYTE_SHIFT))
    wanting = NONE
    if before == np.uint64(0):
        return wanting
    for number in range(3):
        slot = SLOTS_OF_SIDE[side, number]
        if slot < sets.sizes[SLOT_COUNT] and before >> OTHER_SIDE[side, number] & ONE:
            want = ask(sets, cell, slot)
            if want != NONE:
                wanting = want
    known = bit_count(before)
    if known == ONE:
        last = sets.counters[FRONT]
        sets.front[last], sets.front_place[NOW, cell] = cell, last
        sets.counters[FRONT] = last + ONE
        for number in range(4):
            sets.cell[sets.neighbor[cell, number], NEAR] += np.uint32(1)
    elif known == TWO:
        sets.counters[CROWDED] += ONE
    return wanting


@inlined
def hide(sets: Sets, cell: np.uint64, side: np.uint64) -> None:
    """Undo `show`."""
    now = np.uint64(sets.cell[cell, KNOWN]) ^ ONE << side
    sets.cell[cell, KNOWN] = now
    sets.cell[cell, REQUIRED] &= ~np.uint32(BYTE_MASK << (side << BYTE_SHIFT))
    sets.cell[cell, MASK] &= ~np.uint32(BYTE_MASK << (side << BYTE_SHIFT))
    if now == np.uint64(0):
        return
    known = bit_count(now)
    if known == ONE:
        sets.counters[FRONT] -= ONE
        for number in range(4):
            sets.cell[sets.neighbor[cell, number], NEAR] -= np.uint32(1)
    elif known == TWO:
        sets.counters[CROWDED] -= ONE
    for number in range(3):
        slot = SLOTS_OF_SIDE[side, number]
        pair = sets.slot_pair[cell, slot]
        if pair != NONE:
            sets.pair[pair, DEMANDS] -= np.uint32(1)
            sets.slot_pair[cell, slot] = NONE


@inlined
def place(sets: Sets, level: np.uint64, cell: np.uint64, way: np.uint64) -> np.uint32:
    """Place a piece; return a pair that is short of pieces then, or NONE."""
    piece = way >> TURN_SHIFT
    leave_demands(sets, cell)
    wanting = leave_offers(sets, piece)
    sets.cell[cell, WAY], sets.cell[cell, LEVEL], sets.cell[cell, FILLED] = (
        way,
        level,
        1,
    )
    sets.piece[piece, CELL_OF] = cell
    facing = np.uint64(sets.way[way, FACING])
    for number in range(4):
        side = np.uint64(number)
        beyond = np.uint64(sets.neighbor[cell, side])
        if sets.cell[beyond, FILLED] == 0:
            color = facing >> (side << BYTE_SHIFT) & BYTE_MASK
            want = show(sets, beyond, side ^ TWO, color)
            if want != NONE:
                wanting = want
    return wanting


@inlined
def take_back(sets: Sets, cell: np.uint64) -> None:
    """Undo `place`."""
    piece = np.uint64(sets.cell[cell, WAY]) >> TURN_SHIFT
    for back in range(4):
        side = np.uint64(3 - back)
        beyond = np.uint64(sets.neighbor[cell, side])
        if sets.cell[beyond, FILLED] == 0:
            hide(sets, beyond, side ^ TWO)
    sets.cell[cell, LEVEL], sets.cell[cell, FILLED] = NO_LEVEL, 0
    sets.piece[piece, CELL_OF] = np.uint64(len(sets.slot_pair))
    rejoin_offers(sets, piece)
    rejoin_demands(sets, cell)
