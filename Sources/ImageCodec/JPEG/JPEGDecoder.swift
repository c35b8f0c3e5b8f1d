import CCodec
import Raster

struct JPEGHeader {
    /// Before rotation.
    let storedSize: PixelSize
    /// 1, 3 or 4.
    let components: Int
    let colors: FoundColors
    let info: ImageInfo

    init(_ bytes: Span<UInt8>, limits: DecodeLimits) throws(ImageDecodingError) {
        var header = kiln_jpeg_header()
        unsafe try callDecoder(of: .jpeg, reading: bytes) { file, message in
            unsafe kiln_jpeg_read_header(file.baseAddress, file.count, &header, message)
        }
        storedSize = try limits.check(width: header.width, height: header.height, in: .jpeg)
        let segments = jpegSegments(bytes)
        components = Int(header.components)
        colors = FoundColors(profile: try jpegProfile(bytes, segments))
        var info = ImageInfo(format: .jpeg, hasAlpha: false, bitDepth: Int(header.precision))
        info.chromaSubsampling = ChromaSubsampling(
            horizontal: Int(header.horizontal_subsampling),
            vertical: Int(header.vertical_subsampling)
        )
        info.orientation = ExifOrientation(ofJPEG: bytes, segments)
        self.info = colors.describing(info)
    }

    var inkProfile: [UInt8]? {
        guard components == 4, case .profile(let profile) = colors.colors,
            profile.span.contains("CMYK", at: 16)
        else { return nil }
        return profile
    }

    var size: PixelSize { info.orientation.swapsSides ? storedSize.transposed : storedSize }
}

func decodeJPEG(
    _ bytes: Span<UInt8>,
    limits: DecodeLimits
) throws(ImageDecodingError) -> DecodedImage {
    let header = try JPEGHeader(bytes, limits: limits)
    let (width, height) = (UInt32(header.storedSize.width), UInt32(header.storedSize.height))
    // A progressive file is decoded as coefficients: 2 bytes for each sample of up to 4 components.
    let memory = limits.maximumPixels.multipliedReportingOverflow(by: 8)
    let inks = limits.convertsColors ? header.inkProfile : nil
    let scans = limits.maximumScans
    var stored = unsafe try StraightImage(size: header.storedSize) {
        (pixels) throws(ImageDecodingError) in
        unsafe try callDecoder(of: .jpeg, reading: bytes, scanLimit: scans) { file, message in
            unsafe kiln_jpeg_decode(
                file.baseAddress,
                file.count,
                width,
                height,
                UInt32(clamping: scans),
                memory.overflow ? Int.max : memory.partialValue + (16 << 20),
                inks == nil ? 0 : 1,
                pixels.baseAddress,
                message
            )
        }
    }
    var info = header.info
    if let inks {
        do throws(ColorTrouble) {
            try stored.convertInPlace(by: inks, KILN_CMYK_8)
        } catch {
            // Without a profile, standard inks are assumed.
            var plain = limits
            plain.convertsColors = false
            var decoded = try decodeJPEG(bytes, limits: plain)
            decoded.info.colorTrouble = error.reason
            return decoded
        }
    } else if header.components == 4, header.colors.colors != .sRGB {
        info.colorTrouble = "the profile is of other colors than the picture"
    } else {
        stored.convert(from: header.colors, limits, &info)
    }
    return DecodedImage(image: info.orientation.applied(to: stored), info: info)
}
