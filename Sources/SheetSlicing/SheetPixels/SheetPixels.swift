// SheetPixels: sheets that were cut, with one pixel for each block.
//
// In: a keyed picture and how it was cut (SheetSlicing). Out: its frames on a picture of their own, where
// each block that stood for a pixel is one (PixelLattice).

package import Raster

/// How blocks that were meant as pixels become pixels.
public struct Pixelation: Hashable, Sendable {
    /// The side of a block in source pixels; nil finds it.
    public var size: Double?
    /// At most so many colors are left in all frames; nil keeps all.
    public var colors: Int?

    public init(size: Double? = nil, colors: Int? = nil) {
        self.size = size
        self.colors = colors
    }
}

/// What became of a sheet's blocks.
package enum PixelationResult: Hashable, Sendable {
    /// The mean sides of a block, in source pixels.
    case blocks(width: Double, height: Double)
    /// Nothing speaks for blocks: frames stayed as they are.
    case noBlocks
}

extension Pixelation {
    /// The frames of a sheet with one pixel for each block.
    ///
    /// - Parameters:
    ///   - sheet: how the picture was cut.
    ///   - image: straight alpha, keyed.
    /// - Returns: the frames apart on a picture of their own; the same picture where no blocks are.
    package func applied(
        to sheet: CutSheet,
        of image: StraightImage
    ) -> (image: StraightImage, sheet: CutSheet, result: PixelationResult) {
        let frames = sheet.frames.map { $0.picture(from: image) }
        let lattice =
            size.map { PixelLattice(of: frames, pitch: $0) }
            ?? PixelLattice.find(in: frames)
        guard let lattice else { return (image, sheet, .noBlocks) }
        // Cells keep their figures' places; a figure that was cut out has none.
        let areCells =
            frames.allSatisfy { $0.size == frames[0].size }
            && sheet.frames.allSatisfy { $0.mask == nil }
        let pixels = lattice.pixels(of: frames, framing: areCells ? .common : .own, colors: colors)
        guard let (apart, boxes) = StraightImage.apart(pixels) else {
            return (image, sheet, .noBlocks)
        }
        let cut = CutSheet(
            frames: zip(sheet.frames, boxes).map { frame, box in
                CutFrame(box: box, row: frame.row, column: frame.column)
            },
            method: sheet.method,
            confidence: sheet.confidence,
            dropped: sheet.dropped,
            notes: sheet.notes
        )
        let (width, height) = lattice.pitch
        return (apart, cut, .blocks(width: width, height: height))
    }
}

extension StraightImage {
    /// Pictures on one, in rows of cells as large as the largest of them.
    ///
    /// - Parameter pictures: in the order of their cells.
    /// - Returns: nil without any, and when no picture is so large.
    package static func apart(
        _ pictures: [StraightImage]
    ) -> (image: StraightImage, boxes: [PixelRect])? {
        let (width, height) = (pictures.map(\.width).max() ?? 0, pictures.map(\.height).max() ?? 0)
        // Nearly square, so that no side gets too long.
        let columns = max(1, Int(Double(pictures.count).squareRoot().rounded(.up)))
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
