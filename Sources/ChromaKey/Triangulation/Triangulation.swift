// Triangulation: one figure, painted over two or more screens.
//
// In: images of the same size that differ only in the screen. Out: the figure's color and alpha,
// and a report of mismatches. With two known screens every pixel has as many equations as unknowns,
// so nothing is guessed: glass, glow, shadow and art in a screen's own color are exact. Smith and
// Blinn, "Blue Screen Matting" (SIGGRAPH 1996), theorem 4, as least squares over all images.
public import Raster

/// Keys one figure that was painted over several screens.
///
/// Where the images agree that a pixel is solid, it is the first image's, bit for bit; on noisy
/// screens it is their mean. Where they differ (a part that moved), it is taken from equal-looking
/// parts of the first image, else from keying that image alone; `report.triangulation` has the
/// boxes.
///
/// Uses only the settings `edge`, `erode` and `feather`, and `key` if the first image's border does
/// not show its screen.
///
/// `pictures` are two or more of one size with straight alpha; the figure may be shifted between
/// them by up to a quarter of the image, also by fractions of a pixel. `keys` are their screens in
/// order; nil or missing ones are found on the border. Throws `TriangulationError` if the images
/// are too similar, or show different things.
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
        // The other images do not show these pixels.
        var alone = settings
        alone.key = .color(backed[0].facts.color)
        let keyed = key(first, settings: alone, hints: hints.first ?? KeyHints())
        let around = differences.around
        let alikes = LookAlikes(backed[0], solved.image, without: around)
        around.visit { x, y in
            solved.image[x, y] = alikes.pixel(x, y) ?? keyed.image[x, y]
        }
    }
    var clear = BitMask(visibleIn: solved.image).inverted()
    clear.visit { x, y in solved.image[x, y] = .clear }
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

/// The result of triangulating several images of one figure.
public struct TriangulatedImage: Hashable, Sendable {
    /// Straight alpha; the figure as placed in the first image.
    public var image: StraightImage
    public var report: KeyReport
    /// How much the images differ apart from the screens, 0 where they agree; nil if they agree
    /// everywhere.
    public var differences: Mask?

    /// The figure in gray, and from yellow to red where the images differ.
    public var differenceMap: StraightImage {
        var map = StraightImage(size: image.size, filledWith: StraightPixel(r: 0, g: 0, b: 0))
        for y in 0..<image.height {
            for x in 0..<image.width {
                let pixel = image[x, y]
                if let strength = differences?[x, y], strength > 0 {
                    map[x, y] = StraightPixel(r: 255, g: 255 - strength, b: 0)
                } else if pixel.a > 0 {
                    let grey = UInt8(pixel.luma * Int(pixel.a) / 255 / 2 + Int(pixel.a) / 8)
                    map[x, y] = StraightPixel(r: grey, g: grey, b: grey)
                }
            }
        }
        return map
    }
}

extension KeyReport {
    public struct Triangulation: Hashable, Sendable {
        public struct Other: Hashable, Sendable, Encodable {
            public var screen: Screen
            /// The figure's offset to the right and down, relative to the first image, in pixels.
            public var x: Double
            public var y: Double
        }

        public var others: [Other]
        /// Where the images differ, the largest first.
        public var differences: [PixelRect]
        /// The differing share of the visible pixels, 0...1.
        public var differingShare: Double
    }
}

/// Why images cannot be triangulated; indexes are places in the list of images.
public enum TriangulationError: Error, Hashable, Sendable {
    case onePicture
    case otherSize(Int, found: PixelSize, expected: PixelSize)
    case noScreen(Int)
    case sameScreen(Int, Int, color: RGB)
    /// The images differ in this share of their pixels, 0...1.
    case otherFigure(share: Double)

    /// The image concerned; nil for all.
    public var place: Int? {
        switch self {
        case .onePicture, .otherFigure: nil
        case .otherSize(let place, _, _), .noScreen(let place), .sameScreen(_, let place, _): place
        }
    }

    /// What is wrong, without the name of the image concerned.
    package func message(_ names: [String]) -> String {
        switch self {
        case .onePicture: "there is no picture over another screen"
        case .otherSize(_, let found, let expected):
            "the picture has another size than \(names[0]), found \(found), expected \(expected)"
        case .noScreen: "no screen was found along the border"
        case .sameScreen(let first, _, let color):
            "the picture is over the same screen as \(names[first]), found \(color)"
        case .otherFigure(let share):
            "the pictures show different figures: \(Int((share * 100).rounded())) percent of what is "
                + "visible differs by more than the screen"
        }
    }

    /// What to do about it; `isCatalog`: a catalog named the images, not a command.
    package func help(_ names: [String], isCatalog: Bool) -> String {
        switch self {
        case .onePicture: isCatalog ? "name one in \"also\"" : "name one with '--also'"
        case .otherSize: "export all on one canvas"
        case .noScreen(let place):
            isCatalog
                ? "leave screen free along the border, or key the picture by itself: take "
                    + "\"also\" out"
                : "leave screen free along the border, or name its color with "
                    + (place == 0 ? "'--key'" : "'--also-key'")
        case .sameScreen:
            "paint one over another color, such as magenta next to green, or white next to black"
        case .otherFigure:
            isCatalog
                ? "name pictures of the same figure in \"also\""
                : "'--also' takes pictures of the same figure; key others by themselves"
        }
    }
}
