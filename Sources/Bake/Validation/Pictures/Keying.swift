public import Catalog
public import ChromaKey
public import Diagnostics
public import Raster

extension Check {
    static let noKeyFound = Check("no-key-found")
    static let keyMismatch = Check("key-mismatch", .warning)
    static let alsoDiffers = Check("also-differs", .warning)
    static let keyNearSubject = Check("key-near-subject", .warning)
}

extension Diagnostic {
    /// Keying was requested, but there is no screen.
    ///
    /// `edge` is the most frequent color of the image's edge; nil if it is clear or has many. Art
    /// that is cut out already stays as it is.
    static func noKeyFound(
        in path: String,
        declared: KeyColor,
        edge: HexColor?,
        isCutOut: Bool = false
    ) -> Diagnostic {
        Diagnostic(
            .noKeyFound,
            severity: isCutOut ? .note : nil,
            at: SourceLocation(path: path),
            message: isCutOut
                ? "the picture is cut out already, so it stays as it is"
                : "there is no screen \(declared == .auto ? "" : "of \(declared) ")to remove"
                    + (edge.map { ", found \($0) along the edge" } ?? ""),
            help: isCutOut
                ? "set \"key\": \"auto\" if some pictures have a screen and some are cut out"
                : (edge.map { "set \"chroma\": {\"key\": \"\($0)\"}" }
                    ?? "make it opaque, with a screen \(declared == .auto ? "" : "of \(declared) ")"
                    + "all around the picture")
                    + ", or set \"key\": false"
        )
    }
}

public struct KeyFacts: Sendable {
    /// The color to remove; this alias avoids a name clash.
    public typealias Declared = KeyColor

    public var path: String
    public var wish: KeyWish
    public var declared: KeyColor
    public var screen: HexColor?
    /// Art that became translucent, if any.
    public var taken: KeyReport.Taken?
    /// Whether it has clear pixels although there is no screen.
    public var isCutOut = false
    /// Whether the author declared it as glass, by the preset or by its threshold.
    public var isGlass: Bool
    /// Where images over several screens differ, the largest first.
    public var differences: [PixelRect] = []

    public init(
        path: String,
        wish: KeyWish,
        declared: KeyColor,
        screen: HexColor?,
        taken: KeyReport.Taken? = nil,
        isGlass: Bool = false
    ) {
        self.path = path
        self.wish = wish
        self.declared = declared
        self.screen = screen
        self.taken = taken
        self.isGlass = isGlass
    }
}

extension KeyReport.Taken {
    /// Whether keeping its color would keep the screen.
    fileprivate func isNear(_ screen: HexColor) -> Bool {
        screen.distance(to: StraightPixel(r: color.r, g: color.g, b: color.b)) <= 6
    }

    /// What and where, in words.
    fileprivate var finding: String {
        guard let area else { return ", such as \(color)" }
        let kind = area.kind.rawValue
        return ", such as \(color) taken for \(area.kind == .glass ? kind : "a \(kind)") in "
            + "\(area.box.size) at \(area.box.origin)"
    }

    /// Possible changes, the surest first; `image` is the picture over the screen.
    fileprivate func remedy(over screen: HexColor, in image: StraightImage) -> String {
        let better = betterScreen(than: screen, for: image)
        let edges =
            area.map { area in
                [
                    area.box.x == 0, area.box.y == 0, area.box.maxX == image.width,
                    area.box.maxY == image.height,
                ]
            } ?? []
        let setting: String? =
            if isNear(screen) {
                nil
            } else if isEven {
                "set \"chroma\": {\"keep\": [\"\(color)\"]}"
            } else if isShadow {
                "set \"chroma\": {\"shadow\": \"keep\"}"
            } else {
                threshold.map { "set \"chroma\": {\"threshold\": \($0)}" }
            }
        let ways = [setting, better.map { "draw it on \($0)" }].compactMap(\.self)
        let first =
            ways.isEmpty ? "draw it on a screen of another hue" : ways.joined(separator: ", or ")
        return
            (edges.count(where: \.self) >= 3
            ? "if this is part of the screen, paint it \(screen); if it is not, " : "") + first
            + "; if it is \(isShadow ? "a shadow" : "glass"), say so with \"preset\": \"glass\""
    }
}

/// Checks the keyer's report; `checkPicture` checks the result's pixels.
///
/// In no particular order.
///
/// `source` is the image before keying, straight alpha; few findings need it.
public func checkKeying(
    _ facts: KeyFacts,
    source: @autoclosure () -> StraightImage
) -> [Diagnostic] {
    guard facts.wish != .never else { return [] }
    let here = SourceLocation(path: facts.path)
    guard let screen = facts.screen else {
        guard facts.wish == .always else { return [] }
        return [
            .noKeyFound(
                in: facts.path,
                declared: facts.declared,
                edge: edgeColor(of: source()),
                isCutOut: facts.isCutOut
            )
        ]
    }
    var found: [Diagnostic] = []
    func report(_ check: Check, _ message: String, _ help: String) {
        found.append(Diagnostic(check, at: here, message: message, help: help))
    }
    if let first = facts.differences.first {
        let count = facts.differences.count
        report(
            .alsoDiffers,
            "the pictures over several screens show different things, found "
                + "\(first.size) at \(first.origin)"
                + (count == 1 ? "" : " and \(count - 1) more"),
            "there the first picture was keyed by itself; draw what moved alike, "
                + "or look at 'kiln key --also' with '--differences'"
        )
    }
    if case .color(let declared) = facts.declared {
        // Generated images and JPEG miss the requested color by 10 to 30.
        if declared.distance(to: screen) > 64 {
            report(
                .keyMismatch,
                "the screen does not have the declared color, found \(screen), expected \(declared)",
                "paint it \(declared), or set \"chroma\": {\"key\": \"\(screen)\"}"
            )
        }
    }
    // Of 3,926 emoji over green, a hundredth separates those that lost art from those with glass.
    if let taken = facts.taken, taken.share >= 0.01, !facts.isGlass,
        // What is left of a screen of another color is no art.
        found.isEmpty || !taken.isNear(screen)
    {
        report(
            .keyNearSubject,
            "keying made art of the screen's hue see-through, found \(percentage(taken.share)) "
                + "of what is visible" + taken.finding,
            taken.remedy(over: screen, in: source())
        )
    }
    return found
}

/// `0.5 %`, `12 %`.
func percentage(_ share: Double) -> String {
    let tenths = Int(share * 1000 + 0.5)
    return tenths < 100 ? "\(tenths / 10).\(tenths % 10) %" : "\((tenths + 5) / 10) %"
}

/// The most frequent color of the image's border; nil if most of it is clear.
func edgeColor(of image: StraightImage) -> HexColor? {
    var counts: [Int: (count: Int, pixel: StraightPixel)] = [:]
    var total = 0
    func count(_ x: Int, _ y: Int) {
        total += 1
        let pixel = image[x, y]
        guard pixel.a >= 250 else { return }
        let cell = Int(pixel.r >> 4) << 8 | Int(pixel.g >> 4) << 4 | Int(pixel.b >> 4)
        counts[cell] = ((counts[cell]?.count ?? 0) + 1, counts[cell]?.pixel ?? pixel)
    }
    for x in 0..<image.width {
        count(x, 0)
        count(x, image.height - 1)
    }
    for y in 0..<image.height {
        count(0, y)
        count(image.width - 1, y)
    }
    let opaque = counts.values.reduce(0) { $0 + $1.count }
    guard opaque * 2 > total,
        let best = counts.max(by: { ($0.value.count, $1.key) < ($1.value.count, $0.key) })
    else { return nil }
    let pixel = best.value.pixel
    return HexColor(r: pixel.r, g: pixel.g, b: pixel.b)
}

/// The usual screen color farthest from the subject's colors; nil if the current one is as good.
func betterScreen(than screen: HexColor, for image: StraightImage) -> HexColor? {
    let candidates = [
        HexColor(r: 0, g: 255, b: 0), HexColor(r: 255, g: 0, b: 255), HexColor(r: 0, g: 0, b: 255),
    ]
    // Histograms of the distances of all pixels that are not screen.
    var histograms = [[Int]](repeating: [Int](repeating: 0, count: 256), count: candidates.count)
    var subject = 0
    for pixel in image.pixels where pixel.a >= 128 && screen.distance(to: pixel) > 48 {
        subject += 1
        for index in candidates.indices {
            histograms[index][candidates[index].distance(to: pixel)] += 1
        }
    }
    guard subject > 0 else { return nil }
    let nearest = histograms.map { histogram in
        var seen = 0
        return histogram.indices.first { distance in
            seen += histogram[distance]
            return seen * 50 > subject
        } ?? 255
    }
    let own = candidates.firstIndex { $0.distance(to: screen) <= 64 }
    guard let best = nearest.indices.max(by: { (nearest[$0], $1) < (nearest[$1], $0) }),
        nearest[best] > (own.map { nearest[$0] } ?? 0) + 16
    else { return nil }
    return candidates[best]
}
