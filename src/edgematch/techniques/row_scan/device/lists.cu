// Row scan by lists: the candidates of a group are tried one after the other.
//
// An entry is followed by the next of its group, or is marked as the last.  A lane keeps the
// entry placed on each step, and has one candidate in hand.
//
// Besides the sizes of lanes.cu: HALVES (words of 32 bits) of used pieces.  HEAD is 1.

#define CELL(step) cells[step]
#define USED(half) used[(half) * LANES + LANE]
#define PIECE(entry) ((u32)((entry) >> (4 * COLOR_BITS)) & 255)
#define IS_BLANK(entry) ((u32)((entry) >> (4 * COLOR_BITS + 8)) & 1)
#define IS_LAST(entry) ((u32)((entry) >> (4 * COLOR_BITS + 9)) & 1)
#define FLIP(entry) (USED(PIECE(entry) >> 5) ^= 1u << (PIECE(entry) & 31))

const u32 NO_WORK = ~0u;

DEVICE u32 color_at(const Entry* entries, const Cell* cells, u32 side) {
    return COLOR_OF(entries[CELL(STEP_OF(side))], side);
}

DEVICE u32 first_on(const Entry* entries, const u32* first, const Step* steps, const Cell* cells, u32 step) {
    Step now = steps[step];
    return first[now.base + COLORS * color_at(entries, cells, now.one) + color_at(entries, cells, now.other)];
}

DEVICE bool fits_others(
    const u16* mate, const Other* all_others, const Entry* entries, const Cell* cells, u32 step, u32 others, Entry entry
) {
    for (u32 number = 0; number < others; number++) {
        Other other = all_others[step * OTHERS + number];
        u32 wanted = STEP_OF(other.side) == NO_STEP ? other.color : color_at(entries, cells, other.side);
        u32 own = (u32)((Wide)entry >> other.own) & COLOR_MASK;
        if ((SIGNED ? mate[own] : own) != wanted) return false;
    }
    return true;
}

DEVICE void keep_deepest(const Facts& f, const Cell* cells, u32 step, u32& deepest) {
    deepest = step + 1;
    i64 was = most(f.deepest, (i64)deepest);
    if (was >= (i64)deepest) { deepest = was; return; }
    Cell* kept = f.deepest_cells + (u64)(step + 1) * STEPS;  // nobody else writes there
    for (u32 at = 0; at <= step; at++) kept[at] = CELL(at);
}

KERNEL search(FACTS) {
    SHARED_POOL(pool);
    const Step* steps = shared_copy(pool, f.steps, STEPS);
    const Other* all_others = shared_copy(pool + STEPS_END, f.others, STEPS * OTHERS);
    const Entry* entries = f.entries;
    const u32* first = f.first;
    if (TABLES_SHARED) {
        entries = shared_copy(pool + OTHERS_END, f.entries, ENTRIES);
        first = shared_copy(pool + ENTRIES_END, f.first, GROUPS);
    }
    u32* used = (u32*)(pool + GONE_END);
    WAIT;
    FOR_ROWS(lane, f.lanes) {
        Cell* cells = f.lane_cells + lane * STEPS;
        u32 floor = f.lane_floor[lane], step = f.lane_top[lane], at = f.lane_place[lane];
        u32 nodes = 0, found = 0, deepest = *(volatile i64*)f.deepest;
        bool is_dry = false, has_room = true;
        for (u32 half = 0; half < HALVES; half++) USED(half) = 0;
        if (at != NO_WORK)
            for (u32 before = 0; before < step; before++) FLIP(entries[CELL(before)]);
        for (i64 round = 0; round < f.rounds; round++) {  // one round at least
            for (u32 turn = 0; turn < TURNS; turn++) {
                if (at == NO_WORK) {
                    u64 item = take_place(f.taken);
                    if (item >= (u64)f.items) {
                        is_dry = true;
                        add(f.idle, (u64)1);
                        break;
                    }
                    u64 head = f.item_head[item];
                    const Cell* taken = f.item_cells + item * STEPS;
                    floor = step = head >> 32;
                    for (u32 half = 0; half < HALVES; half++) USED(half) = 0;
                    for (u32 before = 0; before < step; before++) {
                        CELL(before) = taken[before];
                        FLIP(entries[taken[before]]);
                    }
                    at = (u32)head;
                }
                Entry entry = entries[at];
                u32 piece = PIECE(entry);
                bool fits = !IS_BLANK(entry) && !(USED(piece >> 5) >> (piece & 31) & 1);
                if (OTHERS && fits && steps[step].others)
                    fits = fits_others(f.mate, all_others, entries, cells, step, steps[step].others, entry);
                if (fits) {
                    nodes++;
                    CELL(step) = at;
                    if (step >= deepest) keep_deepest(f, cells, step, deepest);
                    if (step < STEPS - 1) {
                        USED(piece >> 5) ^= 1u << (piece & 31);
                        step++;
                        at = first_on(entries, first, steps, cells, step);
                        continue;
                    }
                    u64 place;
                    if (f.keeps && has_place(f, &place)) {
                        for (u32 other = 0; other < STEPS; other++) f.kept_cells[place * STEPS + other] = CELL(other);
                    } else if (f.keeps == ALL) {  // this one again later
                        nodes--;
                        has_room = false;
                        *f.is_full = 1;
                        break;
                    }
                    found++;
                }
                while (IS_LAST(entry) && step > floor) {
                    step--;
                    at = CELL(step);
                    entry = entries[at];
                    FLIP(entry);
                }
                at = IS_LAST(entry) ? NO_WORK : at + 1;
            }
            if (is_dry || !has_room || is_stopped(f)) break;
        }
        // Give away the branches nearest to the root, but not the one in hand.
        if (at != NO_WORK)
            for (u32 wanted = gifts(f); wanted && floor < step; floor++) {
                u32 placed = CELL(floor);
                if (IS_LAST(entries[placed])) continue;
                u64 place = take_place(f.given);
                f.given_head[place] = (u64)floor << 32 | (placed + 1);
                for (u32 before = 0; before < floor; before++) f.given_cells[place * STEPS + before] = CELL(before);
                wanted--;
            }
        if (at != NO_WORK) add(f.busy, (u64)1);
        f.lane_floor[lane] = floor;
        f.lane_top[lane] = step;
        f.lane_place[lane] = at;
        add(f.nodes, (u64)nodes);
        add(f.found, (u64)found);
    }
}
