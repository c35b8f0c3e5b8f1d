/// Reads an AtlasTexture, which is one frame, or a SpriteFrames, which is animations.
///
/// The name of a frame is the resource's path below a folder `*.sprites`. Godot does not say how
/// large the page is; the page is as large as the frame needs.
func readGodot(_ file: ExportedFile) throws(FormatFault) -> AtlasDescription {
    let resource = try GodotText(parsing: file.text())
    var paths: [String: String] = [:]
    for section in resource.sections where section.name == "ext_resource" {
        guard case .string(let path)? = section.attributes["path"],
            case .string(let identifier)? = section.attributes["id"]
        else { throw FormatFault("an \"ext_resource\" has no path or no id") }
        paths[identifier] = path
    }
    let name = file.path.split(separator: "/").first { $0.hasSuffix(".sprites") }
        .map { String($0.dropLast(".sprites".count)) }
    var atlas = AtlasDescription(
        name: name ?? file.stem,
        generator: .init(name: "", version: ""),
        pages: []
    )
    guard let first = resource.sections.first, first.name == "gd_resource",
        case .string(let type)? = first.attributes["type"],
        let values = resource.sections.last(where: { $0.name == "resource" })?.values
    else { throw FormatFault("found no \"[gd_resource type=…]\" with a \"[resource]\"") }
    switch type {
    case "AtlasTexture":
        atlas.pages = [try atlasTexturePage(values, frame: frameName(file.path), paths)]
    case "SpriteFrames": atlas.animations = try spriteFramesAnimations(values, paths)
    default: throw FormatFault("found a \"\(type)\", expected \"AtlasTexture\" or \"SpriteFrames\"")
    }
    return atlas
}

private func atlasTexturePage(
    _ values: [String: GodotText.Value],
    frame name: String,
    _ paths: [String: String]
) throws(FormatFault) -> AtlasDescription.Page {
    let path = try resourcePath(values["atlas"], paths)
    guard let region = try values["region"]?.rect() else {
        throw FormatFault("found no \"region\"")
    }
    let margin = try values["margin"]?.rect() ?? [0, 0, 0, 0]
    let frame = AtlasFrame(
        name: name,
        x: region[0],
        y: region[1],
        width: region[2],
        height: region[3],
        trimX: margin[0],
        trimY: margin[1],
        sourceWidth: region[2] + margin[2],
        sourceHeight: region[3] + margin[3]
    )
    return .init(
        imageFile: path.split(separator: "/").last.map(String.init) ?? path,
        width: frame.x + frame.width,
        height: frame.y + frame.height,
        frames: [frame]
    )
}

private func spriteFramesAnimations(
    _ values: [String: GodotText.Value],
    _ paths: [String: String]
) throws(FormatFault) -> [AtlasDescription.Animation] {
    guard case .array(let entries)? = values["animations"] else {
        throw FormatFault("found no \"animations\"")
    }
    var animations: [AtlasDescription.Animation] = []
    for entry in entries {
        guard case .dictionary(let members) = entry, case .string(let name)? = members["name"],
            case .array(let steps)? = members["frames"],
            case .number(let speed)? = members["speed"],
            case .boolean(let loops)? = members["loop"]
        else { throw FormatFault("an animation needs name, frames, speed and loop") }
        var frames: [String] = []
        var shares: [Double] = []
        for step in steps {
            guard case .dictionary(let members) = step else {
                throw FormatFault("a frame of \"\(name)\" is no dictionary")
            }
            frames.append(frameName(try resourcePath(members["texture"], paths)))
            if case .number(let share)? = members["duration"] { shares.append(share) }
        }
        var animation = AtlasDescription.Animation(
            name: name,
            frames: frames,
            framesPerSecond: speed,
            loops: loops
        )
        animation.readDurations(shares)
        animations.append(animation)
    }
    return animations
}

extension AtlasDescription.Animation {
    /// Takes over how many frames long each frame is shown, unless that is one for all.
    fileprivate mutating func readDurations(_ shares: [Double]) {
        guard shares.count == frames.count, shares.contains(where: { $0 != 1 }) else { return }
        let durations = shares.compactMap { share -> Int? in
            let length = (share * 1000 / framesPerSecond).rounded()
            return (1...1e9).contains(length) ? Int(length) : nil
        }
        guard durations.count == frames.count else { return }
        self.durations = durations
        framesPerSecond = Double(durations.count) * 1000 / Double(durations.reduce(0, +))
    }
}

/// The path that `ExtResource("id")` stands for.
private func resourcePath(
    _ value: GodotText.Value?,
    _ paths: [String: String]
) throws(FormatFault) -> String {
    guard case .call("ExtResource", let arguments)? = value,
        case .string(let identifier)? = arguments.first, let path = paths[identifier]
    else { throw FormatFault("found no \"ExtResource\" with a known id") }
    return path
}

private func frameName(_ path: String) -> String {
    let parts = path.split(separator: "/")
    let folder = parts.firstIndex { $0.hasSuffix(".sprites") }
    let name =
        folder.map { parts[($0 + 1)...].joined(separator: "/") } ?? parts.last.map(String.init)
    let full = name ?? path
    return full.hasSuffix(".tres") ? String(full.dropLast(5)) : full
}

extension GodotText.Value {
    /// The four whole numbers of a `Rect2`.
    fileprivate func rect() throws(FormatFault) -> [Int] {
        guard case .call("Rect2", let arguments) = self, arguments.count == 4 else {
            throw FormatFault("found no \"Rect2\" of four numbers")
        }
        return try arguments.map { argument throws(FormatFault) -> Int in
            guard case .number(let number) = argument, let value = pixels(number) else {
                throw FormatFault("found a \"Rect2\" that is not of whole pixels")
            }
            return value
        }
    }
}
