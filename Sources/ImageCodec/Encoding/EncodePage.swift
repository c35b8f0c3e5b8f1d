import CCodec
public import Raster

/// Encodes an image as a file of a page.
///
/// `image` is straight, or has colors multiplied by alpha if `isPremultiplied`, which KTX2 files record. Lossless encoders keep colors under alpha 0. AVIF keeps alpha nearly lossless at every quality.
/// The file depends only on the arguments and the library's version.
/// Stops if the task is canceled: WebP and KTX2 at any time, AVIF before it starts.
///
/// Throws `ImageEncodingError`.
public func encode(
    _ image: StraightImage,
    with encoder: PageEncoder,
    isPremultiplied: Bool = false,
    effort: Effort
) throws(ImageEncodingError) -> [UInt8] {
    let format = encoder.encoding
    guard max(image.width, image.height) <= format.largestSide else {
        throw .tooLarge(format, image.size)
    }
    switch format {
    case .png: return try encodePNG(image, effort: effort)
    case .ktx2:
        return try encodeKTX2(
            image,
            block: encoder.block,
            zstd: encoder.zstd,
            isPremultiplied: isPremultiplied,
            effort: effort
        )
    case .webp, .avif: break
    }
    let settings = kiln_encoding_settings(
        quality: Int32(clamping: min(max(encoder.quality, 1), 100)),
        effort: effort.ofEncoders
    )
    return try unsafe written(as: format, image.size) { output, message in
        unsafe image.withPixels { pixels in
            let encode = unsafe format == .webp ? kiln_webp_encode : kiln_avif_encode
            return unsafe encode(
                pixels.baseAddress,
                UInt32(image.width),
                UInt32(image.height),
                settings,
                output,
                message
            )
        }
    }
}

/// What a C encoder writes, stopping it if the task is canceled.
func written(
    as format: PageEncoding,
    _ size: PixelSize,
    by encode: (kiln_encoder_output, UnsafeMutablePointer<CChar>?) -> kiln_status
) throws(ImageEncodingError) -> [UInt8] {
    var file: [UInt8] = []
    let (status, reason) = unsafe withUnsafeMutablePointer(to: &file) { file in
        let output = unsafe kiln_encoder_output(
            proceeds: { _ in Task.isCancelled ? 0 : 1 },
            write: { context, bytes, count in
                guard let context = unsafe context else { return 0 }
                let part = unsafe UnsafeBufferPointer(start: bytes, count: count)
                unsafe context.assumingMemoryBound(to: [UInt8].self).pointee += part
                return 1
            },
            context: file
        )
        return unsafe withMessage { message in unsafe encode(output, message) }
    }
    switch status {
    case KILN_OK: return file
    case KILN_STOPPED: throw .canceled
    case KILN_UNSUPPORTED: throw .unavailable(format)
    case KILN_DAMAGED: throw .failed(format, reason: reason)
    default: throw .outOfMemory(width: size.width, height: size.height)
    }
}

/// Decodes what `encode` made of an image of that size; nil if it is damaged.
public func decode(_ file: [UInt8], as format: PageEncoding, size: PixelSize) -> StraightImage? {
    switch format {
    case .png, .webp:
        var limits = DecodeLimits()
        limits.maximumPixels = max(limits.maximumPixels, size.area)
        return try? decodeImage(file, limits: limits).image
    case .avif:
        var status = KILN_DAMAGED
        let image = unsafe StraightImage(size: size) { pixels in
            status = unsafe kiln_avif_decode(
                file,
                file.count,
                UInt32(size.width),
                UInt32(size.height),
                pixels.baseAddress
            )
        }
        return status == KILN_OK ? image : nil
    case .ktx2: return decodeKTX2(file, size: size)
    }
}

extension PageEncoding {
    /// Whether this build can write it.
    public var isAvailable: Bool { !version.isEmpty }

    /// Of the library, on which files depend besides the image and the settings; empty without it.
    package var version: String {
        switch self {
        case .png: deflateVersion
        case .webp: Self.webPVersion
        case .avif: Self.avifVersion
        case .ktx2: Self.ktx2Version
        }
    }

    private static let webPVersion = unsafe versions(kiln_webp_encoder_version)
    private static let avifVersion = unsafe versions(kiln_avif_encoder_version)
    private static let ktx2Version = unsafe versions(kiln_ktx2_version)
}

extension Effort {
    /// 0...2.
    var ofEncoders: Int32 {
        switch self {
        case .fast: 0
        case .balanced: 1
        case .best, .max: 2
        }
    }
}

/// Why a picture could not be encoded.
public enum ImageEncodingError: Error, Hashable, Sendable, CustomStringConvertible {
    case outOfMemory(width: Int, height: Int)
    case tooLarge(PageEncoding, PixelSize)
    /// The build has no such encoder.
    case unavailable(PageEncoding)
    /// In the library's words.
    case failed(PageEncoding, reason: String)
    case canceled

    public var description: String {
        switch self {
        case .outOfMemory(let width, let height):
            "not enough memory to encode a picture of \(width)x\(height) pixels"
        case .tooLarge(let format, let size):
            "\(format.displayName) holds at most \(format.largestSide) pixels a side, found "
                + "\(size.width)x\(size.height)"
        case .unavailable(let format):
            "this build of kiln cannot write \(format.displayName)"
        case .failed(let format, let reason):
            "\(format.displayName) cannot be written: \(reason)"
        case .canceled: "canceled"
        }
    }
}
