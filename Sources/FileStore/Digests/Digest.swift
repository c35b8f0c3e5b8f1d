#if canImport(CryptoKit)
import CryptoKit
#else
import CLibraries
#endif

/// A SHA-256 digest, which identifies contents in the cache, the manifest and the gallery page.
package struct Digest: Hashable, Comparable, Sendable {
    /// The 32 bytes in memory order.
    ///
    /// Words, not one vector: Swift 6.3 reserves too little space in an async function's frame for
    /// vectors of more than 16 bytes, and then writes past it.
    private var words: (UInt64, UInt64, UInt64, UInt64) = (0, 0, 0, 0)

    package init(bytes: UnsafeRawBufferPointer) {
        precondition(bytes.count == 32, "\(bytes.count) bytes for a digest")
        unsafe withUnsafeMutableBytes(of: &words) { unsafe $0.copyMemory(from: bytes) }
    }

    package init(of content: [UInt8]) {
        self = unsafe content.withUnsafeBytes { unsafe Digest(of: $0) }
    }

    /// Computed by the system's library: libcrypto, or CryptoKit on Apple's systems.
    package init(of content: UnsafeRawBufferPointer) {
        #if canImport(CryptoKit)
        self = unsafe CryptoKit.SHA256.hash(data: content).withUnsafeBytes {
            unsafe Digest(bytes: $0)
        }
        #else
        var state = SHA256_CTX()
        unsafe withUnsafeMutableBytes(of: &words) { buffer in
            unsafe _ = SHA256_Init(&state)
            unsafe _ = SHA256_Update(&state, content.baseAddress, content.count)
            let start = unsafe buffer.baseAddress?.assumingMemoryBound(to: UInt8.self)
            unsafe _ = SHA256_Final(start, &state)
        }
        #endif
    }

    package var bytes: [UInt8] { unsafe withUnsafeBytes { unsafe Array($0) } }

    package func withUnsafeBytes<Result>(_ body: (UnsafeRawBufferPointer) -> Result) -> Result {
        unsafe Swift.withUnsafeBytes(of: words) { unsafe body($0) }
    }

    package static func == (left: Digest, right: Digest) -> Bool { left.words == right.words }

    /// By bytes, consistent with the text order.
    package static func < (left: Digest, right: Digest) -> Bool {
        left.bigEndianWords < right.bigEndianWords
    }

    private var bigEndianWords: (UInt64, UInt64, UInt64, UInt64) {
        (words.0.bigEndian, words.1.bigEndian, words.2.bigEndian, words.3.bigEndian)
    }

    /// Any part of a digest is a good hash.
    package func hash(into hasher: inout Hasher) { hasher.combine(words.0) }

    /// Parses `text`; nil for anything else.
    package init?(_ text: some StringProtocol) {
        guard isHex(text, 64) else { return nil }
        func word(_ index: Int) -> UInt64 {
            UInt64(text.dropFirst(16 * index).prefix(16), radix: 16)?.bigEndian ?? 0
        }
        words = (word(0), word(1), word(2), word(3))
    }

    /// 64 lower-case hexadecimal digits.
    package var text: String {
        unsafe withUnsafeBytes { bytes in
            unsafe String(unsafeUninitializedCapacity: 64) { text in
                for index in 0..<32 {
                    unsafe text[2 * index] = Self.digit(bytes[index] >> 4)
                    unsafe text[2 * index + 1] = Self.digit(bytes[index] & 15)
                }
                return 64
            }
        }
    }

    private static func digit(_ value: UInt8) -> UInt8 {
        value < 10 ? UInt8(ascii: "0") + value : UInt8(ascii: "a") + value - 10
    }
}

/// Whether a text is so many lower-case hexadecimal digits.
func isHex(_ text: some StringProtocol, _ count: Int) -> Bool {
    text.utf8.count == count && text.utf8.allSatisfy("0123456789abcdef".utf8.contains)
}
