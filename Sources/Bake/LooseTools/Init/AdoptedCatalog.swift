import Catalog
import Diagnostics
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
    private var rules = SheetPatterns()

    init(_ art: AdoptedArt, name: String, sources: [String]) {
        pictures = art.pictures
        rules.known = pictures.map(\.asset.name)
        let isPixelArt = pictures.allSatisfy(\.look.isPixelArt)
        species = pictures.compactMap(\.role.species).uniqued
        // A folder may hold an outfit of a species, but no picture of it.
        let petBySpecies = species.map { id in
            pictures.first { $0.role == ArtRole(kind: .species, id: id) }
                ?? pictures.first { $0.role.isPet && $0.role.species == id }
        }
        let pets = petBySpecies.compactMap(\.self)
        let scene = CanvasPlan(pets, all: pictures, isPixelArt: isPixelArt)
        if isPixelArt { pixelCanvas = max(scene.width, scene.height) }

        let moves = pictures.compactMap(\.role.move).uniqued
        let isLong = pictures.contains { $0.role.move != nil && $0.asset.name.contains("_pet_") }
        let template = isLong ? "<species>_pet_<animation>" : "<species>_<animation>"
        let names = jsonList([template, "<species>_pet", "<species>"])
        let items = self.items(scene)
        let entries = zip(species, petBySpecies).map { id, pet in
            pet.map { scene.entry(id, $0, anchors: items.anchors) } ?? "{ \"id\": \"\(id)\" }"
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
            ("canvas", scene.json(items.bleed)),
            ("animations", moves.isEmpty ? nil : jsonList(moves)),
            ("naming", moves.isEmpty ? nil : "{ \"species\": \(names) }"),
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
                    largestSprite: pictures.map { max($0.points.width, $0.points.height) }.max()
                        ?? 1
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
        var ids = SafeIDs(pictures.map(\.role.id))
        var anchors: Set<WornPlace> = []
        var bleed = Bleed()
        for kind in [AddedKind.outfit, .overlay] {
            let worn = pictures.filter { $0.role.kind == kind }
            for name in worn.map(\.role.id).uniqued {
                let own = worn.filter { $0.role.id == name }
                let (id, entry) = ids.entry(of: name, called: name)
                let wearers = own.compactMap(\.role.wearer)
                let isForAll = wearers.count < own.count || Set(wearers).isSuperset(of: species)
                let some = isForAll ? "" : ", \"species\": \(jsonList(wearers.uniqued))"
                let isFirsts = isForAll || species.first.map(wearers.contains) == true
                guard kind == .overlay else {
                    entries.append("{ \(entry), \"equipStyle\": \"replaceSprite\"\(some) }")
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
                    "{ \(entry), \"equipStyle\": \"overlay\"\(some), \"z\": 10\(placement) }"
                )
                if isFirsts, wornOverlays.count < 3 { wornOverlays.append(id) }
            }
        }
        return (entries, anchors, bleed)
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
            let move = picture.role.move ?? "idle"
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
            case .image: isOnScreen
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

    /// The id, and the members of an entry that say it and the asset.
    mutating func entry(of asset: String, called name: String) -> (id: String, text: String) {
        guard troubleOfIdentifier(name) != nil else {
            return (name, "\"id\": \"\(name)\"")
        }
        // The end of a long path says more than its beginning.
        let words = inIdentifiers(name).drop { $0 == "_" }.suffix(Self.longest)
        let start = words.contains(where: \.isLetter) ? String(words) : "art" + words
        var id = start
        var number = 2
        while !taken.insert(id).inserted {
            id = "\(start)\(number)"
            number += 1
        }
        return (id, "\"id\": \"\(id)\", \"asset\": \(quotedJSON(asset))")
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

    func entry(_ id: String, _ pet: AdoptedPicture, anchors: Set<WornPlace>) -> String {
        var result = "{ \"id\": \"\(id)\""
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
        return result + " }"
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
/// The largest sprite, in points, fits a page at every scale.
func gameTarget(
    side: Int,
    density: Int,
    isPixelArt: Bool,
    largestSprite: Int = 1,
    _ formats: String = ""
) -> String {
    let scales = (isPixelArt && side <= 160 ? [1, 2, 4] : Array(1...density))
        .filter { $0 == 1 || $0 * largestSprite <= TargetSettings().maxPageSize }
    let list = scales.map(String.init).joined(separator: ", ")
    let filter = isPixelArt ? ", \"textureFilter\": \"nearest\"" : ""
    return
        "[\n{ \"id\": \"game\", \"kind\": \"atlas\", \"scales\": [\(list)]\(formats)\(filter) } ]"
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
