/// Some members of a settings object, authored in one place, to be laid over a complete one.
public struct Overrides<Settings: Sendable>: Sendable {
    let edits: [Edit<Settings>]
    /// The authored object; none when nothing was authored.
    public let place: CatalogPlace

    /// Overrides nothing.
    public init() {
        edits = []
        place = .none
    }

    init(edits: [Edit<Settings>], place: CatalogPlace) {
        self.edits = edits
        self.place = place
    }

    /// Whether there is such an object at all; an empty one counts.
    public var isAuthored: Bool { !edits.isEmpty || !place.isNone }

    /// The names of the members that are decided here, those that a preset implies included.
    public var members: [String] { edits.flatMap(\.members) }

    /// `settings` with the members of this object replaced.
    public func applied(to settings: Settings) -> Settings {
        var result = settings
        for edit in edits { edit.apply(&result) }
        return result
    }
}

extension Overrides {
    static func shape(_ members: Members<Settings>) -> Shape<Overrides> {
        Shape(schema: members.schema) { node, name, reader in
            guard let edits = members.edits(node, name, &reader) else { return nil }
            return Overrides(edits: edits, place: reader.place(of: node))
        }
    }
}
