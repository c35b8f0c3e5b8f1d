package import Diagnostics
import Raster

extension Check {
    package static let clipped = Check("clipped", .warning)
    static let plainBorder = Check("plain-border", .note)
}

/// Subjects clipped by the edge of their frame.
///
/// A trimmed image touches its edges too. So a frame must have clear margins elsewhere, and colors
/// that continue to the edge without an outline. In pets and outfits a straight cut within the
/// frame also counts, if it is at one place of most frames. In other single pictures a straight cut within
/// the frame is one that interrupts their outline.
func clippedEdges(_ picture: CheckedPicture) -> Diagnostic? {
    var cut: [(frame: Int, edge: String)] = []
    // Straight cuts within frames, by edge: the frames cut at one place.
    var inside: [Edge: [Int: [Int]]] = [:]
    // Of an outline; the layers of animated figures are often open where others cover them.
    var open: [String] = []
    // Through colors; cards have several, and pots stand on one.
    var crossed: [String] = []
    for (index, frame) in picture.frames.enumerated() {
        guard let bounds = picture.measures[index].bounds, min(frame.width, frame.height) >= 16
        else {
            continue
        }
        for edge in Edge.allCases {
            let line = EdgeLine(picture.image, frame, bounds, edge)
            if line.isCut(isBase: picture.isBase) {
                cut.append((index, edge.rawValue))
            } else if !picture.isBase, picture.frames.count == 1, line.lacksOutline {
                open.append(edge.rawValue)
            } else if !picture.isBase, picture.frames.count == 1, line.crossesColors,
                !picture.isScene || edge != .bottom
            {
                crossed.append(edge.rawValue)
            } else if picture.isBase, edge != .bottom, line.margin > 0, line.isStraightCut {
                inside[edge, default: [:]][line.margin, default: []].append(index)
            }
        }
    }
    let seen = picture.measures.count { $0.bounds != nil }
    for (edge, places) in inside.sorted(by: { $0.key.rawValue < $1.key.rawValue }) {
        let most = places.values.max { ($0.count, $1[0]) < ($1.count, $0[0]) } ?? []
        guard most.count > 1, most.count * 4 >= seen * 3 else { continue }
        cut += most.map { ($0, edge.rawValue) }
    }
    cut.sort { $0.frame < $1.frame }
    guard let first = cut.first else {
        let message: String
        if let edge = open.first {
            message =
                "the picture has an outline, but ends without it in a straight line at its \(edge)"
        } else if let edge = crossed.first, crossed.count == 1 {
            message = "the picture ends in a straight line through its colors at its \(edge)"
        } else {
            return nil
        }
        return picture.report(
            .clipped,
            severity: .note,
            message,
            help: "was its layer cropped, or hidden by another one? Export it whole"
        )
    }
    let more = Set(cut.map(\.frame)).count - 1
    return picture.report(
        .clipped,
        // Feet, rugs and brims are flat, and images may show what is behind a window.
        severity: picture.isScene || cut.allSatisfy { $0.edge == Edge.bottom.rawValue }
            ? .note : nil,
        "\(picture.label(first.frame))is cut off at its \(first.edge) edge"
            + (more > 0 ? ", and so \(more == 1 ? "is" : "are") \(more) more" : ""),
        help: "leave a clear margin around the subject, or enlarge the canvas"
    )
}

enum Edge: String, CaseIterable {
    case top
    case left
    case right
    case bottom
}

/// The outermost pixels of a subject at one edge.
struct EdgeLine {
    private let image: StraightImage
    private let frame: PixelRect
    private let bounds: PixelRect
    private let edge: Edge
    /// From the subject to the frame's edge.
    let margin: Int
    /// At the top, left, right and bottom.
    private let margins: [Int]

    init(_ image: StraightImage, _ frame: PixelRect, _ bounds: PixelRect, _ edge: Edge) {
        self.image = image
        self.frame = frame
        self.bounds = bounds
        self.edge = edge
        margins = [
            bounds.y - frame.y, bounds.x - frame.x, frame.maxX - bounds.maxX,
            frame.maxY - bounds.maxY,
        ]
        margin = margins[Edge.allCases.firstIndex(of: edge) ?? 0]
    }

    private var opposite: Int {
        margins[3 - (Edge.allCases.firstIndex(of: edge) ?? 0)]
    }

    private var isHorizontal: Bool { edge == .top || edge == .bottom }
    private var side: Int { isHorizontal ? frame.width : frame.height }
    var depth: Int { isHorizontal ? bounds.height : bounds.width }
    var length: Int { isHorizontal ? bounds.width : bounds.height }

    func isCut(isBase: Bool) -> Bool {
        guard margin == 0 else { return false }
        let wide = margins.count { $0 >= 2 }
        if !isBase, wide == 3, isHardCut { return true }
        // Pets stand and sit flat on the ground.
        if opposite >= 2, wide >= 2, !isBase || edge != .bottom {
            let leastShare = edge == .bottom ? 0.4 : 0.12
            let run = longestRun
            if run >= 6, Double(run) >= leastShare * Double(side) { return true }
        }
        // A trimmed image touches all of its edges.
        return isBase && wide >= 2 && isStraightCut
    }

    /// Whether the frame's edge, which alone is touched, ends what goes on inside.
    private var isHardCut: Bool {
        let reach = max(2, side / 64)
        guard depth > 2 * reach else { return false }
        let (seen, solid) = (places(alpha: 1), places(alpha: 240))
        // A round outline touches the edge in a short line that is soft at both ends.
        return seen.count >= 6 && seen.count * 4 >= length && solid.count * 5 >= 3 * seen.count
            && goingOn(solid, reach, within: 40) * 5 >= 3 * solid.count
    }

    /// Where its pixels have at least an alpha.
    private func places(alpha: UInt8) -> [Int] { (0..<side).filter { pixel($0, 0).a >= alpha } }

    /// How many of these pixels continue nearly unchanged inside.
    private func goingOn(_ places: [Int], _ reach: Int, within limit: Int = 16) -> Int {
        places.count { isAlike(pixel($0, 0), pixel($0, reach), within: limit) }
    }

    /// Whether the line, within the frame, is a hard edge through several colors that go on inside.
    ///
    /// Drawn edges have an outline or one color, or are soft.
    var crossesColors: Bool {
        let reach = max(2, side / 64)
        // Of trimmed art each side may be straight.
        guard margins.allSatisfy({ $0 > 0 }), depth > 2 * reach, depth > 8 else { return false }
        let solid = places(alpha: 240)
        return solid.count >= 10 && solid.count * 10 >= 3 * length
            && solid.count * 5 >= 4 * places(alpha: 1).count
            && goingOn(solid, reach, within: 40) * 5 >= 3 * solid.count
            && mostOfOneColor(solid) * 5 <= 4 * solid.count
    }

    /// How many of these pixels of the line have the most frequent color.
    private func mostOfOneColor(_ places: [Int]) -> Int {
        var colors: [Int: Int] = [:]
        for place in places {
            let outer = pixel(place, 0)
            let cell = Int(outer.r >> 5) << 6 | Int(outer.g >> 5) << 3 | Int(outer.b >> 5)
            colors[cell, default: 0] += 1
        }
        return colors.values.max() ?? 0
    }

    func pixel(_ along: Int, _ depth: Int) -> StraightPixel {
        switch edge {
        case .top: image[frame.x + along, bounds.y + depth]
        case .bottom: image[frame.x + along, bounds.maxY - 1 - depth]
        case .left: image[bounds.x + depth, frame.y + along]
        case .right: image[bounds.maxX - 1 - depth, frame.y + along]
        }
    }

    /// The longest run of solid pixels that continue unchanged one and two pixels further inside.
    private var longestRun: Int {
        guard depth > 2 else { return 0 }
        var longest = 0
        var run = 0
        for along in 0..<side {
            let outer = pixel(along, 0)
            let runsOn = [1, 2].allSatisfy { isAlike(outer, pixel(along, $0)) }
            run = outer.a >= 240 && runsOn ? run + 1 : 0
            longest = max(longest, run)
        }
        return longest
    }

    /// Whether the line cuts straight through the subject.
    ///
    /// Clipped pixels have several colors, which continue inside. An edge of the art has an outline
    /// of one color, or is soft.
    var isStraightCut: Bool {
        let reach = max(2, side / 128)
        // The feet of small pixel art are a few pixels of several colors in a row.
        guard side >= (margin == 0 ? 48 : 96), depth > 4 * reach else { return false }
        let solid = places(alpha: 240)
        return solid.count >= 6 && solid.count * 100 >= 18 * side
            && goingOn(solid, reach) * 100 >= 45 * solid.count
            && mostOfOneColor(solid) * 100 <= 85 * solid.count
    }

    /// Whether the line cuts through the outline that is drawn around the rest of the subject.
    var lacksOutline: Bool {
        let start = isHorizontal ? bounds.x - frame.x : bounds.y - frame.y
        let reach = max(2, side / 64)
        guard margin > 0, length >= 10, depth > 2 * reach else { return false }
        let places = start..<start + length
        guard let first = places.first(where: { pixel($0, 0).a >= 240 }),
            let last = places.last(where: { pixel($0, 0).a >= 240 }), last - first >= 5,
            (last - first) * 6 >= length
        else { return false }
        let line = first...last
        let goingOn = line.filter { isAlike(pixel($0, 0), pixel($0, reach)) }
        guard goingOn.count * 100 >= 55 * line.count,
            let outline = outline(besides: reach, places)
        else { return false }
        let bare = goingOn.count { !isAlike(pixel($0, 0), outline, within: 40) }
        return bare * 100 >= 55 * line.count
    }

    /// The color of nearly all pixels at both ends of lines further inside, of which some are looked at.
    private func outline(besides reach: Int, _ places: Range<Int>) -> StraightPixel? {
        var colors: [StraightPixel] = []
        for inner in stride(from: reach + 1, to: depth, by: max(1, depth / 12)) {
            guard let first = places.first(where: { pixel($0, inner).a >= 240 }),
                let last = places.last(where: { pixel($0, inner).a >= 240 })
            else { continue }
            colors += [pixel(first, inner), pixel(last, inner)]
        }
        colors.sort { Int($0.r) + Int($0.g) + Int($0.b) < Int($1.r) + Int($1.g) + Int($1.b) }
        guard !colors.isEmpty else { return nil }
        let usual = colors[colors.count / 2]
        let alike = colors.count { isAlike(usual, $0, within: 40) }
        return alike * 100 >= 85 * colors.count ? usual : nil
    }

    private func isAlike(
        _ left: StraightPixel,
        _ right: StraightPixel,
        within limit: Int = 16
    ) -> Bool {
        right.a >= 240 && left.colorDistance(to: right) <= limit
    }
}

/// Black or white bars around an opaque image, or at two opposite sides: it was exported in another shape.
func plainBorder(_ picture: CheckedPicture) -> Diagnostic? {
    // Small panels are drawn with outlines.
    guard picture.isScene, picture.frames.count == 1, let frame = picture.frames.first,
        min(frame.width, frame.height) >= 96, picture.measures[0].area == frame.size.area
    else { return nil }
    let bars = [Edge.top, .bottom, .left, .right].compactMap { edge in
        EdgeLine(picture.image, frame, frame, edge).bar.map { (edge: edge, bar: $0) }
    }
    let edges = bars.map(\.edge)
    let isPair = edges == [.top, .bottom] || edges == [.left, .right]
    guard let first = bars.first?.bar, bars.allSatisfy({ $0.bar.isLight == first.isLight }),
        bars.count == 4 || isPair && abs(first.depth - bars[1].bar.depth) <= 1
    else { return nil }
    let found = bars.map { "\($0.bar.depth) pixels at the \($0.edge.rawValue)" }.joined(
        separator: ", "
    )
    return picture.report(
        .plainBorder,
        "the picture has \(first.isLight ? "white" : "black") bars, found \(found)",
        help: "crop it, unless they are meant"
    )
}

extension EdgeLine {
    /// Lines of black or white; nil for none, and where they fade into the picture.
    fileprivate var bar: (depth: Int, isLight: Bool)? {
        func luma(_ pixel: StraightPixel) -> Int {
            (Int(pixel.r) + Int(pixel.g) + Int(pixel.b)) / 3
        }
        let isLight = luma(pixel(length / 2, 0)) > 127
        let isPlain = { (pixel: StraightPixel) in
            isLight ? min(pixel.r, pixel.g, pixel.b) >= 244 : max(pixel.r, pixel.g, pixel.b) <= 11
        }
        let plainDepth = (0..<depth / 4).first { depth in
            (0..<length).count { !isPlain(pixel($0, depth)) } * 100 > length
        }
        guard let plainDepth, plainDepth > 0 else { return nil }
        let inside = (0..<length).reduce(0) { $0 + luma(pixel($1, plainDepth)) } / length
        return abs(inside - (isLight ? 255 : 0)) >= 24 ? (plainDepth, isLight) : nil
    }
}
