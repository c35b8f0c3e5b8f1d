#include "CCodec.h"

#include <string.h>

#include <zlib.h>

size_t kiln_deflate_continue(uint8_t *bytes, size_t count) {
    unsigned char junk[32768];
    z_stream stream;
    memset(&stream, 0, sizeof stream);
    if (count == 0 || count > UINT32_MAX || inflateInit2(&stream, -15) != Z_OK) return 0;
    stream.next_in = bytes;
    stream.avail_in = (uInt)count;
    size_t last = 0, end = 0;
    while (end == 0) {
        stream.next_out = junk;
        stream.avail_out = sizeof junk;
        if (inflate(&stream, Z_BLOCK) != Z_OK) break;
        // Between two blocks, or before the first one.
        if (!(stream.data_type & 128)) continue;
        size_t place = (count - stream.avail_in) * 8 - (stream.data_type & 7);
        if (stream.data_type & 64) {
            end = place;
        } else {
            last = place;
        }
    }
    inflateEnd(&stream);
    if (end == 0) return 0;

    bytes[last / 8] &= (uint8_t)~(1u << (last % 8));
    // An empty stored block: three bits that are 0, the rest of the byte, and the length 0.
    size_t whole = (end + 3 + 7) / 8;
    size_t used = (end + 7) / 8;
    memset(bytes + used, 0, whole - used);
    if (end % 8) bytes[end / 8] &= (uint8_t)((1u << (end % 8)) - 1);
    memcpy(bytes + whole, "\x00\x00\xff\xff", 4);
    return whole + 4;
}
