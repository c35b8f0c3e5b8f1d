import Raster

/// Finds the rest of a screen that one color or surface does not explain: other shades, and strong
/// gradients.
///
/// Green art is not a shade. A shade has the screen's hue under more or less light, is even,
/// touches the image's border, and spans the image: bands and gradients from side to side, tiles on
/// several sides, a floor in a corner. A shadow or a leaf at the border does not. Doubtful areas
/// count as art.
struct ScreenShades {
    let image: StraightImage
    let hue: ScreenHue

    /// A better screen than `screen`; nil if none explains more.
    func found(beside screen: Screen) -> Screen? {
        guard screen.isChromatic, isAnotherSeen(beside: screen) else { return nil }
        let cells = ScreenCells(image, hue: hue)
        guard cells.areaCount > 0 else { return nil }
        func isBetter(_ other: (Int, Int) -> SIMD4<Float>) -> Bool {
            let found = compare(cells, { screen($0, $1) }, other)
            // A fiftieth of what could be screen: less is invisible, and as often art. A twentieth
            // for cells that get worse: a shadow on the ground also covers the screen next to it. A
            // third if the first screen is a surface, which may have been bent by glows.
            return found.gained * 50 >= found.total
                && found.lost * (screen.isFlat ? 20 : 3) <= found.gained
        }
        /// Whether a surface was fitted to a different drawn screen: a gradient that ends in a
        /// corner.
        func isExact(_ other: (Int, Int) -> SIMD4<Float>) -> Bool {
            if screen.isFlat { return false }
            let found = compare(cells, { screen($0, $1) }, other)
            // The mean of a drawn screen is off by rounding alone. Set on the drawn gradients: 0.04
            // to 0.13, against 0.25 and more for surfaces.
            let number = Float(found.total)
            return found.gained > 0 && found.lost == 0 && found.off.other <= 0.2 * number
                && found.off.other * 2 <= found.off.first
        }
        let profile = ScreenProfile(image, cells)
        let tiles = ScreenTiles(image, cells, screen: screen)
        let hasTiles = tiles.map { tiles in
            // Lines across tiles show one shade as often as the other; lines along bands show one.
            var (even, lines) = (0, 0)
            cells.visitChosen { index in
                if tiles.explains(cells.means[index]) { even += 1 }
                guard let profile else { return }
                if off(cells, index, { profile($0, $1) }) <= cells.tolerance { lines += 1 }
            }
            return even * 10 > lines * 11
        }
        if hasTiles != true, let profile,
            isBetter({ profile($0, $1) }) || isExact({ profile($0, $1) })
        {
            let plate = ScreenPlate(width: image.width, height: image.height) { profile($0, $1) }
            return finished(plate, screen, cells, shades: profile.plateaus)
        }
        if let tiles {
            return finished(tiles.plate(), screen, cells, shades: tiles.shades)
        }
        let surface = ScreenSurface(image: image, color: screen.color)
            .plate(through: cells.places())
        return isBetter({ surface($0, $1) }) ? finished(surface, screen, cells, shades: []) : nil
    }

    /// Whether the border shows the screen's hue where the screen is not.
    ///
    /// The limit is a fiftieth of the possible screen, or a few pixels for a drawn surface, which
    /// misses corners.
    private func isAnotherSeen(beside screen: Screen) -> Bool {
        // Drawn surfaces are off by rounding alone where they fit.
        let isDrawnSurface = !screen.isFlat && screen.noise < TrimapDraft.paintedNoise
        let limit = isDrawnSurface ? 3 : max(6, 2.5 * screen.noise)
        var (alike, other) = (0, 0)
        func look(_ x: Int, _ y: Int) {
            let pixel = image[x, y]
            guard pixel.a == 255 else { return }
            let own = TwoColorUnmixing.color(pixel)
            if (own - screen(x, y)).greatestMagnitude < limit {
                alike += 1
            } else if hue.holds(own) {
                other += 1
            }
        }
        let (width, height) = (image.width, image.height)
        for x in 0..<width {
            look(x, 0)
            look(x, height - 1)
        }
        for y in 0..<height {
            look(0, y)
            look(width - 1, y)
        }
        if other * (isDrawnSurface ? 250 : 50) >= alike + other, other > 0 { return true }
        // A figure that fills the frame leaves no screen on the border.
        guard (alike + other) * 50 < 2 * (width + height) else { return false }
        (alike, other) = (0, 0)
        let step = 1 + max(width, height) / 128
        for y in stride(from: step / 2, to: height, by: step) {
            for x in stride(from: step / 2, to: width, by: step) { look(x, y) }
        }
        return other * 20 >= alike + other && other > 0
    }

    /// How well two screens explain the cells of chosen areas.
    private struct Comparison {
        var total = 0
        /// The cells that only the other screen explains, and those that only the first does.
        var gained = 0
        var lost = 0
        /// The sum of deviations; an unexplained cell counts as much as a barely explained one.
        var off: (first: Float, other: Float) = (0, 0)
    }

    private func compare(
        _ cells: ScreenCells,
        _ first: (Int, Int) -> SIMD4<Float>,
        _ other: (Int, Int) -> SIMD4<Float>
    ) -> Comparison {
        var result = Comparison()
        let most = cells.tolerance
        cells.visitChosen { index in
            let (before, after) = (off(cells, index, first), off(cells, index, other))
            result.total += 1
            result.off.first += min(before, most)
            result.off.other += min(after, most)
            if after <= most, before > most { result.gained += 1 }
            if before <= most, after > most { result.lost += 1 }
        }
        return result
    }

    /// The deviation of a cell's mean from the screen, in its worst channel.
    private func off(
        _ cells: ScreenCells,
        _ index: Int,
        _ screen: (Int, Int) -> SIMD4<Float>
    ) -> Float {
        let (x, y) = cells.center(index)
        // A cell's center is between two pixels; an image may be one pixel wide or high.
        let middle = (screen(max(x - 1, 0), max(y - 1, 0)) + screen(x, y)) / 2
        return (cells.means[index] - middle).greatestMagnitude
    }

    private func finished(
        _ plate: ScreenPlate,
        _ screen: Screen,
        _ cells: ScreenCells,
        shades: [SIMD4<Float>]
    ) -> Screen {
        var plate = plate
        let noise = plate.noise(of: image, at: cells)
        // Drawn seams are exact but for rounding. JPEG blurs chroma over 3 pixels, and rings by as
        // much as `PixelClasses` allows.
        let isDrawn = noise < 1
        plate.takeSeams(of: image, tolerance: isDrawn ? 2 : 14, reach: isDrawn ? 2 : 3)
        return Screen(plate: plate, color: screen.color, noise: noise, shades: shades)
    }
}

/// The screen as an image: what a camera would see without the art.
struct ScreenPlate {
    let width: Int
    let height: Int
    /// Row-major: red in the lowest byte; the highest byte is 0.
    private(set) var words: [UInt32]

    init(width: Int, height: Int, _ color: (_ x: Int, _ y: Int) -> SIMD4<Float>) {
        self.width = width
        self.height = height
        words = []
        words.reserveCapacity(width * height)
        for y in 0..<height {
            for x in 0..<width { words.append(StraightPixel(color(x, y)).colorWord) }
        }
    }

    /// The screen behind the pixel at (x, y); r, g, b and 0.
    @inline(__always)
    func callAsFunction(_ x: Int, _ y: Int) -> SIMD4<Float> {
        TwoColorUnmixing.color(words[y &* width &+ x])
    }

    /// Takes mixtures of two shades for screen.
    ///
    /// A mixture may be off by `tolerance` in each channel, and `reach` columns and rows from its
    /// shades.
    mutating func takeSeams(of image: StraightImage, tolerance: Float, reach: Int) {
        let before = self
        for y in 0..<height {
            for x in 0..<width {
                var (least, most) = (before(x, y), before(x, y))
                let center = least
                for py in max(0, y - reach)...min(height - 1, y + reach) {
                    for px in max(0, x - reach)...min(width - 1, x + reach) {
                        let other = before(px, py)
                        if other.y < least.y { least = other }
                        if other.y > most.y { most = other }
                    }
                }
                let line = ColorLine(from: least, to: most)
                // Closer shades are distinct enough by their own colors.
                guard line.square > 144, image[x, y].a == 255 else { continue }
                let own = TwoColorUnmixing.color(image[x, y])
                let rest = line.mixtureBetween(own).rest
                let off = own - center
                if rest.greatestMagnitude <= tolerance, off.greatestMagnitude > tolerance {
                    words[y * width + x] = StraightPixel(own).colorWord
                }
            }
        }
    }

    /// The distance that 99 of 100 pixels of the explained cells do not exceed.
    func noise(of image: StraightImage, at cells: ScreenCells) -> Float {
        // In eighths of code values.
        var counts = [Int](repeating: 0, count: 256)
        cells.visitChosen { index in
            let (x, y) = cells.center(index)
            let mean = cells.means[index] - self(max(x - 1, 0), max(y - 1, 0))
            guard mean.greatestMagnitude <= cells.tolerance else { return }
            for py in max(0, y - 2)..<min(height, y + 2) {
                for px in max(0, x - 2)..<min(width, x + 2) {
                    let off = TwoColorUnmixing.color(image[px, py]) - self(px, py)
                    counts[min(Int(off.rootMeanSquare * 8), 255)] += 1
                }
            }
        }
        // As for other surfaces: at most three medians and a half.
        return min(counts.quantile(0.99) / 8, 3 * (counts.quantile(0.5) / 8) + 0.5)
    }
}
