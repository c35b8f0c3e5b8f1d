import AtlasBuilding
import Bake
import Catalog
import Console

extension ValueKind where Value == (frames: Glob, point: AtlasFrame.Pivot?) {
    /// `NAMES=X,Y`, `NAMES=none`, or `none` for all.
    static var pivot: ValueKind {
        ValueKind(expected: "none, or names and a point such as hero*=0.5,1") { text in
            if text == "none" { return (Glob("*"), nil) }
            guard let (names, numbers) = split(text) else { return nil }
            if numbers == ["none"] { return (names, nil) }
            guard numbers.count == 2, let x = Double(numbers[0]), let y = Double(numbers[1]),
                (-8...8).contains(x), (-8...8).contains(y)
            else { return nil }
            return (names, AtlasFrame.Pivot(x: x, y: y))
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
            return (
                names,
                NineSlice(left: sides[0], top: sides[1], right: sides[2], bottom: sides[3])
            )
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

extension ValueKind where Value == String {
    /// A name that makes a file in a folder, on every system, and none outside of it.
    static var fileName: ValueKind {
        ValueKind(expected: "a file name without / that every system takes") { text in
            // What Windows keeps for itself.
            let kept = "/\\:*?\"<>|".unicodeScalars
            let isFit =
                (1...128).contains(text.utf8.count) && !text.hasPrefix(".")
                && !text.unicodeScalars.contains { $0.value < 0x20 || kept.contains($0) }
            return isFit && troubleOfFileName(text) == nil ? text : nil
        }
    }
}
