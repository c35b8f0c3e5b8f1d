import Raster

/// The first 128 bytes of a document.
struct AsepriteHeader {
    let frames: Int
    let canvas: PixelSize
    let colorMode: AsepriteColorMode
    let hasLayerOpacity: Bool
    /// Whether groups have an opacity and a blend mode, and are composited separately first.
    let composesGroups: Bool
    /// The default duration of a frame, in milliseconds.
    let speed: Int
    /// The transparent index of indexed images, on all layers but the background.
    let transparentIndex: Int
    let aspect: PixelAspect

    init(
        _ cursor: inout AsepriteCursor,
        limits: DecodeLimits
    ) throws(ImageDecodingError) {
        var header = try cursor.take(128, as: "the header")
        try header.skip(6)
        frames = try header.uint16()
        let (width, height) = (try header.uint16(), try header.uint16())
        let depth = try header.uint16()
        let flags = try header.uint32()
        speed = try header.uint16()
        try header.skip(8)
        transparentIndex = try header.uint8()
        try header.skip(5)
        aspect = try PixelAspect(width: try header.uint8(), height: try header.uint8())
        guard let mode = AsepriteColorMode(rawValue: depth) else {
            throw .damaged(.aseprite, reason: "found \(depth) bits a pixel, expected 8, 16 or 32")
        }
        guard frames > 0 else {
            throw .damaged(.aseprite, reason: "found no frames, expected at least 1")
        }
        colorMode = mode
        hasLayerOpacity = flags & 1 != 0
        composesGroups = flags & 2 != 0
        let size = try limits.check(
            width: UInt32(width * aspect.across),
            height: UInt32(height * aspect.down),
            in: .aseprite
        )
        canvas =
            PixelSize(width: size.width / aspect.across, height: size.height / aspect.down) ?? size
    }

    var frameSize: PixelSize { aspect.scaled(canvas) }

    var info: ImageInfo {
        ImageInfo(format: .aseprite, hasAlpha: true, bitDepth: 8, frames: frames)
    }
}

/// The pixel format; the raw value is its bits.
enum AsepriteColorMode: Int {
    case indexed = 8
    case grayscale = 16
    case rgba = 32

    var bytesPerPixel: Int { rawValue / 8 }
}

/// The size of a canvas pixel in square pixels.
///
/// Aseprite displays and exports documents with wide or tall pixels this way.
struct PixelAspect: Equatable {
    let across: Int
    let down: Int

    /// Aseprite offers 1:1, 2:1 and 1:2.
    private static let largest = 4

    /// Takes the header's values; 0 in either means square pixels.
    init(width: Int, height: Int) throws(ImageDecodingError) {
        guard width > 0, height > 0, width != height else {
            (across, down) = (1, 1)
            return
        }
        let divisor = (1...min(width, height)).last { width % $0 == 0 && height % $0 == 0 } ?? 1
        (across, down) = (width / divisor, height / divisor)
        guard max(across, down) <= Self.largest else {
            let found = "found pixels of \(width):\(height)"
            throw .unsupported(.aseprite, reason: "\(found), expected at most \(Self.largest):1")
        }
    }

    func scaled(_ size: PixelSize) -> PixelSize {
        PixelSize(width: size.width * across, height: size.height * down) ?? size
    }

    func scaled(_ image: StraightImage) -> StraightImage {
        guard across > 1 || down > 1 else { return image }
        var result = StraightImage(size: scaled(image.size))
        for y in 0..<result.height {
            for x in 0..<result.width { result[x, y] = image[x / across, y / down] }
        }
        return result
    }

    func scaled(_ slice: SheetFacts.Slice) -> SheetFacts.Slice {
        var result = slice
        result.bounds = scaled(slice.bounds)
        result.center = slice.center.map(scaled)
        result.pivot = slice.pivot.map { PixelPoint(x: $0.x * across, y: $0.y * down) }
        return result
    }

    private func scaled(_ rect: PixelRect) -> PixelRect {
        PixelRect(
            x: rect.x * across,
            y: rect.y * down,
            width: rect.width * across,
            height: rect.height * down
        ) ?? rect
    }
}
