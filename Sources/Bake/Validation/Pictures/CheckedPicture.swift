public import Catalog
public import Diagnostics
public import Raster

extension Check {
    static let gridDoesNotFit = Check("grid-does-not-fit", isFixed: true)
    static let emptyPicture = Check("empty-picture")
    static let colorProfile = Check("color-profile", .warning)
}

/// An image as shown in the game: decoded, keyed, and cut.
public struct CheckedPicture: Sendable {
    /// For messages.
    public var path: String
    /// The name of its asset, to which rules of `sheets` apply.
    public var asset: String
    /// Straight alpha.
    public var image: StraightImage
    /// The cells within the image; a single image has one that covers it.
    public var frames: [PixelRect]
    public var animations: [SheetAnimation]
    /// True for species and outfits, whose size and feet should be steady.
    public var isBase: Bool
    /// True for a separate image, which may fill its frame to the edges.
    public var isScene: Bool
    /// Pixels per point.
    public var density: Int
    /// In points; nil if unknown.
    public var canvas: PixelSize?
    /// The color of the removed screen; nil for art that was already cut out.
    public var screen: HexColor?
    /// Whether a formula removed it, which leaves its color in edges.
    public var isKeyedByFormula: Bool
    /// The share of its outline that shows the screen's color, if keying measured it.
    public var fringe: Double?
    /// The expected screen's color, if none was found.
    public var missingScreen: HexColor?

    public init(
        path: String,
        asset: String? = nil,
        image: StraightImage,
        frames: [PixelRect]? = nil,
        animations: [SheetAnimation] = [],
        isBase: Bool = false,
        isScene: Bool = false,
        density: Int = 1,
        canvas: PixelSize? = nil,
        screen: HexColor? = nil,
        isKeyedByFormula: Bool = false,
        fringe: Double? = nil,
        missingScreen: HexColor? = nil
    ) {
        self.path = path
        self.asset = asset ?? path
        self.image = image
        self.frames = frames ?? [PixelRect(image.size)]
        self.animations = animations
        self.isBase = isBase
        self.isScene = isScene
        self.density = density
        self.canvas = canvas
        self.screen = screen
        self.isKeyedByFormula = isKeyedByFormula
        self.fringe = fringe
        self.missingScreen = missingScreen
    }

    func report(
        _ check: Check,
        severity: Severity? = nil,
        _ message: String,
        help: String? = nil
    ) -> Diagnostic {
        Diagnostic(
            check,
            severity: severity,
            at: SourceLocation(path: path),
            message: message,
            help: help
        )
    }

    /// Whether it was cut out: a sprite, or an image with clear corners, such as an icon.
    ///
    /// Outlines of smaller images say too little.
    var isCutOut: Bool {
        !isScene
            || frames.allSatisfy { frame in
                guard min(frame.width, frame.height) >= 40 else { return false }
                let (right, bottom) = (frame.maxX - 1, frame.maxY - 1)
                return [frame.x, right].allSatisfy { x in
                    [frame.y, bottom].allSatisfy { image[x, $0].a < FrameMeasure.clearAlpha }
                }
            }
    }

    func label(_ frame: Int) -> String { frames.count > 1 ? "frame \(frame) " : "the picture " }
}

/// Checks an image by its pixels; in no particular order.
///
/// The thresholds are empirical: the images of Kenney, LPC and Noto next to the repository give no
/// error and hardly a warning. Frames outside of the image are reported and otherwise skipped.
public func checkPicture(
    _ picture: CheckedPicture,
    _ known: [FrameMeasure]? = nil
) -> [Diagnostic] {
    let whole = PixelRect(picture.image.size)
    var inside = picture
    inside.frames = picture.frames.filter(whole.contains)
    guard inside.frames.count == picture.frames.count else {
        let outside = picture.frames.first { !whole.contains($0) }
        return [
            picture.report(
                .gridDoesNotFit,
                "a frame lies outside of the sheet, found \(outside.map { "\($0)" } ?? "none"), "
                    + "expected within \(picture.image.size)",
                help: "compare \"grid\" with the picture's size"
            )
        ]
    }
    let measures = known ?? measureFrames(of: inside)
    guard measures.contains(where: { $0.bounds != nil }) else {
        return [
            picture.report(
                .emptyPicture,
                "the picture shows nothing",
                help: "was it exported with its layers hidden, or keyed away?"
            )
        ]
    }
    // Lines join the figures, so that nothing else can be judged.
    if let guides = sheetGuides(inside, measures) { return [guides] }
    // Cut figures cannot be judged.
    if let badGrid = gridCutsFigures(inside, measures) { return [badGrid] }
    let sliver = neighborSliver(inside, measures)
    let first = [
        uncutFigures(inside), strayPixels(inside, measures),
        emptyFrames(inside, measures), unusedFrames(inside, measures),
        picture.isScene ? nil : bakedBackground(inside, measures),
        // Figures that cross a cell's border are also clipped there; report it once.
        sliver ?? clippedEdges(inside, measures),
    ]
    // What belongs to another frame makes this one odd.
    let odd = sliver == nil ? oddFrames(inside, measures) : []
    let last = [
        residue(inside), enlargement(inside, measures), plainBorder(inside, measures),
    ]
    return first.compactMap(\.self) + motion(inside, measures, hasOddFrames: !odd.isEmpty) + odd
        + outlines(inside, measures) + last.compactMap(\.self)
}

extension Diagnostic {
    /// An image whose color profile cannot be read was assumed to be sRGB.
    static func colorProfile(of path: String, reason: String) -> Diagnostic {
        Diagnostic(
            .colorProfile,
            at: SourceLocation(path: path),
            message: "the picture's colors were treated as sRGB, found \(reason)",
            help: "convert it to sRGB where it was painted, and export it again"
        )
    }
}

public struct FrameMeasure: Sendable {
    /// The bounds of pixels with an alpha of at least `visibleAlpha`, in image coordinates.
    ///
    /// Nil for an empty frame.
    public let bounds: PixelRect?
    /// The number of pixels with at least half alpha.
    public let area: Int
    package let alpha: AlphaSurvey?
    /// Nil for frames that show too little.
    let traits: DrawingTraits?

    /// Lower alpha is invisible.
    static let visibleAlpha: UInt8 = 16
    /// Lower alpha is practically clear.
    static let clearAlpha: UInt8 = 8
    private static let softAlpha: ClosedRange<UInt8> = 24...232

    init(_ image: StraightImage, _ frame: PixelRect, rowStep: Int) {
        let alpha = AlphaSurvey(
            image,
            in: frame,
            AlphaSurvey.Limits(
                touched: Self.clearAlpha,
                seen: Self.visibleAlpha,
                soft: Self.softAlpha
            )
        )
        (bounds, area) = (alpha.bounds, alpha.solid)
        self.alpha = alpha
        traits = DrawingTraits(image, frame, rowStep: rowStep)
    }

    private init() { (bounds, area, alpha, traits) = (nil, 0, nil, nil) }

    static let nothing = FrameMeasure()

    /// The side of a square of the same area, in pixels.
    var size: Double { Double(area).squareRoot() }
}

/// Measures the frames of an image; those outside of it are empty.
public func measureFrames(of picture: CheckedPicture) -> [FrameMeasure] {
    let whole = PixelRect(picture.image.size)
    // Samples suffice for traits.
    let step = 1 + picture.frames.reduce(0) { $0 + $1.size.area } / 8192
    return picture.frames.map { frame in
        guard whole.contains(frame) else { return .nothing }
        let rowStep = min(step, 1 + frame.height / 24)
        return FrameMeasure(picture.image, frame, rowStep: rowStep)
    }
}

extension StraightImage {
    /// Whether two rectangles of one size look the same; invisible pixels are equal.
    func showsTheSame(in rect: PixelRect, and other: PixelRect) -> Bool {
        guard rect.size == other.size else { return false }
        for y in 0..<rect.height {
            for x in 0..<rect.width {
                let (one, two) = (self[rect.x + x, rect.y + y], self[other.x + x, other.y + y])
                let isSeen = max(one.a, two.a) >= FrameMeasure.visibleAlpha
                if isSeen, one != two { return false }
            }
        }
        return true
    }
}

/// The median; 0 for none.
func median(_ values: [Double]) -> Double {
    values.isEmpty ? 0 : values.sorted()[values.count / 2]
}
