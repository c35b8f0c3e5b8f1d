public import Raster

/// A file with all its frames, laid side by side.
public struct DecodedSheet: Hashable, Sendable {
    /// Straight alpha; a still picture is as `decodeImage` gives it.
    public var image: StraightImage
    public var info: ImageInfo
    /// Where each frame lies, in the order in which they are shown; all of one size.
    public var cells: [PixelRect]
    /// How long each frame is shown, in milliseconds; empty for a still picture.
    public var durations: [Int]

    public init(image: StraightImage, info: ImageInfo, cells: [PixelRect], durations: [Int]) {
        self.image = image
        self.info = info
        self.cells = cells
        self.durations = durations
    }

    /// A picture that is its own only frame.
    public init(still: DecodedImage) {
        image = still.image
        info = still.info
        cells = [PixelRect(still.image.size)]
        durations = []
    }
}

/// Where the frames of one file lie on a sheet: in rows, so that no side gets too long.
public struct SheetLayout: Hashable, Sendable {
    public let frames: Int
    /// The size of one frame.
    public let frameSize: PixelSize
    public let columns: Int
    /// The size of the sheet.
    public let size: PixelSize

    /// As many columns as rows, or one more.
    ///
    /// - Returns: nil when there is no frame, or the sheet is larger than a picture may be.
    public init?(frames: Int, of frameSize: PixelSize) {
        // A side is at least a pixel: more frames would not fit, and need not be computed with.
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

    /// The top-left corner of a frame, by its index.
    func origin(of frame: Int) -> PixelPoint {
        PixelPoint(
            x: frame % columns * frameSize.width,
            y: frame / columns * frameSize.height
        )
    }

    /// The rectangle of each frame, in order.
    public var cells: [PixelRect] {
        (0..<frames).compactMap { PixelRect(origin: origin(of: $0), size: frameSize) }
    }
}

extension DecodeLimits {
    /// The layout of a file's frames.
    ///
    /// - Throws: `.tooManyFrames` when the sheet passes a limit.
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
