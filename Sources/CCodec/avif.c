#include "CCodec.h"

#ifdef KILN_HAS_AVIF

#include <stdio.h>

#include <avif/avif.h>

// A clear pixel that is not quite clear is seen as haze: with this, alpha is 3 of 255 off at most in what was
// measured, for half the bytes of an alpha without loss.
#define LEAST_ALPHA_QUALITY 97

static void set_quality(avifEncoder *encoder, int quality) {
    int alpha = quality > LEAST_ALPHA_QUALITY ? quality : LEAST_ALPHA_QUALITY;
#if AVIF_VERSION >= 1000000
    encoder->quality = quality;
    encoder->qualityAlpha = alpha;
#else
    // Quantizers are 0, without loss, to 63.
    encoder->minQuantizer = encoder->maxQuantizer = ((100 - quality) * 63 + 50) / 100;
    encoder->minQuantizerAlpha = encoder->maxQuantizerAlpha = ((100 - alpha) * 63 + 50) / 100;
#endif
}

static kiln_status status_of(avifResult result, char *message) {
    switch (result) {
    case AVIF_RESULT_OK: return KILN_OK;
    case AVIF_RESULT_NO_CODEC_AVAILABLE: return KILN_UNSUPPORTED;
    case AVIF_RESULT_OUT_OF_MEMORY: return KILN_NO_MEMORY;
    default: snprintf(message, KILN_MESSAGE_CAPACITY, "%s", avifResultToString(result)); return KILN_DAMAGED;
    }
}

kiln_status kiln_avif_encode(
    const uint8_t *rgba,
    uint32_t width,
    uint32_t height,
    kiln_encoding_settings settings,
    int (*proceeds)(void *context),
    int (*write)(void *context, const uint8_t *bytes, size_t count),
    void *context,
    char *message
) {
    message[0] = 0;
    if (!proceeds(context)) return KILN_STOPPED;
    int is_lossless = settings.quality >= 100;
    avifImage *image = avifImageCreate((int)width, (int)height, 8, AVIF_PIXEL_FORMAT_YUV444);
    avifEncoder *encoder = avifEncoderCreate();
    avifRWData file = AVIF_DATA_EMPTY;
    kiln_status status = KILN_NO_MEMORY;
    if (image && encoder) {
        image->colorPrimaries = AVIF_COLOR_PRIMARIES_BT709;
        image->transferCharacteristics = AVIF_TRANSFER_CHARACTERISTICS_SRGB;
        image->matrixCoefficients =
            is_lossless ? AVIF_MATRIX_COEFFICIENTS_IDENTITY : AVIF_MATRIX_COEFFICIENTS_BT601;
        image->yuvRange = AVIF_RANGE_FULL;
        avifRGBImage pixels;
        avifRGBImageSetDefaults(&pixels, image);
        pixels.format = AVIF_RGB_FORMAT_RGBA;
        pixels.pixels = (uint8_t *)rgba;
        pixels.rowBytes = width * 4;
        static const int speeds[] = {8, 6, 4};
        // Threads may change the bytes.
        encoder->maxThreads = 1;
        encoder->speed = speeds[settings.effort];
        set_quality(encoder, settings.quality);
        status = status_of(avifImageRGBToYUV(image, &pixels), message);
        if (status == KILN_OK) status = status_of(avifEncoderWrite(encoder, image, &file), message);
    }
    if (status == KILN_OK && !write(context, file.data, file.size)) status = KILN_NO_MEMORY;
    avifRWDataFree(&file);
    if (encoder) avifEncoderDestroy(encoder);
    if (image) avifImageDestroy(image);
    return status;
}

kiln_status kiln_avif_decode(
    const uint8_t *bytes,
    size_t count,
    uint32_t width,
    uint32_t height,
    uint8_t *rgba
) {
    avifDecoder *decoder = avifDecoderCreate();
    avifImage *image = avifImageCreateEmpty();
    kiln_status status = KILN_NO_MEMORY;
    if (decoder && image) {
        decoder->maxThreads = 1;
        avifResult result = avifDecoderReadMemory(decoder, image, bytes, count);
        status = KILN_DAMAGED;
        if (result == AVIF_RESULT_OK && image->width == width && image->height == height) {
            avifRGBImage pixels;
            avifRGBImageSetDefaults(&pixels, image);
            pixels.format = AVIF_RGB_FORMAT_RGBA;
            pixels.depth = 8;
            pixels.pixels = rgba;
            pixels.rowBytes = width * 4;
            if (avifImageYUVToRGB(image, &pixels) == AVIF_RESULT_OK) status = KILN_OK;
        }
    }
    if (image) avifImageDestroy(image);
    if (decoder) avifDecoderDestroy(decoder);
    return status;
}

#else

#include "without.h"

kiln_status kiln_avif_encode(
    const uint8_t *rgba,
    uint32_t width,
    uint32_t height,
    kiln_encoding_settings settings,
    int (*proceeds)(void *context),
    int (*write)(void *context, const uint8_t *bytes, size_t count),
    void *context,
    char *message
) {
    return kiln_without("AVIF", message);
}

kiln_status kiln_avif_decode(
    const uint8_t *bytes,
    size_t count,
    uint32_t width,
    uint32_t height,
    uint8_t *rgba
) {
    return KILN_UNSUPPORTED;
}

#endif
