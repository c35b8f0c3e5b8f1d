#include "CCodec.h"

#include <string.h>

// Bits are read and written lowest first (RFC 1951, section 3.1.1).

typedef struct {
    const uint8_t *bytes;
    size_t bits;      // How many there are.
    size_t position;  // The next one.
} bit_reader;

// Up to 57 bits from the position, zeros behind the end.
static inline uint64_t peek(const bit_reader *in) {
    size_t byte = in->position / 8, shift = in->position % 8;
    size_t count = in->bits / 8;
    uint64_t word = 0;
    if (byte + 8 <= count) {
#if defined(__BYTE_ORDER__) && __BYTE_ORDER__ == __ORDER_LITTLE_ENDIAN__
        memcpy(&word, in->bytes + byte, 8);
#else
        for (int i = 0; i < 8; i++) word |= (uint64_t)in->bytes[byte + i] << (8 * i);
#endif
    } else {
        for (size_t i = 0; i < 8 && byte + i < count; i++) {
            word |= (uint64_t)in->bytes[byte + i] << (8 * i);
        }
    }
    return word >> shift;
}

static inline unsigned take(bit_reader *in, unsigned count) {
    unsigned value = (unsigned)(peek(in) & ((1u << count) - 1));
    in->position += count;
    return value;
}

typedef struct {
    uint8_t *bytes;
    size_t capacity;
    size_t bits;  // How many were written.
    int is_full;
} bit_writer;

// At most 48 bits.
static inline void give(bit_writer *out, uint64_t value, unsigned count) {
    size_t byte = out->bits / 8, shift = out->bits % 8;
    size_t end = (out->bits + count + 7) / 8;
    if (end > out->capacity) {
        out->is_full = 1;
        return;
    }
    // What was written of the first byte stays.
    uint64_t word = shift ? out->bytes[byte] & ((1u << shift) - 1) : 0;
    word |= (value & (((uint64_t)1 << count) - 1)) << shift;
    for (; byte < end; byte++, word >>= 8) out->bytes[byte] = (uint8_t)word;
    out->bits += count;
}

static void give_bits(bit_writer *out, bit_reader in, size_t end) {
    if (end < in.position) return;
    if (in.position % 8 == 0 && out->bits % 8 == 0) {
        size_t whole = (end - in.position) / 8;
        if (out->bits / 8 + whole > out->capacity) {
            out->is_full = 1;
            return;
        }
        memcpy(out->bytes + out->bits / 8, in.bytes + in.position / 8, whole);
        out->bits += whole * 8;
        in.position += whole * 8;
    }
    while (in.position < end && !out->is_full) {
        unsigned count = end - in.position < 48 ? (unsigned)(end - in.position) : 48;
        give(out, peek(&in), count);
        in.position += count;
    }
}

// One stored block (RFC 1951, section 3.2.4); an empty one ends on a whole byte and holds nothing.
static void give_stored(bit_writer *out, const uint8_t *bytes, size_t count, int is_last) {
    give(out, (uint64_t)(is_last != 0), 3);
    if (out->bits % 8) give(out, 0, 8 - out->bits % 8);
    give(out, count | (uint64_t)(~count & 0xffff) << 16, 32);
    if (out->is_full || out->bits / 8 + count > out->capacity) {
        out->is_full = 1;
        return;
    }
    if (count) memcpy(out->bytes + out->bits / 8, bytes, count);
    out->bits += count * 8;
}

// A code by the bits that follow: in each place `symbol << 4 | length`, 0 where no code leads.
typedef struct {
    unsigned width;
    uint16_t places[1 << 15];
} code_table;

static int make_table(code_table *table, const uint8_t *lengths, unsigned count) {
    unsigned counts[16] = {0}, next[16] = {0}, longest = 0, code = 0;
    for (unsigned i = 0; i < count; i++) {
        counts[lengths[i]]++;
        if (lengths[i] > longest) longest = lengths[i];
    }
    counts[0] = 0;
    for (unsigned length = 1; length <= 15; length++) {
        code = (code + counts[length - 1]) << 1;
        if (code + counts[length] > 1u << length) return 0;
        next[length] = code;
    }
    table->width = longest;
    memset(table->places, 0, sizeof table->places[0] << longest);
    for (unsigned i = 0; i < count; i++) {
        unsigned length = lengths[i];
        if (length == 0) continue;
        unsigned forward = next[length]++, backward = 0;
        for (unsigned bit = 0; bit < length; bit++) backward |= (forward >> bit & 1) << (length - 1 - bit);
        for (unsigned place = backward; place < 1u << longest; place += 1u << length) {
            table->places[place] = (uint16_t)(i << 4 | length);
        }
    }
    return 1;
}

typedef struct {
    code_table literals, distances;
} block_codes;

static int read_codes(bit_reader *in, unsigned kind, block_codes *codes) {
    uint8_t lengths[320];
    if (kind == 1) {
        memset(lengths, 8, 144);
        memset(lengths + 144, 9, 112);
        memset(lengths + 256, 7, 24);
        memset(lengths + 280, 8, 8);
        if (!make_table(&codes->literals, lengths, 288)) return 0;
        memset(lengths, 5, 30);
        return make_table(&codes->distances, lengths, 30);
    }
    static const uint8_t order[19] = {16, 17, 18, 0, 8, 7, 9, 6, 10, 5, 11, 4, 12, 3, 13, 2, 14, 1, 15};
    unsigned literals = take(in, 5) + 257, distances = take(in, 5) + 1, written = take(in, 4) + 4;
    memset(lengths, 0, 19);
    for (unsigned i = 0; i < written; i++) lengths[order[i]] = (uint8_t)take(in, 3);
    if (!make_table(&codes->literals, lengths, 19)) return 0;
    unsigned count = 0;
    while (count < literals + distances) {
        unsigned place = (unsigned)peek(in) & ((1u << codes->literals.width) - 1);
        unsigned entry = codes->literals.places[place], symbol = entry >> 4;
        if (entry == 0 || in->position > in->bits) return 0;
        in->position += entry & 15;
        unsigned times = 1, value = symbol;
        if (symbol == 16) {
            if (count == 0) return 0;
            value = lengths[count - 1];
            times = 3 + take(in, 2);
        } else if (symbol >= 17) {
            value = 0;
            times = symbol == 17 ? 3 + take(in, 3) : 11 + take(in, 7);
        }
        if (count + times > literals + distances) return 0;
        memset(lengths + count, (int)value, times);
        count += times;
    }
    return make_table(&codes->literals, lengths, literals)
        && make_table(&codes->distances, lengths + literals, distances);
}

// Reads symbols until `least` bytes are told, or the block ends: then `*has_ended`.
static int read_symbols(
    bit_reader *in,
    const block_codes *codes,
    size_t *told,
    size_t least,
    size_t most,
    int *has_ended
) {
    static const uint8_t length_bits[29] = {
        0, 0, 0, 0, 0, 0, 0, 0, 1, 1, 1, 1, 2, 2, 2, 2, 3, 3, 3, 3, 4, 4, 4, 4, 5, 5, 5, 5, 0,
    };
    static const uint16_t length_base[29] = {
        3,  4,  5,  6,  7,  8,  9,  10, 11,  13,  15,  17,  19,  23, 27,
        31, 35, 43, 51, 59, 67, 83, 99, 115, 131, 163, 195, 227, 258,
    };
    const unsigned literal_mask = (1u << codes->literals.width) - 1;
    const unsigned distance_mask = (1u << codes->distances.width) - 1;
    *has_ended = 0;
    while (*told < least) {
        uint64_t word = peek(in);
        unsigned entry = codes->literals.places[word & literal_mask];
        if (entry == 0 || in->position > in->bits) return 0;
        unsigned symbol = entry >> 4, used = entry & 15;
        if (symbol < 256) {
            in->position += used;
            ++*told;
            continue;
        }
        if (symbol == 256) {
            in->position += used;
            *has_ended = 1;
            return in->position <= in->bits;
        }
        symbol -= 257;
        if (symbol > 28) return 0;
        unsigned extra = length_bits[symbol];
        size_t length = length_base[symbol] + (size_t)(word >> used & ((1u << extra) - 1));
        used += extra;
        entry = codes->distances.places[word >> used & distance_mask];
        if (entry == 0) return 0;
        symbol = entry >> 4;
        if (symbol > 29) return 0;
        used += (entry & 15) + (symbol < 2 ? 0 : symbol / 2 - 1);
        in->position += used;
        *told += length;
        if (*told > most) return 0;
    }
    return *told <= most;
}

size_t kiln_deflate_part(
    const uint8_t *data,
    size_t data_count,
    const void *contents,
    size_t count,
    size_t before,
    int is_last,
    uint8_t *result,
    size_t capacity
) {
    bit_reader in = {data, data_count * 8, 0};
    bit_writer out = {result, capacity, 0, 0};
    block_codes codes;
    size_t told = 0;
    for (int was_last = 0; !was_last;) {
        size_t start = in.position;
        was_last = (int)take(&in, 1);
        unsigned kind = take(&in, 2);
        int ends = was_last && is_last;
        if (in.position > in.bits || kind == 3) return 0;
        if (kind == 0) {
            in.position = (in.position + 7) / 8 * 8;
            size_t length = take(&in, 16);
            in.position += 16 + length * 8;
            if (in.position > in.bits || length > count - told) return 0;
            size_t skipped = told >= before ? 0 : before - told < length ? before - told : length;
            // What is left of it, unless all of it was before.
            if (skipped < length || told >= before || ends) {
                give_stored(&out, (const uint8_t *)contents + told + skipped, length - skipped, ends);
            }
            told += length;
            continue;
        }
        if (!read_codes(&in, kind, &codes)) return 0;
        size_t symbols = in.position;
        int has_ended = 0;
        if (told < before) {
            if (!read_symbols(&in, &codes, &told, before, count, &has_ended)) return 0;
            if (has_ended && !ends) continue;
            // The match that reaches across the boundary is cut there.
            if (told > before) give_stored(&out, (const uint8_t *)contents + before, told - before, 0);
        } else {
            in.position = symbols;
        }
        size_t rest = in.position;
        if (!has_ended && !read_symbols(&in, &codes, &told, SIZE_MAX, count, &has_ended)) return 0;
        bit_reader header = {data, in.bits, start + 1};
        bit_reader body = {data, in.bits, rest};
        give(&out, (uint64_t)ends, 1);
        give_bits(&out, header, symbols);
        give_bits(&out, body, in.position);
    }
    if (told != count || told < before) return 0;
    // An empty stored block ends on a whole byte.
    if (!is_last) give_stored(&out, contents, 0, 0);
    return out.is_full ? 0 : (out.bits + 7) / 8;
}
