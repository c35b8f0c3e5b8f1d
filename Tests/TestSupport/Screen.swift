public import Raster

/// A terminal's screen in memory: as much of ECMA-48 as we send.
public struct Screen: Sendable {
    public struct Cell: Hashable, Sendable {
        public var letter: Character = " "
        public var foreground: StraightPixel?
        public var background: StraightPixel?
    }

    public let columns: Int
    public let rows: Int
    public private(set) var cells: [[Cell]]
    public private(set) var row = 0
    public private(set) var column = 0
    public private(set) var isCursorVisible = true
    /// How many rows were lost at the top.
    public private(set) var scrolled = 0
    /// Sequences that the screen does not know.
    public private(set) var unknown: [String] = []
    private var saved = (row: 0, column: 0)
    private var pen = Cell()

    public init(columns: Int, rows: Int) {
        self.columns = columns
        self.rows = rows
        cells = Array(repeating: Array(repeating: Cell(), count: columns), count: rows)
    }

    public var isPlain: Bool { pen == Cell() }

    public mutating func send(_ bytes: [UInt8]) {
        var rest = String(decoding: bytes, as: UTF8.self).unicodeScalars[...]
        while let scalar = rest.popFirst() {
            switch scalar {
            case "\r": column = 0
            // As a terminal driver translates it.
            case "\n": (row, column) = (row + 1, 0)
            case "\u{1B}":
                switch rest.popFirst() {
                case "7": saved = (row, column)
                case "8": (row, column) = saved
                case "[":
                    let body = rest.prefix { !(0x40...0x7E).contains($0.value) }
                    rest = rest.dropFirst(body.count)
                    guard let final = rest.popFirst() else { return }
                    control(String(body), Character(final))
                default: unknown.append("ESC")
                }
            default:
                if column == columns {
                    (row, column) = (row + 1, 0)
                    scroll()
                }
                pen.letter = Character(scalar)
                cells[row][column] = pen
                pen.letter = " "
                column += 1
            }
            scroll()
        }
    }

    private mutating func scroll() {
        while row >= rows {
            cells.removeFirst()
            cells.append(Array(repeating: Cell(), count: columns))
            row -= 1
            scrolled += 1
        }
    }

    private mutating func control(_ body: String, _ final: Character) {
        let numbers = body.split(separator: ";").compactMap { Int($0) }
        switch (body, final) {
        case ("?25", "l"): isCursorVisible = false
        case ("?25", "h"): isCursorVisible = true
        case ("?2026", _): break
        case (_, "A"): row = max(0, row - (numbers.first ?? 1))
        case (_, "B"): row = min(rows - 1, row + (numbers.first ?? 1))
        case ("", "K"): for place in column..<columns { cells[row][place] = Cell() }
        case ("", "J"):
            for place in column..<columns { cells[row][place] = Cell() }
            for below in (row + 1)..<max(row + 1, rows) {
                cells[below] = Array(repeating: Cell(), count: columns)
            }
        case (_, "m"):
            switch numbers.first {
            case 0: pen = Cell()
            case 38: pen.foreground = color(numbers)
            case 48: pen.background = color(numbers)
            case 49: pen.background = nil
            default: unknown.append(body + "m")
            }
        default: unknown.append("\(body)\(final)")
        }
    }

    private func color(_ numbers: [Int]) -> StraightPixel? {
        guard numbers.count == 5, numbers[1] == 2 else { return nil }
        return StraightPixel(r: UInt8(numbers[2]), g: UInt8(numbers[3]), b: UInt8(numbers[4]))
    }

    /// What half blocks show from the given row on.
    public func pixels(width: Int, height: Int, from top: Int = 0) -> StraightImage {
        let pixels = (0..<height).flatMap { y in
            (0..<width).map { x -> StraightPixel in
                let cell = cells[top + y / 2][x]
                let isUpper = y.isMultiple(of: 2)
                let color: StraightPixel? =
                    switch cell.letter {
                    case "▀": isUpper ? cell.foreground : cell.background
                    case "▄": isUpper ? cell.background : cell.foreground
                    default: cell.background
                    }
                return color ?? .clear
            }
        }
        return StraightImage(size: PixelSize(width: width, height: height)!, pixels: pixels)!
    }

    public func text(row: Int) -> String { String(cells[row].map(\.letter)) }
}
