import CCodec
package import Raster

/// `isFromXcode`: the pixels are still as Xcode stores them.
func decodePNG(
    _ bytes: Span<UInt8>,
    limits: DecodeLimits,
    isFromXcode: Bool = false
) throws(ImageDecodingError) -> DecodedImage {
    let header = try PNGHeader(bytes, limits: limits)
    if header.isFromXcode {
        let file = try standardPNG(ofXcode: bytes, limits: limits)
        return try decodePNG(file.span, limits: limits, isFromXcode: true)
    }
    let colors = header.colors(in: bytes)
    var info = header.info(colors)
    if header.bitDepth == 16, limits.convertsColors, colors.colors != .sRGB,
        let image = try decodeWidePNG(bytes, header, colors.colors, &info)
    {
        return DecodedImage(image: image, info: info)
    }
    var image: StraightImage
    if let fast = decodePNGFast(bytes, header) {
        image = fast
    } else {
        image = try decodePNGWithLibrary(bytes, header)
    }
    if isFromXcode { image = restoredFromXcode(image) }
    image.convert(from: colors, limits, &info)
    return DecodedImage(image: image, info: info)
}

/// Converts a 16-bit image before rounding its samples; nil if no conversion is needed.
private func decodeWidePNG(
    _ bytes: Span<UInt8>,
    _ header: PNGHeader,
    _ colors: PictureColors,
    _ info: inout ImageInfo
) throws(ImageDecodingError) -> StraightImage? {
    var samples = [UInt16](repeating: 0, count: header.size.area * 4)
    unsafe try callLibrary(bytes, header, bitDepth: 16, to: &samples)
    do throws(ColorTrouble) {
        return try StraightImage(converting: samples, size: header.size, from: colors)
    } catch {
        info.colorTrouble = error.reason
        return nil
    }
}

/// The reference form: libpng does all of it.
package func decodePNGWithLibrary(
    _ bytes: Span<UInt8>,
    _ header: PNGHeader
) throws(ImageDecodingError) -> StraightImage {
    unsafe try StraightImage(size: header.size) { (pixels) throws(ImageDecodingError) in
        unsafe try callLibrary(bytes, header, bitDepth: 8, to: pixels.start)
    }
}

/// Writes RGBA with 8 or 16 bits a sample.
@unsafe
private func callLibrary(
    _ bytes: Span<UInt8>,
    _ header: PNGHeader,
    bitDepth: Int32,
    to out: UnsafeMutableRawPointer
) throws(ImageDecodingError) {
    let (width, height) = (UInt32(header.size.width), UInt32(header.size.height))
    unsafe try callDecoder(of: .png, reading: bytes) { file, message in
        unsafe kiln_png_decode(
            file.baseAddress,
            file.count,
            width,
            height,
            bitDepth,
            out,
            message
        )
    }
}
