import Diagnostics

/// How the names of a catalog are written as Swift source (`kiln bake --swift`).
public struct SwiftNaming: Sendable, CatalogObject {
    public enum Access: String, Choice {
        case `internal`
        case package
        case `public`

        static let about: KeyValuePairs<Self, String> = [
            .internal: "The module that the file belongs to.",
            .package: "All modules of the package.",
            .public: "Everybody.",
        ]
    }

    public var name: String?
    public var access = Access.internal
    public var place = CatalogPlace.none

    static var members: Members<SwiftNaming> {
        Members("swift", "the Swift source of names") {
            Member("name", \.name, .swiftName)
                .about("The enum around all names; made of the catalog's name unless said.")
            Member("access", \.access, .choice, default: "internal").about("Who may use the names.")
        }
    }
}

extension Shape<String> {
    /// The name of a type in Swift.
    fileprivate static let swiftName = string.then(
        schema: .plain([
            ("type", "string"), ("pattern", "^[A-Za-z][A-Za-z0-9_]*$"), ("maxLength", 64),
        ])
    ) { name, _, _, _ in
        let isName =
            name.utf8.count <= 64 && name.first?.isLetter == true
            && name.utf8.allSatisfy { $0 < 128 }
            && name.allSatisfy { $0.isLetter || $0.isNumber || $0 == "_" }
        if isName { return name }
        throw Refusal(
            .badValue,
            "no Swift type can be called \(quotedJSON(shortened(name, to: 80)))",
            help: "begin with a letter, and use at most 64 of A-Z a-z 0-9 _"
        )
    }
}
