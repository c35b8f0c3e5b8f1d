import CLibraries

/// Inflates the pixel data of a PNG at once.
///
/// Returns exactly `count` bytes and a zero byte, or nil for anything unusual, which libpng then
/// handles.
func inflatePNG(_ bytes: Span<UInt8>, _ chunks: [Range<Int>], count: Int) -> [UInt8]? {
    guard let first = chunks.first else { return nil }
    if chunks.count == 1 { return inflateZlib(bytes.extracting(first), count: count) }
    var joined: [UInt8] = []
    joined.reserveCapacity(chunks.reduce(0) { $0 + $1.count })
    for chunk in chunks {
        unsafe bytes.extracting(chunk).withUnsafeBufferPointer {
            unsafe joined.append(contentsOf: $0)
        }
    }
    return inflateZlib(joined.span, count: count)
}

/// Inflates a zlib stream of `count` bytes at once, ignoring trailing data.
///
/// Returns exactly `count` bytes and a zero byte, or nil for any other contents.
func inflateZlib(_ stream: Span<UInt8>, count: Int) -> [UInt8]? {
    // zlib rejects distances beyond the declared window, which libdeflate ignores.
    guard stream.count >= 6, stream[0] & 0x0F == 8 else { return nil }
    let windowBits = Int(stream[0] >> 4) + 8
    guard windowBits == 15 || count <= 1 << windowBits else { return nil }
    // Deflate expands at most 1032 times: do not allocate for impossible sizes.
    guard count / 1032 <= stream.count else { return nil }
    let bytes = unsafe decompressed(stream, limit: count, addsZero: true)?.bytes
    return bytes?.count == count + 1 ? bytes : nil
}

/// Decompresses at most `limit` bytes, by default as a zlib stream; nil if out of memory.
///
/// Unless it succeeds there are no bytes. `addsZero`: a zero byte follows them.
func decompressed(
    _ stream: Span<UInt8>,
    limit: Int,
    addsZero: Bool = false,
    by decompress: (
        OpaquePointer?, UnsafeRawPointer?, Int, UnsafeMutableRawPointer?, Int,
        UnsafeMutablePointer<Int>?
    ) -> libdeflate_result = unsafe libdeflate_zlib_decompress
) -> (bytes: [UInt8], status: libdeflate_result)? {
    guard let decompressor = unsafe libdeflate_alloc_decompressor() else { return nil }
    defer { unsafe libdeflate_free_decompressor(decompressor) }
    var status = LIBDEFLATE_BAD_DATA
    let capacity = limit + (addsZero ? 1 : 0)
    let bytes = unsafe [UInt8](unsafeUninitializedCapacity: capacity) { out, used in
        status = unsafe stream.withUnsafeBytes { stream in
            unsafe decompress(
                decompressor,
                stream.baseAddress,
                stream.count,
                out.baseAddress,
                limit,
                &used
            )
        }
        if status != LIBDEFLATE_SUCCESS {
            used = 0
        } else if addsZero {
            unsafe out[used] = 0
            used += 1
        }
    }
    return (bytes, status)
}
