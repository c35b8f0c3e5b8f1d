#include "CCodec.h"

#include <setjmp.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <jpeglib.h>
#include <jerror.h>

typedef struct {
    struct jpeg_error_mgr base;
    jmp_buf jump;
    kiln_status status;
    char *message;
} errors;

typedef struct {
    struct jpeg_progress_mgr base;
    int maximum_scans;
} progress;

static void leave(j_common_ptr info, kiln_status status) {
    errors *own = (errors *)info->err;
    own->status = status;
    char text[JMSG_LENGTH_MAX];
    own->base.format_message(info, text);
    snprintf(own->message, KILN_MESSAGE_CAPACITY, "%s", text);
    longjmp(own->jump, 1);
}

static void on_error(j_common_ptr info) {
    switch (info->err->msg_code) {
    case JERR_OUT_OF_MEMORY:
    case JERR_NO_BACKING_STORE:
    case JERR_WIDTH_OVERFLOW:
        leave(info, KILN_NO_MEMORY);
        break;
    case JERR_INPUT_EOF:
    case JERR_INPUT_EMPTY:
        leave(info, KILN_TRUNCATED);
        break;
    case JERR_BAD_PRECISION:
    case JERR_SOF_UNSUPPORTED:
    case JERR_ARITH_NOTIMPL:
    case JERR_CONVERSION_NOTIMPL:
    case JERR_CCIR601_NOTIMPL:
    case JERR_FRACT_SAMPLE_NOTIMPL:
    case JERR_NOT_COMPILED:
        leave(info, KILN_UNSUPPORTED);
        break;
    default:
        leave(info, KILN_DAMAGED);
    }
}

// libjpeg calls lost picture data a warning and invents the rest in gray. A sprite half gray is not
// a result, so such warnings end the decode; those about odd but harmless headers do not.
static void on_message(j_common_ptr info, int level) {
    if (level >= 0) return;
    switch (info->err->msg_code) {
    case JWRN_JPEG_EOF:
        leave(info, KILN_TRUNCATED);
        break;
    case JWRN_HIT_MARKER:
    case JWRN_HUFF_BAD_CODE:
    case JWRN_ARITH_BAD_CODE:
    case JWRN_MUST_RESYNC:
    case JWRN_NOT_SEQUENTIAL:
        leave(info, KILN_DAMAGED);
        break;
    default:
        break;
    }
}

static void on_output(j_common_ptr info) { (void)info; }

static void on_progress(j_common_ptr info) {
    j_decompress_ptr jpeg = (j_decompress_ptr)info;
    progress *own = (progress *)info->progress;
    if (jpeg->input_scan_number <= own->maximum_scans) return;
    errors *err = (errors *)info->err;
    err->status = KILN_TOO_MANY_SCANS;
    snprintf(
        err->message, KILN_MESSAGE_CAPACITY, "more than %d scans", own->maximum_scans
    );
    longjmp(err->jump, 1);
}

static void set_errors(struct jpeg_decompress_struct *jpeg, errors *err, char *message) {
    jpeg->err = jpeg_std_error(&err->base);
    err->base.error_exit = on_error;
    err->base.emit_message = on_message;
    err->base.output_message = on_output;
    err->status = KILN_OK;
    err->message = message;
    message[0] = 0;
}

static int ratio(int large, int small) { return small > 0 && large % small == 0 ? large / small : 1; }

static void describe(const struct jpeg_decompress_struct *jpeg, kiln_jpeg_header *header) {
    header->width = jpeg->image_width;
    header->height = jpeg->image_height;
    header->components = (uint8_t)jpeg->num_components;
    header->precision = (uint8_t)jpeg->data_precision;
    header->horizontal_subsampling = 1;
    header->vertical_subsampling = 1;
    if (jpeg->num_components < 3) return;
    // The second component: in YCbCr and YCCK the first chroma; equal factors otherwise.
    const jpeg_component_info *luma = &jpeg->comp_info[0], *chroma = &jpeg->comp_info[1];
    header->horizontal_subsampling = (uint8_t)ratio(luma->h_samp_factor, chroma->h_samp_factor);
    header->vertical_subsampling = (uint8_t)ratio(luma->v_samp_factor, chroma->v_samp_factor);
}

kiln_status kiln_jpeg_read_header(
    const uint8_t *bytes,
    size_t count,
    kiln_jpeg_header *header,
    char *message
) {
    struct jpeg_decompress_struct jpeg;
    errors err;
    memset(&jpeg, 0, sizeof jpeg);
    memset(header, 0, sizeof *header);
    set_errors(&jpeg, &err, message);
    if (setjmp(err.jump)) {
        jpeg_destroy_decompress(&jpeg);
        return err.status;
    }
    jpeg_create_decompress(&jpeg);
    jpeg_mem_src(&jpeg, bytes, count);
    jpeg_read_header(&jpeg, TRUE);
    describe(&jpeg, header);
    jpeg_destroy_decompress(&jpeg);
    return KILN_OK;
}

// c * k / 255, rounded.
static uint8_t times(unsigned c, unsigned k) { return (uint8_t)((c * k + 127) / 255); }

// Adobe's programs store CMYK inverted (255 is no ink) and say so with their marker.
static void straighten_inks(uint8_t *row, uint32_t width, int inverted) {
    if (!inverted) return;
    for (size_t i = 0; i < (size_t)width * 4; i++) row[i] ^= 255;
}

static void cmyk_to_rgba(uint8_t *row, uint32_t width, int inverted) {
    unsigned flip = inverted ? 0 : 255;
    for (uint32_t x = 0; x < width; x++, row += 4) {
        unsigned k = row[3] ^ flip;
        row[0] = times(row[0] ^ flip, k);
        row[1] = times(row[1] ^ flip, k);
        row[2] = times(row[2] ^ flip, k);
        row[3] = 255;
    }
}

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
) {
    struct jpeg_decompress_struct jpeg;
    errors err;
    progress steps;
    memset(&jpeg, 0, sizeof jpeg);
    memset(&steps, 0, sizeof steps);
    set_errors(&jpeg, &err, message);
    steps.base.progress_monitor = on_progress;
    steps.maximum_scans = (int)maximum_scans;
    if (setjmp(err.jump)) {
        jpeg_destroy_decompress(&jpeg);
        return err.status;
    }
    jpeg_create_decompress(&jpeg);
    jpeg.progress = &steps.base;
    jpeg.mem->max_memory_to_use = (long)maximum_memory;
    jpeg_mem_src(&jpeg, bytes, count);
    jpeg_read_header(&jpeg, TRUE);

    int four = jpeg.num_components == 4;
    jpeg.out_color_space = four ? JCS_CMYK : JCS_EXT_RGBA;
    if (!jpeg_start_decompress(&jpeg) || jpeg.output_width != width
        || jpeg.output_height != height || jpeg.output_components != 4)
        ERREXIT(&jpeg, JERR_BAD_STATE);
    while (jpeg.output_scanline < height) {
        uint8_t *row = (uint8_t *)rgba + (size_t)jpeg.output_scanline * width * 4;
        jpeg_read_scanlines(&jpeg, &row, 1);
        if (four && keeps_inks) straighten_inks(row, width, jpeg.saw_Adobe_marker);
        else if (four) cmyk_to_rgba(row, width, jpeg.saw_Adobe_marker);
    }
    jpeg_finish_decompress(&jpeg);
    jpeg_destroy_decompress(&jpeg);
    return KILN_OK;
}
