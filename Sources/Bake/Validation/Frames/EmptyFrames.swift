import Catalog
import Diagnostics
import Raster

extension Check {
    static let emptyFrame = Check("empty-frame", .warning)
    static let unusedFrames = Check("unused-frames", .note)
}

/// Frames that show nothing, or only a speck.
func emptyFrames(_ picture: CheckedPicture, _ measures: [FrameMeasure]) -> Diagnostic? {
    // Glasses seen from behind may be an empty frame; a pet is always visible.
    guard picture.isBase else { return nil }
    guard !picture.animations.isEmpty else { return gaps(picture, measures) }
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
        let specks = specks(among: played, measures).sorted()
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
func unusedFrames(_ picture: CheckedPicture, _ measures: [FrameMeasure]) -> Diagnostic? {
    guard picture.isBase, !picture.animations.isEmpty else { return nil }
    let shown = picture.playedFrames
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
}

/// Empty cells between two visible ones of their row; rows often end before the sheet does.
private func gaps(_ picture: CheckedPicture, _ measures: [FrameMeasure]) -> Diagnostic? {
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

/// Frames that show almost nothing compared with the others of their animation.
func specks(among played: [Int], _ measures: [FrameMeasure]) -> Set<Int> {
    let shown = played.filter { measures[$0].bounds != nil }
    guard shown.count >= 3 else { return [] }
    let usual = median(shown.map { Double(measures[$0].area) })
    return Set(shown.filter { Double(measures[$0].area) * 33 < usual })
}

private func list(_ frames: [Int]) -> String {
    "frame\(frames.count > 1 ? "s" : "") " + frames.map { "\($0)" }.joined(separator: ", ")
}
