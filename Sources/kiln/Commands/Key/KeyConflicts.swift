import Bake
import ChromaKey
import Console
import Diagnostics
import FileStore

// What does not go together on the command line.
extension KeyCommand {
    /// What goes with `--also` alone, and what it does not go with.
    static func refuseUnfit(_ request: KeyRequest, _ values: Values) throws {
        if request.areFrames, let name = values.name(of: also) {
            throw values.usageError("'--frames' and '\(name)' exclude each other")
        }
        if request.areFrames, request.settings.mode != .best {
            throw values.usageError(
                "'--frames' and '--mode \(request.settings.mode.rawValue)' exclude each other; "
                    + "'best' alone judges areas"
            )
        }
        if request.also.isEmpty {
            let others = [values.name(of: alsoKey), values.name(of: differences)]
            if let name = others.compactMap(\.self).first {
                throw values.usageError("'\(name)' needs a picture over another screen, '--also'")
            }
            return
        }
        if request.keys.count > request.also.count + 1 {
            throw values.usageError(
                "'--also-key' is given \(request.keys.count - 1) times, expected at most once for each "
                    + "'--also', which is given \(request.also.count == 1 ? "once" : "\(request.also.count) times")"
            )
        }
        if request.inputs.count > 1 {
            throw values.usageError(
                "'--also' takes one picture, found \(request.inputs.count) inputs"
            )
        }
        for path in request.inputs + request.also where path != StandardStream.path {
            if RealDisk().stamp(path)?.isFolder == true {
                throw values.usageError("'--also' takes pictures, found the folder '\(path)'")
            }
        }
        if request.settings.mode.isFormula {
            throw values.usageError(
                "'--also' and '--mode \(request.settings.mode.rawValue)' exclude each other; "
                    + "a formula takes one picture"
            )
        }
        if let path = request.differences, !path.lowercased().hasSuffix(".png") {
            throw values.usageError(
                "invalid value for --differences, found '\(path)', expected a .png"
            )
        }
    }

    /// Standard output takes one picture and nothing beside it.
    static func refuseStreaming(of inputs: [String], _ values: Values) throws {
        if inputs.count > 1 {
            throw values.usageError("'-o -' takes one picture, found \(inputs.count) inputs")
        }
        if inputs[0] != StandardStream.path, RealDisk().stamp(inputs[0])?.isFolder == true {
            throw values.usageError("'-o -' takes one picture, found the folder '\(inputs[0])'")
        }
        let others = [
            values.name(of: mask), values.name(of: fringe), values.name(of: differences),
            values.name(of: Shared.json),
        ]
        if let name = others.compactMap(\.self).first {
            throw values.usageError(
                "'-o -' and '\(name)' exclude each other; standard output takes the picture alone"
            )
        }
    }

    /// Whether a path ends as that of a picture that is no PNG.
    static func looksLikeOtherPicture(_ path: String) -> Bool {
        let endings = [".jpg", ".jpeg", ".gif", ".apng", ".webp", ".bmp", ".tga", ".tif", ".tiff"]
        let isFolder = path.hasSuffix("/") || RealDisk().stamp(path)?.isFolder == true
        return !isFolder && endings.contains { path.lowercased().hasSuffix($0) }
    }
}
