// A plain row scan in C++, the baseline of benchmarks/row_scan.py: candidates of a cell in
// a list chosen by the colors above and to the left, used pieces skipped. The same tree as
// the engine row-scan in row order, on framed, turnable puzzles without hints.
//
// Input: rows columns node_limit, then four colors a piece. Output: nodes solutions seconds.
#include <chrono>
#include <cstdint>
#include <cstdio>
#include <vector>

struct Way { uint16_t piece; uint8_t east, south; };

int main() {
    int rows, columns;
    long long limit;
    if (scanf("%d %d %lld", &rows, &columns, &limit) != 3) return 2;
    const int cells = rows * columns;
    std::vector<int> sides(4 * cells);
    int colors = 1;
    for (int &side : sides) {
        if (scanf("%d", &side) != 1) return 2;
        if (side >= colors) colors = side + 1;
    }
    // Four kinds of cells: whether the east and the south side lie on the rim.
    std::vector<std::vector<Way>> groups(4 * colors * colors);
    for (int piece = 0; piece < cells; piece++)
        for (int turn = 0; turn < 4; turn++) {
            int n = sides[4 * piece + (4 - turn) % 4], e = sides[4 * piece + (5 - turn) % 4];
            int s = sides[4 * piece + (6 - turn) % 4], w = sides[4 * piece + (7 - turn) % 4];
            int kind = (e == 0) * 2 + (s == 0);
            groups[(kind * colors + n) * colors + w].push_back(
                {uint16_t(piece), uint8_t(e), uint8_t(s)});
        }
    std::vector<Way> ways;
    std::vector<int> first;
    for (auto &group : groups) {
        first.push_back(ways.size());
        ways.insert(ways.end(), group.begin(), group.end());
    }
    first.push_back(ways.size());
    std::vector<int> cursor(cells), end(cells), chosen(cells);
    std::vector<uint8_t> used(cells);
    std::vector<int> base(cells);
    for (int cell = 0; cell < cells; cell++) {
        int kind = (cell % columns == columns - 1) * 2 + (cell >= cells - columns);
        base[cell] = kind * colors * colors;
    }
    auto open = [&](int cell) {
        int north = cell >= columns ? ways[chosen[cell - columns]].south : 0;
        int west = cell % columns ? ways[chosen[cell - 1]].east : 0;
        int group = base[cell] + north * colors + west;
        cursor[cell] = first[group];
        end[cell] = first[group + 1];
    };
    long long nodes = 0, solutions = 0;
    int cell = 0;
    auto started = std::chrono::steady_clock::now();
    open(0);
    while (nodes < limit) {
        int i = cursor[cell], stop = end[cell];
        while (i < stop && used[ways[i].piece]) i++;
        cursor[cell] = i + 1;
        if (i < stop) {
            chosen[cell] = i;
            nodes++;
            if (cell + 1 == cells) { solutions++; continue; }
            used[ways[i].piece] = 1;
            open(++cell);
        } else {
            if (--cell < 0) break;
            used[ways[chosen[cell]].piece] = 0;
        }
    }
    std::chrono::duration<double> took = std::chrono::steady_clock::now() - started;
    printf("%lld %lld %f\n", nodes, solutions, took.count());
}
