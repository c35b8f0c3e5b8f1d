import Console
import KernelTypes
import Raster

/// What is always solid, or always background.
enum KeyMark: Sendable {
    case colored(RGB)
    case inside(PixelRect)

    var color: RGB? { if case .colored(let color) = self { color } else { nil } }
    var box: PixelRect? { if case .inside(let box) = self { box } else { nil } }
}

extension ValueKind where Value == KeyMark {
    static var keyMark: ValueKind {
        ValueKind(expected: "a color as #RRGGBB, or a box as x,y,width,height") { text in
            guard text.contains(",") else {
                return ValueKind<RGB>.color.convert(text).map { .colored($0) }
            }
            guard let boxes = parsedRectangles(text), boxes.count == 1 else { return nil }
            return .inside(boxes[0])
        }
    }
}
