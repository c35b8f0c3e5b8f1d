import KernelTypes
public import Raster

/// Aligns the frames of a sheet on a common cell; returns an image and a correction for each frame.
public func registerFrames(
    _ image: StraightImage,
    _ cut: CutSheet,
    _ settings: RegisterSettings
) -> RegisteredSheet {
    let drawn = cut.frames.map { $0.picture(from: image) }
    let measured = drawn.map { Subject($0) }
    let pictures = madeEven(drawn, measured, settings)
    let subjects = zip(pictures, measured).map { $0.isScaled ? Subject($0.picture) : $1 }
    let even = placesInEvenCells(cut, measured)
    let (anchors, found) = anchorPoints(
        of: pictures.map(\.picture),
        subjects,
        settings.anchor,
        even
    )

    // The frame that moves least is the median.
    let moves = even.indices.map { (-anchors[$0].x - even[$0].x, -anchors[$0].y - even[$0].y) }
    let rest = (middle(moves.map(\.0)), middle(moves.map(\.1)))
    var corrections = even.indices.map { index in
        FrameCorrection(
            dx: moves[index].0 - rest.0,
            dy: moves[index].1 - rest.1,
            heightBefore: measured[index]?.height ?? 1,
            heightAfter: subjects[index]?.height ?? 1,
            tilt: measured[index]?.tilt ?? 0,
            hasAnchor: found[index]
        )
    }
    let isWhole = settings.anchor == .none && cut.method != .islands
    let cell = CommonCell(pictures.map(\.picture), anchors, isWhole: isWhole, settings.padding)
    for index in corrections.indices { corrections[index].place = cell.places[index] }
    return RegisteredSheet(
        frames: cell.frames,
        corrections: corrections,
        anchor: cell.anchor,
        excesses: excesses(corrections, settings.limits)
    )
}

/// The height of each frame's subject in pixels, from its top to its foot line, 0 for a blank
/// frame; chooses `SubjectHeight.pixels` for several sheets.
public func subjectHeights(_ image: StraightImage, _ cut: CutSheet) -> [Int] {
    cut.frames.map { Subject($0.picture(from: image))?.height ?? 0 }
}

/// The images, each scaled to the target height of its subject.
private func madeEven(
    _ pictures: [StraightImage],
    _ subjects: [Subject?],
    _ settings: RegisterSettings
) -> [(picture: StraightImage, isScaled: Bool)] {
    let wanted: Int? =
        switch settings.height {
        case .asDrawn: nil
        case .even: middle(subjects.compactMap { $0?.height })
        case .pixels(let height): height
        }
    let method = settings.resampling ?? (pictures.allSatisfy(\.isHardEdged) ? .nearest : .area)
    return zip(pictures, subjects).map { picture, subject in
        guard let wanted, wanted > 0, let subject, subject.height != wanted,
            let size = PixelSize(
                width: max(1, (picture.width * wanted + subject.height / 2) / subject.height),
                height: max(1, (picture.height * wanted + subject.height / 2) / subject.height)
            )
        else { return (picture, false) }
        if method == .nearest { return (picture.sampled(to: size), true) }
        return (picture.premultiplied().resampled(to: size, using: method).straight(), true)
    }
}

private func anchorPoints(
    of pictures: [StraightImage],
    _ subjects: [Subject?],
    _ anchor: RegisterAnchor,
    _ even: [PixelPoint]
) -> (points: [PixelPoint], found: [Bool]) {
    var feet: [PixelPoint] {
        let visible = subjects.indices.filter { subjects[$0] != nil }
        let alignment = SidewaysAlignment(
            visible.map { pictures[$0] },
            visible.compactMap { subjects[$0] }
        )
        var points = pictures.map { PixelPoint(x: $0.width / 2, y: $0.height) }
        for (place, index) in zip(alignment.places, visible) {
            points[index] = PixelPoint(x: place, y: subjects[index]?.footLine ?? 0)
        }
        return points
    }
    switch anchor {
    case .none: return (even.map { PixelPoint(x: -$0.x, y: -$0.y) }, even.map { _ in true })
    case .feet: return (feet, even.map { _ in true })
    case .mass:
        let points = zip(pictures, subjects).map { picture, subject in
            subject.map {
                PixelPoint(x: Int($0.mass.x.rounded()), y: Int($0.mass.y.rounded()))
            } ?? PixelPoint(x: picture.width / 2, y: picture.height / 2)
        }
        return (points, even.map { _ in true })
    case .color(let color):
        let found = pictures.map { middle(of: color, in: $0) }
        let others = found.contains { $0 == nil } ? feet : []
        let points = found.enumerated().map { index, middle in
            middle.map { PixelPoint(x: Int($0.x.rounded()), y: Int($0.y.rounded())) }
                ?? others[index]
        }
        return (points, found.map { $0 != nil })
    }
}

private func excesses(
    _ corrections: [FrameCorrection],
    _ limits: RegisterLimits
) -> [RegisterExcess] {
    let height = Double(max(1, middle(corrections.map(\.heightBefore))))
    let level = middle(corrections.map(\.tilt))
    return corrections.enumerated().flatMap { frame, correction -> [RegisterExcess] in
        let drift = Double(correction.dx * correction.dx + correction.dy * correction.dy)
            .squareRoot()
        let breathing = abs(Double(correction.heightBefore) / height - 1)
        let tilt = abs(correction.tilt - level)
        var found: [RegisterExcess] = []
        if let limit = limits.maxDrift, drift > limit {
            found.append(.drift(frame: frame, found: drift, limit: limit))
        }
        if let limit = limits.maxBreathing, breathing > limit {
            found.append(.breathing(frame: frame, found: breathing, limit: limit))
        }
        if let limit = limits.maxTilt, tilt > limit {
            found.append(.tilt(frame: frame, found: tilt, limit: limit))
        }
        return found + (correction.hasAnchor ? [] : [.noAnchor(frame: frame)])
    }
}

/// The median; of two middle ones the greater.
func middle<Value: Comparable & ExpressibleByIntegerLiteral>(_ values: [Value]) -> Value {
    values.isEmpty ? 0 : values.sorted()[values.count / 2]
}

/// The smallest cell that fits all images with their anchors at one point.
struct CommonCell {
    let frames: [StraightImage]
    let anchor: PixelPoint
    /// The position of each image's top-left corner; it may be outside.
    let places: [PixelPoint]

    /// `anchors` are in each image's pixels.
    ///
    /// If `isWhole`, clear margins need space too. `padding` is added around everything.
    init(
        _ pictures: [StraightImage],
        _ anchors: [PixelPoint],
        isWhole: Bool,
        _ padding: Int
    ) {
        // Relative to the anchors.
        let drawn = zip(pictures, anchors).compactMap { picture, anchor in
            (isWhole ? PixelRect(picture.size) : picture.opaqueBounds()).flatMap {
                let origin = PixelPoint(x: $0.x - anchor.x, y: $0.y - anchor.y)
                return PixelRect(origin: origin, size: $0.size)
            }
        }
        let all = drawn.dropFirst().reduce(drawn.first ?? PixelRect(.onePixel)) { $0.union($1) }
        let anchor = PixelPoint(x: padding - all.x, y: padding - all.y)
        let size =
            PixelSize(width: all.width + 2 * padding, height: all.height + 2 * padding)
            ?? .onePixel
        let places = anchors.map { PixelPoint(x: anchor.x - $0.x, y: anchor.y - $0.y) }
        frames = zip(pictures, places).map { picture, place in
            var frame = StraightImage(size: size)
            frame.copy(from: picture, at: place)
            return frame
        }
        self.anchor = anchor
        self.places = places
    }
}

/// The position of each frame's box in an even cell of an idealized sheet.
///
/// Cells of layouts begin at their corners. For figures without a grid, a straight line is fitted
/// to the positions of each row by least squares, and the row's median foot line is the ground.
/// `subjects` are nil for blank frames.
func placesInEvenCells(_ cut: CutSheet, _ subjects: [Subject?]) -> [PixelPoint] {
    guard cut.method == .islands else {
        return [PixelPoint](repeating: .zero, count: cut.frames.count)
    }
    var places = [PixelPoint](repeating: .zero, count: cut.frames.count)
    for row in 0..<cut.rows {
        let members = cut.frames.indices.filter { cut.frames[$0].row == row }
        let grounds = members.compactMap { index in
            subjects[index].map { cut.frames[index].box.y + $0.footLine }
        }
        let ground = middle(grounds)
        let centers = members.map { index in
            (
                Double(cut.frames[index].column),
                Double(cut.frames[index].box.x)
                    + (subjects[index]?.stance ?? Double(cut.frames[index].box.width) / 2)
            )
        }
        let line = Line(through: centers)
        for (index, center) in zip(members, centers) {
            let box = cut.frames[index].box
            places[index] = PixelPoint(
                x: box.x - Int(line.value(at: center.0).rounded()),
                y: box.y - ground
            )
        }
    }
    return places
}

private struct Line {
    private var offset = 0.0
    private var slope = 0.0

    init(through points: [(x: Double, y: Double)]) {
        let count = Double(max(1, points.count))
        let (x, y) = points.reduce((0.0, 0.0)) { ($0.0 + $1.x / count, $0.1 + $1.y / count) }
        let spread = points.reduce(0.0) { $0 + ($1.x - x) * ($1.x - x) }
        if spread > 0 {
            slope = points.reduce(0.0) { $0 + ($1.x - x) * ($1.y - y) } / spread
        }
        offset = y - slope * x
    }

    func value(at x: Double) -> Double { offset + slope * x }
}
