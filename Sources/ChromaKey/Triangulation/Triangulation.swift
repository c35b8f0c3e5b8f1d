// Triangulation: one figure, painted over two or more screens.
//
// In: pictures of the same size that differ in the screen alone. Out: the figure's color and alpha, and
// a report of what did not fit. With two screens known every pixel has as many equations as unknowns, so
// nothing has to be guessed: glass, glow, shadow and art in a screen's own color come out as they are.
// Smith and Blinn, "Blue Screen Matting" (SIGGRAPH 1996), theorem 4, as least squares over all pictures.
public import Raster

/// Keys one figure that was painted over several screens.
///
/// Where the pictures agree that a pixel is solid it is the first picture's, bit for bit; on noisy
/// screens it is their mean. Where they show different things (a part that moved) it is what looks so
/// elsewhere in the first picture, else what keying that alone gives; `report.triangulation` has the boxes.
///
/// Of the settings `edge`, `erode` and `feather` count, and `key` when the first picture's border does
/// not tell its screen; no other is needed.
///
/// - Parameters:
///   - pictures: two or more of one size, straight alpha. The figure may be shifted from one to the
///     next by up to a quarter of the picture, also by parts of a pixel.
///   - keys: the screens of the pictures, in their order; what is nil or missing is found on the
///     picture's border.
///   - settings: what to do with edges.
///   - hints: what the decoder knows about each file.
/// - Returns: the figure where the first picture has it.
/// - Throws: `TriangulationError` when the pictures cannot be told apart, or are of different things.
/// - Complexity: proportional to the area and the number of pictures.
public func triangulate(
    _ pictures: [StraightImage],
    keys: [KeyColor?] = [],
    settings: KeySettings = KeySettings(),
    hints: [KeyHints] = []
) throws(TriangulationError) -> TriangulatedImage {
    let settings = settings.clamped
    guard let first = pictures.first, pictures.count > 1 else { throw .onePicture }
    var backed: [BackedPicture] = []
    for (index, picture) in pictures.enumerated() {
        guard picture.size == first.size else {
            throw .otherSize(index, found: picture.size, expected: first.size)
        }
        let key: KeyColor? = index < keys.count ? keys[index] : nil
        let found = BackedPicture(
            picture,
            key: key ?? .auto,
            otherwise: index == 0 && key == nil ? settings.key : .auto,
            hints: index < hints.count ? hints[index] : KeyHints()
        )
        guard let found else { throw .noScreen(index) }
        for (other, earlier) in backed.enumerated() where earlier.isAlike(found) {
            throw .sameScreen(other, index, color: found.facts.color)
        }
        backed.append(found)
    }
    for index in 1..<backed.count { backed[index].register(onto: backed[0]) }
    var solved = BackingEquations(backed).solved()
    // Errors stay those of the equations.
    if let known = KnownColors(solved, backed) { solved.image = known.applied() }
    var report = KeyReport(mode: settings.mode)
    report.screen = backed[0].facts
    report.hasSubsampledChroma = backed.contains { $0.isSubsampled }
    let differences = Differences(solved, pictures: backed)
    if let worst = differences.greatestShare, worst > Differences.mostShare {
        throw .otherFigure(share: worst)
    }
    if !differences.isEmpty {
        // Of these pixels the other pictures tell nothing.
        var alone = settings
        alone.key = .color(backed[0].facts.color)
        let keyed = key(first, settings: alone, hints: hints.first ?? KeyHints())
        let around = differences.around
        let alikes = LookAlikes(backed[0], solved.image, without: around)
        around.visit { x, y in
            solved.image[x, y] = alikes.pixel(x, y) ?? keyed.image[x, y]
        }
    }
    var clear = BitMask(width: first.width, height: first.height)
    for y in 0..<first.height {
        for x in 0..<first.width where solved.image[x, y].a == 0 {
            solved.image[x, y] = .clear
            clear[x, y] = true
        }
    }
    var finish = settings
    finish.spill = 0
    solved.image.finish(&clear, over: backed[0].screen, settings: finish)
    report.count(solved.image)
    report.triangulation = KeyReport.Triangulation(
        others: backed.dropFirst().map { .init(screen: $0.facts, x: $0.shift.x, y: $0.shift.y) },
        differences: differences.boxes,
        differingShare: differences.share
    )
    return TriangulatedImage(
        image: solved.image,
        report: report,
        differences: differences.strengths
    )
}

/// What became of several pictures of one figure.
public struct TriangulatedImage: Hashable, Sendable {
    /// Straight alpha; the figure where the first picture has it.
    public var image: StraightImage
    public var report: KeyReport
    /// How much the pictures differ where that is not the screens' doing, 0 elsewhere; nil when they
    /// differ nowhere.
    public var differences: Mask?

    /// The figure in gray, and from yellow to red where the pictures show different things.
    public var differenceMap: StraightImage {
        var map = StraightImage(size: image.size, filledWith: StraightPixel(r: 0, g: 0, b: 0))
        for y in 0..<image.height {
            for x in 0..<image.width {
                let pixel = image[x, y]
                if let strength = differences?[x, y], strength > 0 {
                    map[x, y] = StraightPixel(r: 255, g: 255 - strength, b: 0)
                } else if pixel.a > 0 {
                    let luma = (Int(pixel.r) * 3 + Int(pixel.g) * 6 + Int(pixel.b)) / 10
                    let grey = UInt8(luma * Int(pixel.a) / 255 / 2 + Int(pixel.a) / 8)
                    map[x, y] = StraightPixel(r: grey, g: grey, b: grey)
                }
            }
        }
        return map
    }
}

extension KeyReport {
    /// What several pictures of one figure told.
    public struct Triangulation: Hashable, Sendable {
        /// A picture beside the first.
        public struct Other: Hashable, Sendable, Encodable {
            public var screen: Screen
            /// How far to the right and down of where the first picture has it the figure stands, in
            /// pixels.
            public var x: Double
            public var y: Double
        }

        public var others: [Other]
        /// Where the pictures show different things, from the largest on.
        public var differences: [PixelRect]
        /// How much of the visible pixels that is, 0...1.
        public var differingShare: Double
    }
}
