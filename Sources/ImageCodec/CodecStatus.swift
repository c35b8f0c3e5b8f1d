import CCodec
import Raster

/// Calls a decoder with the bytes of a file.
func callDecoder(
    of format: ImageFormat,
    reading bytes: Span<UInt8>,
    scanLimit: Int = 0,
    _ body: (
        _ file: UnsafeBufferPointer<UInt8>, _ message: UnsafeMutablePointer<CChar>
    ) -> kiln_status
) throws(ImageDecodingError) {
    unsafe try callDecoder(of: format, scanLimit: scanLimit) { message in
        unsafe bytes.withUnsafeBufferPointer { unsafe body($0, message) }
    }
}

func callDecoder(
    of format: ImageFormat,
    scanLimit: Int = 0,
    _ body: (_ message: UnsafeMutablePointer<CChar>) -> kiln_status
) throws(ImageDecodingError) {
    let (status, text) = unsafe withMessage(body)
    switch status {
    case KILN_OK: return
    case KILN_TRUNCATED: throw .truncated(format, reason: text)
    case KILN_UNSUPPORTED: throw .unsupported(format, reason: text)
    case KILN_NO_MEMORY: throw .outOfMemory(format)
    case KILN_TOO_MANY_SCANS: throw .tooManyScans(limit: scanLimit)
    default: throw .damaged(format, reason: text)
    }
}

/// The status of a C function and the message that it wrote.
func withMessage(
    _ body: (_ message: UnsafeMutablePointer<CChar>) -> kiln_status
) -> (status: kiln_status, message: String) {
    let capacity = Int(KILN_MESSAGE_CAPACITY)
    return unsafe withUnsafeTemporaryAllocation(of: CChar.self, capacity: capacity) { buffer in
        unsafe buffer.initialize(repeating: 0)
        let status = unsafe body(buffer.start)
        return (status, status == KILN_OK ? "" : unsafe String(cString: buffer.start))
    }
}

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
