import CCodec
import CLibraries
import Raster

/// A libdeflate compressor: a level and its working memory.
@safe
struct Deflater: ~Copyable {
    private let compressor: OpaquePointer

    /// Nil if out of memory; `level` is 0...12, see libdeflate.h.
    init?(level: Int) {
        guard let made = unsafe libdeflate_alloc_compressor(Int32(level)) else { return nil }
        unsafe compressor = made
    }

    deinit { unsafe libdeflate_free_compressor(compressor) }

    /// Compresses to deflate data (RFC 1951); nil if out of memory, or unless shorter than `limit`.
    func compress(
        _ bytes: UnsafeRawBufferPointer,
        shorterThan limit: Int = .max
    ) -> [UInt8]? {
        let bound = unsafe libdeflate_deflate_compress_bound(compressor, bytes.count)
        let capacity = min(bound, limit == .max ? bound : limit - 1)
        guard capacity > 0 else { return nil }
        let result = unsafe [UInt8](unsafeUninitializedCapacity: capacity) { out, count in
            count = unsafe libdeflate_deflate_compress(
                compressor,
                bytes.baseAddress,
                bytes.count,
                out.baseAddress,
                capacity
            )
        }
        return result.isEmpty ? nil : result
    }

    /// Compresses a part of a zlib stream; nil if out of memory.
    ///
    /// `bytes` starts with `before` bytes that are already in the stream, and that matches may
    /// refer to. Unless `isLast`, the part ends on a whole byte.
    func part(_ bytes: [UInt8], after before: Int, isLast: Bool) -> ZlibPart? {
        unsafe bytes.withUnsafeBytes { bytes in
            // Matches refer back no further.
            let skipped = max(0, before - Self.window)
            let seen = unsafe UnsafeRawBufferPointer(rebasing: bytes[skipped...])
            guard let data = unsafe compress(seen) else { return nil }
            let own = unsafe UnsafeRawBufferPointer(rebasing: bytes[before...])
            let sum = unsafe libdeflate_adler32(1, own.baseAddress, own.count)
            var part = ZlibPart(bytes: data, count: own.count, checksum: sum)
            // A whole stream stays as compressed.
            if isLast, before == 0 { return part }
            part.bytes = unsafe cut(data, seen, after: before - skipped, isLast: isLast)
            return part.bytes.isEmpty ? nil : part
        }
    }

    private static let window = 32 << 10

    /// The deflate data from some byte of its contents on; empty if out of memory.
    private func cut(
        _ data: [UInt8],
        _ contents: UnsafeRawBufferPointer,
        after before: Int,
        isLast: Bool
    ) -> [UInt8] {
        // Rewritten stored blocks may need a byte more each, and the cut a separate block.
        let capacity = data.count + data.count >> 10 + 1024
        let result = unsafe [UInt8](unsafeUninitializedCapacity: capacity) { out, count in
            count = unsafe kiln_deflate_part(
                data,
                data.count,
                contents.baseAddress,
                contents.count,
                before,
                isLast ? 1 : 0,
                out.baseAddress,
                out.count
            )
        }
        // Copies to release spare memory.
        return unsafe result.withUnsafeBufferPointer { unsafe Array($0) }
    }
}

struct ZlibPart: Sendable {
    var bytes: [UInt8]
    /// The number of uncompressed bytes.
    var count: Int
    var checksum: UInt32
}

/// Joins at least one part to a zlib stream (RFC 1950), returned in pieces; `level` is encoded in
/// the header like libdeflate does.
func zlibStream(_ parts: [ZlibPart], level: Int) -> [[UInt8]] {
    var checksum: UInt32 = 1
    for part in parts { checksum = adler32(checksum, followedBy: part.checksum, of: part.count) }
    // Deflate with a 32 KB window, no dictionary, and the compression level.
    let hint: UInt8 =
        switch level {
        case ..<2: 0x01
        case ..<6: 0x5E
        case ..<8: 0x9C
        default: 0xDA
        }
    var pieces = parts.map(\.bytes)
    pieces[0].insert(contentsOf: [0x78, hint], at: 0)
    pieces[pieces.count - 1] += checksum.bigEndianBytes
    return pieces
}

/// The Adler-32 (RFC 1950, section 9) of concatenated bytes, the second part having `count`.
func adler32(_ first: UInt32, followedBy second: UInt32, of count: Int) -> UInt32 {
    let base: UInt64 = 65521
    let (firstLow, firstHigh) = (UInt64(first & 0xFFFF), UInt64(first >> 16))
    let (secondLow, secondHigh) = (UInt64(second & 0xFFFF), UInt64(second >> 16))
    let length = UInt64(count) % base
    let low = (firstLow + secondLow + base - 1) % base
    let high = (firstHigh + secondHigh + length * (firstLow + base - 1)) % base
    return UInt32(high << 16 | low)
}

/// Another version of the library may give other bytes.
package let deflateVersion = LIBDEFLATE_VERSION_STRING
