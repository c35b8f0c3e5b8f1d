extension Manifest {
    /// An e-paper panel, and what a target draws for it.
    ///
    /// A file holds a header of `headerBytes` and then its frames, `frameBytes` each, row by row from
    /// the top: frame N begins at `headerBytes + N * frameBytes`. The first pixel of a row stands in
    /// the highest bits of its first byte.
    public struct Panel: Hashable, Sendable, Codable, ManifestObject {
        /// In pixels.
        public var width = 0
        /// In pixels.
        public var height = 0
        /// 1, 2, 4 or 8: the code of an ink; or 32: bytes of blue, green, red and straight alpha.
        public var bitsPerPixel = 0
        /// Rows are filled up to whole bytes with the code of the first ink.
        public var bytesPerRow = 0
        /// Of one frame: the rows together.
        public var frameBytes = 0
        /// Before the first frame; 0 without a header.
        public var headerBytes = 0
        /// What the panel can show, the darkest first where all are grays; empty where pixels are raw.
        public var inks: [Ink] = []
        /// In the order of the catalog: looks, items, images.
        public var files: [PanelFile] = []

        public init(
            width: Int,
            height: Int,
            bitsPerPixel: Int,
            bytesPerRow: Int,
            frameBytes: Int,
            headerBytes: Int = 0,
            inks: [Ink],
            files: [PanelFile]
        ) {
            self.width = width
            self.height = height
            self.bitsPerPixel = bitsPerPixel
            self.bytesPerRow = bytesPerRow
            self.frameBytes = frameBytes
            self.headerBytes = headerBytes
            self.inks = inks
            self.files = files
        }

        package init() {}

        package mutating func fields(_ field: inout some FieldVisitor & ~Copyable) {
            field("bitsPerPixel", &bitsPerPixel)
            field("bytesPerRow", &bytesPerRow)
            field("files", &files)
            field("frameBytes", &frameBytes)
            field("headerBytes", &headerBytes)
            field("height", &height)
            field("inks", &inks)
            field("width", &width)
        }
    }

    /// One of a panel's colors.
    public struct Ink: Hashable, Sendable, Codable, ManifestObject {
        /// For people.
        public var name = ""
        /// What stands for it in the panel's memory.
        public var code = 0
        /// As it is seen on the panel: `#RRGGBB`.
        public var color = ""

        public init(name: String, code: Int, color: String) {
            self.name = name
            self.code = code
            self.color = color
        }

        package init() {}

        package mutating func fields(_ field: inout some FieldVisitor & ~Copyable) {
            field("code", &code)
            field("color", &color)
            field("name", &name)
        }
    }

    /// A look, an item or an image as the memory of a panel.
    public struct PanelFile: Hashable, Sendable, Codable, ManifestObject {
        /// Of the look, the item or the image.
        public var id = ""
        /// `look`, `item` or `image`.
        public var of = ""
        /// Of the binary file, relative to the manifest; `/` separates.
        public var path = ""
        /// Of the same bytes as a C header; nil without one.
        public var header: String?
        /// How many different frames the file holds.
        public var frames = 0
        /// Where the picture is on the panel; paper is around it.
        public var area = PanelArea()
        /// What the panel will look like, a PNG for each frame; nil without any.
        public var previews: [String]?
        /// By name; nil when there are none.
        public var animations: [String: PanelAnimation]?
        /// Of a JSON file with `animations`, for firmware that does not read the manifest; nil where
        /// nothing changes.
        public var changes: String?

        public init(
            id: String,
            of: String,
            path: String,
            header: String? = nil,
            frames: Int,
            area: PanelArea,
            previews: [String]? = nil,
            animations: [String: PanelAnimation]? = nil,
            changes: String? = nil
        ) {
            self.id = id
            self.of = of
            self.path = path
            self.header = header
            self.frames = frames
            self.area = area
            self.previews = previews
            self.animations = animations
            self.changes = changes
        }

        package init() {}

        package mutating func fields(_ field: inout some FieldVisitor & ~Copyable) {
            field("animations", &animations)
            field("area", &area)
            field("changes", &changes)
            field("frames", &frames)
            field("header", &header)
            field("id", &id)
            field("of", &of)
            field("path", &path)
            field("previews", &previews)
        }
    }

    /// A part of a panel, in pixels.
    public struct PanelArea: Hashable, Sendable, Codable, ManifestObject {
        public var x = 0
        public var y = 0
        public var width = 0
        public var height = 0

        public init(x: Int, y: Int, width: Int, height: Int) {
            self.x = x
            self.y = y
            self.width = width
            self.height = height
        }

        package init() {}

        package mutating func fields(_ field: inout some FieldVisitor & ~Copyable) {
            field("height", &height)
            field("width", &width)
            field("x", &x)
            field("y", &y)
        }
    }

    /// Which frames of a file follow on each other.
    public struct PanelAnimation: Hashable, Sendable, Codable, ManifestObject {
        /// Indexes into the file's frames, in the order of play.
        public var frames: [Int] = []
        /// How long each of them is shown, in milliseconds.
        public var durations: [Int] = []
        /// Whether the first frame follows on the last one.
        public var loop = false
        /// From each frame to the next, and from the last to the first when it loops; empty where
        /// there is one frame.
        public var changes: [PanelChange] = []

        public init(frames: [Int], durations: [Int], loop: Bool, changes: [PanelChange]) {
            self.frames = frames
            self.durations = durations
            self.loop = loop
            self.changes = changes
        }

        package init() {}

        package mutating func fields(_ field: inout some FieldVisitor & ~Copyable) {
            field("changes", &changes)
            field("durations", &durations)
            field("frames", &frames)
            field("loop", &loop)
        }
    }

    /// What changes on a panel from one frame to another.
    public struct PanelChange: Hashable, Sendable, Codable, ManifestObject {
        /// Index into the file's frames.
        public var from = 0
        /// Index into the file's frames.
        public var to = 0
        /// How many pixels change.
        public var pixels = 0
        /// How many of them become the lightest ink: what leaves ghosts behind.
        public var cleared = 0
        /// Hold every pixel that changes; x and right sides are multiples of eight, but for the panel's
        /// own right side.
        public var rectangles: [PanelArea] = []

        public init(from: Int, to: Int, pixels: Int, cleared: Int, rectangles: [PanelArea]) {
            self.from = from
            self.to = to
            self.pixels = pixels
            self.cleared = cleared
            self.rectangles = rectangles
        }

        package init() {}

        package mutating func fields(_ field: inout some FieldVisitor & ~Copyable) {
            field("cleared", &cleared)
            field("from", &from)
            field("pixels", &pixels)
            field("rectangles", &rectangles)
            field("to", &to)
        }
    }
}
