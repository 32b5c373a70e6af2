// Row scan by masks: the candidates of a group are the bits of one word.
//
// What is left to try on a step is `mask & ~used`.  Only steps with something left to
// try are kept, as branches: the pieces used there, the group, and the next bit.  A
// candidate is placed only if something fits on the step after it.
//
// Besides the sizes of lanes.cu: WORDS of used pieces; IS_SIMPLE, whether every piece has one
// bit and no piece waits for another.  HEAD is WORDS + 1.

#define CELL(step) cells[(step) * LANES + LANE]
#define BRANCH(number) (branches + (u64)(number) * HEAD)

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

DEVICE u32 group_of(const Step* steps, const Cell* cells, u32 step) {
    Step now = steps[step];
    return now.base + COLORS * COLOR_OF(CELL(STEP_OF(now.one)), now.one) + COLOR_OF(CELL(STEP_OF(now.other)), now.other);
}

DEVICE bool fits_others(const u16* mate, const Other* all_others, const Cell* cells, u32 step, u32 others, Entry entry) {
    for (u32 number = 0; number < others; number++) {
        Other other = all_others[step * OTHERS + number];
        u32 wanted = STEP_OF(other.side) == NO_STEP ? other.color : COLOR_OF(CELL(STEP_OF(other.side)), other.side);
        u32 own = (u32)((Wide)entry >> other.own) & COLOR_MASK;
        if ((SIGNED ? mate[own] : own) != wanted) return false;
    }
    return true;
}

DEVICE void save_branch(u64* branch, const u64* used, u32 group, u32 step, u64 left) {
#pragma unroll
    for (u32 at = 0; at < WORDS; at++) branch[at] = used[at];
    branch[WORDS] = group | (u64)step << 32 | (u64)lowest(left) << 48;
}

DEVICE u32 step_of_branch(const u64* branch) { return branch[WORDS] >> 32 & 65535; }

DEVICE void keep_deepest(const Facts& f, const Cell* cells, u32 step, Entry entry, u32& deepest) {
    deepest = step + 1;
    i64 was = most(f.deepest, (i64)deepest);
    if (was >= (i64)deepest) { deepest = was; return; }
    Cell* kept = f.deepest_cells + (u64)(step + 1) * STEPS;  // nobody else writes there
    for (u32 at = 0; at < step; at++) kept[at] = CELL(at);
    kept[step] = entry;
}

KERNEL search(FACTS) {
    SHARED_POOL(pool);
    const Step* steps = shared_copy(pool, f.steps, STEPS);
    const Other* all_others = shared_copy(pool + STEPS_END, f.others, STEPS * OTHERS);
    const Entry* entries = f.entries;
    const u32* first = f.first;
    const u64 *mask = f.mask, *gone = f.gone;
    if (TABLES_SHARED) {
        entries = shared_copy(pool + OTHERS_END, f.entries, ENTRIES);
        first = shared_copy(pool + ENTRIES_END, f.first, GROUPS);
        mask = shared_copy(pool + FIRST_END, f.mask, GROUPS);
        if (!IS_SIMPLE) gone = shared_copy(pool + MASK_END, f.gone, ENTRIES);
    }
    Cell* cells = (Cell*)(pool + GONE_END);
    WAIT;
    FOR_ROWS(lane, f.lanes) {
        u64* branches = f.lane_heads + lane * STEPS * HEAD;
        Cell* own_cells = f.lane_cells + lane * STEPS;
        u32 floor = f.lane_floor[lane], top = f.lane_top[lane];
        u64 used[WORDS] = {}, left = 0, all = 0;
        u32 group = 0, begin = 0, step = 0, deepest = *(volatile i64*)f.deepest;
        u32 nodes = 0, found = 0;
        bool has_work = true, has_room = true;
        if (top > floor)
            for (u32 at = 0; at < step_of_branch(BRANCH(top - 1)); at++) CELL(at) = own_cells[at];
        for (i64 round = 0; round < f.rounds; round++) {  // one round at least
            for (u32 turn = 0; turn < TURNS; turn++) {
                if (!left) {
                    if (top == floor) {
                        u64 item = take_place(f.taken);
                        if (item >= (u64)f.items) {
                            has_work = false;
                            add(f.idle, (u64)1);
                            break;
                        }
                        const u64* head = f.item_head + item * HEAD;
                        const Cell* taken = f.item_cells + item * STEPS;
                        floor = 0;
                        top = 1;
                        for (u32 at = 0; at < HEAD; at++) branches[at] = head[at];
                        for (u32 at = 0; at < step_of_branch(head); at++) CELL(at) = taken[at];
                    }
                    const u64* branch = BRANCH(--top);
#pragma unroll
                    for (u32 at = 0; at < WORDS; at++) used[at] = branch[at];
                    u64 where = branch[WORDS];
                    group = (u32)where;
                    step = where >> 32 & 65535;
                    all = mask[group];
                    begin = first[group];
                    left = all & ~word_of(used, steps[step].word) & ~(u64)0 << (where >> 48);
                    if (!left) continue;
                }
                u64 bit = left & (~left + 1);
                left ^= bit;
                u32 at = begin + bits(all & (bit - 1));
                Entry entry = entries[at];
                Step now = steps[step];
                if (OTHERS && now.others && !fits_others(f.mate, all_others, cells, step, now.others, entry)) continue;
                nodes++;
                if (step >= deepest) keep_deepest(f, cells, step, entry, deepest);
                if (step == STEPS - 1) {
                    u64 place;
                    if (f.keeps && has_place(f, &place)) {
                        Cell* kept = f.kept_cells + place * STEPS;
                        for (u32 other = 0; other < step; other++) kept[other] = CELL(other);
                        kept[step] = entry;
                    } else if (f.keeps == ALL) {  // this one again later
                        nodes--;
                        left |= bit;
                        has_room = false;
                        *f.is_full = 1;
                        break;
                    }
                    found++;
                    continue;
                }
                CELL(step) = entry;
                u64 change = IS_SIMPLE ? bit : gone[at];
                u32 next = group_of(steps, cells, step + 1), word = steps[step + 1].word;
                u64 taken = word_of(used, word);
                if (WORDS == 1 || word == now.word) taken ^= change;
                u64 fitting = mask[next] & ~taken;
                if (fitting) {
                    if (left) save_branch(BRANCH(top++), used, group, step, left);
                    exchange(used, now.word, change);
                    step++;
                    group = next;
                    all = mask[next];
                    begin = first[next];
                    left = fitting;
                }
            }
            if (!has_work || !has_room || is_stopped(f)) break;
        }
        if (left) save_branch(BRANCH(top++), used, group, step, left);
        // Give away the branches nearest to the root, but keep one.
        for (u32 wanted = gifts(f); wanted && top - floor > 1; wanted--) {
            u64 place = take_place(f.given);
            const u64* branch = BRANCH(floor++);
            for (u32 at = 0; at < HEAD; at++) f.given_head[place * HEAD + at] = branch[at];
            for (u32 at = 0; at < step_of_branch(branch); at++) f.given_cells[place * STEPS + at] = CELL(at);
        }
        if (top > floor)
            for (u32 at = 0; at < step_of_branch(BRANCH(top - 1)); at++) own_cells[at] = CELL(at);
        if (top > floor) add(f.busy, (u64)1);
        f.lane_floor[lane] = floor;
        f.lane_top[lane] = top;
        add(f.nodes, (u64)nodes);
        add(f.found, (u64)found);
    }
}
