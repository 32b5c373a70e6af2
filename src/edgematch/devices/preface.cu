// Loops for a GPU are written once: nvcc and g++ compile the same text, which starts with
// these lines.  A loop is a KERNEL that takes FACTS, one struct `Facts` of numbers and
// addresses of 8 bytes each.  LANES is the number of threads of a block, BLOCKS how many
// blocks a multiprocessor has to hold at once; under g++ a block is one thread, and
// `take_rows` tells a thread which of the rows are its own: at first all.

// A condition that seldom holds: what depends on it is kept out of the way.
#define SELDOM(condition) __builtin_expect(condition, 0)

#ifndef BLOCKS
#define BLOCKS 0  // as the compiler likes
#endif
#ifdef __CUDACC__
typedef unsigned char u8;
typedef unsigned short u16;
typedef unsigned int u32;
typedef unsigned long long u64;
typedef signed char i8;
typedef int i32;
typedef long long i64;
#define KERNEL extern "C" __global__ void __launch_bounds__(LANES, BLOCKS)
#define FACTS const __grid_constant__ Facts f
#define DEVICE __device__ __forceinline__
#define SHARED __shared__
#define SHARED_POOL(name) extern __shared__ __align__(16) u8 name[]
#define WAIT __syncthreads()
// The threads of a warp go on together from here; whether a condition holds for one of them, or
// for all.  All threads of the warp have to come here.
#define TOGETHER __syncwarp()
#define ANY(condition) __any_sync(~0u, condition)
#define ALL(condition) __all_sync(~0u, condition)
#define LANE threadIdx.x
#define FOR_ROWS(row, rows) \
    for (u64 row = (u64)blockIdx.x * LANES + LANE; row < (u64)(rows); row += (u64)gridDim.x * LANES)
// How many bits are set, and the place of the lowest one; behind the last if there is none.
DEVICE u32 bits(u32 word) { return __popc(word); }
DEVICE u32 bits(u64 word) { return __popcll(word); }
DEVICE u32 lowest(u32 word) { return __clz(__brev(word)); }
DEVICE u32 lowest(u64 word) { return (u32)word ? lowest((u32)word) : 32 + lowest((u32)(word >> 32)); }
DEVICE void add(u64* place, u64 value) { atomicAdd(place, value); }
DEVICE void add(u32* place, u32 value) { atomicAdd(place, value); }
DEVICE u64 swap(u64* place, u64 old, u64 value) { return atomicCAS(place, old, value); }
DEVICE void least(u64* place, u64 value) { atomicMin(place, value); }
DEVICE void least(i64* place, i64 value) { atomicMin(place, value); }
DEVICE i64 most(i64* place, i64 value) { return atomicMax(place, value); }
DEVICE i32 as_bits(float number) { return __float_as_int(number); }
// A place for each of the threads that call this together, with one addition for all.
DEVICE u64 take_place(u64* count) {
    u32 together = __activemask(), lane = threadIdx.x & 31, leader = __ffs(together) - 1;
    u64 first = 0;
    if (lane == leader) first = atomicAdd(count, (u64)__popc(together));
    return __shfl_sync(together, first, leader) + __popc(together & ((1u << lane) - 1));
}
#else
#include <cstdint>
#include <cstring>
#define floorf __builtin_floorf  // to read <cmath> takes as long as to compile the loops
typedef uint8_t u8;
typedef uint16_t u16;
typedef uint32_t u32;
typedef uint64_t u64;
typedef int8_t i8;
typedef int32_t i32;
typedef int64_t i64;
#define KERNEL extern "C" void
#define FACTS const Facts& f
#define DEVICE static inline
#define SHARED static thread_local
#define SHARED_POOL(name) alignas(16) static thread_local u8 name[SHARED_BYTES]
#define WAIT
#define TOGETHER
#define ANY(condition) (condition)
#define ALL(condition) (condition)
#define LANE 0
#define FOR_ROWS(row, rows) for (u64 row = first_row; row < (u64)(rows); row += row_step)
static thread_local u64 first_row = 0, row_step = 1;
extern "C" void take_rows(i64 first, i64 step) { first_row = first; row_step = step; }
DEVICE u32 bits(u32 word) { return __builtin_popcount(word); }
DEVICE u32 bits(u64 word) { return __builtin_popcountll(word); }
DEVICE u32 lowest(u64 word) { return word ? __builtin_ctzll(word) : 64; }
DEVICE u32 lowest(u32 word) { return word ? __builtin_ctz(word) : 32; }
template <class T> DEVICE void add(T* place, T value) { __atomic_fetch_add(place, value, __ATOMIC_SEQ_CST); }
DEVICE u64 swap(u64* place, u64 old, u64 value) {
    __atomic_compare_exchange_n(place, &old, value, false, __ATOMIC_SEQ_CST, __ATOMIC_SEQ_CST);
    return old;
}
template <class T> DEVICE T least(T* place, T value) {
    T was = __atomic_load_n(place, __ATOMIC_SEQ_CST);
    while (value < was && !__atomic_compare_exchange_n(place, &was, value, false, __ATOMIC_SEQ_CST, __ATOMIC_SEQ_CST)) {}
    return was;
}
template <class T> DEVICE T most(T* place, T value) {
    T was = __atomic_load_n(place, __ATOMIC_SEQ_CST);
    while (value > was && !__atomic_compare_exchange_n(place, &was, value, false, __ATOMIC_SEQ_CST, __ATOMIC_SEQ_CST)) {}
    return was;
}
DEVICE i32 as_bits(float number) { i32 word; memcpy(&word, &number, 4); return word; }
DEVICE u64 take_place(u64* count) { return __atomic_fetch_add(count, 1, __ATOMIC_SEQ_CST); }
#endif
