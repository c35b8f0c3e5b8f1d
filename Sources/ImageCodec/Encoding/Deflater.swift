internal import CDeflate

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
}

/// The version of the library that compresses; another one may give other bytes.
package let deflateVersion = LIBDEFLATE_VERSION_STRING
