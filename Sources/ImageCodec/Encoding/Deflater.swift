internal import CCodec
internal import CDeflate
internal import Raster

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

    /// The bytes as a zlib stream (RFC 1950), or nil when it would not be shorter than `limit`.
    func compress(_ bytes: [UInt8], shorterThan limit: Int = .max) -> [UInt8]? {
        let bound = unsafe libdeflate_zlib_compress_bound(compressor, bytes.count)
        let capacity = min(bound, limit == .max ? bound : limit - 1)
        guard capacity > 0 else { return nil }
        let result = unsafe [UInt8](unsafeUninitializedCapacity: capacity) { out, count in
            count = unsafe bytes.withUnsafeBytes { bytes in
                unsafe libdeflate_zlib_compress(
                    compressor,
                    bytes.baseAddress,
                    bytes.count,
                    out.baseAddress,
                    capacity
                )
            }
        }
        return result.isEmpty ? nil : result
    }

    /// The bytes as deflate data without a frame (RFC 1951).
    ///
    /// - Parameters:
    ///   - bytes: what to compress.
    ///   - isLast: whether nothing follows; otherwise the data ends on a whole byte.
    /// - Returns: nil when memory ran out.
    fileprivate func compressPart(_ bytes: [UInt8], isLast: Bool) -> [UInt8]? {
        let bound = unsafe libdeflate_deflate_compress_bound(compressor, bytes.count)
        let capacity = bound + Int(KILN_DEFLATE_TAIL)
        let result = unsafe [UInt8](unsafeUninitializedCapacity: capacity) { out, count in
            count = unsafe bytes.withUnsafeBytes { bytes in
                unsafe libdeflate_deflate_compress(
                    compressor,
                    bytes.baseAddress,
                    bytes.count,
                    out.baseAddress,
                    bound
                )
            }
            if !isLast { count = unsafe kiln_deflate_continue(out.baseAddress, count) }
        }
        // In no more memory than it takes.
        return result.isEmpty ? nil : unsafe result.withUnsafeBufferPointer { unsafe Array($0) }
    }
}

/// A zlib stream (RFC 1950) whose contents are compressed in parts that know nothing of each other.
struct ZlibStream {
    private(set) var pieces: [[UInt8]] = []
    private var checksum: UInt32 = 1

    /// Appends a part of the contents.
    ///
    /// - Returns: false when memory ran out.
    mutating func append(
        _ bytes: [UInt8],
        isLast: Bool,
        _ deflater: borrowing Deflater
    ) -> Bool {
        guard var piece = deflater.compressPart(bytes, isLast: isLast) else { return false }
        checksum = unsafe bytes.withUnsafeBytes { bytes in
            unsafe libdeflate_adler32(checksum, bytes.baseAddress, bytes.count)
        }
        // Deflate with a window of 32 KB, no dictionary, and the level that is said to be normal.
        if pieces.isEmpty { piece.insert(contentsOf: [0x78, 0x9C], at: 0) }
        if isLast { piece += checksum.bigEndianBytes }
        pieces.append(piece)
        return true
    }
}

/// The version of the library that compresses; another one may give other bytes.
package let deflateVersion = LIBDEFLATE_VERSION_STRING
