import Catalog
import Diagnostics
import Raster

/// Finds outfits that do not look like the pet that wears them, by what both show of it; in no
/// particular order; `moods` are the pets with other values of axes.
///
/// Only among outfits that otherwise show the pet just as it is without them.
func checkLikeness(of bases: [ComparedPicture], moods: [ComparedPicture]) -> [Diagnostic] {
    let bare = Dictionary(bases.filter { $0.item == nil }.map { ($0.species, $0) }) { one, _ in one
    }
    let pets = bare.values.sorted { $0.species < $1.species }
    func compared(_ facts: [ComparedPicture]) -> [OutfitLikeness] {
        facts.compactMap { own in
            bare[own.species].flatMap { OutfitLikeness(own, on: $0, among: pets) }
        }
    }
    let pairs = compared(bases.filter { $0.item != nil })
    let exchanged = exchangedPets(pairs, bare)
    let settled = Set(exchanged.flatMap { [$0.one.species, $0.two.species] })
    func unsettled(_ pairs: [OutfitLikeness]) -> [OutfitLikeness] {
        pairs.filter { !settled.contains($0.outfit.species) }
    }
    let rest = unsettled(pairs)
    let others = unsettled(compared(moods))
    let dressed = Dictionary(grouping: rest, by: \.outfit.species).values.filter { $0.count > 1 }
    let mirrored = mirroredPets(dressed)
    let resized = resizedPets(dressed)
    let strange = Set(
        rest.flatMap { pair in pair.stranger.map { [pair.outfit.species, $0] } ?? [] }
    )
    let usual = rest.filter { pair in
        !strange.contains(pair.outfit.species)
            && !(mirrored + resized).contains { $0.bare.species == pair.outfit.species }
    }
    return exchanged.map { one, two in
        Diagnostic(
            .samePicture,
            at: SourceLocation(path: one.path),
            message:
                "the pictures of species \"\(one.species)\" and \"\(two.species)\" seem to be "
                + "exchanged, found each like the other's outfits",
            help: "exchange the files",
            related: [SourceLocation(path: two.path)]
        )
    } + strangers(among: rest + others) + mirrored.map(\.mirroredPet)
        + resized.map(\.resizedPet) + unlikeOthers(usual)
        + unlikeOthers(others) + [petUnlikeOutfits(usual)].compactMap(\.self)
}

/// One outfit of each pet that looks the other way than all of its outfits; `dressed` are the outfits of
/// each pet that has several.
private func mirroredPets(_ dressed: [[OutfitLikeness]]) -> [OutfitLikeness] {
    let turned = dressed.filter { $0.allSatisfy(\.isTurned) }
    // Where all of several pets do, it may be meant.
    guard turned.count == 1 || turned.count < dressed.count else { return [] }
    return turned.map { $0[0] }.sorted { $0.outfit.species < $1.outfit.species }
}

/// One outfit of the only pet that all of its outfits show in one other size; none where several do.
private func resizedPets(_ dressed: [[OutfitLikeness]]) -> [OutfitLikeness] {
    let resized = dressed.filter { own in
        own.allSatisfy { pair in
            pair.isResized && abs(pair.sides.wide - own[0].sides.wide) <= 0.04
        }
    }
    return resized.count == 1 && dressed.count > 1 ? [resized[0][0]] : []
}

/// Two species each of which looks like the other one's outfits.
private func exchangedPets(
    _ pairs: [OutfitLikeness],
    _ bare: [String: ComparedPicture]
) -> [(one: ComparedPicture, two: ComparedPicture)] {
    let bySpecies = Dictionary(grouping: pairs, by: \.outfit.species)
    func likeAll(_ species: String) -> String? {
        let closest = Set((bySpecies[species] ?? []).map(\.closest))
        return (bySpecies[species]?.count ?? 0) > 1 && closest.count == 1
            ? closest.first ?? nil : nil
    }
    return bySpecies.keys.sorted().compactMap { species in
        guard let other = likeAll(species), species < other, likeAll(other) == species,
            let one = bare[species], let two = bare[other]
        else { return nil }
        return (one, two)
    }
}

/// Outfits that look like another species than their own.
private func strangers(among pairs: [OutfitLikeness]) -> [Diagnostic] {
    let wearers = Dictionary(grouping: pairs, by: \.outfit.asset).mapValues {
        Set($0.map(\.outfit.species)).count
    }
    // One picture for several species may resemble any of them.
    let strange = pairs.filter { $0.stranger != nil && wearers[$0.outfit.asset] == 1 }
    let byItem = Dictionary(grouping: strange, by: \.key)
    return strange.filter { pair in
        let alike = byItem[pair.key] ?? []
        switch alike.count {
        case 1:
            // Costumes hide the pet; others show it.
            return pairs.contains {
                $0.outfit.species == pair.outfit.species && $0.stranger == nil && $0.toPet >= 0.3
            }
        case 2:
            // Of two that are exchanged, only the first is reported.
            return alike[0].outfit.path == pair.outfit.path
                && alike[0].stranger == alike[1].outfit.species
                && alike[1].stranger == alike[0].outfit.species
        default: return false
        }
    }.map { pair in
        pair.strangerFinding(
            of: pairs.first {
                $0.key == pair.key && $0.outfit.species == pair.stranger
                    && $0.closest == pair.outfit.species
            }
        )
    }
}

/// The one pet that hardly resembles its outfits, though these resemble each other, and those of other
/// pets resemble these.
///
/// Outfits hide parts of the pet, and show the rest of it alike; costumes that hide all of a pet hide
/// all of others too.
private func petUnlikeOutfits(_ pairs: [OutfitLikeness]) -> Diagnostic? {
    let found = Dictionary(grouping: pairs, by: \.outfit.species).values.filter { own in
        let first = own[0].outfit
        let between = own.dropFirst().map { $0.outfit.likeness(to: first, in: 0) }.min() ?? 0
        let most = own.map(\.plain).max() ?? 0
        return between >= 0.3 && most <= 0.45 * between
    }
    guard found.count == 1, let own = found.first else { return nil }
    let others = pairs.filter { $0.outfit.species != own[0].outfit.species }
    guard !others.isEmpty, others.allSatisfy({ $0.plain >= 0.3 }) else { return nil }
    return own[0].petUnlikeOutfits(own.map(\.plain).max() ?? 0)
}

/// Outfits that show the pet otherwise than all others do.
private func unlikeOthers(_ pairs: [OutfitLikeness]) -> [Diagnostic] {
    guard pairs.count >= 3 else { return [] }
    let turned = pairs.count { $0.turned > $0.plain }
    let least = pairs.map(\.plain).sorted().prefix(2)
    return pairs.compactMap { pair in
        (turned == 1 ? pair.mirrored : nil) ?? pair.otherSize(among: pairs)
            ?? pair.otherColors(than: pair.plain == least[0] ? least[1] : least[0])
    }
}

/// How an outfit resembles the undressed pet.
private struct OutfitLikeness {
    let outfit: ComparedPicture
    let bare: ComparedPicture
    private let own: FigureSketch
    private let pet: FigureSketch
    /// The share of the outfit's pixels that are those of the pet, as they are and turned around.
    let plain: Double
    let turned: Double
    /// Another species that it resembles more.
    let closest: String?
    /// Another species that it resembles much more.
    let stranger: String?
    /// The likeness to the pet and to that species, wherever their bounds are.
    let toPet: Double
    private let strangeness: Double

    init?(_ outfit: ComparedPicture, on bare: ComparedPicture, among pets: [ComparedPicture]) {
        guard outfit.asset != bare.asset, outfit.fingerprint != bare.fingerprint,
            let frame = [0, 1].filter(outfit.sketches.indices.contains).filter(
                bare.sketches.indices.contains
            )
            // One odd frame says nothing of the others.
            .max(by: { outfit.likeness(to: bare, in: $0) < outfit.likeness(to: bare, in: $1) })
        else { return nil }
        let (own, pet) = (outfit.sketches[frame], bare.sketches[frame])
        (self.outfit, self.bare, self.own, self.pet) = (outfit, bare, own, pet)
        plain = own.likeness(to: pet)
        turned = own.likeness(to: pet, mirrored: true)
        let toPet = own.likeness(toPet: pet)
        var best: (species: String, likeness: Double)?
        // Comparing all with all would take long.
        for other in pets.count <= 32 ? pets : []
        where other.species != outfit.species && other.asset != outfit.asset
            && other.fingerprint != bare.fingerprint
        {
            let likeness = other.sketches.first.map { own.likeness(toPet: $0) } ?? 0
            if likeness > best?.likeness ?? 0 { best = (other.species, likeness) }
        }
        let isCloser = best.map { $0.likeness >= 0.3 && $0.likeness - toPet >= 0.1 } ?? false
        let isStrange = best.map { $0.likeness >= 0.4 && toPet <= 0.4 * $0.likeness } ?? false
        closest = isCloser ? best?.species : nil
        stranger = isStrange ? best?.species : nil
        (self.toPet, strangeness) = (toPet, best?.likeness ?? 0)
    }

    /// What it is of any species.
    var key: [String] { [outfit.item ?? "", outfit.values] }

    /// Whether it looks like the pet only when turned left to right.
    var isTurned: Bool { turned >= 0.35 && turned - plain >= 0.1 }

    private func report(
        _ check: Check,
        ofPet: Bool = false,
        _ message: String,
        help: String
    ) -> Diagnostic {
        let (own, other) = ofPet ? (bare, outfit) : (outfit, bare)
        return Diagnostic(
            check,
            ofPicture: own.path,
            own.subject + (own.values.isEmpty ? "" : " for \(own.values)") + " \(message)",
            help: help,
            unlike: other.path
        )
    }

    /// What it says of an outfit that looks like another species, and of that one's outfit if it looks like this one.
    func strangerFinding(of exchanged: OutfitLikeness?) -> Diagnostic {
        report(
            .samePicture,
            "looks like species \"\(stranger ?? "")\", found \(percent(strangeness)) of it equal, and "
                + "\(percent(toPet)) of its own species",
            help: exchanged.map { "exchange \"\(outfit.asset)\" and \"\($0.outfit.asset)\"" }
                ?? "was it saved under the name of another species?"
        )
        .spoiling(Set(exchanged.map { [.pixels(of: $0.outfit.path)] } ?? []))
    }

    var mirrored: Diagnostic? {
        guard isTurned else { return nil }
        return report(
            .oddPicture,
            "is mirrored, found \(percent(turned)) of it like the pet when turned left to right, and "
                + "\(percent(plain)) as it is",
            help: "turn it around"
        )
    }

    var mirroredPet: Diagnostic {
        report(
            .oddPicture,
            ofPet: true,
            "looks the other way than all of its outfits",
            help: "turn it around"
        )
    }

    func petUnlikeOutfits(_ likeness: Double) -> Diagnostic {
        report(
            .oddPicture,
            ofPet: true,
            "hardly resembles its outfits, found \(percent(likeness)) of it equal, but these resemble "
                + "each other",
            help: "compare its colors and its size with the outfits'"
        )
    }

    /// The shares of the pet's width and height, in frames of one size.
    var sides: (wide: Double, high: Double) {
        func share(_ sketch: FigureSketch) -> (Double, Double) {
            (
                Double(sketch.bounds.width) / Double(sketch.frame.width),
                Double(sketch.bounds.height) / Double(sketch.frame.height)
            )
        }
        let (one, two) = (share(own), share(pet))
        return (one.0 / two.0, one.1 / two.1)
    }

    /// Whether it shows the pet in another size; larger differences are found by area.
    var isResized: Bool {
        let (wide, high) = sides
        return abs(wide - high) <= 0.06 && abs(wide - 1) >= 0.08 && abs(high - 1) >= 0.08
            && max(wide, 1 / wide) <= 1.4 && plain >= 0.3
    }

    var resizedPet: Diagnostic {
        report(
            .sizeJump,
            ofPet: true,
            "has another size than all of its outfits show, found \(percent(1 / sides.high)) of that",
            help: "draw all of them at one scale"
        )
    }

    func otherSize(among pairs: [OutfitLikeness]) -> Diagnostic? {
        let (wide, high) = sides
        guard isResized,
            pairs.allSatisfy({
                $0.outfit.path == outfit.path || abs($0.sides.wide - wide) >= 0.06
                    || abs($0.sides.high - high) >= 0.06
            })
        else { return nil }
        return report(
            .sizeJump,
            "shows the pet in another size, found \(percent(high)) of \(bare.subject)",
            help: "draw both at one scale"
        )
    }

    /// `usual` is the least likeness of all other outfits.
    func otherColors(than usual: Double) -> Diagnostic? {
        guard usual >= 0.25, plain <= 0.5 * usual else { return nil }
        return report(
            .oddPicture,
            "hardly resembles the pet, found \(percent(plain)) of it equal, and of other outfits at "
                + "least \(percent(usual))",
            help: "compare its colors and its size with the pet's"
        )
    }
}

extension ComparedPicture {
    fileprivate func likeness(to other: ComparedPicture, in frame: Int) -> Double {
        sketches[frame].likeness(to: other.sketches[frame])
    }
}

/// Finds files that show the same although they are for different things: one finding for each group,
/// in the order of the files.
func checkSamePictures(_ uses: [ComparedPicture]) -> [Diagnostic] {
    let groups = Dictionary(grouping: uses, by: \.fingerprint).values.filter {
        Set($0.map(\.asset)).count > 1
    }
    return groups.compactMap { group -> Diagnostic? in
        let ordered = group.sorted {
            ($0.asset, $0.subject, $0.values) < ($1.asset, $1.subject, $1.values)
        }
        for (index, own) in ordered.enumerated() {
            if let other = ordered[..<index].first(where: own.isCopy) { return own.copy(of: other) }
        }
        return nil
    }
    .sorted { ($0.location?.path ?? "") < ($1.location?.path ?? "") }
}

extension ComparedPicture {
    fileprivate func isCopy(of other: ComparedPicture) -> Bool {
        guard other.kind == kind, kind != .overlay || other.species == species,
            subject == other.subject ? values != other.values : kind != .base
        else { return false }
        // Folders of one structure share pictures on purpose.
        return asset.split(separator: "/").last != other.asset.split(separator: "/").last
    }

    fileprivate func copy(of other: ComparedPicture) -> Diagnostic {
        let isSameSubject = subject == other.subject
        func named(_ use: ComparedPicture) -> String {
            let values = use.values.isEmpty ? "" : " for \(use.values)"
            return isSameSubject
                ? (use.values.isEmpty ? "without a value" : "for \(use.values)")
                : use.subject + values
        }
        let help =
            if !isSameSubject {
                "export its own picture; one that is shared on purpose needs one file"
            } else if other.values.isEmpty {
                "draw it, or remove the file if it is meant to look the same: its name falls back to "
                    + "the other"
            } else {
                "draw one of them, or let one value fall back to the other"
            }
        return Diagnostic(
            .samePicture,
            severity: isSameSubject || kind == .scene ? .note : nil,
            at: SourceLocation(path: path),
            message: isSameSubject
                ? "\(subject) looks the same \(named(self)) and \(named(other)), found the same "
                    + "pixels in \"\(asset)\" and \"\(other.asset)\""
                : "\(named(self)) shows the very picture of \(named(other)), found the same pixels in "
                    + "\"\(asset)\" and \"\(other.asset)\"",
            help: help,
            related: [SourceLocation(path: other.path)]
        )
    }
}
