extension Manifest {
    /// A pet kind.
    public struct Species: Hashable, Sendable, Codable, ManifestObject {
        /// What `Look.species` names; stable from bake to bake.
        public var id = ""
        /// For people.
        public var name = ""
        /// Places on the pet in points of the canvas: one for all frames, or one a frame of the sheet.
        public var anchors: [String: [Point]] = [:]
        /// The undressed pet, once for every value of the axes that its file name depends on.
        public var art: [Art] = []
        /// What the catalog says for the game alone; nil when it says nothing.
        public var extras: [String: ManifestValue]?

        public init(
            id: String,
            name: String,
            anchors: [String: [Point]],
            art: [Art],
            extras: [String: ManifestValue]? = nil
        ) {
            self.id = id
            self.name = name
            self.anchors = anchors
            self.art = art
            self.extras = extras
        }

        package init() {}

        package mutating func fields(_ field: inout some FieldVisitor & ~Copyable) {
            field("anchors", &anchors)
            field("art", &art)
            field("extras", &extras)
            field("id", &id)
            field("name", &name)
        }
    }

    /// Something a pet wears.
    public struct Item: Hashable, Sendable, Codable, ManifestObject {
        /// What a `Look` names; stable from bake to bake.
        public var id = ""
        /// For people.
        public var name = ""
        /// Whether it is an outfit or an overlay.
        public var equipStyle = EquipStyle.replaceSprite
        /// Per species (and axis values) what is drawn; a species without art cannot wear the item.
        public var art: [Art] = []
        /// The id of the slot that it takes; nil when it takes none.
        public var slot: String?
        /// What the catalog says for the game alone; nil when it says nothing.
        public var extras: [String: ManifestValue]?

        public init(
            id: String,
            name: String,
            equipStyle: EquipStyle,
            art: [Art],
            slot: String? = nil,
            extras: [String: ManifestValue]? = nil
        ) {
            self.id = id
            self.name = name
            self.equipStyle = equipStyle
            self.art = art
            self.slot = slot
            self.extras = extras
        }

        package init() {}

        package mutating func fields(_ field: inout some FieldVisitor & ~Copyable) {
            field("art", &art)
            field("equipStyle", &equipStyle)
            field("extras", &extras)
            field("id", &id)
            field("name", &name)
            field("slot", &slot)
        }
    }

    /// How an item is worn.
    public enum EquipStyle: String, CaseIterable, Hashable, Sendable, Codable {
        /// A whole outfit: it replaces the pet's own sprite, and other outfits.
        case replaceSprite
        /// Drawn over the pet; overlays add up.
        case overlay
    }

    /// The frames that show a species, or an item on a species.
    public struct Art: Hashable, Sendable, Codable, AxisArt, ManifestObject {
        /// The id of who is shown, or wears what is shown.
        public var species = ""
        /// The axis values that this art is for; axes that are not named do not matter.
        public var axes: [String: String] = [:]
        /// Which naming template found it, from 0; of several arts that fit, the lowest is drawn.
        ///
        /// Nil is 0.
        public var level: Int?
        /// Which part of a thing of several layers it shows, from 0; all parts are drawn.
        ///
        /// Nil where there is one.
        public var part: Int?
        /// The value of `<animation>` in the file's name; nil when one file shows all animations.
        ///
        /// What is drawn together has one value, or none.
        public var sheet: String?
        /// The asset that naming resolved to.
        public var asset = ""
        /// Names of frames, in the order of the sheet's cells.
        public var frames: [String] = []
        /// Where the top-left corner of a frame's untrimmed picture is on the canvas: one place
        /// for all frames of the base, or one for each.
        ///
        /// At scale N the corner is at pixel floor(N * place + 1/2).
        public var origins: [Point] = []
        /// Layer order: the base is 0, negative is behind it; ties go by the order of `items`.
        public var z = 0
        /// Of a species or an outfit; empty for an overlay, which follows its base.
        public var animations: [String: Animation] = [:]
        /// Whether it only stands in for art that no one has drawn yet; nil is false.
        public var placeholder: Bool?

        public init(
            species: String,
            axes: [String: String] = [:],
            level: Int? = nil,
            part: Int? = nil,
            sheet: String? = nil,
            asset: String,
            frames: [String],
            origins: [Point] = [Point(x: 0, y: 0)],
            z: Int = 0,
            animations: [String: Animation] = [:],
            placeholder: Bool? = nil
        ) {
            self.species = species
            self.axes = axes
            self.level = level
            self.part = part
            self.sheet = sheet
            self.asset = asset
            self.frames = frames
            self.origins = origins
            self.z = z
            self.animations = animations
            self.placeholder = placeholder
        }

        package init() {}

        package mutating func fields(_ field: inout some FieldVisitor & ~Copyable) {
            field("animations", &animations)
            field("asset", &asset)
            field("axes", &axes)
            field("frames", &frames)
            field("level", &level)
            field("origins", &origins)
            field("part", &part)
            field("placeholder", &placeholder)
            field("sheet", &sheet)
            field("species", &species)
            field("z", &z)
        }
    }

    /// Frames in the order of play, with their times; `Playback` plays it.
    public struct Animation: Hashable, Sendable, Codable, ManifestObject {
        /// Indexes into `Art.frames`, in the order of play.
        public var frames: [Int] = []
        /// Frames a second; the mean, where frames have durations.
        public var fps = 0.0
        /// Whether it begins again at its end; else it stays at its last frame.
        public var loop = false
        /// How long each of `frames` is shown, in milliseconds; nil when all are shown for 1 / `fps`.
        public var durations: [Int]?

        public init(frames: [Int], fps: Double, loop: Bool, durations: [Int]? = nil) {
            self.frames = frames
            self.fps = fps
            self.loop = loop
            self.durations = durations
        }

        package init() {}

        package mutating func fields(_ field: inout some FieldVisitor & ~Copyable) {
            field("durations", &durations)
            field("fps", &fps)
            field("frames", &frames)
            field("loop", &loop)
        }
    }

    /// A look that the catalog names.
    public struct NamedLook: Hashable, Sendable, Codable, ManifestObject {
        /// Stable from bake to bake.
        public var id = ""
        /// What is worn by whom.
        public var look = Look()
        /// The id of an image that Kiln's own pictures of the look show behind it, filling the canvas and
        /// its bleed; nil is none.
        public var background: String?
        /// What the catalog says for the game alone; nil when it says nothing.
        public var extras: [String: ManifestValue]?

        public init(
            id: String,
            look: Look,
            extras: [String: ManifestValue]? = nil,
            background: String? = nil
        ) {
            self.id = id
            self.look = look
            self.background = background
            self.extras = extras
        }

        package init() {}

        package mutating func fields(_ field: inout some FieldVisitor & ~Copyable) {
            field("background", &background)
            field("extras", &extras)
            field("id", &id)
            field("look", &look)
        }
    }
}
