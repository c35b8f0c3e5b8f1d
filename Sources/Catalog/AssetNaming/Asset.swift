import Diagnostics

/// A named image, as one file or several of different density.
public struct Asset: Hashable, Sendable {
    public struct File: Hashable, Sendable {
        /// Relative to the catalog's folder, with `/` as separator.
        public let path: String
        /// Pixels per point.
        public let density: Int
        /// The files of further frames, in order, if each frame has a file.
        public let following: [String]
        /// The layer or group of an Aseprite document; nil for all of the file.
        public let part: String?
        /// Files with the same figure over other screens.
        public var also: [File] = []

        public init(path: String, density: Int, following: [String] = [], part: String? = nil) {
            self.path = path
            self.density = density
            self.following = following
            self.part = part
        }
    }

    public let name: String
    /// The number of frames with separate files; 1 for one file.
    public var frameFiles: Int { files[0].following.count + 1 }
    /// By density, ascending; never empty.
    public internal(set) var files: [File]
    /// Declared by the asset's image set, if any.
    public var rendering: RenderingIntent?
    /// The whole document's asset, for a layer or group of it.
    public var document: String? { files[0].part == nil ? nil : DocumentPart(name)?.document }
    /// The name for frames and files: a hyphen precedes the layer.
    package var plainName: String {
        guard let part = files[0].part == nil ? nil : DocumentPart(name) else { return name }
        return "\(part.document)-\(part.part.map { $0 == "/" ? "-" : String($0) }.joined())"
    }
    /// Whether it is the dark image of an image set, which may be unused.
    public var isDarkVariant = false

    /// All files, with those of later frames and other screens, from the catalog's folder.
    package var paths: [String] {
        files.flatMap { [$0] + $0.also }.flatMap { [$0.path] + $0.following }
    }

    /// The best file for a scale: the nearest density at or above it, else the highest.
    public func file(forScale scale: Int) -> File {
        files.first { $0.density >= scale } ?? files[files.count - 1]
    }
}

extension [Asset] {
    /// Joins assets with those that show the same figure over other screens (`names`), and removes
    /// the latter; returns missing ones.
    mutating func join(also names: (String) -> [String]) -> [Diagnostic] {
        let wanted = map { names($0.name).filter { !$0.isEmpty } }
        guard wanted.contains(where: { !$0.isEmpty }) else { return [] }
        let places = Dictionary(indices.map { (self[$0].name, $0) }) { first, _ in first }
        // A companion is no separate figure, though a general rule may match it too.
        let taken = Set(
            indices.flatMap { place in
                wanted[place].compactMap { places[$0] }.filter { $0 != place }
            }
        )
        var found: [Diagnostic] = []
        for place in indices where !taken.contains(place) {
            var files = self[place].files
            for name in wanted[place] where name != self[place].name {
                let others = places[name].map { self[$0].files } ?? []
                for index in files.indices {
                    let file = files[index]
                    let other = others.first { $0.density == file.density }
                    if let other, other.following.count == file.following.count {
                        files[index].also.append(other)
                    } else {
                        found.append(.alsoMissing(name, of: self[place].name, file, other, self))
                    }
                }
            }
            self[place].files = files
        }
        self = indices.filter { !taken.contains($0) }.map { self[$0] }
        return found
    }
}

extension Diagnostic {
    /// An image over another screen is missing, or has another number of frames.
    fileprivate static func alsoMissing(
        _ name: String,
        of asset: String,
        _ file: Asset.File,
        _ other: Asset.File?,
        _ all: [Asset]
    ) -> Diagnostic {
        let here = SourceLocation(path: file.path)
        if let other {
            return Diagnostic(
                .alsoMissing,
                at: here,
                message: "\"\(name)\" shows \"\(asset)\" over another screen in another number of "
                    + "files, found \(other.following.count + 1), expected "
                    + "\(file.following.count + 1)",
                help: "export each frame over each screen",
                related: [SourceLocation(path: other.path)]
            )
        }
        let known = all.first { $0.name == name }
        let near = known == nil ? nearestMatch(to: name, in: all.map(\.name)) : nil
        let remedy = "add the picture, or correct \"also\" under \"sheets\""
        return Diagnostic(
            .alsoMissing,
            at: here,
            message: "\"\(name)\", which is to show \"\(asset)\" over another screen, is missing"
                + (known == nil ? "" : " at density \(file.density)"),
            help: near.map { "did you mean \"\($0)\"? else " + remedy } ?? remedy
        )
    }
}

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
