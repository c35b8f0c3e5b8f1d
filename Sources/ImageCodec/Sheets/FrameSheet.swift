import Raster

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
