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
