extension Bool: FieldValue {
    package init(reading json: inout JSONScanner) throws(JSONFault) { self = try json.bool() }

    package func write(to text: inout JSONText) { text.raw(self ? "true" : "false") }

    package static var kind: FieldKind { .boolean }
}

extension Int: FieldValue {
    package init(reading json: inout JSONScanner) throws(JSONFault) {
        json.passSpace()
        let start = json.place
        let whole: Int?
        switch try json.number(wanted: "a whole number") {
        case .integer(let number): whole = Int(exactly: number)
        case .other(let number): whole = Int(exactly: number)
        }
        guard let whole else {
            json.place = start
            throw json.unexpected(wanted: "a whole number")
        }
        self = whole
    }

    package func write(to text: inout JSONText) { text.write(integer: self) }

    package static var kind: FieldKind { .integer }
}

extension Double: FieldValue {
    package init(reading json: inout JSONScanner) throws(JSONFault) {
        switch try json.number(wanted: "a number") {
        case .integer(let number): self = Double(number)
        case .other(let number): self = number
        }
    }

    package func write(to text: inout JSONText) { text.write(number: self) }

    package static var kind: FieldKind { .number }
}

extension String: FieldValue {
    package init(reading json: inout JSONScanner) throws(JSONFault) {
        self = try json.string(wanted: "a text")
    }

    package func write(to text: inout JSONText) { text.write(string: self) }

    package static var kind: FieldKind { .string }
}

extension Array: FieldValue where Element: FieldValue {
    package init(reading json: inout JSONScanner) throws(JSONFault) {
        self = []
        try json.elements { (json) throws(JSONFault) in append(try Element(reading: &json)) }
    }

    package func write(to text: inout JSONText) { text.write(array: self) }

    package static var kind: FieldKind { .list(Element.kind) }
}

extension Dictionary: FieldValue where Key == String, Value: FieldValue {
    package init(reading json: inout JSONScanner) throws(JSONFault) {
        self = [:]
        try json.members { (json, name) throws(JSONFault) in
            self[name] = try Value(reading: &json)
        }
    }

    package func write(to text: inout JSONText) { text.write(map: self) }

    package static var kind: FieldKind { .map(Value.kind) }
}

extension ManifestValue: FieldValue {
    package init(reading json: inout JSONScanner) throws(JSONFault) {
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

    package func write(to text: inout JSONText) {
        switch self {
        case .null: text.raw("null")
        case .bool(let flag): flag.write(to: &text)
        case .integer(let number): text.write(integer: number)
        case .number(let number): number.write(to: &text)
        case .string(let string): string.write(to: &text)
        case .array(let values): values.write(to: &text)
        case .object(let members): members.write(to: &text)
        }
    }

    package static var kind: FieldKind { .anything }
}

extension Manifest.RawValue: FieldValue {
    package init(reading json: inout JSONScanner) throws(JSONFault) {
        json.passSpace()
        switch json.bytes[json.place] {
        case UInt8(ascii: "\""): self = .text(try json.value())
        case UInt8(ascii: "-"), UInt8(ascii: "0")...UInt8(ascii: "9"):
            self = .integer(try json.value())
        default: throw json.unexpected(wanted: "a text or a whole number")
        }
    }

    package func write(to text: inout JSONText) {
        switch self {
        case .integer(let number): number.write(to: &text)
        case .text(let string): string.write(to: &text)
        }
    }

    package static var kind: FieldKind { .either(.integer, .string) }
}

extension Manifest.EquipStyle: FieldValue {
    package init(reading json: inout JSONScanner) throws(JSONFault) {
        json.passSpace()
        let start = json.place
        guard let style = Self(rawValue: try json.string(wanted: "a text")) else {
            json.place = start
            throw json.unexpected(wanted: "\"replaceSprite\" or \"overlay\"")
        }
        self = style
    }

    package func write(to text: inout JSONText) { text.write(string: rawValue) }

    package static var kind: FieldKind {
        .choice([Self.replaceSprite, overlay].map(\.rawValue))
    }
}
