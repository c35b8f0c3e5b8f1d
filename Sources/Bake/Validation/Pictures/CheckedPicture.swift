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
    public let image: StraightImage
    /// The cells within the image; a single image has one that covers it.
    public let frames: [PixelRect]
    /// Of each frame; those outside of the image are empty.
    public let measures: [FrameMeasure]
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
        let whole = PixelRect(image.size)
        let frames = frames ?? [whole]
        self.frames = frames
        // Samples suffice for traits.
        let step = 1 + frames.reduce(0) { $0 + $1.size.area } / 8192
        measures = frames.map { frame in
            whole.contains(frame)
                ? FrameMeasure(image, frame, rowStep: min(step, 1 + frame.height / 24)) : .nothing
        }
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
public func checkPicture(_ picture: CheckedPicture) -> [Diagnostic] {
    let whole = PixelRect(picture.image.size)
    if let outside = picture.frames.first(where: { !whole.contains($0) }) {
        return [
            picture.report(
                .gridDoesNotFit,
                "a frame lies outside of the sheet, found \(outside), expected within "
                    + "\(picture.image.size)",
                help: "compare \"grid\" with the picture's size"
            )
        ]
    }
    guard picture.measures.contains(where: { $0.bounds != nil }) else {
        return [
            picture.report(
                .emptyPicture,
                "the picture shows nothing",
                help: "was it exported with its layers hidden, or keyed away?"
            )
        ]
    }
    // Lines join the figures, so that nothing else can be judged.
    if let guides = sheetGuides(picture) { return [guides] }
    // Cut figures cannot be judged.
    if let badGrid = gridCutsFigures(picture) { return [badGrid] }
    let sliver = neighborSliver(picture)
    let first = [
        uncutFigures(picture), strayPixels(picture),
        emptyFrames(picture), unusedFrames(picture),
        picture.isScene ? nil : bakedBackground(picture),
        // Figures that cross a cell's border are also clipped there; report it once.
        sliver ?? clippedEdges(picture),
    ]
    // What belongs to another frame makes this one odd.
    let odd = sliver == nil ? oddFrames(picture) : []
    let last = [
        residue(picture), enlargement(picture), plainBorder(picture),
    ]
    return first.compactMap(\.self) + motion(picture, hasOddFrames: !odd.isEmpty) + odd
        + outlines(picture) + last.compactMap(\.self)
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
