import Catalog

/// What a picture is, as its name and its folders say.
struct ArtRole: Hashable {
    let kind: AddedKind
    /// Of the species or the item; of an image its name.
    var id: String
    /// The species that an item is for; nil for all.
    var wearer: String?
    /// What a species does: `walk` of `cat_pet_walk` and `cat_walk`.
    var move: String?

    var isPet: Bool { kind == .species }
    var isOverlay: Bool { kind == .overlay }
    /// Nil for images, and for what all species wear.
    var species: String? { isPet ? id : wearer }

    /// Whether one of the templates names an asset of this role so.
    func isFound(as asset: String, by templates: [NamingTemplate]) -> Bool {
        let values = ["species": species, "asset": id, "animation": move]
        return templates.contains { $0.filled { values[$0] ?? nil } == asset }
    }
}

extension ArtRole {
    /// Words for pets at rest.
    private static let rests = ["idle", "stand"]
    /// Words for what pets do.
    static let moves: Set<String> = [
        "idle", "stand", "walk", "run", "jump", "fall", "attack", "hurt", "die", "sleep", "sit",
        "eat", "dance", "swim", "fly", "play",
    ]
    /// Words for the undressed pet.
    private static let basics: Set<String> = ["default", "base", "normal", "plain", "body", "pet"]

    static func isRest(_ move: String) -> Bool { rests.contains(move.lowercased()) }

    /// The last word of a name, and what precedes it: `hero` and `climb`.
    static func pose(_ name: String) -> (species: String, pose: String)? {
        guard let end = name.lastIndex(of: "_") else { return nil }
        let (species, pose) = (name[..<end], name[name.index(after: end)...])
        return species.isEmpty || pose.isEmpty ? nil : (String(species), String(pose))
    }

    /// Whether poses of one thing are its animations.
    static func areMoves(_ poses: Set<String>) -> Bool {
        let known = moves.intersection(poses.map { $0.lowercased() })
        return known.count > 2 || known.count == 2 && rests.contains(where: known.contains)
    }

    private static func words(_ name: String) -> [String] {
        name.lowercased().split { "_- /".contains($0) }.map(String.init)
    }

    /// What a pet does, if a word of a name says so.
    static func move(in name: String) -> String? { words(name).first(where: moves.contains) }

    /// The density of a name that does not say it with `@`: 2 of `cat_pet_2x`.
    static func writtenDensity(_ name: String) -> Int? {
        let end = plain(String(name.suffix(3)))
        guard name.count > 3, end.first == "_", end.last == "x" else { return nil }
        return end.dropFirst().first?.wholeNumberValue.flatMap { (2...8).contains($0) ? $0 : nil }
    }

    /// Whether a name says that a picture holds several figures.
    static func isSheet(_ name: String) -> Bool {
        words(name).contains { moves.contains($0) || ["row", "sheet", "strip"].contains($0) }
    }

    /// Whether a name, or a folder, says that a picture is whole with what is behind.
    static func isScene(_ name: String) -> Bool {
        !sceneWords.isDisjoint(with: words(name))
    }

    private static let sceneWords: Set<String> = [
        "room", "rooms", "bg", "background", "backgrounds", "backdrop", "backdrops", "scene",
        "scenes", "splash", "wallpaper", "wallpapers",
    ]
    /// By words of folders.
    private static let folderKinds: [String: AddedKind] = {
        let words: [(AddedKind, String)] = [
            (.species, "pet pets species animals characters creatures"),
            (.overlay, "overlays accessories hats glasses scarves wearables"),
            (.outfit, "outfits costumes clothes skins"),
        ]
        return words.reduce(into: [:]) { kinds, row in
            for word in row.1.split(separator: " ") { kinds[String(word)] = row.0 }
        }
    }()
    /// Folders that hold anything.
    private static let plainFolders: Set<String> = [
        "art", "assets", "images", "png", "sprites", "src", "ui",
    ]

    /// By the name alone, as the default templates have it.
    init?(_ name: String) { self.init(name, written: name) }

    /// By another way to write the name, of the same length.
    private init?(_ name: String, written text: String) {
        func parts(around word: String) -> (before: String, after: String)? {
            text.firstRange(of: word).flatMap {
                let (before, after) = (text[..<$0.lowerBound], text[$0.upperBound...])
                return before.isEmpty || after.isEmpty
                    ? nil : (String(name.prefix(before.count)), String(name.suffix(after.count)))
            }
        }
        if let (wearer, asset) = parts(around: "_pet_overlay_") ?? parts(around: "_overlay_") {
            self.init(kind: .overlay, id: asset, wearer: wearer == "pet" ? nil : wearer)
        } else if text.hasPrefix("overlay_"), text.count > 8 {
            self.init(kind: .overlay, id: String(name.dropFirst(8)))
        } else if text.hasSuffix("_pet"), text.count > 4 {
            self.init(kind: .species, id: String(name.dropLast(4)))
        } else if let (wearer, asset) = parts(around: "_pet_") {
            let isMove = Self.moves.contains(asset)
            self.init(
                kind: isMove ? .species : .outfit,
                id: isMove ? wearer : asset,
                wearer: isMove ? nil : wearer,
                move: isMove ? asset : nil
            )
        } else if text.hasPrefix("pet_"), text.count > 4 {
            self.init(kind: .outfit, id: String(name.dropFirst(4)))
        } else {
            return nil
        }
    }

    /// By a name and its folders, from the outermost.
    ///
    /// `known` has the species that others are for, by their plain names. The id of an image is
    /// `name`.
    init(_ name: String, in folders: [String], known: [String: String]) {
        let plain = Self.plain(name)
        let owner = folders.reversed().lazy.compactMap { known[Self.plain($0)] }.first
        if let role = ArtRole(name) ?? ArtRole(name, written: plain) {
            guard role.kind == .outfit, role.wearer == nil else {
                self = role
                return
            }
            // `pet_cat_default` and `pet_cat_wizard`; `cat/pet_wizard`.
            let (pet, word) = Self.pose(role.id) ?? ("", "")
            let fitted = role.fitted(known)
            self =
                ["default", "base"].contains(word.lowercased())
                ? ArtRole(kind: .species, id: pet)
                : ArtRole(kind: .outfit, id: fitted.id, wearer: fitted.wearer ?? owner)
            return
        }
        if let accessory = ["acc_", "accessory_"].first(where: plain.hasPrefix), plain != accessory
        {
            self.init(kind: .overlay, id: String(name.dropFirst(accessory.count)))
            return
        }
        let kinds = folders.map { Self.folderKinds[$0.lowercased()] }
        let (kind, parent) = (kinds.compactMap(\.self).last, folders.last ?? "")
        switch kind {
        case .outfit?, .overlay?:
            // `outfits/wizard/cat` is the cat's wizard, and `cat/hats/crown` the cat's crown.
            let isInner = kinds.last == .some(nil)
            if isInner, kind == .outfit, Self.basics.contains(parent.lowercased()) {
                self.init(kind: .species, id: name)
            } else if isInner, let wearer = known[plain] {
                self.init(kind: kind ?? .overlay, id: parent, wearer: wearer)
            } else {
                let role = ArtRole(kind: kind ?? .overlay, id: name).fitted(known)
                self.init(kind: role.kind, id: role.id, wearer: role.wearer ?? owner)
            }
        default:
            let (before, last) =
                Self.pose(plain).map { (name.prefix($0.species.count), $0.pose) }
                ?? (name.prefix(0), plain)
            let (isMove, move) = (Self.moves.contains(last), String(name.suffix(last.count)))
            // `pets/cat` and `pets/cat_walk`; `pets/cat/walk` and `cat/base`.
            let isPets = kinds.last == .some(.species)
            let isOfFolder =
                !isPets && !parent.isEmpty && (isMove || Self.basics.contains(last))
                && (before.isEmpty || Self.plain(parent) == Self.plain(String(before)))
            if isOfFolder,
                kind == .species || known[Self.plain(parent)] != nil
                    || !Self.plainFolders.contains(parent.lowercased())
                        && (["base", "body", "pet"] + Self.rests).contains(last)
            {
                self.init(kind: .species, id: parent, move: isMove ? move : nil)
            } else if isMove, !before.isEmpty, isPets || known[Self.plain(String(before))] != nil {
                self.init(kind: .species, id: String(before), move: move)
            } else if isPets || known[plain] != nil {
                self.init(kind: .species, id: name)
            } else if kind == .species, Self.plain(parent) == plain {
                self.init(kind: .species, id: name)
            } else {
                self.init(kind: .image, id: name)
            }
        }
    }

    /// A name as the templates write it.
    static func plain(_ name: String) -> String {
        String(
            name.map { $0 == "-" || $0 == " " ? "_" : $0.isASCII ? Character($0.lowercased()) : $0 }
        )
    }

    /// For one species only, if its name is part of the id: `cat_wizard` is the `wizard` of `cat`.
    private func fitted(_ known: [String: String]) -> ArtRole {
        let plain = Self.plain(id)
        let species = known.keys.filter { plain.hasPrefix("\($0)_") || plain.hasSuffix("_\($0)") }
            .max { ($0.count, $0) < ($1.count, $1) }
        guard let species, plain.count > species.count + 1 else { return self }
        let rest =
            plain.hasPrefix("\(species)_")
            ? id.dropFirst(species.count + 1) : id.dropLast(species.count + 1)
        return ArtRole(kind: kind, id: String(rest), wearer: known[species])
    }
}
