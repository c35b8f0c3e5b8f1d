import Diagnostics

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

    var about: String {
        switch self {
        case .none: "Art that is missing is an error; the default."
        case .missing:
            "What has no art yet is drawn as a box with its id, so that games can be built before it."
        }
    }
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
