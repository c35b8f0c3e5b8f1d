import Catalog
import Diagnostics
import KilnManifest
import Raster

extension Check {
    static let samePicture = Check("same-picture", .warning)
    static let feetLevel = Check("feet-level", .warning)
}

/// Finds outfits whose files show something else, or that are elsewhere than the pet; in no
/// particular order.
///
/// `bases` are in the catalog's order, `canvas` is in points.
func checkOutfits(_ bases: [ComparedPicture], canvas: Canvas) -> [Diagnostic] {
    let bare = Dictionary(bases.filter { $0.item == nil }.map { ($0.species, $0) }) { one, _ in one
    }
    let byPicture = Dictionary(grouping: bases, by: \.fingerprint)
    let outfits = bases.filter { outfit in
        outfit.item != nil && outfit.asset != bare[outfit.species]?.asset
    }
    let bySpecies = Dictionary(grouping: outfits, by: \.species).sorted { $0.key < $1.key }
    var found = bySpecies.flatMap { species, outfits in
        guard let bare = bare[species] else { return [Diagnostic]() }
        return displaced(outfits, on: bare, tolerance: 0.02 * Double(canvas.height)) {
            $0.lower(than: $1, canvas.height)
        } finding: {
            $0.footing($1, lower: $2, besides: $3)
        }
            + displaced(outfits, on: bare, tolerance: 0.02 * Double(canvas.width)) {
                $0.furtherRight(than: $1, canvas.width)
            } finding: {
                $0.drift($1, right: $2, besides: $3)
            }
    }
    var reported: Set<String> = []
    for outfit in bases where outfit.item != nil {
        let same = (byPicture[outfit.fingerprint] ?? []).first { other in
            other.asset != outfit.asset && outfit.isCopy(of: other, bare)
        }
        if let same, reported.insert(outfit.asset).inserted { found.append(outfit.copy(of: same)) }
    }
    return found
}

/// Outfits at a distance from the pet, or the pet if all of several are at the same one.
///
/// Distances within `tolerance` are the same; nil means none. `finding` gets what is displaced, what it
/// was compared with in words, the distance, and one of the latter.
private func displaced(
    _ outfits: [ComparedPicture],
    on bare: ComparedPicture,
    tolerance: Double,
    by distance: (ComparedPicture, ComparedPicture) -> Double?,
    finding: (ComparedPicture, String, Double, ComparedPicture) -> Diagnostic
) -> [Diagnostic] {
    let distances = outfits.map { distance($0, bare) ?? 0 }
    if outfits.count > 1, let least = distances.min(), let most = distances.max(),
        least * most > 0, most - least <= tolerance
    {
        return [finding(bare, "all of its outfits", -most, outfits[0])]
    }
    return zip(outfits, distances).filter { $1 != 0 }.map { outfit, distance in
        finding(outfit, "the pet", distance, bare)
    }
}

extension ComparedPicture {
    /// Whether sharing the image is a mistake: species that look alike undressed may dress alike.
    fileprivate func isCopy(of other: ComparedPicture, _ bare: [String: ComparedPicture]) -> Bool {
        // Of two equal outfits the later one is reported.
        if other.item == nil { return true }
        if species == other.species { return (other.item ?? "") < (item ?? "") }
        guard bare[species]?.fingerprint != bare[other.species]?.fingerprint else { return false }
        return other.asset < asset
    }

    fileprivate func copy(of other: ComparedPicture) -> Diagnostic {
        Diagnostic(
            .samePicture,
            ofPicture: path,
            "\(subject) shows the very picture of \(other.subject), found the same pixels in "
                + "\"\(asset)\" and \"\(other.asset)\"",
            help:
                "export the outfit's own picture; one that is shared on purpose needs one file, and "
                + "a name that both find",
            unlike: other.path
        )
    }

    /// How many points lower it stands than the pet; nil for about one line.
    fileprivate func lower(than bare: ComparedPicture, _ canvasHeight: Int) -> Double? {
        guard !boxes.isEmpty, !bare.boxes.isEmpty else { return nil }
        let feet = median(boxes.map(\.bottom))
        var lower = feet - median(bare.boxes.map(\.bottom))
        let sunk = median(boxes.map(\.top)) - median(bare.boxes.map(\.top))
        // An outfit that is larger on all sides is in the right place.
        var isMoved = (lower + sunk) / 2 / lower >= 0.4
        // What sinks below the canvas is cut off there.
        if lower > 0, sunk > lower, feet > Double(canvasHeight) - 1 {
            (lower, isMoved) = (sunk, true)
        }
        return abs(lower) >= 0.05 * Double(canvasHeight) && isMoved ? lower : nil
    }

    /// How many points further right it is than the pet; nil for about the same place.
    ///
    /// Capes and bags stick out on one side, so what both show of the pet decides.
    fileprivate func furtherRight(than bare: ComparedPicture, _ canvasWidth: Int) -> Double? {
        let count = min(sketches.count, bare.sketches.count)
        guard count > 0, sketches[0].frame == bare.sketches[0].frame,
            !boxes.isEmpty, !bare.boxes.isEmpty, !isReported, !bare.isReported
        else { return nil }
        let middles = [self, bare].map { median($0.boxes.map { ($0.left + $0.right) / 2 }) }
        let right = middles[0] - middles[1]
        guard abs(right) >= 0.03 * Double(canvasWidth) else { return nil }
        let frames = Set([0, count / 2]).map { (sketches[$0].inFrame, bare.sketches[$0].inFrame) }
        func likeness(_ columns: Int) -> [Double] {
            frames.map { FigureSketch.likeness($0, $1, movedRight: columns) }
        }
        let best =
            (1...FigureSketch.frameSide / 5).map { right < 0 ? -$0 : $0 }
            .max { likeness($0).reduce(0, +) < likeness($1).reduce(0, +) } ?? 0
        // A hop moves some frames only.
        let isMoved = zip(likeness(best), likeness(0)).allSatisfy { moved, kept in
            moved >= max(0.3, 1.25 * kept + 0.05)
        }
        guard abs(best) * 25 >= FigureSketch.frameSide, isMoved else { return nil }
        let pointsPerPixel = (boxes[0].right - boxes[0].left) / Double(sketches[0].bounds.width)
        let pixels = Double(best * sketches[0].frame.width) / Double(FigureSketch.frameSide)
        return pixels * pointsPerPixel
    }

    fileprivate func drift(
        _ others: String,
        right: Double,
        besides other: ComparedPicture
    ) -> Diagnostic {
        let points = "\(Int(abs(right).rounded())) points"
        return Diagnostic(
            .frameDrift,
            ofPicture: path,
            "\(subject) is to the \(right > 0 ? "right" : "left") of \(others), found it "
                + "about \(points) away",
            help: "put it where the pet is: overlays that fit the one do not fit the other",
            unlike: other.path
        )
    }

    /// Feet on another line than those of `others`.
    fileprivate func footing(
        _ others: String,
        lower: Double,
        besides other: ComparedPicture
    ) -> Diagnostic {
        let points = "\(Int(abs(lower).rounded())) points \(lower > 0 ? "lower" : "higher")"
        return Diagnostic(
            .feetLevel,
            // Floating pets have no feet.
            severity: lower > 0 ? .warning : .note,
            ofPicture: path,
            "\(subject) stands on another line than \(others), found it \(points)",
            help: "put their feet on one line",
            unlike: other.path
        )
    }
}
