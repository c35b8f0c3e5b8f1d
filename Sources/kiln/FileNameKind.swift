import Catalog
import Console

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
