import Catalog

/// Reads libGDX's and Spine's text, in the form since libGDX 1.9.14 and in the older one.
///
/// A name with an index becomes `name_index`, with the leading zeros recorded in our entry
/// `digits`.
func readLibGDX(_ file: ExportedFile) throws(FormatFault) -> AtlasDescription {
    var atlas = AtlasDescription(name: file.stem, pages: [])
    var region: LibGDXRegion?
    var isInPage = false
    func close() throws(FormatFault) {
        guard let done = region else { return }
        region = nil
        atlas.pages[atlas.pages.count - 1].frames.append(try done.frame())
    }
    try file.readLines { line throws(FormatFault) in
        if line.isEmpty {
            try close()
            isInPage = false
        } else if !isInPage {
            atlas.pages.append(.init(imageFile: line, width: 0, height: 0, frames: []))
            isInPage = true
        } else if let colon = line.firstIndex(of: ":") {
            let key = line[..<colon].trimmed
            let value = line[line.index(after: colon)...].trimmed
            if region != nil {
                try region?.set(key, value)
            } else {
                try atlas.setPage(key, value)
            }
        } else {
            try close()
            region = LibGDXRegion(name: line)
        }
    }
    try close()
    return atlas
}

extension AtlasDescription {
    fileprivate mutating func setPage(_ key: String, _ value: String) throws(FormatFault) {
        switch key {
        case "size":
            let size = try wholeNumbers(value, count: 2)
            pages[pages.count - 1].width = size[0]
            pages[pages.count - 1].height = size[1]
        case "pma": isPremultiplied = value == "true"
        case "format", "filter", "repeat", "scale": break
        default: throw FormatFault("found \"\(key)\", expected an entry of a page")
        }
    }
}

/// A region during parsing.
private struct LibGDXRegion {
    var name: String
    var index = -1
    var digits = 1
    var position: [Int]?
    var size: [Int]?
    var offset = [0, 0]
    var original: [Int]?
    var isRotated = false
    var split: [Int]?

    mutating func set(_ key: String, _ value: String) throws(FormatFault) {
        switch key {
        case "bounds":
            let bounds = try wholeNumbers(value, count: 4)
            position = Array(bounds[..<2])
            size = Array(bounds[2...])
        case "offsets":
            let offsets = try wholeNumbers(value, count: 4)
            offset = Array(offsets[..<2])
            original = Array(offsets[2...])
        case "xy": position = try wholeNumbers(value, count: 2)
        case "size": size = try wholeNumbers(value, count: 2)
        case "orig": original = try wholeNumbers(value, count: 2)
        case "offset": offset = try wholeNumbers(value, count: 2)
        case "index": index = try wholeNumbers(value, count: 1)[0]
        case "digits": digits = min(9, max(1, try wholeNumbers(value, count: 1)[0]))
        case "split": split = try wholeNumbers(value, count: 4)
        case "rotate":
            switch value {
            case "true", "90": isRotated = true
            case "false", "0": isRotated = false
            default: throw FormatFault("found rotate \"\(value)\", expected true, false, 0 or 90")
            }
        case "pad": break
        default: break  // Others may add values of their own, which the format allows.
        }
    }

    func frame() throws(FormatFault) -> AtlasFrame {
        guard let position, let size else {
            throw FormatFault("region \"\(name)\" has no bounds")
        }
        let original = original ?? size
        let number = String(max(0, index))
        let zeros = String(repeating: "0", count: max(0, digits - number.count))
        return AtlasFrame(
            index < 0 ? name : "\(name)_\(zeros)\(number)",
            position + size,
            trim: [offset[0], original[1] - size[1] - offset[1]],
            source: original,
            rotation: isRotated ? .counterclockwise : .none,
            nineSlice: split.map { .init(left: $0[0], top: $0[2], right: $0[1], bottom: $0[3]) }
        )
    }
}

/// Reads the text of TexturePacker's importer for Unity.
///
/// The format has no source size, so frames are untrimmed, with the pivot relative to the box.
func readTpsheet(_ file: ExportedFile) throws(FormatFault) -> AtlasDescription {
    var page = AtlasDescription.Page(imageFile: "", width: 0, height: 0, frames: [])
    var isPremultiplied = false
    var hasPivots = false
    try file.readLines { line throws(FormatFault) in
        if line.hasPrefix(":") {
            let parts = line.dropFirst().split(separator: "=", maxSplits: 1).map(String.init)
            guard parts.count == 2 else {
                throw FormatFault("found \"\(line)\" without a value")
            }
            switch parts[0] {
            case "texture": page.imageFile = parts[1]
            case "normalmap": page.normalMapFile = parts[1]
            case "size":
                let sides = parts[1].split(separator: "x").joined(separator: ",")
                let size = try wholeNumbers(sides, count: 2)
                page.width = size[0]
                page.height = size[1]
            case "pivotpoints": hasPivots = parts[1] == "enabled"
            case "alphahandling": isPremultiplied = parts[1] == "PremultiplyAlpha"
            default: break
            }
        } else if !line.isEmpty, !line.hasPrefix("#") {
            page.frames.append(try tpsheetFrame(line, page: page, hasPivots: hasPivots))
        }
    }
    guard !page.imageFile.isEmpty else { throw FormatFault("found no \":texture=\"") }
    return AtlasDescription(
        name: file.stem,
        isPremultiplied: isPremultiplied,
        pages: [page]
    )
}

private func tpsheetFrame(
    _ line: String,
    page: AtlasDescription.Page,
    hasPivots: Bool
) throws(FormatFault) -> AtlasFrame {
    let fields = line.split(separator: ";", omittingEmptySubsequences: false)
    guard fields.count >= 7 else {
        throw FormatFault("found \(fields.count) fields, expected a name and at least 6 numbers")
    }
    let bounds = try wholeNumbers(fields[1...4].joined(separator: ","), count: 4)
    let pivot = try numbers(fields[5...6].joined(separator: ","), count: 2)
    var slice: NineSlice?
    if fields.count >= 11 {
        let borders = try wholeNumbers(fields[7...10].joined(separator: ","), count: 4)
        if borders != [0, 0, 0, 0] {
            slice = .init(left: borders[0], top: borders[2], right: borders[1], bottom: borders[3])
        }
    }
    var frame = AtlasFrame(
        unescapedTpsheetName(String(fields[0])),
        [bounds[0], page.height - bounds[1] - bounds[3], bounds[2], bounds[3]],
        pivot: hasPivots ? .init(x: pivot[0], y: 1 - pivot[1]) : nil,
        nineSlice: slice
    )
    if fields.count > 11 { try frame.takeTpsheetMesh(Array(fields[11...])) }
    return frame
}

private func unescapedTpsheetName(_ name: String) -> String {
    var result = ""
    var rest = Substring(name)
    let escapes = ["%23": "#", "%3A": ":", "%3B": ";", "%25": "%"]
    while !rest.isEmpty {
        if let plain = escapes[String(rest.prefix(3))] {
            result += plain
            rest = rest.dropFirst(3)
        } else {
            result.append(rest.removeFirst())
        }
    }
    return result
}

/// Reads style sheets made by the writer; no other CSS.
///
/// Returns one description for the default rules, and one for each screen density.
func readCSS(_ file: ExportedFile) throws(FormatFault) -> [AtlasDescription] {
    var sheet = CSSSheet(rest: Substring(try file.text()))
    if sheet.take("@charset") { _ = try sheet.upTo(";") }
    var rules = try sheet.rules(density: nil)
    guard let base = rules.first, let scale = base.declarations["--scale"].flatMap(Double.init),
        scale.isFinite, scale > 0
    else { throw FormatFault("found no rule with \"--scale\" at the start") }
    rules.removeFirst()
    var scales: [Double: AtlasDescription] = [:]
    for rule in rules {
        let scale = rule.density ?? scale
        guard scale.isFinite, scale > 0, rule.classes.count == 2 else {
            throw FormatFault(
                "found \"\(rule.classes.joined(separator: "."))\", expected two classes"
            )
        }
        let empty = AtlasDescription(
            name: sheet.names[rule.classes[0]] ?? rule.classes[0],
            scale: scale,
            pages: []
        )
        var (page, frame) = try rule.frame(scale: scale)
        frame.name = sheet.names[frame.name] ?? frame.name
        let pages = scales[scale]?.pages ?? []
        let index = pages.firstIndex { $0.imageFile == page.imageFile } ?? pages.count
        if index == pages.count { scales[scale, default: empty].pages.append(page) }
        scales[scale]?.pages[index].frames.append(frame)
    }
    return scales.sorted { $0.key < $1.key }.map(\.value)
}

/// `.class.class { name: value; … }`, optionally inside of `@media (min-resolution: 2dppx)`.
private struct CSSRule {
    var classes: [String]
    var declarations: [String: String]
    var density: Double?

    func frame(scale: Double) throws(FormatFault) -> (AtlasDescription.Page, AtlasFrame) {
        let position = try lengths("background-position", count: 2, scale)
        let size = try lengths("background-size", count: 2, scale)
        let sides = try lengths("width", count: 1, scale) + lengths("height", count: 1, scale)
        let padding = try lengths("padding", count: 4, scale)
        guard let image = declarations["background-image"], image.hasPrefix("url(\""),
            image.hasSuffix("\")")
        else { throw FormatFault("\"\(classes[1])\" has no background image") }
        let frame = AtlasFrame(
            classes[1],
            position.map(-) + sides,
            trim: [padding[3], padding[0]],
            source: [padding[3] + sides[0] + padding[1], padding[0] + sides[1] + padding[2]]
        )
        let file = path(ofURLReference: CSSSheet.unescaped(image.dropFirst(5).dropLast(2)))
        return (.init(imageFile: file, width: size[0], height: size[1], frames: []), frame)
    }

    /// The lengths of a declaration in page pixels.
    private func lengths(
        _ name: String,
        count: Int,
        _ scale: Double
    ) throws(FormatFault) -> [Int] {
        guard let text = declarations[name] else {
            throw FormatFault("\"\(classes[1])\" has no \"\(name)\"")
        }
        let parts = text.split(separator: " ").map { $0.hasSuffix("px") ? $0.dropLast(2) : $0 }
        return try numbers(parts.joined(separator: ","), count: count)
            .map { length throws(FormatFault) -> Int in
                // Lengths are rounded to a millionth; pages are smaller than a million pixels.
                let exact = length * scale
                guard let whole = pixels(exact.rounded()), abs(exact - exact.rounded()) < 0.01
                else {
                    throw FormatFault("found \"\(text)\", expected whole pixels at scale \(scale)")
                }
                return whole
            }
    }
}

private struct CSSSheet {
    var rest: Substring
    /// The names of classes, from the comments before them.
    var names: [String: String] = [:]
    var nextName: String?

    /// The rules up to the end, or up to the closing brace of a media query.
    mutating func rules(density: Double?) throws(FormatFault) -> [CSSRule] {
        var rules: [CSSRule] = []
        while true {
            skipBlanks()
            if take("/*") {
                let comment = try upTo("*/").trimmed
                if comment.hasPrefix("data-name=\""), comment.hasSuffix("\"") {
                    nextName = CSSSheet.unescaped(comment.dropFirst(11).dropLast())
                }
                continue
            }
            if rest.isEmpty, density == nil { return rules }
            if density != nil, take("}") { return rules }
            if density == nil, take("@media (min-resolution:") {
                let value = try upTo("dppx)").trimmed
                skipBlanks()
                guard let density = Double(value), take("{") else {
                    throw FormatFault("found \"\(value)\", expected a density")
                }
                rules += try self.rules(density: density)
            } else {
                let classes = try classes()
                if let own = classes.last, let nextName { names[own] = nextName }
                nextName = nil
                guard take("{") else {
                    throw FormatFault("found no \"{\" after \"\(classes.joined(separator: "."))\"")
                }
                rules.append(
                    CSSRule(classes: classes, declarations: try declarations(), density: density)
                )
            }
        }
    }

    private mutating func classes() throws(FormatFault) -> [String] {
        var classes: [String] = []
        while take(".") {
            var name = Substring()
            while let character = rest.first, character != ".", character != "{",
                !character.isWhitespace
            {
                name.append(rest.removeFirst())
                guard character == "\\", let escaped = rest.popFirst() else { continue }
                name.append(escaped)
                // A digit begins a code, which a space ends.
                if escaped.isHexDigit, let end = rest.firstIndex(of: " ") {
                    name += rest[..<rest.index(after: end)]
                    rest = rest[rest.index(after: end)...]
                }
            }
            classes.append(CSSSheet.unescaped(name))
        }
        skipBlanks()
        guard !classes.isEmpty else {
            throw FormatFault("found \"\(rest.prefix(20))\", expected a rule")
        }
        return classes
    }

    private mutating func declarations() throws(FormatFault) -> [String: String] {
        var declarations: [String: String] = [:]
        while true {
            skipBlanks()
            if take("}") { return declarations }
            let name = try upTo(":").trimmed
            var value = ""
            var isQuoted = false
            while let character = rest.popFirst(), isQuoted || character != ";" {
                if character == "\"" { isQuoted.toggle() }
                value.append(character)
                if character == "\\", let escaped = rest.popFirst() { value.append(escaped) }
            }
            declarations[name] = value.trimmed
            if rest.isEmpty { throw FormatFault("found the end of the file, expected \"}\"") }
        }
    }

    /// Resolves `\2f ` and `\/`.
    static func unescaped(_ text: Substring) -> String {
        var result = String.UnicodeScalarView()
        var rest = text.unicodeScalars
        while let scalar = rest.popFirst() {
            guard scalar == "\\" else {
                result.append(scalar)
                continue
            }
            let digits = rest.prefix { $0.properties.isASCIIHexDigit }.prefix(6)
            if let code = UInt32(String(digits), radix: 16), let coded = Unicode.Scalar(code) {
                result.append(coded)
                rest = rest[digits.endIndex...]
                if rest.first == " " { rest.removeFirst() }
            } else if let escaped = rest.popFirst() {
                result.append(escaped)
            }
        }
        return String(result)
    }

    mutating func upTo(_ end: String) throws(FormatFault) -> Substring {
        var taken = Substring()
        while !rest.isEmpty {
            if take(end) { return taken }
            taken.append(rest.removeFirst())
        }
        throw FormatFault("found the end of the file, expected \"\(end)\"")
    }

    private mutating func skipBlanks() {
        rest = rest.drop { $0.isWhitespace }
    }

    mutating func take(_ expected: String) -> Bool {
        guard rest.hasPrefix(expected) else { return false }
        rest = rest.dropFirst(expected.count)
        return true
    }
}
