import ImageCodec
package import Raster

/// A grid of pictures with labels, such as species by item.
package struct ContactSheet: Hashable, Sendable {
    /// One picture and what is written under it.
    package struct Cell: Hashable, Sendable {
        /// Nil leaves the place empty, with a cross.
        package var picture: StraightImage?
        package var label: String
        /// A second line, fainter.
        package var note: String

        package init(picture: StraightImage?, label: String = "", note: String = "") {
            self.picture = picture
            self.label = label
            self.note = note
        }
    }

    package struct Row: Hashable, Sendable {
        /// Written at the left border.
        package var title: String
        package var cells: [Cell]

        package init(title: String = "", cells: [Cell]) {
            self.title = title
            self.cells = cells
        }
    }

    package var title: String
    package var rows: [Row]

    package init(title: String = "", rows: [Row]) {
        self.title = title
        self.rows = rows
    }

    /// How large a sheet of equal pictures with labels will be, before any is drawn.
    ///
    /// `columns` are the pictures in the longest row. No raster may have the sides, which are in
    /// pixels.
    package static func sides(
        rows: Int,
        columns: Int,
        titles: [String] = [],
        picture: PixelSize,
        style: SheetStyle
    ) -> (width: Int, height: Int) {
        let measures = Measures(titles: titles, hasHead: false, lines: 1, style)
        let height = max(Measures.leastHeight, picture.height) + measures.besidePicture
        let width = max(Measures.leastWidth, picture.width) + style.gap
        return (measures.firstLeft + columns * width, measures.top + rows * height)
    }

    /// Draws the sheet.
    ///
    /// Every cell is as wide as the widest picture or note, and as high as the highest picture of its
    /// row; pictures are at the bottom of theirs, so that feet are in line.
    ///
    /// - Returns: nil when the sheet would be larger than a picture may be (`DecodeLimits`).
    package func drawn(_ style: SheetStyle = SheetStyle()) -> StraightImage? {
        guard let layout = Layout(self, style), DecodeLimits().allow(layout.size) else {
            return nil
        }
        var image = StraightImage(size: layout.size, filledWith: style.paper)
        if !title.isEmpty {
            let width = layout.size.width - 2 * style.gap
            image.label(title, at: PixelPoint(x: style.gap, y: style.gap), width: width, style)
        }
        for (index, row) in rows.enumerated() {
            let y = layout.tops[index]
            let middle = y + (layout.cells[index].height - style.lineHeight) / 2
            let corner = PixelPoint(x: style.gap, y: middle)
            image.label(row.title, at: corner, width: layout.measures.titleWidth, style)
            for (column, cell) in row.cells.enumerated() {
                let place = PixelPoint(x: layout.left(column), y: y)
                draw(cell, at: place, layout.cells[index], style, on: &image)
            }
        }
        return image
    }

    private func draw(
        _ cell: Cell,
        at place: PixelPoint,
        _ size: PixelSize,
        _ style: SheetStyle,
        on image: inout StraightImage
    ) {
        if let picture = cell.picture {
            var tile = StraightImage(size: size)
            let corner = PixelPoint(
                x: (size.width - picture.width) / 2,
                y: size.height - picture.height
            )
            tile.copy(from: picture, at: corner)
            image.copy(from: tile.laid(over: style.backdrop), at: place)
        } else if let frame = PixelRect(origin: place, size: size) {
            image.cross(frame, color: style.faintInk)
        }
        var corner = PixelPoint(x: place.x, y: place.y + size.height + 3 * style.textScale)
        for (text, color) in [(cell.label, style.ink), (cell.note, style.faintInk)]
        where !text.isEmpty {
            image.label(text, at: corner, width: size.width, style, color: color, isCentered: true)
            corner.y += style.lineHeight + style.textScale
        }
    }
}

/// What every layout of a style begins with, in pixels.
private struct Measures {
    static let leastWidth = 48
    static let leastHeight = 16
    private static let widestNote = 160

    static func width(ofNote note: String, _ style: SheetStyle) -> Int {
        min(PixelFont.standard.width(of: note), widestNote) * style.textScale
    }

    /// Of the rows' titles.
    let titleWidth: Int
    /// Of the first column.
    let firstLeft: Int
    /// Of the first row of pictures.
    let top: Int
    /// Of each row, above the pictures' height: lines of text and the gap.
    let besidePicture: Int

    /// `lines` are those of text below each picture.
    init(titles: [String], hasHead: Bool, lines: Int, _ style: SheetStyle) {
        let scale = style.textScale
        let font = PixelFont.standard
        titleWidth = (titles.map { font.width(of: $0) }.max() ?? 0) * scale
        firstLeft = style.gap + (titleWidth > 0 ? titleWidth + style.gap : 0)
        top = style.gap + (hasHead ? style.lineHeight + style.gap : 0)
        let line = style.lineHeight + scale
        besidePicture = lines * line + (lines > 0 ? 3 * scale : 0) + style.gap
    }
}

/// Where things are on a sheet, in pixels.
private struct Layout {
    /// Of the pictures, by row.
    let cells: [PixelSize]
    let measures: Measures
    /// Of each row of pictures.
    let tops: [Int]
    let size: PixelSize
    /// From a picture's left side to the next one's.
    private let pitch: Int

    init?(_ sheet: ContactSheet, _ style: SheetStyle) {
        let all = sheet.rows.flatMap(\.cells)
        let columns = max(1, sheet.rows.map(\.cells.count).max() ?? 1)
        // Names may be shortened; notes are what the sheet is for.
        let notes = all.map { Measures.width(ofNote: $0.note, style) }
        let cellWidth = max(
            Measures.leastWidth,
            notes.max() ?? 1,
            all.compactMap { $0.picture?.width }.max() ?? 1
        )
        measures = Measures(
            titles: sheet.rows.map(\.title),
            hasHead: !sheet.title.isEmpty,
            lines: all.contains { !$0.note.isEmpty }
                ? 2 : all.contains { !$0.label.isEmpty } ? 1 : 0,
            style
        )
        pitch = cellWidth + style.gap
        var (cells, tops, y): ([PixelSize], [Int], Int) = ([], [], measures.top)
        for row in sheet.rows {
            let height = max(
                Measures.leastHeight,
                row.cells.compactMap { $0.picture?.height }.max() ?? 1
            )
            guard let cell = PixelSize(width: cellWidth, height: height) else { return nil }
            cells.append(cell)
            tops.append(y)
            y += height + measures.besidePicture
        }
        let size = PixelSize(
            width: measures.firstLeft + columns * pitch,
            height: sheet.rows.isEmpty ? measures.top + style.gap : y
        )
        guard let size else { return nil }
        (self.cells, self.tops, self.size) = (cells, tops, size)
    }

    func left(_ column: Int) -> Int { measures.firstLeft + column * pitch }
}

extension Bitmap<StraightPixel> {
    /// A thin frame with a diagonal: nothing here.
    fileprivate mutating func cross(_ frame: PixelRect, color: StraightPixel) {
        let (width, height) = (frame.width, frame.height)
        var dots: [(Int, Int)] = []
        for x in 0..<width { dots += [(x, 0), (x, height - 1), (x, x * height / width)] }
        for y in 0..<height { dots += [(0, y), (width - 1, y)] }
        for (x, y) in dots where frame.x + x < self.width && frame.y + y < self.height {
            self[frame.x + x, frame.y + y] = color
        }
    }
}

/// When the frames of a moving sheet change, whose cells play animations of their own.
///
/// The sheet runs once through the longest animation; shorter ones begin again.
package struct SheetTimeline: Hashable, Sendable {
    /// The time between two changes.
    package struct Step: Hashable, Sendable {
        /// In milliseconds.
        package var duration: Int
        /// Which frame each cell shows.
        package var frames: [Int]
    }

    package let steps: [Step]

    /// - Parameter cells: how long each frame of each cell is shown, in milliseconds above 0; a cell
    ///   that shows nothing has none.
    package init(_ cells: [[Int]]) {
        let lengths = cells.map { $0.reduce(0, +) }
        let whole = lengths.max() ?? 0
        var changes: Set<Int> = [0]
        for (cell, length) in zip(cells, lengths) where length > 0 {
            var time = 0
            while time < whole {
                for duration in cell where time < whole {
                    changes.insert(time)
                    time += duration
                }
            }
        }
        let times = changes.sorted()
        steps = zip(times, times.dropFirst() + [whole]).compactMap { start, end in
            guard end > start else { return nil }
            let frames = zip(cells, lengths).map { cell, length in
                length > 0 ? Self.frame(of: cell, at: start % length) : 0
            }
            return Step(duration: end - start, frames: frames)
        }
    }

    private static func frame(of cell: [Int], at time: Int) -> Int {
        var rest = time
        for (index, duration) in cell.enumerated() {
            rest -= duration
            if rest < 0 { return index }
        }
        return 0
    }
}
