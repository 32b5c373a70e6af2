// Row scan by masks: the candidates of a group are the bits of one word.
//
// What is left to try on a step is `mask & ~used`.  Only steps with something left to
// try are kept, as branches: the pieces used there, the group, and the next bit.  A
// candidate is placed only if something fits on the step after it.
//
// The newest branches of a lane, at most RING of them, are in shared memory, those before them
// in the memory of the machine.
//
// The entries of a group are not side by side: that of bit n is n places behind the first, and
// those of other groups lie between them.
//
// Besides the sizes of lanes.cu: WORDS of used pieces; IS_SIMPLE, whether every piece has one
// bit and no piece waits for another; RING.  HEAD is WORDS + 2: the used pieces, what is left
// to try, and where: the first entry, and the step.

#define CELL(step) cells[(step) * LANES + LANE]
#define BRANCH(number) (branches + (u64)(number) * HEAD)
#define NEW_BRANCH(number, at) ring[((number) % RING * HEAD + (at)) * LANES + LANE]

// Which words of used pieces change, and how.
DEVICE void exchange(u64* used, u32 word, u64 change) {
#pragma unroll
    for (u32 at = 0; at < WORDS; at++)
        if (WORDS == 1 || at == word) used[at] ^= change;
}

DEVICE u64 word_of(const u64* used, u32 word) {
    u64 found = used[0];
#pragma unroll
    for (u32 at = 1; at < WORDS; at++)
        if (at == word) found = used[at];
    return found;
}

DEVICE u32 group_of(Step step, const Cell* cells) {
    u32 one = ONE_OF(step), other = OTHER_OF(step);
    return BASE_OF(step) + COLORS * COLOR_OF(CELL(STEP_OF(one)), one) + COLOR_OF(CELL(STEP_OF(other)), other);
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

// Add a branch to the newest; when they are full, the oldest of them leaves.
DEVICE void save_branch(u64* ring, u64* branches, u32& old, u32& top, const u64* used, u64 left, u32 first, u32 step) {
    ONCE_IF(top - old == RING) {
#pragma unroll
        for (u32 at = 0; at < HEAD; at++) BRANCH(old)[at] = NEW_BRANCH(old, at);
        old++;
    }
#pragma unroll
    for (u32 at = 0; at < WORDS; at++) NEW_BRANCH(top, at) = used[at];
    NEW_BRANCH(top, WORDS) = left;
    NEW_BRANCH(top, WORDS + 1) = first | (u64)step << 32;
    top++;
}

DEVICE u32 step_of_branch(const u64* branch) { return branch[WORDS + 1] >> 32; }

DEVICE void keep_deepest(const Facts& f, const Cell* cells, u32 step, Entry entry, u32& deepest) {
    deepest = step + 1;
    i64 was = most(f.deepest, (i64)deepest);
    if (was >= (i64)deepest) { deepest = was; return; }
    Cell* kept = f.deepest_cells + (u64)(step + 1) * STEPS;  // nobody else writes there
#pragma unroll 1
    for (u32 at = 0; at < step; at++) kept[at] = CELL(at);
    kept[step] = entry;
}

KERNEL search(FACTS) {
    SHARED_POOL(pool);
    const Step* steps = shared_copy(pool, f.steps, STEPS);
    const Other* all_others = shared_copy(pool + STEPS_END, f.others, STEPS * OTHERS);
    const Entry* entries = f.entries;
    const u32* first_of = f.first;
    const u64 *mask = f.mask, *gone = f.gone;
    if (TABLES_SHARED) {
        entries = shared_copy(pool + OTHERS_END, f.entries, ENTRIES);
        first_of = shared_copy(pool + ENTRIES_END, f.first, GROUPS);
        mask = shared_copy(pool + FIRST_END, f.mask, GROUPS);
        if (!IS_SIMPLE) gone = shared_copy(pool + MASK_END, f.gone, WORDS * 64);
    }
    u64 several[WORDS];  // the bits that do not change alone
#pragma unroll
    for (u32 at = 0; at < WORDS; at++) several[at] = IS_SIMPLE ? 0 : f.several[at];
    Cell* cells = (Cell*)(pool + GONE_END);
    u64* ring = (u64*)(pool + GONE_END + ALIGNED(STEPS * LANES * sizeof(Cell)));
    WAIT;
    FOR_ROWS(lane, f.lanes) {
        u64* branches = f.lane_heads + lane * STEPS * HEAD;
        Cell* own_cells = f.lane_cells + lane * STEPS;
        u32 floor = f.lane_floor[lane], top = f.lane_top[lane], old = top;
        u64 used[WORDS] = {}, left = 0;
        u32 first = 0, step = 0, deepest = *(volatile i64*)f.deepest;
        Step now = {};
        u32 nodes = 0, found = 0;
        u32 state = AT_WORK;
        if (top > floor)
#pragma unroll 1
            for (u32 at = 0; at < step_of_branch(BRANCH(top - 1)); at++) CELL(at) = own_cells[at];
        for (i64 round = 0; round < f.rounds; round++) {  // one round at least
            for (u32 turn = 0; turn < TURNS; turn++) {
                TOGETHER;  // or each lane would soon go its own way
                if (state != AT_WORK) continue;
                if (!left) {
                    if (top == floor) {
                        u64 item = take_place(f.taken);
                        if (item >= (u64)f.items) {
                            state = DRY;
                            add(f.idle, (u64)1);
                            continue;
                        }
                        const u64* head = f.item_head + item * HEAD;
                        const Cell* taken = f.item_cells + item * STEPS;
                        floor = old = 0;
                        top = 1;
                        for (u32 at = 0; at < HEAD; at++) NEW_BRANCH(0, at) = head[at];
#pragma unroll 1
                        for (u32 at = 0; at < step_of_branch(head); at++) CELL(at) = taken[at];
                    }
                    top--;
                    ONCE_IF(top < old) {
                        old--;
#pragma unroll
                        for (u32 at = 0; at < HEAD; at++) NEW_BRANCH(old, at) = BRANCH(old)[at];
                    }
#pragma unroll
                    for (u32 at = 0; at < WORDS; at++) used[at] = NEW_BRANCH(top, at);
                    left = NEW_BRANCH(top, WORDS);
                    u64 where = NEW_BRANCH(top, WORDS + 1);
                    first = (u32)where;
                    step = where >> 32;
                    now = steps[step];
                    if (!left) continue;
                }
                u32 place = lowest(left), word = WORD_OF(now);
                u64 bit = (u64)1 << place;
                left ^= bit;
                Entry entry = entries[first + place];
                if (HAS_OTHERS(now) && !fits_others(f.mate, all_others, cells, step, entry)) continue;
                nodes++;
                if (step >= deepest) keep_deepest(f, cells, step, entry, deepest);
                if (step == STEPS - 1) {
                    u64 number;
                    if (f.keeps && has_place(f, &number)) {
                        Cell* kept = f.kept_cells + number * STEPS;
#pragma unroll 1
                        for (u32 other = 0; other < step; other++) kept[other] = CELL(other);
                        kept[step] = entry;
                    } else if (f.keeps == ALL) {  // this one again later
                        nodes--;
                        left |= bit;
                        state = FULL;
                        *f.is_full = 1;
                        continue;
                    }
                    found++;
                    continue;
                }
                CELL(step) = entry;
                u64 change = bit;
                if (!IS_SIMPLE && word_of(several, word) & bit) change = gone[word * 64 + place];
                Step next = steps[step + 1];
                u32 group = group_of(next, cells);
                u64 taken = word_of(used, WORD_OF(next));
                if (WORDS == 1 || WORD_OF(next) == word) taken ^= change;
                u64 fitting = mask[group] & ~taken;
                if (fitting) {
                    if (left) save_branch(ring, branches, old, top, used, left, first, step);
                    exchange(used, word, change);
                    step++;
                    now = next;
                    first = first_of[group];
                    left = fitting;
                }
            }
            if (ALL(state == DRY) || ANY(state == FULL || is_stopped(f))) break;
        }
        if (left) save_branch(ring, branches, old, top, used, left, first, step);
        for (; old < top; old++)
            for (u32 at = 0; at < HEAD; at++) BRANCH(old)[at] = NEW_BRANCH(old, at);
        // Give away the branches nearest to the root, but keep one.
        for (u32 wanted = gifts(f); wanted && top - floor > 1; wanted--) {
            u64 place = take_place(f.given);
            const u64* branch = BRANCH(floor++);
            for (u32 at = 0; at < HEAD; at++) f.given_head[place * HEAD + at] = branch[at];
#pragma unroll 1
            for (u32 at = 0; at < step_of_branch(branch); at++) f.given_cells[place * STEPS + at] = CELL(at);
        }
        if (top > floor)
#pragma unroll 1
            for (u32 at = 0; at < step_of_branch(BRANCH(top - 1)); at++) own_cells[at] = CELL(at);
        if (top > floor) add(f.busy, (u64)1);
        f.lane_floor[lane] = floor;
        f.lane_top[lane] = top;
        add(f.nodes, (u64)nodes);
        add(f.found, (u64)found);
    }
}
