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

    static let about: KeyValuePairs<Self, String> = [
        .atlas: "Pages with all frames of species and items, for games that draw looks themselves.",
        .composites: "Whole looks, drawn: one picture for each frame of each look.",
        .images:
            "PNG files of looks, items and images, each by itself: for shops, widgets and web pages.",
        .xcassets: "An Xcode asset catalog with looks, items, images and app icons.",
        .eink: "Looks, items and images as the memory of an e-paper panel, frame by frame.",
    ]
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

/// Art that a game loads together, such as all of its shop: it gets pages of its own.
public struct PageBundle: Sendable, CatalogObject {
    public var id = ""
    public var species: Selection?
    public var items: Selection?
    public var looks: Selection?
    public var images: Selection?
    public var place = CatalogPlace.none

    static var members: Members<PageBundle> {
        Members("pageBundle", "a bundle") {
            Member("species", \.species, .selection(.species))
                .about("Ids of species, with * and ?: their art and that of all they can wear.")
            Member("items", \.items, .selection(.items))
                .about("Ids of items, with * and ?: their art for every species.")
            Member("looks", \.looks, .selection(.looks))
                .about("Ids of looks, with * and ?: the art that they show, in all animations.")
            Member("images", \.images, .selection(.images)).about("Ids of images, with * and ?.")
        }
    }
}

/// Ids that are picked one by one, or by patterns with `*` and `?`.
public struct Selection: Hashable, Sendable {
    /// As in the file.
    public let patterns: [Glob]
    private let ids: Set<String>
    private let wildcards: [Glob]

    public init(_ patterns: [String]) {
        self.patterns = patterns.map(Glob.init)
        wildcards = self.patterns.filter(\.hasWildcards)
        ids = Set(self.patterns.filter { !$0.hasWildcards }.map(\.text))
    }

    public func contains(_ id: String) -> Bool {
        ids.contains(id) || wildcards.contains { $0.matches(id) }
    }
}

extension Shape<Selection> {
    static func selection(_ kinds: Retired.Kind...) -> Shape {
        let id = kinds.reduce(Shape<String>.string) { $0.naming($1) }
        return list(of: id, atMost: 65_536).distinct().then(Selection.init)
    }
}

/// What `--profile NAME` lays over a catalog, for development or for release.
public struct Profile: Sendable, CatalogObject {
    public var name = ""
    public var targets: [String]?
    public var settings = Overrides<TargetSettings>()
    public var checks: [CheckRule] = []
    public var isStrict = false
    public var placeholders = Placeholders.none
    public var place = CatalogPlace.none

    /// The targets as this profile bakes them.
    public func applied(to targets: [Target]) -> [Target] {
        targets.compactMap { target in
            guard self.targets?.contains(target.id) ?? true else { return nil }
            var result = target
            result.settings = settings.applied(to: target.settings)
            result.place = target.place.laid(under: settings.place)
            return result
        }
    }

    static var members: Members<Profile> {
        Members("profile", "a profile") {
            Member("targets", \.targets, list(of: .string.naming(.targets), atLeast: 1).distinct())
                .about("Ids of the targets to bake; all unless said.")
            Member("settings", \.settings, Overrides.shape(TargetSettings.members))
                .about("Laid over the settings of each target.")
            Member("checks", \.checks, .checks)
                .about("Severities by check id, laid over those of the catalog.")
            Member("strict", \.isStrict, .bool, default: false)
                .about("Whether warnings are errors, so that nothing is written.")
            Member("placeholders", \.placeholders, .choice, default: "none")
                .about("What is drawn for art that is missing.")
        }
    }
}

/// For which art placeholders are drawn.
public enum Placeholders: String, Choice {
    case none
    case missing

    static let about: KeyValuePairs<Self, String> = [
        .none: "Art that is missing is an error; the default.",
        .missing:
            "What has no art yet is drawn as a box with its id, so that games can be built before it.",
    ]
}

extension Catalog {
    /// The catalog as a profile bakes it.
    public func laid(_ profile: Profile) -> Catalog {
        var result = self
        result.profile = profile
        result.targets = profile.applied(to: targets)
        return result
    }
}
