import Catalog
public import Diagnostics
import Raster

extension Check {
    static let duplicateFrames = Check("duplicate-frames", .note)
    package static let sizeJump = Check("size-jump", .warning)
    static let feetJitter = Check("feet-jitter", .note)
    static let emptyFrame = Check("empty-frame", .warning)
    static let unusedFrames = Check("unused-frames", .note)
}

/// Animations whose subject changes its size, jitters or stands still.
func motion(_ picture: CheckedPicture, hasOddFrames: Bool) -> [Diagnostic] {
    let measures = picture.measures
    var found: [Diagnostic] = []
    var sizes: [(name: String, size: ClosedRange<Double>)] = []
    for animation in picture.animations {
        let frames = picture.frames(of: animation)
        let specks = picture.specks(among: frames)
        let seen = frames.filter { measures[$0].area >= 64 && !specks.contains($0) }
        if picture.isBase, !seen.isEmpty, Set(frames).count > 1,
            frames.dropFirst().allSatisfy({ picture.showsTheSame(frames[0], $0) })
        {
            found.append(
                picture.report(
                    .duplicateFrames,
                    "all \(frames.count) frames of animation \"\(animation.name)\" are equal",
                    help: "one frame is enough"
                )
            )
        }
        // The odd one may be held, too.
        if !hasOddFrames, let twins = twins(picture, animation.name, seen) {
            found.append(twins)
        }
        guard picture.isBase, seen.count > 1 else {
            if let only = seen.first {
                sizes.append((animation.name, measures[only].size...measures[only].size))
            }
            continue
        }
        let own = seen.map { measures[$0].size }
        sizes.append((animation.name, (own.min() ?? 0)...(own.max() ?? 0)))
        found += [
            jump(picture, animation.name, seen),
            jitter(picture, animation.name, seen),
        ].compactMap(\.self)
    }
    if let equal = equalAnimations(picture) { found.append(equal) }
    // Of poses that differ, the nearest count.
    guard picture.isBase,
        let largest = sizes.max(by: { $0.size.lowerBound < $1.size.lowerBound }),
        let smallest = sizes.min(by: { $0.size.upperBound < $1.size.upperBound }),
        smallest.size.upperBound > 0,
        largest.size.lowerBound / smallest.size.upperBound > sizeLimit
    else { return found }
    let part = percent(smallest.size.upperBound / largest.size.lowerBound)
    found.append(
        picture.report(
            .sizeJump,
            "the subject changes its size between animations, found \(part) "
                + "in \"\(smallest.name)\" of what it is in \"\(largest.name)\"",
            help: "draw both at one scale"
        )
    )
    return found
}

/// The only two frames in a row that are equal, in an animation whose others all differ.
///
/// Artists who hold frames on purpose hold more of them.
private func twins(_ picture: CheckedPicture, _ animation: String, _ frames: [Int]) -> Diagnostic? {
    let measures = picture.measures
    guard picture.isBase, (4...64).contains(frames.count), Set(frames).count == frames.count
    else { return nil }
    func areEqual(_ one: Int, _ two: Int) -> Bool {
        measures[one].bounds?.size == measures[two].bounds?.size
            && picture.showsTheSame(one, two)
    }
    let pairs = frames.indices.flatMap { later in
        frames[..<later].indices.filter { areEqual(frames[$0], frames[later]) }.map { ($0, later) }
    }
    guard pairs.count == 1, pairs[0].1 == pairs[0].0 + 1 else { return nil }
    return picture.report(
        .duplicateFrames,
        "frames \(frames[pairs[0].0]) and \(frames[pairs[0].1]) of animation \"\(animation)\" are "
            + "equal, and all others differ",
        help: "draw the second, or show the first longer with \"durations\""
    )
}

/// Two animations with different cells that show the same.
private func equalAnimations(_ picture: CheckedPicture) -> Diagnostic? {
    guard picture.isBase else { return nil }
    let played = picture.animations.map { animation in
        let frames = picture.frames(of: animation)
        return (name: animation.name, frames: frames, set: Set(frames))
    }
    for (number, later) in played.enumerated() where later.frames.count > 1 {
        for earlier in played[..<number] where earlier.frames.count == later.frames.count {
            guard earlier.set.isDisjoint(with: later.set),
                zip(earlier.frames, later.frames)
                    .allSatisfy({ picture.showsTheSame($0, $1) })
            else { continue }
            return picture.report(
                .duplicateFrames,
                "animations \"\(earlier.name)\" and \"\(later.name)\" show the same, found "
                    + "\(later.frames.count) equal frames",
                help: "draw the second, or let both name the same frames"
            )
        }
    }
    return nil
}

/// The maximum ratio of subjects' sides.
///
/// Poses of the fixtures (standing, ducking, jumping, seen from the side) stay below 1.3.
private let sizeLimit = 1.4

extension CheckedPicture {
    fileprivate func showsTheSame(_ one: Int, _ two: Int) -> Bool {
        measures[one].area == measures[two].area
            && image.showsTheSame(in: frames[one], and: frames[two])
    }
}

func percent(_ share: Double) -> String { "\(Int(share * 100 + 0.5)) %" }

/// The first step in which the subject's size jumps.
private func jump(_ picture: CheckedPicture, _ animation: String, _ frames: [Int]) -> Diagnostic? {
    let measures = picture.measures
    for (before, after) in zip(frames, frames.dropFirst()) {
        let (small, large) = (
            min(measures[before].size, measures[after].size),
            max(measures[before].size, measures[after].size)
        )
        // Figures that turn, rise or hide change one side only.
        guard large / small > sizeLimit,
            let (one, other) = measures[before].bounds.flatMap({ one in
                measures[after].bounds.map { (one.size, $0.size) }
            }),
            [(one, other), (other, one)].contains(where: { low, high in
                low.width * 6 <= high.width * 5 && low.height * 6 <= high.height * 5
            })
        else { continue }
        return picture.report(
            .sizeJump,
            "the subject changes its size within animation \"\(animation)\", found "
                + "\(percent(measures[after].size / measures[before].size)) in frame \(after) of what it is "
                + "in frame \(before)",
            help: "draw all frames at one scale"
        )
    }
    return nil
}

/// Feet that repeatedly move up and down by a pixel or two.
///
/// A hop moves them far, breathing not at all; the rest are sheets cut or drawn imprecisely.
private func jitter(_ picture: CheckedPicture, _ animation: String, _ frames: [Int]) -> Diagnostic?
{
    let measures = picture.measures
    let feet = frames.compactMap { frame in
        measures[frame].bounds.map { $0.maxY - picture.frames[frame].y }
    }
    guard feet.count >= 4, let lowest = feet.max(), let highest = feet.min() else { return nil }
    let reach = lowest - highest
    guard reach >= 1, reach * 50 <= picture.frames[frames[0]].height else { return nil }
    let steps = zip(feet.dropFirst(), feet).map { $0 - $1 }.filter { $0 != 0 }
    let turns = zip(steps.dropFirst(), steps).count { ($0 > 0) != ($1 > 0) }
    // A walk has two steps per cycle; jitter turns with every frame or two.
    guard turns >= max(2, feet.count / 2) else { return nil }
    return picture.report(
        .feetJitter,
        "the lower edge of the subject jitters in animation \"\(animation)\", found it at rows "
            + feet.map { "\($0 - 1)" }.joined(separator: ", "),
        help: "put the feet of all frames on one line"
    )
}

/// The size of a species in its own art or in an outfit.
public struct SubjectSize: Sendable {
    /// For messages: `species "dog"`, `item "coat"`.
    public var name: String
    public var location: SourceLocation?
    /// The side of a square with the subject's area, in points.
    public var side: Double

    /// The median of frames, by their areas in pixels.
    public init(
        name: String,
        location: SourceLocation?,
        areas: [Int],
        pointsPerPixel: Double
    ) {
        self.name = name
        self.location = location
        side = median(areas.filter { $0 > 0 }.map { Double($0).squareRoot() }) * pointsPerPixel
    }
}

/// Finds outfits much larger or smaller than the undressed species, in the order of the outfits.
public func checkSizes(of outfits: [SubjectSize], against bare: SubjectSize) -> [Diagnostic] {
    outfits.compactMap { outfit in
        guard bare.side > 0, outfit.side > 0,
            max(outfit.side / bare.side, bare.side / outfit.side) > sizeLimit
        else { return nil }
        return Diagnostic(
            .sizeJump,
            at: outfit.location,
            message:
                "\(outfit.name) shows the pet in another size, found \(percent(outfit.side / bare.side)) "
                + "of \(bare.name)",
            help: "draw both at one scale, or say the density in the file's name (@2x)"
        )
    }
}

/// Frames that show nothing, or only a speck.
func emptyFrames(_ picture: CheckedPicture) -> Diagnostic? {
    // Glasses seen from behind may be an empty frame; a pet is always visible.
    guard picture.isBase else { return nil }
    let measures = picture.measures
    guard !picture.animations.isEmpty else { return gaps(picture) }
    let shown = picture.playedFrames
    let empty = measures.indices.filter { shown.contains($0) && measures[$0].bounds == nil }
    guard empty.isEmpty else {
        return picture.report(
            .emptyFrame,
            "the animation shows nothing at \(list(empty))",
            help: "leave it out of \"frames\", or draw it"
        )
    }
    for animation in picture.animations {
        let played = picture.frames(of: animation)
        let specks = picture.specks(among: played).sorted()
        // A vanishing figure ends as a speck; one that is visible before and after does not.
        guard let first = specks.first, first != played.first, specks.last != played.last else {
            continue
        }
        return picture.report(
            .emptyFrame,
            "animation \"\(animation.name)\" shows no more than a speck at \(list(specks)), "
                + "found \(counted(measures[first].area, "pixel"))",
            help: "leave it out of \"frames\", or draw it"
        )
    }
    return nil
}

/// A few visible frames of a sheet that none of its animations shows.
func unusedFrames(_ picture: CheckedPicture) -> Diagnostic? {
    guard picture.isBase, !picture.animations.isEmpty else { return nil }
    let (shown, measures) = (picture.playedFrames, picture.measures)
    // One that is counted wrongly is reported by itself.
    guard shown.isSubset(of: measures.indices) else { return nil }
    let unused = measures.indices.filter { measures[$0].bounds != nil && !shown.contains($0) }
    // Games often use only a part of a large sheet.
    let visible = measures.count { $0.bounds != nil }
    guard !unused.isEmpty, unused.count * 4 <= visible else { return nil }
    return picture.report(
        .unusedFrames,
        "no animation shows \(list(unused))",
        help: "add to the \"frames\" of an animation what belongs to it"
    )
}

extension CheckedPicture {
    /// The existing frames that an animation shows, in order; all if it names none.
    func frames(of animation: SheetAnimation) -> [Int] {
        (animation.frames ?? Array(frames.indices)).filter(frames.indices.contains)
    }

    /// What its animations show, all frames if one names none; also numbers that no frame has.
    fileprivate var playedFrames: Set<Int> {
        Set(animations.flatMap { $0.frames ?? Array(frames.indices) })
    }

    /// Frames that show almost nothing compared with the others of their animation.
    func specks(among played: [Int]) -> Set<Int> {
        let shown = played.filter { measures[$0].bounds != nil }
        guard shown.count >= 3 else { return [] }
        let usual = median(shown.map { Double(measures[$0].area) })
        return Set(shown.filter { Double(measures[$0].area) * 33 < usual })
    }
}

/// Empty cells between two visible ones of their row; rows often end before the sheet does.
private func gaps(_ picture: CheckedPicture) -> Diagnostic? {
    let measures = picture.measures
    let rows = Dictionary(grouping: picture.frames.indices) { picture.frames[$0].y }
    let empty = rows.values.flatMap { row in
        let row = row.sorted { picture.frames[$0].x < picture.frames[$1].x }
        let shown = row.indices.filter { measures[row[$0]].bounds != nil }
        guard let first = shown.first, let last = shown.last else { return [Int]() }
        return row[first...last].filter { measures[$0].bounds == nil }
    }
    // Sheets of many things have gaps at ends; a row of frames has at most one.
    guard empty.count == 1 else { return nil }
    return picture.report(
        .emptyFrame,
        "a cell between others shows nothing, found nothing at \(list(empty))",
        help: "draw it, or name the frames of an animation without it"
    )
}

private func list(_ frames: [Int]) -> String {
    "frame\(frames.count > 1 ? "s" : "") " + frames.map { "\($0)" }.joined(separator: ", ")
}
