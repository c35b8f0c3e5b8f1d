import ChromaKey
import KernelTypes
import Console
import Raster

extension ValueKind where Value == KeyMark {
    static var keyMark: ValueKind {
        ValueKind(expected: "a color as #RRGGBB, or a box as x,y,width,height") { text in
            guard text.contains(",") else {
                return ValueKind<RGB>.color.convert(text).map { .color($0) }
            }
            guard let boxes = parsedRectangles(text), boxes.count == 1 else { return nil }
            return .box(boxes[0])
        }
    }
}
