public import Raster

/// What a file declares about its frames, read without decoding pixels.
public struct SheetFacts: Hashable, Sendable {
    /// At least 1.
    public var frames: Int
    public var size: PixelSize
    /// Of each frame, in milliseconds; empty for a still image.
    public var durations: [Int]
    /// The layers and groups that can be requested, as paths with slashes; Aseprite only.
    public var parts: [String] = []
    /// Aseprite only.
    public var tags: [Tag] = []
    /// Aseprite only.
    public var slices: [Slice] = []

    package init(frames: Int, size: PixelSize, durations: [Int]) {
        self.frames = frames
        self.size = size
        self.durations = durations
    }

    init(_ layout: SheetLayout, durations: [Int]) {
        self.init(
            frames: layout.frames,
            size: layout.frameSize,
            durations: layout.frames > 1 ? durations : []
        )
    }

    /// A named range of frames, and how it plays.
    public struct Tag: Hashable, Sendable {
        public var name: String
        public var frames: ClosedRange<Int>
        public var direction: Direction
        /// The number of repetitions; 0 is endless.
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

    /// In the order of Aseprite's numbers.
    public enum Direction: String, CaseIterable, Hashable, Sendable {
        case forward
        case reverse
        /// Forward, then backward.
        case pingPong = "pingpong"
        /// Backward, then forward.
        case pingPongReverse = "pingpong-reverse"
    }

    public struct Slice: Hashable, Sendable {
        public var name: String
        /// In pixels of a frame.
        public var bounds: PixelRect
        /// The stretched part of a nine-slice; relative to `bounds`.
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
