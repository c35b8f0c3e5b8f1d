public import Raster

public struct DecodedSheet: Hashable, Sendable {
    /// Straight alpha; equal to `decodeImage` for a still image.
    public var image: StraightImage
    public var info: ImageInfo
    /// The cell of each frame, in display order; all of one size.
    public var cells: [PixelRect]
    /// Of each frame, in milliseconds; empty for a still image.
    public var durations: [Int]
}

extension DecodedSheet {
    public init(still: DecodedImage) {
        self.init(
            image: still.image,
            info: still.info,
            cells: [PixelRect(still.image.size)],
            durations: []
        )
    }
}

/// The cells of a file's frames on a sheet: in rows, so that no side gets too long.
public struct SheetLayout: Hashable, Sendable {
    public let frames: Int
    public let frameSize: PixelSize
    public let columns: Int
    public let size: PixelSize

    /// As many columns as rows, or one more; nil without frames, or beyond the maximum size.
    public init?(frames: Int, of frameSize: PixelSize) {
        // A side is at least a pixel, so more frames cannot fit.
        guard (1...PixelSize.maximumSide).contains(frames) else { return nil }
        var columns = Int(Double(frames).squareRoot())
        if columns * columns < frames { columns += 1 }
        let rows = (frames + columns - 1) / columns
        guard
            let size = PixelSize(
                width: columns * frameSize.width,
                height: rows * frameSize.height
            )
        else { return nil }
        self.frames = frames
        self.frameSize = frameSize
        self.columns = columns
        self.size = size
    }

    func origin(of frame: Int) -> PixelPoint {
        PixelPoint(
            x: frame % columns * frameSize.width,
            y: frame / columns * frameSize.height
        )
    }

    public var cells: [PixelRect] {
        (0..<frames).compactMap { PixelRect(origin: origin(of: $0), size: frameSize) }
    }
}

extension DecodeLimits {
    /// The layout of a file's frames; throws `.tooManyFrames` beyond a limit.
    package func layout(
        frames: Int,
        of size: PixelSize,
        in format: ImageFormat
    ) throws(ImageDecodingError) -> SheetLayout {
        guard frames <= maximumFrames, let layout = SheetLayout(frames: frames, of: size),
            allow(layout.size)
        else {
            throw .tooManyFrames(format, frames: frames, size: size, limits: self)
        }
        return layout
    }
}

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
