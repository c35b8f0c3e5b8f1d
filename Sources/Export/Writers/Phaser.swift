internal import JSON

/// Phaser 3's multiatlas, all pages in `<atlas>.phaser.json`.
///
/// Phaser draws turned frames wrong, so none are here; a pivot is its `anchor`.
func phaser(_ atlas: AtlasDescription) -> [ExportedFile] {
    let textures = atlas.pages.map { page -> JSONOutput in
        let frames = page.namedFrames.map { frame in
            JSONOutput.object(
                [("filename", .string(frame.name))] + frame.recordMembers
                    + frame.pivotMember("anchor") + frame.scale9Member
            )
        }
        var members: [(String, JSONOutput)] = [
            ("image", .string(page.imageFile)), ("format", .string("RGBA8888")),
            ("size", size(page.width, page.height)), ("scale", .decimal(atlas.scale)),
            ("frames", .array(frames)),
        ]
        if let normalMap = page.normalMapFile { members.append(("normalMap", .string(normalMap))) }
        return .object(members)
    }
    let text = JSONOutput.object([
        ("textures", .array(textures)), ("meta", .object(generatorMembers(atlas))),
    ])
    return [ExportedFile("\(atlas.name).phaser.json", json: text)]
}
