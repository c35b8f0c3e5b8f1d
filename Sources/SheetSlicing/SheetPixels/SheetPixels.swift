// SheetPixels: reduces blocks of a cut sheet to pixels.
//
// In: a keyed image and its cut (SheetSlicing). Out: its frames on a separate image, with one pixel
// per block (PixelLattice).

package import Raster

/// How blocks become pixels.
public struct Pixelation: Hashable, Sendable {
    /// The side of a block in source pixels; nil detects it.
    public var size: Double?
    /// The maximum number of colors in all frames; nil keeps all.
    public var colors: Int?

    public init(size: Double? = nil, colors: Int? = nil) {
        self.size = size
        self.colors = colors
    }
}

package enum PixelationResult: Hashable, Sendable {
    /// The mean sides of a block, in source pixels.
    case blocks(width: Double, height: Double)
    /// No blocks were detected: frames are unchanged.
    case noBlocks
}

extension Pixelation {
    /// Reduces the frames of a cut sheet to one pixel per block, on a separate image; the same
    /// image without blocks.
    ///
    /// `image` is keyed, with straight alpha.
    package func applied(
        to sheet: CutSheet,
        of image: StraightImage
    ) -> (image: StraightImage, sheet: CutSheet, result: PixelationResult) {
        let frames = sheet.frames.map { $0.picture(from: image) }
        let lattice =
            size.map { PixelLattice(of: frames, pitch: $0) }
            ?? PixelLattice.find(in: frames)
        guard let lattice else { return (image, sheet, .noBlocks) }
        // Cells keep their figures' positions; a cut-out figure has none.
        let framing: PixelLattice.Framing = sheet.hasEqualCells ? .common : .own
        let pixels = lattice.pixels(of: frames, framing: framing, colors: colors)
        guard let (apart, boxes) = StraightImage.apart(pixels) else {
            return (image, sheet, .noBlocks)
        }
        var cut = sheet
        cut.frames = zip(sheet.frames, boxes).map { frame, box in
            CutFrame(box: box, row: frame.row, column: frame.column)
        }
        let (width, height) = lattice.pitch
        return (apart, cut, .blocks(width: width, height: height))
    }
}

extension StraightImage {
    /// Arranges images in rows of cells as large as the largest of them; nil without any, or beyond
    /// the maximum size.
    package static func apart(
        _ pictures: [StraightImage],
        columns: Int? = nil
    ) -> (image: StraightImage, boxes: [PixelRect])? {
        let (width, height) = (pictures.map(\.width).max() ?? 0, pictures.map(\.height).max() ?? 0)
        // Unless given nearly square, so that no side gets too long.
        let columns =
            columns ?? max(1, Int(Double(pictures.count).squareRoot().rounded(.up)))
        let rows = (pictures.count + columns - 1) / columns
        guard let size = PixelSize(width: columns * width, height: rows * height) else {
            return nil
        }
        var image = StraightImage(size: size)
        var boxes: [PixelRect] = []
        for (index, picture) in pictures.enumerated() {
            let corner = PixelPoint(x: index % columns * width, y: index / columns * height)
            image.copy(from: picture, at: corner)
            guard let box = PixelRect(origin: corner, size: picture.size) else { return nil }
            boxes.append(box)
        }
        return (image, boxes)
    }
}
