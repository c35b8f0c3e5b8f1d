extension Manifest {
    /// A picture that belongs to no species: a room, a shop's icon, a splash screen.
    public struct Image: Hashable, Sendable, Codable {
        /// What `drawList(forImage:)` takes; stable from bake to bake.
        public var id: String
        /// For people.
        public var name: String
        /// Names of frames, in the order of the sheet's cells; targets that take the image hold them.
        public var frames: [String]
        /// Of the untrimmed picture, in points.
        public var width: Int
        /// In points, as `width`.
        public var height: Int
        /// Nil when there are none.
        public var animations: [String: Animation]?
        /// What the catalog says for the game alone; nil when it says nothing.
        public var extras: [String: ManifestValue]?

        public init(
            id: String,
            name: String,
            frames: [String],
            width: Int,
            height: Int,
            animations: [String: Animation]? = nil,
            extras: [String: ManifestValue]? = nil
        ) {
            self.id = id
            self.name = name
            self.frames = frames
            self.width = width
            self.height = height
            self.animations = animations
            self.extras = extras
        }
    }

    /// The image with an id; nil when there is none.
    public func image(_ id: String) -> Image? { images?.first { $0.id == id } }

    /// What to draw for an image: one step, none where the frame has no visible pixel.
    ///
    /// Steps count from the upper left corner of the untrimmed picture.
    ///
    /// - Parameters:
    ///   - id: the image's.
    ///   - animation: of the image; nil stands for all frames of its sheet in order.
    ///   - frame: which frame of the animation; any number, counted around its end.
    ///   - target: a target's id; nil stands for the first that holds the image.
    ///   - scale: pixels per point, one of the target's.
    /// - Returns: the step, in pixels.
    /// - Throws: `ManifestError`, when the manifest does not know what is asked for, or the target does
    ///   not hold the image.
    public func drawList(
        forImage id: String,
        animation: String? = nil,
        frame: Int = 0,
        target: String? = nil,
        scale: Int = 1
    ) throws(ManifestError) -> [DrawStep] {
        guard let image = image(id) else {
            throw ManifestError(.unknownImage, "there is no image \"\(id)\"")
        }
        let name = try image.frame(frame, of: animation)
        let chosen = try self.target(holding: image, target, scale: scale)
        guard let placed = chosen.frames[name] else {
            throw ManifestError(
                .inconsistent,
                "target \"\(chosen.id)\" has no frame \"\(name)\""
            )
        }
        return try [chosen.step(placed, named: name, scale: scale)].compactMap(\.self)
    }

    /// A target that holds an image and has pages of a scale; nil stands for the first that does.
    func target(
        holding image: Image,
        _ id: String?,
        scale: Int
    ) throws(ManifestError) -> Target {
        let holding = targets.filter { target in image.frames.contains { target.frames[$0] != nil }
        }
        let chosen = try target(id ?? holding.first?.id, scale: scale)
        guard holding.contains(where: { $0.id == chosen.id }) else {
            let others = holding.map { "\"\($0.id)\"" }.joined(separator: ", ")
            throw ManifestError(
                .notInTarget,
                "target \"\(chosen.id)\" does not hold image \"\(image.id)\"; "
                    + (others.isEmpty ? "no target does" : "these do: \(others)")
            )
        }
        return chosen
    }
}

extension Manifest.Image {
    /// The name of a frame of an animation, or of the sheet.
    fileprivate func frame(_ number: Int, of animation: String?) throws(ManifestError) -> String {
        var cells = Array(frames.indices)
        if let animation {
            guard let known = animations?[animation] else {
                throw ManifestError(
                    .unknownAnimation,
                    "image \"\(id)\" has no animation \"\(animation)\""
                )
            }
            cells = known.frames
        }
        guard !cells.isEmpty else {
            throw ManifestError(.inconsistent, "image \"\(id)\" has no frames")
        }
        return frames[cells[around: number]]
    }
}
