/// Walks through JSON (RFC 8259) in UTF-8, once and without a tree, and gives what it is asked for.
///
/// Every byte is read through an array's own subscript, so no input reaches beyond it. It is stricter
/// than `JSONDecoder`: commas without a value after them and names that occur twice are refused.
package struct JSONScanner: ~Copyable {
    /// The text, and a zero behind it: no JSON has one, so nothing walks past it.
    let bytes: [UInt8]
    /// Index of the next byte.
    var place: Int
    private var depth = 0
    /// Where the reading of an object with a table of members stands.
    var object = OpenObject()
    /// The first field that every such object has and this one lacks, where no members are left.
    var missing: String?
    /// Why the reading of its fields ended early.
    var fault: JSONFault?

    /// How many arrays and objects may be inside each other.
    static let deepest = 128

    /// Begins before the first byte of a text.
    ///
    /// - Parameter bytes: without the zero; a byte order mark is passed over.
    init(_ bytes: consuming [UInt8]) {
        place = bytes.starts(with: [0xEF, 0xBB, 0xBF]) ? 3 : 0
        bytes.append(0)
        self.bytes = bytes
    }

    var isAtEnd: Bool { place >= bytes.count - 1 }

    // MARK: Values

    /// The next value.
    mutating func value<Value: FieldValue>() throws(JSONFault) -> Value {
        try Value(reading: &self)
    }

    /// The next value; nil for `null`.
    mutating func optional<Value: FieldValue>() throws(JSONFault) -> Value? {
        passSpace()
        if bytes[place] == UInt8(ascii: "n") {
            try pass(word: "null")
            return nil
        }
        return try Value(reading: &self)
    }

    mutating func bool() throws(JSONFault) -> Bool {
        passSpace()
        switch bytes[place] {
        case UInt8(ascii: "t"):
            try pass(word: "true")
            return true
        case UInt8(ascii: "f"):
            try pass(word: "false")
            return false
        default: throw unexpected(wanted: "true or false")
        }
    }

    /// The members of the next value, which is an object, in their order.
    ///
    /// `read` takes a member's name and has to read its value.
    @inline(__always)
    mutating func members(
        _ read: (inout JSONScanner, String) throws(JSONFault) -> Void
    ) throws(JSONFault) {
        guard try openObject() else { return }
        var names = MemberNames(start: place)
        repeat {
            let name = text(of: try memberName(&names))
            do throws(JSONFault) {
                try read(&self, name)
            } catch {
                throw error.inside(.member(name))
            }
        } while try passCommaInObject()
    }

    /// The elements of the next value, which is an array, in their order.
    ///
    /// `read` has to read an element.
    @inline(__always)
    mutating func elements(
        _ read: (inout JSONScanner) throws(JSONFault) -> Void
    ) throws(JSONFault) {
        guard try open(UInt8(ascii: "["), close: UInt8(ascii: "]"), "an array") else { return }
        var index = 0
        repeat {
            do throws(JSONFault) {
                try read(&self)
            } catch {
                throw error.inside(.element(index))
            }
            index += 1
        } while try passComma(orClose: UInt8(ascii: "]"))
    }

    /// Passes over the next value, whatever it is.
    mutating func skip() throws(JSONFault) {
        passSpace()
        switch bytes[place] {
        case UInt8(ascii: "{"): try members { (json, _) throws(JSONFault) in try json.skip() }
        case UInt8(ascii: "["): try elements { (json) throws(JSONFault) in try json.skip() }
        case UInt8(ascii: "\""): _ = try string(wanted: "a text")
        case UInt8(ascii: "t"), UInt8(ascii: "f"): _ = try bool()
        case UInt8(ascii: "n"): try pass(word: "null")
        case UInt8(ascii: "-"), UInt8(ascii: "0")...UInt8(ascii: "9"): _ = try number()
        default: throw unexpected(wanted: "a value")
        }
    }

    /// Checks that nothing follows.
    mutating func finish() throws(JSONFault) {
        passSpace()
        guard isAtEnd else { throw unexpected(wanted: "the end of the file") }
    }

    // MARK: Steps

    mutating func passSpace() {
        var at = place
        while true {
            switch bytes[at] {
            case 0x20, 0x0A, 0x0D, 0x09: at += 1
            default:
                place = at
                return
            }
        }
    }

    /// Passes the brace of an object; false when the object is empty and thereby passed.
    mutating func openObject() throws(JSONFault) -> Bool {
        try open(UInt8(ascii: "{"), close: UInt8(ascii: "}"), "an object")
    }

    /// Passes the comma behind a member; false when the object ends instead.
    mutating func passCommaInObject() throws(JSONFault) -> Bool {
        try passComma(orClose: UInt8(ascii: "}"))
    }

    /// Passes a bracket; false when its counterpart follows, which is passed too.
    private mutating func open(
        _ bracket: UInt8,
        close: UInt8,
        _ wanted: StaticString
    ) throws(JSONFault) -> Bool {
        passSpace()
        guard bytes[place] == bracket else { throw unexpected(wanted: "\(wanted)") }
        guard depth < JSONScanner.deepest else {
            throw JSONFault(at: place, "there are more than \(JSONScanner.deepest) levels")
        }
        place += 1
        passSpace()
        guard bytes[place] != close else {
            place += 1
            return false
        }
        depth += 1
        return true
    }

    private mutating func passComma(orClose close: UInt8) throws(JSONFault) -> Bool {
        passSpace()
        switch bytes[place] {
        case UInt8(ascii: ","):
            place += 1
            return true
        case close:
            place += 1
            depth -= 1
            return false
        default:
            throw unexpected(
                wanted: close == UInt8(ascii: "]") ? "\",\" or \"]\"" : "\",\" or \"}\""
            )
        }
    }

    private mutating func pass(word: StaticString) throws(JSONFault) {
        let start = place
        for byte in "\(word)".utf8 {
            guard bytes[place] == byte else {
                throw isAtEnd
                    ? JSONFault(at: place, "the file ends within a word", isEnd: true)
                    : JSONFault(at: start, "this is no word of JSON; is it to be \(word)?")
            }
            place += 1
        }
    }

    /// What is wrong with the value that begins here.
    func unexpected(wanted: String) -> JSONFault {
        JSONFault(at: place, "expected \(wanted), found \(found)", isEnd: isAtEnd)
    }

    private var found: String {
        if isAtEnd { return "the end of the file" }
        switch bytes[place] {
        case UInt8(ascii: "{"): return "an object"
        case UInt8(ascii: "["): return "an array"
        case UInt8(ascii: "\""):
            let rest = bytes[(place + 1)...].prefix { $0 >= 0x20 && $0 != UInt8(ascii: "\"") }
            guard rest.count <= 40 else { return "a text" }
            return "the text \"\(String(decoding: rest, as: UTF8.self))\""
        case UInt8(ascii: "-"), UInt8(ascii: "0")...UInt8(ascii: "9"):
            let rest = bytes[place...].prefix { "0123456789-+.eE".utf8.contains($0) }
            return "the number \(String(decoding: rest.prefix(40), as: UTF8.self))"
        case UInt8(ascii: "t"): return "true"
        case UInt8(ascii: "f"): return "false"
        case UInt8(ascii: "n"): return "null"
        case 0x21..<0x7F: return "\"\(Character(Unicode.Scalar(bytes[place])))\""
        case let byte: return "the byte \(byte)"
        }
    }
}
