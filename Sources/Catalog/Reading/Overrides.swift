/// The authored members of a settings object, which override a complete one.
public struct Overrides<Settings: Sendable>: Sendable {
    let edits: [Edit<Settings>]
    /// The authored object, if any.
    public let place: CatalogPlace

    public init() {
        edits = []
        place = .none
    }

    init(edits: [Edit<Settings>], place: CatalogPlace) {
        self.edits = edits
        self.place = place
    }

    /// Whether an object was authored, even an empty one.
    public var isAuthored: Bool { !edits.isEmpty || !place.isNone }

    /// The names of the set members, including those implied by a preset.
    public var members: [String] { edits.flatMap(\.members) }

    public func applied(to settings: Settings) -> Settings {
        var result = settings
        for edit in edits { edit.apply(&result) }
        return result
    }

    static func shape(_ members: Members<Settings>) -> Shape<Overrides> {
        Shape(schema: members.schema) { node, name, reader in
            guard let edits = members.edits(node, name, &reader) else { return nil }
            return Overrides(edits: edits, place: reader.place(of: node))
        }
    }
}
