public import Catalog
public import Diagnostics

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
        "files of one asset disagree in size"
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
        self.visible = visible
        self.outside = outside
    }

    /// 0...1: how much of what is visible falls outside.
    public var lost: Double { Double(outside.values.reduce(0, +)) / Double(max(1, visible)) }
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
///   - canvas: the catalog's.
/// - Returns: diagnostics, each once, in the order of the uses.
public func checkCanvas(_ uses: [CanvasFacts], canvas: Canvas) -> [Diagnostic] {
    var found = DiagnosticList()
    var told: Set<String> = []
    for use in uses {
        guard let diagnostic = use.finding(canvas) else { continue }
        if told.insert(diagnostic.message).inserted { found.append(diagnostic) }
    }
    return found.diagnostics
}

/// More of a full canvas than this must fall on the canvas.
private let mostLost = 0.25

/// Less than this that is cut off is no loss: the soft rim of a shape that ends at the edge.
private let littleLost = 0.01

extension CanvasFacts {
    fileprivate func finding(_ canvas: Canvas) -> Diagnostic? {
        if isPlaced { return lost > littleLost ? clipped(canvas) : nil }
        let (due, dueHeight) = (Double(canvas.width), Double(canvas.height))
        // Within a point: odd pixels of a dense picture.
        guard abs(width - due) >= 1 || abs(height - dueHeight) >= 1 else { return nil }
        let what = isBase ? "the pet's picture" : "the overlay"
        return Diagnostic(
            isBase ? .baseSize : .fullCanvasSize,
            severity: lost > mostLost ? .error : nil,
            at: SourceLocation(path: path),
            message: "\(what) \"\(asset)\" has another size than the canvas, found "
                + "\(shown(width))x\(shown(height)) points, expected \(canvas.width)x\(canvas.height)"
                + (lost > littleLost ? "; \(percent(lost)) of it falls outside" : ""),
            help: cause(canvas)
        )
    }

    /// What most likely went wrong.
    private func cause(_ canvas: Canvas) -> String {
        let across = width / Double(canvas.width)
        let down = height / Double(canvas.height)
        for factor in 2...8 where across == Double(factor) && down == Double(factor) {
            return "it has \(factor) pixels for each point: call it \(asset)@\(factor)x, or say "
                + "\"density\": \(factor) in a rule of \"sheets\""
        }
        if across == down, across < 1, (1 / across).rounded() == 1 / across {
            return
                "it is a \(wordForPart(Int(1 / across))) of the canvas: draw it larger, lower its "
                + "density, or say how large it is seen with \"placement\": {\"size\": …}"
        }
        return "say where it belongs and how large it is seen: \"placement\": "
            + (isBase
                ? "{\"size\": [\(canvas.width), \(canvas.height)]}"
                : "{\"anchor\": …}, or {\"size\": [\(canvas.width), \(canvas.height)]}")
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

private func shown(_ points: Double) -> String {
    points == points.rounded() ? "\(Int(points))" : "\((points * 10).rounded() / 10)"
}

private func wordForPart(_ number: Int) -> String {
    switch number {
    case 2: "half"
    case 3: "third"
    case 4: "quarter"
    default: "\(number)th"
    }
}
