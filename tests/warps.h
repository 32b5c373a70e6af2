// What loops for a GPU need of CUDA, in plain C++: the tests compile their CUDA text with it.
//
// The threads of a block take turns on one processor.  Each goes on to where it waits for
// others; these must come to the same line.
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <ucontext.h>

#define __global__
#define __device__
#define __forceinline__ inline
#define __grid_constant__
#define __launch_bounds__(threads, blocks)
#define __shared__ static
#define __align__(bytes) __attribute__((aligned(bytes)))

namespace warps {
enum State { GOES_ON, WAITS_FOR_WARP, WAITS_FOR_BLOCK, HAS_ENDED };
const int WARP = 32, STACK = 1 << 16;
int thread, line[LANES];
State state[LANES];
bool vote[LANES], any, all;
ucontext_t outside, context[LANES];
alignas(16) char stack[LANES][STACK];

inline void wait(State for_whom, int at_line) {
    state[thread] = for_whom;
    line[thread] = at_line;
    swapcontext(&context[thread], &outside);
}

// Whether the threads from `first` on that have not ended wait for this; on one line, or it is a fault.
inline bool all_wait(int first, int count, State for_whom) {
    int one = -1;
    for (int each = first; each < first + count; each++) {
        if (state[each] == HAS_ENDED) continue;
        if (state[each] != for_whom) return false;
        if (one >= 0 && line[each] != line[one]) {
            fprintf(stderr, "threads %d and %d wait on lines %d and %d\n", one, each, line[one], line[each]);
            abort();
        }
        one = each;
    }
    return one >= 0;
}

inline void release(int first, int count) {
    any = false, all = true;
    for (int each = first; each < first + count; each++) {
        if (state[each] == HAS_ENDED) continue;
        any |= vote[each], all &= vote[each];
        state[each] = GOES_ON;
    }
    for (int each = first; each < first + count; each++) {
        if (state[each] != GOES_ON) continue;
        thread = each;
        swapcontext(&outside, &context[each]);
    }
}

template <class Kernel> void enter() {
    (*Kernel::body)(*Kernel::facts);
    state[thread] = HAS_ENDED;
}

template <class Kernel> void run_block() {
    for (int each = 0; each < LANES; each++) {
        getcontext(&context[each]);
        context[each].uc_stack.ss_sp = stack[each];
        context[each].uc_stack.ss_size = STACK;
        context[each].uc_link = &outside;
        makecontext(&context[each], enter<Kernel>, 0);
        state[each] = GOES_ON;
    }
    release(0, LANES);
    for (bool goes_on = true; goes_on;) {
        goes_on = false;
        for (int first = 0; first < LANES; first += WARP)
            while (all_wait(first, WARP, WAITS_FOR_WARP)) release(first, WARP), goes_on = true;
        if (all_wait(0, LANES, WAITS_FOR_BLOCK)) release(0, LANES), goes_on = true;
    }
    for (int each = 0; each < LANES; each++)
        if (state[each] != HAS_ENDED) {
            fprintf(stderr, "thread %d waits on line %d for ever\n", each, line[each]);
            abort();
        }
}
}  // namespace warps

struct Index { int x; };
static Index blockIdx, gridDim;
struct { struct { operator unsigned() const { return warps::thread; } } x; } threadIdx;
alignas(16) unsigned char pool[SHARED_BYTES];

#define __syncthreads() warps::wait(warps::WAITS_FOR_BLOCK, __LINE__)
#define __syncwarp() warps::wait(warps::WAITS_FOR_WARP, __LINE__)
#define __any_sync(mask, condition) (warps::vote[warps::thread] = (condition), __syncwarp(), warps::any)
#define __all_sync(mask, condition) (warps::vote[warps::thread] = (condition), __syncwarp(), warps::all)
#define __activemask() (1u << warps::thread % warps::WARP)
#define __shfl_sync(mask, value, leader) (value)
#define __ffs __builtin_ffs
#define floorf __builtin_floorf
#define __popc __builtin_popcount
#define __popcll __builtin_popcountll

inline unsigned __clz(unsigned word) { return word ? __builtin_clz(word) : 32; }
inline unsigned __brev(unsigned word) {
    unsigned turned = 0;
    for (int bit = 0; bit < 32; bit++) turned |= (word >> bit & 1) << (31 - bit);
    return turned;
}
inline int __float_as_int(float number) {
    int word;
    memcpy(&word, &number, 4);
    return word;
}
template <class T> T atomicAdd(T* place, T value) { T was = *place; *place += value; return was; }
template <class T> T atomicCAS(T* place, T old, T value) { T was = *place; if (was == old) *place = value; return was; }
template <class T> T atomicMin(T* place, T value) { T was = *place; if (value < was) *place = value; return was; }
template <class T> T atomicMax(T* place, T value) { T was = *place; if (value > was) *place = value; return was; }
