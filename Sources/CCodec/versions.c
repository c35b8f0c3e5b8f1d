#include "CCodec.h"

#include <stdio.h>
#include <stdlib.h>

#include <jpeglib.h>

#ifdef KILN_HAS_WEBP
#include <webp/decode.h>
#include <webp/encode.h>
#endif
#ifdef KILN_HAS_LCMS
#include <lcms2.h>
#endif

#ifndef LIBJPEG_TURBO_VERSION_NUMBER
#define LIBJPEG_TURBO_VERSION_NUMBER 0
#endif

void kiln_codec_versions(char *text, size_t capacity) {
    int webp = 0, gif = 0, lcms = 0;
#ifdef KILN_HAS_WEBP
    webp = WebPGetDecoderVersion();
#endif
#ifdef KILN_HAS_GIF
    gif = 1;
#endif
#ifdef KILN_HAS_LCMS
    lcms = cmsGetEncodedCMMversion();
#endif
    snprintf(text, capacity, "jpeg %d webp %d gif %d lcms %d", LIBJPEG_TURBO_VERSION_NUMBER, webp, gif, lcms);
}

void kiln_webp_encoder_version(char *text, size_t capacity) {
    *text = 0;
#ifdef KILN_HAS_WEBP
    snprintf(text, capacity, "%d", WebPGetEncoderVersion());
#endif
}
