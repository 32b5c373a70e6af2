// Row scan by masks: the candidates of a group are the bits of one word.
//
// What is left to try on a step is `mask & ~used`, from some bit on.  Only steps with
// something left to try are kept, as branches: the pieces used there, the group, the step, and
// the next bit.  A lane goes on to the next step only if something fits there; so each turn is
// one candidate.  It is the same for all lanes, but for what happens seldom.
//
// The newest branches of a lane, at most RING of them, are in shared memory, those before them
// in the memory of the machine.  Half a ring is moved at a time.
//
// The entries of a group are not side by side: that of bit n is n places behind the first, and
// those of other groups lie between them.
//
// Besides the sizes of lanes.cu: WORDS of used pieces, and SETS that share them; IS_SIMPLE, whether every piece has one
// bit and no piece waits for another; RING.  HEAD is WORDS + 1: the used pieces, and where:
// the group, 24 bits, the step, 8 bits, and the next bit.

#define CELL(step) cells[(step) * LANES + LANE]
#define BRANCH(number) (branches + (u64)(number) * HEAD)
#define NEW_BRANCH(number, at) ring[((number) % RING * HEAD + (at)) * LANES + LANE]
#define GROUP_OF(where) ((u32)(where) & 0xffffff)
#define AT_STEP(where) ((u32)(where) >> 24)
#define NEXT_BIT(where) ((u32)((where) >> 32))

// A word of some that are in registers.
template <u32 COUNT> DEVICE u64 chosen(const u64 (&words)[COUNT], u32 number) {
    u64 found = words[0];
#pragma unroll
    for (u32 at = 1; at < COUNT; at++)
        if (at == number) found = words[at];
    return found;
}

// What is left to try where a branch is.
DEVICE u64 left_at(u64 where, const u64* mask, const Step* steps, const u64 (&used)[WORDS]) {
    u64 is_free = ~chosen(used, WORD_OF(steps[AT_STEP(where)]));
    return mask[GROUP_OF(where)] & is_free & (~(u64)0 << NEXT_BIT(where));
}

// The group of the step after one that is filled with an entry.
DEVICE u32 group_after(Step next, const u32* third_of, const Cell* cells, Entry entry) {
    u32 one = ONE_OF(next), other = OTHER_OF(next);
    u32 one_color = COLOR_OF(ONE_BEFORE ? (Cell)entry : CELL(STEP_OF(one)), one);
    u32 other_color = COLOR_OF(OTHER_BEFORE ? (Cell)entry : CELL(STEP_OF(other)), other);
    u32 group = BASE_OF(next) + COLORS * one_color + other_color;
    if (HAS_THIRD) group += COLORS * COLORS * COLOR_OF(CELL(STEP_OF(*third_of)), *third_of);
    return group;
}

DEVICE bool fits_others(const u16* mate, const Other* all_others, const Cell* cells, u32 step, Entry entry) {
    for (u32 number = 0; number < OTHERS; number++) {
        Other other = all_others[step * OTHERS + number];
        if (other.own == NO_SIDE) break;
        u32 wanted = other.side == NO_SIDE ? other.color : COLOR_OF(CELL(STEP_OF(other.side)), other.side);
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
#pragma unroll 1
    for (u32 at = 0; at <= step; at++) kept[at] = CELL(at);
}

KERNEL search(FACTS) {
    SHARED_POOL(pool);
    const Step* steps = shared_copy(pool, f.steps, STEPS + 1);
    const u32* thirds = HAS_THIRD ? shared_copy(pool + STEPS_END, f.thirds, STEPS + 1) : f.thirds;
    const Other* all_others = shared_copy(pool + THIRDS_END, f.others, STEPS * OTHERS);
    const Entry* entries = f.entries;
    const u32* first_of = f.first;
    const u64 *mask = f.mask, *gone = f.gone;
    if (TABLES_SHARED) {
        entries = shared_copy(pool + OTHERS_END, f.entries, ENTRIES);
        first_of = shared_copy(pool + ENTRIES_END, f.first, GROUPS);
        mask = shared_copy(pool + FIRST_END, f.mask, GROUPS);
        if (!IS_SIMPLE) gone = shared_copy(pool + MASK_END, f.gone, SETS * 64);
    }
    u64 several[SETS];  // the bits that do not change alone
#pragma unroll
    for (u32 at = 0; at < SETS; at++) several[at] = IS_SIMPLE ? 0 : f.several[at];
    Cell* cells = (Cell*)(pool + GONE_END);
    u64* ring = (u64*)(pool + GONE_END + ALIGNED(STEPS * LANES * sizeof(Cell)));
    WAIT;
    FOR_ROWS(lane, f.lanes) {
        u64* branches = f.lane_heads + lane * STEPS * HEAD;
        Cell* own_cells = f.lane_cells + lane * STEPS;
        u32 floor = f.lane_floor[lane], top = f.lane_top[lane], old = top;
        // A lane that has nothing in hand stands on the last step, behind which is an empty group.
        u64 used[WORDS] = {}, left = 0;
        u32 here = (STEPS - 1) << 24, first = 0;
        u32 deepest = *(volatile i64*)f.deepest, notable = deepest < STEPS - 1 ? deepest : STEPS - 1;
        u32 nodes = 0, found = 0;
        bool is_dry = false;
        if (top > floor) {
            old = --top;
#pragma unroll
            for (u32 at = 0; at < WORDS; at++) used[at] = BRANCH(top)[at];
            u64 where = BRANCH(top)[WORDS];
            here = (u32)where;
            first = first_of[GROUP_OF(where)];
            left = left_at(where, mask, steps, used);
#pragma unroll 1
            for (u32 at = 0; at < AT_STEP(where); at++) CELL(at) = own_cells[at];
        }
        for (i64 round = 0; round < f.rounds; round++) {  // one round at least
            bool is_full = false;
#pragma unroll 1
            for (u32 turn = 0; turn < TURNS; turn++) {
                TOGETHER;  // or each lane would soon go its own way
                u32 step = AT_STEP(here), place = lowest(left);
                u64 bit = left & (~left + 1);
                bool fits = left != 0;
                left ^= bit;
                Entry entry = entries[first + place];
                Step now = steps[step], next = steps[step + 1];
                if (HAS_OTHERS(now) && fits) fits = fits_others(f.mate, all_others, cells, step, entry);
                CELL(step) = entry;
                nodes += fits;
                u64 change = bit;
                if (!IS_SIMPLE && chosen(several, SET_OF(now)) & bit) change = gone[SET_OF(now) * 64 + place];
                u32 group = group_after(next, thirds + step + 1, cells, entry);
                u64 taken = chosen(used, WORD_OF(next));
                if (WORDS == 1 || WORD_OF(next) == WORD_OF(now)) taken ^= change;
                if (IS_FRESH(next)) taken = f.fresh[step + 1];
                u64 fitting = mask[group] & ~taken;
                bool goes_on = fits && fitting, saves = goes_on && left, goes_back = !goes_on && !left && !is_dry;
                if (SELDOM(
                        (fits && step >= notable) || (saves && top - old == RING) || (goes_back && top == old)
                    )) {
                    if (fits && step >= notable) {
                        if (step >= deepest) keep_deepest(f, cells, step, deepest);
                        notable = deepest < STEPS - 1 ? deepest : STEPS - 1;
                        u64 number;
                        bool is_solution = step == STEPS - 1;
                        found += is_solution;
                        if (is_solution && f.keeps && has_place(f, &number)) {
                            Cell* kept = f.kept_cells + number * STEPS;
#pragma unroll 1
                            for (u32 at = 0; at < STEPS; at++) kept[at] = CELL(at);
                        } else if (is_solution && f.keeps == ALL) {  // this one again later
                            nodes--;
                            found--;
                            left |= bit;
                            goes_back = false;
                            is_full = true;
                            *f.is_full = 1;
                        }
                    }
                    if (saves && top - old == RING) {
#pragma unroll 1
                        for (u32 number = 0; number < RING / 2; number++, old++)
                            for (u32 at = 0; at < HEAD; at++) BRANCH(old)[at] = NEW_BRANCH(old, at);
                    }
                    if (goes_back && top == old) {
                        if (old > floor) {
#pragma unroll 1
                            for (u32 number = 0; number < RING / 2 && old > floor; number++) {
                                old--;
                                for (u32 at = 0; at < HEAD; at++) NEW_BRANCH(old, at) = BRANCH(old)[at];
                            }
                        } else {
                            u64 item = take_place(f.taken);
                            if (item < (u64)f.items) {
                                const u64* head = f.item_head + item * HEAD;
                                const Cell* taken_cells = f.item_cells + item * STEPS;
                                floor = old = 0;
                                top = 1;
                                for (u32 at = 0; at < HEAD; at++) NEW_BRANCH(0, at) = head[at];
#pragma unroll 1
                                for (u32 at = 0; at < AT_STEP(head[WORDS]); at++) CELL(at) = taken_cells[at];
                            } else {
                                is_dry = true;
                                goes_back = false;
                                add(f.idle, (u64)1);
                            }
                        }
                    }
                }
                if (saves) {
#pragma unroll
                    for (u32 at = 0; at < WORDS; at++) NEW_BRANCH(top, at) = used[at];
                    NEW_BRANCH(top, WORDS) = (u64)(place + 1) << 32 | here;
                    top++;
                }
                if (goes_on) {
#pragma unroll
                    for (u32 at = 0; at < WORDS; at++) {
                        used[at] ^= WORDS == 1 || at == WORD_OF(now) ? change : 0;
                        if (HAS_FRESH) used[at] = WORDS == 1 || at == WORD_OF(next) ? taken : used[at];
                    }
                    here = group | (step + 1) << 24;
                    first = first_of[group];
                    left = fitting;
                }
                if (goes_back) {
                    top--;
#pragma unroll
                    for (u32 at = 0; at < WORDS; at++) used[at] = NEW_BRANCH(top, at);
                    u64 where = NEW_BRANCH(top, WORDS);
                    here = (u32)where;
                    first = first_of[GROUP_OF(where)];
                    left = left_at(where, mask, steps, used);
                }
            }
            if (ALL(is_dry) || ANY(is_full || is_stopped(f))) break;
        }
        if (left) {  // as a branch, the newest
            for (; old < top; old++)
                for (u32 at = 0; at < HEAD; at++) BRANCH(old)[at] = NEW_BRANCH(old, at);
#pragma unroll
            for (u32 at = 0; at < WORDS; at++) BRANCH(top)[at] = used[at];
            BRANCH(top)[WORDS] = (u64)lowest(left) << 32 | here;
            old = ++top;
        }
        for (; old < top; old++)
            for (u32 at = 0; at < HEAD; at++) BRANCH(old)[at] = NEW_BRANCH(old, at);
        // Give away the branches nearest to the root, but keep one.
        for (u32 wanted = gifts(f); wanted && top - floor > 1; wanted--) {
            u64 place = take_place(f.given);
            const u64* branch = BRANCH(floor++);
            for (u32 at = 0; at < HEAD; at++) f.given_head[place * HEAD + at] = branch[at];
#pragma unroll 1
            for (u32 at = 0; at < AT_STEP(branch[WORDS]); at++) f.given_cells[place * STEPS + at] = CELL(at);
        }
        if (top > floor)
#pragma unroll 1
            for (u32 at = 0; at < AT_STEP(BRANCH(top - 1)[WORDS]); at++) own_cells[at] = CELL(at);
        if (top > floor) add(f.busy, (u64)1);
        f.lane_floor[lane] = floor;
        f.lane_top[lane] = top;
        add(f.nodes, (u64)nodes);
        add(f.found, (u64)found);
    }
}
