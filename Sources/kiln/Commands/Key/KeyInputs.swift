import Bake
import Console
import FileStore
import KernelTypes
import Raster

// Inputs and outputs that no rule of a single option can judge.
extension KeyCommand {
    /// Pictures of `--also` belong to one picture, and so do their screens.
    static func refuseUnfit(_ request: KeyRequest, _ values: Values) throws {
        guard !request.also.isEmpty else { return }
        if request.keys.count > request.also.count + 1 {
            throw values.usageError(
                "'--also-key' is given \(request.keys.count - 1) times, expected at most once for each "
                    + "'--also', which is given \(request.also.count == 1 ? "once" : "\(request.also.count) times")"
            )
        }
        try refuseSeveral(request.inputs, request.also, for: "--also", values)
    }

    /// Refuses several inputs, and folders, where one picture is wanted.
    static func refuseSeveral(
        _ inputs: [String],
        _ others: [String] = [],
        for option: String,
        _ values: Values
    ) throws {
        if inputs.count > 1 {
            throw values.usageError("'\(option)' takes one picture, found \(inputs.count) inputs")
        }
        for path in inputs + others
        where path != StandardStream.path && RealDisk().stamp(path)?.isFolder == true {
            throw values.usageError("'\(option)' takes one picture, found the folder '\(path)'")
        }
    }

    /// Whether a path ends as that of a picture that is no PNG.
    static func looksLikeOtherPicture(_ path: String) -> Bool {
        let endings = [".jpg", ".jpeg", ".gif", ".apng", ".webp", ".bmp", ".tga", ".tif", ".tiff"]
        let isFolder = path.hasSuffix("/") || RealDisk().stamp(path)?.isFolder == true
        return !isFolder && endings.contains { path.lowercased().hasSuffix($0) }
    }
}

/// What is always solid, or always background.
enum KeyMark: Sendable {
    case colored(RGB)
    case inside(PixelRect)

    var color: RGB? { if case .colored(let color) = self { color } else { nil } }
    var box: PixelRect? { if case .inside(let box) = self { box } else { nil } }
}

extension ValueKind where Value == KeyMark {
    static var keyMark: ValueKind {
        ValueKind(expected: "a color as #RRGGBB, or a box as x,y,width,height") { text in
            guard text.contains(",") else {
                return ValueKind<RGB>.color.convert(text).map { .colored($0) }
            }
            guard let boxes = parsedRectangles(text), boxes.count == 1 else { return nil }
            return .inside(boxes[0])
        }
    }
}
