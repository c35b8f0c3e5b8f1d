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
