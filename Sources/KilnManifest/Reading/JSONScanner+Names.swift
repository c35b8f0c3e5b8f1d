/// Where the name of a member is in a text.
struct MemberName {
    /// Without the quotes.
    var range: Range<Int>
    /// True for ASCII without escapes: the bytes are those of the name.
    var isPlain: Bool
}

extension JSONScanner {
    /// The name of the next member, and the colon behind it.
    mutating func memberName(_ names: inout MemberNames) throws(JSONFault) -> MemberName {
        passSpace()
        let start = place
        var isPlain = bytes[start] == UInt8(ascii: "\"")
        var end = start + 1
        while isPlain, bytes[end] != UInt8(ascii: "\"") {
            isPlain = (0x20..<0x80).contains(bytes[end]) && bytes[end] != UInt8(ascii: "\\")
            end += 1
        }
        if isPlain {
            place = end + 1
        } else {
            _ = try string(wanted: "the name of a member")
        }
        let name = MemberName(range: start + 1..<place - 1, isPlain: isPlain)
        guard try names.isNew(name, in: &self) else {
            throw JSONFault(at: start, "there are two members \"\(text(of: name))\"")
        }
        passSpace()
        guard bytes[place] == UInt8(ascii: ":") else {
            throw unexpected(wanted: "\":\" behind \"\(text(of: name))\"")
        }
        place += 1
        return name
    }

    /// A name without its escapes.
    mutating func text(of name: MemberName) -> String {
        if name.isPlain { return String(decoding: bytes[name.range], as: UTF8.self) }
        let here = place
        defer { place = here }
        place = name.range.lowerBound - 1
        // It was read before.
        return (try? string(wanted: "the name of a member")) ?? ""
    }

    /// Whether a member has a name.
    @inline(__always)
    mutating func isEqual(_ name: MemberName, _ other: StaticString) -> Bool {
        guard name.isPlain else { return text(of: name) == "\(other)" }
        guard name.range.count == other.utf8CodeUnitCount else { return false }
        let first = name.range.lowerBound
        return other.withUTF8Buffer { other in
            other.indices.allSatisfy { unsafe bytes[first + $0] == other[$0] }
        }
    }

    /// Whether two plain names are in the order of their bytes.
    fileprivate func isAscending(_ name: MemberName, _ next: MemberName) -> Bool {
        guard name.isPlain, next.isPlain else { return false }
        for (place, other) in zip(name.range, next.range) where bytes[place] != bytes[other] {
            return bytes[place] < bytes[other]
        }
        return name.range.count < next.range.count
    }
}

/// The names of an object's members, as far as they were read.
///
/// Kiln writes them sorted, and what comes after all others is new; only where one does not are they
/// gathered.
struct MemberNames {
    /// Where the first name may begin.
    let start: Int
    private var last: MemberName?
    private var all: Set<String>?

    init(start: Int) { self.start = start }

    /// Whether no member before this one has its name.
    @inline(__always)
    mutating func isNew(
        _ name: MemberName,
        in json: inout JSONScanner
    ) throws(JSONFault) -> Bool {
        if all == nil {
            guard let last, !json.isAscending(last, name) else {
                last = name
                return true
            }
        }
        return try isNewAmongAll(name, in: &json)
    }

    private mutating func isNewAmongAll(
        _ name: MemberName,
        in json: inout JSONScanner
    ) throws(JSONFault) -> Bool {
        if all == nil { all = try earlier(before: name.range.lowerBound - 1, in: &json) }
        return all?.insert(json.text(of: name)).inserted ?? true
    }

    /// Goes once more through what was read already.
    private func earlier(
        before place: Int,
        in json: inout JSONScanner
    ) throws(JSONFault) -> Set<String> {
        let here = json.place
        defer { json.place = here }
        var names: Set<String> = []
        json.place = start
        while true {
            json.passSpace()
            guard json.place < place else { return names }
            names.insert(try json.string(wanted: "the name of a member"))
            json.passSpace()
            // The colon.
            json.place += 1
            try json.skip()
            json.passSpace()
            // The comma.
            json.place += 1
        }
    }
}
