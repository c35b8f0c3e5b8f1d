import Catalog
import Diagnostics
import Raster

extension Check {
    static let placeJump = Check("place-jump", .warning)
    static let oddFrame = Check("odd-frame", .warning)
}

/// Frames of animations that differ from their neighbors.
///
/// Poses differ, and effects come and go, so only implausible differences count: the same shape far
/// to the side, or a figure, a hole or a hue in only one frame.
func oddFrames(_ picture: CheckedPicture, _ measures: [FrameMeasure]) -> [Diagnostic] {
    guard picture.isBase else { return [] }
    var samples: [Int: FrameSamples] = [:]
    var found: [Diagnostic] = []
    for (name, played) in picture.played {
        let specks = specks(among: played, measures)
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
        let jump = picture.animations.isEmpty ? nil : seen.sidewaysJump(picture, measures)
        var own = [jump].compactMap(\.self)
        if Set(frames).count > 2 {
            own += [seen.secondFigure(picture), seen.hole(picture), seen.otherHue(picture)]
                .compactMap(\.self)
        }
        if own.isEmpty { own = [seen.specks(picture)].compactMap(\.self) }
        if own.isEmpty { own = seen.otherTraits(picture, measures) }
        if own.isEmpty {
            let lone = LoneFrames(picture, measures, Set(frames).sorted(), of: name)
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

    // MARK: - Place

    /// The first step in which the subject keeps its shape and its height, but moves far to the
    /// side.
    func sidewaysJump(_ picture: CheckedPicture, _ measures: [FrameMeasure]) -> Diagnostic? {
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

    // MARK: - Figures

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

    // MARK: - Holes

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

    // MARK: - Drawing

    /// One frame that was drawn or exported unlike the others.
    func otherTraits(_ picture: CheckedPicture, _ measures: [FrameMeasure]) -> [Diagnostic] {
        let traits = different.compactMap { measures[$0.frame].traits }
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

    // MARK: - Hue

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
