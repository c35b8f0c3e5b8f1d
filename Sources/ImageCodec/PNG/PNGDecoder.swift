internal import CCodec
package import Raster

func decodePNG(
    _ bytes: Span<UInt8>,
    limits: DecodeLimits
) throws(ImageDecodingError) -> DecodedImage {
    let header = try PNGHeader(bytes, limits: limits)
    let image =
        if let fast = decodePNGFast(bytes, header) {
            fast
        } else {
            try decodePNGWithLibrary(bytes, header)
        }
    return DecodedImage(image: image, info: header.summary.info)
}

/// The reference form: libpng does all of it.
package func decodePNGWithLibrary(
    _ bytes: Span<UInt8>,
    _ header: PNGHeader
) throws(ImageDecodingError) -> StraightImage {
    let (width, height) = (UInt32(header.size.width), UInt32(header.size.height))
    return unsafe try bytes.withUnsafeBufferPointer {
        (file) throws(ImageDecodingError) -> StraightImage in
        unsafe try StraightImage(size: header.size) { (pixels) throws(ImageDecodingError) in
            unsafe try callDecoder(of: .png) { message in
                unsafe kiln_png_decode(
                    file.baseAddress,
                    file.count,
                    width,
                    height,
                    UnsafeMutableRawPointer(pixels.baseAddress)?.assumingMemoryBound(
                        to: UInt8.self
                    ),
                    message
                )
            }
        }
    }
}
