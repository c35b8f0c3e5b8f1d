import Catalog
public import Diagnostics

extension Check {
    package static let samePicture = Check(
        "same-picture",
        .warning,
        "a file shows the picture of something else"
    )
    package static let feetLevel = Check(
        "feet-level",
        .warning,
        "an outfit stands higher or lower than its pet"
    )
}

public struct BaseFacts: Sendable {
    /// For messages: `species "dog"`, `item "coat" on species "dog"`.
    public var subject: String
    public var species: String
    /// Nil for the species' own art.
    public var item: String?
    /// The values of axes that it is for, such as `mood "sad"`; empty without.
    var values: String
    public var asset: String
    public var path: String
    /// Equal for equal images with equal cuts.
    public var fingerprint: UInt64
    /// Of all frames, or of the first alone where they cannot be compared; empty if it is small.
    var sketches: [FigureSketch] = []
    /// Whether frames were found to be unlike the others of their sheet.
    var hasOddFrames = false
    /// The top and bottom of each visible frame, in points of the canvas.
    public var heads: [Double]
    public var feet: [Double]

    public init(
        subject: String,
        species: String,
        item: String?,
        values: String = "",
        asset: String,
        path: String,
        fingerprint: UInt64,
        heads: [Double],
        feet: [Double]
    ) {
        self.subject = subject
        self.species = species
        self.item = item
        self.values = values
        self.asset = asset
        self.path = path
        self.fingerprint = fingerprint
        self.heads = heads
        self.feet = feet
    }
}

/// Finds outfits whose files show something else, or that are lower or higher than the pet; in no
/// particular order.
///
/// `bases` are in the catalog's order, `canvasHeight` is in points.
public func checkOutfits(_ bases: [BaseFacts], canvasHeight: Int) -> [Diagnostic] {
    let bare = Dictionary(bases.filter { $0.item == nil }.map { ($0.species, $0) }) { one, _ in one
    }
    let byPicture = Dictionary(grouping: bases, by: \.fingerprint)
    let outfits = bases.filter { outfit in
        outfit.item != nil && outfit.asset != bare[outfit.species]?.asset
    }
    let bySpecies = Dictionary(grouping: outfits, by: \.species).sorted { $0.key < $1.key }
    var found = bySpecies.flatMap { species, outfits in
        footings(of: outfits, on: bare[species], canvasHeight)
    }
    var told: Set<String> = []
    for outfit in bases where outfit.item != nil {
        let same = (byPicture[outfit.fingerprint] ?? []).first { other in
            other.asset != outfit.asset && outfit.isCopy(of: other, bare)
        }
        if let same, told.insert(outfit.asset).inserted { found.append(outfit.copy(of: same)) }
    }
    return found
}

/// Outfits whose feet are on another line than the pet's, or the pet if all of several have one line.
private func footings(
    of outfits: [BaseFacts],
    on bare: BaseFacts?,
    _ canvasHeight: Int
) -> [Diagnostic] {
    guard let bare else { return [] }
    let lower = outfits.map { $0.lower(than: bare, canvasHeight) ?? 0 }
    if outfits.count > 1, let least = lower.min(), let most = lower.max(), least * most > 0,
        most - least <= 0.02 * Double(canvasHeight)
    {
        return [bare.footing("all of its outfits", lower: -most, besides: outfits[0])]
    }
    return zip(outfits, lower).filter { $1 != 0 }.map { outfit, lower in
        outfit.footing("the pet", lower: lower, besides: bare)
    }
}

extension BaseFacts {
    /// Whether sharing the image is a mistake: species that look alike undressed may dress alike.
    fileprivate func isCopy(of other: BaseFacts, _ bare: [String: BaseFacts]) -> Bool {
        // Of two equal outfits the later one is reported.
        if other.item == nil { return true }
        if species == other.species { return (other.item ?? "") < (item ?? "") }
        guard bare[species]?.fingerprint != bare[other.species]?.fingerprint else { return false }
        return other.asset < asset
    }

    fileprivate func copy(of other: BaseFacts) -> Diagnostic {
        Diagnostic(
            .samePicture,
            at: SourceLocation(path: path),
            message:
                "\(subject) shows the very picture of \(other.subject), found the same pixels in "
                + "\"\(asset)\" and \"\(other.asset)\"",
            help:
                "export the outfit's own picture; one that is shared on purpose needs one file, and "
                + "a name that both find",
            related: [SourceLocation(path: other.path)]
        )
        .toldOnce(for: [.pixels(of: path)])
    }

    /// How many points lower it stands than the pet; nil for about one line.
    fileprivate func lower(than bare: BaseFacts, _ canvasHeight: Int) -> Double? {
        guard !feet.isEmpty, !bare.feet.isEmpty else { return nil }
        var lower = median(feet) - median(bare.feet)
        let sunk = median(heads) - median(bare.heads)
        // An outfit that is larger on all sides is in the right place.
        var isMoved = (lower + sunk) / 2 / lower >= 0.4
        // What sinks below the canvas is cut off there.
        if lower > 0, sunk > lower, median(feet) > Double(canvasHeight) - 1 {
            (lower, isMoved) = (sunk, true)
        }
        return abs(lower) >= 0.05 * Double(canvasHeight) && isMoved ? lower : nil
    }

    /// Feet on another line than those of `others`.
    fileprivate func footing(
        _ others: String,
        lower: Double,
        besides other: BaseFacts
    ) -> Diagnostic {
        let points = "\(Int(abs(lower).rounded())) points \(lower > 0 ? "lower" : "higher")"
        return Diagnostic(
            .feetLevel,
            // Floating pets have no feet.
            severity: lower > 0 ? .warning : .note,
            at: SourceLocation(path: path),
            message:
                "\(subject) stands on another line than \(others), found it \(points)",
            help: "put their feet on one line",
            related: [SourceLocation(path: other.path)]
        )
        .toldOnce(for: [.pixels(of: path)])
    }
}
