import Diagnostics
public import KilnManifest

/// A property that changes a species' art, such as its age or its mood.
public struct Axis: Sendable, CatalogObject {
    public var name = ""
    /// In the order of the file.
    public var values: [AxisValue] = []
    public var standard: String?
    public var unknown: String?
    public var isSparse = false
    public var kind = AxisKind.plain
    public var extras: Extras?
    public var place = CatalogPlace.none

    public var ids: [String] { values.map(\.id) }

    /// The value if none is given.
    public var defaultValue: String? { standard ?? values.first?.id }

    static var members: Members<Axis> {
        Members("axis", "an axis") {
            Member("values", \.values, .axisValues, need: .required).about("All there are.")
            Member("default", \.standard, .identifier)
                .about("The value that is meant when nothing is said; the first unless said.")
            Member("unknown", \.unknown, .identifier)
                .about("The value of raw values that no value has; the default unless said.")
            Member("sparse", \.isSparse, .bool, default: false)
                .about("Whether values may do without art of their own.")
            Member("kind", \.kind, .choice, default: "plain").about("How values are looked up.")
            Member("extras", \.extras, .extras).about("For the game: copied to the manifest.")
        }
    }
}

public struct AxisValue: Sendable, CatalogObject, Colorable {
    public var id = ""
    public var name: String?
    public var raw: Manifest.RawValue?
    public var range: AxisRange?
    public var fallback: [String] = []
    /// How colors change for art not drawn for the value itself.
    public var coloring = Coloring()
    public var isRequired = false
    public var extras: Extras?
    public var place = CatalogPlace.none

    static var members: Members<AxisValue> {
        Members("axisValue", "a value of an axis") {
            Member("id", \.id, .identifier, need: .identity)
                .about("What naming and looks call it; never changes.")
            Member("name", \.name, .text).about("For people.")
            Member("raw", \.raw, .rawValue)
                .about("What the game stores for it: a whole number or a text, unique in the axis.")
            Member("range", \.range, .axisRange)
                .about(
                    "The numbers [from, to] that it stands for: up to the second, which only the last "
                        + "value's range holds. Ranges ascend in the order of values."
                )
            Member("fallback", \.fallback, list(of: .identifier).distinct(), default: [])
                .about("Values whose art stands in where this one has none, in order.")
            Member("required", \.isRequired, .bool, default: false)
                .about(
                    "Whether what is drawn by the axis must have art for it, its own or a fallback's; "
                        + "also where the axis is sparse."
                )
            Member("extras", \.extras, .extras).about("For the game: copied to the manifest.")
            Member.coloring
        }
    }
}

/// A range of numbers; the upper bound is excluded if another value follows.
public struct AxisRange: Hashable, Sendable, CustomStringConvertible {
    public var lower: Double
    public var upper: Double

    public var description: String { "[\(plain(lower)), \(plain(upper))]" }
}

extension Manifest.RawValue: CustomStringConvertible {
    public var description: String {
        switch self {
        case .integer(let number): "\(number)"
        case .text(let text): "\"\(text)\""
        }
    }
}

/// How the values of an axis are looked up.
public enum AxisKind: String, Choice {
    case plain
    case locale

    static let about: KeyValuePairs<Self, String> = [
        .plain: "By their ids and fallbacks.",
        .locale: "As BCP 47 does: pt-BR, then pt, then what needs no locale.",
    ]
}

extension Shape<Axis> {
    /// An object, or only the list of values.
    static let axis = Shape<[AxisValue]>.axisValues.then { values, node, _, reader in
        var axis = Axis()
        axis.values = values
        axis.place = reader.place(of: node)
        return axis
    }
    .or(.object) { $0.kind == "an object" }
}

extension Shape<[AxisValue]> {
    fileprivate static let axisValues = list(of: Shape<AxisValue>.axisValue, atLeast: 1)
}

extension Shape<AxisValue> {
    /// An object, or only the id.
    fileprivate static let axisValue = Shape<String>.identifier.then { id, node, _, reader in
        var value = AxisValue(id: id)
        value.place = reader.place(of: node)
        return value
    }
    .or(.object) { $0.kind == "an object" }
}

extension Shape<AxisRange> {
    fileprivate static let axisRange = list(
        of: Shape<Double>.number(-1e9...1e9),
        atLeast: 2,
        atMost: 2
    )
    .then { AxisRange(lower: $0[0], upper: $0[1]) }
}

extension Shape<Manifest.RawValue> {
    fileprivate static let rawValue = Shape<Int>.integer(-0x1f_ffff_ffff_ffff...0x1f_ffff_ffff_ffff)
        .then { Manifest.RawValue.integer($0) }
        .or(Shape<String>.text.then { .text($0) }) { $0.kind == "a string" }
}
