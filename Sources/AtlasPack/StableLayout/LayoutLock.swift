public import Raster

/// The places of an atlas' sprites, to be committed and kept from bake to bake.
///
/// The text has one line a page and one line a sprite, sorted by name, so that adding a sprite adds
/// one line to a diff. Equal sprites share a place, and each has its line: when one of them goes or
/// changes, the others stay.
///
///     kiln-layout 1
///     page 0 512x256
///     page 1 128x128 group "fox"
///     sprite "fox/tail" page 1 at 0,0 size 40x20
///     sprite "hat" page 0 at 42,0 size 10x32 turned
public struct LayoutLock: Hashable, Sendable {
    public var pages: [Page] = []
    public var sprites: [String: Sprite] = [:]

    public struct Page: Hashable, Sendable {
        public var size: PixelSize
        public var group: String?
    }

    public struct Sprite: Hashable, Sendable {
        public var page: Int
        /// The sprite's pixels as drawn, without padding and extruded edge.
        public var rect: PixelRect
        public var isRotated: Bool
    }

    init() {}

    public init(_ plan: AtlasPlan, of items: [PackItem]) {
        pages = plan.pages.map { Page(size: $0.size, group: $0.group) }
        for (number, page) in plan.pages.enumerated() {
            for placement in page.placements {
                let sprite = Sprite(
                    page: number,
                    rect: placement.rect,
                    isRotated: placement.isRotated
                )
                for name in items[placement.item].allNames { sprites[name] = sprite }
            }
        }
    }

    /// The earlier place of an item, by the first of its names that is known.
    func sprite(of item: PackItem) -> Sprite? {
        if item.aliases.isEmpty { return sprites[item.name] }
        return item.allNames.sorted().lazy.compactMap { sprites[$0] }.first
    }

    /// The file's text, ending in a line feed.
    public var text: String {
        var lines = ["kiln-layout 1"]
        for (number, page) in pages.enumerated() {
            let group = page.group.map { " group \(LayoutLock.quoted($0))" } ?? ""
            lines.append("page \(number) \(page.size)\(group)")
        }
        for (name, sprite) in sprites.sorted(by: { $0.key < $1.key }) {
            let turned = sprite.isRotated ? " turned" : ""
            lines.append(
                "sprite \(LayoutLock.quoted(name)) page \(sprite.page) at \(sprite.rect.origin) "
                    + "size \(sprite.rect.size)\(turned)"
            )
        }
        return lines.joined(separator: "\n") + "\n"
    }

    /// In quotes, with backslash escapes for backslashes, quotes and line breaks.
    private static func quoted(_ name: String) -> String {
        var text = "\""
        for scalar in name.unicodeScalars {
            switch scalar {
            case "\"": text += "\\\""
            case "\\": text += "\\\\"
            case "\n": text += "\\n"
            case "\r": text += "\\r"
            default: text.unicodeScalars.append(scalar)
            }
        }
        return text + "\""
    }
}

extension LayoutLock {
    /// The maximum number of pages: each is searched for space.
    static let mostPages = 4096

    /// Parses a layout file.
    ///
    /// After the first line, lines may come in any order, with blank lines and CRLF, because
    /// version control merges such files. Overlapping sprites are no error, because a merge of two
    /// additions may cause them; the next bake moves one. Throws `LayoutLockError` at the first
    /// invalid line.
    public init(parsing text: String) throws(LayoutLockError) {
        self.init()
        var numbered: [Int: (page: Page, line: Int)] = [:]
        var spriteLines: [(name: String, line: Int)] = []
        var hasHeader = false
        var lineNumber = 0
        for line in text.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline) {
            lineNumber += 1
            var words = LineReader(line, number: lineNumber)
            if words.isAtEnd { continue }
            if !hasHeader {
                try words.expect("kiln-layout")
                try words.expect("1")
                try words.expectEnd()
                hasHeader = true
                continue
            }
            switch try words.word("\"page\" or \"sprite\"") {
            case "page":
                let (number, page) = try words.page()
                guard numbered.updateValue((page, lineNumber), forKey: number) == nil else {
                    throw words.error("page \(number) is there twice")
                }
                guard numbered.count <= Self.mostPages else {
                    throw words.error("found more than \(Self.mostPages) pages")
                }
            case "sprite":
                let (name, sprite) = try words.sprite()
                guard sprites.updateValue(sprite, forKey: name) == nil else {
                    throw words.error("sprite \"\(name.prefix(80))\" is there twice")
                }
                spriteLines.append((name, lineNumber))
            case let other:
                throw words.error("found \"\(other.prefix(40))\", expected \"page\" or \"sprite\"")
            }
        }
        guard hasHeader else {
            throw LayoutLockError(line: 1, message: "found nothing, expected \"kiln-layout 1\"")
        }
        for (number, entry) in numbered.sorted(by: { $0.key < $1.key }) {
            guard number == pages.count else {
                throw LayoutLockError(
                    line: entry.line,
                    message: "found page \(number), expected page \(pages.count) before it"
                )
            }
            pages.append(entry.page)
        }
        for (name, line) in spriteLines {
            let page = sprites[name]?.page ?? 0
            guard pages.indices.contains(page) else {
                throw LayoutLockError(
                    line: line,
                    message: "sprite \"\(name.prefix(80))\" is on page \(page), expected one of "
                        + "\(pages.count) pages"
                )
            }
        }
    }
}

private struct LineReader {
    private var rest: Substring
    private let number: Int

    init(_ line: Substring, number: Int) {
        rest = line
        self.number = number
        skipBlanks()
    }

    var isAtEnd: Bool { rest.isEmpty }

    func error(_ message: String) -> LayoutLockError {
        LayoutLockError(line: number, message: message)
    }

    mutating func page() throws(LayoutLockError) -> (Int, LayoutLock.Page) {
        let number = try integer(word("a page number"))
        let size = try size()
        var group: String?
        if !isAtEnd {
            try expect("group")
            group = try name()
        }
        try expectEnd()
        return (number, LayoutLock.Page(size: size, group: group))
    }

    mutating func sprite() throws(LayoutLockError) -> (String, LayoutLock.Sprite) {
        let name = try name()
        try expect("page")
        let page = try integer(word("a page number"))
        try expect("at")
        let (x, y) = try pair(word("a place such as 10,20"), separator: ",")
        try expect("size")
        let size = try size()
        var isRotated = false
        if !isAtEnd {
            try expect("turned")
            isRotated = true
        }
        try expectEnd()
        guard let rect = PixelRect(origin: PixelPoint(x: x, y: y), size: size) else {
            throw error("sprite \"\(name.prefix(80))\" lies at \(x),\(y), expected at most 2^30")
        }
        return (name, LayoutLock.Sprite(page: page, rect: rect, isRotated: isRotated))
    }

    mutating func word(_ expected: String) throws(LayoutLockError) -> Substring {
        let word = rest.prefix { !$0.isWhitespace }
        guard !word.isEmpty else { throw error("found the end of the line, expected \(expected)") }
        rest = rest.dropFirst(word.count)
        skipBlanks()
        return word
    }

    mutating func expect(_ expected: String) throws(LayoutLockError) {
        let found = try word("\"\(expected)\"")
        guard found == expected else {
            throw error("found \"\(found.prefix(40))\", expected \"\(expected)\"")
        }
    }

    func expectEnd() throws(LayoutLockError) {
        guard isAtEnd else {
            throw error("found \"\(rest.prefix(40))\", expected the end of the line")
        }
    }

    private mutating func size() throws(LayoutLockError) -> PixelSize {
        let word = try word("a size such as 64x32")
        let (width, height) = try pair(word, separator: "x")
        guard let size = PixelSize(width: width, height: height) else {
            throw error(
                "found size \(width)x\(height), expected sides of 1...\(PixelSize.maximumSide)"
            )
        }
        return size
    }

    private func pair(
        _ word: Substring,
        separator: Character
    ) throws(LayoutLockError) -> (Int, Int) {
        let parts = word.split(separator: separator, omittingEmptySubsequences: false)
        guard parts.count == 2 else {
            throw error(
                "found \"\(word.prefix(40))\", expected two numbers with \"\(separator)\" between them"
            )
        }
        return (try integer(parts[0]), try integer(parts[1]))
    }

    /// Plain digits only.
    private func integer(_ word: Substring) throws(LayoutLockError) -> Int {
        guard !word.isEmpty, word.utf8.allSatisfy({ (0x30...0x39).contains($0) }),
            let value = Int(word)
        else { throw error("found \"\(word.prefix(40))\", expected a whole number") }
        return value
    }

    private mutating func name() throws(LayoutLockError) -> String {
        guard rest.first == "\"" else {
            throw error("found \"\(rest.prefix(20))\", expected a name in quotes")
        }
        var name = ""
        var characters = rest.dropFirst().unicodeScalars
        while let scalar = characters.popFirst() {
            switch scalar {
            case "\"":
                rest = Substring(characters)
                guard rest.isEmpty || rest.first?.isWhitespace == true else {
                    throw error("found \"\(rest.prefix(20))\" right after a name")
                }
                skipBlanks()
                return name
            case "\\":
                switch characters.popFirst() {
                case "\"": name += "\""
                case "\\": name += "\\"
                case "n": name += "\n"
                case "r": name += "\r"
                default: throw error("a backslash in a name stands before \\, \", n or r")
                }
            default: name.unicodeScalars.append(scalar)
            }
        }
        throw error("the name \(rest.prefix(40)) has no closing quote")
    }

    private mutating func skipBlanks() {
        rest = rest.drop { $0.isWhitespace }
    }
}

public struct LayoutLockError: Error, Hashable {
    public let line: Int
    /// What was found and what was expected; lower case, without a period.
    public let message: String
}
