package import Diagnostics

public struct CheckRule: Sendable, CatalogObject {
    /// The check's id, or a pattern for ids.
    public var id = Glob("")
    public var severity = CheckSeverity.error
    /// The files to which it applies; empty for all.
    ///
    /// Each is matched against a file's name, its path from the catalog's folder, and its path
    /// below the folder of sources; `*` also matches `/`.
    public var paths: [Glob] = []
    public var reason: String?
    /// The member with the check's name.
    public var place = CatalogPlace.none
    /// The rule itself, which may be one of a list.
    public var body = CatalogPlace.none

    static var members: Members<CheckRule> {
        Members("check", "a check") {
            Member("severity", \.severity, .choice, need: .required).about("How grave it is.")
            Member("paths", list(of: Shape<String>.text, atLeast: 1, atMost: 1024)) {
                $0.paths = $1.map(Glob.init)
            }
            .about(
                "The files that this holds for, such as \"legacy/*\": names, paths from this file's folder or below their source; * and ? are wildcards."
            )
            Member("reason", \.reason, .text).about("Why, for the next reader.")
        }
    }
}

public enum CheckSeverity: String, Choice {
    case off
    case note
    case warning
    case error

    static let about: KeyValuePairs<Self, String> = [
        .off: "Not reported.",
        .note: "Reported; never fails.",
        .warning: "Reported; fails with --strict.",
        .error: "Reported; fails.",
    ]
}

extension Shape<[CheckRule]> {
    /// Rules by check: a severity, an object, or a list of objects of which the first that matches
    /// a file applies.
    static let checks = map(to: rules).then { named in
        named.flatMap { entry in
            entry.value.map { rule in
                var rule = rule
                rule.id = Glob(entry.name)
                rule.body = rule.place
                rule.place = entry.place
                return rule
            }
        }
    }

    private static let rules =
        severityOnly
        .or(Shape<CheckRule>.object.then { [$0] }) { $0.kind == "an object" }
        .or(list(of: .object, atLeast: 1, atMost: 1024)) { $0.kind == "an array" }

    private static let severityOnly = Shape<CheckSeverity>.choice.then {
        severity,
        node,
        _,
        reader in
        var rule = CheckRule()
        rule.severity = severity
        rule.place = reader.place(of: node)
        return [rule]
    }
}

extension Check {
    /// For the axes alone, and for everything with art for them.
    package static let tooManyCombinations = Check("too-many-combinations")

    /// For settings and for what is said twice.
    package static let noEffect = Check("no-effect", .warning)

    /// Problems of reading a catalog that is valid JSON.
    package static let ofReading: [Check] = [
        .unknownMember, .missingMember, .wrongType, .valueOutOfRange, .badValue, .unsafeID,
        .unsafePath, .unsupportedVersion, .durationCount, .unknownColor, .unreadableColors,
    ]

    /// Checks of finding art by name.
    package static let ofNames: [Check] = [
        .duplicateAsset, .clashingNames, .numberedFrames, .alsoMissing, .imageSet, .imageSetVariant,
        .unresolvedSpecies, .unresolvedItem, .wrongCase, .unresolvedImage, .lastFallback,
        .outfitUndressed, .axisWithoutArt, .idleVariant, .requiredValue, .unusedAsset, .placeholder,
    ]
}
