/// Everything that a bake emitted: the content of `manifest.json`.
///
/// Lengths are points (pixels at scale 1), origin top-left, y down, unless a member says otherwise;
/// at scale N a page is N times as large in pixels, and so is every rectangle on it. Ids are stable
/// from bake to bake: they are what a game keeps in its players' saves.
public struct Manifest: Hashable, Sendable, Codable, ManifestObject {
    /// The value of `format` in every manifest.
    public static let formatName = "kiln-manifest"
    /// The version that this code writes, and the newest that it reads.
    public static let currentVersion = 1

    /// `formatName`, or it is no manifest.
    public var format = Manifest.formatName
    /// From 1 to `currentVersion`.
    public var version = Manifest.currentVersion
    /// Who wrote it.
    public var generator = Generator()
    /// The catalog's name.
    public var name = ""
    /// The size of a composed pet.
    public var canvas = Canvas()
    /// In the catalog's order.
    public var axes: [Axis] = []
    /// In the catalog's order.
    public var species: [Species] = []
    /// In the catalog's order, which breaks ties of `z`.
    public var items: [Item] = []
    /// Dressed pets that the catalog names, in its order.
    public var looks: [NamedLook] = []
    /// In the catalog's order; draw lists take the first of kind `atlas` unless said.
    public var targets: [Target] = []
    /// Every other file of the bake, sorted by path.
    public var files: [File] = []
    /// The SHA-256 of the manifest's file with these 64 digits as zeros.
    ///
    /// It shows that no one changed the file since a bake wrote it. Manifests written before 0.2
    /// have none.
    public var digest: String?
    /// Places for items of one kind, in the catalog's order; nil when the catalog names none.
    public var slots: [Slot]?
    /// Pictures that belong to no species, in the catalog's order; nil when the catalog names none.
    public var images: [Image]?
    /// What the catalog says for the game alone; nil when it says nothing.
    public var extras: [String: ManifestValue]?
    /// What earlier bakes had and this one lacks on purpose: ids by kind (`items`, `looks`,
    /// `anchors`, …), or of `any`; `*` and `?` are wildcards.
    ///
    /// Nil when nothing is retired.
    public var retired: [String: [String]]?
    /// Colors with names, in the catalog's order; nil when the catalog names none.
    public var palettes: [Palette]?

    public init(
        generator: Generator,
        name: String,
        canvas: Canvas,
        axes: [Axis] = [],
        species: [Species] = [],
        items: [Item] = [],
        looks: [NamedLook] = [],
        targets: [Target] = [],
        files: [File] = [],
        slots: [Slot]? = nil,
        extras: [String: ManifestValue]? = nil,
        images: [Image]? = nil
    ) {
        self.generator = generator
        self.name = name
        self.canvas = canvas
        self.axes = axes
        self.species = species
        self.items = items
        self.looks = looks
        self.targets = targets
        self.files = files
        self.slots = slots
        self.images = images
        self.extras = extras
    }

    package init() {}

    package mutating func fields(_ field: inout some FieldVisitor & ~Copyable) {
        field("axes", &axes)
        field("canvas", &canvas)
        field("digest", &digest)
        field("extras", &extras)
        field("files", &files)
        field("format", &format)
        field("generator", &generator)
        field("images", &images)
        field("items", &items)
        field("looks", &looks)
        field("name", &name)
        field("palettes", &palettes)
        field("retired", &retired)
        field("slots", &slots)
        field("species", &species)
        field("targets", &targets)
        field("version", &version)
    }

    /// The program that wrote the manifest.
    public struct Generator: Hashable, Sendable, Codable, ManifestObject {
        /// `kiln`.
        public var name = ""
        /// As `kiln --version` prints it.
        public var version = ""

        public init(name: String, version: String) {
            self.name = name
            self.version = version
        }

        package init() {}

        package mutating func fields(_ field: inout some FieldVisitor & ~Copyable) {
            field("name", &name)
            field("version", &version)
        }
    }

    /// The size of a composed pet, in points.
    public struct Canvas: Hashable, Sendable, Codable, ManifestObject {
        /// In points, more than 0.
        public var width = 0
        /// In points, more than 0.
        public var height = 0
        /// Room around it into which layers reach; nil is none.
        ///
        /// Draw lists count from the canvas's corner all the same, so their steps may begin left of
        /// it or above.
        public var bleed: Bleed?

        public init(width: Int, height: Int, bleed: Bleed? = nil) {
            self.width = width
            self.height = height
            self.bleed = bleed
        }

        package init() {}

        package mutating func fields(_ field: inout some FieldVisitor & ~Copyable) {
            field("bleed", &bleed)
            field("height", &height)
            field("width", &width)
        }

        /// What previews and composites show, in pixels: the canvas and its bleed; its corner is at
        /// 0, 0 or left of it and above.
        public func area(atScale scale: Int) -> DrawStep.PixelArea {
            let bleed = bleed ?? Bleed()
            return DrawStep.PixelArea(
                x: -bleed.left * scale,
                y: -bleed.top * scale,
                width: (bleed.left + width + bleed.right) * scale,
                height: (bleed.top + height + bleed.bottom) * scale
            )
        }
    }

    /// Widths of the room around a canvas, in points.
    public struct Bleed: Hashable, Sendable, Codable, ManifestObject {
        public var top = 0
        public var right = 0
        public var bottom = 0
        public var left = 0

        public init(top: Int, right: Int, bottom: Int, left: Int) {
            self.top = top
            self.right = right
            self.bottom = bottom
            self.left = left
        }

        package init() {}

        package mutating func fields(_ field: inout some FieldVisitor & ~Copyable) {
            field("bottom", &bottom)
            field("left", &left)
            field("right", &right)
            field("top", &top)
        }
    }

    /// A place in points, or a part of a picture; origin top-left, y down.
    public struct Point: Hashable, Sendable, Codable, ManifestObject {
        public var x = 0.0
        public var y = 0.0

        public init(x: Double, y: Double) {
            self.x = x
            self.y = y
        }

        package init() {}

        package mutating func fields(_ field: inout some FieldVisitor & ~Copyable) {
            field("x", &x)
            field("y", &y)
        }
    }

    /// An emitted file.
    public struct File: Hashable, Sendable, Codable, ManifestObject {
        /// Relative to the manifest; `/` separates.
        public var path = ""
        /// Its size.
        public var bytes = 0
        /// Of the file's bytes, in lower-case hexadecimal.
        public var sha256 = ""

        public init(path: String, bytes: Int, sha256: String) {
            self.path = path
            self.bytes = bytes
            self.sha256 = sha256
        }

        package init() {}

        package mutating func fields(_ field: inout some FieldVisitor & ~Copyable) {
            field("bytes", &bytes)
            field("path", &path)
            field("sha256", &sha256)
        }
    }
}
