import CCodec

/// The versions of decoding libraries and the platform, on which pixels depend besides a file's
/// bytes.
package var decodingFacts: String {
    unsafe "\(platform) " + versions(kiln_codec_versions)
}

/// What a C function writes about its libraries.
func versions(_ write: (UnsafeMutablePointer<CChar>?, Int) -> Void) -> String {
    var text = [CChar](repeating: 0, count: 512)
    unsafe text.withUnsafeMutableBufferPointer { unsafe write($0.baseAddress, $0.count) }
    return String(decoding: text.prefix { $0 != 0 }.map(UInt8.init(bitPattern:)), as: UTF8.self)
}

// Floating-point sums, and the C library's functions, may differ in the last digit.
private var platform: String {
    #if os(Linux)
    let system = "linux"
    #elseif os(macOS)
    let system = "macos"
    #else
    let system = "other"
    #endif
    #if arch(x86_64)
    return system + "-x86_64"
    #elseif arch(arm64)
    return system + "-arm64"
    #else
    return system + "-other"
    #endif
}
