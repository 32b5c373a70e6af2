// Row scan on a GPU: what searching by masks and by lists has in common.
//
// A lane is a thread with a search of its own.  It takes items of work: a head of HEAD
// words, and the cells filled before the step where the item begins.  When lanes run dry,
// all stop, those at work give away the branches nearest to their roots, as new items, and
// the loop is started again.  What a lane has left is kept in memory between two starts.
//
// The compiler is told the sizes of the puzzle: STEPS, COLORS, GROUPS, ENTRIES; COLOR_BITS of
// each of the four sides of an entry, ENTRY_BITS, CELL_BITS of what is kept for a filled
// cell, HEAD; OTHERS, the most neighbors of a step that do not select its group; SIGNED,
// whether a color can face another one; ONE_BEFORE and OTHER_BEFORE, whether the neighbor that
// selects a group is never a step but the one before; HAS_THIRD, whether third neighbors select
// groups, too; HAS_FRESH, whether a word of used pieces begins afresh somewhere; TABLES_SHARED, whether the tables fit into
// shared memory; TURNS of the loop between two looks at the other lanes; and what masks.cu or
// lists.cu needs.

#if CELL_BITS == 16
typedef u16 Cell;
#elif CELL_BITS == 32
typedef u32 Cell;
#else
typedef u64 Cell;
#endif
#if ENTRY_BITS == 16
typedef u16 Entry;
#elif ENTRY_BITS == 32
typedef u32 Entry;
#else
typedef u64 Entry;
#endif
#if ENTRY_BITS == 64
typedef u64 Wide;
#else
typedef u32 Wide;
#endif

// A step: 24 bits, its first group; 3 bits, which word of used pieces it looks at; a bit, whether
// that word begins afresh; 3 bits, which set of pieces it needs; the last bit, whether other neighbors are compared one by one; and the two sides that select the group: where in an
// entry their colors are, and on which steps, 8 bits each.
struct Step { u32 facts, sides; };
// Another neighbor: the side that faces this step, or NO_SIDE and a color; and the side here, or
// NO_SIDE behind the last one.
struct Other { u32 side, color, own; };

// What the loops are given: numbers and addresses of 8 bytes each, in this order.
struct Facts {
    // the puzzle
    const Step* steps;          // and one behind the last, with an empty group
    const u32* thirds;          // of each step, the side that selects the group, too (masks)
    const Other* others;        // [step][OTHERS]
    const u16* mate;            // the color that a color faces
    const Entry* entries;
    const u32* first;           // of each group, its first entry, or that of its first bit
    const u64* mask;            // of each group (masks)
    const u64* gone;            // [set][64], the bits that change with a bit (masks)
    const u64* several;         // [set], the bits that do not change alone (masks)
    const u64* fresh;           // of each step, the used pieces it begins with (masks)
    // the items: those to take, and those given away
    const u64* item_head;
    const Cell* item_cells;
    i64 items;
    u64* taken;
    u64* given_head;
    Cell* given_cells;
    u64* given;
    // the lanes
    i64 lanes;
    u64* lane_heads;            // [lane][STEPS][HEAD] (masks)
    Cell* lane_cells;           // [lane][STEPS]; [STEPS][lane] (lists)
    u16* lane_floor;            // the first open branch, or the step where the item begins
    u16* lane_top;              // the end of the open branches, or the step of the search
    u32* lane_place;            // the entry to go on with; ~0 if there is no work (lists)
    // how long to go on, and what came of it
    i64 rounds, idle_limit;
    u64* idle;                  // lanes that have run dry
    u64* busy;                  // lanes that have work left
    u64* nodes;
    u64* found;                 // solutions
    i64 keeps;                  // whether solutions are kept: 0 none, 1 all, 2 some
    u64* kept;
    i64 room;
    Cell* kept_cells;           // [solution][STEPS]
    u64* is_full;               // whether there is no room for a solution
    i64* deepest;               // the most steps filled
    Cell* deepest_cells;        // [filled][STEPS]
};

#ifndef __CUDACC__
extern "C" i64 facts_bytes() { return sizeof(Facts); }
#endif

const u32 NO_SIDE = 65535;
enum { NONE, ALL, SOME };
const u32 COLOR_MASK = (1 << COLOR_BITS) - 1;

// A place in the pool of shared memory, and the pool from there on.
#define ALIGNED(bytes) (((bytes) + 15) / 16 * 16)
enum {
    STEPS_END = ALIGNED((STEPS + 1) * sizeof(Step)),
    THIRDS_END = STEPS_END + HAS_THIRD * ALIGNED((STEPS + 1) * 4),
    OTHERS_END = THIRDS_END + ALIGNED(STEPS * OTHERS * sizeof(Other)),
    ENTRIES_END = OTHERS_END + TABLES_SHARED * ALIGNED(ENTRIES * sizeof(Entry)),
    FIRST_END = ENTRIES_END + TABLES_SHARED * ALIGNED(GROUPS * 4),
    MASK_END = FIRST_END + TABLES_SHARED * BY_MASKS * ALIGNED(GROUPS * 8),
    GONE_END = MASK_END + TABLES_SHARED * BY_MASKS * !IS_SIMPLE * SETS * 64 * 8,
};

template <class T> DEVICE const T* shared_copy(u8* place, const T* table, u32 count) {
    T* copy = (T*)place;
    for (u32 at = LANE; at < count; at += LANES) copy[at] = table[at];
    return copy;
}

#define BASE_OF(step) ((step).facts & 0xffffff)
#define WORD_OF(step) ((step).facts >> 24 & 7)
#define SET_OF(step) ((step).facts >> 28 & 7)
#define IS_FRESH(step) (HAS_FRESH && (step).facts >> 27 & 1)
#define HAS_OTHERS(step) (OTHERS && (step).facts >> 31)

// The step and the color of a side that faces this one.  Where there is no such side, the last
// bits of an entry are looked at, which are 0.
#define STEP_OF(side) ((side) >> 16 & 255)
#define COLOR_OF(entry, side) ((u32)((Wide)(entry) >> ((side) & (8 * sizeof(Wide) - 1))) & COLOR_MASK)
#define ONE_OF(step) ((step).sides)
#define OTHER_OF(step) ((step).sides >> 8)

// Whether other lanes wait for work, or there is no room.
DEVICE bool is_stopped(const Facts& f) {
    return *(volatile u64*)f.idle > (u64)f.idle_limit || *(volatile u64*)f.is_full;
}

// Keep a solution; return whether there was room for it.
DEVICE bool has_place(const Facts& f, u64* place) {
    if (f.keeps == SOME && *(volatile u64*)f.kept >= (u64)f.room) return false;
    *place = take_place(f.kept);
    return *place < (u64)f.room;
}

// How many branches to give away: enough for all that wait, together.
DEVICE u32 gifts(const Facts& f) {
    u64 idle = *(volatile u64*)f.idle;
    if (idle <= (u64)f.idle_limit || idle >= (u64)f.lanes) return 0;
    return 1 + (u32)(idle / ((u64)f.lanes - idle));
}
