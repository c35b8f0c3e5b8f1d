public import Catalog
public import Diagnostics
public import Raster

extension Check {
    package static let gridDoesNotFit = Check(
        "grid-does-not-fit",
        "a grid does not divide its sheet",
        isFixed: true
    )
    package static let emptyPicture = Check("empty-picture", "a picture shows nothing")
}

/// A picture as the game will show it: decoded, keyed, and cut.
public struct CheckedPicture: Sendable {
    /// The file's path, for messages.
    public var path: String
    /// The asset that it is a picture of, which rules of `sheets` are about.
    public var asset: String
    /// Straight alpha.
    public var image: StraightImage
    /// The cells within the image; for a single picture one that covers it.
    public var frames: [PixelRect]
    public var animations: [SheetAnimation]
    /// True for species and outfits, whose size and feet have to be steady.
    public var isBase: Bool
    /// True for a picture of its own, which may fill its frame to the edges.
    public var isScene: Bool
    /// Pixels per point.
    public var density: Int
    /// In points; nil when it is not known what the picture is drawn on.
    public var canvas: PixelSize?
    /// The color of the screen that was removed from it; nil for art that came cut out.
    public var screen: HexColor?
    /// Whether it was removed by a formula, which leaves its color in edges.
    public var isKeyedByFormula: Bool
    /// The share of its outline that shows the screen's color, where keying measured it.
    public var fringe: Double?
    /// The color of a screen that was looked for and is not there.
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

    /// `frame 3 ` for a sheet, nothing for a single picture.
    func label(_ frame: Int) -> String { frames.count > 1 ? "frame \(frame) " : "the picture " }
}

/// What is wrong with a picture as far as its own pixels tell.
///
/// The thresholds are empirical: they were tried on the pictures of Kenney, LPC and Noto that lie
/// beside the repository, which give no error and hardly a warning.
///
/// - Parameters:
///   - picture: frames outside of the image are reported and otherwise passed over.
///   - known: what was measured of its frames already.
/// - Returns: diagnostics, in no order that is promised.
/// - Complexity: a few visits to each pixel.
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
    let badGrid = gridCutsFigures(inside, measures)
    // What is cut through says nothing about how it was drawn.
    guard badGrid.isEmpty else { return badGrid }
    let slivers = neighborSlivers(inside, measures)
    // What reaches over a cell's border is cut off there, which need not be said twice.
    let cut =
        picture.isScene
        ? []
        : bakedBackground(inside, measures)
            + (slivers.isEmpty ? clippedEdges(inside, measures) : slivers)
    let found = [
        uncutFigures(inside),
        emptyFrames(inside, measures), cut, motion(inside, measures),
        oddFrames(inside, measures), halo(inside, measures), rims(inside, measures),
        residue(inside), enlargement(inside, measures),
    ]
    return found.flatMap(\.self)
}
