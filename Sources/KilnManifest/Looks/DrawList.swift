/// One picture to draw: a rectangle of a page image, and where it goes.
///
/// Lengths are pixels.
public struct DrawStep: Hashable, Sendable {
    /// The page image's path, relative to the manifest.
    public var image: String
    /// The rectangle on the page image, as it lies there.
    public var source: PixelArea
    /// True when the picture lies there turned by 90 degrees: turn it back to draw.
    ///
    /// It was turned clockwise, unless `isCounterclockwise`.
    public var isRotated: Bool
    /// True when the picture was turned counterclockwise, on pages that are made for libGDX alone.
    public var isCounterclockwise = false
    /// The top-left corner on the canvas.
    public var x: Int
    public var y: Int
    /// The item that is drawn; nil for the pet itself, and for an image.
    public var item: String?
    public var frame: String

    /// A rectangle in whole pixels, origin top-left, y down.
    public struct PixelArea: Hashable, Sendable {
        public var x: Int
        public var y: Int
        public var width: Int
        public var height: Int
    }
}

extension Manifest {
    /// What to draw for `look`, back to front: each step source-over what is there.
    ///
    /// Pictures without a visible pixel are left out.
    ///
    /// - Parameters:
    ///   - look: the dressed pet.
    ///   - animation: of the base; nil stands for all frames of its sheet in order.
    ///   - frame: which frame of the animation; any number, counted around its end.
    ///   - target: a target's id; nil stands for the first of kind `atlas`.
    ///   - scale: pixels per point, one of the target's.
    /// - Returns: one step a layer.
    /// - Throws: `ManifestError`, when the manifest does not know what is asked for.
    public func drawList(
        for look: Look,
        animation: String? = nil,
        frame: Int = 0,
        target: String? = nil,
        scale: Int = 1
    ) throws(ManifestError) -> [DrawStep] {
        let chosen = try self.target(target, scale: scale)
        let poses = try poses(of: look, animation: animation)
        let pose = poses[around: frame]
        let cell = pose.cell
        var steps: [DrawStep] = []
        for layer in try layers(of: look, sheet: pose.sheet) {
            let name = layer.art.frames[cell % layer.art.frames.count]
            guard let placed = chosen.frames[name] else {
                throw ManifestError(
                    .inconsistent,
                    "target \"\(chosen.id)\" has no frame \"\(name)\""
                )
            }
            guard placed.width > 0, placed.height > 0 else { continue }
            let image = try chosen.image(of: placed, scale: scale)
            let origin = layer.art.origins[cell % layer.art.origins.count]
            steps.append(
                DrawStep(
                    image: image.path,
                    source: placed.area(atScale: scale),
                    isRotated: placed.rotated,
                    isCounterclockwise: placed.counterclockwise ?? false,
                    x: origin.x.pixel(atScale: scale) + placed.trimX * scale,
                    y: origin.y.pixel(atScale: scale) + placed.trimY * scale,
                    item: layer.item,
                    frame: name
                )
            )
        }
        return steps
    }
}

extension Manifest {
    /// A target that has pages of a scale; nil stands for the first with frames of all art.
    func target(_ id: String?, scale: Int) throws(ManifestError) -> Target {
        let first = targets.first { $0.kind == "atlas" } ?? targets.first
        guard let chosen = id == nil ? first : targets.first(where: { $0.id == id }) else {
            throw ManifestError(.unknownTarget, "there is no target \"\(id ?? "")\"")
        }
        guard chosen.scales.contains(scale) else {
            throw ManifestError(
                .unknownScale,
                "target \"\(chosen.id)\" has no scale \(scale); it has "
                    + chosen.scales.map(String.init).joined(separator: ", ")
            )
        }
        return chosen
    }
}

extension Manifest.Target {
    /// The picture of the page on which a frame lies.
    func image(of frame: Manifest.Frame, scale: Int) throws(ManifestError) -> Manifest.PageImage {
        guard let image = pages[frame.page].images.first(where: { $0.scale == scale }) else {
            throw ManifestError(
                .inconsistent,
                "page \(frame.page) of target \"\(id)\" has no image at scale \(scale)"
            )
        }
        return image
    }
}

extension Manifest.Frame {
    func area(atScale scale: Int) -> DrawStep.PixelArea {
        DrawStep.PixelArea(
            x: x * scale,
            y: y * scale,
            width: (rotated ? height : width) * scale,
            height: (rotated ? width : height) * scale
        )
    }
}

extension Array {
    /// An element by any number, counted around the end; the array is not empty.
    package subscript(around number: Int) -> Element {
        let place = number % count
        return self[place < 0 ? place + count : place]
    }
}

extension Double {
    /// The pixel nearest to a place in points; halves go up.
    package func pixel(atScale scale: Int) -> Int {
        Int((self * Double(scale) + 0.5).rounded(.down))
    }
}
