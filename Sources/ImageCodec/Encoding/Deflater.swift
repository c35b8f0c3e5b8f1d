import CCodec
import CDeflate
import Raster

/// One libdeflate compressor: a level and its working memory.
@safe
struct Deflater: ~Copyable {
    private let compressor: OpaquePointer

    /// Nil when memory ran out.
    ///
    /// - Parameter level: 0...12, see libdeflate.h.
    init?(level: Int) {
        guard let made = unsafe libdeflate_alloc_compressor(Int32(level)) else { return nil }
        unsafe compressor = made
    }

    deinit { unsafe libdeflate_free_compressor(compressor) }

    /// The bytes as deflate data (RFC 1951), or nil when it would not be shorter than `limit`, or
    /// memory ran out.
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

    /// The bytes as a part of a zlib stream.
    ///
    /// - Parameters:
    ///   - bytes: what to compress, after what was before it.
    ///   - before: how many of the bytes are in the stream already; matches reach back to them.
    ///   - isLast: whether nothing follows; otherwise the part ends on a whole byte.
    /// - Returns: nil when memory ran out.
    func part(_ bytes: [UInt8], after before: Int, isLast: Bool) -> ZlibPart? {
        unsafe bytes.withUnsafeBytes { bytes in
            // Further back no match can refer to.
            let skipped = max(0, before - Self.window)
            let seen = unsafe UnsafeRawBufferPointer(rebasing: bytes[skipped...])
            guard let data = unsafe compress(seen) else { return nil }
            let own = unsafe UnsafeRawBufferPointer(rebasing: bytes[before...])
            let sum = unsafe libdeflate_adler32(1, own.baseAddress, own.count)
            var part = ZlibPart(bytes: data, count: own.count, checksum: sum)
            // What is compressed as a whole stays as it is.
            if isLast, before == 0 { return part }
            part.bytes = unsafe cut(data, seen, after: before - skipped, isLast: isLast)
            return part.bytes.isEmpty ? nil : part
        }
    }

    private static let window = 32 << 10

    /// What deflate data says of its contents from some byte on; empty when memory ran out.
    private func cut(
        _ data: [UInt8],
        _ contents: UnsafeRawBufferPointer,
        after before: Int,
        isLast: Bool
    ) -> [UInt8] {
        // Blocks that are stored anew may need a byte more each, and the cut a block of its own.
        let capacity = data.count + data.count >> 10 + 1024
        let result = unsafe [UInt8](unsafeUninitializedCapacity: capacity) { out, count in
            count = unsafe data.withUnsafeBufferPointer { data in
                unsafe kiln_deflate_part(
                    data.baseAddress,
                    data.count,
                    contents.baseAddress?.assumingMemoryBound(to: UInt8.self),
                    contents.count,
                    before,
                    isLast ? 1 : 0,
                    out.baseAddress,
                    out.count
                )
            }
        }
        // In no more memory than it takes.
        return unsafe result.withUnsafeBufferPointer { unsafe Array($0) }
    }
}

/// A part of a zlib stream.
struct ZlibPart: Sendable {
    /// Deflate data.
    var bytes: [UInt8]
    /// How many bytes it tells.
    var count: Int
    /// The Adler-32 of those.
    var checksum: UInt32
}

/// A zlib stream (RFC 1950) of parts.
///
/// - Parameters:
///   - parts: one at least.
///   - level: libdeflate's, which the header tells as libdeflate does.
/// - Returns: its pieces, in the parts' order.
func zlibStream(_ parts: [ZlibPart], level: Int) -> [[UInt8]] {
    var checksum: UInt32 = 1
    for part in parts { checksum = adler32(checksum, followedBy: part.checksum, of: part.count) }
    // Deflate with a window of 32 KB, no dictionary, and how hard the compressor tried.
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

/// The Adler-32 (RFC 1950, section 9) of bytes, and `count` others behind them.
func adler32(_ first: UInt32, followedBy second: UInt32, of count: Int) -> UInt32 {
    let base: UInt64 = 65521
    let (firstLow, firstHigh) = (UInt64(first & 0xFFFF), UInt64(first >> 16))
    let (secondLow, secondHigh) = (UInt64(second & 0xFFFF), UInt64(second >> 16))
    let length = UInt64(count) % base
    let low = (firstLow + secondLow + base - 1) % base
    let high = (firstHigh + secondHigh + length * (firstLow + base - 1)) % base
    return UInt32(high << 16 | low)
}

/// The version of the library that compresses; another one may give other bytes.
package let deflateVersion = LIBDEFLATE_VERSION_STRING
