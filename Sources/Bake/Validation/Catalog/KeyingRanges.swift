import Catalog
import ChromaKey
import Diagnostics

/// Finds thresholds and smoothings out of the range of their mode.
///
/// The schema allows the largest range of all modes, because the mode is known only after merging
/// settings.
struct KeyingRanges {
    private let catalog: Catalog
    /// Whether any value is large enough to depend on the mode.
    private let matters: Bool
    private(set) var found = DiagnosticList()
    /// Locations already reported.
    private var reported: Set<String> = []

    private static let members: [(name: String, value: @Sendable (KeySettings) -> Double)] = [
        ("threshold", \.threshold), ("smoothing", \.smoothing),
    ]

    /// Checks each settings object that has a mode, and the catalog's own.
    init(_ catalog: Catalog) {
        self.catalog = catalog
        let great = catalog.authoredKeying.filter { settings in
            let value = settings.applied(to: KeySettings())
            return Self.members.contains { $0.value(value) > 1 }
        }
        matters = !great.isEmpty
        check(catalog.chroma)
        for settings in great where settings.members.contains("mode") { check(settings) }
    }

    private mutating func check(_ settings: Overrides<KeySettings>) {
        let value = settings.applied(to: KeySettings())
        for member in Self.members where settings.members.contains(member.name) {
            check(
                member.name,
                member.value(value),
                value.mode,
                settings.place[member.name].location
            )
        }
    }

    /// Checks the merged settings of keyed art.
    mutating func check(_ subject: ArtSubject, asset: String) {
        guard matters, catalog.keyWish(for: subject, asset: asset).wish != .never else { return }
        let settings = catalog.chroma(for: subject, asset: asset)
        for member in Self.members {
            check(
                member.name,
                member.value(settings.value),
                settings.value.mode,
                settings.location(of: member.name),
                as: " (\(settings.origin(of: "mode"))) for asset \"\(asset)\""
            )
        }
    }

    private mutating func check(
        _ name: String,
        _ value: Double,
        _ mode: KeyMode,
        _ place: SourceLocation?,
        as origin: String = ""
    ) {
        let spot = place?.position.map(\.description) ?? ""
        guard value > mode.greatest, reported.insert("\(spot) \(name)").inserted else { return }
        found.append(
            .valueOutOfRange,
            at: place,
            message: "\"\(name)\" is out of range, found \(value), "
                + "expected 0 to \(Int(mode.greatest)) in mode \(mode.rawValue)\(origin)",
            help: "only \"mode\": \"distance\" goes to \(Int(KeyMode.distance.greatest))"
        )
    }
}
