package import Diagnostics

extension Template {
    package static let longestOutput = 64 << 20

    /// The text for a context.
    ///
    /// Names that are nowhere in the context are empty, as in the specification. Throws if a value
    /// is a list or an object, and before the text exceeds `limit` bytes; each tag counts as one
    /// more, so that loops without text end too.
    package func rendered(
        _ context: JSONOutput,
        limit: Int = longestOutput,
        escape: @escaping (String) -> String
    ) throws(TemplateFault) -> String {
        var rendering = Rendering(path: path, limit: limit, escape: escape, stack: [context])
        try rendering.write(parts)
        return rendering.text
    }
}

private struct Rendering {
    let path: String
    let limit: Int
    let escape: (String) -> String
    var stack: [JSONOutput]
    var text = ""
    var tags = 0

    /// Recursive as deep as sections are nested.
    mutating func write(_ parts: [Template.Part]) throws(TemplateFault) {
        for part in parts {
            switch part {
            case .text(let words): text += words
            case .value(let name, let isEscaped):
                try count(name)
                let value = try plainText(of: name)
                text += isEscaped ? escape(value) : value
            case .section(let section): try write(section)
            }
        }
    }

    private mutating func write(_ section: Template.Section) throws(TemplateFault) {
        try count(section.name)
        let value = value(of: section.name)
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

    private mutating func count(_ name: Template.Name) throws(TemplateFault) {
        tags += 1
        guard tags + text.utf8.count <= limit else {
            throw fault("the template writes more than \(limit) bytes", name)
        }
    }

    private func value(of name: Template.Name) -> JSONOutput {
        guard let first = name.parts.first else { return stack.last ?? .null }
        var value = stack.reversed().lazy.compactMap { $0.member(first) }.first
        for part in name.parts.dropFirst() { value = value?.member(part) }
        return value ?? .null
    }

    private func plainText(of name: Template.Name) throws(TemplateFault) -> String {
        switch value(of: name) {
        case .null: return ""
        case .string(let text): return text
        case .array, .object:
            throw fault(
                "\"\(name.text)\" is a list or an object",
                name,
                "write {{#\(name.text)}}…{{/\(name.text)}}"
            )
        case let value: return value.compact
        }
    }

    private func fault(
        _ message: String,
        _ name: Template.Name,
        _ help: String? = nil
    ) -> TemplateFault {
        TemplateFault(path: path, line: name.line, message: message, help: help)
    }
}

extension JSONOutput {
    fileprivate var isTrue: Bool {
        switch self {
        case .null, .bool(false): false
        case .array(let values): !values.isEmpty
        default: true
        }
    }

    fileprivate func member(_ name: String) -> JSONOutput? {
        guard case .object(let members) = self else { return nil }
        return members.first { $0.0 == name }?.1
    }
}
