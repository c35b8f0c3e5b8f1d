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

/// A sheet to which composited frames are added.
struct FrameSheet {
    let layout: SheetLayout
    private(set) var image: StraightImage
    private(set) var durations: [Int] = []

    init(_ layout: SheetLayout) {
        self.layout = layout
        // A single frame becomes the sheet without a copy.
        image = StraightImage(size: layout.frames > 1 ? layout.size : .onePixel)
    }

    var isFull: Bool { durations.count == layout.frames }

    /// Adds the next frame, of the layout's size; there must be a free cell.
    ///
    /// `duration` is in milliseconds.
    mutating func append(_ frame: StraightImage, duration: Int) {
        precondition(!isFull, "more than \(layout.frames) frames")
        if layout.frames > 1 {
            image.copy(from: frame, at: layout.origin(of: durations.count))
        } else {
            image = frame
        }
        durations.append(duration)
    }

    func finished(_ info: ImageInfo) -> DecodedSheet {
        let durations = layout.frames > 1 ? durations : []
        return DecodedSheet(image: image, info: info, cells: layout.cells, durations: durations)
    }
}

/// The image on which an animation's frames are composited.
struct FrameCanvas {
    /// What happens to a frame's area before the next frame.
    enum Disposal: UInt8 {
        case none
        case background
        case previous
    }

    private var image: StraightImage

    init(_ size: PixelSize) { image = StraightImage(size: size) }

    /// Draws a frame over the canvas, or in its place unless `isBlended`, adds the canvas to the
    /// sheet, and disposes of the frame.
    mutating func show(
        _ picture: StraightImage,
        at place: PixelPoint,
        isBlended: Bool = true,
        _ disposal: Disposal,
        on sheet: inout FrameSheet,
        duration: Int
    ) {
        let area = PixelRect(origin: place, size: picture.size)?.intersection(PixelRect(image.size))
        let before = disposal == .previous ? area.map { image.cropped(to: $0) } : nil
        if isBlended {
            image.lay(picture, at: place)
        } else {
            image.copy(from: picture, at: place)
        }
        sheet.append(image, duration: duration)
        guard let area else { return }
        if disposal == .background { image.fill(area, with: .clear) }
        if let before { image.copy(from: before, at: area.origin) }
    }
}

/// The duration that browsers use, in milliseconds: 100 for 10 or less, which was meant for slow
/// viewers.
func shownDuration(_ milliseconds: Int) -> Int { milliseconds <= 10 ? 100 : milliseconds }

extension StraightImage {
    /// Composites `source` over this image (source-over), its top-left corner at `point`.
    ///
    /// Opaque pixels replace, clear ones keep the pixel under them bit for bit. Parts outside of
    /// this image are cropped.
    mutating func lay(_ source: StraightImage, at point: PixelPoint) {
        guard let placed = PixelRect(origin: point, size: source.size),
            let visible = placed.intersection(PixelRect(size))
        else { return }
        for y in visible.y..<visible.maxY {
            for x in visible.x..<visible.maxX {
                let over = source[x - point.x, y - point.y]
                switch over.a {
                case 0: break
                case 255: self[x, y] = over
                default: self[x, y] = over.laid(over: self[x, y])
                }
            }
        }
    }
}

extension StraightPixel {
    /// Source-over of straight colors (PNG, Third Edition, 13.16 "Alpha channel processing").
    fileprivate func laid(over under: StraightPixel) -> StraightPixel {
        let own = Int(a) * 255
        let rest = Int(under.a) * (255 - Int(a))
        let whole = own + rest
        guard whole > 0 else { return .clear }
        func mixed(_ over: UInt8, _ under: UInt8) -> UInt8 {
            UInt8((Int(over) * own + Int(under) * rest + whole / 2) / whole)
        }
        return StraightPixel(
            r: mixed(r, under.r),
            g: mixed(g, under.g),
            b: mixed(b, under.b),
            a: UInt8((whole + 127) / 255)
        )
    }
}
