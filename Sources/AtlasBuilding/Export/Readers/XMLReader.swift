package struct XMLElement {
    package var name: String
    package var attributes: [String: String] = [:]
    package var children: [XMLElement] = []
    /// All characters directly inside, with references resolved.
    package var text = ""
}

/// Reads XML for descriptors (XML 1.0 without namespaces and without custom entities).
///
/// Elements may be nested 64 deep; a document type is skipped, and must not declare anything.
package struct XMLReader {
    private static let maximumDepth = 64
    private static let entities: [String: Unicode.Scalar] = [
        "amp": "&", "lt": "<", "gt": ">", "quot": "\"", "apos": "'",
    ]

    private var rest: Substring.UnicodeScalarView

    package static func root(of text: String) throws(FormatFault) -> XMLElement {
        var reader = XMLReader(rest: Substring(text).unicodeScalars)
        try reader.skipMisc()
        guard reader.take("<") else { throw FormatFault("found no element") }
        let root = try reader.element(depth: 1)
        try reader.skipMisc()
        guard reader.rest.isEmpty else { throw FormatFault("found text after the last element") }
        return root
    }

    /// An element after its `<`.
    private mutating func element(depth: Int) throws(FormatFault) -> XMLElement {
        guard depth <= XMLReader.maximumDepth else {
            throw FormatFault("elements are nested deeper than \(XMLReader.maximumDepth)")
        }
        var element = XMLElement(name: try name())
        while true {
            skipBlanks()
            if take("/>") { return element }
            if take(">") { break }
            let key = try name()
            skipBlanks()
            guard take("=") else { throw FormatFault("attribute \"\(key)\" has no value") }
            skipBlanks()
            guard let quote = rest.popFirst(), quote == "\"" || quote == "'" else {
                throw FormatFault("attribute \"\(key)\" has no quotes")
            }
            let value = try text(upTo: quote)
            _ = rest.popFirst()
            guard element.attributes.updateValue(value, forKey: key) == nil else {
                throw FormatFault("attribute \"\(key)\" is there twice")
            }
        }
        while true {
            element.text += try text(upTo: "<")
            if take("<!--") {
                try skip(past: "-->")
            } else if take("<![CDATA[") {
                element.text += try skip(past: "]]>")
            } else if take("</") {
                let end = try name()
                skipBlanks()
                guard end == element.name, take(">") else {
                    throw FormatFault("found \"</\(end)\", expected \"</\(element.name)>\"")
                }
                return element
            } else {
                _ = rest.popFirst()
                element.children.append(try self.element(depth: depth + 1))
            }
        }
    }

    /// Whitespace, comments, processing instructions and a document type.
    private mutating func skipMisc() throws(FormatFault) {
        while true {
            skipBlanks()
            if take("<?") {
                try skip(past: "?>")
            } else if take("<!--") {
                try skip(past: "-->")
            } else if take("<!DOCTYPE") {
                let declared = try skip(past: ">")
                guard !declared.contains("[") else {
                    throw FormatFault("the document type declares entities or elements")
                }
            } else {
                return
            }
        }
    }

    private mutating func name() throws(FormatFault) -> String {
        let isNamePart = { (scalar: Unicode.Scalar) in
            scalar.properties.isAlphabetic || ("0"..."9").contains(scalar)
                || "_-.:".unicodeScalars.contains(scalar)
        }
        let name = rest.prefix(while: isNamePart)
        guard !name.isEmpty else {
            throw FormatFault("found \"\(String(rest.prefix(10)))\", expected a name")
        }
        rest = rest[name.endIndex...]
        return String(name)
    }

    /// The characters before `end`, which is not consumed, with references resolved.
    private mutating func text(upTo end: Unicode.Scalar) throws(FormatFault) -> String {
        var text = String.UnicodeScalarView()
        while let scalar = rest.first {
            if scalar == end { return String(text) }
            rest.removeFirst()
            text.append(scalar == "&" ? try reference() : scalar)
        }
        throw FormatFault("found the end of the file, expected \"\(end)\"")
    }

    /// The character of a reference after its `&`.
    private mutating func reference() throws(FormatFault) -> Unicode.Scalar {
        let name = String(rest.prefix { $0 != ";" && $0 != "<" }.prefix(12))
        rest = rest.dropFirst(name.unicodeScalars.count)
        guard take(";") else { throw FormatFault("found \"&\(name)\" without \";\"") }
        if let scalar = XMLReader.entities[name] { return scalar }
        let number =
            name.hasPrefix("#x")
            ? UInt32(name.dropFirst(2), radix: 16)
            : name.hasPrefix("#") ? UInt32(name.dropFirst()) : nil
        guard let number, number > 0, let scalar = Unicode.Scalar(number) else {
            throw FormatFault("found \"&\(name);\", expected a character reference")
        }
        return scalar
    }

    private mutating func skipBlanks() {
        rest = rest.drop { $0 == " " || $0 == "\t" || $0 == "\n" || $0 == "\r" }
    }

    private mutating func take(_ expected: String) -> Bool {
        guard rest.starts(with: expected.unicodeScalars) else { return false }
        rest = rest.dropFirst(expected.unicodeScalars.count)
        return true
    }

    /// Returns the text before `end`, and consumes both.
    @discardableResult
    private mutating func skip(past end: String) throws(FormatFault) -> String {
        var skipped = String.UnicodeScalarView()
        while !rest.isEmpty {
            if take(end) { return String(skipped) }
            skipped.append(rest.removeFirst())
        }
        throw FormatFault("found the end of the file, expected \"\(end)\"")
    }
}
