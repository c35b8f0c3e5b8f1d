import Diagnostics

/// How the names of a catalog are written as Swift source (`kiln bake --swift`).
public struct SwiftNaming: Sendable, CatalogObject {
    public enum Access: String, Choice {
        case `internal`
        case package
        case `public`

        var about: String {
            switch self {
            case .internal: "The module that the file belongs to."
            case .package: "All modules of the package."
            case .public: "Everybody."
            }
        }
    }

    public var name: String?
    public var access = Access.internal
    public var place = CatalogPlace.none

    static var members: Members<SwiftNaming> {
        Members("swift", "the Swift source of names") {
            Member("name", \.name, .identifier)
                .about("The enum around all names; made of the catalog's name unless said.")
            Member("access", \.access, .choice, default: "internal").about("Who may use the names.")
        }
    }
}
