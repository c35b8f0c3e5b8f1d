import AtlasBuilding
import Bake
import Catalog
import Console

extension ValueKind where Value == PivotRule {
    /// `NAMES=X,Y`, `NAMES=none`, or `none` for all.
    static var pivot: ValueKind {
        ValueKind(expected: "none, or names and a point such as hero*=0.5,1") { text in
            if text == "none" { return PivotRule(frames: Glob("*"), point: nil) }
            guard let (names, numbers) = split(text) else { return nil }
            if numbers == ["none"] { return PivotRule(frames: names, point: nil) }
            guard numbers.count == 2, let x = Double(numbers[0]), let y = Double(numbers[1]),
                (-8...8).contains(x), (-8...8).contains(y)
            else { return nil }
            return PivotRule(frames: names, point: (x, y))
        }
    }
}

extension ValueKind where Value == (frames: Glob, slice: NineSlice) {
    /// `NAMES=LEFT,TOP,RIGHT,BOTTOM`.
    static var nineSlice: ValueKind {
        ValueKind(expected: "names and four lengths such as panel*=8,8,8,8") { text in
            guard let (names, numbers) = split(text), numbers.count == 4 else { return nil }
            let sides = numbers.compactMap { Int($0) }.filter { (0...16_384).contains($0) }
            guard sides.count == 4 else { return nil }
            var slice = NineSlice()
            (slice.left, slice.top, slice.right, slice.bottom) =
                (sides[0], sides[1], sides[2], sides[3])
            return (names, slice)
        }
    }
}

/// The pattern before the last `=` and what the commas behind it separate.
private func split(_ text: String) -> (Glob, [Substring])? {
    guard let equals = text.lastIndex(of: "="), equals != text.startIndex else { return nil }
    let rest = text[text.index(after: equals)...]
    return (
        Glob(String(text[..<equals])), rest.split(separator: ",", omittingEmptySubsequences: false)
    )
}
