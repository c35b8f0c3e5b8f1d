public import Raster

/// A sheet that was cut: its frames, and how they were found.
public struct CutSheet: Sendable {
    /// In reading order, at least one.
    public let frames: [CutFrame]
    public let method: CutMethod
    /// How sure the cut is, 0...1; 1 where it was stated.
    public let confidence: Double
    /// Debris that belongs to no frame.
    public let dropped: [PixelRect]
    /// What was decided on the way that somebody may want to look at.
    public let notes: [SlicingNote]

    package init(
        frames: [CutFrame],
        method: CutMethod,
        confidence: Double = 1,
        dropped: [PixelRect] = [],
        notes: [SlicingNote] = []
    ) {
        self.frames = frames
        self.method = method
        self.confidence = confidence
        self.dropped = dropped
        self.notes = notes
    }

    /// The number of rows that frames stand in.
    public var rows: Int { (frames.map(\.row).max() ?? 0) + 1 }
    /// The number of columns that frames stand in.
    public var columns: Int { (frames.map(\.column).max() ?? 0) + 1 }
}

/// How frames were found.
public enum CutMethod: String, CaseIterable, Hashable, Sendable {
    /// By a stated grid.
    case grid
    /// By cells of a stated size.
    case cell
    /// By stated rectangles.
    case rects
    /// By clear bands that divide the sheet evenly.
    case gutters
    /// By connected figures.
    case islands
}

/// One frame of a sheet.
public struct CutFrame: Sendable {
    /// Where it lies on the sheet.
    public let box: PixelRect
    /// Which pixels of the box are its own, where a neighbor reaches in; nil means all.
    ///
    /// As large as the box, origin at the box's top-left corner.
    public let mask: BitMask?
    /// Counted from 0, from the top.
    public let row: Int
    /// Counted from 0, from the left.
    public let column: Int

    package init(box: PixelRect, mask: BitMask? = nil, row: Int, column: Int) {
        self.box = box
        self.mask = mask
        self.row = row
        self.column = column
    }

    /// The frame's pixels, as large as its box; those of neighbors are clear.
    ///
    /// - Parameter sheet: the sheet that was cut.
    /// - Returns: straight alpha.
    public func picture(from sheet: StraightImage) -> StraightImage {
        var picture = sheet.cropped(to: box)
        guard let mask else { return picture }
        for y in 0..<box.height {
            for x in 0..<box.width where !mask[x, y] { picture[x, y] = .clear }
        }
        return picture
    }
}

/// What cutting decided where the sheet left it open.
public enum SlicingNote: Hashable, Sendable {
    /// Figures that touched were parted: the boxes of the parts.
    case parted([PixelRect])
    /// Figures that touch along whole edges were parted near even borders, because more were expected:
    /// the boxes of the parts.
    case partedEvenly([PixelRect])
    /// Figures were joined, because fewer were expected: the box of the whole.
    case joined(PixelRect)
    /// The sheet is opaque all over, so that it is one figure.
    case opaque
}

extension SlicingNote: CustomStringConvertible {
    public var description: String {
        switch self {
        case .parted(let boxes):
            "parted figures that touch: \(boxes.map(\.description).joined(separator: ", "))"
        case .partedEvenly(let boxes):
            "parted evenly, because no waist shows between figures: "
                + boxes.map(\.description).joined(separator: ", ")
        case .joined(let box): "joined parts to one figure: \(box)"
        case .opaque: "the sheet is opaque, so it is one frame"
        }
    }
}
