import AtlasBuilding
import Bake
import Catalog
import Diagnostics
import KilnManifest

/// What an atlas holds: a line for the descriptor, for each page, and for each frame.
func atlasLines(_ described: DescribedAtlas) -> [String] {
    let count = described.atlases.reduce(0) { $0 + $1.pages.reduce(0) { $0 + $1.frames.count } }
    var lines = ["\(described.path): \(described.format.rawValue), \(counted(count, "frame"))"]
    if let manifest = described.manifest {
        lines[0] += ", \(manifest.species.count) species, \(counted(manifest.items.count, "item"))"
        lines[0] += ", \(counted(manifest.looks.count, "look"))"
        let placeholders = manifest.placeholders
        if !placeholders.isEmpty {
            lines.append("  placeholders for \(placeholders.joined(separator: ", "))")
        }
    }
    for atlas in described.atlases {
        for page in atlas.pages {
            var line = "  \(page.imageFile) \(page.width)x\(page.height)"
            if atlas.scale != 1 { line += " at scale \(decimalText(atlas.scale))" }
            if atlas.isPremultiplied { line += ", premultiplied" }
            if let file = page.normalMapFile { line += ", normal map \(file)" }
            lines.append(line)
            lines += page.frames.map { "    \(frameLine($0))" }
        }
        for animation in atlas.animations {
            lines.append(
                "  animation \(animation.name): \(animation.frames.joined(separator: ", ")) "
                    + pace(animation)
                    + (animation.loops ? "" : ", once")
            )
        }
    }
    return lines
}

private func frameLine(_ frame: AtlasFrame) -> String {
    var text = "\(frame.name) \(frame.width)x\(frame.height) at \(frame.x),\(frame.y)"
    if frame.isRotated { text += ", turned \(frame.rotation.rawValue)" }
    if frame.isTrimmed {
        text += ", trimmed from \(frame.sourceWidth)x\(frame.sourceHeight)"
        text += " at \(frame.trimX),\(frame.trimY)"
    }
    if let pivot = frame.pivot {
        text += ", pivot \(decimalText(pivot.x)),\(decimalText(pivot.y))"
    }
    if let slice = frame.nineSlice {
        text += ", nine-slice \(slice.left),\(slice.top),\(slice.right),\(slice.bottom)"
    }
    if !frame.aliases.isEmpty { text += ", also \(frame.aliases.joined(separator: ", "))" }
    return text
}

/// "at 6 fps", or how long each frame is shown.
private func pace(_ animation: AtlasDescription.Animation) -> String {
    guard let durations = animation.durations else {
        return "at \(decimalText(animation.framesPerSecond)) fps"
    }
    return "for \(durations.map(String.init).joined(separator: ", ")) ms"
}

/// Without a fraction where there is none.
private func decimalText(_ value: Double) -> String {
    Int(exactly: value).map(String.init) ?? "\(value)"
}
