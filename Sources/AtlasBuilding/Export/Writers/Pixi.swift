import Catalog
import Diagnostics

/// PixiJS 8 spritesheets, one `<image>.pixi.json` per page, which reference each other.
///
/// Pixi looks up the frames of an animation in its own sheet, so animations are in the file of the
/// page with all their frames. Pixi loads images and the other sheets by their URLs.
func pixi(_ atlas: AtlasDescription) -> [ExportedFile] {
    let files = atlas.pages.map { "\($0.stem)\(atlas.suffix).pixi.json" }
    return zip(atlas.pages, files).map { page, file in
        let frames = page.namedFrames.map { frame -> (String, JSONOutput) in
            (
                frame.name,
                .object(
                    frame.recordMembers + frame.pivotMember("anchor")
                        + frame.pixiBorders(scale: atlas.scale)
                )
            )
        }
        var members: [(String, JSONOutput)] = [("frames", .object(frames))]
        let names = Set(frames.map(\.0))
        let animations = atlas.animations.sorted { $0.name < $1.name }
            .filter { names.isSuperset(of: $0.frames) }
            .map { ($0.name, JSONOutput.array($0.frames.map(JSONOutput.string))) }
        if !animations.isEmpty { members.append(("animations", .object(animations))) }
        let image = JSONOutput.string(urlReference(toPath: page.imageFile))
        var meta = pageMeta(atlas, page, scale: .decimal(atlas.scale))
            .map { $0.0 == "image" ? ("image", image) : $0 }
        let others = files.filter { $0 != file }.map { urlReference(toPath: $0) }
        if !others.isEmpty {
            meta.append(("related_multi_packs", .array(others.map(JSONOutput.string))))
        }
        members.append(("meta", .object(meta)))
        return ExportedFile(file, json: .object(members))
    }
}

extension AtlasFrame {
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
