// The loops of a beam for a GPU, and for g++: the same text, the same boards.
//
// What is done here is what `kernel/` does: see there for the meaning.  A thread has a
// row.  Arrays have one value per row for each word, slot or type, so that neighboring
// threads read neighboring memory.  Nothing depends on the order of rows or threads.
//
// The compiler is told the sizes of the puzzle: HALVES (words of 32 bits), TYPES, COPIES
// (most sides of one type on a piece), SLOTS, COLORS, STRIDE, WORTHS (entries of the table
// of worths), MOST_SIDES (of a type), JOINT (whether types have other types as their mates),
// HOLE (the way that stands for a hole); and LANES, the threads of a block.

#if MOST_SIDES < 256
typedef u8 Left;
#else
typedef u16 Left;
#endif

// All that a step needs: numbers and addresses of 8 bytes each, in this order.
struct Facts {
    // the puzzle and the order of its cells
    const u32 *first, *way;
    const u64 *shown, *wanted;  // of a way, 16 bits for each side
    const u16 *color, *mate;
    const u32* mask;            // [type][copy][half]: pieces with more than `copy` sides of a type
    const u64 *of_piece, *of_demand;
    // the step
    i64 read[4], written[4], one, other, has_others, onward, group_base;
    // the key
    const i32* worth;
    const u16* rest;
    const i32* joint;
    i64 joint_side, ahead_weight;
    const i32* noise;
    i64 best, break_bins, gain, fewest, bins;
    // the visit
    i64 least, most, least_more, most_more, break_bin, last_bin, tie, leaves_holes, window;
    // the layer
    i64 rows, width;
    const u32* used;            // [half][width]
    const u8* demand;           // [slot][width]
    const u16* breaks;
    const u64* row_hash;
    Left* left;                 // [type][width]: sides on pieces that are not used
    i8* ahead;                  // [type][width]
    u16* best_of_row;
    // the look ahead
    const u32* chain_group;
    const u16* chain_slot;
    const u8 *chain_mode, *chain_lateral, *lateral;
    const u32* group_first;
    const u64* entry;
    i64 chain_first, chain_end;
    // the children: first those of earlier bins, and from the end those of the last bin
    u64* histogram;
    u64* count;                 // of both
    i64* found;                 // best gain, worth of the best row, fewest and most breaks, best row
    u64* best_rank;
    u32* parent;
    u16* chosen_way;
    u64 *rank, *hash;
    i64 room;
    u64* table;                 // [2 * size]: a hash, and the least rank seen with it; ~0 for none
    i64 table_size, children;
    // the next layer
    u32* next_parent;
    u16* next_way;
    u64* next_hash;
    u32* next_used;
    u8* next_demand;
    u16* next_breaks;
    i64 next_rows;
    // the history
    i64 rows_before;
    const u32* parent_before;
    const u16* way_before;
    u32 *number, *kept_parent;  // the new number of each row before; ~0 if it is not needed
    u16* kept_way;
};

#ifndef __CUDACC__
extern "C" i64 facts_bytes() { return sizeof(Facts); }
#endif

enum { BOTH, FIRST_ONLY, SECOND_ONLY, ANY, HOLES };  // the parts of the ways of a step
enum { BEST_GAIN, BEST_WORTH, FEWEST, MOST, BEST_ROW };

const i64 NO_SLOT = 65535, NO_SIDE = 4;
const i32 BINS = 2048, BIN_SHIFT = 4, NOISES = 4096, WINDOW = 2048, QUEUE = 16;
const float BREAK = 0.02f, LEAST = 1e-30f;
const float LOG_SCALE = (float)(16 * 0.6931471805599453 / 8388608);

#define COUNT(kind) counts[(kind) * LANES + LANE]
#define USED(half) used[(half) * LANES + LANE]
#define IS_USED(piece) (USED((piece) >> 5) >> ((piece) & 31) & 1)
#define QUEUED(at) queue[(at) * LANES + LANE]
#define SIDE(sides, side) ((i32)((sides) >> (16 * (side)) & 65535))

DEVICE void copy_worth(const Facts& f, i32* worth) {
    for (int at = LANE; at < WORTHS; at += LANES) worth[at] = f.worth[at];
}

DEVICE void read_used(const Facts& f, u64 row, u32* used) {
    for (int half = 0; half < HALVES; half++) USED(half) = f.used[half * f.width + row];
}

DEVICE void count_row(const Facts& f, u64 row, i32* counts) {
    COUNT(0) = 0;
    for (int kind = 1; kind < TYPES; kind++) COUNT(kind) = f.left[kind * f.width + row] * STRIDE;
    for (int slot = 0; slot < SLOTS; slot++) {
        u8 wanted = f.demand[slot * f.width + row];
        if (wanted) COUNT(wanted)++;
    }
}

DEVICE i32 joint_worth(const Facts& f, const i32* counts, i32 kind) {
    return f.joint[(i64)f.rest[COUNT(kind)] * f.joint_side + f.rest[COUNT(f.mate[kind])]];
}

DEVICE i32 worth_of(const Facts& f, const i32* worth, const i32* counts) {
    i32 found = 0;
    for (int kind = 1; kind < TYPES; kind++) {
        found += worth[COUNT(kind)];
        if (JOINT && kind < f.mate[kind]) found += joint_worth(f, counts, kind);
    }
    return found;
}

DEVICE i32 change(const Facts& f, const i32* worth, i32* counts, i32 kind, i32 more) {
    i32 count = COUNT(kind) + more, found = worth[count] - worth[COUNT(kind)];
    found -= joint_worth(f, counts, kind);
    COUNT(kind) = count;
    return found + joint_worth(f, counts, kind);
}

// Where mates differ: change the counts one by one, and back.
DEVICE i32 paired_worth(const Facts& f, const i32* worth, i32* counts, const i32* demands, u64 shown, u64 wanted) {
    i32 found = 0;
    for (int side = 0; side < 4; side++) {
        i32 kind = SIDE(shown, side), demand = demands[side];
        if (kind) found += change(f, worth, counts, kind, -STRIDE - (demand == kind));
        if (demand < 0) { if (kind && f.written[side] != NO_SLOT) found += change(f, worth, counts, SIDE(wanted, side), 1); }
        else if (demand != kind) found += change(f, worth, counts, demand, -1);
    }
    for (int side = 0; side < 4; side++) {
        i32 kind = SIDE(shown, side), demand = demands[side];
        if (kind) COUNT(kind) += STRIDE;
        if (demand >= 0) COUNT(demand)++;
        else if (kind && f.written[side] != NO_SLOT) COUNT(SIDE(wanted, side))--;
    }
    return found;
}

// Where every type is its own mate: the changes of each type together.
template <int CHANGES>
DEVICE i32 worth_of_changes(const i32* worth, const i32* counts, const i32* kinds, const i32* changes) {
    i32 found = 0;
#pragma unroll
    for (int at = 0; at < CHANGES; at++) {
        i32 all = 0;
        bool is_first = kinds[at] != 0;
#pragma unroll
        for (int other = 0; other < CHANGES; other++)
            if (kinds[other] == kinds[at]) { all += changes[other]; is_first &= other >= at; }
        if (is_first) { i32 count = COUNT(kinds[at]); found += worth[count + all] - worth[count]; }
    }
    return found;
}

DEVICE i32 child_worth(const Facts& f, const i32* worth, i32* counts, const i32* demands, u64 shown, u64 wanted, i32 more) {
    if (JOINT) return paired_worth(f, worth, counts, demands, shown, wanted);
    i32 kinds[8], changes[8];
#pragma unroll
    for (int side = 0; side < 4; side++) {
        i32 kind = SIDE(shown, side), demand = demands[side];
        bool is_missed = demand >= 0 && demand != kind;
        kinds[side] = kind;
        changes[side] = -STRIDE + (demand < 0 ? f.written[side] != NO_SLOT : -(demand == kind));
        kinds[4 + side] = is_missed ? demand : 0;
        changes[4 + side] = -1;
    }
    return more ? worth_of_changes<8>(worth, counts, kinds, changes) : worth_of_changes<4>(worth, counts, kinds, changes);
}

// Count the sides that each row has left, and weigh the best row.
KERNEL begin_step(FACTS) {
    SHARED u32 mask[TYPES * COPIES * HALVES];
    SHARED i32 counts[TYPES * LANES];
    for (int at = LANE; at < TYPES * COPIES * HALVES; at += LANES) mask[at] = f.mask[at];
    WAIT;
    FOR_ROWS(row, f.rows) {
        u32 unused[HALVES];
#pragma unroll
        for (int half = 0; half < HALVES; half++) unused[half] = ~f.used[half * f.width + row];
        for (int kind = 1; kind < TYPES; kind++) {
            u32 sides = 0;
            for (int copy = 0; copy < COPIES; copy++)
#pragma unroll
                for (int half = 0; half < HALVES; half++) {
                    u32 word = mask[(kind * COPIES + copy) * HALVES + half];
                    if (word) sides += bits(word & unused[half]);
                }
            f.left[kind * f.width + row] = (Left)sides;
        }
        f.best_of_row[row] = 65535;
        if ((i64)row == f.found[BEST_ROW]) {
            count_row(f, row, counts);
            f.found[BEST_WORTH] = worth_of(f, f.worth, counts);
        }
    }
    FOR_ROWS(bin, f.bins) f.histogram[bin] = 0;
    FOR_ROWS(at, 1) f.found[BEST_GAIN] = -(1 << 30);
}

DEVICE i32 bin_of(const Facts& f, i32 value, i32 breaks) {
    i32 place = ((i32)f.best - value) >> BIN_SHIFT;
    place = place < 0 ? 0 : place > BINS - 1 ? BINS - 1 : place;
    i64 bin = place + f.break_bins * (breaks - f.fewest);
    return (i32)(bin < f.bins - 1 ? bin : f.bins - 1);
}

// The part of the ways with all that meet the leading demands there are.
DEVICE int clean_part(const Facts& f, const i32* demands) {
    bool misses_first = f.one != NO_SIDE && demands[f.one] < 0;
    bool misses_second = f.other != NO_SIDE && demands[f.other] < 0;
    if (!misses_first) return misses_second ? FIRST_ONLY : BOTH;
    return f.other != NO_SIDE && !misses_second ? SECOND_ONLY : ANY;
}

DEVICE u32 unmet_by(u64 shown, const i32* demands) {
    u32 unmet = 0;
#pragma unroll
    for (int side = 0; side < 4; side++)
        unmet |= (u32)(demands[side] >= 0 && demands[side] != SIDE(shown, side)) << side;
    return unmet;
}

template <bool EMITS> DEVICE void visit(const Facts& f) {
    SHARED u32 window[WINDOW], used[HALVES * LANES];
    SHARED u16 queue[QUEUE * LANES];
    SHARED i32 worth[WORTHS], counts[TYPES * LANES];
    copy_worth(f, worth);
    if (!EMITS) for (int at = LANE; at < WINDOW; at += LANES) window[at] = 0;
    WAIT;
    i32 best_gain = -(1 << 30);
    FOR_ROWS(row, f.rows) {
        i32 breaks = f.breaks[row];
        if (breaks > f.most || breaks + f.most_more < f.least) continue;
        i32 best = f.best_of_row[row];
        if (EMITS && best > f.last_bin) continue;
        count_row(f, row, counts);
        i32 of_row = worth_of(f, worth, counts);
        i64 bound = ((f.best - of_row - f.gain) >> BIN_SHIFT) + f.break_bins * (breaks + 1 - f.fewest);
        bool may_break = bound <= f.break_bin, any_way = f.most_more > 1;
        if (f.least_more > 0 && !may_break) continue;
        read_used(f, row, used);
        u64 hashed = f.row_hash[row], closed = hashed;
        i32 demands[4], first = 0, second = 0;
#pragma unroll
        for (int side = 0; side < 4; side++) {
            i64 slot = f.read[side];
            demands[side] = -1;
            if (slot == NO_SLOT) continue;
            i32 demand = f.demand[slot * f.width + row];
            demands[side] = demand ? demand : -1;
            closed ^= f.of_demand[slot * TYPES + demand];
            if (side == f.one) first = f.color[demand];
            if (side == f.other) second = f.color[demand];
        }
        // Some ways are gathered first, so that the threads of a warp weigh theirs together.
        bool breaks_now = may_break && f.most_more > 0;
        int part = any_way ? ANY : BOTH, last_part = any_way ? ANY : breaks_now ? SECOND_ONLY : BOTH;
        if (f.leaves_holes) { part = clean_part(f, demands); last_part = breaks_now ? HOLES : part; }
        if (f.least_more > 0 && !f.has_others) part = f.leaves_holes ? HOLES : FIRST_ONLY;
        u32 place = 0, end = 0, missed = 0;
        for (bool has_more = part <= last_part; has_more;) {
            int gathered = 0;
            while (gathered < QUEUE) {
                if (place == end) {
                    if (part > last_part) { has_more = false; break; }
                    i64 group = f.group_base + (part == BOTH ? first * COLORS + second : COLORS * COLORS
                        + (part == FIRST_ONLY ? first : COLORS + (part == SECOND_ONLY ? second : COLORS + (part == HOLES))));
                    bool is_partial = !f.leaves_holes && (part == FIRST_ONLY || part == SECOND_ONLY);
                    missed = is_partial ? 1u << (part == FIRST_ONLY ? f.other : f.one) : 0;
                    place = f.first[group];
                    end = f.first[group + 1];
                    part = f.leaves_holes && part < HOLES ? HOLES : part + 1;
                    continue;
                }
                u32 way = f.way[place++] >> 2, unmet = 0;
                if (way != HOLE) {
                    if (IS_USED(way >> 2)) continue;
                    unmet = unmet_by(f.shown[way], demands);
                    if (f.leaves_holes && unmet) continue;
                }
                i32 more = way == HOLE ? 1 : (i32)bits(unmet);
                if (more < f.least_more || more > f.most_more || breaks + more < f.least || breaks + more > f.most) continue;
                if ((unmet & missed) != missed) continue;
                QUEUED(gathered) = (u16)way;
                gathered++;
            }
            for (int number = 0; number < gathered; number++) {
                u32 way = QUEUED(number);
                u64 shown = f.shown[way], wanted = f.wanted[way], child = closed ^ f.of_piece[way >> 2];
                i32 more = way == HOLE ? 1 : (i32)bits(unmet_by(shown, demands));
#pragma unroll
                for (int side = 0; side < 4; side++)
                    if (f.written[side] != NO_SLOT) child ^= f.of_demand[f.written[side] * TYPES + SIDE(wanted, side)];
                i32 gain = child_worth(f, worth, counts, demands, shown, wanted, more) + f.noise[child & (NOISES - 1)];
                if (f.ahead_weight && f.onward != NO_SIDE)
                    gain += (i32)((i64)f.ahead[SIDE(shown, f.onward) * f.width + row] * f.ahead_weight >> 4);
                i32 bin = bin_of(f, of_row + gain, breaks + more);
                if (!EMITS) {
                    i64 seen = bin - f.window;
                    if (seen >= 0 && seen < WINDOW) add(&window[seen], (u32)1);
                    else add(&f.histogram[bin], (u64)1);
                    if (bin < best) best = bin;
                    if (gain > best_gain) best_gain = gain;
                    continue;
                }
                if (bin > f.last_bin || (bin == f.last_bin && (i64)(child >> 32) >= f.tie)) continue;
                bool is_tied = bin == f.last_bin;
                u64 at = is_tied ? f.room - 1 - take_place(f.count + 1) : take_place(f.count);
                if (at >= (u64)f.room) continue;
                f.parent[at] = (u32)row;
                f.chosen_way[at] = (u16)way;
                f.rank[at] = (u64)bin << 48 | hashed >> 28 << 12 | way;
                f.hash[at] = child;
            }
        }
        if (!EMITS) f.best_of_row[row] = (u16)best;
    }
    if (EMITS) return;
    WAIT;
    for (int at = LANE; at < WINDOW; at += LANES)
        if (window[at] && f.window + at < f.bins) add(&f.histogram[f.window + at], (u64)window[at]);
    if (best_gain > -(1 << 30)) most(&f.found[BEST_GAIN], (i64)best_gain);
}

KERNEL count_children(FACTS) { visit<false>(f); }
KERNEL emit_children(FACTS) { visit<true>(f); }

KERNEL look_ahead(FACTS) {
    SHARED u32 used[HALVES * LANES];
    SHARED float numbers[2 * TYPES * LANES];
#define LEFT(kind) ((float)f.left[(kind) * f.width + row])
#define NUMBER(now, kind) numbers[((now) * TYPES + (kind)) * LANES + LANE]
#define SHARE(kind) ((kind) ? LEFT(kind) * one[f.lateral[kind]] : 0.0f)
    FOR_ROWS(row, f.rows) {
        read_used(f, row, used);
        float one[2] = {0, 0}, equal[2] = {0, 0};
        for (int kind = 1; kind < TYPES; kind++) {
            float left = LEFT(kind);
            one[f.lateral[kind]] += left;
            equal[f.lateral[kind]] += left * left;
        }
        for (int side = 0; side < 2; side++) {
            float total = one[side] > 1.0f ? one[side] : 1.0f;
            one[side] = 1.0f / total;
            equal[side] = equal[side] / (total * total);
        }
        int now = 0, mode = 0, lateral = 0;
        float scale = 1;
        for (int kind = 0; kind < TYPES; kind++) NUMBER(now, kind) = 1;
        for (i64 cell = f.chain_end - 1; cell >= f.chain_first; cell--) {
            mode = f.chain_mode[cell]; lateral = f.chain_lateral[cell];
            i32 third = -1, met = -2;
            u32 group = f.chain_group[cell];
            float expected = 0;
            const u16* slot = f.chain_slot + 3 * cell;
            if (slot[2] != NO_SLOT) third = f.demand[slot[2] * f.width + row];
            if (third == 0) third = -1;
            if (mode == 1) { met = -1; expected = equal[lateral]; }
            else if (mode == 2) met = f.demand[slot[1] * f.width + row];
            if (met == 0) met = -2;
            if (met > 0) expected = SHARE(met);
            if (slot[0] != NO_SLOT) group += f.demand[slot[0] * f.width + row];
            for (int kind = 0; kind < TYPES; kind++) NUMBER(1 - now, kind) = 0;
            i32 ways = 0;
            u32 end = f.group_first[group + 1];
            for (u32 place = f.group_first[group]; place < end; place++) {
                u64 entry = f.entry[place];
                u32 piece = entry & 65535;
                if (IS_USED(piece)) continue;
                ways++;
                float number = NUMBER(now, SIDE(entry, 2));
                if (third >= 0 && SIDE(entry, 3) != third) number *= BREAK;
                NUMBER(1 - now, SIDE(entry, 1)) += number;
            }
            float total = 0;
            for (int kind = 0; kind < TYPES; kind++) total += NUMBER(1 - now, kind);
            if (ways == 0) {
                float mean = 0;
                for (int kind = 1; kind < TYPES; kind++) mean += NUMBER(now, kind);
                mean /= (float)(TYPES > 1 ? TYPES - 1 : 1);
                for (int kind = 0; kind < TYPES; kind++) NUMBER(1 - now, kind) = mean;
            } else {
                float share = 1.0f / ((float)ways * (expected + BREAK)), number = total / (float)ways;
                if (met >= 0) number = (NUMBER(1 - now, met) + BREAK * total) * share;
                for (int kind = 0; kind < TYPES; kind++) {
                    if (met == -1 && kind > 0) number = (NUMBER(1 - now, kind) + BREAK * total) * share;
                    NUMBER(1 - now, kind) = number;
                }
                if (third >= 0) scale /= SHARE(third) + BREAK;
            }
            now = 1 - now;
        }
        for (int kind = 0; kind < TYPES; kind++) {
            float number = NUMBER(now, kind) * scale;
            if (!(number > LEAST)) number = LEAST;
            if (mode == 1 && kind > 0) number *= (equal[lateral] + BREAK) / (SHARE(kind) + BREAK);
            float rounded = floorf((float)(as_bits(number) - (127 << 23)) * LOG_SCALE + 1.0f);
            f.ahead[kind * f.width + row] = (i8)(rounded < -127 ? -127 : rounded > 127 ? 127 : rounded);
        }
    }
}

// Of equivalent children the one with the least rank stays.
KERNEL enter_children(FACTS) {
    u64 best = ~0ull;
    FOR_ROWS(child, f.children) {
        u64 rank = f.rank[child], key = f.hash[child] & ~1ull, size = (u64)f.table_size, place = key >> 16 & (size - 1);
        for (;;) {
            u64 was = f.table[2 * place];
            if (was == key) break;
            if (was == ~0ull) {
                was = swap(&f.table[2 * place], ~0ull, key);
                if (was == ~0ull || was == key) break;
            }
            place = (place + 1) & (size - 1);
        }
        least(&f.table[2 * place + 1], rank);
        if (rank < best) best = rank;
    }
    if (best != ~0ull) least(f.best_rank, best);
}

KERNEL keep_children(FACTS) {
    FOR_ROWS(child, f.children) {
        u64 rank = f.rank[child], key = f.hash[child] & ~1ull, size = (u64)f.table_size, place = key >> 16 & (size - 1);
        while (f.table[2 * place] != key) place = (place + 1) & (size - 1);
        if (f.table[2 * place + 1] != rank || swap(&f.table[2 * place + 1], rank, ~0ull) != rank) continue;
        u64 row = take_place(f.count);
        f.next_parent[row] = f.parent[child];
        f.next_way[row] = f.chosen_way[child];
        f.next_hash[row] = f.hash[child];
        if (rank == *f.best_rank) f.found[BEST_ROW] = (i64)row;
    }
}

KERNEL make_layer(FACTS) {
    i64 fewest = 1 << 30, most_breaks = 0;
    FOR_ROWS(row, f.next_rows) {
        u64 parent = f.next_parent[row];
        u32 way = (u32)f.next_way[row], piece = way >> 2;
        u64 shown = f.shown[way], wanted = f.wanted[way];
        for (u32 half = 0; half < HALVES; half++)
            f.next_used[half * f.width + row] = f.used[half * f.width + parent] | (piece >> 5 == half && way != HOLE ? 1u << (piece & 31) : 0);
        u16 breaks = f.breaks[parent] + (way == HOLE);
        for (i64 slot = 0; slot < SLOTS; slot++) {
            u8 demand = f.demand[slot * f.width + parent];
            for (int side = 0; side < 4; side++) if (f.read[side] == slot) {
                breaks += demand && way != HOLE && demand != SIDE(shown, side);
                demand = 0;
            }
            for (int side = 0; side < 4; side++) if (f.written[side] == slot) demand = (u8)SIDE(wanted, side);
            f.next_demand[slot * f.width + row] = demand;
        }
        f.next_breaks[row] = breaks;
        if (breaks < fewest) fewest = breaks;
        if (breaks > most_breaks) most_breaks = breaks;
    }
    if (fewest < 1 << 30) { least(&f.found[FEWEST], fewest); most(&f.found[MOST], most_breaks); }
}

// The history: keep the rows that the rows of the next level come from.
KERNEL mark_needed(FACTS) {
    FOR_ROWS(row, f.next_rows) f.number[f.next_parent[row]] = 0;
}

KERNEL keep_needed(FACTS) {
    FOR_ROWS(row, f.rows_before) {
        if (f.number[row] == ~0u) continue;
        u64 number = take_place(f.count);
        f.number[row] = (u32)number;
        f.kept_parent[number] = f.parent_before[row];
        f.kept_way[number] = f.way_before[row];
    }
}

KERNEL renumber(FACTS) {
    FOR_ROWS(row, f.next_rows) f.next_parent[row] = f.number[f.next_parent[row]];
}
