import AtlasBuilding
import KilnManifest

extension Manifest.Target {
    /// The target at one of its scales, in pixels; frames without a visible pixel are left out.
    func described(scale: Int) -> AtlasDescription {
        var described = AtlasDescription(
            name: id,
            scale: Double(scale),
            isPremultiplied: image(ofPage: 0, scale: scale)?.premultiplied ?? false,
            pages: pages.enumerated().map { index, page in
                AtlasDescription.Page(
                    imageFile: image(ofPage: index, scale: scale)?.readablePath ?? "\(id)?",
                    width: page.width.scaled(scale),
                    height: page.height.scaled(scale),
                    frames: []
                )
            }
        )
        for (name, frame) in frames.sorted(by: { $0.key < $1.key }) where frame.width > 0 {
            described.pages[frame.page].frames.append(frame.described(name, scale: scale))
        }
        return described
    }
}
