package import Diagnostics

/// A text with the tags of Mustache, without partials, lambdas and inheritance.
///
/// Follows the Mustache specification (github.com/mustache/spec, version 1.4) in interpolation,
/// sections, inverted sections, comments and delimiters. Unlike there, names that do not exist are
/// errors.
package struct Template: Sendable {
    /// A name by its parts between dots, without any for the implicit iterator.
    struct Name: Sendable {
        var parts: [String]
        /// Of its tag, 1-based.
        var line: Int
        var column: Int

        var text: String { parts.isEmpty ? "." : parts.joined(separator: ".") }
    }

    struct Section: Sendable {
        var name: Name
        var isInverted: Bool
        var parts: [Part] = []
    }

    enum Part: Sendable {
        case text(String)
        case value(Name, isEscaped: Bool)
        case section(Section)
    }

    static let deepestSection = 64
    static let longestText = 1 << 20
    static let longestDelimiter = 16

    /// For messages.
    let path: String
    let parts: [Part]
    /// Of all tags, in the order of the text.
    let names: [Name]

    package init(_ text: String, path: String) throws(TextFault) {
        guard text.utf8.count <= Self.longestText else {
            throw TextFault(
                path: path,
                line: 1,
                message: "the template has \(text.utf8.count) bytes, expected at most "
                    + "\(Self.longestText)",
                help: "split it into several templates"
            )
        }
        var parser = TemplateParser(text: Array(text.utf8), path: path)
        self.path = path
        parts = try parser.parse()
        names = parser.names
    }
}

/// What is wrong with a template, or another text file.
package struct TextFault: Error, Hashable {
    package var path: String
    /// 1-based.
    package var line: Int
    /// In UTF-8 bytes, 1-based.
    package var column = 1
    package var message: String
    package var help: String?
}

private struct TemplateParser {
    let text: [UInt8]
    let path: String
    var open = Array("{{".utf8)
    var close = Array("}}".utf8)
    var line = 1
    var column = 1
    /// The sections that are open; the first one is the whole template.
    var sections = [
        Template.Section(name: Template.Name(parts: [], line: 0, column: 0), isInverted: false)
    ]
    var names: [Template.Name] = []

    mutating func parse() throws(TextFault) -> [Template.Part] {
        var place = 0
        while let start = find(open, from: place) {
            line += lineFeeds(place..<start)
            column = start - (text[..<start].lastIndex(of: UInt8(ascii: "\n")) ?? -1)
            var content = start + open.count
            let mark = content < text.count && isMark(text[content]) ? text[content] : nil
            if mark != nil { content += 1 }
            let ending: [UInt8] =
                switch mark {
                case UInt8(ascii: "{"): [UInt8(ascii: "}")] + close
                case UInt8(ascii: "="): [UInt8(ascii: "=")] + close
                default: close
                }
            guard let end = find(ending, from: content) else {
                throw fault(
                    "a tag is never closed, expected \(string(ending))",
                    "add \(string(ending)) after its name"
                )
            }
            var (textEnd, next) = (start, end + ending.count)
            if let mark, "#^/!=".utf8.contains(mark), let whole = wholeLine(around: start..<next) {
                (textEnd, next) = (whole.lowerBound, whole.upperBound)
            }
            if textEnd > place { add(.text(string(text[place..<textEnd]))) }
            try read(string(text[content..<end]).trimmed, mark: mark)
            line += lineFeeds(start..<next)
            place = next
        }
        if place < text.count { add(.text(string(text[place...]))) }
        let last = sections[sections.count - 1].name
        guard sections.count == 1 else {
            (line, column) = (last.line, last.column)
            throw fault("section \"\(last.text)\" is never closed", "add \(tag("/" + last.text))")
        }
        return sections[0].parts
    }

    private mutating func read(_ content: String, mark: UInt8?) throws(TextFault) {
        switch mark {
        case UInt8(ascii: "!"): break
        case UInt8(ascii: "="): try setDelimiters(content)
        case UInt8(ascii: "#"), UInt8(ascii: "^"):
            guard sections.count <= Template.deepestSection else {
                throw fault(
                    "sections are nested more than \(Template.deepestSection) deep",
                    "remove a section around this one"
                )
            }
            let isInverted = mark == UInt8(ascii: "^")
            sections.append(Template.Section(name: try name(content), isInverted: isInverted))
        case UInt8(ascii: "/"):
            guard sections.count > 1, let section = sections.popLast() else {
                throw fault("\(tag("/" + content)) closes no section", "remove it")
            }
            guard section.name.text == content else {
                throw fault(
                    "\(tag("/" + content)) closes section \"\(section.name.text)\" of line "
                        + "\(section.name.line)",
                    "write \(tag("/" + section.name.text)) first"
                )
            }
            add(.section(section))
        case UInt8(ascii: ">"): throw fault("partials are not supported", "copy its text here")
        case UInt8(ascii: "<"):
            throw fault("parent templates are not supported", "copy its text here")
        case UInt8(ascii: "$"):
            throw fault("blocks are not supported", "remove the tags of the block")
        default: add(.value(try name(content), isEscaped: mark == nil))
        }
    }

    private mutating func setDelimiters(_ content: String) throws(TextFault) {
        let words = content.split { $0.isWhitespace }
        guard words.count == 2, !content.contains("=") else {
            throw fault(
                "\(tag("=\(content)=")) sets no delimiters, expected two words without \"=\"",
                "write them as in {{=<% %>=}}"
            )
        }
        if let word = words.first(where: { $0.utf8.count > Template.longestDelimiter }) {
            throw fault(
                "a delimiter has \(word.utf8.count) bytes, expected at most "
                    + "\(Template.longestDelimiter)",
                "write them as in {{=<% %>=}}"
            )
        }
        (open, close) = (Array(words[0].utf8), Array(words[1].utf8))
    }

    private mutating func name(_ content: String) throws(TextFault) -> Template.Name {
        let parts =
            content == "."
            ? [] : content.split(separator: ".", omittingEmptySubsequences: false).map(String.init)
        guard !parts.contains(where: \.isEmpty), !content.contains(where: \.isWhitespace) else {
            throw fault(
                "\"\(shortened(content, to: 80))\" is not a name, expected one such as width or "
                    + "pivot.x"
            )
        }
        let name = Template.Name(parts: parts, line: line, column: column)
        names.append(name)
        return name
    }

    private mutating func add(_ part: Template.Part) {
        sections[sections.count - 1].parts.append(part)
    }

    /// The line with its end, when there is nothing but white space around a tag.
    private func wholeLine(around tag: Range<Int>) -> Range<Int>? {
        var (start, end) = (tag.lowerBound, tag.upperBound)
        while start > 0, isBlank(text[start - 1]) { start -= 1 }
        while end < text.count, isBlank(text[end]) { end += 1 }
        if text[end...].starts(with: "\r\n".utf8) { end += 1 }
        let startsLine = start == 0 || text[start - 1] == UInt8(ascii: "\n")
        let endsLine = end == text.count || text[end] == UInt8(ascii: "\n")
        return startsLine && endsLine ? start..<min(end + 1, text.count) : nil
    }

    private func find(_ word: [UInt8], from start: Int) -> Int? {
        var place = start
        while place + word.count <= text.count {
            if text[place] == word[0], text[place...].starts(with: word) { return place }
            place += 1
        }
        return nil
    }

    private func lineFeeds(_ range: Range<Int>) -> Int {
        text[range].count { $0 == UInt8(ascii: "\n") }
    }

    private func isMark(_ byte: UInt8) -> Bool { "#^/!=&{><$".utf8.contains(byte) }

    private func isBlank(_ byte: UInt8) -> Bool { byte == 0x20 || byte == 0x09 }

    private func string(_ bytes: some Collection<UInt8>) -> String {
        String(decoding: bytes, as: UTF8.self)
    }

    private func tag(_ content: String) -> String {
        shortened("\(string(open))\(content)\(string(close))", to: 80)
    }

    private func fault(_ message: String, _ help: String? = nil) -> TextFault {
        TextFault(path: path, line: line, column: column, message: message, help: help)
    }
}

extension Template {
    package static let longestOutput = 64 << 20
    package static let mostTags = 4_000_000

    /// The text for a context.
    ///
    /// Throws if a name does not exist in the context or a value is a list or an object, unlike the
    /// specification. A member of `false` or null is empty. Throws as well if the text exceeds
    /// `limit` bytes, or if more than `tagLimit` tags are rendered.
    package func rendered(
        _ context: JSONOutput,
        limit: Int = longestOutput,
        tagLimit: Int = mostTags,
        escape: @escaping (String) -> String
    ) throws(TextFault) -> String {
        var rendering = Rendering(
            path: path,
            limit: limit,
            tagLimit: tagLimit,
            escape: escape,
            stack: [context]
        )
        try rendering.write(parts)
        return rendering.text
    }
}

private struct Rendering {
    let path: String
    let limit: Int
    let tagLimit: Int
    let escape: (String) -> String
    var stack: [JSONOutput]
    var text = ""
    var tags = 0
    var lastTag = Template.Name(parts: [], line: 1, column: 1)

    /// Recursive as deep as sections are nested.
    mutating func write(_ parts: [Template.Part]) throws(TextFault) {
        for part in parts {
            switch part {
            case .text(let words): try append(words)
            case .value(let name, let isEscaped):
                try count(name)
                let value = try plainText(of: name)
                try append(isEscaped ? escape(value) : value)
            case .section(let section): try write(section)
            }
        }
    }

    private mutating func write(_ section: Template.Section) throws(TextFault) {
        try count(section.name)
        let value = try value(of: section.name)
        guard !section.isInverted else {
            if !value.isTrue { try write(section.parts) }
            return
        }
        let contexts: [JSONOutput] =
            if case .array(let values) = value { values } else { value.isTrue ? [value] : [] }
        for context in contexts {
            try count(section.name)
            stack.append(context)
            try write(section.parts)
            stack.removeLast()
        }
    }

    private mutating func append(_ words: String) throws(TextFault) {
        text += words
        guard text.utf8.count <= limit else {
            throw fault(
                "the template writes more than \(limit) bytes",
                lastTag,
                "split it into several templates"
            )
        }
    }

    private mutating func count(_ name: Template.Name) throws(TextFault) {
        tags += 1
        lastTag = name
        guard tags <= tagLimit else {
            throw fault(
                "the template repeats more than \(tagLimit) tags",
                name,
                "do not nest {{#sprites}} in itself"
            )
        }
    }

    private func value(of name: Template.Name) throws(TextFault) -> JSONOutput {
        guard let first = name.parts.first else { return stack.last ?? .null }
        var found: JSONOutput?
        for context in stack.reversed() {
            found = context.member(first)
            if found != nil { break }
        }
        guard var value = found else {
            let shown = shortened(first, to: 80)
            throw fault("\"\(shown)\" does not exist here", name, help(without: first))
        }
        var object = first
        for part in name.parts.dropFirst() {
            if value.isAbsent { return .null }
            guard let member = value.member(part) else {
                let (shown, owner) = (shortened(part, to: 80), shortened(object, to: 80))
                var help = "Documentation/templates.md lists the values of \"\(owner)\""
                if case .array = value { help = "write {{#\(owner)}}{{\(shown)}}{{/\(owner)}}" }
                throw fault("\"\(shown)\" does not exist in \"\(owner)\"", name, help)
            }
            value = member
            object = part
        }
        return value
    }

    /// Where a name exists that does not exist here.
    private func help(without key: String) -> String {
        var ways: [String] = []
        if let whole = stack.first {
            if whole.member("atlas")?.member(key) != nil { ways.append("write {{atlas.\(key)}}") }
            if let section = whole.section(with: key) {
                ways.append("move it into {{#\(section)}}…{{/\(section)}}")
            }
        }
        return ways.isEmpty
            ? "write it inside a section that has it, such as {{#sprites}}"
            : ways.joined(separator: ", or ")
    }

    private func plainText(of name: Template.Name) throws(TextFault) -> String {
        switch try value(of: name) {
        case .null: return ""
        case .string(let text): return text
        case .array, .object:
            let shown = shortened(name.text, to: 80)
            throw fault(
                "\"\(shown)\" is a list or an object",
                name,
                "write {{#\(shown)}}…{{/\(shown)}}"
            )
        case let value: return value.compact
        }
    }

    private func fault(_ message: String, _ tag: Template.Name, _ help: String) -> TextFault {
        TextFault(path: path, line: tag.line, column: tag.column, message: message, help: help)
    }
}

extension JSONOutput {
    fileprivate var isTrue: Bool {
        if case .array(let values) = self { !values.isEmpty } else { !isAbsent }
    }

    /// Whether it has no members, as a sprite's pivot if it has none.
    fileprivate var isAbsent: Bool {
        switch self {
        case .null, .bool(false): true
        default: false
        }
    }

    /// The name of a list or an object in it whose elements have a member; the outermost one.
    ///
    /// The object `atlas` is ignored.
    fileprivate func section(with key: String) -> String? {
        guard case .object(let members) = self else { return nil }
        let others = members.filter { $0.0 != "atlas" }
        for (name, value) in others where value.firstElement.member(key) != nil { return name }
        for (_, value) in others {
            if let name = value.firstElement.section(with: key) { return name }
        }
        return nil
    }

    private var firstElement: JSONOutput {
        guard case .array(let values) = self else { return self }
        return values.first ?? .null
    }

    fileprivate func member(_ name: String) -> JSONOutput? {
        guard case .object(let members) = self else { return nil }
        return members.first { $0.0 == name }?.1
    }
}
