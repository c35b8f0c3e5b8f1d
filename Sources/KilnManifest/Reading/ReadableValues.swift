extension Bool: JSONReadable {
    init(reading json: inout JSONScanner) throws(JSONFault) { self = try json.bool() }
}

extension Array: JSONReadable where Element: JSONReadable {
    init(reading json: inout JSONScanner) throws(JSONFault) {
        self = []
        try json.elements { (json) throws(JSONFault) in append(try Element(reading: &json)) }
    }
}

extension Dictionary: JSONReadable where Key == String, Value: JSONReadable {
    init(reading json: inout JSONScanner) throws(JSONFault) {
        self = [:]
        try json.members { (json, name) throws(JSONFault) in
            self[name] = try Value(reading: &json)
        }
    }
}

extension ManifestValue: JSONReadable {
    init(reading json: inout JSONScanner) throws(JSONFault) {
        json.passSpace()
        switch json.bytes[json.place] {
        case UInt8(ascii: "{"): self = .object(try json.value())
        case UInt8(ascii: "["): self = .array(try json.value())
        case UInt8(ascii: "\""): self = .string(try json.value())
        case UInt8(ascii: "t"), UInt8(ascii: "f"): self = .bool(try json.bool())
        case UInt8(ascii: "n"):
            try json.skip()
            self = .null
        default:
            switch try json.number(wanted: "a value") {
            case .integer(let number): self = .integer(number)
            case .other(let number):
                self = Int64(exactly: number).map(ManifestValue.integer) ?? .number(number)
            }
        }
    }
}

extension Manifest.RawValue: JSONReadable {
    init(reading json: inout JSONScanner) throws(JSONFault) {
        json.passSpace()
        switch json.bytes[json.place] {
        case UInt8(ascii: "\""): self = .text(try json.value())
        case UInt8(ascii: "-"), UInt8(ascii: "0")...UInt8(ascii: "9"):
            self = .integer(try json.value())
        default: throw json.unexpected(wanted: "a text or a whole number")
        }
    }
}

extension Manifest.EquipStyle: JSONReadable {
    init(reading json: inout JSONScanner) throws(JSONFault) {
        json.passSpace()
        let start = json.place
        guard let style = Self(rawValue: try json.string(wanted: "a text")) else {
            json.place = start
            throw json.unexpected(wanted: "\"replaceSprite\" or \"overlay\"")
        }
        self = style
    }
}
