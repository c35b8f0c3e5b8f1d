public import Catalog
public import Diagnostics
internal import Raster

extension Check {
    package static let baseSize = Check(
        "base-size",
        .warning,
        "a pet or an outfit has another size than the canvas"
    )
    package static let fullCanvasSize = Check(
        "full-canvas-size",
        .warning,
        "an overlay without a placement has another size than the canvas"
    )
    package static let overlayClipped = Check(
        "overlay-clipped",
        .warning,
        "a placed picture reaches out of the canvas"
    )
    package static let densityMismatch = Check(
        "density-mismatch",
        "files of one asset disagree"
    )
}

/// How a picture lies on the canvas.
public struct CanvasFacts: Sendable {
    public var asset: String
    public var path: String
    /// Whose art it is: `species "dog"`, `item "hat" on species "dog"`.
    public var subject: String
    /// A species or an outfit.
    public var isBase: Bool
    /// Whether something places it; else the picture is a full canvas.
    public var isPlaced: Bool
    /// Where the placement stands.
    public var location: SourceLocation?
    /// The untrimmed picture as drawn, in points.
    public var width: Double
    public var height: Double
    /// Pixels per point of the file.
    public var density: Int
    /// The file that was cut along a plain grid, or is one picture; nil of others.
    public var sheet: SheetGridFacts?
    /// Whether it is opaque from edge to edge, and drawn over the pet.
    public var hidesPet: Bool
    /// Visible pixels of the worst frame.
    public var visible: Int
    /// Those of them that fall outside of canvas and bleed, by side.
    public var outside: [CanvasSide: Int]

    public init(
        asset: String,
        path: String,
        subject: String,
        isBase: Bool,
        isPlaced: Bool,
        location: SourceLocation?,
        width: Double,
        height: Double,
        density: Int,
        sheet: SheetGridFacts? = nil,
        hidesPet: Bool = false,
        visible: Int,
        outside: [CanvasSide: Int]
    ) {
        self.asset = asset
        self.path = path
        self.subject = subject
        self.isBase = isBase
        self.isPlaced = isPlaced
        self.location = location
        self.width = width
        self.height = height
        self.density = density
        self.sheet = sheet
        self.hidesPet = hidesPet
        self.visible = visible
        self.outside = outside
    }

    /// 0...1: how much of what is visible falls outside.
    public var lost: Double { Double(outside.values.reduce(0, +)) / Double(max(1, visible)) }
}

/// A sheet's sides in pixels, and the cells that lie in it without gaps.
public struct SheetGridFacts: Hashable, Sendable {
    public var width: Int
    public var height: Int
    public var columns: Int
    public var rows: Int

    public init(width: Int, height: Int, columns: Int, rows: Int) {
        self.width = width
        self.height = height
        self.columns = columns
        self.rows = rows
    }
}

public enum CanvasSide: String, Hashable, Sendable, CaseIterable {
    case top
    case right
    case bottom
    case left
}

/// Pictures that do not fit the canvas that they are drawn on.
///
/// - Parameters:
///   - uses: how pictures lie.
///   - catalog: the canvas, and what tells why a picture does not fit it.
/// - Returns: diagnostics, each once, in the order of the uses.
public func checkCanvas(_ uses: [CanvasFacts], in catalog: Catalog) -> [Diagnostic] {
    let cause = CanvasCause(uses, in: catalog)
    var found = DiagnosticList()
    var told: Set<String> = []
    for use in uses {
        let own = [use.finding(catalog.canvas, cause), use.box(catalog.canvas)]
        for diagnostic in own.compactMap(\.self)
        where told.insert(diagnostic.message).inserted { found.append(diagnostic) }
    }
    return found.diagnostics
}

/// More of a full canvas than this must fall on the canvas.
private let mostLost = 0.25

/// Less than this that is cut off is no loss: the soft rim of a shape that ends at the edge.
private let littleLost = 0.01

extension CanvasFacts {
    fileprivate func finding(_ canvas: Canvas, _ cause: CanvasCause) -> Diagnostic? {
        if isPlaced { return lost > littleLost ? clipped(canvas) : nil }
        if fits(canvas) { return nil }
        let what = isBase ? "the pet's picture" : "the overlay"
        return Diagnostic(
            isBase ? .baseSize : .fullCanvasSize,
            severity: lost > mostLost ? .error : nil,
            at: SourceLocation(path: path),
            message: "\(what) \"\(asset)\" has another size than the canvas, found "
                + "\(shown(width))x\(shown(height)) points, expected \(canvas.width)x\(canvas.height)"
                + (lost > littleLost ? "; \(percent(lost)) of it falls outside" : ""),
            help: cause.help(for: self)
        )
    }

    /// An overlay that hides the pet behind a rectangle; a small one may be a picture in a frame.
    fileprivate func box(_ canvas: Canvas) -> Diagnostic? {
        let share = width * height / Double(canvas.width * canvas.height)
        guard hidesPet, !isBase, share >= 0.6 else { return nil }
        return Diagnostic(
            .bakedBackground,
            at: SourceLocation(path: path),
            message: "the overlay \"\(asset)\" hides the pet, found no clear pixel in it, and "
                + "\(percent(min(1, share))) of the canvas covered",
            help: "export it with transparency; what lies behind the pet wants a \"z\" below 0"
        )
    }

    private func clipped(_ canvas: Canvas) -> Diagnostic {
        let sides = CanvasSide.allCases.filter { (outside[$0] ?? 0) > 0 }
            .sorted { (outside[$0] ?? 0) > (outside[$1] ?? 0) }
        let sideWords = sides.map(\.rawValue).joined(separator: " and ")
        return Diagnostic(
            .overlayClipped,
            at: location ?? SourceLocation(path: path),
            message:
                "\(subject) reaches out of the canvas at the \(sideWords), found \(percent(lost)) of "
                + "\"\(asset)\" outside",
            help: "move it with \"offset\", make it smaller with \"size\", or give the canvas a "
                + "\"bleed\" at the \(sides.first?.rawValue ?? "side")"
        )
    }
}

/// A file of an asset, and the size of its cells.
public struct FileSize: Sendable {
    public var path: String
    /// Pixels per point.
    public var density: Int
    public var width: Int
    public var height: Int

    public init(path: String, density: Int, width: Int, height: Int) {
        self.path = path
        self.density = density
        self.width = width
        self.height = height
    }

    /// Whole points, as frames have them.
    fileprivate var points: (width: Int, height: Int) {
        ((width + density - 1) / density, (height + density - 1) / density)
    }
}

/// Files of one asset that show it in different sizes.
///
/// - Parameters:
///   - asset: its name.
///   - files: of different densities.
/// - Returns: the first that disagrees; nil when all agree.
public func checkDensities(of asset: String, _ files: [FileSize]) -> Diagnostic? {
    guard let first = files.first,
        let other = files.dropFirst().first(where: { $0.points != first.points })
    else { return nil }
    func words(_ file: FileSize) -> String {
        "\(file.points.width)x\(file.points.height) points in \(file.path) "
            + "(\(file.density) pixel\(file.density == 1 ? "" : "s") per point)"
    }
    let isSame = first.width == other.width && first.height == other.height
    return Diagnostic(
        .densityMismatch,
        at: SourceLocation(path: other.path),
        message: "the files of asset \"\(asset)\" disagree in size, found \(words(first)) and "
            + words(other),
        help: isSame
            ? "it is one picture in several slots: say how large it is seen with \"placement\": "
                + "{\"size\": …}, or its pixels per point with \"density\" in a rule of \"sheets\""
            : "export all of them from one drawing"
    )
}

/// A picture in little: the mean color of each part, for comparing files of different densities.
public struct PictureSketch: Sendable {
    public let path: String
    /// Premultiplied channels of 16 times 16 parts, 0...255.
    private let parts: [SIMD4<Double>]

    public init(_ picture: CheckedPicture) {
        path = picture.path
        let image = picture.image
        parts = (0..<16 * 16).map { part in
            // Up to 64 samples of each part.
            let (left, right) = (part % 16 * image.width / 16, (part % 16 + 1) * image.width / 16)
            let (top, bottom) = (part / 16 * image.height / 16, (part / 16 + 1) * image.height / 16)
            var sum = SIMD4<Double>.zero
            var count = 0.0
            for y in stride(from: top, to: bottom, by: max(1, (bottom - top) / 8)) {
                for x in stride(from: left, to: right, by: max(1, (right - left) / 8)) {
                    let pixel = image[x, y]
                    let alpha = Double(pixel.a)
                    sum += SIMD4(Double(pixel.r), Double(pixel.g), Double(pixel.b), 255) * alpha
                    count += 255
                }
            }
            return sum / max(1, count)
        }
    }

    /// The mean of what the parts differ by, over those that show something, 0...1.
    func difference(to other: PictureSketch) -> Double {
        var (sum, seen) = (0.0, 0.0)
        for (one, two) in zip(parts, other.parts) where max(one.w, two.w) > 8 {
            let apart = (one - two).replacing(with: two - one, where: one .< two)
            sum += apart.max()
            seen += 255
        }
        return sum / max(1, seen)
    }
}

/// Files of one asset that show different things.
///
/// - Parameters:
///   - asset: its name.
///   - files: of different densities.
/// - Returns: the first that is unlike the first file; nil when all show the same.
public func checkSameArt(of asset: String, _ files: [PictureSketch]) -> Diagnostic? {
    guard let first = files.first else { return nil }
    for other in files.dropFirst() {
        let difference = first.difference(to: other)
        // Redrawn for another size, art of games differs by a few hundredths.
        guard difference > 0.16 else { continue }
        return Diagnostic(
            .densityMismatch,
            severity: .warning,
            at: SourceLocation(path: other.path),
            message:
                "the files of asset \"\(asset)\" show different pictures, found a difference of "
                + "\(percent(difference)) to \(first.path)",
            help: "export all of them from one drawing",
            related: [SourceLocation(path: first.path)]
        )
    }
    return nil
}

private func shown(_ points: Double) -> String {
    points == points.rounded() ? "\(Int(points))" : "\((points * 10).rounded() / 10)"
}
