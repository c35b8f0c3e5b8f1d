import Catalog
import Diagnostics
import FileStore
import Raster

// TexturePacker's generic JSON, one file per page: `<image>.json` and `<image>.array.json`. Frames
// are rotated clockwise. `meta.scale` is a string, and `meta.app` is TexturePacker's, because
// readers detect the dialect by it: melonJS rejects files whose `meta.app` does not contain
// "texturepacker". `meta.generator` names Kiln. Frames with a mesh follow TexturePacker's polygon
// mode.

func texturePacker(_ atlas: AtlasDescription, isArray: Bool) -> [ExportedFile] {
    let program: [(String, JSONOutput)] = [
        ("app", .string("https://www.codeandweb.com/texturepacker")),
        ("version", .string("1.0")),
        ("generator", .string("\(Generator.name) \(Generator.version)")),
    ]
    let ending = isArray ? ".array.json" : ".json"
    let scale = JSONOutput.string(decimal(atlas.scale))
    return sheets(atlas, ending: ending, program: program, scale: scale, url: \.self) { page in
        let frames = page.namedFrames.map { ($0.name, $0.texturePackerMembers) }
        let named = frames.map { JSONOutput.object([("filename", .string($0))] + $1) }
        return [("frames", isArray ? .array(named) : .object(frames.map { ($0, .object($1)) }))]
    }
}

extension AtlasFrame {
    fileprivate var texturePackerMembers: [(String, JSONOutput)] {
        recordMembers + pivotMember("pivot") + scale9Member + meshMembers
    }

    /// TexturePacker's three lists: vertices in the untrimmed sprite, the same on the page,
    /// triangles.
    private var meshMembers: [(String, JSONOutput)] {
        guard let mesh else { return [] }
        func list(_ vertices: [PixelPoint]) -> JSONOutput {
            .array(vertices.map { .array([.integer($0.x), .integer($0.y)]) })
        }
        return [
            ("vertices", list(mesh.vertices)),
            ("verticesUV", list(mesh.vertices.map(place))),
            ("triangles", .array(mesh.triangles.map { .array($0.map(JSONOutput.integer)) })),
        ]
    }

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

    /// Pixi uses the four borders where Phaser uses the center; in points, because it divides the
    /// lengths of frames, but not these, by the resolution.
    fileprivate func pixiBorders(scale: Double) -> [(String, JSONOutput)] {
        guard let slice = nineSlice else { return [] }
        let borders = [
            ("left", slice.left), ("top", slice.top), ("right", slice.right),
            ("bottom", slice.bottom),
        ].map { ($0.0, JSONOutput.decimal(Double($0.1) / scale)) }
        return [("borders", .object(borders))]
    }
}

/// A file for each page, which reference each other.
///
/// `meta` begins with `program`, which names the writer; `url` is how engines get a file by its
/// name; `members` are those before `meta`.
func sheets(
    _ atlas: AtlasDescription,
    ending: String,
    program: [(String, JSONOutput)],
    scale: JSONOutput,
    url: (String) -> String,
    _ members: (AtlasDescription.Page) -> [(String, JSONOutput)]
) -> [ExportedFile] {
    let files = atlas.pages.map { $0.stem + ending }
    return zip(atlas.pages, files).map { page, file in
        var meta =
            program + [
                ("image", .string(url(page.imageFile))), ("format", .string(atlas.pixelFormat)),
                ("size", size(page.width, page.height)), ("scale", scale),
            ]
        let others = files.filter { $0 != file }.map { JSONOutput.string(url($0)) }
        if !others.isEmpty { meta.append(("related_multi_packs", .array(others))) }
        return ExportedFile(file, json: .object(members(page) + [("meta", .object(meta))]))
    }
}

/// Of formats whose readers do not look for another program.
let generatorMembers: [(String, JSONOutput)] = [
    ("app", .string(Generator.name)), ("version", .string(Generator.version)),
]

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

func size(_ width: Int, _ height: Int) -> JSONOutput {
    .object([("w", .integer(width)), ("h", .integer(height))])
}

func rectangle(_ x: Int, _ y: Int, _ width: Int, _ height: Int) -> JSONOutput {
    .object([
        ("x", .integer(x)), ("y", .integer(y)), ("w", .integer(width)), ("h", .integer(height)),
    ])
}

/// Phaser 3's multiatlas, all pages in `<atlas>.phaser.json`; and the animations of all scales in
/// `<atlas>.phaser.animations.json`, for the loader's `animation`.
///
/// Phaser draws rotated frames incorrectly, so there are none; a pivot is its `anchor`. Phaser
/// loads images by their URL, which also becomes their name.
func phaser(_ scales: [AtlasDescription]) -> [ExportedFile] {
    let atlases = scales.map { atlas in
        let text = JSONOutput.object([
            ("textures", .array(atlas.pages.map { phaserTexture($0, of: atlas) })),
            ("meta", .object(generatorMembers)),
        ])
        return ExportedFile("\(atlas.name)\(atlas.suffix).phaser.json", json: text)
    }
    guard let first = scales.first, !first.animations.isEmpty, first.suffix.isEmpty else {
        return atlases
    }
    let animations = first.animations.sorted { $0.name < $1.name }
        .map { $0.ofPhaser(texture: first.unscaledName) }
    let text = JSONOutput.object([
        ("anims", .array(animations)), ("globalTimeScale", .integer(1)),
    ])
    return atlases
        + [ExportedFile("\(first.unscaledName).phaser.animations.json", json: text)]
}

private func phaserTexture(
    _ page: AtlasDescription.Page,
    of atlas: AtlasDescription
) -> JSONOutput {
    let frames = page.namedFrames.map { frame in
        JSONOutput.object(
            [("filename", .string(frame.name))] + frame.recordMembers
                + frame.pivotMember("anchor") + frame.scale9Member
        )
    }
    var members: [(String, JSONOutput)] = [
        ("image", .string(urlReference(toPath: page.imageFile))),
        ("format", .string("RGBA8888")), ("size", size(page.width, page.height)),
        ("scale", .decimal(atlas.scale)), ("frames", .array(frames)),
    ]
    if let normalMap = page.normalMapFile {
        members.append(("normalMap", .string(urlReference(toPath: normalMap))))
    }
    return .object(members)
}

extension AtlasDescription.Animation {
    /// The format of `AnimationManager.toJSON`.
    ///
    /// Durations are absolute, as since Phaser 3.60. `texture` is the game's key for the atlas, the
    /// same at all scales.
    fileprivate func ofPhaser(texture: String) -> JSONOutput {
        let steps = frames.enumerated().map { index, frame in
            var members: [(String, JSONOutput)] = [
                ("key", .string(texture)), ("frame", .string(frame)),
            ]
            if let durations { members.append(("duration", .integer(durations[index]))) }
            return JSONOutput.object(members)
        }
        return .object([
            ("key", .string(name)), ("type", .string("frame")), ("frames", .array(steps)),
            ("frameRate", .decimal(framesPerSecond)), ("repeat", .integer(loops ? -1 : 0)),
        ])
    }
}

/// PixiJS 8 spritesheets, one `<image>.pixi.json` per page, which reference each other.
///
/// Pixi looks up the frames of an animation in its own sheet, so animations are in the file of the
/// page with all their frames. Pixi loads images and the other sheets by their URLs.
func pixi(_ atlas: AtlasDescription) -> [ExportedFile] {
    sheets(
        atlas,
        ending: "\(atlas.suffix).pixi.json",
        program: generatorMembers,
        scale: .decimal(atlas.scale),
        url: urlReference
    ) { page in
        let frames = page.namedFrames.map { frame -> (String, JSONOutput) in
            let borders = frame.pixiBorders(scale: atlas.scale)
            return (
                frame.name, .object(frame.recordMembers + frame.pivotMember("anchor") + borders)
            )
        }
        let names = Set(frames.map(\.0))
        let animations = atlas.animations.sorted { $0.name < $1.name }
            .filter { names.isSuperset(of: $0.frames) }
            .map { ($0.name, JSONOutput.array($0.frames.map(JSONOutput.string))) }
        return [("frames", .object(frames))]
            + (animations.isEmpty ? [] : [("animations", .object(animations))])
    }
}
