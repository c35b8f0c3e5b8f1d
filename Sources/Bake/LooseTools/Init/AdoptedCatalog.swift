import Catalog
import Diagnostics
import FileStore
import Raster

/// The catalog of adopted art, as a person would write it.
struct AdoptedCatalog {
    private(set) var doubts: [String] = []
    private(set) var text = ""
    private(set) var species: [String] = []
    /// The items that the first look wears.
    private(set) var wornBase: String?
    private(set) var wornOverlays: [String] = []
    /// The side of the canvas if everything is pixel art.
    private(set) var pixelCanvas: Int?

    private let pictures: [AdoptedPicture]
    /// By id, for species and items whose names cannot be ids.
    private let names: [String: String]
    private var rules = SheetPatterns()

    init(_ art: AdoptedArt, name: String, sources: [String], ignored: [String]) {
        var art = art
        names = art.giveSafeIDs()
        pictures = art.pictures
        rules.known = pictures.map(\.asset.name)
        let isPixelArt = pictures.allSatisfy(\.look.isPixelArt)
        species = pictures.compactMap(\.role.species).uniqued
        let moves = pictures.compactMap(\.role.move).uniqued
            .sorted { ArtRole.isRest($0) && !ArtRole.isRest($1) }
        // A folder may hold an outfit of a species, but no picture of it.
        let petBySpecies = species.map { id in
            let own = pictures.filter { $0.role.isPet && $0.role.species == id }
            return own.first { $0.role.move == nil }
                ?? moves.lazy.compactMap { move in own.first { $0.role.move == move } }.first
        }
        let pets = petBySpecies.compactMap(\.self)
        let scene = CanvasPlan(pets, all: pictures, isPixelArt: isPixelArt)
        if isPixelArt { pixelCanvas = max(scene.width, scene.height) }

        let isLong = pictures.contains { $0.role.move != nil && $0.asset.name.contains("_pet_") }
        let ofMoves: NamingTemplate =
            isLong ? "<species>_pet_<animation>" : "<species>_<animation>"
        let isNamed = pictures.contains {
            $0.role.move != nil && $0.role.isFound(as: $0.asset.name, by: [ofMoves])
        }
        let naming = (isNamed ? [ofMoves] : []) + Naming().species
        let items = self.items(scene)
        let entries = zip(species, petBySpecies).map { id, pet in
            let own = pictures.filter { $0.role.isPet && $0.role.species == id }
            var members = "\"id\": \"\(id)\"\(named(id))"
            // Poses are files of one asset.
            if let pet, !own.allSatisfy({ $0.role.isFound(as: $0.asset.name, by: naming) }) {
                let asset = pet.asset.name
                let stem = pet.role.move.map { asset.dropLast($0.count) + "<animation>" }
                members += ", \"asset\": \(quotedJSON(stem.map(String.init) ?? asset))"
            }
            members += pet.map { scene.members($0, anchors: items.anchors) } ?? ""
            return "{ \(members) }"
        }
        writeRules(scene, pets, isPixelArt: isPixelArt)
        let look = species.first.flatMap { first -> String? in
            let base = wornBase.map { ", \"base\": \"\($0)\"" } ?? ""
            return wornBase == nil && wornOverlays.isEmpty
                ? nil
                : "[ { \"id\": \"dressed\", \"species\": \"\(first)\"\(base), \"overlays\": \(jsonList(wornOverlays)) } ]"
        }
        let paths = sources.map { "{ \"path\": \(quotedJSON($0)), \"names\": \"path\" }" }
        text = catalogText([
            ("name", quotedJSON(name)),
            ("sources", art.isNamedByPath ? jsonRows(paths) : jsonList(sources)),
            ("ignore", ignored.isEmpty ? nil : jsonList(ignored)),
            ("canvas", scene.json(items.bleed)),
            ("animations", moves.isEmpty ? nil : jsonList(moves)),
            (
                "naming",
                isNamed ? "{ \"species\": \(jsonList(naming.map(\.text))) }" : nil
            ),
            ("species", species.isEmpty ? nil : jsonRows(entries) ?? "[]"),
            ("items", jsonRows(items.entries)),
            ("images", jsonRows(imageEntries)),
            ("sheets", rules.json),
            ("looks", look),
            (
                "targets",
                gameTarget(
                    side: max(scene.width, scene.height),
                    density: pictures.flatMap(\.asset.files).map(\.density).max() ?? 1,
                    isPixelArt: isPixelArt,
                    largest: pictures.flatMap { [$0.points.width, $0.points.height] }.max() ?? 1
                )
            ),
        ])
        doubts = art.doubts + doubts
    }
}

// MARK: - What is worn

extension AdoptedCatalog {
    private mutating func items(
        _ scene: CanvasPlan
    ) -> (entries: [String], anchors: Set<WornPlace>, bleed: Bleed) {
        var entries: [String] = []
        var anchors: Set<WornPlace> = []
        var bleed = Bleed()
        for kind in [AddedKind.outfit, .overlay] {
            let worn = pictures.filter { $0.role.kind == kind }
            for id in worn.map(\.role.id).uniqued {
                let own = worn.filter { $0.role.id == id }
                let (entry, differences) = self.entry(own, of: id)
                let wearers = own.compactMap(\.role.wearer)
                let isForAll = wearers.count < own.count || Set(wearers).isSuperset(of: species)
                let some = isForAll ? "" : ", \"species\": \(jsonList(wearers.uniqued))"
                let isFirsts = isForAll || species.first.map(wearers.contains) == true
                guard kind == .overlay else {
                    entries.append(
                        "{ \(entry), \"equipStyle\": \"replaceSprite\"\(some)\(differences) }"
                    )
                    if wornBase == nil, isFirsts { wornBase = id }
                    continue
                }
                var placement = ""
                // A drawing for each wearer, or one of the canvas's size, is drawn in its place.
                if let picture = own.first, !scene.isDrawnInPlace(picture) {
                    let place = WornPlace(of: id)
                    anchors.insert(place)
                    let size = scene.size(ofLoose: picture)
                    bleed.cover(place, size, at: scene.points(of: place), scene)
                    placement = ", \"placement\": { \(scene.placement(of: picture, at: place)) }"
                    if place != .head || !WornPlace.isHat(id) { doubts.append(guess(id, place)) }
                }
                entries.append(
                    "{ \(entry), \"equipStyle\": \"overlay\"\(some)\(placement)\(differences) }"
                )
                if isFirsts, wornOverlays.count < 3 { wornOverlays.append(id) }
            }
        }
        return (entries, anchors, bleed)
    }

    /// The name for people, if the id is not it.
    private func named(_ id: String) -> String {
        names[id].map { ", \"name\": \(quotedJSON($0))" } ?? ""
    }

    /// Members with an item's id and its art, and those with what differs for single species.
    private func entry(
        _ own: [AdoptedPicture],
        of id: String
    ) -> (text: String, differences: String) {
        let naming = own[0].role.isOverlay ? Naming().overlay : Naming().base
        let other = own.filter { !$0.role.isFound(as: $0.asset.name, by: naming) }
        var text = "\"id\": \"\(id)\"\(named(id))"
        if let shared = other.first(where: { $0.role.wearer == nil || own.count == 1 }) {
            // By the name that is no id, if the templates find it so.
            var role = shared.role
            role.id = names[id] ?? id
            let isFound = role.isFound(as: shared.asset.name, by: naming)
            text += ", \"asset\": \(quotedJSON(isFound ? role.id : shared.asset.name))"
        }
        let rows = other.compactMap { picture in
            own.count == 1
                ? nil
                : picture.role.wearer.map {
                    "\"\($0)\": { \"asset\": \(quotedJSON(picture.asset.name)) }"
                }
        }
        let differences =
            rows.isEmpty ? "" : ", \"perSpecies\": { \(rows.joined(separator: ", ")) }"
        return (text, differences)
    }

    private var imageEntries: [String] {
        let names = pictures.filter { $0.role.kind == .image }.map(\.role.id)
        var ids = SafeIDs(names)
        return names.map { "{ \(ids.entry(of: $0, called: $0).text) }" }
    }

    private mutating func writeRules(
        _ scene: CanvasPlan,
        _ pets: [AdoptedPicture],
        isPixelArt: Bool
    ) {
        if isPixelArt { rules.add("\"filter\": \"nearest\"", to: rules.known) }
        var members: [String: [String]] = [:]
        for picture in pictures {
            let name = picture.asset.name
            func add(_ member: String) { members[member, default: []].append(name) }
            let move = picture.role.move ?? ArtRole.move(in: name) ?? "idle"
            for member in picture.ruleMembers(as: picture.role.kind, move: move) { add(member) }
            guard scene.isReduced else { continue }
            if picture.role.isPet || picture.role.kind == .outfit {
                add(scene.box)
            } else if picture.role.isOverlay, scene.isDrawnInPlace(picture) {
                add("\"fullCanvas\": true, \(scene.box)")
            }
        }
        for (member, names) in members.sorted(by: { $0.key < $1.key }) {
            rules.add(member, to: names)
        }
    }
}

extension AdoptedPicture {
    /// What a rule of `sheets` says of this picture.
    func ruleMembers(as kind: AddedKind, move: String) -> [String] {
        var members: [String] = []
        let isKeyed =
            switch kind {
            case .species, .outfit: look.isKeyed
            // Before #00FF00 they are keyed without a word.
            case .overlay: look.isKeyed && !isBeforeGreen
            case .image: isKeyed(as: .image)
            }
        if isKeyed { members.append("\"key\": true, \"chroma\": { \"key\": \"auto\" }") }
        func animated(_ frames: String, _ speed: Int) -> String {
            "\(frames), \"animations\": { \"\(move)\": { \"fps\": \(speed), \"loop\": true } }"
        }
        if let figures {
            let cut =
                look.grid.map { "\"grid\": { \"columns\": \($0.columns), \"rows\": \($0.rows) }" }
                ?? "\"auto\": { \"count\": \(figures) }"
            members.append(animated(cut, 6))
        } else if asset.frameFiles > 1 {
            members.append(animated("\"frames\": \"numbered\"", 8))
        }
        return members
    }

    /// The size of a frame, in points.
    fileprivate var points: (width: Int, height: Int) {
        (max(1, frame.width / density), max(1, frame.height / density))
    }

    /// Whether the standard screen color removes its background.
    fileprivate var isBeforeGreen: Bool {
        guard let screen = look.screen else { return false }
        return screen.r < 48 && screen.g > 208 && screen.b < 48
    }
}

/// Ids of assets: their names as far as ids may have the characters, and each only once.
struct SafeIDs {
    /// Ids may have 64 characters; some are left for a number.
    private static let longest = 58

    private var taken: Set<String>

    /// `names` that are ids already stay free for what is called so.
    init(_ names: [String]) { taken = Set(names.filter { troubleOfIdentifier($0) == nil }) }

    /// The id, and the members of an entry that say it, the asset, and the name in other scripts.
    mutating func entry(of asset: String, called name: String) -> (id: String, text: String) {
        let id = id(of: name)
        guard id != name else { return (id, "\"id\": \"\(id)\"") }
        let spoken = Self.spoken(name).map { ", \"name\": \(quotedJSON($0))" } ?? ""
        return (id, "\"id\": \"\(id)\"\(spoken), \"asset\": \(quotedJSON(asset))")
    }

    /// What people read in place of an id that lacks letters of the name.
    static func spoken(_ name: String) -> String? {
        name.utf8.allSatisfy { $0 < 0x80 } ? nil : lastPart(of: name)
    }

    mutating func id(of name: String) -> String {
        guard troubleOfIdentifier(name) != nil else { return name }
        var words = inIdentifiers(name).drop { "_.-".contains($0) }[...]
        if !words.contains(where: \.isLetter) {
            // The numbers of its letters stay the same, whatever is added.
            let letters = name.unicodeScalars.filter { $0.value >= 0x80 }
            let numbers = letters.map { String($0.value, radix: 16) }.joined(separator: "_")
            words = (numbers.isEmpty ? "art" + words : "u" + numbers)[...]
        }
        // The end of a long path says more than its beginning.
        if words.count > Self.longest {
            let end = words.suffix(Self.longest)
            words = end.firstIndex(of: "_").map { end[$0...].drop { $0 == "_" } } ?? end
        }
        var id = String(words)
        var number = 2
        while !taken.insert(id).inserted {
            id = "\(words)\(number)"
            number += 1
        }
        return id
    }
}

extension AdoptedArt {
    /// Gives species and items ids that ids may be.
    ///
    /// - Returns: their names for people, by id.
    mutating func giveSafeIDs() -> [String: String] {
        var names: [String: String] = [:]
        func safe(_ words: [String]) -> [String: String] {
            var ids = SafeIDs(words)
            return words.uniqued.reduce(into: [:]) { result, word in
                let id = ids.id(of: word)
                result[word] = id
                if id != word { names[id] = SafeIDs.spoken(word) }
            }
        }
        let species = safe(pictures.compactMap(\.role.species))
        let items = safe(
            pictures.map(\.role).filter { !$0.isPet && $0.kind != .image }.map(\.id)
        )
        changeRoles { role in
            role.wearer = role.wearer.flatMap { species[$0] }
            guard role.kind != .image else { return }
            role.id = (role.isPet ? species : items)[role.id] ?? role.id
        }
        return names
    }
}

/// An entry for an asset, whose id is its name as far as ids may have its characters.
func assetEntry(_ asset: String, called name: String, _ style: String = "") -> String {
    var ids = SafeIDs([])
    return "{ \(ids.entry(of: asset, called: name).text)\(style) }"
}

/// A name with another character where ids cannot have its own.
func inIdentifiers(_ name: String, else other: Character = "_") -> String {
    String(name.map { troubleOfIdentifier(String($0)) == nil ? $0 : other })
}

// MARK: - The canvas

/// Where on a pet something is worn.
enum WornPlace: String, CaseIterable {
    case head, eyes, neck

    private static let words: [WornPlace: [String]] = [
        .eyes: ["glass", "goggle", "shades", "mask", "monocle", "eye"],
        .neck: ["scarf", "collar", "tie", "necklace", "bandana", "cape", "medal", "bell"],
    ]

    init(of id: String) {
        let id = id.lowercased()
        self =
            Self.allCases.first { place in Self.words[place]?.contains(where: id.contains) == true }
            ?? .head
    }

    static func isHat(_ id: String) -> Bool {
        ["hat", "cap", "crown", "helm", "beanie", "hood", "horn", "bow", "ears", "tiara", "halo"]
            .contains(where: id.lowercased().contains)
    }

    /// The point of a picture that is on the anchor.
    var pivot: (x: Double, y: Double) {
        switch self {
        case .head: (0.5, 0.8)
        case .eyes: (0.5, 0.5)
        // It hangs down.
        case .neck: (0.5, 0.2)
        }
    }
}

/// What to look at after a place was guessed from an item's id.
func guess(_ id: String, _ place: WornPlace) -> String {
    "\(id) is put on the anchor \"\(place.rawValue)\", which is a guess: see the preview, then "
        + "change \"placement\" or \"anchors\""
}

/// Room around the canvas for what is worn, in points.
struct Bleed {
    private(set) var (top, side, bottom) = (0, 0, 0)

    mutating func cover(
        _ place: WornPlace,
        _ size: (width: Double, height: Double),
        at points: [PixelPoint],
        _ scene: CanvasPlan
    ) {
        for point in points {
            let left = Double(point.x) - size.width / 2
            let over = max(-left, left + size.width - Double(scene.width))
            side = max(side, Int(over.rounded(.up)))
            let above = Double(point.y) - size.height * place.pivot.y
            top = max(top, Int((-above).rounded(.up)))
            bottom = max(bottom, Int((above + size.height).rounded(.up)) - scene.height)
        }
    }

    /// Nil without any.
    var json: String? {
        let sides = side > 0 ? ["left", "right"].map { "\"\($0)\": \(side)" } : []
        let ends = [("top", top), ("bottom", bottom)].filter { $0.1 > 0 }
        let members = ends.map { "\"\($0.0)\": \($0.1)" } + sides
        return members.isEmpty ? nil : "{ \(members.joined(separator: ", ")) }"
    }
}

/// How pets are on the canvas: as large as they are drawn, unless that is very large.
struct CanvasPlan {
    let width: Int
    let height: Int
    /// Whether pets are brought to the canvas's size.
    let isReduced: Bool
    private let pets: [AdoptedPicture]
    private let factor: Double

    private static let largest = 512

    init(_ pets: [AdoptedPicture], all pictures: [AdoptedPicture], isPixelArt: Bool) {
        self.pets = pets
        let sizes = (pets.isEmpty ? pictures : pets).map(\.points)
        let (widest, highest) = (sizes.map(\.width).max() ?? 1, sizes.map(\.height).max() ?? 1)
        let isReduced = max(widest, highest) > Self.largest && !pets.isEmpty
        let factor = isReduced ? 256 / Double(max(widest, highest)) : 1
        func side(_ length: Int) -> Int {
            isReduced ? max(1, Int((Double(length) * factor).rounded())) : min(length, 4096)
        }
        (width, height) = (side(widest), side(highest))
        (self.isReduced, self.factor) = (isReduced, factor)
    }

    /// A canvas that is there, with pets of its size.
    init(_ width: Int, _ height: Int) {
        (self.width, self.height) = (width, height)
        (isReduced, factor, pets) = (false, 1, [])
    }

    func json(_ bleed: Bleed) -> String {
        let extra = bleed.json.map { ", \"bleed\": \($0)" } ?? ""
        return "{ \"width\": \(width), \"height\": \(height)\(extra) }"
    }

    /// The placement of pictures that are as large as the canvas.
    var box: String { "\"placement\": \(boxValue)" }

    var boxValue: String { "{ \"size\": [\(width), \(height)] }" }

    private func fills(_ picture: AdoptedPicture) -> Bool {
        isReduced || picture.points == (width, height)
    }

    /// The upper left corner of a pet, and its size, in points.
    private func area(of pet: AdoptedPicture) -> (x: Double, y: Double, scale: Double) {
        let (width, height) = pet.points
        let scale =
            isReduced
            ? min(Double(self.width) / Double(width), Double(self.height) / Double(height)) : 1
        let y = Double(self.height) - Double(height) * scale
        return (
            (Double(self.width) - Double(width) * scale) / 2, isReduced ? y / 2 : y,
            scale / Double(pet.density)
        )
    }

    /// What a species' entry says of its place and its anchors.
    func members(_ pet: AdoptedPicture, anchors: Set<WornPlace>) -> String {
        var result = ""
        if !fills(pet) {
            // Smaller pets stand on the same ground.
            let y = Double(height) - Double(pet.points.height) / 2
            result +=
                ", \"placement\": { \"offset\": [\(plain(Double(width) / 2)), \(plain(y))] }"
        }
        let places = WornPlace.allCases.filter(anchors.contains)
        if !places.isEmpty {
            let texts = places.map { place in
                let points = points(of: place, on: pet).map { "[\($0.x), \($0.y)]" }
                let isStill = Set(points).count == 1
                let text = isStill ? points[0] : "[\(points.joined(separator: ", "))]"
                return "\"\(place.rawValue)\": \(text)"
            }
            result += ", \"anchors\": { \(texts.joined(separator: ", ")) }"
        }
        return result
    }

    func points(of place: WornPlace) -> [PixelPoint] { pets.flatMap { points(of: place, on: $0) } }

    /// For each frame.
    private func points(of place: WornPlace, on pet: AdoptedPicture) -> [PixelPoint] {
        let (left, top, scale) = area(of: pet)
        let height = Double(pet.frame.height) * scale
        return pet.heads.map { head in
            let y = top + Double(head.y) * scale
            let below =
                switch place {
                case .head: 0.0
                case .eyes: (top + height - y) * 0.25
                case .neck: (top + height - y) * 0.5
                }
            return PixelPoint(
                x: Int((left + Double(head.x) * scale).rounded()),
                y: Int((y + below).rounded())
            )
        }
    }

    /// Whether a picture is as large as a pet with room around what it shows, and leaves most of the
    /// pet to be seen.
    func isDrawnInPlace(_ picture: AdoptedPicture) -> Bool {
        guard !pets.isEmpty else { return !picture.fillsFrame && picture.points == (width, height) }
        guard let pet = pets.first(where: { $0.points == picture.points }) else { return false }
        return !picture.fillsFrame && pet.share(coveredBy: picture) < 0.5
    }

    /// How large a picture that is not drawn in its place becomes, in points.
    func size(ofLoose picture: AdoptedPicture) -> (width: Double, height: Double) {
        let scale = scale(ofLoose: picture)
        return (Double(picture.points.width) * scale, Double(picture.points.height) * scale)
    }

    /// Drawn on the pet's scale, unless it would hide the pet.
    private func scale(ofLoose picture: AdoptedPicture) -> Double {
        let (width, height) = picture.points
        let own = Double(max(width, height)) * factor
        let most = Double(min(self.width, self.height)) * 0.6
        return own > most && !picture.look.isPixelArt ? factor * most / own : factor
    }

    func placement(of picture: AdoptedPicture, at place: WornPlace) -> String {
        let scale = scale(ofLoose: picture)
        let pivot = place.pivot
        let size = size(ofLoose: picture)
        let box =
            "\"size\": [\(plain(size.width.rounded())), \(plain(size.height.rounded()))]"
        return "\"anchor\": \"\(place.rawValue)\", \"pivot\": [\(pivot.x), \(pivot.y)]"
            + (scale == 1 ? "" : ", \(box)")
    }
}

func jsonList(_ words: [String]) -> String {
    "[\(words.map { quotedJSON($0) }.joined(separator: ", "))]"
}

/// Nil without any.
func jsonRows(_ entries: [String]) -> String? {
    entries.isEmpty ? nil : "[\n\(entries.joined(separator: ",\n"))\n]"
}

/// The text of a new catalog, with the members that have a value, which is JSON.
func catalogText(_ members: [(name: String, value: String?)]) -> String {
    let lines = members.compactMap { name, value in value.map { "\"\(name)\": \($0)" } }
    let head = ["\"$schema\": \"catalog.schema.json\"", "\"catalogVersion\": 1"]
    return "{\n\((head + lines).joined(separator: ",\n"))\n}\n"
}

/// The target of a new game, whose canvas has that longest side; pixel art is enlarged by whole
/// factors.
///
/// A picture whose longer side has `largest` points fits a page at every scale.
func gameTarget(
    side: Int,
    density: Int,
    isPixelArt: Bool,
    largest: Int = 1,
    _ formats: String = ""
) -> String {
    let scales = (isPixelArt && side <= 160 ? [1, 2, 4] : Array(1...density))
        .filter { $0 == 1 || (largest + 8) * $0 <= 8192 }
    let list = scales.map(String.init).joined(separator: ", ")
    let filter = isPixelArt ? ", \"textureFilter\": \"nearest\"" : ""
    // With space around its frame.
    let longest = (largest + 8) * (scales.last ?? 1)
    let page = [2048, 4096].first { $0 >= longest } ?? 8192
    let pages = page == 2048 ? "" : ", \"maxPageSize\": \(page)"
    return
        "[\n{ \"id\": \"game\", \"kind\": \"atlas\", \"scales\": [\(list)]\(pages)\(formats)\(filter) } ]"
}

// MARK: - Rules

/// Members of rules, each with the few patterns that fit the assets that it is for.
struct SheetPatterns {
    var known: [String] = []
    /// By pattern, in the order in which they came.
    private var rules: [(pattern: String, members: [String])] = []

    mutating func add(_ member: String, to names: [String]) {
        var left = Set(names)
        while let name = names.first(where: left.contains) {
            let best =
                (names.count > 1 ? candidates(for: name) : []).map {
                    text -> (text: String, fits: Set<String>) in
                    let glob = Glob(text)
                    return (text, Set(known.filter { glob.matches($0) }))
                }
                .filter { $0.fits.isSubset(of: names) }
                .max { $0.fits.intersection(left).count < $1.fits.intersection(left).count }
            let pattern = best.map { $0.fits.count > 1 ? $0.text : name } ?? name
            left.subtract(best?.fits ?? [])
            left.remove(name)
            if let place = rules.firstIndex(where: { $0.pattern == pattern }) {
                rules[place].members.append(member)
            } else {
                rules.append((pattern, [member]))
            }
        }
    }

    /// From wide to narrow.
    private func candidates(for name: String) -> [String] {
        let cuts = name.indices.filter { "_-/".contains(name[$0]) }
        return ["*"] + cuts.flatMap { ["\(name[...$0])*", "*\(name[$0...])", "*\(name[$0...])*"] }
    }

    /// Nil without any.
    var json: String? {
        let texts = rules.map { rule in
            let inside = rule.members.joined(separator: ", ")
            return "\(quotedJSON(rule.pattern)): { \(inside) }"
        }
        return texts.isEmpty ? nil : "{\n\(texts.joined(separator: ",\n"))\n}"
    }
}
