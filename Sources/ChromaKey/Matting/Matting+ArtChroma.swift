import Raster

extension Matting {
    /// How much of a pixel's chroma is replaced by that of the art next to the screen: partly
    /// covered pixels, unmixed ones, and copied ones.
    ///
    /// By score. A translucent pixel's color comes from a sample, and art as thin as hair is all
    /// edge.
    private static let shares: (partial: Float, solved: Float, copied: Float) = (0.25, 0.5, 1)
    /// From this surplus of green on a color counts as green art, which may become greener.
    private static let leastGreen = 12
    /// How far from the screen chroma contains some of it, in columns and rows: one cell and the
    /// decoder's filter.
    private static let reach = 3
    /// The rows of cells processed at once: cell data takes many times the image's memory.
    private static let stripRows = 32

    /// The changes with chroma free of the screen's next to it.
    ///
    /// Key-hued pixels that were judged by themselves are neither read nor changed.
    func restoredChroma(after changes: Step) -> Step {
        guard let chroma else { return [] }
        let (width, height) = (picture.width, picture.height)
        let stripHeight = Self.stripRows * chroma.cellHeight
        let count = (height + stripHeight - 1) / stripHeight
        var strips = [[PlacedPixel]](repeating: [], count: count)
        var changed = BitMask(width: width, height: height)
        var soft = trimap.background
        for change in changes.joined() {
            let (x, y) = (change.x, change.y)
            changed[x, y] = true
            soft[x, y] = change.pixel.a < 250
            strips[y / stripHeight].append(change)
        }
        let judged = trimap.translucency.asked.subtracting(changed)
        let unknown = judged.subtracting(trimap.translucency.opaque)
        let clear = trimap.background.subtracting(changed)
        let asked = soft.dilated(Self.reach).subtracting(judged | clear)
        return inParts(count, pixels: width * stripHeight) { strip in
            let rows = strip * stripHeight..<min((strip + 1) * stripHeight, height)
            var restored: [PlacedPixel] = []
            let most = asked.count(rows)
            if most == 0 { return restored }
            restored.reserveCapacity(most)
            let near = strips[max(strip - 1, 0)...min(strip + 1, count - 1)].joined()
            let art = ArtRows(
                of: picture,
                around: rows,
                by: ArtChroma.reach * chroma.cellHeight,
                near
            )
            let behind = ArtChroma(
                chroma,
                over: screen,
                rows: strip * Self.stripRows..<min((strip + 1) * Self.stripRows, chroma.rows),
                at: asked
            ) { x, y in
                if clear[x, y] { return (0, 0) }
                if unknown[x, y] { return nil }
                let pixel = art[x, y]
                let alpha = changed[x, y] ? Float(pixel.a) / 255 : 1
                return (alpha, YCbCr.of(TwoColorUnmixing.color(pixel)).x)
            }
            asked.visit(rows) { x, y in
                var pixel = art[x, y]
                if !changed[x, y] { pixel.a = 255 }
                // Unchanged pixels still have their stored chroma, not `picture`'s.
                guard pixel.a > 0,
                    let result = Self.restored(pixel, x, y, behind, isChanged: changed[x, y]),
                    result != pixel || !changed[x, y]
                else { return }
                restored.append(PlacedPixel(x, y, result))
            }
            return restored
        }
    }

    private static func restored(
        _ pixel: StraightPixel,
        _ x: Int,
        _ y: Int,
        _ behind: ArtChroma,
        isChanged: Bool
    ) -> StraightPixel? {
        let own = YCbCr.of(TwoColorUnmixing.color(pixel))
        guard let color = behind.color(x, y, luma: own.x) else { return nil }
        let share = pixel.a < 255 ? shares.partial : isChanged ? shares.solved : shares.copied
        var result = StraightPixel(luma: own + (color - own) * share, a: pixel.a)
        if isChanged, pixel.greenExcess < leastGreen {
            // Despilled green stays away.
            let most = max(pixel.greenExcess, 3) + Int(max(result.r, result.b))
            result.g = UInt8(min(Int(result.g), most))
        }
        return result
    }
}

/// Some rows of an image after changes, in the image's coordinates.
private struct ArtRows {
    private let firstRow: Int
    private var pixels: StraightImage

    init(
        of picture: StraightImage,
        around rows: Range<Int>,
        by reach: Int,
        _ changes: some Sequence<PlacedPixel>
    ) {
        let held = max(0, rows.lowerBound - reach)..<min(picture.height, rows.upperBound + reach)
        firstRow = held.lowerBound
        let part = PixelRect(x: 0, y: firstRow, width: picture.width, height: held.count)
        pixels = part.map { picture.cropped(to: $0) } ?? picture
        for change in changes where held.contains(change.y) {
            pixels[change.x, change.y - firstRow] = change.pixel
        }
    }

    subscript(x: Int, y: Int) -> StraightPixel { pixels[x, y - firstRow] }
}

extension StraightPixel {
    /// The color of luma, blue and red difference, or as much chroma as that luma allows.
    fileprivate init(luma color: SIMD4<Float>, a: UInt8) {
        let light = min(max(color.x, 0), 255)
        let rises = SIMD4(
            YCbCr.toRed * color.z,
            YCbCr.toGreenOfBlue * color.y - YCbCr.toGreenOfRed * color.z,
            YCbCr.toBlue * color.y,
            0
        )
        let most = max(rises.x, max(rises.y, rises.z), 1e-6)
        let least = min(rises.x, min(rises.y, rises.z), -1e-6)
        let result = rises * min(1, min((255 - light) / most, light / -least)) + light
        self.init(result, a: a)
    }
}
