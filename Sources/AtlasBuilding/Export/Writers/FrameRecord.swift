import Catalog
import Diagnostics
import FileStore

// The frame record of the TexturePacker family, which Phaser and Pixi extend.

extension AtlasDescription.Page {
    /// Frames and aliases, sorted by name.
    var namedFrames: [AtlasFrame] {
        let all = frames.flatMap { frame in
            frame.names.map { name in
                var copy = frame
                copy.name = name
                copy.aliases = []
                return copy
            }
        }
        return all.sorted { $0.name < $1.name }
    }

    /// What files that describe this page alone are called, without their extensions.
    var stem: String { descriptorStem ?? withoutExtension(imageFile) }
}

extension AtlasFrame {
    /// The members shared by all formats of the family.
    ///
    /// `frame.w` and `.h` are those of the upright sprite, also if rotated.
    var recordMembers: [(String, JSONOutput)] {
        [
            ("frame", rectangle(x, y, width, height)),
            ("rotated", .bool(isRotated)),
            ("trimmed", .bool(isTrimmed)),
            ("spriteSourceSize", rectangle(trimX, trimY, width, height)),
            ("sourceSize", size(sourceWidth, sourceHeight)),
        ]
    }

    /// The stretched center of the nine-slice as a rectangle, for TexturePacker and Phaser.
    var scale9Member: [(String, JSONOutput)] {
        guard let slice = nineSlice else { return [] }
        let middle = rectangle(
            slice.left,
            slice.top,
            sourceWidth - slice.left - slice.right,
            sourceHeight - slice.top - slice.bottom
        )
        return [("scale9Borders", middle)]
    }

    /// The pivot, under the format's name for it.
    func pivotMember(_ name: String) -> [(String, JSONOutput)] {
        guard let pivot else { return [] }
        return [(name, .object([("x", .decimal(pivot.x)), ("y", .decimal(pivot.y))]))]
    }
}

func size(_ width: Int, _ height: Int) -> JSONOutput {
    .object([("w", .integer(width)), ("h", .integer(height))])
}

func rectangle(_ x: Int, _ y: Int, _ width: Int, _ height: Int) -> JSONOutput {
    .object([
        ("x", .integer(x)), ("y", .integer(y)), ("w", .integer(width)), ("h", .integer(height)),
    ])
}
