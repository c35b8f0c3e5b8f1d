extension Manifest {
    /// An e-paper panel, and what a target draws for it.
    ///
    /// A file holds a header of `headerBytes` and then its frames, `frameBytes` each, row by row from
    /// the top: frame N begins at `headerBytes + N * frameBytes`. The first pixel of a row stands in
    /// the highest bits of its first byte.
    public struct Panel: Hashable, Sendable, Codable {
        /// In pixels.
        public var width: Int
        /// In pixels.
        public var height: Int
        /// 1, 2, 4 or 8: the code of an ink; or 32: bytes of blue, green, red and straight alpha.
        public var bitsPerPixel: Int
        /// Rows are filled up to whole bytes with the code of the first ink.
        public var bytesPerRow: Int
        /// Of one frame: the rows together.
        public var frameBytes: Int
        /// Before the first frame; 0 without a header.
        public var headerBytes: Int
        /// What the panel can show, the darkest first where all are grays; empty where pixels are raw.
        public var inks: [Ink]
        /// In the order of the catalog: looks, items, images.
        public var files: [PanelFile]

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
    }

    /// One of a panel's colors.
    public struct Ink: Hashable, Sendable, Codable {
        /// For people.
        public var name: String
        /// What stands for it in the panel's memory.
        public var code: Int
        /// As it is seen on the panel: `#RRGGBB`.
        public var color: String

        public init(name: String, code: Int, color: String) {
            self.name = name
            self.code = code
            self.color = color
        }
    }

    /// A look, an item or an image as the memory of a panel.
    public struct PanelFile: Hashable, Sendable, Codable {
        /// Of the look, the item or the image.
        public var id: String
        /// `look`, `item` or `image`.
        public var of: String
        /// Of the binary file, relative to the manifest; `/` separates.
        public var path: String
        /// Of the same bytes as a C header; nil without one.
        public var header: String?
        /// How many different frames the file holds.
        public var frames: Int
        /// Where the picture lies on the panel; paper is around it.
        public var area: PanelArea
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
    }

    /// A part of a panel, in pixels.
    public struct PanelArea: Hashable, Sendable, Codable {
        public var x: Int
        public var y: Int
        public var width: Int
        public var height: Int

        public init(x: Int, y: Int, width: Int, height: Int) {
            self.x = x
            self.y = y
            self.width = width
            self.height = height
        }
    }

    /// Which frames of a file follow on each other.
    public struct PanelAnimation: Hashable, Sendable, Codable {
        /// Indexes into the file's frames, in the order of play.
        public var frames: [Int]
        /// How long each of them is shown, in milliseconds.
        public var durations: [Int]
        /// Whether the first frame follows on the last one.
        public var loop: Bool
        /// From each frame to the next, and from the last to the first when it loops; empty where
        /// there is one frame.
        public var changes: [PanelChange]

        public init(frames: [Int], durations: [Int], loop: Bool, changes: [PanelChange]) {
            self.frames = frames
            self.durations = durations
            self.loop = loop
            self.changes = changes
        }
    }

    /// What changes on a panel from one frame to another.
    public struct PanelChange: Hashable, Sendable, Codable {
        /// Index into the file's frames.
        public var from: Int
        /// Index into the file's frames.
        public var to: Int
        /// How many pixels change.
        public var pixels: Int
        /// How many of them become the lightest ink: what leaves ghosts behind.
        public var cleared: Int
        /// Hold every pixel that changes; x and right sides are multiples of eight, but for the panel's
        /// own right side.
        public var rectangles: [PanelArea]

        public init(from: Int, to: Int, pixels: Int, cleared: Int, rectangles: [PanelArea]) {
            self.from = from
            self.to = to
            self.pixels = pixels
            self.cleared = cleared
            self.rectangles = rectangles
        }
    }
}
