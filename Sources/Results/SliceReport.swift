package import Bake
import FileStore
import Raster
import SheetSlicing

/// What `kiln slice --json` shows of a sheet that was cut.
package struct SliceReport: Encodable {
    struct Place: Encodable {
        var x: Int
        var y: Int

        init(_ point: PixelPoint) { (x, y) = (point.x, point.y) }
    }

    struct Frame: Encodable {
        /// Of the file that was written.
        var path: String?
        /// Of the cell on the sheet, in pixels.
        var x: Int
        var y: Int
        var width: Int
        var height: Int
        var row: Int
        var column: Int
        var correction: Correction?
    }

    struct Correction: Encodable {
        var dx: Int
        var dy: Int
        var heightBefore: Int
        var heightAfter: Int
        /// In degrees, rounded to hundredths.
        var tilt: Double
        /// Where the box's top-left corner lies on the common cell.
        var place: Place
        var hasAnchor: Bool

        init(_ correction: FrameCorrection) {
            dx = correction.dx
            dy = correction.dy
            heightBefore = correction.heightBefore
            heightAfter = correction.heightAfter
            tilt = hundredths(correction.tilt)
            place = Place(correction.place)
            hasAnchor = correction.hasAnchor
        }
    }

    struct Sheet: Encodable {
        var path: String
        var columns: Int
        var rows: Int
        var cellWidth: Int
        var cellHeight: Int
        var anchor: Place
    }

    /// The mean sides of blocks that became pixels.
    struct Block: Encodable {
        var width: Double
        var height: Double
    }

    var method: String
    /// 0...1.
    var confidence: Double
    var rows: Int
    var columns: Int
    var frames: [Frame]
    /// Debris.
    var dropped: [BoxEntry]
    var notes: [String]
    var block: Block?
    var sheet: Sheet?
    var others: [String]
    /// Frames of an earlier cut that this one does not have.
    var removed: [String]

    package init(_ sliced: SlicedPicture) {
        let cut = sliced.cut
        method = cut.method.rawValue
        confidence = hundredths(cut.confidence)
        (rows, columns) = (cut.rows, cut.columns)
        frames = cut.frames.enumerated().map { index, frame in
            Frame(
                path: sliced.frames.isEmpty ? nil : sliced.frames[index],
                x: frame.box.x,
                y: frame.box.y,
                width: frame.box.width,
                height: frame.box.height,
                row: frame.row,
                column: frame.column,
                correction: sliced.corrections.isEmpty
                    ? nil : Correction(sliced.corrections[index])
            )
        }
        dropped = cut.dropped.map { BoxEntry($0) }
        notes = cut.notes.map(\.description)
        if case .blocks(let width, let height)? = sliced.pixelation {
            block = Block(width: hundredths(width), height: hundredths(height))
        }
        sheet = sliced.sheet.map {
            Sheet(
                path: $0.path,
                columns: $0.columns,
                rows: $0.rows,
                cellWidth: $0.cell.width,
                cellHeight: $0.cell.height,
                anchor: Place($0.anchor)
            )
        }
        others = sliced.others
        removed = sliced.stale.removed
    }
}

private func hundredths(_ value: Double) -> Double { (value * 100).rounded() / 100 }
