package import ImageCodec
package import Raster

/// What work on a picture takes at its peak, in bytes for each of its pixels.
///
/// Those of keying, slicing and JPEGs (4:2:0) were found by running the command on a sheet of
/// 8192x8192 pixels, as the maximum resident set, and rounding up: see the figures in
/// Benchmarks/README.md. Those of pages and renditions follow from what the code holds. What a program
/// takes without any picture, and files as they are read, are not among them.
package struct PictureNeed: Hashable, Sendable {
    /// The picture once more, in another size.
    package struct Copy: Hashable, Sendable {
        /// Its pixels for each of the picture's.
        package var share: Double
        /// Its pixels whatever the picture has.
        package var pixels: Double
        package var bytesPerPixel = PictureNeed.bytesOfPixel
        /// With more pixels by its share it takes nothing, as it is not made; a box is not filled beyond.
        package var most = Double.infinity

        package init(share: Double = 0, pixels: Double = 0) {
            (self.share, self.pixels) = (share, pixels)
        }

        fileprivate func bytes(for size: PixelSize) -> Double {
            let shared = Double(size.area) * share
            return ((shared > most ? 0 : shared) + min(pixels, most)) * bytesPerPixel
        }
    }

    /// Of red, green, blue and alpha.
    package static let bytesOfPixel = 4.0

    private var bytesPerPixel: Double
    private var copies: [Copy] = []

    package init(bytesPerPixel: Double) {
        self.bytesPerPixel = bytesPerPixel
    }

    /// The decoded pixels.
    package static let reading = PictureNeed(bytesPerPixel: 4)
    /// The picture, keyed in its place, with some twenty planes of a bit a pixel; and then, while
    /// it is encoded, its rows and the file.
    package static let keying = PictureNeed(bytesPerPixel: 7)
    /// The layers of the rim in which spill is looked for.
    package static let spill = PictureNeed(bytesPerPixel: 2.5)
    /// The picture, and a cell's rows while they are encoded.
    package static let slicing = PictureNeed(bytesPerPixel: 5)

    /// What triangulation takes for so many other pictures: each decoded, and once more where the first
    /// has the figure; how far off each pixel is, and the first keyed by itself.
    package static func others(_ count: Int) -> PictureNeed {
        PictureNeed(bytesPerPixel: count == 0 ? 0 : 12 + 12 * Double(count))
    }

    /// The runs of visible pixels, their components, and masks of figures.
    ///
    /// Solid figures take 4, dithered ones 13, a checkerboard of single pixels 28 and specks two pixels apart
    /// 37 (found on 9 Mpx): art is not like the last two.
    package static let figures = PictureNeed(bytesPerPixel: 24)
    /// What finding figures takes, and their frames by themselves and side by side.
    package static let registering = figures + picture + picture

    /// The picture, and a copy at each scale.
    package static func rendering(_ scales: [Int], density: Int) -> PictureNeed {
        PictureNeed.reading.with(
            scales.map { scale in
                let factor = Double(scale) / Double(max(1, density))
                return Copy(share: factor * factor)
            }
        )
    }

    /// The same, and copies.
    package func with(_ more: [Copy]) -> PictureNeed {
        var result = self
        result.copies += more
        return result
    }

    /// A page, its filtered rows, and the file as it is made.
    package static let page = PictureNeed(bytesPerPixel: 10)

    /// A second picture of the same size beside it.
    package static let picture = PictureNeed(bytesPerPixel: 4)
    /// What keying takes beyond that where chroma is restored: a second picture, cells of three
    /// numbers, their slopes, and what edges become.
    private static let restoring = PictureNeed(bytesPerPixel: 10)
    /// A JPEG's coefficients, which progressive ones keep until the end, or the picture as it was
    /// before it was turned.
    private static let jpeg = PictureNeed(bytesPerPixel: 6)

    /// What decoding takes beyond the pixels: a canvas that frames are composed on, or samples of
    /// 16 bits while their colors are converted.
    private static func reading(_ info: ImageInfo) -> PictureNeed {
        switch info.format {
        case .webp, .gif: .picture
        case .png where info.bitDepth == 16 && info.colorSpace != nil:
            PictureNeed(bytesPerPixel: 8)
        case .png, .jpeg, .aseprite: PictureNeed(bytesPerPixel: 0)
        }
    }

    package static func + (a: PictureNeed, b: PictureNeed) -> PictureNeed {
        PictureNeed(bytesPerPixel: a.bytesPerPixel + b.bytesPerPixel).with(a.copies + b.copies)
    }

    /// For a picture of some size, in bytes.
    package func bytes(for size: PixelSize) -> Int {
        let bytes = copies.reduce(Double(size.area) * bytesPerPixel) { $0 + $1.bytes(for: size) }
        return Int(min(bytes, 0x1p62))
    }

    /// For the picture in a file, or its frames side by side, in bytes, by what the file declares; 0 when
    /// it declares nothing that can be read, which decoding reports.
    package func bytes(for file: [UInt8], frames: Int = 1, limits: DecodeLimits) -> Int {
        guard let header = try? readImageInfo(file, limits: limits),
            let sheet = SheetLayout(frames: frames, of: header.size)
        else { return 0 }
        guard header.info.format == .jpeg else {
            return (self + PictureNeed.reading(header.info)).bytes(for: sheet.size)
        }
        let isKeyed = bytesPerPixel > PictureNeed.slicing.bytesPerPixel
        let more = isKeyed ? PictureNeed.restoring : PictureNeed.jpeg
        return (self + more).bytes(for: sheet.size)
    }
}
