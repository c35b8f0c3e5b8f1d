import Diagnostics
import FileStore
import Raster

// TexturePacker's generic JSON, one file per page: `<image>.json` and `<image>.array.json`. Frames
// are rotated clockwise. `meta.scale` is a string, and `meta.app` is TexturePacker's, because
// readers detect the dialect by it: melonJS rejects files whose `meta.app` does not contain
// "texturepacker". `meta.generator` names Kiln. Frames with a mesh follow TexturePacker's polygon
// mode.

func texturePackerHash(_ atlas: AtlasDescription) -> [ExportedFile] {
    texturePacker(atlas, ending: ".json") { page in
        .object(page.namedFrames.map { ($0.name, .object($0.texturePackerMembers)) })
    }
}

func texturePackerArray(_ atlas: AtlasDescription) -> [ExportedFile] {
    texturePacker(atlas, ending: ".array.json") { page in
        .array(
            page.namedFrames.map { frame in
                .object([("filename", .string(frame.name))] + frame.texturePackerMembers)
            }
        )
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
}

private func texturePacker(
    _ atlas: AtlasDescription,
    ending: String,
    _ frames: (AtlasDescription.Page) -> JSONOutput
) -> [ExportedFile] {
    let program: [(String, JSONOutput)] = [
        ("app", .string("https://www.codeandweb.com/texturepacker")),
        ("version", .string("1.0")),
        ("generator", .string("\(Generator.name) \(Generator.version)")),
    ]
    let scale = JSONOutput.string(decimal(atlas.scale))
    return sheets(atlas, ending: ending, program: program, scale: scale, url: \.self) { page in
        [("frames", frames(page))]
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
