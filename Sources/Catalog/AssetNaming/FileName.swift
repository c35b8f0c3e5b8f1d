import Diagnostics

/// A file's name taken apart: `hat@2x.PNG` is `hat` at density 2.
struct FileName {
    /// Without density suffix and ending.
    let stem: String
    /// What `@2x` says; nil without a suffix.
    let density: Int?

    /// Endings of pictures that are read, in lower case.
    static let pictureEndings: Set<String> = [
        "png", "jpg", "jpeg", "apng", "gif", "webp", "aseprite", "ase",
    ]

    /// Those that a name may say.
    static let densities = 1...8

    /// Returns nil when the path is no picture's.
    init?(path: String) {
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

/// A stem with a frame's number behind it: `idle-01`, `idle_1`, `idle 1` or `idle1`.
struct NumberedStem {
    /// Without the number and what parts them.
    let name: String
    let number: Int

    /// Returns nil when there is no number, or nothing before it.
    init?(_ stem: String) {
        let digits = stem.utf8.reversed().prefix { (48...57).contains($0) }.count
        guard (1...6).contains(digits), let number = Int(stem.suffix(digits)) else { return nil }
        var name = stem.dropLast(digits)
        if let last = name.last, "-_ ".contains(last) { name = name.dropLast() }
        guard !name.isEmpty else { return nil }
        self.name = String(name)
        self.number = number
    }
}

extension String {
    /// What follows the last `/`.
    var lastComponent: String {
        lastSlash.map { String(self[utf8.index(after: $0)...]) } ?? self
    }

    /// What precedes the last `/`; empty without one.
    var parent: String { lastSlash.map { String(self[..<$0]) } ?? "" }

    /// Whether the bytes are the same.
    ///
    /// `==` on strings also holds across Unicode normal forms.
    func hasSameBytes(as other: String) -> Bool { utf8.elementsEqual(other.utf8) }

    /// Whether it is ASCII without capital letters; such a text is its own `lowercased()`.
    var isPlainLowercase: Bool {
        utf8.allSatisfy { $0 < 0x80 && !(UInt8(ascii: "A")...UInt8(ascii: "Z")).contains($0) }
    }
}
