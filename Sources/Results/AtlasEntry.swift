import AtlasBuilding
package import Bake
import Catalog
import Diagnostics
import KilnManifest

/// What an atlas holds, for machines: an object of `kiln inspect --json`.
package struct AtlasEntry: Encodable {
    struct Atlas: Encodable {
        var name: String
        var scale: Double
        var premultiplied: Bool
        var pages: [Page]
        var animations: [Animation]
    }

    struct Page: Encodable {
        var image: String
        var width: Int
        var height: Int
        var normalMap: String?
        var frames: [FrameEntry]
    }

    struct FrameEntry: Encodable {
        var name: String
        /// On the page; width and height are those of the sprite as it is seen.
        var x: Int
        var y: Int
        var width: Int
        var height: Int
        var rotation: String
        var trimX: Int
        var trimY: Int
        var sourceWidth: Int
        var sourceHeight: Int
        var pivot: [Double]?
        /// Left, top, right, bottom.
        var nineSlice: [Int]?
        var aliases: [String]
    }

    struct Animation: Encodable {
        var name: String
        var frames: [String]
        var fps: Double
        var loop: Bool
        /// In milliseconds.
        var durations: [Int]?
    }

    var path: String
    var format: String
    var atlases: [Atlas]
    var species: [String]?
    var items: [String]?
    var looks: [String]?

    package init(_ described: DescribedAtlas) {
        path = described.path
        format = described.format.rawValue
        atlases = described.atlases.map(Atlas.init)
        species = described.manifest?.species.map(\.id)
        items = described.manifest?.items.map(\.id)
        looks = described.manifest?.looks.map(\.id)
    }
}

extension AtlasEntry.Atlas {
    fileprivate init(_ atlas: AtlasDescription) {
        name = atlas.name
        scale = atlas.scale
        premultiplied = atlas.isPremultiplied
        pages = atlas.pages.map { page in
            AtlasEntry.Page(
                image: page.imageFile,
                width: page.width,
                height: page.height,
                normalMap: page.normalMapFile,
                frames: page.frames.map(AtlasEntry.FrameEntry.init)
            )
        }
        animations = atlas.animations.map {
            .init(
                name: $0.name,
                frames: $0.frames,
                fps: $0.framesPerSecond,
                loop: $0.loops,
                durations: $0.durations
            )
        }
    }
}

extension AtlasEntry.FrameEntry {
    fileprivate init(_ frame: AtlasFrame) {
        self.init(
            name: frame.name,
            x: frame.x,
            y: frame.y,
            width: frame.width,
            height: frame.height,
            rotation: frame.rotation.rawValue,
            trimX: frame.trimX,
            trimY: frame.trimY,
            sourceWidth: frame.sourceWidth,
            sourceHeight: frame.sourceHeight,
            pivot: frame.pivot.map { [$0.x, $0.y] },
            nineSlice: frame.nineSlice.map { [$0.left, $0.top, $0.right, $0.bottom] },
            aliases: frame.aliases
        )
    }
}

/// The same for people: a line for the descriptor, for each page, and for each frame.
package func atlasLines(_ described: DescribedAtlas) -> [String] {
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
