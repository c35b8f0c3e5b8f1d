#include "CCodec.h"

#ifdef KILN_HAS_LCMS

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <lcms2.h>

// How many pixels are converted at a time where they have to be repacked.
#define BATCH 4096

// A difference that conversion makes by rounding alone.
#define ROUNDING 1

static void on_error(cmsContext context, cmsUInt32Number code, const char *text) {
    char *message = cmsGetContextUserData(context);
    // The first complaint is the cause.
    if (message && !message[0]) snprintf(message, KILN_MESSAGE_CAPACITY, "%s", text);
}

static kiln_status failure(kiln_status status, const char *text, char *message) {
    if (!message[0]) snprintf(message, KILN_MESSAGE_CAPACITY, "%s", text);
    return status;
}

// What is open while colors are converted.
typedef struct {
    cmsContext context;
    cmsHPROFILE from;
    cmsHPROFILE to;
    cmsHTRANSFORM transform;
    int is_gray;
} session;

static void end(session *s) {
    if (s->transform) cmsDeleteTransform(s->transform);
    if (s->to) cmsCloseProfile(s->to);
    if (s->from) cmsCloseProfile(s->from);
    if (s->context) cmsDeleteContext(s->context);
}

// A profile's colors have to be those that the picture has.
static kiln_status choose_layout(
    session *s,
    kiln_color_layout layout,
    cmsUInt32Number *format,
    char *message
) {
    cmsColorSpaceSignature space = cmsGetColorSpace(s->from);
    int wide = layout == KILN_RGBA_16;
    s->is_gray = space == cmsSigGrayData;
    if (layout == KILN_CMYK_8 && space == cmsSigCmykData)
        *format = TYPE_CMYK_8;
    else if (layout != KILN_CMYK_8 && space == cmsSigRgbData)
        *format = wide ? TYPE_RGBA_16 : TYPE_RGBA_8;
    else if (layout != KILN_CMYK_8 && s->is_gray)
        *format = wide ? TYPE_GRAYA_16 : TYPE_GRAYA_8;
    else
        return failure(KILN_UNSUPPORTED, "the profile is of other colors than the picture", message);
    return KILN_OK;
}

static kiln_status begin(
    session *s,
    const uint8_t *profile,
    size_t profile_count,
    kiln_color_layout layout,
    char *message
) {
    memset(s, 0, sizeof *s);
    s->context = cmsCreateContext(NULL, message);
    if (!s->context) return KILN_NO_MEMORY;
    cmsSetLogErrorHandlerTHR(s->context, on_error);
    s->from = cmsOpenProfileFromMemTHR(s->context, profile, (cmsUInt32Number)profile_count);
    if (!s->from) return failure(KILN_DAMAGED, "the profile cannot be read", message);
    cmsUInt32Number format = 0;
    kiln_status status = choose_layout(s, layout, &format, message);
    if (status != KILN_OK) return status;
    s->to = cmsCreate_sRGBProfileTHR(s->context);
    if (!s->to) return KILN_NO_MEMORY;
    cmsUInt32Number flags = layout == KILN_CMYK_8 ? 0 : cmsFLAGS_COPY_ALPHA;
    s->transform = cmsCreateTransformTHR(
        s->context, s->from, format, s->to, TYPE_RGBA_8, INTENT_PERCEPTUAL, flags
    );
    if (!s->transform) return failure(KILN_DAMAGED, "the profile cannot be used", message);
    return KILN_OK;
}

// Pixels of equal red, green and blue, as gray and alpha.
static void convert_gray(session *s, int wide, const void *from, uint8_t *to, size_t count) {
    uint16_t room[2 * BATCH];
    for (size_t start = 0; start < count; start += BATCH) {
        size_t batch = count - start < BATCH ? count - start : BATCH;
        for (size_t i = 0; i < batch; i++) {
            size_t at = (start + i) * 4;
            if (wide) {
                room[2 * i] = ((const uint16_t *)from)[at];
                room[2 * i + 1] = ((const uint16_t *)from)[at + 3];
            } else {
                ((uint8_t *)room)[2 * i] = ((const uint8_t *)from)[at];
                ((uint8_t *)room)[2 * i + 1] = ((const uint8_t *)from)[at + 3];
            }
        }
        cmsDoTransform(s->transform, room, to + start * 4, (cmsUInt32Number)batch);
    }
}

static void convert(session *s, kiln_color_layout layout, const void *from, uint8_t *to, size_t count) {
    if (s->is_gray) {
        convert_gray(s, layout == KILN_RGBA_16, from, to, count);
        return;
    }
    size_t bytes = layout == KILN_RGBA_16 ? 8 : 4;
    for (size_t start = 0; start < count; start += BATCH) {
        size_t batch = count - start < BATCH ? count - start : BATCH;
        const uint8_t *source = (const uint8_t *)from + start * bytes;
        cmsDoTransform(s->transform, source, to + start * 4, (cmsUInt32Number)batch);
    }
    if (layout != KILN_CMYK_8) return;
    for (size_t i = 0; i < count; i++) to[4 * i + 3] = 255;
}

static int is_near(const uint8_t *wanted, const uint8_t *found) {
    for (int i = 0; i < 3; i++)
        if (abs((int)wanted[i] - (int)found[i]) > ROUNDING) return 0;
    return 1;
}

// Whether grays and a grid of colors stay what they are.
static int is_srgb(session *s, kiln_color_layout layout) {
    if (layout == KILN_CMYK_8) return 0;
    for (int index = 0; index < 256 + 9 * 9 * 9; index++) {
        int cell = index - 256;
        uint8_t wanted[4] = {(uint8_t)index, (uint8_t)index, (uint8_t)index, 255};
        if (cell >= 0) {
            if (s->is_gray) break;
            for (int i = 0; i < 3; i++, cell /= 9) wanted[i] = (uint8_t)(cell % 9 * 255 / 8);
        }
        uint16_t wide[4];
        for (int i = 0; i < 4; i++) wide[i] = (uint16_t)(wanted[i] * 257);
        uint8_t found[4];
        convert(s, layout, layout == KILN_RGBA_16 ? (const void *)wide : wanted, found, 1);
        if (!is_near(wanted, found)) return 0;
    }
    return 1;
}

kiln_status kiln_color_convert(
    const uint8_t *profile,
    size_t profile_count,
    kiln_color_layout layout,
    const void *from,
    void *to,
    size_t count,
    int *is_same,
    char *message
) {
    message[0] = 0;
    *is_same = 0;
    session s;
    kiln_status status = begin(&s, profile, profile_count, layout, message);
    if (status == KILN_OK) {
        *is_same = is_srgb(&s, layout);
        if (!*is_same) convert(&s, layout, from, to, count);
    }
    end(&s);
    return status;
}

#else

#include "without.h"

kiln_status kiln_color_convert(
    const uint8_t *profile,
    size_t profile_count,
    kiln_color_layout layout,
    const void *from,
    void *to,
    size_t count,
    int *is_same,
    char *message
) {
    *is_same = 0;
    return kiln_without("lcms", message);
}

#endif
