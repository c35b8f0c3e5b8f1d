import Raster

/// What was found where lines through an image cross its silhouette.
package struct Crossings {
    /// A color of backgrounds before cutting out.
    struct Ground {
        /// Of a screen; nil for paper.
        let hue: ScreenHue?
        let color: StraightPixel

        var name: String { hue?.rawValue ?? "white" }
    }

    static let grounds = [
        Ground(hue: .green, color: StraightPixel(r: 0, g: 255, b: 0)),
        Ground(hue: .green, color: StraightPixel(r: 0, g: 177, b: 64)),
        Ground(hue: .magenta, color: StraightPixel(r: 255, g: 0, b: 255)),
        Ground(hue: nil, color: StraightPixel(r: 255, g: 255, b: 255)),
    ]

    struct Tally {
        /// In each of the four directions.
        var mixed = SIMD4<Int32>()
        /// The shares of the ground in the outermost solid pixels, in hundredths, and squared.
        var shares = 0
        var squares = 0
        /// Those whose rim ends in a mixture.
        var blended = 0

        /// Whether the outermost pixels are the ground itself, or varying mixtures with it; a drawn
        /// line has one color.
        func isUneven(_ count: Int) -> Bool {
            let mean = shares / count
            return mean >= 80 || squares / count - mean * mean > 100
        }
    }

    /// Crossings of the four directions that would show each ground: a lane for each.
    var asked = [SIMD4<Int32>](repeating: .zero, count: 4)
    var tallies = [Tally](repeating: Tally(), count: grounds.count)
    /// Crossings whose outermost solid pixel leans to a screen's hue; not counted by the reference
    /// form.
    var greenRims = 0
    var magentaRims = 0
    /// Crossings without soft pixels, and with few.
    var hard = 0
    var soft = 0
    /// Soft pixels that can show premultiplied colors, and those that do.
    var shaded = 0
    var multiplied = 0
    /// The same for colors mixed with white by alpha.
    var paled = 0
    var whitened = 0

    /// Crosses every frame along a number of rows and columns, fewer for many frames.
    ///
    /// The art behind the outermost pixels is only examined if those may be a ground's.
    package init(_ picture: CheckedPicture, _ measures: [FrameMeasure]) {
        let count = max(4, 24 / max(1, measures.count { $0.bounds != nil }))
        let frames = zip(picture.frames, measures).compactMap { frame, measure in
            FrameLines(frame, measure, count)
        }
        let (width, usesReference) = (picture.image.width, KernelChoice.usesReference)
        unsafe picture.image.withWords { words in
            guard let words = words.baseAddress else { return }
            if usesReference {
                for frame in frames { unsafe crossOneByOne(words, width, frame) }
                return
            }
            for frame in frames {
                unsafe frame.visitCrossings(words, width) { start, step, room, _ in
                    unsafe enter(start, by: step, room)
                }
            }
            guard mayShowGround else { return }
            for frame in frames {
                unsafe frame.visitCrossings(words, width) { start, step, room, direction in
                    unsafe follow(start, by: step, room, direction)
                }
            }
        }
    }

    /// Whether there are enough rims for any finding.
    private var mayShowGround: Bool { greenRims >= 12 || magentaRims >= 12 || hard > 4 * soft }

    /// The ground that remains on the outline, and its share of it.
    package var ground: (name: String, share: Double)? {
        for (index, (ground, tally)) in zip(Self.grounds, tallies).enumerated() {
            let directions = asked.map { $0[index] }
            let asked = Int(directions.reduce(0, +))
            let mixed = Int(tally.mixed.wrappedSum())
            let share = Double(mixed) / Double(max(asked, 1))
            if ground.hue != nil {
                if mixed >= 12, share > 0.25, tally.isUneven(mixed) {
                    return (ground.name, share)
                }
                continue
            }
            let isAllAround = (0..<4).allSatisfy {
                directions[$0] >= 5 && tally.mixed[$0] * 2 >= directions[$0]
            }
            if isAllAround, hard > 4 * soft, share > 0.6, tally.blended * 2 > mixed {
                return (ground.name, share)
            }
            let softShare = Double(whitened) / Double(max(paled, 1))
            if whitened >= 16, softShare > 0.6 { return (ground.name, softShare) }
        }
        return nil
    }

    /// The counts of the outermost pixels, in either form.
    package var edgeCounts: [Int] { [hard, soft, shaded, multiplied, paled, whitened] }

    /// Whether soft colors are darker than those behind them by exactly their alpha.
    package var isPremultiplied: Bool { multiplied >= 32 && multiplied * 10 > shaded * 6 }
}
