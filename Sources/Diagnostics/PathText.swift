// A path is bytes to the system and text to all other code. An invalid UTF-8 byte becomes a scalar
// in U+10FF80...U+10FFFF of a private plane, and the same byte again in system calls. Python's
// "surrogateescape" (PEP 383) does the same with halves of surrogate pairs, which Swift's text
// cannot contain. Names that contain one of these scalars are converted byte by byte as well, so
// that every path has a distinct text.

/// A path's bytes as text.
public func pathText(_ bytes: some Collection<UInt8>) -> String {
    let bytes = Array(bytes)
    if let text = String(validating: bytes, as: UTF8.self), !mayHoldPathBytes(text) { return text }
    var scalars = String.UnicodeScalarView()
    var place = 0
    while place < bytes.count {
        let length = [1, 2, 3, 4].first { length in
            guard place + length <= bytes.count else { return false }
            let part = bytes[place..<place + length]
            guard let text = String(validating: part, as: UTF8.self) else { return false }
            return text.unicodeScalars.allSatisfy { $0.pathByte == nil }
        }
        if let length {
            scalars += String(decoding: bytes[place..<place + length], as: UTF8.self).unicodeScalars
        } else if let scalar = Unicode.Scalar(firstPathByte - 0x80 + UInt32(bytes[place])) {
            scalars.append(scalar)
        }
        place += length ?? 1
    }
    return String(scalars)
}

package func pathText(cString start: UnsafePointer<CChar>) -> String {
    var bytes: [UInt8] = []
    var place = unsafe start
    while unsafe place.pointee != 0 {
        unsafe bytes.append(UInt8(truncatingIfNeeded: place.pointee))
        unsafe place += 1
    }
    return pathText(bytes)
}

/// The bytes of a path from `pathText` or from a user.
public func pathBytes(of text: String) -> [UInt8] {
    guard mayHoldPathBytes(text) else { return Array(text.utf8) }
    return text.unicodeScalars.flatMap { scalar in
        scalar.pathByte.map { [$0] } ?? Array(scalar.utf8)
    }
}

/// A null-terminated path for system calls.
///
/// A path with a null byte is invalid, and becomes empty, which is invalid too: the system would
/// truncate it to another file's.
package func systemPath(_ text: String) -> [CChar] {
    var path: [CChar] = []
    path.reserveCapacity(text.utf8.count + 1)
    if mayHoldPathBytes(text) {
        for byte in pathBytes(of: text) { path.append(CChar(truncatingIfNeeded: byte)) }
    } else {
        let isCopied = unsafe text.utf8.withContiguousStorageIfAvailable { bytes in
            unsafe bytes.withMemoryRebound(to: CChar.self) { unsafe path.append(contentsOf: $0) }
            return true
        }
        if isCopied == nil {
            for byte in text.utf8 { path.append(CChar(truncatingIfNeeded: byte)) }
        }
    }
    if path.contains(0) { return [0] }
    path.append(0)
    return path
}

extension String {
    /// The parts of a path between slashes, including empty ones.
    ///
    /// In bytes: `split` ignores a slash before a combining mark, the system does not.
    package var pathParts: [String] {
        utf8.split(separator: UInt8(ascii: "/"), omittingEmptySubsequences: false)
            .map { String(Substring($0)) }
    }

    package var lastSlash: String.Index? { utf8.lastIndex(of: UInt8(ascii: "/")) }

    package var hasSlash: Bool { utf8.contains(UInt8(ascii: "/")) }

    /// Byte order, which differs from Unicode's.
    package func bytesPrecede(_ other: String) -> Bool {
        let precedes = unsafe utf8.withContiguousStorageIfAvailable { own in
            unsafe other.utf8.withContiguousStorageIfAvailable { other in
                for index in 0..<min(own.count, other.count) {
                    let (left, right) = unsafe (own[index], other[index])
                    if left != right { return left < right }
                }
                return own.count < other.count
            }
        }
        return (precedes ?? nil) ?? utf8.lexicographicallyPrecedes(other.utf8)
    }

    package var isAbsolutePath: Bool { utf8.first == UInt8(ascii: "/") }

    /// Whether all bytes are valid UTF-8.
    package var isTextThroughout: Bool {
        !mayHoldPathBytes(self) || unicodeScalars.allSatisfy { $0.pathByte == nil }
    }
}

extension Unicode.Scalar {
    /// The path byte that it represents; nil for text.
    package var pathByte: UInt8? {
        value >= firstPathByte ? UInt8(truncatingIfNeeded: value - firstPathByte + 0x80) : nil
    }
}

/// Represents the byte 0x80; the last Unicode scalar represents 0xFF.
private let firstPathByte: UInt32 = 0x10FF80

/// In UTF-8 only scalars from U+100000 on begin with this byte.
private func mayHoldPathBytes(_ text: String) -> Bool { text.utf8.contains(0xF4) }
