/// A look as a game keeps it in a player's save: with the version of its form, and read leniently.
///
///     struct Save: Codable { var pet: SavedLook }
///
///     let fitting = try save.pet.restored(in: manifest, elseSpecies: "dog")
///     for lost in fitting.dropped where lost.goesBack { wardrobe.append(lost.id) }
///
/// In JSON it is the look's members and `version`. A save that a game wrote with a plain `Look` is read,
/// and so is one without `overlays`, `base` or `axes`.
public struct SavedLook: Hashable, Sendable {
    /// The version that this code writes, and the newest that it reads.
    public static let currentVersion = 1

    /// What was worn when it was saved.
    public var look: Look

    public init(_ look: Look) { self.look = look }

    /// As much of it as a manifest can draw; see `Manifest.wearable`.
    ///
    /// - Parameters:
    ///   - manifest: of the bake.
    ///   - fallback: the species that stands in for one that is gone; nil when none does.
    /// - Returns: the look, and what had to go.
    /// - Throws: `.unknownSpecies`, when neither species is there.
    public func restored(
        in manifest: Manifest,
        elseSpecies fallback: String? = nil
    ) throws(ManifestError) -> WearableLook {
        try manifest.wearable(look, elseSpecies: fallback)
    }
}

extension SavedLook: Codable {
    private enum Key: String, CodingKey {
        case version
        case species
        case base
        case overlays
        case axes
    }

    /// Reads a look.
    ///
    /// - Throws: `ManifestError` `.newerVersion` for what a newer game wrote, `DecodingError` for what
    ///   is no look.
    public init(from decoder: any Decoder) throws {
        let members = try decoder.container(keyedBy: Key.self)
        let version = try members.decodeIfPresent(Int.self, forKey: .version)
        if let version, version > SavedLook.currentVersion {
            throw ManifestError(
                .newerVersion,
                "the saved look has version \(version); this reader knows up to "
                    + "\(SavedLook.currentVersion)",
                remedy: "update the game, or begin with a new look and keep the save"
            )
        }
        look = Look(
            species: try members.decode(String.self, forKey: .species),
            base: try members.decodeIfPresent(String.self, forKey: .base),
            overlays: try members.decodeIfPresent([String].self, forKey: .overlays) ?? [],
            axes: try members.decodeIfPresent([String: String].self, forKey: .axes) ?? [:]
        )
    }

    public func encode(to encoder: any Encoder) throws {
        try look.encode(to: encoder)
        var members = encoder.container(keyedBy: Key.self)
        try members.encode(SavedLook.currentVersion, forKey: .version)
    }
}
