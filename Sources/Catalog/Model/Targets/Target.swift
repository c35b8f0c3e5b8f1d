import Diagnostics

/// One output of a bake.
public struct Target: Sendable, CatalogObject {
    public var id = ""
    public var kind = TargetKind.atlas
    public var settings = TargetSettings()
    public var place = CatalogPlace.none

    public init() {}

    /// Whether there are pages with all frames.
    public var hasAtlasPages: Bool { kind == .atlas && !settings.hasLooseSpritesOnly }

    public init(id: String) {
        self.id = id
    }

    static var members: Members<Target> {
        let settings = TargetSettings.members.list.map { $0.within(\Target.settings) }
        return Members("target", "a target") {
            Member("id", \.id, .fileIdentifier.naming(.targets), need: .identity)
                .about("The folder's name in the output.")
            Member("kind", \.kind, .choice, default: "atlas").about("What the target holds.")
            settings
        }
    }
}

/// What a target holds.
public enum TargetKind: String, Choice {
    case atlas
    case composites
    case images
    case xcassets
    case eink

    var about: String {
        switch self {
        case .atlas:
            "Pages with all frames of species and items, for games that draw looks themselves."
        case .composites: "Whole looks, drawn: one picture for each frame of each look."
        case .images:
            "PNG files of looks, items and images, each by itself: for shops, widgets and web pages."
        case .xcassets: "An Xcode asset catalog with looks, items, images and app icons."
        case .eink: "Looks, items and images as the memory of an e-paper panel, frame by frame."
        }
    }
}

extension Member {
    /// The same member of an object that holds the model in a part.
    fileprivate func within<Outer>(
        _ path: WritableKeyPath<Outer, Model> & Sendable
    ) -> Member<Outer> {
        Member<Outer>(schema: schema) { [read] member, reader in
            guard let edit = read(member, &reader) else { return nil }
            return Edit<Outer>(members: edit.members) { edit.apply(&$0[keyPath: path]) }
        }
    }
}
