/// PixiJS 8 spritesheets, one `<image>.pixi.json` a page, which name each other.
///
/// Pixi looks for the frames of an animation in the sheet that tells it, so an animation is told in
/// the file of the page that has all its frames.
func pixi(_ atlas: AtlasDescription) -> [ExportedFile] {
    let files = atlas.pages.map { "\($0.stem).pixi.json" }
    return zip(atlas.pages, files).map { page, file in
        let frames = page.namedFrames.map { frame -> (String, JSONText) in
            (
                frame.name,
                .object(frame.recordMembers + frame.pivotMember("anchor") + frame.pixiBorders)
            )
        }
        var members: [(String, JSONText)] = [("frames", .object(frames))]
        let names = Set(frames.map(\.0))
        let animations = atlas.animations.sorted { $0.name < $1.name }
            .filter { names.isSuperset(of: $0.frames) }
            .map { ($0.name, JSONText.array($0.frames.map(JSONText.string))) }
        if !animations.isEmpty { members.append(("animations", .object(animations))) }
        var meta = pageMeta(atlas, page, scale: .number(atlas.scale))
        let others = files.filter { $0 != file }
        if !others.isEmpty {
            meta.append(("related_multi_packs", .array(others.map(JSONText.string))))
        }
        members.append(("meta", .object(meta)))
        return ExportedFile(file, text: JSONText.object(members).file)
    }
}

extension Frame {
    /// Pixi wants the four borders where Phaser wants the middle.
    fileprivate var pixiBorders: [(String, JSONText)] {
        guard let slice = nineSlice else { return [] }
        let borders: [(String, JSONText)] = [
            ("left", .integer(slice.left)), ("top", .integer(slice.top)),
            ("right", .integer(slice.right)), ("bottom", .integer(slice.bottom)),
        ]
        return [("borders", .object(borders))]
    }
}
