package import Diagnostics
internal import Raster

extension Check {
    package static let clipped = Check(
        "clipped",
        .warning,
        "the subject is cut off at the picture's edge"
    )
}

/// Subjects that are cut off by the edge of their frame.
///
/// A picture that was trimmed to its subject touches its edges too. So only a frame with clear
/// margins elsewhere is suspected, and only where the colors run into the edge without an outline.
func clippedEdges(_ picture: CheckedPicture, _ measures: [FrameMeasure]) -> [Diagnostic] {
    var cut: [(frame: Int, edge: String)] = []
    for (index, frame) in picture.frames.enumerated() {
        guard let bounds = measures[index].bounds, min(frame.width, frame.height) >= 16 else {
            continue
        }
        for edge in Edge.allCases where edge.isCut(picture.image, frame, bounds) {
            cut.append((index, edge.rawValue))
        }
    }
    guard let first = cut.first else { return [] }
    let more = Set(cut.map(\.frame)).count - 1
    return [
        picture.report(
            .clipped,
            "\(picture.label(first.frame))is cut off at its \(first.edge) edge"
                + (more > 0 ? ", and so are \(more) more" : ""),
            help: "leave a clear margin around the subject, or enlarge the canvas"
        )
    ]
}

private enum Edge: String, CaseIterable {
    case top
    case left
    case right
    case bottom

    /// The share of the side along which a cut has to run.
    private var leastShare: Double {
        // Feet stand on the bottom edge, and flat feet are no cut.
        self == .bottom ? 0.4 : 0.12
    }

    func isCut(_ image: StraightImage, _ frame: PixelRect, _ bounds: PixelRect) -> Bool {
        let margins = [
            bounds.y - frame.y, bounds.x - frame.x, frame.maxX - bounds.maxX,
            frame.maxY - bounds.maxY,
        ]
        let isHorizontal = self == .top || self == .bottom
        let (own, opposite) =
            switch self {
            case .top: (margins[0], margins[3])
            case .left: (margins[1], margins[2])
            case .right: (margins[2], margins[1])
            case .bottom: (margins[3], margins[0])
            }
        guard own == 0, opposite >= 2, margins.count(where: { $0 >= 2 }) >= 2 else { return false }
        let side = isHorizontal ? frame.width : frame.height
        let run = longestRun(image, frame, isHorizontal: isHorizontal, side: side)
        return run >= 6 && Double(run) >= leastShare * Double(side)
    }

    /// The longest stretch of solid pixels that go on unchanged one and two pixels further inside.
    private func longestRun(
        _ image: StraightImage,
        _ frame: PixelRect,
        isHorizontal: Bool,
        side: Int
    ) -> Int {
        func pixel(_ along: Int, _ depth: Int) -> StraightPixel {
            switch self {
            case .top: image[frame.x + along, frame.y + depth]
            case .bottom: image[frame.x + along, frame.maxY - 1 - depth]
            case .left: image[frame.x + depth, frame.y + along]
            case .right: image[frame.maxX - 1 - depth, frame.y + along]
            }
        }
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

    private func isAlike(_ left: StraightPixel, _ right: StraightPixel) -> Bool {
        right.a >= 240 && abs(Int(left.r) - Int(right.r)) <= 16
            && abs(Int(left.g) - Int(right.g)) <= 16
            && abs(Int(left.b) - Int(right.b)) <= 16
    }
}
