#if canImport(CryptoKit)
internal import CryptoKit
#else
internal import CCrypto
#endif

/// The SHA-256 of some bytes.
package struct Digest: Hashable, Comparable, Sendable {
    /// 32 bytes, in order.
    package let bytes: InlineBytes

    package typealias InlineBytes = SIMD32<UInt8>

    package init(bytes: InlineBytes) { self.bytes = bytes }

    package init(of content: [UInt8]) {
        self = unsafe content.withUnsafeBytes { unsafe Digest(of: $0) }
    }

    /// Computed by the system's own library: libcrypto, or CryptoKit on Apple's systems.
    package init(of content: UnsafeRawBufferPointer) {
        var digest = InlineBytes()
        #if canImport(CryptoKit)
        for (index, byte) in unsafe CryptoKit.SHA256.hash(data: content).enumerated() {
            digest[index] = byte
        }
        #else
        var state = SHA256_CTX()
        unsafe withUnsafeMutableBytes(of: &digest) { buffer in
            unsafe _ = SHA256_Init(&state)
            unsafe _ = SHA256_Update(&state, content.baseAddress, content.count)
            let start = unsafe buffer.baseAddress?.assumingMemoryBound(to: UInt8.self)
            unsafe _ = SHA256_Final(start, &state)
        }
        #endif
        bytes = digest
    }

    private var words: SIMD4<UInt64> { unsafe unsafeBitCast(bytes, to: SIMD4<UInt64>.self) }

    package static func == (left: Digest, right: Digest) -> Bool {
        // A vector's own `==` goes byte by byte.
        let (one, two) = (left.words, right.words)
        return (one[0] ^ two[0]) | (one[1] ^ two[1]) | (one[2] ^ two[2]) | (one[3] ^ two[3]) == 0
    }

    /// By their bytes, and so by their texts.
    package static func < (left: Digest, right: Digest) -> Bool {
        let (one, two) = (left.words, right.words)
        for index in 0..<4 where one[index] != two[index] {
            return one[index].bigEndian < two[index].bigEndian
        }
        return false
    }

    /// A part of a digest is as good as all of it.
    package func hash(into hasher: inout Hasher) { hasher.combine(words[0]) }

    /// Reads what `text` gives; nil for anything else.
    package init?(_ text: some StringProtocol) {
        let digits = Array(text.utf8)
        guard digits.count == 64 else { return nil }
        func value(_ digit: UInt8) -> UInt8? {
            switch digit {
            case UInt8(ascii: "0")...UInt8(ascii: "9"): digit - UInt8(ascii: "0")
            case UInt8(ascii: "a")...UInt8(ascii: "f"): digit - UInt8(ascii: "a") + 10
            default: nil
            }
        }
        var bytes = InlineBytes()
        for index in 0..<32 {
            guard let high = value(digits[index * 2]), let low = value(digits[index * 2 + 1])
            else { return nil }
            bytes[index] = high << 4 | low
        }
        self.bytes = bytes
    }

    /// Lower-case hexadecimal, 64 digits.
    package var text: String {
        unsafe String(unsafeUninitializedCapacity: 64) { text in
            for index in 0..<32 {
                unsafe text[2 * index] = Self.digit(bytes[index] >> 4)
                unsafe text[2 * index + 1] = Self.digit(bytes[index] & 15)
            }
            return 64
        }
    }

    private static func digit(_ value: UInt8) -> UInt8 {
        value < 10 ? UInt8(ascii: "0") + value : UInt8(ascii: "a") + value - 10
    }
}
