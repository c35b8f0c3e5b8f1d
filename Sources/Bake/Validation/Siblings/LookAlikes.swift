import Catalog
import Diagnostics
import Raster

/// Finds outfits that do not look like the pet that wears them, by what both show of it; in no
/// particular order.
///
/// Only for games whose outfits otherwise show the pet just as it is without them.
func checkLikeness(of bases: [BaseFacts]) -> [Diagnostic] {
    let bare = Dictionary(bases.filter { $0.item == nil }.map { ($0.species, $0) }) { one, _ in one
    }
    let pairs = bases.compactMap { outfit in
        bare[outfit.species].flatMap { OutfitLikeness(outfit, on: $0, among: bare) }
    }
    let strangers = pairs.filter { $0.stranger != nil }
    var found = exchangedPets(pairs, bare)
    if found.isEmpty {
        found = strangers.filter { pair in
            // Of two that are exchanged the first tells of both.
            !strangers.contains { other in
                other.outfit.item == pair.outfit.item && other.stranger == pair.outfit.species
                    && pair.stranger == other.outfit.species
                    && other.outfit.path < pair.outfit.path
            }
        }.map(\.strangerFinding)
    }
    guard strangers.isEmpty else { return found }
    for pair in pairs {
        let others = pairs.filter { $0.outfit.path != pair.outfit.path }
        guard others.count >= 2 else { continue }
        found += [
            pair.mirrored(among: others) ?? pair.otherSize(among: others)
                ?? pair.otherColors(among: others)
        ]
        .compactMap(\.self)
    }
    return found
}

/// Two species each of which looks like the other one's outfits.
private func exchangedPets(
    _ pairs: [OutfitLikeness],
    _ bare: [String: BaseFacts]
) -> [Diagnostic] {
    let bySpecies = Dictionary(grouping: pairs, by: \.outfit.species)
    func likeAll(_ species: String) -> String? {
        let strangers = Set((bySpecies[species] ?? []).map(\.stranger))
        return (bySpecies[species]?.count ?? 0) > 1 && strangers.count == 1
            ? strangers.first ?? nil : nil
    }
    return bySpecies.keys.sorted().compactMap { species in
        guard let other = likeAll(species), species < other, likeAll(other) == species,
            let one = bare[species], let two = bare[other]
        else { return nil }
        return Diagnostic(
            .samePicture,
            at: SourceLocation(path: one.path),
            message:
                "the pictures of species \"\(species)\" and \"\(other)\" seem to be exchanged, "
                + "found each like the other's outfits",
            help: "exchange the files",
            related: [SourceLocation(path: two.path)]
        )
    }
}

/// How an outfit resembles the undressed pet.
private struct OutfitLikeness {
    let outfit: BaseFacts
    private let bare: BaseFacts
    private let own: FigureSketch
    private let pet: FigureSketch
    /// The share of the outfit's pixels that are those of the pet, as they are and turned around.
    private let plain: Double
    private let turned: Double
    /// Another species that it resembles much more.
    let stranger: String?
    private let strangeness: Double

    init?(_ outfit: BaseFacts, on bare: BaseFacts, among pets: [String: BaseFacts]) {
        guard outfit.item != nil, outfit.asset != bare.asset,
            outfit.fingerprint != bare.fingerprint, let own = outfit.sketch, let pet = bare.sketch
        else { return nil }
        (self.outfit, self.bare, self.own, self.pet) = (outfit, bare, own, pet)
        let plain = own.likeness(to: pet)
        self.plain = plain
        turned = own.likeness(to: pet, mirrored: true)
        var best: (species: String, likeness: Double)?
        // Comparing all with all would take long.
        for other in pets.count <= 32 ? pets.values.sorted(by: { $0.species < $1.species }) : []
        where other.species != outfit.species && other.asset != outfit.asset
            && other.fingerprint != bare.fingerprint
        {
            let likeness = other.sketch.map { own.likeness(to: $0) } ?? 0
            if likeness > best?.likeness ?? 0 { best = (other.species, likeness) }
        }
        let isStrange = best.map { $0.likeness >= 0.4 && plain <= 0.4 * $0.likeness } ?? false
        stranger = isStrange ? best?.species : nil
        strangeness = best?.likeness ?? 0
    }

    private func report(
        _ check: Check,
        _ message: String,
        help: String
    ) -> Diagnostic {
        Diagnostic(
            check,
            at: SourceLocation(path: outfit.path),
            message: "\(outfit.subject) \(message)",
            help: help,
            related: [SourceLocation(path: bare.path)]
        )
        .toldOnce(for: [.pixels(of: outfit.path)])
    }

    var strangerFinding: Diagnostic {
        report(
            .samePicture,
            "looks like species \"\(stranger ?? "")\", found \(percent(strangeness)) of it equal, and "
                + "\(percent(plain)) of its own species",
            help: "was it saved under the name of another species?"
        )
    }

    func mirrored(among others: [OutfitLikeness]) -> Diagnostic? {
        guard turned >= 0.35, turned - plain >= 0.1, others.allSatisfy({ $0.turned <= $0.plain })
        else { return nil }
        return report(
            .oddPicture,
            "is mirrored, found \(percent(turned)) of it like the pet when turned left to right, and "
                + "\(percent(plain)) as it is",
            help: "turn it around"
        )
    }

    /// The shares of the pet's width and height, in frames of one size.
    private var sides: (wide: Double, high: Double) {
        func share(_ sketch: FigureSketch) -> (Double, Double) {
            (
                Double(sketch.bounds.width) / Double(sketch.frame.width),
                Double(sketch.bounds.height) / Double(sketch.frame.height)
            )
        }
        let (one, two) = (share(own), share(pet))
        return (one.0 / two.0, one.1 / two.1)
    }

    func otherSize(among others: [OutfitLikeness]) -> Diagnostic? {
        let (wide, high) = sides
        guard plain >= 0.3, abs(wide - high) <= 0.06, abs(wide - 1) >= 0.08,
            abs(high - 1) >= 0.08,
            others.allSatisfy({
                abs($0.sides.wide - wide) >= 0.06 || abs($0.sides.high - high) >= 0.06
            })
        else { return nil }
        return report(
            .sizeJump,
            "shows the pet in another size, found \(percent(high)) of \(bare.subject)",
            help: "draw both at one scale"
        )
    }

    func otherColors(among others: [OutfitLikeness]) -> Diagnostic? {
        let usual = others.map(\.plain).min() ?? 0
        guard others.count >= 3, usual >= 0.25, plain <= 0.5 * usual else { return nil }
        return report(
            .oddPicture,
            "hardly resembles the pet, found \(percent(plain)) of it equal, and of other outfits at "
                + "least \(percent(usual))",
            help: "compare its colors and its size with the pet's"
        )
    }
}
