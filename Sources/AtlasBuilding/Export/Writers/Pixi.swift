import Catalog
import Diagnostics

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
