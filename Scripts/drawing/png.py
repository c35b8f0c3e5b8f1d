"""Writes PNG files: with a palette where there are few colors, and the same bytes on every run."""

import struct
import zlib


def chunk(kind, data):
    return struct.pack(">I", len(data)) + kind + data + struct.pack(">I", zlib.crc32(kind + data))


def write(path, width, height, pixels):
    """Writes straight (r, g, b, a) pixels, row by row."""
    path.parent.mkdir(parents=True, exist_ok=True)
    pixels = [p if p[3] else (0, 0, 0, 0) for p in pixels]
    # Clear colors first, so that tRNS stays short.
    colors = sorted(set(pixels), key=lambda p: (p[3] == 255, p))
    if len(colors) <= 256:
        kind, bits = 3, next(b for b in (1, 2, 4, 8) if len(colors) <= 1 << b)
        index = {color: i for i, color in enumerate(colors)}
        rows = [pack([index[p] for p in pixels[y * width:(y + 1) * width]], bits) for y in range(height)]
        extra = chunk(b"PLTE", b"".join(bytes(c[:3]) for c in colors))
        alphas = bytes(c[3] for c in colors if c[3] < 255)
        if alphas:
            extra += chunk(b"tRNS", alphas)
        raw = b"".join(b"\0" + row for row in rows)
    else:
        kind, bits, extra = 6, 8, b""
        rows = [b"".join(bytes(p) for p in pixels[y * width:(y + 1) * width]) for y in range(height)]
        raw, before = b"", bytes(width * 4)
        for row in rows:
            up = bytes((a - b) & 255 for a, b in zip(row, before))
            left = bytes((a - b) & 255 for a, b in zip(row, bytes(4) + row))
            raw += min((b"\2" + up, b"\1" + left), key=lambda r: sum(min(b, 256 - b) for b in r[1:]))
            before = row
    head = struct.pack(">IIBBBBB", width, height, bits, kind, 0, 0, 0)
    path.write_bytes(
        b"\x89PNG\r\n\x1a\n" + chunk(b"IHDR", head) + extra
        + chunk(b"IDAT", zlib.compress(raw, 9)) + chunk(b"IEND", b"")
    )


def pack(indices, bits):
    per, row = 8 // bits, bytearray()
    for start in range(0, len(indices), per):
        byte = 0
        for place, value in enumerate(indices[start:start + per]):
            byte |= value << (8 - bits * (place + 1))
        row.append(byte)
    return bytes(row)
