import Raster

/// Where images of one figure show different things.
struct Differences {
    private let mask: BitMask
    let boxes: [PixelRect]
    /// Of the visible pixels, 0...1.
    let share: Double
    private let errors: [Float]

    /// A larger share means another figure.
    ///
    /// Not measured: a turned head and a raised arm are less, another pose is more.
    static let mostShare = 0.5

    var isEmpty: Bool { boxes.isEmpty }
    var greatestShare: Double? { isEmpty ? nil : share }
    /// Including neighbors, which are mixed with it.
    var around: BitMask { mask.dilated(2) }

    /// 1 to 255 where the images differ; nil if they do not.
    var strengths: Mask? {
        guard !isEmpty else { return nil }
        guard let size = PixelSize(width: mask.width, height: mask.height) else { return nil }
        var result = Mask(size: size)
        mask.visit { x, y in result[x, y] = max(1, byte(errors[y * mask.width + x])) }
        return result
    }

    init(_ solved: BackingEquations.Solved, pictures: [BackedPicture]) {
        errors = solved.errors
        let noise = pictures.map(\.noise).max() ?? 0
        // Twice the noise of three channels, and rounding.
        let base = 6 + noise * 5
        let contrast = Contrast(image: pictures[0].image)
        // Interpolation and compression change every line by this much. Not measured: a third.
        let isBlurred = pictures.contains { $0.isBetweenPixels || $0.isCompressed }
        let perContrast = max(
            Differences.usual(solved.errors, contrast, above: base),
            isBlurred ? 0.35 : 0
        )
        var found = solved.image.mask { x, y in
            let error = solved.errors[y * solved.image.width + x]
            return error > base && error > base + perContrast * Float(contrast(x, y))
        }
        // Noise and compression leave thin and scattered differences; in exact images every pixel
        // counts.
        let isExact = noise <= 1.5 && perContrast < 0.05
        if !isExact { found = found & found.eroded(1).dilated(1) }
        var parts = found.parts()
        let least = isExact ? 2 : 12
        for part in parts where part.count < least { found.remove(part.pixels) }
        parts.removeAll { $0.count < least }
        parts.sort { ($1.count, $0.box.y, $0.box.x) < ($0.count, $1.box.y, $1.box.x) }
        mask = found
        boxes = parts.map(\.box)
        let visible = solved.image.pixels.count { $0.a > 0 }
        share = visible == 0 ? 0 : Double(found.count) / Double(visible)
    }

    /// The typical error of edges for their contrast, from compression, blending in linear light
    /// and fractional offsets.
    ///
    /// Three times that of three quarters of the edges, and half of the contrast at most.
    private static func usual(
        _ errors: [Float],
        _ contrast: Contrast,
        above base: Float
    ) -> Float {
        var ratios: [Float] = []
        // A sample of a large image's rows suffices: all rows of a megapixel; not measured.
        let rows = 1 + errors.count / 1_048_576
        for y in Swift.stride(from: 0, to: contrast.height, by: rows) {
            for x in 0..<contrast.width {
                let error = errors[y * contrast.width + x]
                let own = contrast(x, y)
                if own > 60 { ratios.append(max(0, error - base) / Float(own)) }
            }
        }
        return min(3 * quantile(ratios, 0.75), 0.5) + 0.02
    }
}

/// The greatest change of a channel within a pixel of a place.
struct Contrast {
    let image: StraightImage
    var width: Int { image.width }
    var height: Int { image.height }

    func callAsFunction(_ x: Int, _ y: Int) -> Int {
        var low = SIMD4<UInt8>(repeating: 255)
        var high = SIMD4<UInt8>()
        for py in max(0, y - 1)...min(height - 1, y + 1) {
            for px in max(0, x - 1)...min(width - 1, x + 1) {
                let pixel = image[px, py]
                let color = SIMD4(pixel.r, pixel.g, pixel.b, 0)
                low = low.least(color)
                high = high.greatest(color)
            }
        }
        return Int(max(high.x &- low.x, high.y &- low.y, high.z &- low.z))
    }
}

extension BitMask {
    fileprivate struct Part {
        var box: PixelRect
        var pixels: [SIMD2<Int32>]
        var count: Int { pixels.count }
    }

    /// Its connected parts, joined over gaps of some pixels.
    fileprivate func parts() -> [Part] {
        // 3 pixels on each side: a moved line leaves two.
        let wide = dilated(3)
        var parts: [Part] = []
        wide.visitAreas(from: wide) { area in
            let pixels = area.filter { self[Int($0.x), Int($0.y)] }
            if let box = pixels.bounds { parts.append(Part(box: box, pixels: pixels)) }
        }
        return parts
    }
}
