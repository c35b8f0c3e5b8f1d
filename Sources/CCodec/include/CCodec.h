// The only place where libpng, libjpeg, zlib, giflib, libwebp, libavif, astcenc, zstd and lcms are called. Errors of the
// first two leave through longjmp, which must not cross a Swift frame: every function here catches them, returns a
// status and copies the library's own words into the caller's buffer. What a build leaves out (giflib,
// libwebp, libavif, astcenc and zstd, lcms; see Package.swift) answers KILN_UNSUPPORTED.
#ifndef KILN_CCODEC_H
#define KILN_CCODEC_H

#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

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
    // `proceeds` answered 0.
    KILN_STOPPED = 6,
} kiln_status;

// Decodes a whole PNG to straight RGBA, rows top to bottom and packed.
//
// `rgba` holds 4 * width * height samples of `bits` bits: 8, or 16 in the machine's byte order. Width and
// height are those of the file's IHDR, else the call fails. Ancillary chunks other than tRNS are skipped
// unread.
kiln_status kiln_png_decode(
    const uint8_t *bytes,
    size_t count,
    uint32_t width,
    uint32_t height,
    int bits,
    void *rgba,
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
// call fails. CMYK is converted by multiplying with black; with `keeps_inks` it comes as it is, 255 being
// full ink, in place of RGBA. Lost or broken picture data is an error.
kiln_status kiln_jpeg_decode(
    const uint8_t *bytes,
    size_t count,
    uint32_t width,
    uint32_t height,
    uint32_t maximum_scans,
    size_t maximum_memory,
    int keeps_inks,
    void *rgba,
    char *message
);

// Makes deflate data (RFC 1951) a part of something that goes on: what it says of its contents after the
// first `before` bytes, which what precedes it ends with, so that matches may refer back to them.
//
// `contents` are the `count` bytes that `data` tells. Unless `is_last`, no block is the last, and an
// empty one fills the data up to a whole byte. Returns how many bytes of `result` were written, or 0
// when the data is damaged or `capacity` too small; a thousandth more than `data` and a KB is enough.
size_t kiln_deflate_part(
    const uint8_t *data,
    size_t data_count,
    const void *contents,
    size_t count,
    size_t before,
    int is_last,
    uint8_t *result,
    size_t capacity
);

// A GIF as it is read, frame by frame.
typedef struct kiln_gif kiln_gif;

typedef struct kiln_gif_frame {
    // 0 behind the last frame.
    int exists;
    // On the canvas; may reach over it.
    uint32_t left, top, width, height;
    // In milliseconds, as the file has it.
    uint32_t duration;
    // 2: the rectangle becomes clear before the next frame; 3: what it was before; else it stays.
    int disposal;
    // Whether one of its colors is clear.
    int has_clear;
} kiln_gif_frame;

// Reads up to the first frame. `bytes` must stay until `kiln_gif_close`, which must be called when this
// gives KILN_OK.
kiln_status kiln_gif_open(
    const uint8_t *bytes,
    size_t count,
    kiln_gif **gif,
    uint32_t *width,
    uint32_t *height,
    char *message
);

// Reads up to the pixels of the next frame; those of the one before must have been decoded or skipped.
kiln_status kiln_gif_next(kiln_gif *gif, kiln_gif_frame *frame, char *message);

// Decodes the frame's pixels to straight RGBA8, rows top to bottom and packed: width * height of its own.
//
// Clear pixels, and those of a color that its table lacks, are 0.
kiln_status kiln_gif_decode(kiln_gif *gif, void *rgba, char *message);

// Goes over the frame's pixels without decoding them.
kiln_status kiln_gif_skip(kiln_gif *gif, char *message);

void kiln_gif_close(kiln_gif *gif);

typedef struct kiln_webp_header {
    uint32_t width, height;
    uint32_t frames;
    int has_alpha;
    // The ICC profile, as a range of the file; empty without one.
    size_t profile_offset, profile_count;
} kiln_webp_header;

// Reads everything but pixels; the whole file must be there.
kiln_status kiln_webp_read_header(
    const uint8_t *bytes,
    size_t count,
    kiln_webp_header *header,
    char *message
);

// The times of frames in milliseconds, as the file has them: `capacity` of them at most.
kiln_status kiln_webp_read_durations(
    const uint8_t *bytes,
    size_t count,
    uint32_t *durations,
    size_t capacity,
    char *message
);

// Decodes the first frames to straight RGBA8, each of the canvas' size and composed, one behind the other.
//
// `rgba` holds 4 * width * height bytes for each; width and height are those of the header, else the call
// fails. `next` is called with each frame's pixels, which are gone after it, and ends the work with 0.
kiln_status kiln_webp_decode(
    const uint8_t *bytes,
    size_t count,
    uint32_t width,
    uint32_t height,
    int (*next)(void *context, const uint8_t *rgba),
    void *context,
    char *message
);

typedef struct kiln_encoding_settings {
    // 1...100; 100 is without loss.
    int quality;
    // 0...2, from fast to small.
    int effort;
} kiln_encoding_settings;

typedef struct kiln_encoder_output {
    // Asked now and then; 0 ends the work.
    int (*proceeds)(void *context);
    // Called with each part of the file in turn; 0 ends the work.
    int (*write)(void *context, const uint8_t *bytes, size_t count);
    void *context;
} kiln_encoder_output;

// Encodes RGBA8, rows top to bottom and packed.
//
// The bytes are the same on all machines with
// the same library. KILN_UNSUPPORTED for pictures that the format cannot hold.
kiln_status kiln_webp_encode(
    const void *rgba,
    uint32_t width,
    uint32_t height,
    kiln_encoding_settings settings,
    kiln_encoder_output output,
    char *message
);

// The same; `proceeds` is asked at the start only.
kiln_status kiln_avif_encode(
    const void *rgba,
    uint32_t width,
    uint32_t height,
    kiln_encoding_settings settings,
    kiln_encoder_output output,
    char *message
);

// Decodes what the last one encoded; `rgba` holds 4 * width * height bytes.
kiln_status kiln_avif_decode(
    const uint8_t *bytes,
    size_t count,
    uint32_t width,
    uint32_t height,
    void *rgba
);

// Compresses RGBA8 in sRGB to ASTC blocks of `block` pixels a side, 16 bytes each, rows top to bottom.
//
// The bytes are the same on all machines with the same library. `effort` is 0...2, from fast to good.
kiln_status kiln_astc_encode(
    const void *rgba,
    uint32_t width,
    uint32_t height,
    uint32_t block,
    int effort,
    kiln_encoder_output output,
    char *message
);

// The pixels of such blocks, `count` bytes; `rgba` holds 4 * width * height bytes.
kiln_status kiln_astc_decode(
    const uint8_t *blocks,
    size_t count,
    uint32_t width,
    uint32_t height,
    uint32_t block,
    void *rgba
);

// Compresses to one Zstandard frame; `level` is 1...19.
kiln_status kiln_zstd_compress(
    const uint8_t *bytes,
    size_t count,
    int level,
    kiln_encoder_output output,
    char *message
);

// KILN_DAMAGED unless the frame holds `result_count` bytes.
kiln_status kiln_zstd_decompress(
    const uint8_t *bytes,
    size_t count,
    uint8_t *result,
    size_t result_count
);

typedef enum kiln_color_layout {
    KILN_RGBA_8 = 0,
    // In the machine's byte order.
    KILN_RGBA_16 = 1,
    // 255 is full ink; the result is opaque.
    KILN_CMYK_8 = 2,
} kiln_color_layout;

// Converts `count` pixels to sRGB by an ICC profile, to RGBA8 with the same alpha; `to` may be `from` when that
// has 4 bytes a pixel.
//
// `is_same` says that nothing was written, because the numbers mean what they do in sRGB: within one level
// on all grays and a grid of colors. KILN_UNSUPPORTED when a profile is of other colors than the picture.
kiln_status kiln_color_convert(
    const uint8_t *profile,
    size_t profile_count,
    kiln_color_layout layout,
    const void *from,
    void *to,
    size_t count,
    int *is_same,
    char *message
);

// Which libraries decide what pixels a file has: one word and number each, 0 for one that was left out.
// PNG has one meaning only, whichever library reads it.
void kiln_codec_versions(char *text, size_t capacity);

// The versions of the libraries that decide what bytes a picture becomes; empty for what was left out.
void kiln_webp_encoder_version(char *text, size_t capacity);
void kiln_avif_encoder_version(char *text, size_t capacity);
void kiln_ktx2_version(char *text, size_t capacity);

#ifdef __cplusplus
}
#endif

#endif
