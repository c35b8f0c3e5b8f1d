import Catalog
import Diagnostics
import Raster

/// Finds frames that are unlike the same frames of nearly all other sheets of their species: in another
/// order, turned around, elsewhere, in another size, without the outfit, or with something else; one
/// finding for each sheet.
///
/// Sheets of one species show the same poses. Costumes may hide them, so these are notes, and where many
/// sheets differ there are none.
func oddFramesAmongSheets(_ facts: [ComparedPicture]) -> [Diagnostic] {
    let sheets = facts.filter { $0.sketches.count > 1 }.uniqued(by: \.fingerprint)
    let strangers = framesOfOtherSpecies(sheets)
    guard strangers.isEmpty else { return strangers }
    let groups = Dictionary(grouping: sheets) {
        [$0.species, "\($0.sketches.count)", "\($0.sketches[0].frame)"]
    }
    return groups.keys.sorted { $0.lexicographicallyPrecedes($1) }.flatMap { key -> [Diagnostic] in
        let group = groups[key] ?? []
        // Comparing all with all would take long.
        guard (2...64).contains(group.count) else { return [] }
        var differences = SheetDifferences(group)
        let found = group.indices.compactMap { SheetComparison($0, &differences).finding }
        return found.count <= max(1, group.count / 4) ? found : []
    }
}

/// Finds sheets with frames of another species.
private func framesOfOtherSpecies(_ sheets: [ComparedPicture]) -> [Diagnostic] {
    var owners: [FigureSketch: [(sheet: Int, frame: Int)]] = [:]
    for (number, sheet) in sheets.enumerated() {
        for (frame, sketch) in sheet.sketches.enumerated() {
            owners[sketch, default: []].append((number, frame))
        }
    }
    return owners.values.compactMap { both -> Diagnostic? in
        guard both.count == 2, sheets[both[0].sheet].species != sheets[both[1].sheet].species
        else { return nil }
        // It looks less like the rest of the one to which it does not belong.
        let likeness = both.map { sheets[$0.sheet].likenessToRest(of: $0.frame) }
        let (own, other) = likeness[0] < likeness[1] ? (both[0], both[1]) : (both[1], both[0])
        guard abs(likeness[0] - likeness[1]) >= 0.05 else { return nil }
        return sheets[own.sheet].note(
            .oddFrame,
            [own.frame],
            "frame \(own.frame) is that of \(sheets[other.sheet].subject)",
            help: "was the layer of another pet shown, or a frame put on the wrong sheet?",
            related: sheets[other.sheet]
        )
    }
    .sorted { ($0.location?.path ?? "") < ($1.location?.path ?? "") }
}

/// How frames of sheets differ from the same frames of others; each two sheets are compared once.
private struct SheetDifferences {
    /// Shares of what both or either show, 0...1.
    struct Difference {
        /// What only one of them covers.
        var shape = 0.0
        /// That, and what has another color.
        var look = 0.0
    }

    let sheets: [ComparedPicture]
    private let frames: [[[StraightPixel]]]
    private var known: [[Int]: [Difference]] = [:]

    init(_ sheets: [ComparedPicture]) {
        self.sheets = sheets
        frames = sheets.map { $0.sketches.map(\.inFrame) }
    }

    /// By how much a frame differs more between two sheets than the middle one of their frames does.
    private mutating func excess(
        _ frame: Int,
        _ one: Int,
        _ two: Int,
        _ part: KeyPath<Difference, Double>
    ) -> Double {
        let pair = [min(one, two), max(one, two)]
        let all = known[pair] ?? zip(frames[pair[0]], frames[pair[1]]).map(Self.difference)
        known[pair] = all
        return all[frame][keyPath: part] - median(all.map { $0[keyPath: part] })
    }

    /// By how much a frame differs at least from that of each other sheet, beyond what these differ.
    mutating func excess(
        _ frame: Int,
        of own: Int,
        among others: [Int],
        _ part: KeyPath<Difference, Double>
    ) -> Double {
        var usual = 0.0
        for (number, one) in others.enumerated() {
            for two in others[..<number] { usual = max(usual, abs(excess(frame, one, two, part))) }
        }
        return (others.map { excess(frame, own, $0, part) }.min() ?? 0) - usual
    }

    private static func difference(_ one: [StraightPixel], _ two: [StraightPixel]) -> Difference {
        var (ownArea, theirArea, single, recolored) = (0, 0, 0, 0)
        for (own, theirs) in zip(one, two) {
            let (isOwn, isTheirs) = (own.a >= 128, theirs.a >= 128)
            if isOwn { ownArea += 1 }
            if isTheirs { theirArea += 1 }
            if isOwn != isTheirs {
                single += 1
            } else if isOwn, own.colorDistance(to: theirs) > 48 {
                recolored += 1
            }
        }
        let either = (ownArea + theirArea + single) / 2
        return Difference(
            shape: Double(single) / Double(max(1, min(ownArea, theirArea))),
            look: Double(single + recolored) / Double(max(1, either))
        )
    }
}

/// What the frames of a sheet have unlike those of others.
private struct SheetComparison {
    private static let mostOthers = 5

    private let own: ComparedPicture
    private let others: [ComparedPicture]
    /// Frames that look more like another frame of the others: which, and like which.
    private var exchanged: [(frame: Int, like: Int)] = []
    private var turned: [Int] = []
    /// Of each frame, how much further right and lower it is, in pixels.
    private var right: [Double] = []
    private var lower: [Double] = []
    /// Of each frame, by how much it is wider and higher.
    private var wider: [Double] = []
    private var higher: [Double] = []
    /// Frames that differ from each of the others.
    private var unlike: [Int] = []

    /// All sheets have as many frames.
    init(_ index: Int, _ differences: inout SheetDifferences) {
        own = differences.sheets[index]
        let rest = Array(
            differences.sheets.indices.filter { $0 != index }.prefix(Self.mostOthers)
        )
        others = rest.map { differences.sheets[$0] }
        guard others.count > 1 else { return }
        for frame in own.sketches.indices { compare(frame) }
        guard finding == nil, !own.hasOddFrames, own.sketches.count >= 4 else { return }
        // Two others may agree by chance.
        let least = others.count > 2 ? 0.045 : 0.06
        unlike = own.sketches.indices.filter { frame in
            differences.excess(frame, of: index, among: rest, \.shape) >= least
                || differences.excess(frame, of: index, among: rest, \.look) >= least + 0.015
        }
    }

    private mutating func compare(_ index: Int) {
        let sketch = own.sketches[index]
        let most = max(2, others.count - 1)
        var votes: [Int: Int] = [:]
        var turns = 0
        // Two others that contradict are too many.
        for (number, other) in others.enumerated()
        where votes[index, default: 0] < 2 || number - turns < 2 {
            let same = other.sketches[index]
            let likeness = sketch.likeness(to: same)
            // Two may agree by chance.
            var best = (index: index, likeness: likeness + (others.count > 2 ? 0.05 : 0.1))
            // Nothing is much more alike than that.
            let near = max(0, index - 16)...min(other.sketches.count - 1, index + 16)
            let roughly = sketch.likeness(to: same, step: 4)
            for place in near where place != index && likeness < 0.95 {
                // Comparing all of all frames would take long.
                guard sketch.likeness(to: other.sketches[place], step: 4) > roughly else {
                    continue
                }
                let likeness = sketch.likeness(to: other.sketches[place])
                if likeness >= best.likeness { best = (place, likeness) }
            }
            votes[best.index, default: 0] += 1
            if sketch.likeness(to: same, mirrored: true) >= max(0.35, likeness + 0.1) { turns += 1 }
        }
        if let (place, _) = votes.first(where: { $0.value >= most }), place != index {
            exchanged.append((index, place))
        }
        if turns >= most { turned.append(index) }
        let (bounds, rest) = (sketch.bounds, others.map { $0.sketches[index].bounds })
        right.append(
            medianNearestToZero(
                rest.map { Double(2 * (bounds.x - $0.x) + bounds.width - $0.width) / 2 }
            )
        )
        lower.append(medianNearestToZero(rest.map { Double(bounds.maxY - $0.maxY) }))
        wider.append(
            1 + medianNearestToZero(rest.map { Double(bounds.width) / Double($0.width) - 1 })
        )
        higher.append(
            1 + medianNearestToZero(rest.map { Double(bounds.height) / Double($0.height) - 1 })
        )
    }

    var finding: Diagnostic? { foreign ?? order ?? direction ?? place ?? size ?? unknown }

    /// Frames that are those of one other sheet, and look less like the rest of their own than of that.
    private var foreign: Diagnostic? {
        for other in others {
            let equal = own.sketches.indices.filter { frame in
                own.sketches[frame] == other.sketches[frame]
                    && others.count { $0.sketches[frame] == own.sketches[frame] } == 1
                    && own.likenessToRest(of: frame) + 0.05 < other.likenessToRest(of: frame)
            }
            guard let first = equal.first, equal.count * 2 <= own.sketches.count else { continue }
            return report(
                .oddFrame,
                equal,
                other.item == nil
                    ? "frame \(first) shows the pet without the outfit"
                    : "frame \(first) is that of \(other.subject)",
                help: other.item == nil
                    ? "was the outfit's layer hidden?" : "was the layer of another outfit shown?"
            )
        }
        return nil
    }

    private var unknown: Diagnostic? {
        guard let first = unlike.first, unlike.count <= max(1, own.sketches.count / 4),
            moved.isEmpty
        else { return nil }
        return report(
            .oddFrame,
            unlike,
            "frame \(first) shows something else than that of the species' other sheets",
            help: "compare it with theirs: was a layer hidden, cut or left on?"
        )
    }

    private var order: Diagnostic? {
        guard let first = exchanged.first else { return nil }
        return report(
            .oddFrame,
            exchanged.map(\.frame),
            "frame \(first.frame) looks like frame \(first.like) of the species' other sheets",
            help: "export the frames of all sheets in one order"
        )
    }

    private var direction: Diagnostic? {
        // Of outfits that are turned as a whole, others tell.
        guard let first = turned.first, own.item == nil || turned.count < own.sketches.count else {
            return nil
        }
        return report(
            .mirroredFrame,
            turned,
            "frame \(first) looks the other way than in the species' other sheets",
            help: "turn it around, unless that is meant"
        )
    }

    /// Frames that are elsewhere; a hop that only this sheet has takes several.
    private var moved: [Int] {
        let side = own.sketches[0].frame
        let least = max(3, 0.045 * Double(max(side.width, side.height)))
        let (usualX, usualY) = (median(right), median(lower))
        return right.indices.filter {
            max(abs(right[$0] - usualX), abs(lower[$0] - usualY)) >= least
        }
    }

    private var place: Diagnostic? {
        let (moved, usualX, usualY) = (self.moved, median(right), median(lower))
        guard let first = moved.first, moved.count == 1 else { return nil }
        let (x, y) = (Int(right[first] - usualX), Int(lower[first] - usualY))
        let ways = [
            x == 0 ? nil : "\(abs(x)) pixels further \(x > 0 ? "right" : "left")",
            y == 0 ? nil : "\(abs(y)) pixels \(y > 0 ? "lower" : "higher")",
        ]
        return report(
            .frameDrift,
            moved,
            "frame \(first) lies " + ways.compactMap(\.self).joined(separator: " and ")
                + " than in the species' other sheets",
            help: "put it where the others have it, unless something of the outfit sticks out"
        )
    }

    private var size: Diagnostic? {
        let (usualWidth, usualHeight) = (median(wider), median(higher))
        let resized = wider.indices.filter {
            let (wide, high) = (wider[$0] / usualWidth, higher[$0] / usualHeight)
            return min(abs(wide - 1), abs(high - 1)) >= 0.045 && abs(wide - high) <= 0.05
        }
        guard let first = resized.first, resized.count <= 2 else { return nil }
        return report(
            .frameSize,
            resized,
            "frame \(first) shows the subject in another size than the species' other sheets, found "
                + percent(higher[first] / usualHeight),
            help: "draw all frames at one scale"
        )
    }

    private func report(
        _ check: Check,
        _ frames: [Int],
        _ message: String,
        help: String
    ) -> Diagnostic {
        own.note(check, frames, message, help: help, related: others[0])
    }
}

/// The median; of an even number of values, that of the two in the middle which is nearer to zero.
private func medianNearestToZero(_ values: [Double]) -> Double {
    let sorted = values.sorted()
    let (low, high) = (sorted[(sorted.count - 1) / 2], sorted[sorted.count / 2])
    return abs(low) < abs(high) ? low : high
}

extension ComparedPicture {
    fileprivate func note(
        _ check: Check,
        _ frames: [Int],
        _ message: String,
        help: String,
        related: ComparedPicture
    ) -> Diagnostic {
        let more = frames.count - 1
        let rest = more == 0 ? "" : ", as \(more == 1 ? "does" : "do") \(more) more"
        return Diagnostic(
            check,
            severity: .note,
            ofPicture: path,
            message + rest,
            help: help,
            unlike: related.path
        )
    }

    /// How much a frame looks like the other frames of the sheet, 0...1.
    fileprivate func likenessToRest(of frame: Int) -> Double {
        median(
            sketches.indices.filter { $0 != frame }.map {
                sketches[frame].likeness(to: sketches[$0])
            }
        )
    }
}
