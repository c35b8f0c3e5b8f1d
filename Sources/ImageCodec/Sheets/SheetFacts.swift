public import Raster

/// What a file says of its frames, read without decoding pixels.
public struct SheetFacts: Hashable, Sendable {
    /// At least 1.
    public var frames: Int
    /// The size of one frame.
    public var size: PixelSize
    /// How long each frame is shown, in milliseconds; empty for a still picture.
    public var durations: [Int]
    /// The layers and groups that can be asked for, as paths with slashes; Aseprite only.
    public var parts: [String]
    /// Named runs of frames; Aseprite only.
    public var tags: [Tag]
    /// Named rectangles of a frame; Aseprite only.
    public var slices: [Slice]

    public init(
        frames: Int,
        size: PixelSize,
        durations: [Int],
        parts: [String] = [],
        tags: [Tag] = [],
        slices: [Slice] = []
    ) {
        self.frames = frames
        self.size = size
        self.durations = durations
        self.parts = parts
        self.tags = tags
        self.slices = slices
    }

    /// A named run of frames, and how it is played.
    public struct Tag: Hashable, Sendable {
        public var name: String
        /// Indexes of frames, never empty.
        public var frames: ClosedRange<Int>
        public var direction: Direction
        /// How often it is played; 0 is without end.
        public var repeats: Int

        public init(
            name: String,
            frames: ClosedRange<Int>,
            direction: Direction = .forward,
            repeats: Int = 0
        ) {
            self.name = name
            self.frames = frames
            self.direction = direction
            self.repeats = repeats
        }
    }

    /// In which order the frames of a tag are shown.
    public enum Direction: Hashable, Sendable {
        case forward
        case reverse
        /// There and back again.
        case pingPong
        /// Likewise, from the end.
        case pingPongReverse
    }

    /// A named rectangle of a frame.
    public struct Slice: Hashable, Sendable {
        public var name: String
        /// In pixels of a frame.
        public var bounds: PixelRect
        /// The part that stretches when the slice is a nine-slice; relative to `bounds`.
        public var center: PixelRect?
        /// Relative to `bounds`.
        public var pivot: PixelPoint?

        public init(
            name: String,
            bounds: PixelRect,
            center: PixelRect? = nil,
            pivot: PixelPoint? = nil
        ) {
            self.name = name
            self.bounds = bounds
            self.center = center
            self.pivot = pivot
        }
    }
}
