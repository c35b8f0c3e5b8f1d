/// What a picture is, as its name and its folder say.
enum ArtRole: Hashable {
    case species(String)
    /// A species doing something: `cat_pet_walk`, `cat_walk`.
    case animation(species: String, name: String)
    /// An outfit; for all species without a wearer.
    case outfit(String, wearer: String?)
    case overlay(String, wearer: String?)
    case image(String)

    var isPet: Bool { kind == .species }
    var isOverlay: Bool { kind == .overlay }

    /// Words for what pets do.
    static let moves: Set<String> = [
        "idle", "walk", "run", "jump", "fall", "attack", "hurt", "die", "sleep", "sit", "eat",
        "dance", "swim", "fly", "play",
    ]
    /// The last word of a name, and what precedes it: `hero` and `climb`.
    static func pose(_ name: String) -> (species: String, pose: String)? {
        guard let end = name.lastIndex(of: "_") else { return nil }
        let (species, pose) = (name[..<end], name[name.index(after: end)...])
        return species.isEmpty || pose.isEmpty ? nil : (String(species), String(pose))
    }

    /// Whether a name says that a picture holds several figures.
    static func isSheet(_ name: String) -> Bool {
        let words = name.lowercased().split { "_- /".contains($0) }.map(String.init)
        return words.contains { moves.contains($0) || ["row", "sheet", "strip"].contains($0) }
    }

    private static let petFolders: Set<String> = [
        "pet", "pets", "species", "animals", "characters", "creatures",
    ]
    private static let overlayFolders: Set<String> = [
        "overlays", "accessories", "hats", "glasses", "scarves", "wearables",
    ]
    private static let outfitFolders: Set<String> = ["outfits", "costumes", "clothes", "skins"]

    /// By the name alone.
    init?(_ name: String) {
        func parts(around word: String) -> (before: String, after: String)? {
            name.firstRange(of: word).flatMap {
                let parts = (String(name[..<$0.lowerBound]), String(name[$0.upperBound...]))
                return parts.0.isEmpty || parts.1.isEmpty ? nil : parts
            }
        }
        if let (wearer, asset) = parts(around: "_pet_overlay_") ?? parts(around: "_overlay_") {
            self = .overlay(asset, wearer: wearer == "pet" ? nil : wearer)
        } else if name.hasPrefix("overlay_"), name.count > 8 {
            self = .overlay(String(name.dropFirst(8)), wearer: nil)
        } else if name.hasSuffix("_pet"), name.count > 4 {
            self = .species(String(name.dropLast(4)))
        } else if let (wearer, asset) = parts(around: "_pet_") {
            self =
                Self.moves.contains(asset)
                ? .animation(species: wearer, name: asset) : .outfit(asset, wearer: wearer)
        } else if name.hasPrefix("pet_"), name.count > 4 {
            self = .outfit(String(name.dropFirst(4)), wearer: nil)
        } else {
            return nil
        }
    }

    /// By a name that says nothing, its folder, and the species that others are for.
    init(_ name: String, in folder: String, known species: Set<String>) {
        let words = name.split(separator: "_", maxSplits: 1).map(String.init)
        if words.count == 2, Self.moves.contains(words[1]),
            species.contains(words[0]) || Self.petFolders.contains(folder)
        {
            self = .animation(species: words[0], name: words[1])
        } else if Self.petFolders.contains(folder) || species.contains(name) {
            self = .species(name)
        } else if Self.overlayFolders.contains(folder) {
            self = .overlay(name, wearer: nil)
        } else if Self.outfitFolders.contains(folder) {
            let isWorn = words.count == 2 && species.contains(words[0])
            self = isWorn ? .outfit(words[1], wearer: words[0]) : .outfit(name, wearer: nil)
        } else {
            self = .image(name)
        }
    }
}
