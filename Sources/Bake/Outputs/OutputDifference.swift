import FileStore
import ImageCodec
import KilnManifest
import Raster

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// An output that is not as a bake would make it.
package struct OutputDifference: Hashable, Sendable, Encodable {
    private enum CodingKeys: CodingKey { case kind, path, details }

    package enum Kind: String, Hashable, Sendable, Encodable {
        case missing
        case changed
        /// Listed by the manifest on the disk, made no more.
        case stale
    }

    package var kind: Kind
    /// Relative to the output folder; of a file that is elsewhere, as the disk knows it.
    package var path: String
    /// Whether the file is in the output folder; layouts are not.
    package var isOutput = true
    /// Frames of a page, members of a JSON file; in order.
    package var details: [String]
    /// What became of frames of a page, by name.
    package var frames: [FrameChange: [String]] = [:]

    package enum FrameChange: Hashable, Sendable {
        case new
        case gone
        case differs
    }
}

/// Compares outputs with those in a folder.
///
/// - Returns: in the order of `outputs`, then what is stale.
func differences(
    of outputs: OutputSet,
    from folder: String,
    disk: any Disk
) throws(DiskError) -> [OutputDifference] {
    var found: [OutputDifference] = []
    let old = try? Manifest(bytes: disk.read(joinPath(folder, manifestName)))
    let new = try outputs.files.last.flatMap { (last) throws(DiskError) in
        try? Manifest(bytes: try last.bytes())
    }
    for output in outputs.files {
        guard let bytes = try? disk.read(joinPath(folder, output.path)) else {
            found.append(.init(kind: .missing, path: output.path, details: []))
            continue
        }
        guard Digest(of: bytes) != output.digest else { continue }
        var details: [String] = []
        var frames: [OutputDifference.FrameChange: [String]] = [:]
        if output.path.hasSuffix(".png") || output.path.hasSuffix(".webp") {
            (details, frames) = pageDifferences(output.path, bytes, try output.bytes(), old, new)
        } else if output.path.hasSuffix(".json") {
            details = jsonDifferences(bytes, try output.bytes())
        }
        found.append(
            .init(kind: .changed, path: output.path, details: details, frames: frames)
        )
    }
    let paths = outputs.kept.union(outputs.files.map(\.path))
    for file in old?.files ?? []
    where !paths.contains(file.path) && disk.stamp(joinPath(folder, file.path)) != nil {
        found.append(.init(kind: .stale, path: file.path, details: []))
    }
    return found
}

/// Frames whose pixels differ, are new or are gone; by name.
private func pageDifferences(
    _ path: String,
    _ oldBytes: [UInt8],
    _ newBytes: [UInt8],
    _ old: Manifest?,
    _ new: Manifest?
) -> (details: [String], frames: [OutputDifference.FrameChange: [String]]) {
    guard let oldImage = try? decodeImage(oldBytes).image else {
        return (["what is there is no picture"], [:])
    }
    guard let newImage = try? decodeImage(newBytes).image, let old, let new else {
        return ([], [:])
    }
    let before = old.frames(onImage: path)
    let after = new.frames(onImage: path)
    var details: [String] = []
    var frames: [OutputDifference.FrameChange: [String]] = [:]
    func note(_ name: String, _ change: OutputDifference.FrameChange, _ text: String) {
        details.append("frame \"\(name)\" \(text)")
        frames[change, default: []].append(name)
    }
    for name in Set(before.keys).union(after.keys).sorted() {
        switch (before[name], after[name]) {
        case (nil, _): note(name, .new, "is new")
        case (_, nil): note(name, .gone, "is gone")
        case (let first?, let second?):
            let (left, right) = (oldImage.pixels(of: first), newImage.pixels(of: second))
            if left == nil || left != right { note(name, .differs, "differs") }
        }
    }
    if details.isEmpty, !after.isEmpty {
        details = [
            oldImage == newImage
                ? "the same pixels, encoded in another way"
                : before == after
                    ? "pixels between the frames differ"
                    : "the same frames, placed in another way"
        ]
    }
    return (details, frames)
}

extension Manifest {
    /// Frames on a page's picture, in its pixels.
    fileprivate func frames(onImage path: String) -> [String: PixelRect] {
        for target in targets {
            for (index, page) in target.pages.enumerated() {
                let image = page.images.first { image in
                    image.path == path || image.encodings?.contains { $0.path == path } == true
                }
                guard let scale = image?.scale else { continue }
                return target.frames.filter { $0.value.page == index }
                    .compactMapValues { $0.area(scale: scale) }
            }
        }
        return [:]
    }
}

extension Bitmap<StraightPixel> {
    /// Nil when the rectangle is not inside.
    fileprivate func pixels(of rect: PixelRect) -> StraightImage? {
        PixelRect(size).contains(rect) ? cropped(to: rect) : nil
    }
}

/// Members that differ, as paths such as `items[2].name`; those only that matter to people.
private func jsonDifferences(_ old: [UInt8], _ new: [UInt8]) -> [String] {
    let decoder = JSONDecoder()
    guard let before = try? decoder.decode(ManifestValue.self, from: Data(old)) else {
        return ["what is there is not JSON"]
    }
    guard let after = try? decoder.decode(ManifestValue.self, from: Data(new)) else { return [] }
    var details: [String] = []
    compare(before, after, "", &details)
    return details.isEmpty ? ["the same members, written in another way"] : details
}

private func compare(
    _ old: ManifestValue,
    _ new: ManifestValue,
    _ path: String,
    _ details: inout [String]
) {
    switch (old, new) {
    case (.object(let before), .object(let after)):
        for name in Set(before.keys).union(after.keys).sorted() {
            let inner = path.isEmpty ? name : "\(path).\(name)"
            switch (before[name], after[name]) {
            case (nil, _): details.append("\(inner) is new")
            case (_, nil): details.append("\(inner) is gone")
            case (let first?, let second?): compare(first, second, inner, &details)
            }
        }
    case (.array(let before), .array(let after)) where before.count == after.count:
        for (index, pair) in zip(before, after).enumerated() {
            compare(pair.0, pair.1, "\(path)[\(index)]", &details)
        }
    default: if old != new { details.append("\(path) differs") }
    }
}
