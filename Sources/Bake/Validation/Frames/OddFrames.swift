import Catalog
import Diagnostics
import Raster

extension Check {
    static let placeJump = Check("place-jump", .warning)
    static let oddFrame = Check("odd-frame", .warning)
    static let mirroredFrame = Check("mirrored-frame", .warning)
    static let frameSize = Check("frame-size", .warning)
    static let frameDrift = Check("frame-drift", .warning)
}

/// Frames of animations that differ from their neighbors.
///
/// Poses differ, and effects come and go, so only implausible differences count: the same shape far
/// to the side, or a figure, a hole or a hue in only one frame.
func oddFrames(_ picture: CheckedPicture) -> [Diagnostic] {
    guard picture.isBase else { return [] }
    let measures = picture.measures
    var samples: [Int: FrameSamples] = [:]
    var found: [Diagnostic] = []
    for (name, played) in picture.played {
        let specks = picture.specks(among: played)
        var frames: [Int] = []
        for frame in played
        where measures[frame].area >= 64 && frame != frames.last && !specks.contains(frame) {
            frames.append(frame)
        }
        guard Set(frames).count > 1, frames.count <= 256,
            min(picture.frames[frames[0]].width, picture.frames[frames[0]].height) >= 32
        else { continue }
        for frame in frames where samples[frame] == nil {
            samples[frame] = FrameSamples(picture.image, picture.frames[frame])
        }
        let seen = PlayedFrames(name: name, frames: frames, samples: samples)
        // Unused cells may contain anything in any order.
        let jump = picture.animations.isEmpty ? nil : seen.sidewaysJump(picture)
        var own = [jump].compactMap(\.self)
        if Set(frames).count > 2 {
            own += [seen.secondFigure(picture), seen.hole(picture), seen.otherHue(picture)]
                .compactMap(\.self)
        }
        if own.isEmpty { own = [seen.specks(picture)].compactMap(\.self) }
        if own.isEmpty { own = seen.otherTraits(picture) }
        if own.isEmpty {
            let lone = LoneFrames(picture, Set(frames).sorted(), of: name)
            own = [lone?.finding].compactMap(\.self)
        }
        found += own.filter { finding in
            finding.check != .sheetGuides || !found.contains { $0.check == .sheetGuides }
        }
    }
    return found
}

extension CheckedPicture {
    /// Animations with their names; a sheet without animations is one.
    fileprivate var played: [(name: String, frames: [Int])] {
        if animations.isEmpty, frames.count > 1 { return [("the sheet", Array(frames.indices))] }
        return animations.map { ("animation \"\($0.name)\"", frames(of: $0)) }
    }
}

private struct PlayedFrames {
    /// Such as `animation "idle"`.
    let name: String
    let frames: [Int]
    let samples: [Int: FrameSamples]

    private var different: [(frame: Int, samples: FrameSamples)] {
        Set(frames).sorted().compactMap { frame in samples[frame].map { (frame, $0) } }
    }

    /// The first step in which the subject keeps its shape and its height, but moves far to the
    /// side.
    func sidewaysJump(_ picture: CheckedPicture) -> Diagnostic? {
        let measures = picture.measures
        for (before, after) in zip(frames, frames.dropFirst()) {
            let (cell, next) = (picture.frames[before], picture.frames[after])
            guard let one = measures[before].bounds, let two = measures[after].bounds,
                let old = samples[before], let new = samples[after]
            else { continue }
            let shift = (2 * (two.x - next.x) + two.width - 2 * (one.x - cell.x) - one.width) / 2
            let rise = two.maxY - next.y - one.maxY + cell.y
            guard abs(shift) * 100 >= 14 * cell.width, abs(rise) * 25 <= cell.height,
                isAlike(one.width, two.width), isAlike(one.height, two.height),
                isAlike(measures[before].area, measures[after].area)
            else { continue }
            let steps = Int((Double(shift) / Double(new.step)).rounded())
            guard new.overlap(with: old, movedBy: steps) >= 0.8 else { continue }
            return picture.report(
                .placeJump,
                "the subject jumps sideways within \(name), found it "
                    + "\(abs(shift)) pixels to the \(shift > 0 ? "right" : "left") in frame "
                    + "\(after) of where it is in frame \(before)",
                help: "put the subject at one place in all frames"
            )
        }
        return nil
    }

    private func isAlike(_ one: Int, _ two: Int) -> Bool {
        abs(one - two) * 100 <= 15 * max(one, two)
    }

    func secondFigure(_ picture: CheckedPicture) -> Diagnostic? {
        let shares = different.map { frame, samples in
            let areas = samples.areas(solid: true)
            let second = areas.count > 1 ? areas[1].count : 0
            return (
                frame: frame,
                share: Double(second) / Double(max(1, areas.first?.count ?? 0)),
                second: second,
                all: areas.reduce(0) { $0 + $1.count }
            )
        }
        let odd = shares.filter { $0.share >= 0.06 }
        // A pair of legs may become two areas, but no more than before.
        guard odd.count == 1,
            shares.allSatisfy({ other in
                other.frame == odd[0].frame
                    || other.share < 0.02 && other.all + odd[0].second * 2 / 3 <= odd[0].all
            })
        else { return nil }
        return picture.report(
            .oddFrame,
            // Thrown or dropped things may be small.
            severity: odd[0].share >= 0.3 ? .warning : .note,
            "frame \(odd[0].frame) shows something that no other frame of \(name) "
                + "does, found a second figure of \(percent(odd[0].share)) of the first's size",
            help: "was something left on another layer?"
        )
    }

    /// Small things next to the figure of one frame only, or at one place in all of them.
    func specks(_ picture: CheckedPicture) -> Diagnostic? {
        let beside = different.map { (frame: $0.frame, boxes: $0.samples.boxesBesideFigure) }
        let marked = beside.filter { !$0.boxes.isEmpty }
        guard let first = marked.first, beside.count >= 3, let step = samples[first.frame]?.step
        else { return nil }
        let whole = marked.map { $0.boxes.dropFirst().reduce($0.boxes[0]) { $0.union($1) } }
        let place = "(\(whole[0].x * step), \(whole[0].y * step))"
        if marked.count == 1 {
            return picture.report(
                .oddFrame,
                severity: .note,
                "frame \(first.frame) shows something next to the subject that no other frame of "
                    + "\(name) does, found it at \(place)",
                help: "was a mark or another layer left on?"
            )
        }
        // What moves with a figure, or floats over it, is part of it.
        let corners = whole.map(\.origin)
        guard marked.count == beside.count, Set(different.map(\.samples.pixels)).count > 1,
            corners.allSatisfy({
                abs($0.x - corners[0].x) <= 3 && abs($0.y - corners[0].y) <= 3
            }),
            let one = samples[first.frame],
            whole.allSatisfy({ one.hasAtEdge($0) })
        else { return nil }
        return picture.report(
            .sheetGuides,
            severity: .note,
            "all frames of \(name) have marks at the same place, found them at \(place)",
            help: "hide the layer with the marks, and export the sheet again"
        )
    }

    /// One frame with a hole where all others are solid, though nothing around it moved.
    func hole(_ picture: CheckedPicture) -> Diagnostic? {
        for (frame, samples) in different {
            let figure = samples.pixels.indices.count(where: samples.isSolid)
            for hole in samples.areas(solid: false, closed: true)
            where hole.count >= 8 && hole.count * 200 >= figure {
                let others = different.filter { $0.frame != frame }
                let isClosed = others.allSatisfy { other in
                    other.samples.pixels.count == samples.pixels.count
                        && hole.count(where: other.samples.isSolid) * 10 >= hole.count * 9
                }
                guard isClosed else { continue }
                let around = samples.surroundings(of: hole)
                let isStill = others.contains { other in
                    guard samples.overlap(with: other.samples, movedBy: 0) >= 0.7 else {
                        return false
                    }
                    let same = around.count { index in
                        isSame(samples.pixels[index], other.samples.pixels[index])
                    }
                    return same * 4 >= around.count * 3
                }
                guard isStill else { continue }
                let pixels = hole.count * samples.step * samples.step
                return picture.report(
                    .oddFrame,
                    "frame \(frame) has a hole that no other frame of \(name) has, "
                        + "found about \(pixels) clear pixels where the others are solid",
                    help: "fill it, or compare what was erased or keyed with the other frames"
                )
            }
        }
        return nil
    }

    private func isSame(_ one: StraightPixel, _ two: StraightPixel) -> Bool {
        if max(one.a, two.a) < 128 { return true }
        return min(one.a, two.a) >= 128 && one.colorDistance(to: two) <= 24
    }

    /// One frame that was drawn or exported unlike the others.
    func otherTraits(_ picture: CheckedPicture) -> [Diagnostic] {
        let traits = different.compactMap { picture.measures[$0.frame].traits }
        guard traits.count == different.count, traits.count >= 4 else { return [] }
        let found = DrawingTraits.oddities(among: traits).sorted { $0.key < $1.key }
        return found.map { index, oddity in
            picture.report(
                .oddFrame,
                // Flashes and smears are meant.
                severity: .note,
                "frame \(different[index].frame) is unlike the others of \(name): \(oddity.message)",
                help: oddity.help
            )
        }
    }

    /// One frame of another hue; if its brightness differs too, it may be a flash.
    func otherHue(_ picture: CheckedPicture) -> Diagnostic? {
        let tints = different.compactMap { frame, samples in
            samples.tint.map { (frame: frame, blue: $0.blue, red: $0.red) }
        }
        guard tints.count == different.count else { return nil }
        let (blue, red) = (median(tints.map(\.blue)), median(tints.map(\.red)))
        func distance(_ blue1: Double, _ red1: Double) -> Double {
            max(abs(blue1 - blue), abs(red1 - red))
        }
        let odd = tints.filter { distance($0.blue, $0.red) >= 20 }
        guard odd.count == 1,
            tints.allSatisfy({ distance($0.blue, $0.red) < 6 || $0.frame == odd[0].frame })
        else { return nil }
        let lights = different.map { ($0.frame, $0.samples.brightness) }
        let usual = median(lights.map(\.1))
        let isFlash = lights.contains { $0.0 == odd[0].frame && abs($0.1 - usual) > 12 }
        return picture.report(
            .oddFrame,
            severity: isFlash ? .note : .warning,
            "frame \(odd[0].frame) has other hues than the other frames of \(name)",
            help: "compare its colors with the others', unless it is a flash"
        )
    }
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
    init?(_ picture: CheckedPicture, _ numbers: [Int], of name: String) {
        guard numbers.count >= 4 else { return nil }
        frames = numbers.compactMap { number in
            FigureSketch(picture.image, picture.frames[number], picture.measures[number])
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
