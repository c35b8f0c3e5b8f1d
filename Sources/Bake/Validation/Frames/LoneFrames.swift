import Catalog
import Diagnostics
import Raster

extension Check {
    static let mirroredFrame = Check("mirrored-frame", .warning)
    static let frameSize = Check("frame-size", .warning)
    static let frameDrift = Check("frame-drift", .warning)
}

/// A single frame that differs from all others in position, size or direction.
///
/// Animations move, hop and turn, so a frame counts only if both its neighbors agree, in an
/// otherwise steady animation.
struct LoneFrames {
    private let frames: [(number: Int, sketch: FigureSketch)]
    private let picture: CheckedPicture
    /// Such as `animation "idle"`.
    private let name: String

    /// Nil for too few frames, or if one shows nothing.
    init?(
        _ picture: CheckedPicture,
        _ measures: [FrameMeasure],
        _ numbers: [Int],
        of name: String
    ) {
        guard numbers.count >= 4 else { return nil }
        frames = numbers.compactMap { number in
            FigureSketch(picture.image, picture.frames[number], measures[number])
                .map { (number, $0) }
        }
        guard frames.count == numbers.count else { return nil }
        self.picture = picture
        self.name = name
    }

    /// The first problem of the one frame.
    var finding: Diagnostic? { mirrored() ?? otherSize() ?? otherPlace() }

    /// A frame, and one of its two similar neighbors.
    private typealias Lone = (number: Int, own: FigureSketch, due: FigureSketch)

    /// The only frame that differs from both its neighbors, if all others are like theirs.
    private func lone(where areAlike: (FigureSketch, FigureSketch) -> Bool) -> Lone? {
        let count = frames.count
        func sketch(_ index: Int) -> FigureSketch { frames[(index + count) % count].sketch }
        let breaks = (0..<count).filter { !areAlike(sketch($0), sketch($0 + 1)) }
        guard breaks.count == 2 else { return nil }
        // The second break is after the frame, the first before it; reversed around the end.
        let index = breaks[1] == breaks[0] + 1 ? breaks[1] : 0
        guard index > 0 || breaks == [0, count - 1], areAlike(sketch(index - 1), sketch(index + 1))
        else { return nil }
        return (frames[index].number, sketch(index), sketch(index - 1))
    }

    private func mirrored() -> Diagnostic? {
        let turns = frames.indices.map { index in
            let (own, next) = (frames[index].sketch, frames[(index + 1) % frames.count].sketch)
            return (plain: own.likeness(to: next), turned: own.likeness(to: next, mirrored: true))
        }
        let found = frames.indices.filter { index in
            let beside = [(index + frames.count - 1) % frames.count, index]
            return turns.indices.allSatisfy {
                beside.contains($0)
                    ? turns[$0].turned >= 0.6 && turns[$0].turned - turns[$0].plain >= 0.08
                    : turns[$0].turned <= turns[$0].plain
            }
        }
        guard found.count == 1 else { return nil }
        let (plain, turned) = turns[found[0]]
        // A figure that sways is less like its neighbors turned than they are like each other.
        let beside = [found[0] + frames.count - 1, found[0] + 1].map { frames[$0 % frames.count] }
        guard turned >= 0.8 * beside[0].sketch.likeness(to: beside[1].sketch) else { return nil }
        return picture.report(
            .mirroredFrame,
            "frame \(frames[found[0]].number) of \(name) is mirrored, found it \(percent(turned)) like "
                + "its neighbors turned left to right, and \(percent(plain)) as it is",
            help: "turn it back, unless the pet looks around"
        )
    }

    private func otherSize() -> Diagnostic? {
        func ratio(_ one: Int, _ other: Int) -> Double { Double(one) / Double(other) }
        // Squash and stretch keep the area.
        guard let (number, own, due) = lone(where: { abs(ratio($0.area, $1.area) - 1) <= 0.06 })
        else { return nil }
        let wide = ratio(own.bounds.width, due.bounds.width)
        let high = ratio(own.bounds.height, due.bounds.height)
        let both = ratio(own.area, due.area).squareRoot()
        guard abs(wide - high) <= 0.06, abs(wide - both) <= 0.06, abs(wide - 1) >= 0.04,
            abs(high - 1) >= 0.04, own.likeness(to: due) >= 0.75
        else { return nil }
        return picture.report(
            .frameSize,
            "frame \(number) of \(name) shows the same pose in another size, found "
                + "\(percent(high)) of its neighbors' height",
            help: "draw all frames at one scale, or make heights even with \"register\""
        )
    }

    private func otherPlace() -> Diagnostic? {
        let cell = picture.frames[frames[0].number].size
        let slack = max(1, max(cell.width, cell.height) / 64)
        let found = lone { one, other in
            abs(one.bounds.x - other.bounds.x) <= slack
                && abs(one.bounds.y - other.bounds.y) <= slack
                && abs(one.bounds.maxX - other.bounds.maxX) <= slack
                && abs(one.bounds.maxY - other.bounds.maxY) <= slack
        }
        guard let (number, own, due) = found else { return nil }
        let across = own.bounds.x - due.bounds.x
        let down = own.bounds.y - due.bounds.y
        // The whole figure moved, not a part of it: a pose has another box.
        guard
            max(abs(across) * cell.height, abs(down) * cell.width) * 100
                >= 3 * cell.width * cell.height,
            abs(own.bounds.maxX - due.bounds.maxX - across) <= slack,
            abs(own.bounds.maxY - due.bounds.maxY - down) <= slack,
            own.likeness(to: due) >= 0.85
        else { return nil }
        let ways = [
            across == 0 ? nil : "\(abs(across)) pixels to the \(across > 0 ? "right" : "left")",
            down == 0 ? nil : "\(abs(down)) pixels \(down > 0 ? "down" : "up")",
        ]
        return picture.report(
            .frameDrift,
            "frame \(number) of \(name) stands apart from the others, found it "
                + ways.compactMap(\.self).joined(separator: " and "),
            help: "put it in its place, or let \"register\" do so; a hop has more than one frame"
        )
    }
}
