/// The color changes between neighboring columns and rows.
struct EdgeProfiles {
    var columns: EdgeProfile
    var rows: EdgeProfile

    init(of frame: StraightImage) {
        let (width, height) = (frame.width, frame.height)
        var columns = [Int](repeating: 0, count: width + 1)
        var rows = [Int](repeating: 0, count: height + 1)
        // Figures are surrounded by clear pixels.
        let clear = SIMD4<Int32>.zero
        var above = [SIMD4<Int32>](repeating: clear, count: width)
        let pixels = frame.pixels
        for y in 0..<height {
            var left = clear
            var down = 0
            for x in 0..<width {
                let here = pixels[y &* width &+ x].weighted
                columns[x] &+= strength(of: here &- left)
                down &+= strength(of: here &- above[x])
                above[x] = here
                left = here
            }
            columns[width] &+= strength(of: left)
            rows[y] = down
        }
        rows[height] = above.reduce(0) { $0 + strength(of: $1) }
        self.columns = EdgeProfile(strengths: columns)
        self.rows = EdgeProfile(strengths: rows)
    }
}

/// The strength of changes at each line between two columns, or two rows, of a frame.
struct EdgeProfile {
    /// From the line before the first column to that behind the last.
    var strengths: [Int]
}

/// Ignores noise within a block, and caps hard outlines.
private func strength(of change: SIMD4<Int32>) -> Int {
    let sum = change.replacing(with: 0 &- change, where: change .< 0).wrappedSum()
    return Int(min(max(sum &- 24, 0), 160))
}

extension StraightPixel {
    /// Premultiplied, so that colors count as seen.
    var weighted: SIMD4<Int32> {
        let alpha = Int32(a)
        guard alpha < 255 else { return SIMD4(Int32(r), Int32(g), Int32(b), alpha) }
        return SIMD4(
            Int32(r) &* alpha / 255,
            Int32(g) &* alpha / 255,
            Int32(b) &* alpha / 255,
            alpha
        )
    }
}
