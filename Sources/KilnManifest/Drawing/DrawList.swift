/// One picture to draw: a rectangle of a page image, and where it goes.
///
/// Draw `source` at `x`, `y`; or, in an engine that loaded the page with a descriptor, the sprite
/// called `frame` at `untrimmedX`, `untrimmedY`: such sprites add their trimmed margins themselves.
/// Lengths are pixels.
public struct DrawStep: Hashable, Sendable {
    /// The page image's path, relative to the manifest.
    public var image: String
    /// The size of the page image.
    public var imageWidth: Int
    /// In pixels, as `imageWidth`.
    public var imageHeight: Int
    /// Pixels per point, here and on the page image.
    public var scale: Int
    /// The rectangle on the page image, as it is there.
    public var source: PixelArea
    /// True when the picture is there turned by 90 degrees: turn it back to draw.
    ///
    /// It was turned clockwise, unless `isCounterclockwise`.
    public var isRotated: Bool
    /// True when the picture was turned counterclockwise, on pages that are made for libGDX alone.
    public var isCounterclockwise = false
    /// The top-left corner of `source` on the canvas.
    public var x: Int
    /// As `x`, downward; both may be negative.
    public var y: Int
    /// The top-left corner of the untrimmed picture on the canvas.
    public var untrimmedX: Int
    /// As `untrimmedX`, downward.
    public var untrimmedY: Int
    /// The item that is drawn; nil for the pet itself, and for an image.
    public var item: String?
    /// The name of the frame in `Target.frames`.
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
            let origin = layer.art.origins[cell % layer.art.origins.count]
            let step = try chosen.step(
                named: name,
                x: origin.x.pixel(atScale: scale),
                y: origin.y.pixel(atScale: scale),
                scale: scale
            )
            guard var step else { continue }
            step.item = layer.item
            steps.append(step)
        }
        return steps
    }
}

extension Manifest {
    /// A target that has pages of a scale; nil stands for the first with frames of all art.
    func target(_ id: String?, scale: Int) throws(ManifestError) -> Target {
        let chosen = try target(id)
        guard chosen.scales.contains(scale) else {
            throw ManifestError(
                .unknownScale,
                "target \"\(chosen.id)\" has no scale \(scale); it has "
                    + chosen.scales.map(String.init).joined(separator: ", ")
            )
        }
        return chosen
    }

    /// A target; nil stands for the first with frames of all art.
    func target(_ id: String?) throws(ManifestError) -> Target {
        // Of sprites that Xcode packs no one knows where they are.
        let first = targets.first { $0.kind == "atlas" && $0.pictures == nil } ?? targets.first
        guard let chosen = id == nil ? first : targets.first(where: { $0.id == id }) else {
            throw ManifestError(
                .unknownTarget,
                id.map { "there is no target \"\($0)\"" } ?? "the manifest has no target"
            )
        }
        return chosen
    }
}

extension Manifest.Target {
    /// A frame whose untrimmed picture has its corner at a pixel; nil without a visible pixel.
    func step(
        named name: String,
        x: Int = 0,
        y: Int = 0,
        scale: Int
    ) throws(ManifestError) -> DrawStep? {
        guard let frame = frames[name] else {
            throw ManifestError(.inconsistent, "target \"\(id)\" has no frame \"\(name)\"")
        }
        guard frame.width > 0, frame.height > 0 else { return nil }
        let page = pages[frame.page]
        guard let image = page.images.first(where: { $0.scale == scale }) else {
            throw ManifestError(
                .inconsistent,
                "page \(frame.page) of target \"\(id)\" has no image at scale \(scale)"
            )
        }
        return DrawStep(
            image: image.path,
            imageWidth: page.width * scale,
            imageHeight: page.height * scale,
            scale: scale,
            source: frame.area(atScale: scale),
            isRotated: frame.rotated,
            isCounterclockwise: frame.counterclockwise ?? false,
            x: x + frame.trimX * scale,
            y: y + frame.trimY * scale,
            untrimmedX: x,
            untrimmedY: y,
            item: nil,
            frame: name
        )
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
