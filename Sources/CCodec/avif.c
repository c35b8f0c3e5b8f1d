#include "CCodec.h"

#ifdef KILN_HAS_AVIF

#include <dlfcn.h>
#include <pthread.h>
#include <stdio.h>
#include <string.h>

#include <avif/avif.h>

// Opened when it is first asked for: with the encoders and decoders behind it, it is 20 libraries, which every
// command would have to load. Structures are those of the headers, so the version has to be theirs.
#define FUNCTIONS(EACH) \
    EACH(avifCodecVersions) EACH(avifDecoderCreate) EACH(avifDecoderDestroy) EACH(avifDecoderReadMemory) \
    EACH(avifCodecName) EACH(avifEncoderCreate) EACH(avifEncoderDestroy) EACH(avifEncoderSetCodecSpecificOption) \
    EACH(avifEncoderWrite) EACH(avifImageCreate) \
    EACH(avifImageCreateEmpty) EACH(avifImageDestroy) EACH(avifImageRGBToYUV) EACH(avifImageYUVToRGB) \
    EACH(avifRGBImageSetDefaults) EACH(avifRWDataFree) EACH(avifResultToString) EACH(avifVersion)

static struct {
#define PLACE(name) __typeof__(&name) name;
    FUNCTIONS(PLACE)
#undef PLACE
} avif;
static int is_open;

static void load(void) {
    static const char *const names[] = {
#ifdef __APPLE__
        "/opt/homebrew/lib/libavif.dylib", "/usr/local/lib/libavif.dylib", "libavif.dylib",
#else
        "libavif.so", "libavif.so.16", "libavif.so.15",
#endif
    };
    void *handle = NULL;
    for (size_t index = 0; !handle && index < sizeof names / sizeof *names; index++)
        handle = dlopen(names[index], RTLD_NOW | RTLD_LOCAL);
    if (!handle) return;
#define FIND(name) \
    if (!(avif.name = (__typeof__(&name))dlsym(handle, #name))) return;
    FUNCTIONS(FIND)
#undef FIND
    char wanted[32];
    snprintf(wanted, sizeof wanted, "%d.%d.%d", AVIF_VERSION_MAJOR, AVIF_VERSION_MINOR, AVIF_VERSION_PATCH);
    is_open = strcmp(avif.avifVersion(), wanted) == 0;
}

static int opened(void) {
    static pthread_once_t once = PTHREAD_ONCE_INIT;
    pthread_once(&once, load);
    return is_open;
}

void kiln_avif_encoder_version(char *text, size_t capacity) {
    *text = 0;
    if (!opened()) return;
    // The encoders behind it, and how they are set, count too.
    char behind[256];
    avif.avifCodecVersions(behind);
    snprintf(text, capacity, "%d %s, for drawings", AVIF_VERSION, behind);
}

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

// Drawings have few colors in a block and shapes that come again, for which AV1 has palettes and copies of blocks.
static void set_for_drawings(avifEncoder *encoder, int searches_copies) {
    const char *codec = avif.avifCodecName(AVIF_CODEC_CHOICE_AUTO, AVIF_CODEC_FLAG_CAN_ENCODE);
    // Each encoder behind libavif has options of its own.
    if (!codec || strcmp(codec, "aom") != 0) return;
    (void)avif.avifEncoderSetCodecSpecificOption(encoder, "tune-content", "screen");
    (void)avif.avifEncoderSetCodecSpecificOption(encoder, "enable-intrabc", searches_copies ? "1" : "0");
}

static kiln_status status_of(avifResult result, char *message) {
    switch (result) {
    case AVIF_RESULT_OK: return KILN_OK;
    case AVIF_RESULT_NO_CODEC_AVAILABLE: return KILN_UNSUPPORTED;
    case AVIF_RESULT_OUT_OF_MEMORY: return KILN_NO_MEMORY;
    default: snprintf(message, KILN_MESSAGE_CAPACITY, "%s", avif.avifResultToString(result)); return KILN_DAMAGED;
    }
}

kiln_status kiln_avif_encode(
    const void *rgba,
    uint32_t width,
    uint32_t height,
    kiln_encoding_settings settings,
    kiln_encoder_output output,
    char *message
) {
    message[0] = 0;
    if (!opened()) return KILN_UNSUPPORTED;
    if (!output.proceeds(output.context)) return KILN_STOPPED;
    int is_lossless = settings.quality >= 100;
    avifImage *image = avif.avifImageCreate((int)width, (int)height, 8, AVIF_PIXEL_FORMAT_YUV444);
    avifEncoder *encoder = avif.avifEncoderCreate();
    avifRWData file = AVIF_DATA_EMPTY;
    kiln_status status = KILN_NO_MEMORY;
    if (image && encoder) {
        image->colorPrimaries = AVIF_COLOR_PRIMARIES_BT709;
        image->transferCharacteristics = AVIF_TRANSFER_CHARACTERISTICS_SRGB;
        image->matrixCoefficients =
            is_lossless ? AVIF_MATRIX_COEFFICIENTS_IDENTITY : AVIF_MATRIX_COEFFICIENTS_BT601;
        image->yuvRange = AVIF_RANGE_FULL;
        avifRGBImage pixels;
        avif.avifRGBImageSetDefaults(&pixels, image);
        pixels.format = AVIF_RGB_FORMAT_RGBA;
        pixels.pixels = (uint8_t *)rgba;
        pixels.rowBytes = width * 4;
        // With a search for copies, speed 5 makes smaller files than 4 without.
        static const int speeds[] = {8, 6, 5};
        // Threads may change the bytes.
        encoder->maxThreads = 1;
        encoder->speed = speeds[settings.effort];
        set_quality(encoder, settings.quality);
        set_for_drawings(encoder, settings.effort == 2);
        status = status_of(avif.avifImageRGBToYUV(image, &pixels), message);
        if (status == KILN_OK) status = status_of(avif.avifEncoderWrite(encoder, image, &file), message);
    }
    if (status == KILN_OK && !output.write(output.context, file.data, file.size)) status = KILN_NO_MEMORY;
    avif.avifRWDataFree(&file);
    if (encoder) avif.avifEncoderDestroy(encoder);
    if (image) avif.avifImageDestroy(image);
    return status;
}

kiln_status kiln_avif_decode(
    const uint8_t *bytes,
    size_t count,
    uint32_t width,
    uint32_t height,
    void *rgba
) {
    if (!opened()) return KILN_UNSUPPORTED;
    avifDecoder *decoder = avif.avifDecoderCreate();
    avifImage *image = avif.avifImageCreateEmpty();
    kiln_status status = KILN_NO_MEMORY;
    if (decoder && image) {
        decoder->maxThreads = 1;
        avifResult result = avif.avifDecoderReadMemory(decoder, image, bytes, count);
        status = KILN_DAMAGED;
        if (result == AVIF_RESULT_OK && image->width == width && image->height == height) {
            avifRGBImage pixels;
            avif.avifRGBImageSetDefaults(&pixels, image);
            pixels.format = AVIF_RGB_FORMAT_RGBA;
            pixels.depth = 8;
            pixels.pixels = rgba;
            pixels.rowBytes = width * 4;
            if (avif.avifImageYUVToRGB(image, &pixels) == AVIF_RESULT_OK) status = KILN_OK;
        }
    }
    if (image) avif.avifImageDestroy(image);
    if (decoder) avif.avifDecoderDestroy(decoder);
    return status;
}

#else

#include "without.h"

void kiln_avif_encoder_version(char *text, size_t capacity) { *text = 0; }

kiln_status kiln_avif_encode(
    const void *rgba,
    uint32_t width,
    uint32_t height,
    kiln_encoding_settings settings,
    kiln_encoder_output output,
    char *message
) {
    return kiln_without("AVIF", message);
}

kiln_status kiln_avif_decode(
    const uint8_t *bytes,
    size_t count,
    uint32_t width,
    uint32_t height,
    void *rgba
) {
    return KILN_UNSUPPORTED;
}

#endif
