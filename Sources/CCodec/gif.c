#include "CCodec.h"

#ifdef KILN_HAS_GIF

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <gif_lib.h>

struct kiln_gif {
    GifFileType *file;
    const uint8_t *bytes;
    size_t count;
    size_t position;
    // Whether the library asked for more than there is.
    int ran_out;
    // The clear color of the frame whose pixels come next; -1 for none.
    int clear;
};

static int on_read(GifFileType *file, GifByteType *out, int wanted) {
    kiln_gif *gif = file->UserData;
    size_t left = gif->count - gif->position;
    size_t given = (size_t)wanted < left ? (size_t)wanted : left;
    if (given < (size_t)wanted) gif->ran_out = 1;
    memcpy(out, gif->bytes + gif->position, given);
    gif->position += given;
    return (int)given;
}

static kiln_status failure(const kiln_gif *gif, int code, char *message) {
    if (code == D_GIF_ERR_NOT_ENOUGH_MEM) {
        snprintf(message, KILN_MESSAGE_CAPACITY, "out of memory");
        return KILN_NO_MEMORY;
    }
    if (gif->ran_out || code == D_GIF_ERR_EOF_TOO_SOON) {
        snprintf(message, KILN_MESSAGE_CAPACITY, "unexpected end of file");
        return KILN_TRUNCATED;
    }
    const char *text = GifErrorString(code);
    snprintf(message, KILN_MESSAGE_CAPACITY, "%s", text ? text : "unknown error");
    return KILN_DAMAGED;
}

kiln_status kiln_gif_open(
    const uint8_t *bytes,
    size_t count,
    kiln_gif **result,
    uint32_t *width,
    uint32_t *height,
    char *message
) {
    message[0] = 0;
    kiln_gif *gif = calloc(1, sizeof *gif);
    if (!gif) return KILN_NO_MEMORY;
    gif->bytes = bytes;
    gif->count = count;
    int code = 0;
    gif->file = DGifOpen(gif, on_read, &code);
    if (!gif->file) {
        kiln_status status = failure(gif, code, message);
        free(gif);
        return status;
    }
    *width = (uint32_t)gif->file->SWidth;
    *height = (uint32_t)gif->file->SHeight;
    *result = gif;
    return KILN_OK;
}

static kiln_status read_extension(kiln_gif *gif, kiln_gif_frame *frame, char *message) {
    int function = 0;
    GifByteType *block = NULL;
    if (DGifGetExtension(gif->file, &function, &block) == GIF_ERROR)
        return failure(gif, gif->file->Error, message);
    while (block) {
        GraphicsControlBlock control;
        if (function == GRAPHICS_EXT_FUNC_CODE
            && DGifExtensionToGCB(block[0], block + 1, &control) == GIF_OK) {
            frame->duration = (uint32_t)control.DelayTime * 10;
            frame->disposal = control.DisposalMode;
            gif->clear = control.TransparentColor;
            frame->has_clear = gif->clear != NO_TRANSPARENT_COLOR;
        }
        if (DGifGetExtensionNext(gif->file, &block) == GIF_ERROR)
            return failure(gif, gif->file->Error, message);
    }
    return KILN_OK;
}

kiln_status kiln_gif_next(kiln_gif *gif, kiln_gif_frame *frame, char *message) {
    message[0] = 0;
    memset(frame, 0, sizeof *frame);
    gif->clear = NO_TRANSPARENT_COLOR;
    for (;;) {
        GifRecordType kind;
        if (DGifGetRecordType(gif->file, &kind) == GIF_ERROR)
            return failure(gif, gif->file->Error, message);
        if (kind == TERMINATE_RECORD_TYPE) return KILN_OK;
        if (kind == EXTENSION_RECORD_TYPE) {
            kiln_status status = read_extension(gif, frame, message);
            if (status != KILN_OK) return status;
        } else if (kind == IMAGE_DESC_RECORD_TYPE) {
            // The library keeps a record and a color table of every frame, which nothing here reads.
            GifFreeSavedImages(gif->file);
            gif->file->ImageCount = 0;
            if (DGifGetImageDesc(gif->file) == GIF_ERROR)
                return failure(gif, gif->file->Error, message);
            const GifImageDesc *image = &gif->file->Image;
            frame->exists = 1;
            frame->left = (uint32_t)image->Left;
            frame->top = (uint32_t)image->Top;
            frame->width = (uint32_t)image->Width;
            frame->height = (uint32_t)image->Height;
            return KILN_OK;
        }
    }
}

static void color_row(const kiln_gif *gif, const ColorMapObject *map, const uint8_t *row, uint8_t *rgba) {
    for (int x = 0; x < gif->file->Image.Width; x++, rgba += 4) {
        int index = row[x];
        if (index == gif->clear || index >= map->ColorCount) {
            memset(rgba, 0, 4);
            continue;
        }
        rgba[0] = map->Colors[index].Red;
        rgba[1] = map->Colors[index].Green;
        rgba[2] = map->Colors[index].Blue;
        rgba[3] = 255;
    }
}

kiln_status kiln_gif_decode(kiln_gif *gif, void *rgba, char *message) {
    // First row and step of each pass (GIF 89a, appendix E).
    static const int first[] = {0, 4, 2, 1}, step[] = {8, 8, 4, 2};
    message[0] = 0;
    const GifImageDesc *image = &gif->file->Image;
    const ColorMapObject *map = image->ColorMap ? image->ColorMap : gif->file->SColorMap;
    if (!map) {
        snprintf(message, KILN_MESSAGE_CAPACITY, "no color table");
        return KILN_DAMAGED;
    }
    uint8_t *row = malloc((size_t)image->Width);
    if (!row) return KILN_NO_MEMORY;
    kiln_status status = KILN_OK;
    int passes = image->Interlace ? 4 : 1;
    for (int pass = 0; pass < passes && status == KILN_OK; pass++) {
        int by = image->Interlace ? step[pass] : 1;
        for (int y = image->Interlace ? first[pass] : 0; y < image->Height; y += by) {
            if (DGifGetLine(gif->file, row, image->Width) == GIF_ERROR) {
                status = failure(gif, gif->file->Error, message);
                break;
            }
            color_row(gif, map, row, (uint8_t *)rgba + (size_t)y * (size_t)image->Width * 4);
        }
    }
    free(row);
    return status;
}

kiln_status kiln_gif_skip(kiln_gif *gif, char *message) {
    message[0] = 0;
    int size = 0;
    GifByteType *block = NULL;
    int result = DGifGetCode(gif->file, &size, &block);
    while (result == GIF_OK && block) result = DGifGetCodeNext(gif->file, &block);
    return result == GIF_OK ? KILN_OK : failure(gif, gif->file->Error, message);
}

void kiln_gif_close(kiln_gif *gif) {
    int code = 0;
    DGifCloseFile(gif->file, &code);
    free(gif);
}

#else

#include "without.h"

kiln_status kiln_gif_open(
    const uint8_t *bytes,
    size_t count,
    kiln_gif **gif,
    uint32_t *width,
    uint32_t *height,
    char *message
) {
    return kiln_without("giflib", message);
}

kiln_status kiln_gif_next(kiln_gif *gif, kiln_gif_frame *frame, char *message) {
    return kiln_without("giflib", message);
}

kiln_status kiln_gif_decode(kiln_gif *gif, void *rgba, char *message) {
    return kiln_without("giflib", message);
}

kiln_status kiln_gif_skip(kiln_gif *gif, char *message) { return kiln_without("giflib", message); }

void kiln_gif_close(kiln_gif *gif) { (void)gif; }

#endif
