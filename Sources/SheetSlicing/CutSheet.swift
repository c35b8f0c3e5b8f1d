public import Raster

/// The frames of a sheet, and how they were found.
public struct CutSheet: Sendable {
    /// In reading order, at least one.
    public internal(set) var frames: [CutFrame]
    public let method: CutMethod
    /// Of the cut, 0...1; 1 for explicit layouts.
    public internal(set) var confidence = 1.0
    /// Debris outside of all frames.
    public internal(set) var dropped: [PixelRect] = []
    /// Decisions that may need review.
    public internal(set) var notes: [SlicingNote] = []

    public var rows: Int { (frames.map(\.row).max() ?? 0) + 1 }
    public var columns: Int { (frames.map(\.column).max() ?? 0) + 1 }

    /// Whether frames are whole rectangles of one size.
    public var hasEqualCells: Bool {
        frames.allSatisfy { $0.mask == nil && $0.box.size == frames[0].box.size }
    }
}

public enum CutMethod: String, CaseIterable, Hashable, Sendable {
    case grid
    case cell
    case rects
    /// By clear bands that divide the sheet evenly.
    case gutters
    case islands
}

public struct CutFrame: Sendable {
    public let box: PixelRect
    /// The frame's own pixels, where a neighbor extends into the box; nil means all.
    ///
    /// As large as the box, origin at the box's top-left corner.
    public internal(set) var mask: BitMask?
    /// From 0, from the top.
    public let row: Int
    /// From 0, from the left.
    public let column: Int

    /// The frame's pixels with straight alpha, as large as its box; those of neighbors are clear.
    public func picture(from sheet: StraightImage) -> StraightImage {
        var picture = sheet.cropped(to: box)
        guard let mask else { return picture }
        for y in 0..<box.height {
            for x in 0..<box.width where !mask[x, y] { picture[x, y] = .clear }
        }
        return picture
    }
}

/// A decision that the sheet left open.
public enum SlicingNote: Hashable, Sendable {
    /// Touching figures were separated: the boxes of the parts.
    case parted([PixelRect])
    /// Figures that touch along whole edges were separated near even borders, because more were
    /// expected: the boxes of the parts.
    case partedEvenly([PixelRect])
    /// Figures were joined, because fewer were expected: the joined box.
    case joined(PixelRect)
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

public enum SlicingError: Error, Hashable, Sendable {
    public enum Axis: String, Hashable, Sendable {
        case columns
        case rows
    }

    /// Counts below one, or lengths below zero.
    case impossibleGrid(GridLayout)
    case tooSmall(Axis, length: Int, parts: Int)
    case unevenCells(Axis, length: Int, parts: Int, remainder: Int)
    /// Nothing would remain of a cell.
    case insetTooLarge(Int, cellWidth: Int, cellHeight: Int)
    case cellTooLarge(width: Int, height: Int, PixelSize)
    case outside(PixelRect, PixelSize)
    /// Every pixel is clear.
    case nothingFound
    /// Everything visible is smaller than a figure.
    case onlySpecks
    case noRectangles
    /// The number of figures differs from the expected one; `found` is in reading order.
    case wrongCount(found: [PixelRect], expected: Int)
    /// A count, rows or columns below one, or a count that rows and columns do not allow.
    case impossibleExpectation(count: Int?, rows: Int?, columns: Int?)
}

extension SlicingError: CustomStringConvertible {
    public var description: String {
        switch self {
        case .impossibleGrid(let grid):
            "the grid has \(grid.columns) columns and \(grid.rows) rows, expected at least one each"
        case .tooSmall(let axis, let length, let parts):
            "the sheet cannot be cut: \(length) pixels do not hold \(parts) \(axis.rawValue)"
        case .unevenCells(let axis, let length, let parts, let remainder):
            "the sheet cannot be cut evenly: \(length) pixels for \(parts) \(axis.rawValue) "
                + "leave \(remainder) over"
        case .insetTooLarge(let inset, let width, let height):
            "an inset of \(inset) leaves nothing of cells of \(width)x\(height), "
                + "expected 0 to \((min(width, height) - 1) / 2)"
        case .cellTooLarge(let width, let height, let size):
            "no cell of \(width)x\(height) fits on a sheet of \(size)"
        case .outside(let rect, let size):
            "the rectangle \(rect) does not lie on a sheet of \(size)"
        case .nothingFound: "no figures found: every pixel is clear"
        case .onlySpecks: "no figures found: all that is visible is too small for one"
        case .noRectangles: "no rectangle is stated"
        case .wrongCount(let found, let expected):
            "found \(found.count) figure\(found.count == 1 ? "" : "s"), expected \(expected): "
                + found.map(\.description).joined(separator: ", ")
        case .impossibleExpectation(let count, let rows, let columns):
            "expected figures cannot be "
                + [
                    count.map { "\($0) in all" }, rows.map { "in \($0) rows" },
                    columns.map { "in \($0) columns" },
                ].compactMap(\.self).joined(separator: ", ")
        }
    }
}
