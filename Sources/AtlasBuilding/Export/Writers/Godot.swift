import AtlasPack
import Catalog
import Diagnostics

// Godot 4 text resources: an AtlasTexture for each sprite, `<atlas>.sprites/<name>.tres`; a
// StyleBoxTexture for each with a nine-slice, `<atlas>.styles/<name>.tres`; a SpriteFrames with all
// animations, `<atlas>.animations.tres`, and one for each species, `<atlas>.species/<id>.tres`. No
// frame is rotated. Paths are relative to the resource, which Godot resolves, so the folder can be
// anywhere in a project.
//
// Textures have no pivot in Godot. It is the texture's metadata, in pixels of the sprite before
// trimming: `sprite.centered = false; sprite.offset = -texture.get_meta("pivot")`.
//
// Import settings of the pages are left to the project, because a `.import` file written here would
// replace Godot's identifiers in it. (With its "Fix Alpha Border" on, Godot recolors faint pixels.)

func godot(_ atlas: AtlasDescription) -> [ExportedFile] {
    var files: [ExportedFile] = []
    var paths: [String: String] = [:]
    for page in atlas.pages {
        for frame in page.namedFrames {
            let path = "\(atlas.name).sprites/\(frame.name).tres"
            paths[frame.name] = path
            let depth = path.count { $0 == "/" }
            let image = String(repeating: "../", count: depth) + page.imageFile
            files.append(ExportedFile(path, text: frame.atlasTexture(image: image)))
            guard let slice = frame.nineSlice else { continue }
            files.append(
                ExportedFile(
                    "\(atlas.name).styles/\(frame.name).tres",
                    text: frame.styleBox(slice, image: image)
                )
            )
        }
    }
    if !atlas.animations.isEmpty {
        let text = spriteFrames(atlas.animations, paths: paths)
        files.append(ExportedFile("\(atlas.name).animations.tres", text: text))
    }
    for species in atlas.species where !species.animations.isEmpty {
        let text = spriteFrames(species.animations, paths: paths.mapValues { "../" + $0 })
        files.append(ExportedFile("\(atlas.name).species/\(species.id).tres", text: text))
    }
    return files
}

extension AtlasFrame {
    /// `margin` is the trim at the left and top, and the sum of the trim on both sides.
    fileprivate func atlasTexture(image: String) -> String {
        var text = """
            [gd_resource type="AtlasTexture" load_steps=2 format=3]

            [ext_resource type="Texture2D" path=\(godotQuoted(image)) id="1"]

            [resource]
            atlas = ExtResource("1")
            region = Rect2(\(x), \(y), \(width), \(height))

            """
        if isTrimmed {
            let removedWidth = sourceWidth - width
            let removedHeight = sourceHeight - height
            text += "margin = Rect2(\(trimX), \(trimY), \(removedWidth), \(removedHeight))\n"
        }
        text += "filter_clip = true\n"
        if let pivot {
            let x = decimal(pivot.x * Double(sourceWidth))
            let y = decimal(pivot.y * Double(sourceHeight))
            text += "metadata/pivot = Vector2(\(x), \(y))\n"
        }
        return text
    }

    /// A box for panels and buttons, with its region of the page.
    fileprivate func styleBox(_ slice: NineSlice, image: String) -> String {
        """
        [gd_resource type="StyleBoxTexture" load_steps=2 format=3]

        [ext_resource type="Texture2D" path=\(godotQuoted(image)) id="1"]

        [resource]
        texture = ExtResource("1")
        texture_margin_left = \(godotFloat(Double(slice.left)))
        texture_margin_top = \(godotFloat(Double(slice.top)))
        texture_margin_right = \(godotFloat(Double(slice.right)))
        texture_margin_bottom = \(godotFloat(Double(slice.bottom)))
        region_rect = Rect2(\(x), \(y), \(width), \(height))

        """
    }
}

private func spriteFrames(
    _ animations: [AtlasDescription.Animation],
    paths: [String: String]
) -> String {
    let used = Set(animations.flatMap(\.frames)).sorted()
    let identifiers = Dictionary(uniqueKeysWithValues: zip(used, 1...))
    var text = "[gd_resource type=\"SpriteFrames\" load_steps=\(used.count + 1) format=3]\n\n"
    for name in used {
        let path = godotQuoted(paths[name] ?? "")
        let identifier = identifiers[name] ?? 0
        text += "[ext_resource type=\"Texture2D\" path=\(path) id=\"\(identifier)\"]\n"
    }
    let entries = animations.sorted { $0.name < $1.name }.map { animation in
        let (speed, durations) = timing(animation)
        let frames = zip(animation.frames, durations).map { name, duration in
            "{\n\"duration\": \(godotFloat(duration)),\n\"texture\": ExtResource(\"\(identifiers[name] ?? 0)\")\n}"
        }
        return """
            {
            "frames": [\(frames.joined(separator: ", "))],
            "loop": \(animation.loops),
            "name": &\(godotQuoted(animation.name)),
            "speed": \(godotFloat(speed))
            }
            """
    }
    return text + "\n[resource]\nanimations = [\(entries.joined(separator: ", "))]\n"
}

/// The frame rate, and each frame's duration in frames: whole numbers if frames have durations.
private func timing(
    _ animation: AtlasDescription.Animation
) -> (speed: Double, durations: [Double]) {
    guard let durations = animation.durations else {
        return (animation.framesPerSecond, animation.frames.map { _ in 1 })
    }
    let unit = durations.reduce(1000, greatestCommonDivisor)
    return (Double(1000 / unit), durations.map { Double($0 / unit) })
}

/// A string of Godot's text resources, with quotes and backslashes escaped.
private func godotQuoted(_ text: String) -> String {
    "\"" + rewritten(text) { $0 == "\"" || $0 == "\\" ? "\\\(Character($0))" : nil } + "\""
}

/// A number that Godot reads as a float, not as an integer.
private func godotFloat(_ value: Double) -> String {
    let text = decimal(value)
    return text.contains(".") ? text : text + ".0"
}
