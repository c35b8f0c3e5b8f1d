#if canImport(FoundationEssentials)
internal import FoundationEssentials
#else
internal import Foundation
#endif

/// A JSON value that Kiln carries from the catalog to the game without looking into it.
///
///     let price = item.extras?["price"]?.int ?? 0
///     let tint = item.extras?["colors"]?[0]?.string
public enum ManifestValue: Hashable, Sendable {
    case null
    case bool(Bool)
    /// A number without a fraction that 64 bits hold.
    case integer(Int64)
    /// Any other number.
    case number(Double)
    case string(String)
    case array([ManifestValue])
    case object([String: ManifestValue])
}

// MARK: - What a value is

extension ManifestValue {
    /// Whether it is `null`.
    public var isNull: Bool { self == .null }

    /// Nil for anything but a boolean.
    public var bool: Bool? { if case .bool(let value) = self { value } else { nil } }

    /// Nil for anything but a whole number that an `Int` of this device holds.
    public var int: Int? { if case .integer(let value) = self { Int(exactly: value) } else { nil } }

    /// Nil for anything but a number; one of more than 53 bits is rounded.
    public var double: Double? {
        switch self {
        case .integer(let value): Double(value)
        case .number(let value): value
        default: nil
        }
    }

    /// Nil for anything but a string.
    public var string: String? { if case .string(let value) = self { value } else { nil } }

    /// Nil for anything but an array.
    public var array: [ManifestValue]? { if case .array(let values) = self { values } else { nil } }

    /// Nil for anything but an object.
    public var object: [String: ManifestValue]? {
        if case .object(let members) = self { members } else { nil }
    }

    /// The member of an object; nil when this is no object or has no such member.
    public subscript(member: String) -> ManifestValue? { object?[member] }

    /// The element of an array; nil when this is no array or has no such element.
    public subscript(index: Int) -> ManifestValue? {
        guard let array, array.indices.contains(index) else { return nil }
        return array[index]
    }
}

// MARK: - JSON

extension ManifestValue: Codable {
    public init(from decoder: any Decoder) throws {
        let container = try decoder.singleValueContainer()
        if container.decodeNil() {
            self = .null
        } else if let value = try? container.decode(Bool.self) {
            self = .bool(value)
        } else if let value = try? container.decode(Int64.self) {
            self = .integer(value)
        } else if let value = try? container.decode(Double.self) {
            self = .number(value)
        } else if let value = try? container.decode(String.self) {
            self = .string(value)
        } else if let values = try? container.decode([ManifestValue].self) {
            self = .array(values)
        } else {
            self = .object(try container.decode([String: ManifestValue].self))
        }
    }

    public func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        switch self {
        case .null: try container.encodeNil()
        case .bool(let value): try container.encode(value)
        case .integer(let value): try container.encode(value)
        case .number(let value): try container.encode(value)
        case .string(let value): try container.encode(value)
        case .array(let values): try container.encode(values)
        case .object(let members): try container.encode(members)
        }
    }
}

extension ManifestValue: CustomStringConvertible {
    /// JSON on one line, members sorted.
    public var description: String {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        // Only numbers that are none cannot be written.
        guard let data = try? encoder.encode(self) else { return "?" }
        return String(decoding: data, as: UTF8.self)
    }
}

// MARK: - Literals

extension ManifestValue: ExpressibleByBooleanLiteral, ExpressibleByIntegerLiteral,
    ExpressibleByFloatLiteral, ExpressibleByStringLiteral, ExpressibleByArrayLiteral,
    ExpressibleByDictionaryLiteral
{
    public init(booleanLiteral value: Bool) { self = .bool(value) }
    public init(integerLiteral value: Int64) { self = .integer(value) }
    public init(floatLiteral value: Double) { self = .number(value) }
    public init(stringLiteral value: String) { self = .string(value) }
    public init(arrayLiteral elements: ManifestValue...) { self = .array(elements) }

    /// Of several members of one name the first counts.
    public init(dictionaryLiteral members: (String, ManifestValue)...) {
        self = .object(Dictionary(members) { first, _ in first })
    }
}
