#ifndef KILN_CMACHINE_H
#define KILN_CMACHINE_H

#include <stdbool.h>
#include <stdint.h>
#include <string.h>

/// True when the processor runs code compiled for x86-64-v3 (AVX2, BMI, FMA).
bool kiln_machine_has_wide_vectors(void);

/// Gives two files or folders each other's name in one step.
///
/// Returns 0, or -1 with the reason in `errno`; `ENOSYS` where the system has no such call.
int kiln_exchange_names(const char *first, const char *second);

/// Lets freed memory be used again without giving it back to the system in between.
///
/// Pictures are megabytes that come and go; clearing fresh pages for each costs a bake a twentieth
/// of its time. Does nothing where the C library has no such setting.
void kiln_keep_freed_memory(void);

/// The highest bits of 32 bytes, the first byte's lowest.
///
/// One instruction on many processors, which Swift's vectors do lane by lane, as pairs below. It is
/// compiled as the code that calls it is.
static inline uint32_t kiln_highest_bits(const void *bytes) {
    typedef signed char Bytes __attribute__((ext_vector_type(32)));
    typedef bool Bits __attribute__((ext_vector_type(32)));
    Bytes lanes;
    memcpy(&lanes, bytes, sizeof lanes);
    Bits bits = __builtin_convertvector(lanes < 0, Bits);
    uint32_t word;
    memcpy(&word, &bits, sizeof word);
    return word;
}

/// The same of eight words of 32 bits.
static inline uint32_t kiln_highest_bits_of_words(const void *words) {
    typedef int32_t Words __attribute__((ext_vector_type(8)));
    typedef bool Bits __attribute__((ext_vector_type(8)));
    Words lanes;
    memcpy(&lanes, words, sizeof lanes);
    Bits bits = __builtin_convertvector(lanes < 0, Bits);
    uint8_t byte;
    memcpy(&byte, &bits, sizeof byte);
    return byte;
}

/// Eight pairs of words of 32 bits as eight first and eight second ones.
static inline void kiln_part_pairs(const void *pairs, void *halves) {
    typedef int32_t Words __attribute__((ext_vector_type(16)));
    Words lanes;
    memcpy(&lanes, pairs, sizeof lanes);
    lanes = __builtin_shufflevector(lanes, lanes, 0, 2, 4, 6, 8, 10, 12, 14, 1, 3, 5, 7, 9, 11, 13, 15);
    memcpy(halves, &lanes, sizeof lanes);
}

/// Eight first and eight second words as pairs.
static inline void kiln_join_pairs(const void *halves, void *pairs) {
    typedef int32_t Words __attribute__((ext_vector_type(16)));
    Words lanes;
    memcpy(&lanes, halves, sizeof lanes);
    lanes = __builtin_shufflevector(lanes, lanes, 0, 8, 1, 9, 2, 10, 3, 11, 4, 12, 5, 13, 6, 14, 7, 15);
    memcpy(pairs, &lanes, sizeof lanes);
}

/// Multiplies `count` weights, a multiple of 16, with four rows of `count` values, and writes the
/// four sums of products.
///
/// One instruction multiplies and adds eight or sixteen pairs; compilers do not find it. Sums wrap.
static inline void kiln_products_of_four(
    const int16_t *weights, const int16_t *values, int count, int32_t *sums
) {
#if defined(__AVX2__) || defined(__SSE2__)
#if defined(__AVX2__)
    enum { lanes = 16 };
#define KILN_MULTIPLY_AND_ADD __builtin_ia32_pmaddwd256
#else
    enum { lanes = 8 };
#define KILN_MULTIPLY_AND_ADD __builtin_ia32_pmaddwd128
#endif
    typedef int16_t Values __attribute__((vector_size(2 * lanes)));
    typedef int32_t Sums __attribute__((vector_size(2 * lanes)));
    Sums all[4] = {{0}, {0}, {0}, {0}};
    for (int start = 0; start < count; start += lanes) {
        Values weight, value;
        memcpy(&weight, weights + start, sizeof weight);
#pragma clang loop unroll(full)
        for (int row = 0; row < 4; row++) {
            memcpy(&value, values + row * count + start, sizeof value);
            all[row] += KILN_MULTIPLY_AND_ADD(weight, value);
        }
    }
#undef KILN_MULTIPLY_AND_ADD
    for (int row = 0; row < 4; row++) {
        sums[row] = 0;
        for (int lane = 0; lane < lanes / 2; lane++) sums[row] += all[row][lane];
    }
#else
    for (int row = 0; row < 4; row++) {
        int32_t sum = 0;
        for (int i = 0; i < count; i++) sum += weights[i] * values[row * count + i];
        sums[row] = sum;
    }
#endif
}

#endif
