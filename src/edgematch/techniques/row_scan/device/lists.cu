// Row scan by lists: the candidates of a group are entries side by side, the last one marked.
//
// What is left to try on a step is found when the step is reached: a bit for each of the next
// WINDOW candidates that fits, and one more for the rest of a longer list.  A lane keeps for
// each filled step the entry placed and what is left.  The cells of a step lie side by side:
// lanes are about as deep.
//
// Besides the sizes of lanes.cu: HALVES (words of 32 bits) of used pieces; PLACE_BITS of an
// entry's place; WINDOW, at most 14.  HEAD is 1: the step, and the entry to begin with.

#define CELL(step) cells[(step) * lanes]
#define PLACED(cell) ((u32)(cell) & (u32)(((u64)1 << PLACE_BITS) - 1))
#define LEFT(cell) ((u32)((cell) >> PLACE_BITS) & 0x7fff)
#define HAS_REST(cell) ((u32)((cell) >> (PLACE_BITS + 15)) & 1)
#define USED(half) used[(half) * LANES + LANE]
#define PIECE(entry) ((u32)((entry) >> (4 * COLOR_BITS)) & 255)
#define IS_BLANK(entry) ((u32)((entry) >> (4 * COLOR_BITS + 8)) & 1)
#define IS_LAST(entry) ((u32)((entry) >> (4 * COLOR_BITS + 9)) & 1)
#define FLIP(entry) (USED(PIECE(entry) >> 5) ^= 1u << (PIECE(entry) & 31))

const u32 NO_WORK = ~0u, NO_PIECE = 256;

DEVICE u32 color_at(const Entry* entries, const Cell* cells, u32 lanes, u32 side) {
    return COLOR_OF(entries[PLACED(CELL(STEP_OF(side)))], side);
}

DEVICE bool fits_others(
    const u16* mate, const Other* all_others, const Entry* entries, const Cell* cells, u32 lanes, u32 step, Entry entry
) {
    for (u32 number = 0; number < OTHERS; number++) {
        Other other = all_others[step * OTHERS + number];
        if (other.own == NO_SIDE) break;
        u32 wanted = other.side == NO_SIDE ? other.color : color_at(entries, cells, lanes, other.side);
        u32 own = (u32)((Wide)entry >> other.own) & COLOR_MASK;
        if ((SIGNED ? mate[own] : own) != wanted) return false;
    }
    return true;
}

DEVICE void keep_deepest(const Facts& f, const Cell* cells, u32 lanes, u32 step, u32& deepest) {
    deepest = step + 1;
    i64 was = most(f.deepest, (i64)deepest);
    if (was >= (i64)deepest) { deepest = was; return; }
    Cell* kept = f.deepest_cells + (u64)(step + 1) * STEPS;  // nobody else writes there
#pragma unroll 1
    for (u32 at = 0; at <= step; at++) kept[at] = PLACED(CELL(at));
}

// What fits of the next candidates, a piece besides those used left out, and whether there are more.
DEVICE u32 fitting(
    const Facts& f, const Other* all_others, const Entry* entries, const Step* steps, const u32* used, const Cell* cells,
    u32 lanes, u32 step, u32 at, u32 without, u32& has_rest
) {
    u32 left = 0;
    has_rest = 1;
#pragma unroll
    for (u32 ahead = 0; ahead < WINDOW; ahead++) {
        Entry entry = entries[at + ahead];
        u32 piece = PIECE(entry);
        u32 is_free = ~(USED(piece >> 5) >> (piece & 31) | IS_BLANK(entry)) & has_rest;
        left |= (piece == without ? 0 : is_free) << ahead;
        has_rest &= ~IS_LAST(entry);
    }
    if (HAS_OTHERS(steps[step]))
        for (u32 rest = left; rest; rest &= rest - 1)
            if (!fits_others(f.mate, all_others, entries, cells, lanes, step, entries[at + lowest(rest)]))
                left ^= rest & (~rest + 1);
    return left | has_rest << WINDOW;
}

KERNEL search(FACTS) {
    SHARED_POOL(pool);
    const Step* steps = shared_copy(pool, f.steps, STEPS + 1);
    const Other* all_others = shared_copy(pool + THIRDS_END, f.others, STEPS * OTHERS);
    const Entry* entries = f.entries;
    const u32* first = f.first;
    if (TABLES_SHARED) {
        entries = shared_copy(pool + OTHERS_END, f.entries, ENTRIES);
        first = shared_copy(pool + ENTRIES_END, f.first, GROUPS);
    }
    u32* used = (u32*)(pool + GONE_END);
    const u32 lanes = f.lanes;
    WAIT;
    FOR_ROWS(lane, f.lanes) {
        Cell* cells = f.lane_cells + lane;
        u32 floor = f.lane_floor[lane], step = f.lane_top[lane], at = f.lane_place[lane];
        u32 left = 0, has_rest = 0;  // what is left to try, from `at` on
        u32 deepest = *(volatile i64*)f.deepest, notable = deepest < STEPS - 1 ? deepest : STEPS - 1;
        u32 nodes = 0, found = 0;
        bool is_dry = false;
        for (u32 half = 0; half < HALVES; half++) USED(half) = 0;
        if (at == NO_WORK) {
            floor = step;
        } else {
#pragma unroll 1
            for (u32 before = 0; before < step; before++) FLIP(entries[PLACED(CELL(before))]);
            left = fitting(f, all_others, entries, steps, used, cells, lanes, step, at, NO_PIECE, has_rest);
        }
        for (i64 round = 0; round < f.rounds; round++) {  // one round at least
            bool is_full = false;
#pragma unroll 1
            for (u32 turn = 0; turn < TURNS; turn++) {
                TOGETHER;  // or each lane would soon go its own way
                // Back to a step with something left; the turn is over if it is farther than that.
#pragma unroll 1
                for (u32 steps_back = 0; !left && step > floor && steps_back < STEPS_BACK; steps_back++) {
                    Cell cell = CELL(--step);
                    at = PLACED(cell);
                    left = LEFT(cell);
                    has_rest = HAS_REST(cell);
                    FLIP(entries[at]);
                    at++;
                }
                if (SELDOM(!left && step == floor && !is_dry)) {
                    u64 item = take_place(f.taken);
                    if (item < (u64)f.items) {
                        u64 head = f.item_head[item];
                        const Cell* taken = f.item_cells + item * STEPS;
                        floor = step = head >> 32;
                        for (u32 half = 0; half < HALVES; half++) USED(half) = 0;
#pragma unroll 1
                        for (u32 before = 0; before < step; before++) {
                            CELL(before) = taken[before];
                            FLIP(entries[taken[before]]);
                        }
                        at = (u32)head - WINDOW;  // a list of which nothing has been looked at
                        left = 1 << WINDOW;
                        has_rest = 1;
                    } else {
                        is_dry = true;
                        add(f.idle, (u64)1);
                    }
                }
                bool has_one = left != 0;
                u32 bit = lowest(left), placed = at + bit;
                left &= left - 1;
                bool looks_on = has_one && has_rest && !left, places = has_one && !looks_on;
                Entry entry = places ? entries[placed] : 0;
                if (places) CELL(step) = placed | (Cell)(left >> bit >> 1 | has_rest << 15) << PLACE_BITS;
                nodes += places;
                if (SELDOM(places && step >= notable)) {
                    if (step >= deepest) keep_deepest(f, cells, lanes, step, deepest);
                    notable = deepest < STEPS - 1 ? deepest : STEPS - 1;
                    bool is_solution = step == STEPS - 1;
                    u64 number;
                    found += is_solution;
                    if (is_solution && f.keeps && has_place(f, &number)) {
#pragma unroll 1
                        for (u32 other = 0; other < STEPS; other++)
                            f.kept_cells[number * STEPS + other] = PLACED(CELL(other));
                    } else if (is_solution && f.keeps == ALL) {  // this one again later
                        nodes--;
                        found--;
                        left |= 1 << bit;
                        is_full = true;
                        *f.is_full = 1;
                    }
                }
                u32 reached = step, from = placed, rest = 0, more = 0;
                if (places) {
                    Step next = steps[++reached];
                    u32 one = ONE_OF(next), other = OTHER_OF(next);
                    u32 one_color = ONE_BEFORE ? COLOR_OF(entry, one) : color_at(entries, cells, lanes, one);
                    u32 other_color = OTHER_BEFORE ? COLOR_OF(entry, other) : color_at(entries, cells, lanes, other);
                    from = first[BASE_OF(next) + COLORS * one_color + other_color];
                }
                if (has_one) {
                    u32 without = places ? PIECE(entry) : NO_PIECE;
                    more = fitting(f, all_others, entries, steps, used, cells, lanes, reached, from, without, rest);
                }
                if (more && places) FLIP(entry);
                if (more || looks_on) {
                    step = reached;
                    at = from;
                    left = more;
                    has_rest = rest;
                }
            }
            if (ALL(is_dry) || ANY(is_full || is_stopped(f))) break;
        }
        // Give away the branches nearest to the root, but not the one in hand.
        bool is_busy = left || step > floor;
        for (u32 wanted = gifts(f); wanted && floor < step; floor++) {
            Cell cell = CELL(floor);
            if (!LEFT(cell)) continue;
            u64 place = take_place(f.given);
            f.given_head[place] = (u64)floor << 32 | (PLACED(cell) + 1 + lowest(LEFT(cell)));
#pragma unroll 1
            for (u32 before = 0; before < floor; before++)
                f.given_cells[place * STEPS + before] = PLACED(CELL(before));
            wanted--;
        }
        if (is_busy) add(f.busy, (u64)1);
        f.lane_floor[lane] = floor;
        f.lane_top[lane] = step;
        f.lane_place[lane] = !is_busy ? NO_WORK : left ? at + lowest(left) : 0;
        add(f.nodes, (u64)nodes);
        add(f.found, (u64)found);
    }
}
