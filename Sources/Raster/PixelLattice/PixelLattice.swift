// PixelLattice: restores fake pixel art to its true grid.
//
// In: frames whose "pixels" are blocks that wobble, as image models draw them, or as scaling and JPEG
// left them. Out: frames with one pixel for each block.
//
//     EdgeProfile    where colors change, summed over columns and over rows
//     BlockPitch     how far apart these changes are: peaks of the profiles' autocorrelation
//     ElasticCuts    lines at changes, about that distance apart (dynamic programming)
//     BlockColors    the color that a block's inner pixels agree on
//
// All frames share one pitch, so that a figure has as many pixels in each of them; lines are laid for
// each frame, because figures share no grid.

/// The blocks of enlarged pixel art.
public struct PixelLattice: Hashable, Sendable {
    public struct Lines: Hashable, Sendable {
        /// Ascending, in pixels from the frame's left side; the outer ones may be outside.
        public var columns: [Int]
        /// Ascending, in pixels from the frame's top.
        public var rows: [Int]
    }

    /// The mean block size, in pixels.
    public var pitch: (x: Double, y: Double) { (pitchX, pitchY) }
    public let lines: [Lines]
    /// The share of changes between pixels that is on lines, relative to chance: 0...1.
    public let confidence: Double

    private let pitchX: Double
    private let pitchY: Double

    /// Lower values occur in smooth art and true pixel art.
    private static let leastConfidence = 0.47

    /// Detects blocks of 2...48 pixels in keyed frames with straight alpha; nil for smooth art and
    /// true pixel art.
    ///
    /// Frames contain one figure each, or all the same.
    public static func find(in frames: [StraightImage]) -> PixelLattice? {
        let profiles = frames.map { EdgeProfiles(of: $0) }
        let across = BlockPitch.find(in: profiles.map(\.columns))
        let down = BlockPitch.find(in: profiles.map(\.rows))
        guard let x = across ?? down, let y = down ?? across else { return nil }
        let lattice = PixelLattice(profiles, x, y)
        return lattice.confidence >= leastConfidence ? lattice : nil
    }

    /// Lays lines for a known block size in pixels, at least 1.
    public init(of frames: [StraightImage], pitch: Double) {
        let pitch = max(1, pitch)
        self.init(frames.map { EdgeProfiles(of: $0) }, pitch, pitch)
    }

    private init(_ profiles: [EdgeProfiles], _ x: Double, _ y: Double) {
        (pitchX, pitchY) = (x, y)
        let columns = profiles.map { ElasticCuts($0.columns, pitch: x) }
        let rows = profiles.map { ElasticCuts($0.rows, pitch: y) }
        lines = zip(columns, rows).map { Lines(columns: $0.lines, rows: $1.lines) }
        func mean(_ cuts: [ElasticCuts]) -> Double {
            cuts.map(\.agreement).reduce(0, +) / Double(max(1, cuts.count))
        }
        confidence = min(max(0, min(mean(columns), mean(rows))), 1)
    }

    public enum Framing: Hashable, Sendable {
        /// Each in its own box: cut-out figures.
        case own
        /// All in one box, at their positions in their cells.
        case common
    }

    /// Reduces the lattice's frames to one pixel per block: straight alpha, clear or opaque except
    /// in glass blocks.
    ///
    /// `colors` limits the colors of all frames, clear included, 2...256; nil keeps all.
    public func pixels(
        of frames: [StraightImage],
        framing: Framing,
        colors: Int? = nil
    ) -> [StraightImage] {
        precondition(frames.count == lines.count, "frames of another lattice")
        var blocks = zip(frames, lines).map { $0.blockColors(between: $1) }
        if framing == .common {
            let origins = lines.map { origin(of: $0) }
            let left = origins.map(\.x).min() ?? 0
            let top = origins.map(\.y).min() ?? 0
            let right = zip(origins, blocks).map { $0.x + $1.width }.max() ?? 1
            let bottom = zip(origins, blocks).map { $0.y + $1.height }.max() ?? 1
            if let size = PixelSize(width: right - left, height: bottom - top) {
                for (index, origin) in origins.enumerated() {
                    var whole = StraightImage(size: size)
                    whole.copy(
                        from: blocks[index],
                        at: PixelPoint(x: origin.x - left, y: origin.y - top)
                    )
                    blocks[index] = whole
                }
            }
        }
        return colors.map { reduced(blocks, to: $0) } ?? blocks
    }

    /// In blocks from the frame's upper left corner.
    private func origin(of lines: Lines) -> PixelPoint {
        PixelPoint(
            x: Int((Double(lines.columns.first ?? 0) / pitchX).rounded()),
            y: Int((Double(lines.rows.first ?? 0) / pitchY).rounded())
        )
    }
}

/// Reduces all frames to one palette, stacked as one image.
private func reduced(_ frames: [StraightImage], to colors: Int) -> [StraightImage] {
    let width = frames.map(\.width).max() ?? 1
    let height = frames.map(\.height).reduce(0, +)
    guard let size = PixelSize(width: width, height: height) else { return frames }
    var strip = StraightImage(size: size)
    var places: [PixelRect] = []
    var y = 0
    for frame in frames {
        let corner = PixelPoint(x: 0, y: y)
        strip.copy(from: frame, at: corner)
        places += [PixelRect(origin: corner, size: frame.size)].compactMap(\.self)
        y += frame.height
    }
    let few = strip.reducedToPalette(limit: min(max(colors, 2), 256), strength: 0)
    return places.map { few.cropped(to: $0) }
}
