extension Manifest {
    /// A picture that belongs to no species: a room, a shop's icon, a splash screen.
    public struct Image: Hashable, Sendable, Codable, ManifestObject {
        /// What `drawList(forImage:)` takes; stable from bake to bake.
        public var id = ""
        /// For people.
        public var name = ""
        /// Names of frames, in the order of the sheet's cells; targets that take the image hold them.
        ///
        /// With `art`, these and what follows are of the axes' default values.
        public var frames: [String] = []
        /// Of the untrimmed picture, in points.
        public var width = 0
        /// In points, as `width`.
        public var height = 0
        /// Nil when there are none.
        public var animations: [String: Animation]?
        /// What the catalog says for the game alone; nil when it says nothing.
        public var extras: [String: ManifestValue]?
        /// Whether it only stands in for a picture that no one has drawn yet; nil is false.
        public var placeholder: Bool?
        /// What it shows for values of axes, each picture once; nil when it follows none.
        public var art: [ImageArt]?

        public init(
            id: String,
            name: String,
            frames: [String],
            width: Int,
            height: Int,
            animations: [String: Animation]? = nil,
            extras: [String: ManifestValue]? = nil,
            placeholder: Bool? = nil,
            art: [ImageArt]? = nil
        ) {
            self.id = id
            self.name = name
            self.frames = frames
            self.width = width
            self.height = height
            self.animations = animations
            self.extras = extras
            self.placeholder = placeholder
            self.art = art
        }

        package init() {}

        package mutating func fields(_ field: inout some FieldVisitor & ~Copyable) {
            field("animations", &animations)
            field("art", &art)
            field("extras", &extras)
            field("frames", &frames)
            field("height", &height)
            field("id", &id)
            field("name", &name)
            field("placeholder", &placeholder)
            field("width", &width)
        }

        /// What it shows for values of axes.
        ///
        /// - Parameters:
        ///   - chosen: values by axis; an axis that is not named has its default.
        ///   - axes: those of the manifest.
        /// - Returns: nil when it has no art for them.
        public func art(for chosen: [String: String], _ axes: [Axis]) -> ImageArt? {
            guard let art else { return ImageArt(self) }
            return art.best(for: chosen, axes)
        }

        /// The names of all of its frames, whatever the axes' values are, each once.
        public var allFrames: [String] {
            guard let art else { return frames }
            var seen: Set<String> = []
            return (frames + art.flatMap(\.frames)).filter { seen.insert($0).inserted }
        }
    }

    /// What an image shows for values of axes.
    public struct ImageArt: Hashable, Sendable, Codable, AxisArt, ManifestObject {
        /// The axis values that this art is for; axes that are not named do not matter.
        public var axes: [String: String] = [:]
        /// Which naming template found it, from 0; of several arts that fit, the lowest is drawn.
        ///
        /// Nil is 0.
        public var level: Int?
        /// The asset that naming resolved to.
        public var asset = ""
        /// Names of frames, in the order of the sheet's cells.
        public var frames: [String] = []
        /// Of the untrimmed picture, in points.
        public var width = 0
        /// In points, as `width`.
        public var height = 0
        /// Nil when there are none.
        public var animations: [String: Animation]?
        /// Whether it only stands in for a picture that no one has drawn yet; nil is false.
        public var placeholder: Bool?

        public init(
            axes: [String: String] = [:],
            level: Int? = nil,
            asset: String,
            frames: [String],
            width: Int,
            height: Int,
            animations: [String: Animation]? = nil,
            placeholder: Bool? = nil
        ) {
            self.axes = axes
            self.level = level
            self.asset = asset
            self.frames = frames
            self.width = width
            self.height = height
            self.animations = animations
            self.placeholder = placeholder
        }

        package init() {}

        package mutating func fields(_ field: inout some FieldVisitor & ~Copyable) {
            field("animations", &animations)
            field("asset", &asset)
            field("axes", &axes)
            field("frames", &frames)
            field("height", &height)
            field("level", &level)
            field("placeholder", &placeholder)
            field("width", &width)
        }

        /// What an image itself shows, without its art for axes; it does not say its asset.
        init(_ image: Image) {
            self.init(
                asset: "",
                frames: image.frames,
                width: image.width,
                height: image.height,
                animations: image.animations,
                placeholder: image.placeholder
            )
        }
    }

    /// The image with an id; nil when none exists.
    public func image(_ id: String) -> Image? { images?.first { $0.id == id } }

    /// What to draw for an image: one step, none where the frame has no visible pixel.
    ///
    /// Steps count from the upper left corner of the untrimmed picture.
    ///
    /// - Parameters:
    ///   - id: the image's.
    ///   - axes: values by axis; an axis that is not named has its default.
    ///   - animation: of the image; nil stands for all frames of its sheet in order.
    ///   - frame: which frame of the animation; any number, counted around its end.
    ///   - target: a target's id; nil stands for the first that holds the image.
    ///   - scale: pixels per point, one of the target's.
    /// - Returns: the step, in pixels.
    /// - Throws: `ManifestError`, when the manifest does not know what is asked for, or the target does
    ///   not hold the image.
    public func drawList(
        forImage id: String,
        axes: [String: String] = [:],
        animation: String? = nil,
        frame: Int = 0,
        target: String? = nil,
        scale: Int = 1
    ) throws(ManifestError) -> [DrawStep] {
        let art = try art(of: imageShown(id), for: axes)
        let name = try art.frame(frame, of: animation, image: id)
        let chosen = try self.target(holding: art.frames, ofImage: id, target, scale: scale)
        return try [chosen.step(named: name, scale: scale)].compactMap(\.self)
    }

    /// The image with an id, or `.unknownImage`.
    func imageShown(_ id: String) throws(ManifestError) -> Image {
        guard let image = image(id) else {
            throw ManifestError(.unknownImage, "there is no image \"\(id)\"")
        }
        return image
    }

    /// What an image shows for values of axes.
    func art(
        of image: Image,
        for chosen: [String: String]
    ) throws(ManifestError) -> ImageArt {
        if let art = image.art(for: chosen, axes) { return art }
        let values = chosen.sorted { $0.key < $1.key }.map { "\($0.key) \"\($0.value)\"" }
        throw ManifestError(
            .unknownImage,
            "image \"\(image.id)\" has no art for "
                + (values.isEmpty ? "the axes' defaults" : values.joined(separator: ", "))
        )
    }

    /// A target that holds frames of an image and has pages of a scale; nil stands for the first that
    /// does.
    func target(
        holding frames: [String],
        ofImage image: String,
        _ id: String?,
        scale: Int
    ) throws(ManifestError) -> Target {
        let holding = targets.filter { target in
            frames.contains { target.frames[$0] != nil }
        }
        let chosen = try target(id ?? holding.first?.id, scale: scale)
        guard holding.contains(where: { $0.id == chosen.id }) else {
            let others = holding.map { "\"\($0.id)\"" }.joined(separator: ", ")
            throw ManifestError(
                .notInTarget,
                "target \"\(chosen.id)\" does not hold image \"\(image)\"; "
                    + (others.isEmpty ? "no target does" : "these do: \(others)")
            )
        }
        return chosen
    }
}

extension Manifest.ImageArt {
    /// The animation with a name, or `.unknownAnimation`.
    func animation(
        _ name: String,
        image id: String
    ) throws(ManifestError) -> Manifest.Animation {
        guard let animation = animations?[name] else {
            let known = animations?.keys.sorted() ?? []
            throw .unknownAnimation(name, of: "image \"\(id)\"", known)
        }
        return animation
    }

    /// The name of a frame of an animation, or of the sheet.
    fileprivate func frame(
        _ number: Int,
        of animation: String?,
        image id: String
    ) throws(ManifestError) -> String {
        var cells = Array(frames.indices)
        if let animation { cells = try self.animation(animation, image: id).frames }
        guard !cells.isEmpty else {
            throw ManifestError(.inconsistent, "image \"\(id)\" has no frames")
        }
        return frames[cells[around: number]]
    }
}

extension Manifest {
    /// What only stands in for art that no one has drawn yet, in the order of the manifest:
    /// `species "cat"`, `item "hat"`, `image "room"`.
    package var placeholders: [String] {
        let own = species.filter { $0.art.contains { $0.placeholder == true } }
        let worn = items.filter { $0.art.contains { $0.placeholder == true } }
        let shown = (images ?? []).filter { image in
            image.placeholder == true
                || image.art?.contains { $0.placeholder == true } ?? false
        }
        return own.map { "species \"\($0.id)\"" } + worn.map { "item \"\($0.id)\"" }
            + shown.map { "image \"\($0.id)\"" }
    }
}
