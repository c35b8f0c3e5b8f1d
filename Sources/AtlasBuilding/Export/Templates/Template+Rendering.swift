package import Diagnostics

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
