import Console
import Diagnostics
import FileStore
import KernelTypes
import Raster
import SheetSlicing

/// Two whole numbers in `range` with an x between them.
private func twoNumbers(_ text: String, in range: ClosedRange<Int>) -> (Int, Int)? {
    let parts = text.split(separator: "x", omittingEmptySubsequences: false)
    guard parts.count == 2, let first = Int(parts[0]), let second = Int(parts[1]),
        range.contains(first), range.contains(second)
    else { return nil }
    return (first, second)
}

extension ValueKind where Value == GridLayout {
    /// `4x2`: columns and rows.
    static var gridSize: ValueKind {
        ValueKind(expected: "columns and rows as CxR") { text in
            twoNumbers(text, in: 1...4096).map { GridLayout(columns: $0, rows: $1) }
        }
    }

    /// `64x64`: width and height.
    static var cellSize: ValueKind {
        ValueKind(expected: "width and height as WxH") { text in
            twoNumbers(text, in: 1...65_536).map {
                GridLayout(columns: 1, rows: 1, cellWidth: $0, cellHeight: $1)
            }
        }
    }
}

extension ValueKind where Value == RegisterAnchor {
    /// `feet`, `mass`, `none` or a color.
    static var registerAnchor: ValueKind {
        ValueKind(
            expected: "feet, mass, none or a color as #RRGGBB",
            completion: .words(["feet", "mass", "none"])
        ) { text in
            switch text {
            case "feet": .feet
            case "mass": .mass
            case "none": RegisterAnchor.none
            default: RGB(text).map { .color($0) }
            }
        }
    }
}

/// The side of a block that stands for a pixel.
struct BlockSize: Sendable {
    /// Nil finds it.
    var pixels: Double?
}

extension ValueKind where Value == BlockSize {
    /// `auto`, or a number that need not be whole.
    static var blockSize: ValueKind {
        ValueKind(expected: "auto or a number from 2 to 256", completion: .words(["auto"])) {
            text in
            if text == "auto" { return BlockSize() }
            return Double(text).flatMap { (2...256).contains($0) ? BlockSize(pixels: $0) : nil }
        }
    }
}

/// Rectangles that were typed, or the file that holds them.
enum RectangleList: Sendable {
    case rectangles([PixelRect])
    case file(String)
}

extension ValueKind where Value == RectangleList {
    /// `0,0,64,64;64,0,64,64`, or a path.
    static var rectangles: ValueKind {
        ValueKind(
            expected: "rectangles as x,y,width,height; …, or a path",
            completion: .files
        ) { text in
            guard !text.isEmpty, text != "-" else { return nil }
            // Numbers that no rectangle has are typed all the same.
            let isTyped = text.utf8.allSatisfy { "0123456789,; -+.".utf8.contains($0) }
            return isTyped ? parsedRectangles(text).map { .rectangles($0) } : .file(text)
        }
    }
}

func rectangles(_ list: RectangleList) throws -> [PixelRect] {
    switch list {
    case .rectangles(let rectangles): return rectangles
    case .file(let path):
        let text = String(decoding: try RealDisk().read(path), as: UTF8.self)
        var rectangles: [PixelRect] = []
        for (index, line) in text.split(
            omittingEmptySubsequences: false,
            whereSeparator: \.isNewline
        ).enumerated() {
            guard let found = parsedRectangles(String(line)) else {
                throw CommandFailure(
                    "\(path):\(index + 1): no rectangle, expected x,y,width,height in whole pixels"
                )
            }
            rectangles += found
        }
        return rectangles
    }
}

/// Nil when some of the text is no rectangle; empty lines hold none.
func parsedRectangles(_ text: String) -> [PixelRect]? {
    var rectangles: [PixelRect] = []
    for part in text.split(separator: ";") {
        let words = part.split(separator: ",", omittingEmptySubsequences: false)
        let numbers = words.compactMap { word in
            Int(String(word.filter { !$0.isWhitespace }))
        }
        if words.allSatisfy({ $0.allSatisfy(\.isWhitespace) }) { continue }
        guard numbers.count == 4, words.count == 4,
            let rectangle = PixelRect(
                x: numbers[0],
                y: numbers[1],
                width: numbers[2],
                height: numbers[3]
            )
        else { return nil }
        rectangles.append(rectangle)
    }
    return rectangles
}
