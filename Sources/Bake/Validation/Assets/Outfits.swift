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
    /// Of the first frame; nil for small ones.
    var sketch: FigureSketch?
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
    var found: [Diagnostic] = []
    var told: Set<String> = []
    for outfit in bases where outfit.item != nil {
        if let own = bare[outfit.species], outfit.asset != own.asset {
            found += [outfit.footing(like: own, canvasHeight)].compactMap(\.self)
        }
        let same = (byPicture[outfit.fingerprint] ?? []).first { other in
            other.asset != outfit.asset && outfit.isCopy(of: other, bare)
        }
        if let same, told.insert(outfit.asset).inserted { found.append(outfit.copy(of: same)) }
    }
    return found
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

    /// Feet on another line than the pet's.
    fileprivate func footing(like bare: BaseFacts, _ canvasHeight: Int) -> Diagnostic? {
        guard !feet.isEmpty, !bare.feet.isEmpty else { return nil }
        let lower = median(feet) - median(bare.feet)
        // An outfit that is larger on all sides is in the right place.
        let middle = (lower + median(heads) - median(bare.heads)) / 2
        guard abs(lower) >= 0.05 * Double(canvasHeight), middle / lower >= 0.4 else { return nil }
        let points = "\(Int(abs(lower).rounded())) points \(lower > 0 ? "lower" : "higher")"
        return Diagnostic(
            .feetLevel,
            // Floating pets have no feet.
            severity: lower > 0 ? .warning : .note,
            at: SourceLocation(path: path),
            message:
                "\(subject) stands on another line than the pet, found its lower edge \(points)",
            help: "put the feet of both on one line"
        )
        .following([.pixels(of: path)])
    }
}
