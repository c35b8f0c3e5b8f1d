import Diagnostics

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
