import Diagnostics

/// The parts of a file name: `hat@2x.PNG` is `hat` at density 2.
package struct FileName {
    /// Without density suffix and extension.
    package let stem: String
    /// From a suffix such as `@2x`; nil without one.
    let density: Int?

    /// The extensions of supported images, in lower case.
    static let pictureEndings: Set<String> = [
        "png", "jpg", "jpeg", "apng", "gif", "webp", "aseprite", "ase",
    ]

    /// The valid densities in a name.
    static let densities = 1...8

    /// Returns nil unless the path is an image's.
    package init?(path: String) {
        let name = path.lastComponent
        guard let dot = name.lastIndex(of: "."), dot > name.startIndex,
            Self.pictureEndings.contains(name[name.index(after: dot)...].lowercased())
        else { return nil }
        let stem = name[..<dot]
        if stem.count > 3, stem.last == "x" || stem.last == "X",
            let digit = stem.dropLast().last?.wholeNumberValue, Self.densities.contains(digit),
            stem.dropLast(2).last == "@"
        {
            self.stem = String(stem.dropLast(3))
            density = digit
        } else {
            self.stem = String(stem)
            density = nil
        }
    }
}

/// A stem with a frame's number: `idle-01`, `idle_1`, `idle 1`, `idle (1)` or `idle1`; also a path
/// that ends in one, or in a number alone, as in `idle/1`.
package struct NumberedStem {
    /// Without the number and what separates it.
    package let name: String
    package let number: Int

    /// Returns nil without a number, or if nothing precedes it.
    package init?(_ stem: String) {
        var name = stem[...]
        let isInBrackets = name.last == ")"
        if isInBrackets { name = name.dropLast() }
        let digits = name.utf8.reversed().prefix { (48...57).contains($0) }.count
        guard (1...6).contains(digits), let number = Int(name.suffix(digits)) else { return nil }
        name = name.dropLast(digits)
        if isInBrackets, name.popLast() != "(" { return nil }
        if let last = name.last, "-_ /".contains(last) { name = name.dropLast() }
        guard !name.isEmpty, name.last != "/" else { return nil }
        self.name = String(name)
        self.number = number
    }
}

extension String {
    /// The part after the last `/`.
    var lastComponent: String {
        lastSlash.map { String(self[utf8.index(after: $0)...]) } ?? self
    }

    /// The part before the last `/`; empty without one.
    var parent: String { lastSlash.map { String(self[..<$0]) } ?? "" }

    /// Unlike `==`, which ignores differences in Unicode normal form.
    func hasSameBytes(as other: String) -> Bool { utf8.elementsEqual(other.utf8) }

    /// ASCII without capital letters equals its `lowercased()`.
    var isPlainLowercase: Bool {
        utf8.allSatisfy { $0 < 0x80 && !(UInt8(ascii: "A")...UInt8(ascii: "Z")).contains($0) }
    }
}

/// The name of a layer or group as an asset: `pet#hat`, or `pet#clothes/hat` if several are called
/// `hat`.
struct DocumentPart {
    /// The whole document's asset.
    let document: String
    /// A layer's or group's name, or its path with slashes.
    let part: String

    /// Returns nil for a name without `#`; the part before it may be a file's name.
    init?(_ name: String) {
        guard let mark = name.firstIndex(of: "#"), mark > name.startIndex else { return nil }
        let own = String(name[..<mark])
        document = FileName(path: own).map(\.stem) ?? own
        part = String(name[name.index(after: mark)...])
        guard !part.isEmpty else { return nil }
    }

    var name: String { "\(document)#\(part)" }
}

extension AssetIndex {
    /// The layers and groups of a document by distinct name.
    func parts(of document: String) -> [String] {
        parts.keys.compactMap { name in
            DocumentPart(name).flatMap { $0.document == document ? $0.part : nil }
        }
        .sorted { PathBytes($0) < PathBytes($1) }
    }
}
