#include "CCodec.h"
#include "without.h"

// In C++, for such is the header of astcenc.
#if defined(KILN_HAS_KTX2) && __has_include(<astcenc.h>) && __has_include(<zstd.h>)

#include <astcenc.h>
#include <dlfcn.h>
#include <pthread.h>
#include <stdlib.h>
#include <string.h>
#include <zstd.h>

// Opened when they are first asked for, so that no other command loads them.
#define ASTC_FUNCTIONS(EACH) \
    EACH(astcenc_config_init) EACH(astcenc_context_alloc) EACH(astcenc_context_free) \
    EACH(astcenc_compress_image) EACH(astcenc_compress_reset) EACH(astcenc_decompress_image) \
    EACH(astcenc_get_error_string)
#define ZSTD_FUNCTIONS(EACH) \
    EACH(ZSTD_versionString) EACH(ZSTD_createCCtx) EACH(ZSTD_freeCCtx) EACH(ZSTD_CCtx_setParameter) \
    EACH(ZSTD_CCtx_setPledgedSrcSize) EACH(ZSTD_compressStream2) EACH(ZSTD_CStreamOutSize) EACH(ZSTD_isError) \
    EACH(ZSTD_getErrorName) EACH(ZSTD_decompress)

namespace {

struct {
#define PLACE(name) decltype(&::name) name;
    ASTC_FUNCTIONS(PLACE)
    ZSTD_FUNCTIONS(PLACE)
#undef PLACE
} lib;
char versions[512];
bool is_open;

void *open_one_of(const char *const *names) {
    void *handle = nullptr;
    for (; !handle && *names; names++) handle = dlopen(*names, RTLD_NOW | RTLD_LOCAL);
    return handle;
}

const astcenc_swizzle as_is = {ASTCENC_SWZ_R, ASTCENC_SWZ_G, ASTCENC_SWZ_B, ASTCENC_SWZ_A};

// The library does not say its version, and its structures grow from one to the next: the least that it has to do is to
// write as many bytes of the configuration as the headers have.
bool has_our_structures() {
    const unsigned char mark = 0xA5;
    alignas(astcenc_config) unsigned char bytes[sizeof(astcenc_config) + 1024];
    memset(bytes, mark, sizeof bytes);
    astcenc_config config;
    if (lib.astcenc_config_init(ASTCENC_PRF_LDR_SRGB, 6, 5, 1, 10, 0, (astcenc_config *)bytes) != ASTCENC_SUCCESS)
        return false;
    memcpy(&config, bytes, sizeof config);
    size_t written = sizeof bytes;
    while (written && bytes[written - 1] == mark) written--;
    return written == sizeof config && config.profile == ASTCENC_PRF_LDR_SRGB && config.block_x == 6
        && config.block_y == 5 && config.block_z == 1;
}

void load() {
    static const char *const astc[] = {
#ifdef __APPLE__
        "/opt/homebrew/lib/libastcenc.dylib", "/usr/local/lib/libastcenc.dylib", "libastcenc.dylib",
#else
        "libastcenc.so", "libastcenc.so.5d", "libastcenc.so.3d",
#endif
        nullptr,
    };
    static const char *const zstd[] = {
#ifdef __APPLE__
        "/opt/homebrew/lib/libzstd.dylib", "/usr/local/lib/libzstd.dylib", "libzstd.dylib",
#else
        "libzstd.so.1", "libzstd.so",
#endif
        nullptr,
    };
    void *handle = open_one_of(astc);
    if (!handle) return;
#define FIND(name) \
    if (!(lib.name = (decltype(&::name))dlsym(handle, #name))) return;
    ASTC_FUNCTIONS(FIND)
    handle = open_one_of(zstd);
    if (!handle) return;
    ZSTD_FUNCTIONS(FIND)
#undef FIND
    if (!has_our_structures()) return;
    // Such as libastcenc.so.4.2.0, without the folder, which differs from machine to machine.
    Dl_info info;
    char *path = dladdr((void *)lib.astcenc_compress_image, &info) ? realpath(info.dli_fname, nullptr) : nullptr;
    const char *name = path ? path : "";
#ifndef __APPLE__
    if (const char *slash = strrchr(name, '/')) name = slash + 1;
#endif
    snprintf(versions, sizeof versions, "%s zstd %s", name, lib.ZSTD_versionString());
    free(path);
    is_open = true;
}

bool opened() {
    static pthread_once_t once = PTHREAD_ONCE_INIT;
    pthread_once(&once, load);
    return is_open;
}

kiln_status status_of(astcenc_error error, char *message) {
    if (error == ASTCENC_SUCCESS) return KILN_OK;
    if (error == ASTCENC_ERR_OUT_OF_MEM) return KILN_NO_MEMORY;
    snprintf(message, KILN_MESSAGE_CAPACITY, "%s", lib.astcenc_get_error_string(error));
    return KILN_DAMAGED;
}

// For pictures in sRGB, one thread at a time.
kiln_status make_context(uint32_t block, float quality, unsigned flags, astcenc_context **context, char *message) {
    astcenc_config config;
    astcenc_error error =
        lib.astcenc_config_init(ASTCENC_PRF_LDR_SRGB, block, block, 1, quality, flags, &config);
    if (error == ASTCENC_SUCCESS) error = lib.astcenc_context_alloc(&config, 1, context);
    return status_of(error, message);
}

astcenc_image strip_of(const void **rows, uint32_t width, uint32_t height) {
    return {width, height, 1, ASTCENC_TYPE_U8, (void **)rows};
}

}  // namespace

void kiln_ktx2_version(char *text, size_t capacity) {
    *text = 0;
    if (opened()) snprintf(text, capacity, "%s", versions);
}

kiln_status kiln_astc_encode(
    const void *rgba,
    uint32_t width,
    uint32_t height,
    uint32_t block,
    int effort,
    kiln_encoder_output output,
    char *message
) {
    message[0] = 0;
    if (!opened()) return KILN_UNSUPPORTED;
    static const float qualities[] = {ASTCENC_PRE_FAST, ASTCENC_PRE_MEDIUM, ASTCENC_PRE_THOROUGH};
    astcenc_context *context = nullptr;
    kiln_status status = make_context(block, qualities[effort], 0, &context, message);
    // Blocks do not depend on each other. Some rows of them at a time, so that a task can be canceled.
    const uint32_t rows_at_once = 16 * block;
    const size_t columns = (width + block - 1) / block;
    uint8_t *blocks = status == KILN_OK ? (uint8_t *)malloc(columns * 16 * 16) : nullptr;
    if (status == KILN_OK && !blocks) status = KILN_NO_MEMORY;
    for (uint32_t y = 0; status == KILN_OK && y < height; y += rows_at_once) {
        if (!output.proceeds(output.context)) status = KILN_STOPPED;
        uint32_t rows = height - y < rows_at_once ? height - y : rows_at_once;
        size_t size = columns * ((rows + block - 1) / block) * 16;
        const void *start = (const uint8_t *)rgba + (size_t)y * width * 4;
        astcenc_image strip = strip_of(&start, width, rows);
        if (status == KILN_OK)
            status = status_of(
                lib.astcenc_compress_image(context, &strip, &as_is, blocks, size, 0), message
            );
        if (status == KILN_OK && !output.write(output.context, blocks, size)) status = KILN_NO_MEMORY;
        if (status == KILN_OK) status = status_of(lib.astcenc_compress_reset(context), message);
    }
    free(blocks);
    if (context) lib.astcenc_context_free(context);
    return status;
}

kiln_status kiln_astc_decode(
    const uint8_t *blocks,
    size_t count,
    uint32_t width,
    uint32_t height,
    uint32_t block,
    void *rgba
) {
    if (!opened()) return KILN_UNSUPPORTED;
    char message[KILN_MESSAGE_CAPACITY];
    astcenc_context *context = nullptr;
    kiln_status status = make_context(block, ASTCENC_PRE_FASTEST, ASTCENC_FLG_DECOMPRESS_ONLY, &context, message);
    const void *start = rgba;
    astcenc_image image = strip_of(&start, width, height);
    if (status == KILN_OK)
        status = status_of(lib.astcenc_decompress_image(context, blocks, count, &image, &as_is, 0), message);
    if (context) lib.astcenc_context_free(context);
    return status;
}

kiln_status kiln_zstd_compress(
    const uint8_t *bytes,
    size_t count,
    int level,
    kiln_encoder_output output,
    char *message
) {
    message[0] = 0;
    if (!opened()) return KILN_UNSUPPORTED;
    const size_t capacity = lib.ZSTD_CStreamOutSize();
    ZSTD_CCtx *context = lib.ZSTD_createCCtx();
    void *part = malloc(capacity);
    kiln_status status = KILN_NO_MEMORY;
    if (context && part) {
        status = KILN_OK;
        lib.ZSTD_CCtx_setParameter(context, ZSTD_c_compressionLevel, level);
        lib.ZSTD_CCtx_setPledgedSrcSize(context, count);
    }
    ZSTD_inBuffer in = {bytes, 0, 0};
    size_t left = 1;
    while (status == KILN_OK && (in.pos < count || left)) {
        if (!output.proceeds(output.context)) {
            status = KILN_STOPPED;
            break;
        }
        in.size = count - in.pos < (1 << 20) ? count : in.pos + (1 << 20);
        const ZSTD_EndDirective directive = in.size == count ? ZSTD_e_end : ZSTD_e_continue;
        do {
            ZSTD_outBuffer out = {part, capacity, 0};
            left = lib.ZSTD_compressStream2(context, &out, &in, directive);
            if (lib.ZSTD_isError(left)) {
                snprintf(message, KILN_MESSAGE_CAPACITY, "%s", lib.ZSTD_getErrorName(left));
                status = KILN_DAMAGED;
            } else if (!output.write(output.context, (const uint8_t *)part, out.pos)) {
                status = KILN_NO_MEMORY;
            }
        } while (status == KILN_OK && (directive == ZSTD_e_end ? left != 0 : in.pos < in.size));
    }
    free(part);
    if (context) lib.ZSTD_freeCCtx(context);
    return status;
}

kiln_status kiln_zstd_decompress(
    const uint8_t *bytes,
    size_t count,
    uint8_t *result,
    size_t result_count
) {
    if (!opened()) return KILN_UNSUPPORTED;
    return lib.ZSTD_decompress(result, result_count, bytes, count) == result_count ? KILN_OK : KILN_DAMAGED;
}

#else

void kiln_ktx2_version(char *text, size_t capacity) { *text = 0; }

kiln_status kiln_astc_encode(
    const void *, uint32_t, uint32_t, uint32_t, int, kiln_encoder_output, char *message
) {
    return kiln_without("KTX2", message);
}

kiln_status kiln_astc_decode(const uint8_t *, size_t, uint32_t, uint32_t, uint32_t, void *) {
    return KILN_UNSUPPORTED;
}

kiln_status kiln_zstd_compress(
    const uint8_t *, size_t, int, kiln_encoder_output, char *message
) {
    return kiln_without("KTX2", message);
}

kiln_status kiln_zstd_decompress(const uint8_t *, size_t, uint8_t *, size_t) {
    return KILN_UNSUPPORTED;
}

#endif
