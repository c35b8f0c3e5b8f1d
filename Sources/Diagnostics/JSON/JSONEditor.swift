/// Changes a JSON text; every byte that a change does not concern stays.
package struct JSONEditor {
    package private(set) var bytes: [UInt8]
    package private(set) var root: JSONNode

    /// Nil unless the text is strict JSON.
    package init?(_ bytes: [UInt8]) {
        guard let root = Self.parse(bytes) else { return nil }
        self.bytes = bytes
        self.root = root
    }

    /// - Throws: the finding that `path` has to be mended first.
    package init(_ bytes: [UInt8], of path: String) throws(Diagnostic) {
        guard let editor = JSONEditor(bytes) else {
            throw .refusal("\(path) is not strict JSON", "correct what kiln validate reports")
        }
        self = editor
    }

    private static func parse(_ bytes: [UInt8]) -> JSONNode? {
        var parser = JSONParser(SourceText(path: "", bytes: bytes))
        let root = parser.parse()
        return parser.diagnostics.isEmpty ? root : nil
    }

    /// Adds a value where a JSON Pointer (RFC 6901) leads, as `add` of JSON Patch does.
    ///
    /// `-` after a list's name stands for its end; a missing list is created. The new text is laid
    /// out like its neighbors.
    ///
    /// The pointer is such as `/items/-`, or `/items/3/species/-`. Returns false, and nothing changed, if
    /// the value is no JSON, if the pointer leads nowhere, or if the member is there already.
    package mutating func add(_ value: String, at pointer: String) -> Bool {
        let names = Self.names(of: pointer)
        guard let last = names.last, Self.parse(Array(value.utf8)) != nil else { return false }
        var node = root
        for (index, name) in names.dropLast().enumerated() {
            if let next = node.child(name) {
                node = next
            } else if index == names.count - 2, last == "-", case .object = node.value {
                return insert("[\(value)]", named: name, into: node)
            } else {
                return false
            }
        }
        switch node.value {
        case .array where last == "-": return insert(value, named: nil, into: node)
        case .object where node.member(last) == nil: return insert(value, named: last, into: node)
        default: return false
        }
    }

    /// Sets the value where a JSON Pointer (RFC 6901) leads.
    ///
    /// A member or element that is there keeps its place; a missing member is added, with the
    /// objects around it that are missing too.
    ///
    /// - Returns: false, and nothing changed, if the value is not JSON or the pointer leads nowhere.
    package mutating func set(_ value: String, at pointer: String) -> Bool {
        guard Self.parse(Array(value.utf8)) != nil else { return false }
        let names = Self.names(of: pointer)
        var node = root
        for (index, name) in names.enumerated() {
            if let next = node.child(name) {
                node = next
                continue
            }
            guard case .object = node.value else { return false }
            let inner = names[(index + 1)...].reversed()
            let whole = inner.reduce(value) { "{ \(quotedJSON($1)): \($0) }" }
            return insert(whole, named: name, into: node)
        }
        let start = node.range.lowerBound
        let outer = indentation(at: start)
        let before = start - lineRange(at: start).lowerBound - outer.count
        return replace(node.range, with: laidOut(value, outer, before))
    }

    /// A name as a part of a JSON Pointer.
    package static func pointerPart(_ name: String) -> String {
        name.replacing("~", with: "~0").replacing("/", with: "~1")
    }

    private static func names(of pointer: String) -> [String] {
        pointer.split(separator: "/", omittingEmptySubsequences: false).dropFirst()
            .map { String($0).replacing("~1", with: "/").replacing("~0", with: "~") }
    }

    /// Removes the member or element where a JSON Pointer (RFC 6901) leads, with the containers that
    /// would be empty without it.
    ///
    /// - Returns: false, and nothing changed, if the pointer leads nowhere.
    package mutating func remove(at pointer: String) -> Bool {
        var node = root
        var start: Int?
        for name in Self.names(of: pointer) {
            guard let next = node.child(name) else { return false }
            let parts = node.parts
            if start == nil || parts.count > 1 {
                start = parts.first { $0.node.range == next.range }?.start
            }
            node = next
        }
        return start.map { removePart(at: $0) } ?? false
    }

    /// Removes the member or element that starts at a byte, with its comma; false, and nothing changed,
    /// if none starts there.
    package mutating func removePart(at start: Int) -> Bool {
        let path = root.path(to: start)
        guard let part = path.last, part.start == start,
            let place = part.siblings.firstIndex(where: { $0.start == start })
        else { return false }
        let end = part.node.range.upperBound
        if place > 0 {
            return replace(part.siblings[place - 1].node.range.upperBound..<end, with: [])
        }
        if part.siblings.count > 1 { return replace(start..<part.siblings[1].start, with: []) }
        let container = path.count > 1 ? path[path.count - 2].node : root
        return replace(container.inside, with: [])
    }

    /// Inserts behind the last member or element of a container.
    private mutating func insert(
        _ value: String,
        named name: String?,
        into container: JSONNode
    ) -> Bool {
        let siblings = container.parts
        let outer = indentation(at: container.range.lowerBound)
        let isList = name == nil
        guard let last = siblings.last else {
            // An empty list of short values stays on one line.
            let isShort = isList && !"{[".contains(value.first ?? " ")
            let inner = outer + (isShort ? [] : unit)
            let own = label(name) + laidOut(value, inner, label(name).count)
            let inside = isShort ? own : lineEnd + inner + own + lineEnd + outer
            return replace(container.inside, with: inside)
        }
        let hasLines = siblings.contains { startsLine($0.start) }
        let inner =
            siblings.last { startsLine($0.start) }.map { indentation(at: $0.start) } ?? outer
        // A line begins after the opening bracket of the last one.
        let isExpanded = isList && last.node.parts.first.map { startsLine($0.start) } ?? false
        let own = label(name) + laidOut(value, inner, label(name).count, isExpanded)
        let end = last.node.range.upperBound
        if hasLines { return replace(end..<end, with: [comma] + lineEnd + inner + own) }
        let line = lineRange(at: end)
        guard line.count + own.count + 2 > JSONLayout.width, isList else {
            return replace(end..<end, with: [comma, space] + own)
        }
        // The list outgrew its line: each element gets one.
        var inside: [UInt8] = []
        for sibling in siblings {
            inside += lineEnd + outer + unit + bytes[sibling.node.range] + [comma]
        }
        inside += lineEnd + outer + unit + own + lineEnd + outer
        return replace(container.inside, with: inside)
    }

    /// Undone if the result should not be JSON.
    private mutating func replace(_ range: Range<Int>, with new: [UInt8]) -> Bool {
        var changed = bytes
        changed.replaceSubrange(range, with: new)
        guard let root = Self.parse(changed) else { return false }
        bytes = changed
        self.root = root
        return true
    }
}

// MARK: - Style

private let comma = UInt8(ascii: ",")
private let space = UInt8(ascii: " ")

extension JSONEditor {
    private var lineEnd: [UInt8] { lineEnding(of: bytes) }

    /// The indentation of one level: that of the first member.
    private var unit: [UInt8] {
        let first = root.parts.first { startsLine($0.start) }
        let own = first.map { indentation(at: $0.start) } ?? []
        return own.isEmpty ? [space, space] : own
    }

    private func label(_ name: String?) -> [UInt8] {
        name.map { Array("\(quotedJSON($0)): ".utf8) } ?? []
    }

    private func laidOut(
        _ value: String,
        _ indentation: [UInt8],
        _ labelLength: Int,
        _ isExpanded: Bool = false
    ) -> [UInt8] {
        let text = Array(value.utf8)
        guard let node = Self.parse(text) else { return text }
        return JSONLayout(text, lineEnd: lineEnd, unit: unit).text(
            of: node,
            indentation: indentation,
            column: indentation.count + labelLength,
            isExpanded: isExpanded
        )
    }

    private func lineRange(at offset: Int) -> Range<Int> {
        let start = bytes[..<offset].lastIndex(where: isLineEnd).map { $0 + 1 } ?? 0
        return start..<(bytes[offset...].firstIndex(where: isLineEnd) ?? bytes.count)
    }

    /// The white space that begins the line of a byte.
    private func indentation(at offset: Int) -> [UInt8] {
        Array(bytes[lineRange(at: offset)].prefix { $0 == space || $0 == 0x09 })
    }

    private func startsLine(_ offset: Int) -> Bool {
        let line = lineRange(at: offset)
        return line.lowerBound > 0 && line.lowerBound + indentation(at: offset).count == offset
    }
}

extension JSONNode {
    /// The range between the brackets of a container.
    fileprivate var inside: Range<Int> { range.lowerBound + 1..<range.upperBound - 1 }

    /// A member by name, or an element by its index from 0.
    fileprivate func child(_ name: String) -> JSONNode? {
        guard case .array(let elements) = value else { return member(name) }
        guard let index = Int(name), elements.indices.contains(index) else { return nil }
        return elements[index]
    }
}

/// A member or an element on the way to a place in a JSON text.
package struct JSONStep {
    /// Of a member.
    package fileprivate(set) var name: String?
    package let node: JSONNode
    /// The first byte, of a member that of its name.
    package let start: Int
    /// All parts of the same container.
    let siblings: [JSONNode.Part]

    /// The first bytes of all parts of the same container.
    package var siblingStarts: [Int] { siblings.map(\.start) }
}

extension JSONNode {
    /// The members and elements around a byte, from the outermost one inward.
    package func path(to offset: Int) -> [JSONStep] {
        var path: [JSONStep] = []
        var node = self
        while let index = node.parts.firstIndex(where: {
            $0.start <= offset && offset < $0.node.range.upperBound
        }) {
            let part = node.parts[index]
            var step = JSONStep(node: part.node, start: part.start, siblings: node.parts)
            if node.isObject { step.name = node.members[index].name }
            path.append(step)
            node = part.node
        }
        return path
    }
}
