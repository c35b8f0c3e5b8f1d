// The only place where libpng, libjpeg and zlib are called. Their errors leave through longjmp, which must
// not cross a Swift frame: every function here catches them, returns a status and copies the
// library's own words into the caller's buffer.
#ifndef KILN_CCODEC_H
#define KILN_CCODEC_H

#include <stddef.h>
#include <stdint.h>

// Room for a library's message and its final zero.
#define KILN_MESSAGE_CAPACITY 256

typedef enum kiln_status {
    KILN_OK = 0,
    // The file's contents are wrong.
    KILN_DAMAGED = 1,
    // The file ends too early.
    KILN_TRUNCATED = 2,
    // The format allows it, the library does not read it.
    KILN_UNSUPPORTED = 3,
    // Memory ran out, or the file asks for more than the limit.
    KILN_NO_MEMORY = 4,
    // A progressive JPEG with more scans than the limit.
    KILN_TOO_MANY_SCANS = 5,
} kiln_status;

// Decodes a whole PNG to straight RGBA8, rows top to bottom and packed.
//
// `rgba` holds 4 * width * height bytes; width and height are those of the file's IHDR, else the
// call fails. Ancillary chunks other than tRNS are skipped unread.
kiln_status kiln_png_decode(
    const uint8_t *bytes,
    size_t count,
    uint32_t width,
    uint32_t height,
    uint8_t *rgba,
    char *message
);

typedef struct kiln_jpeg_header {
    uint32_t width;
    uint32_t height;
    // 1, 3 or 4.
    uint8_t components;
    // Bits a sample.
    uint8_t precision;
    // How many luma samples stand for one chroma sample; 1 and 1 without chroma.
    uint8_t horizontal_subsampling;
    uint8_t vertical_subsampling;
} kiln_jpeg_header;

// Reads everything before the first scan.
kiln_status kiln_jpeg_read_header(
    const uint8_t *bytes,
    size_t count,
    kiln_jpeg_header *header,
    char *message
);

// Decodes a JPEG to opaque RGBA8 as stored (no orientation), rows top to bottom and packed.
//
// `rgba` holds 4 * width * height bytes; width and height are those of the file's header, else the
// call fails. CMYK is converted by multiplying with black. Lost or broken picture data is an error.
kiln_status kiln_jpeg_decode(
    const uint8_t *bytes,
    size_t count,
    uint32_t width,
    uint32_t height,
    uint32_t maximum_scans,
    size_t maximum_memory,
    uint8_t *rgba,
    char *message
);

// How much longer `kiln_deflate_continue` may make its data.
#define KILN_DEFLATE_TAIL 5

// Makes deflate data (RFC 1951) that ends something that goes on: its last block is the last no more,
// and an empty one fills it up to a whole byte. What follows it must not refer back to it.
//
// `bytes` holds `count` bytes and has room for KILN_DEFLATE_TAIL more. Returns the new count, or 0
// when the data is damaged or memory ran out.
size_t kiln_deflate_continue(uint8_t *bytes, size_t count);

#endif
