import Catalog
import Diagnostics
import Raster

extension Check {
    static let strayPixels = Check("stray-pixels", .note)
}

/// Single pixels outside of what is drawn, which make sprites larger than they are.
///
/// Sparks and snow have many of them, in many frames.
func strayPixels(_ picture: CheckedPicture) -> Diagnostic? {
    guard picture.isCutOut else { return nil }
    var found: [(frame: Int, points: [PixelPoint])] = []
    for (frame, cell) in picture.frames.enumerated() where min(cell.width, cell.height) >= 24 {
        guard let points = picture.measures[frame].alpha?.touched.strays, !points.isEmpty else {
            continue
        }
        found.append((frame, points))
    }
    // Marks are at one place in all frames; sparks move.
    let areMarks =
        found.count == picture.frames.count && found.allSatisfy { $0.points == found[0].points }
    guard let first = found.first,
        areMarks || found.count <= max(1, picture.frames.count / 4)
    else { return nil }
    let count = found.reduce(0) { $0 + $1.points.count }
    return picture.report(
        .strayPixels,
        "\(picture.label(first.frame))has \(count == 1 ? "a single pixel" : "single pixels") far "
            + "from the subject, found \(count), the first at "
            + "(\(first.points[0].x), \(first.points[0].y))",
        help: "erase \(count == 1 ? "it" : "them"): sprites are cut around all that is visible"
    )
}

extension BitMask {
    /// Up to five bits without any neighbor, all of them far from the box around the rest.
    ///
    /// None where there are more.
    fileprivate var strays: [PixelPoint] {
        var alone: [PixelPoint] = []
        var columns = [UInt64](repeating: 0, count: stride)
        var (top, bottom) = (height, -1)
        for y in 0..<height {
            for word in 0..<stride {
                var rest = words[y * stride + word]
                guard rest != 0 else { continue }
                var lonely = rest & ~neighbors(ofWord: word, row: y)
                rest &= ~lonely
                while lonely != 0 {
                    guard alone.count < 5 else { return [] }
                    alone.append(PixelPoint(x: word * 64 + lonely.trailingZeroBitCount, y: y))
                    lonely &= lonely - 1
                }
                guard rest != 0 else { continue }
                columns[word] |= rest
                (top, bottom) = (min(top, y), y)
            }
        }
        guard !alone.isEmpty, let first = columns.firstIndex(where: { $0 != 0 }),
            let last = columns.lastIndex(where: { $0 != 0 })
        else { return [] }
        let left = first * 64 + columns[first].trailingZeroBitCount
        let right = last * 64 + 63 - columns[last].leadingZeroBitCount
        let margin = max(4, max(width, height) / 24)
        return alone.filter {
            $0.x < left - margin || $0.x > right + margin || $0.y < top - margin
                || $0.y > bottom + margin
        }
    }

    /// The bits that have a neighbor, within a word of a row.
    private func neighbors(ofWord word: Int, row: Int) -> UInt64 {
        var found: UInt64 = 0
        for y in max(0, row - 1)...min(height - 1, row + 1) {
            let own = words[y * stride + word]
            let before = word > 0 ? words[y * stride + word - 1] : 0
            let after = word + 1 < stride ? words[y * stride + word + 1] : 0
            found |= own << 1 | before >> 63 | own >> 1 | after << 63
            if y != row { found |= own }
        }
        return found
    }
}
