/// What a picture is, as its name and its folder say.
struct ArtRole: Hashable {
    let kind: AddedKind
    /// Of the species or the item; of an image its name.
    let id: String
    /// The species that an item is for; nil for all.
    var wearer: String?
    /// What a species does: `walk` of `cat_pet_walk` and `cat_walk`.
    var move: String?

    var isPet: Bool { kind == .species }
    var isOverlay: Bool { kind == .overlay }
    /// Nil for images, and for what all species wear.
    var species: String? { isPet ? id : wearer }
}

extension ArtRole {
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
            self.init(kind: .overlay, id: asset, wearer: wearer == "pet" ? nil : wearer)
        } else if name.hasPrefix("overlay_"), name.count > 8 {
            self.init(kind: .overlay, id: String(name.dropFirst(8)))
        } else if name.hasSuffix("_pet"), name.count > 4 {
            self.init(kind: .species, id: String(name.dropLast(4)))
        } else if let (wearer, asset) = parts(around: "_pet_") {
            let isMove = Self.moves.contains(asset)
            self.init(
                kind: isMove ? .species : .outfit,
                id: isMove ? wearer : asset,
                wearer: isMove ? nil : wearer,
                move: isMove ? asset : nil
            )
        } else if name.hasPrefix("pet_"), name.count > 4 {
            self.init(kind: .outfit, id: String(name.dropFirst(4)))
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
            self.init(kind: .species, id: words[0], move: words[1])
        } else if Self.petFolders.contains(folder) || species.contains(name) {
            self.init(kind: .species, id: name)
        } else if Self.overlayFolders.contains(folder) {
            self.init(kind: .overlay, id: name)
        } else if Self.outfitFolders.contains(folder) {
            let isWorn = words.count == 2 && species.contains(words[0])
            self.init(
                kind: .outfit,
                id: isWorn ? words[1] : name,
                wearer: isWorn ? words[0] : nil
            )
        } else {
            self.init(kind: .image, id: name)
        }
    }
}
