// Full consistency (MAC) in plain C++, the baseline of benchmarks/plans/effort-*.toml: what a good
// programmer writes at the first attempt. A cell's domain is four words, one a turn, of a
// bit a piece; a join's is a mask of colors. Each filters the other until nothing changes; a
// piece alone on a cell is taken from the others, a piece with one cell left goes there, a
// piece with none is a failure. Branches on the fewest candidates / (1 + undecided joins)^2,
// candidates turn by turn. Framed, turnable, unsigned puzzles without hints, at most 64
// pieces and 31 colors. Symmetry is not broken: all four turns of the board are searched.
//
// Usage: first_attempt [all] [inner_first] [seconds=S]
// Input: rows columns, then four colors a piece.
// Output: "ready", and after the search one line of JSON; a board is piece, turn by cell.
#include <bit>
#include <chrono>
#include <cstdint>
#include <cstdio>
#include <cstring>
#include <string>
#include <vector>

using Word = uint64_t;
const long kept_boards = 10000;  // others are counted only

struct Level {
    alignas(64) Word domain[64][4];
    uint32_t colors[112];  // by join
    Word fixed;            // cells whose piece is taken from the others
    int cell;              // branched on here
    Word left[4];          // its candidates still to try
};

int rows, columns, cells, joins;
bool inner_first = false;
Word all_pieces, all_cells, frame_cells;
alignas(64) Word has[4][32][4];  // side, color, turn: the pieces that show it
int join_at[64][4], beyond[64][4];  // -1 on the rim
std::vector<Level> levels;

static Word pieces_on(const Word *domain) {
    return domain[0] | domain[1] | domain[2] | domain[3];
}

// Filters the joins of a cell by its domain, and the cells beyond by the joins.
static bool revise(Level &level, int cell, Word &queue) {
    const Word *here = level.domain[cell];
    for (int side = 0; side < 4; side++) {
        const int join = join_at[cell][side];
        if (join < 0) continue;
        uint32_t colors = level.colors[join], kept = colors;
        // The color of a decided join has filtered both cells already.
        if (std::has_single_bit(colors)) continue;
        Word gone[4] = {0, 0, 0, 0};
        for (; colors; colors &= colors - 1) {
            const int color = std::countr_zero(colors);
            Word shown = 0;
            for (int turn = 0; turn < 4; turn++) shown |= here[turn] & has[side][color][turn];
            if (shown) continue;
            kept &= ~(1u << color);
            for (int turn = 0; turn < 4; turn++)
                gone[turn] |= has[(side + 2) & 3][color][turn];
        }
        if (kept == 0) return false;
        if (kept == level.colors[join]) continue;
        level.colors[join] = kept;
        const int other = beyond[cell][side];
        Word *there = level.domain[other];
        Word lost = 0;
        for (int turn = 0; turn < 4; turn++) lost |= there[turn] & gone[turn];
        if (lost == 0) continue;
        for (int turn = 0; turn < 4; turn++) there[turn] &= ~gone[turn];
        if (pieces_on(there) == 0) return false;
        queue |= Word(1) << other;
    }
    return true;
}

// Filters until nothing changes, starting with the cells in the queue.
static bool propagate(Level &level, Word queue) {
    while (true) {
        while (queue) {
            const int cell = std::countr_zero(queue);
            queue &= queue - 1;
            const Word pieces = pieces_on(level.domain[cell]);
            if (pieces == 0) return false;
            const Word own = Word(1) << cell;
            if ((pieces & (pieces - 1)) == 0 && !(level.fixed & own)) {
                level.fixed |= own;
                for (Word rest = all_cells & ~level.fixed; rest; rest &= rest - 1) {
                    const int other = std::countr_zero(rest);
                    Word *there = level.domain[other];
                    if (!(pieces_on(there) & pieces)) continue;
                    for (int turn = 0; turn < 4; turn++) there[turn] &= ~pieces;
                    if (pieces_on(there) == 0) return false;
                    queue |= Word(1) << other;
                }
            }
            if (!revise(level, cell, queue)) return false;
        }
        Word once = 0, twice = 0;
        for (int cell = 0; cell < cells; cell++) {
            const Word pieces = pieces_on(level.domain[cell]);
            twice |= once & pieces;
            once |= pieces;
        }
        if (once != all_pieces) return false;
        const Word alone = once & ~twice;
        for (Word rest = all_cells & ~level.fixed; rest; rest &= rest - 1) {
            const int cell = std::countr_zero(rest);
            const Word piece = pieces_on(level.domain[cell]) & alone;
            if (piece == 0) continue;
            if (piece & (piece - 1)) return false;  // two pieces have this cell only
            for (Word &pieces : level.domain[cell]) pieces &= piece;
            queue |= Word(1) << cell;
        }
        if (!queue) return true;
    }
}

static int candidates(const Word *domain) {
    int count = 0;
    for (int turn = 0; turn < 4; turn++) count += std::popcount(domain[turn]);
    return count;
}

// Chooses the cell to branch on; false if every cell has a single candidate.
static bool choose(Level &level) {
    double best = 1e18;
    level.cell = -1;
    for (int cell = 0; cell < cells; cell++) {
        const int count = candidates(level.domain[cell]);
        if (count == 1) continue;
        int undecided = 1;
        for (int side = 0; side < 4; side++) {
            const int join = join_at[cell][side];
            undecided += join >= 0 && !std::has_single_bit(level.colors[join]);
        }
        double score = double(count) / (undecided * undecided);
        if (inner_first && (frame_cells >> cell & 1)) score += 1e9;
        if (score < best) { best = score; level.cell = cell; }
    }
    if (level.cell < 0) return false;
    memcpy(level.left, level.domain[level.cell], sizeof level.left);
    return true;
}

static bool read_puzzle() {
    if (scanf("%d %d", &rows, &columns) != 2 || rows * columns > 64) return false;
    cells = rows * columns;
    all_cells = all_pieces = cells == 64 ? ~Word(0) : (Word(1) << cells) - 1;
    uint32_t used = 0;
    for (int piece = 0; piece < cells; piece++) {
        int sides[4];
        for (int &color : sides) {
            if (scanf("%d", &color) != 1 || color < 0 || color > 31) return false;
            used |= 1u << color;
        }
        for (int turn = 0; turn < 4; turn++)
            for (int side = 0; side < 4; side++)
                has[side][sides[(side - turn + 4) & 3]][turn] |= Word(1) << piece;
    }
    levels.resize(cells + 1);
    Level &first = levels[0];
    first.fixed = 0;
    const int steps[4] = {-columns, 1, columns, -1};
    for (int cell = 0; cell < cells; cell++) {
        const int row = cell / columns, column = cell % columns;
        const bool rim[4] = {row == 0, column == columns - 1, row == rows - 1, column == 0};
        for (int turn = 0; turn < 4; turn++) first.domain[cell][turn] = all_pieces;
        for (int side = 0; side < 4; side++) {
            if (rim[side]) frame_cells |= Word(1) << cell;
            beyond[cell][side] = rim[side] ? -1 : cell + steps[side];
            if (rim[side]) join_at[cell][side] = -1;
            else if (side == 1 || side == 2) join_at[cell][side] = joins++;
            else join_at[cell][side] = join_at[cell + steps[side]][(side + 2) & 3];
            for (int turn = 0; turn < 4; turn++) {
                const Word gray = has[side][0][turn];
                first.domain[cell][turn] &= rim[side] ? gray : ~gray;
            }
        }
    }
    for (int join = 0; join < joins; join++) first.colors[join] = used & ~1u;
    return true;
}

// The most memory this process has held, in kB: getrusage would count its parent's too.
static long peak_memory() {
    long found = 0;
    char line[256];
    FILE *status = fopen("/proc/self/status", "r");
    while (status && fgets(line, sizeof line, status))
        if (sscanf(line, "VmHWM: %ld", &found) == 1) break;
    return found;
}

int main(int count, char **words) {
    bool all = false;
    double limit = 1e18;
    for (int i = 1; i < count; i++) {
        const std::string word = words[i];
        if (word == "all") all = true;
        else if (word == "inner_first") inner_first = true;
        else if (word.starts_with("seconds=")) limit = std::stod(word.substr(8));
        else return fprintf(stderr, "first_attempt: no option %s\n", words[i]), 2;
    }
    if (!read_puzzle()) return fprintf(stderr, "first_attempt: no such puzzle\n"), 2;
    printf("ready\n");
    fflush(stdout);
    long long nodes = 0, solutions = 0;
    std::string boards;
    const char *ended = "exhausted";
    const auto started = std::chrono::steady_clock::now();
    auto seconds = [&] {
        return std::chrono::duration<double>(std::chrono::steady_clock::now() - started).count();
    };
    auto found = [&](const Level &level) {
        if (solutions++ >= kept_boards) return;
        std::string board;
        for (int cell = 0; cell < cells; cell++)
            for (int turn = 0; turn < 4; turn++)
                if (const Word piece = level.domain[cell][turn])
                    board += std::to_string(std::countr_zero(piece)) + ',' +
                             std::to_string(turn) + ',';
        board.back() = ']';
        boards += (boards.empty() ? "[" : ", [") + board;
    };
    int depth = propagate(levels[0], all_cells) ? 0 : -1;
    if (depth == 0 && !choose(levels[0])) { found(levels[0]); depth = -1; }
    while (depth >= 0) {
        Level &level = levels[depth];
        int turn = 0;
        while (turn < 4 && level.left[turn] == 0) turn++;
        if (turn == 4) { depth--; continue; }
        if ((nodes & 1023) == 1023 && seconds() > limit) { ended = "seconds"; break; }
        const Word bit = level.left[turn] & -level.left[turn];
        level.left[turn] ^= bit;
        nodes++;
        Level &next = levels[depth + 1];
        memcpy(next.domain, level.domain, cells * sizeof level.domain[0]);
        memcpy(next.colors, level.colors, joins * sizeof level.colors[0]);
        next.fixed = level.fixed;
        memset(next.domain[level.cell], 0, sizeof next.domain[0]);
        next.domain[level.cell][turn] = bit;
        if (!propagate(next, Word(1) << level.cell)) continue;
        if (choose(next)) { depth++; continue; }
        found(next);
        if (!all) { ended = "found"; break; }
    }
    printf("{\"ended\": \"%s\", \"count\": %lld, \"nodes\": %lld, \"seconds\": %.6f,", ended,
           solutions, nodes, seconds());
    printf(" \"memory\": %ld, \"boards\": [%s]}\n", peak_memory(), boards.c_str());
}
