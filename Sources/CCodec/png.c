#include "CCodec.h"

#include <setjmp.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <png.h>

// What libpng may hold for one chunk, in bytes. Pixel data is streamed and not counted.
#define CHUNK_MEMORY (16u << 20)

typedef struct {
    const uint8_t *bytes;
    size_t count;
    size_t position;
    kiln_status status;
    char *message;
} source;

static void on_error(png_structp png, png_const_charp text) {
    source *from = png_get_error_ptr(png);
    if (from->status == KILN_OK) {
        from->status = KILN_DAMAGED;
        snprintf(from->message, KILN_MESSAGE_CAPACITY, "%s", text);
    }
    png_longjmp(png, 1);
}

static void on_warning(png_structp png, png_const_charp text) {
    (void)png;
    (void)text;
}

static void on_read(png_structp png, png_bytep out, size_t wanted) {
    source *from = png_get_io_ptr(png);
    if (wanted > from->count - from->position) {
        from->status = KILN_TRUNCATED;
        snprintf(from->message, KILN_MESSAGE_CAPACITY, "unexpected end of file");
        png_longjmp(png, 1);
    }
    memcpy(out, from->bytes + from->position, wanted);
    from->position += wanted;
}

static png_voidp allocate(png_structp png, png_alloc_size_t size) {
    (void)png;
    return malloc(size);
}

static void release(png_structp png, png_voidp memory) {
    (void)png;
    free(memory);
}

// Everything that may jump. `png` and `info` are settled before setjmp, so that no local changes
// between it and a jump.
static kiln_status decode(
    png_structp png,
    png_infop info,
    source *from,
    uint32_t width,
    uint32_t height,
    int bits,
    uint8_t *rgba
) {
    if (setjmp(png_jmpbuf(png))) return from->status;

    png_set_read_fn(png, from, on_read);
    png_set_user_limits(png, PNG_UINT_31_MAX, PNG_UINT_31_MAX);
    png_set_chunk_malloc_max(png, CHUNK_MEMORY);
    png_set_chunk_cache_max(png, 16);
    png_set_crc_action(png, PNG_CRC_DEFAULT, PNG_CRC_QUIET_USE);
    // A negative count: all unknown chunks and all known ancillary ones except tRNS.
    png_set_keep_unknown_chunks(png, PNG_HANDLE_CHUNK_NEVER, NULL, -1);
    png_read_info(png, info);

    if (png_get_image_width(png, info) != width || png_get_image_height(png, info) != height)
        png_error(png, "size differs from the header's");

    int color_type = png_get_color_type(png, info);
    size_t stride = (size_t)width * 4 * (size_t)(bits / 8);
    if (bits == 16) {
        png_set_expand_16(png);
        // The file's order is big-endian.
        const uint16_t one = 1;
        if (*(const uint8_t *)&one == 1) png_set_swap(png);
    } else {
        png_set_expand(png);
        png_set_scale_16(png);
    }
    if (!(color_type & PNG_COLOR_MASK_COLOR)) png_set_gray_to_rgb(png);
    png_set_add_alpha(png, bits == 16 ? 0xFFFF : 0xFF, PNG_FILLER_AFTER);
    int passes = png_set_interlace_handling(png);
    png_read_update_info(png, info);
    if (png_get_rowbytes(png, info) != stride)
        png_error(png, "row size differs from the header's");

    for (int pass = 0; pass < passes; pass++)
        for (uint32_t y = 0; y < height; y++)
            png_read_row(png, rgba + (size_t)y * stride, NULL);
    png_read_end(png, NULL);
    return KILN_OK;
}

kiln_status kiln_png_decode(
    const uint8_t *bytes,
    size_t count,
    uint32_t width,
    uint32_t height,
    int bits,
    void *rgba,
    char *message
) {
    source from = {bytes, count, 0, KILN_OK, message};
    message[0] = 0;
    png_structp png = png_create_read_struct_2(
        PNG_LIBPNG_VER_STRING, &from, on_error, on_warning, NULL, allocate, release
    );
    png_infop info = png ? png_create_info_struct(png) : NULL;
    kiln_status status = KILN_NO_MEMORY;
    if (info) {
        status = decode(png, info, &from, width, height, bits, rgba);
    } else {
        snprintf(message, KILN_MESSAGE_CAPACITY, "out of memory");
    }
    png_destroy_read_struct(&png, &info, NULL);
    return status;
}
