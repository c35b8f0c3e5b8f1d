#include "CCodec.h"

#ifdef KILN_HAS_WEBP

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <webp/decode.h>
#include <webp/demux.h>
#include <webp/encode.h>

// The length that the file declares (WebP Container Specification, "WebP File Header").
static size_t declared(const uint8_t *bytes, size_t count) {
    if (count < 12) return SIZE_MAX;
    return 8 + ((size_t)bytes[4] | (size_t)bytes[5] << 8 | (size_t)bytes[6] << 16 | (size_t)bytes[7] << 24);
}

static kiln_status failure(const uint8_t *bytes, size_t count, const char *text, char *message) {
    int is_cut = count < declared(bytes, count);
    snprintf(message, KILN_MESSAGE_CAPACITY, "%s", is_cut ? "unexpected end of file" : text);
    return is_cut ? KILN_TRUNCATED : KILN_DAMAGED;
}

static WebPDemuxer *demuxer(const uint8_t *bytes, size_t count) {
    if (count < declared(bytes, count)) return NULL;
    WebPData data = {bytes, count};
    return WebPDemux(&data);
}

kiln_status kiln_webp_read_header(
    const uint8_t *bytes,
    size_t count,
    kiln_webp_header *header,
    char *message
) {
    message[0] = 0;
    memset(header, 0, sizeof *header);
    WebPDemuxer *file = demuxer(bytes, count);
    if (!file) return failure(bytes, count, "chunks are out of order", message);
    uint32_t flags = WebPDemuxGetI(file, WEBP_FF_FORMAT_FLAGS);
    header->width = WebPDemuxGetI(file, WEBP_FF_CANVAS_WIDTH);
    header->height = WebPDemuxGetI(file, WEBP_FF_CANVAS_HEIGHT);
    header->frames = WebPDemuxGetI(file, WEBP_FF_FRAME_COUNT);
    header->has_alpha = (flags & ALPHA_FLAG) != 0;
    WebPChunkIterator chunk;
    if ((flags & ICCP_FLAG) && WebPDemuxGetChunk(file, "ICCP", 1, &chunk)) {
        header->profile_offset = (size_t)(chunk.chunk.bytes - bytes);
        header->profile_count = chunk.chunk.size;
        WebPDemuxReleaseChunkIterator(&chunk);
    }
    WebPDemuxDelete(file);
    if (header->frames == 0) return failure(bytes, count, "no picture in it", message);
    return KILN_OK;
}

kiln_status kiln_webp_read_durations(
    const uint8_t *bytes,
    size_t count,
    uint32_t *durations,
    size_t capacity,
    char *message
) {
    message[0] = 0;
    WebPDemuxer *file = demuxer(bytes, count);
    if (!file) return failure(bytes, count, "chunks are out of order", message);
    WebPIterator frame;
    size_t found = 0;
    if (WebPDemuxGetFrame(file, 1, &frame)) {
        do {
            if (found < capacity) durations[found++] = (uint32_t)frame.duration;
        } while (WebPDemuxNextFrame(&frame));
        WebPDemuxReleaseIterator(&frame);
    }
    WebPDemuxDelete(file);
    return found == capacity ? KILN_OK : failure(bytes, count, "frames are missing", message);
}

static kiln_status decode_still(
    const uint8_t *bytes,
    size_t count,
    uint32_t width,
    uint32_t height,
    int (*next)(void *context, const uint8_t *rgba),
    void *context,
    char *message
) {
    size_t stride = (size_t)width * 4, size = stride * height;
    uint8_t *rgba = malloc(size);
    if (!rgba) return KILN_NO_MEMORY;
    WebPDecoderConfig config;
    WebPInitDecoderConfig(&config);
    config.output.colorspace = MODE_RGBA;
    config.output.is_external_memory = 1;
    config.output.u.RGBA.rgba = rgba;
    config.output.u.RGBA.stride = (int)stride;
    config.output.u.RGBA.size = size;
    VP8StatusCode code = WebPDecode(bytes, count, &config);
    kiln_status status = KILN_OK;
    if (code == VP8_STATUS_OUT_OF_MEMORY)
        status = KILN_NO_MEMORY;
    else if (code == VP8_STATUS_UNSUPPORTED_FEATURE)
        status = KILN_UNSUPPORTED;
    else if (code != VP8_STATUS_OK)
        status = failure(bytes, count, "the picture's data is broken", message);
    else
        next(context, rgba);
    WebPFreeDecBuffer(&config.output);
    free(rgba);
    return status;
}

kiln_status kiln_webp_decode(
    const uint8_t *bytes,
    size_t count,
    uint32_t width,
    uint32_t height,
    int (*next)(void *context, const uint8_t *rgba),
    void *context,
    char *message
) {
    message[0] = 0;
    WebPBitstreamFeatures features;
    if (WebPGetFeatures(bytes, count, &features) != VP8_STATUS_OK)
        return failure(bytes, count, "the picture's header is broken", message);
    if (features.width != (int)width || features.height != (int)height)
        return failure(bytes, count, "size differs from the header's", message);
    if (!features.has_animation)
        return decode_still(bytes, count, width, height, next, context, message);

    WebPData data = {bytes, count};
    WebPAnimDecoderOptions options;
    WebPAnimDecoderOptionsInit(&options);
    options.color_mode = MODE_RGBA;
    WebPAnimDecoder *decoder = WebPAnimDecoderNew(&data, &options);
    if (!decoder) return failure(bytes, count, "the animation is broken", message);
    kiln_status status = KILN_OK;
    WebPAnimInfo info;
    if (!WebPAnimDecoderGetInfo(decoder, &info) || info.canvas_width != width
        || info.canvas_height != height)
        status = failure(bytes, count, "size differs from the header's", message);
    while (status == KILN_OK && WebPAnimDecoderHasMoreFrames(decoder)) {
        uint8_t *rgba = NULL;
        int time = 0;
        if (!WebPAnimDecoderGetNext(decoder, &rgba, &time))
            status = failure(bytes, count, "a frame's data is broken", message);
        else if (!next(context, rgba))
            break;
    }
    WebPAnimDecoderDelete(decoder);
    return status;
}

static int write_part(const uint8_t *bytes, size_t count, const WebPPicture *picture) {
    const kiln_encoder_output *to = picture->custom_ptr;
    return to->write(to->context, bytes, count);
}

static int proceed(int percent, const WebPPicture *picture) {
    const kiln_encoder_output *to = picture->user_data;
    return to->proceeds(to->context);
}

kiln_status kiln_webp_encode(
    const void *rgba,
    uint32_t width,
    uint32_t height,
    kiln_encoding_settings settings,
    kiln_encoder_output output,
    char *message
) {
    message[0] = 0;
    WebPConfig config;
    WebPPicture picture;
    if (!WebPConfigInit(&config) || !WebPPictureInit(&picture)) return KILN_UNSUPPORTED;
    // Colors under clear pixels are what smooth scaling mixes in, so they stay.
    config.exact = 1;
    config.lossless = settings.quality >= 100;
    if (config.lossless) {
        // Method 6 with quality 100 alone tries all transforms, and takes five times as long.
        static const int methods[] = {3, 5, 6};
        static const float qualities[] = {50, 90, 100};
        config.method = methods[settings.effort];
        config.quality = qualities[settings.effort];
    } else {
        static const int methods[] = {2, 4, 6};
        config.method = methods[settings.effort];
        config.quality = (float)settings.quality;
        config.use_sharp_yuv = settings.effort > 0;
        config.alpha_filtering = 2;
    }
    picture.use_argb = 1;
    picture.width = (int)width;
    picture.height = (int)height;
    picture.writer = write_part;
    picture.custom_ptr = &output;
    picture.progress_hook = proceed;
    picture.user_data = &output;
    int is_done = WebPValidateConfig(&config) && WebPPictureImportRGBA(&picture, rgba, (int)(width * 4))
        && WebPEncode(&config, &picture);
    WebPEncodingError error = picture.error_code;
    WebPPictureFree(&picture);
    if (is_done) return KILN_OK;
    if (error == VP8_ENC_ERROR_USER_ABORT) return KILN_STOPPED;
    if (error == VP8_ENC_ERROR_OUT_OF_MEMORY || error == VP8_ENC_ERROR_BITSTREAM_OUT_OF_MEMORY)
        return KILN_NO_MEMORY;
    snprintf(message, KILN_MESSAGE_CAPACITY, "error %d of libwebp", error);
    return KILN_DAMAGED;
}

#else

#include "without.h"

kiln_status kiln_webp_read_header(
    const uint8_t *bytes,
    size_t count,
    kiln_webp_header *header,
    char *message
) {
    return kiln_without("WebP", message);
}

kiln_status kiln_webp_read_durations(
    const uint8_t *bytes,
    size_t count,
    uint32_t *durations,
    size_t capacity,
    char *message
) {
    return kiln_without("WebP", message);
}

kiln_status kiln_webp_decode(
    const uint8_t *bytes,
    size_t count,
    uint32_t width,
    uint32_t height,
    int (*next)(void *context, const uint8_t *rgba),
    void *context,
    char *message
) {
    return kiln_without("WebP", message);
}

kiln_status kiln_webp_encode(
    const void *rgba,
    uint32_t width,
    uint32_t height,
    kiln_encoding_settings settings,
    kiln_encoder_output output,
    char *message
) {
    return kiln_without("WebP", message);
}

#endif
