import ImageCodec
import KilnManifest
import Raster

// BakeComparison: what differs between two bakes.
//
// In: two manifests, and a function that gives the bytes of each one's pages. Out: what came, went and
// changed by name, and every picture that looks different with a measure of how much. Nothing here
// touches a disk, and no more than a few pages are in memory at once.

/// What a comparison of two bakes found, but for the pictures, which were handed out one by one.
package struct BakeComparison: Hashable, Sendable {
    package var changes: [ManifestChange]
    /// How many frames look the same.
    package var sameFrames = 0
    /// How many of them are elsewhere on their pages.
    package var movedFrames = 0
    /// Frames that may differ, but a page of theirs is not there to tell.
    package var unknownFrames = 0
    /// Pictures with files of their own that may differ, but a file is not there to tell.
    package var unknownPictures = 0
}

/// Compares two bakes: what they name, and every picture.
///
/// Frames are compared upright and untrimmed, at every scale that both bakes have; files of looks,
/// items and images by themselves with those of the same path. A page whose file is the same in
/// both is not decoded. Where only placement or layer order changed, a picture
/// of the dressed pet shows it.
///
/// `visit` gets each changed picture, in no particular order, so that not all of them are in memory
/// at once.
///
/// - Throws: `UnreadablePage`, what reading pages throws, and what `visit` throws.
package func compareBakes(
    _ old: ComparedBake,
    _ new: ComparedBake,
    visit: (PictureChange) throws -> Void
) throws -> BakeComparison {
    var comparison = BakeComparison(changes: compareManifests(old.manifest, new.manifest))
    let (oldPages, newPages) = (PageReader(old), PageReader(new))
    var comparers = new.manifest.targets.compactMap { target in
        old.manifest.targets.first { $0.id == target.id }
            .map { TargetComparer(old: oldPages, new: newPages, before: $0, after: target) }
    }
    for index in comparers.indices {
        try comparers[index].compareFrames(&comparison, visit)
        try comparers[index].compareFiles(&comparison, visit)
    }
    if let first = comparers.first, first.after.id == new.manifest.targets.first?.id {
        try first.compareLooks(visit)
    }
    return comparison
}

/// Compares what two bakes show of one target.
private struct TargetComparer {
    let old: PageReader
    let new: PageReader
    let before: Manifest.Target
    let after: Manifest.Target
    /// By the paths of both.
    var equalPages: [[String]: Bool] = [:]

    mutating func compareFrames(
        _ comparison: inout BakeComparison,
        _ visit: (PictureChange) throws -> Void
    ) throws {
        let scales = after.scales.filter(before.scales.contains).sorted(by: >)
        var undecided: [String] = []
        for (name, frame) in after.frames.inPageOrder {
            if before.frames[name] != nil {
                undecided.append(name)
            } else {
                let (scale, picture) = try new.largestPicture(of: frame, in: after)
                try visit(.init(.frame, name, .added, target: after.id, scale: scale, new: picture))
            }
        }
        for (name, frame) in before.frames.inPageOrder where after.frames[name] == nil {
            let (scale, picture) = try old.largestPicture(of: frame, in: before)
            try visit(.init(.frame, name, .removed, target: before.id, scale: scale, old: picture))
        }
        // Without a scale that both have nothing can be said of any.
        var unknown: Set<String> = scales.isEmpty ? Set(undecided) : []
        // One scale after the other, so that few pages are in use at a time.
        for scale in scales {
            var same: [String] = []
            for name in undecided {
                guard let first = before.frames[name], let second = after.frames[name] else {
                    continue
                }
                switch try compare(name, first, second, scale) {
                case .same: same.append(name)
                case .unknown:
                    unknown.insert(name)
                    same.append(name)
                case .changed(let change): try visit(change)
                }
            }
            undecided = same
        }
        comparison.unknownFrames += undecided.count(where: unknown.contains)
        for name in undecided where !unknown.contains(name) {
            comparison.sameFrames += 1
            if let first = before.frames[name], let second = after.frames[name],
                !first.isPlacedAs(second)
            {
                comparison.movedFrames += 1
            }
        }
    }

    /// Pictures with files of their own; which came and went, what is named says.
    mutating func compareFiles(
        _ comparison: inout BakeComparison,
        _ visit: (PictureChange) throws -> Void
    ) throws {
        let earlier = Set((before.pictures ?? []).map(\.path))
        for picture in after.pictures ?? [] where earlier.contains(picture.path) {
            let image = Manifest.PageImage(scale: picture.scale, path: picture.path)
            if try areEqual(image, image) { continue }
            let first = try old.page(image)
            let second = try new.page(image)
            guard let first, let second, areComparable(first, second) else {
                comparison.unknownPictures += 1
                continue
            }
            if let change = changed(.file, picture.path, picture.scale, first, second) {
                try visit(change)
            }
        }
    }

    private enum Verdict {
        case same
        case unknown
        case changed(PictureChange)
    }

    private mutating func compare(
        _ name: String,
        _ frame: Manifest.Frame,
        _ now: Manifest.Frame,
        _ scale: Int
    ) throws -> Verdict {
        if frame.showsTheSame(as: now) {
            if frame.width == 0 { return .same }
            let first = before.image(ofPage: frame.page, scale: scale)
            let second = after.image(ofPage: now.page, scale: scale)
            if let first, let second, frame.isPlacedAs(now), try areEqual(first, second) {
                return .same
            }
        }
        let first = try old.picture(of: frame, in: before, scale: scale)
        let second = try new.picture(of: now, in: after, scale: scale)
        guard let first, let second, areComparable(first, second) else { return .unknown }
        if first == second { return .same }
        return changed(.frame, name, scale, first, second).map { .changed($0) } ?? .same
    }

    /// Nil when two pictures look the same.
    private func changed(
        _ subject: PictureChange.Subject,
        _ name: String,
        _ scale: Int,
        _ old: StraightImage,
        _ new: StraightImage
    ) -> PictureChange? {
        let difference = diffPictures(old, new)
        if difference.isNone { return nil }
        return PictureChange(
            subject,
            name,
            .changed,
            target: after.id,
            scale: scale,
            difference: difference,
            old: old,
            new: new
        )
    }

    /// Whether two page images are the same file.
    private mutating func areEqual(
        _ first: Manifest.PageImage,
        _ second: Manifest.PageImage
    ) throws -> Bool {
        guard first.premultiplied == second.premultiplied else { return false }
        let paths = [first.readablePath, second.readablePath]
        if let known = equalPages[paths] { return known }
        let before = try old.bake.read(paths[0])
        let after = try new.bake.read(paths[1])
        let isEqual: Bool
        if before == nil || after == nil {
            // What the manifests say of them is all there is.
            let digest = old.bake.manifest.files.first { $0.path == paths[0] }?.sha256
            isEqual =
                digest != nil
                && digest == new.bake.manifest.files.first { $0.path == paths[1] }?.sha256
        } else {
            isEqual = before == after
        }
        equalPages[paths] = isEqual
        return isEqual
    }

    /// Dressed pets whose layers are not drawn as before, though each item is there in both.
    func compareLooks(_ visit: (PictureChange) throws -> Void) throws {
        guard let scale = after.scales.filter(before.scales.contains).max() else { return }
        let (first, second) = (old.bake.manifest, new.bake.manifest)
        var looks: [Look] = []
        for species in second.species {
            let earlier = first.species.first { $0.id == species.id }
            looks += species.art.changed(since: earlier?.art).map {
                Look(species: $0.species, axes: $0.axes)
            }
        }
        for item in second.items {
            let earlier = first.items.first { $0.id == item.id }
            looks += item.art.changed(since: earlier?.art).map { art in
                item.equipStyle == .overlay
                    ? Look(species: art.species, overlays: [item.id], axes: art.axes)
                    : Look(species: art.species, base: item.id, axes: art.axes)
            }
        }
        for look in looks { try compare(look, scale, visit) }
        for named in second.looks {
            let earlier = first.looks.first { $0.id == named.id }
            guard let earlier, earlier.look != named.look else { continue }
            try compare(named.look, scale, earlier: earlier.look, visit)
        }
    }

    /// Hands out the first frame that differs, if there is one.
    private func compare(
        _ look: Look,
        _ scale: Int,
        earlier: Look? = nil,
        _ visit: (PictureChange) throws -> Void
    ) throws {
        let earlier = earlier ?? look
        let poses = try? new.bake.manifest.poses(of: look)
        for frame in 0..<min(poses?.count ?? 0, 64) {
            let first = try old.picture(of: earlier, frame: frame, in: before, scale: scale)
            let second = try new.picture(of: look, frame: frame, in: after, scale: scale)
            guard let first, let second, areComparable(first, second) else { return }
            if let change = changed(.look, look.words, scale, first, second) {
                return try visit(change)
            }
        }
    }
}

extension PageReader {
    fileprivate func largestPicture(
        of frame: Manifest.Frame,
        in target: Manifest.Target
    ) throws -> (scale: Int, picture: StraightImage?) {
        let scale = target.scales.max() ?? 1
        return (scale, try picture(of: frame, in: target, scale: scale))
    }
}

/// Two long pictures, one lying and one standing, would be compared on a field beyond memory.
private func areComparable(_ first: StraightImage, _ second: StraightImage) -> Bool {
    let (width, height) = (max(first.width, second.width), max(first.height, second.height))
    return PixelSize(width: width, height: height).map { DecodeLimits().allow($0) } ?? false
}

extension Manifest.Frame {
    /// Whether what the manifest says of the upright, untrimmed picture is the same.
    fileprivate func showsTheSame(as other: Self) -> Bool {
        (width, height, trimX, trimY) == (other.width, other.height, other.trimX, other.trimY)
            && (sourceWidth, sourceHeight) == (other.sourceWidth, other.sourceHeight)
    }

    /// Whether it is at the same place of a page of the same number.
    fileprivate func isPlacedAs(_ other: Self) -> Bool {
        (page, x, y, width, height) == (other.page, other.x, other.y, other.width, other.height)
            && (rotated, counterclockwise) == (other.rotated, other.counterclockwise)
    }
}

extension [String: Manifest.Frame] {
    /// By page, then from top to bottom; by name where several share a place.
    fileprivate var inPageOrder: [(name: String, frame: Manifest.Frame)] {
        map { ($0.key, $0.value) }.sorted { first, second in
            (first.frame.page, first.frame.y, first.frame.x, first.name)
                < (second.frame.page, second.frame.y, second.frame.x, second.name)
        }
    }
}

extension [Manifest.Art] {
    /// Those that are in both, drawn from other frames, at another place or depth.
    fileprivate func changed(since earlier: [Manifest.Art]?) -> [Manifest.Art] {
        filter { art in
            guard let before = earlier?.first(where: { $0.key == art.key }) else { return false }
            return before.frames != art.frames || before.origins != art.origins
                || before.z != art.z
        }
    }
}
