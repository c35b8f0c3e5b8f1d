import Catalog
import Diagnostics
import Raster

/// Finds frames that are unlike the same frames of nearly all other sheets of their species: in another
/// order, turned around, elsewhere, in another size, or without the outfit; one finding for each sheet.
///
/// Sheets of one species show the same poses. Costumes may hide them, so these are notes, and where many
/// sheets differ there are none.
func oddFramesAmongSheets(_ facts: [BaseFacts]) -> [Diagnostic] {
    let sheets = facts.filter { $0.sketches.count > 1 }.uniqued(by: \.fingerprint)
    let groups = Dictionary(grouping: sheets) {
        [$0.species, "\($0.sketches.count)", "\($0.sketches[0].frame)"]
    }
    return groups.keys.sorted { $0.lexicographicallyPrecedes($1) }.flatMap { key -> [Diagnostic] in
        let group = groups[key] ?? []
        // Comparing all with all would take long.
        guard (4...64).contains(group.count) else { return [] }
        let found = group.compactMap { own in
            SheetComparison(own, group.filter { $0.path != own.path }).finding
        }
        return found.count * 4 <= group.count ? found : []
    }
}

/// What the frames of a sheet have unlike those of others.
private struct SheetComparison {
    private static let mostOthers = 5

    private let own: BaseFacts
    private let others: [BaseFacts]
    /// Frames that look more like another frame of the others: which, and like which.
    private var exchanged: [(frame: Int, like: Int)] = []
    private var turned: [Int] = []
    /// Of each frame, how much further right and lower it is, in pixels.
    private var right: [Double] = []
    private var lower: [Double] = []
    /// Of each frame, by how much it is wider and higher.
    private var wider: [Double] = []
    private var higher: [Double] = []

    /// `others` have as many frames, and at least three of them.
    init(_ own: BaseFacts, _ others: [BaseFacts]) {
        self.own = own
        self.others = Array(others.prefix(Self.mostOthers))
        for index in own.sketches.indices { compare(index) }
    }

    private mutating func compare(_ index: Int) {
        let sketch = own.sketches[index]
        let most = others.count - 1
        var votes: [Int: Int] = [:]
        var turns = 0
        // Two others that contradict are too many.
        for (number, other) in others.enumerated()
        where votes[index, default: 0] < 2 || number - turns < 2 {
            let same = other.sketches[index]
            let likeness = sketch.likeness(to: same)
            var best = (index: index, likeness: likeness + 0.05)
            // Nothing is much more alike than that.
            for place in other.sketches.indices where place != index && likeness < 0.95 {
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
            median(rest.map { Double(2 * (bounds.x - $0.x) + bounds.width - $0.width) / 2 })
        )
        lower.append(median(rest.map { Double(bounds.maxY - $0.maxY) }))
        wider.append(median(rest.map { Double(bounds.width) / Double($0.width) }))
        higher.append(median(rest.map { Double(bounds.height) / Double($0.height) }))
    }

    var finding: Diagnostic? { undressed ?? order ?? direction ?? place ?? size }

    /// Frames of an outfit that show the bare pet.
    private var undressed: Diagnostic? {
        guard own.item != nil, let bare = others.first(where: { $0.item == nil }) else {
            return nil
        }
        let equal = own.sketches.indices.filter { own.sketches[$0] == bare.sketches[$0] }
        guard let first = equal.first, equal.count * 2 <= own.sketches.count else { return nil }
        return report(
            .oddFrame,
            equal,
            "frame \(first) shows the pet without the outfit",
            help: "was the outfit's layer hidden?"
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

    private var place: Diagnostic? {
        let side = own.sketches[0].frame
        let least = max(3, 0.045 * Double(max(side.width, side.height)))
        let (usualX, usualY) = (median(right), median(lower))
        let moved = own.sketches.indices.filter {
            max(abs(right[$0] - usualX), abs(lower[$0] - usualY)) >= least
        }
        guard let first = moved.first, moved.count <= 2 else { return nil }
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
        let resized = own.sketches.indices.filter {
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
        let more = frames.count - 1
        let rest = more == 0 ? "" : ", as \(more == 1 ? "does" : "do") \(more) more"
        return Diagnostic(
            check,
            severity: .note,
            at: SourceLocation(path: own.path),
            message: message + rest,
            help: help,
            related: [SourceLocation(path: others[0].path)]
        )
        .toldOnce(for: [.pixels(of: own.path)])
    }
}
