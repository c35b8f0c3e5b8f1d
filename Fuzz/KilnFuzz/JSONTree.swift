/// JSON as it was written: members in order, also twice; numbers and strings as their text.
///
/// A reader for fuzzing alone: it takes what the readers under test may refuse.
indirect enum JSONTree {
    /// A number, `true`, `null` and the like, or a string with its quotes.
    case plain([UInt8])
    case array([JSONTree])
    case object([(name: [UInt8], value: JSONTree)])

    /// Nil when the bytes are not JSON, or nested deeper than any reader follows.
    init?(_ bytes: [UInt8]) {
        var reader = JSONTreeReader(bytes: bytes)
        guard let tree = reader.value(depth: 0) else { return nil }
        self = tree
    }

    var bytes: [UInt8] {
        var result: [UInt8] = []
        write(to: &result)
        return result
    }

    private func write(to bytes: inout [UInt8]) {
        switch self {
        case .plain(let text): bytes += text
        case .array(let values):
            bytes.append(UInt8(ascii: "["))
            for (index, value) in values.enumerated() {
                if index > 0 { bytes.append(UInt8(ascii: ",")) }
                value.write(to: &bytes)
            }
            bytes.append(UInt8(ascii: "]"))
        case .object(let members):
            bytes.append(UInt8(ascii: "{"))
            for (index, member) in members.enumerated() {
                if index > 0 { bytes.append(UInt8(ascii: ",")) }
                bytes += member.name
                bytes.append(UInt8(ascii: ":"))
                member.value.write(to: &bytes)
            }
            bytes.append(UInt8(ascii: "}"))
        }
    }

    /// The number of values, this one included.
    var count: Int {
        switch self {
        case .plain: 1
        case .array(let values): values.reduce(1) { $0 + $1.count }
        case .object(let members): members.reduce(1) { $0 + $1.value.count }
        }
    }

    /// The value at a place in reading order; 0 is this one.
    func value(at place: Int) -> JSONTree {
        if place == 0 { return self }
        var rest = place - 1
        for child in children {
            if rest < child.count { return child.value(at: rest) }
            rest -= child.count
        }
        return self
    }

    /// This value with the one at a place changed.
    func changed(at place: Int, _ change: (JSONTree) -> JSONTree) -> JSONTree {
        if place == 0 { return change(self) }
        var rest = place - 1
        func visit(_ child: JSONTree) -> JSONTree {
            defer { rest -= child.count }
            return (0..<child.count).contains(rest) ? child.changed(at: rest, change) : child
        }
        switch self {
        case .plain: return self
        case .array(let values): return .array(values.map(visit))
        case .object(let members): return .object(members.map { ($0.name, visit($0.value)) })
        }
    }

    private var children: [JSONTree] {
        switch self {
        case .plain: []
        case .array(let values): values
        case .object(let members): members.map(\.value)
        }
    }
}

private struct JSONTreeReader {
    let bytes: [UInt8]
    var place = 0

    mutating func value(depth: Int) -> JSONTree? {
        skipBlanks()
        guard place < bytes.count, depth < 100 else { return nil }
        switch bytes[place] {
        case UInt8(ascii: "["):
            var values: [JSONTree] = []
            while !closes(UInt8(ascii: "]"), isFirst: values.isEmpty) {
                guard let value = value(depth: depth + 1) else { return nil }
                values.append(value)
            }
            return .array(values)
        case UInt8(ascii: "{"):
            var members: [(name: [UInt8], value: JSONTree)] = []
            while !closes(UInt8(ascii: "}"), isFirst: members.isEmpty) {
                skipBlanks()
                guard let name = word() else { return nil }
                skipBlanks()
                guard place < bytes.count, bytes[place] == UInt8(ascii: ":") else { return nil }
                place += 1
                guard let value = value(depth: depth + 1) else { return nil }
                members.append((name, value))
            }
            return .object(members)
        default: return word().map { .plain($0) }
        }
    }

    /// Goes over the bracket or the comma before the next element.
    private mutating func closes(_ bracket: UInt8, isFirst: Bool) -> Bool {
        if isFirst { place += 1 }
        skipBlanks()
        guard place < bytes.count else { return true }
        if bytes[place] == bracket {
            place += 1
            return true
        }
        if !isFirst, bytes[place] == UInt8(ascii: ",") { place += 1 }
        return false
    }

    private mutating func word() -> [UInt8]? {
        let start = place
        if place < bytes.count, bytes[place] == UInt8(ascii: "\"") {
            place += 1
            while place < bytes.count, bytes[place] != UInt8(ascii: "\"") {
                place += bytes[place] == UInt8(ascii: "\\") ? 2 : 1
            }
            place = min(bytes.count, place + 1)
        } else {
            while place < bytes.count, !" \t\r\n,:[]{}\"".utf8.contains(bytes[place]) { place += 1 }
        }
        return place > start ? Array(bytes[start..<place]) : nil
    }

    private mutating func skipBlanks() {
        while place < bytes.count, " \t\r\n".utf8.contains(bytes[place]) { place += 1 }
    }
}
