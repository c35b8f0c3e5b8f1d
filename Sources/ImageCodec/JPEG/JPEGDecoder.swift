internal import CCodec
internal import Raster

/// The facts that stand before a JPEG's pixels.
struct JPEGHeader {
    /// As stored.
    let storedSize: PixelSize
    let orientation: ExifOrientation
    let bitDepth: Int
    let chromaSubsampling: ChromaSubsampling

    init(_ bytes: Span<UInt8>, limits: DecodeLimits) throws(ImageDecodingError) {
        var header = kiln_jpeg_header()
        unsafe try bytes.withUnsafeBufferPointer { (file) throws(ImageDecodingError) in
            unsafe try callDecoder(of: .jpeg) { message in
                unsafe kiln_jpeg_read_header(file.baseAddress, file.count, &header, message)
            }
        }
        storedSize = try limits.check(width: header.width, height: header.height, in: .jpeg)
        orientation = ExifOrientation(ofJPEG: bytes)
        bitDepth = Int(header.precision)
        chromaSubsampling = ChromaSubsampling(
            horizontal: Int(header.horizontal_subsampling),
            vertical: Int(header.vertical_subsampling)
        )
    }

    var summary: (size: PixelSize, info: ImageInfo) {
        let info = ImageInfo(
            format: .jpeg,
            hasAlpha: false,
            bitDepth: bitDepth,
            chromaSubsampling: chromaSubsampling,
            orientation: orientation
        )
        return (orientation.swapsSides ? storedSize.transposed : storedSize, info)
    }
}

func decodeJPEG(
    _ bytes: Span<UInt8>,
    limits: DecodeLimits
) throws(ImageDecodingError) -> DecodedImage {
    let header = try JPEGHeader(bytes, limits: limits)
    let (width, height) = (UInt32(header.storedSize.width), UInt32(header.storedSize.height))
    // A progressive file is held as coefficients: 2 bytes for each sample of up to 4 components.
    let memory = limits.maximumPixels.multipliedReportingOverflow(by: 8)
    let stored = unsafe try bytes.withUnsafeBufferPointer {
        (file) throws(ImageDecodingError) -> StraightImage in
        unsafe try StraightImage(size: header.storedSize) { (pixels) throws(ImageDecodingError) in
            unsafe try callDecoder(of: .jpeg, scanLimit: limits.maximumScans) { message in
                unsafe kiln_jpeg_decode(
                    file.baseAddress,
                    file.count,
                    width,
                    height,
                    UInt32(clamping: limits.maximumScans),
                    memory.overflow ? Int.max : memory.partialValue + (16 << 20),
                    UnsafeMutableRawPointer(pixels.baseAddress)?.assumingMemoryBound(
                        to: UInt8.self
                    ),
                    message
                )
            }
        }
    }
    return DecodedImage(
        image: header.orientation.applied(to: stored),
        info: header.summary.info
    )
}
