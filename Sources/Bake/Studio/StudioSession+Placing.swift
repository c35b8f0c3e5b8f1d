import Catalog
import Diagnostics
import FileStore
import KilnManifest

/// Which member of the catalog an edit of a place goes to.
enum PlacementReach: String, Sendable {
    /// The item's own `placement`.
    case item
    /// The item's `perSpecies`, for one species.
    case species
    /// The `placement` of one of the item's `parts`.
    case part
}

enum PlacementMember: String, Sendable {
    case offset, pivot, rotation, scale, size
}

/// Edits of places, each one step that can be undone.
///
/// They throw the `Diagnostic` that says why the catalog cannot say that; nothing changed then.
extension StudioSession {
    /// Moves a worn item by a distance in points.
    ///
    /// One that has no placement gets an anchor that all its wearers have, and an offset.
    mutating func move(_ found: PlacedItem, by step: CanvasPoint, isFine: Bool) throws {
        let (anchor, offset) = found.start(isFine: isFine)
        let moved = CanvasPoint(x: tenths(offset.x + step.x), y: tenths(offset.y + step.y))
        try set(anchor + [("offset", pair(moved.x, moved.y))], of: found)
    }

    /// Enlarges a worn item around its pivot.
    mutating func resize(_ found: PlacedItem, by factor: Double) throws {
        if let size = found.placement.size {
            let sides = [size.width, size.height].map { max(1, ($0 * factor).rounded()) }
            try set([("size", pair(sides[0], sides[1]))], of: found)
        } else {
            let scale = (found.placement.scale * factor * 100).rounded() / 100
            let member = ("scale", plain(min(max(scale, 0.01), 64)))
            try set(found.startMembers + [member], of: found)
        }
    }

    /// Sets a member of a worn item's placement to a number, or to a pair of numbers.
    mutating func place(_ found: PlacedItem, _ member: PlacementMember, _ numbers: [Double]) throws
    {
        let texts = numbers.map(plain)
        let value = texts.count == 1 ? texts[0] : "[\(texts.joined(separator: ", "))]"
        let start = member == .offset ? [] : found.startMembers
        try set(start + [(member.rawValue, value)], of: found)
    }

    /// Moves a worn item's pivot by a distance in points; the item stays where it is.
    mutating func movePivot(_ found: PlacedItem, by step: CanvasPoint) throws {
        guard found.placement.rotation == 0 else {
            throw Diagnostic.refusal(
                "the pivot of a rotated image cannot be dragged",
                "set \"rotation\" to 0 first"
            )
        }
        func moved(
            _ pivot: Double,
            _ step: Double,
            _ inPicture: Double,
            _ size: Double
        ) -> (pivot: Double, by: Double) {
            // The size is rounded to whole points, the pivot is not.
            let side = pivot > 0.01 && inPicture > 0 ? inPicture / pivot : max(size, 1)
            let new = (min(max(pivot + step / side, -8), 8) * 10_000).rounded() / 10_000
            return (new, (new - pivot) * side)
        }
        let (pivot, there) = (found.pivot, found.drawn.pivotInPicture)
        let x = moved(pivot.x, step.x, there.x, found.drawn.size.width)
        let y = moved(pivot.y, step.y, there.y, found.drawn.size.height)
        let (anchor, offset) = found.start(isFine: true)
        let members = [
            ("offset", pair(tenths(offset.x + x.by), tenths(offset.y + y.by))),
            ("pivot", pair(x.pivot, y.pivot)),
        ]
        try set(anchor + members, of: found)
    }

    /// Hangs a worn item on another anchor; it stays where it is.
    mutating func hang(_ found: PlacedItem, on anchor: String) throws {
        let point = found.species.anchor(anchor)?.point(atFrame: found.cell) ?? .zero
        let offset = pair(
            tenths(found.drawn.pivot.x - point.x),
            tenths(found.drawn.pivot.y - point.y)
        )
        try set([("anchor", quotedJSON(anchor)), ("offset", offset)], of: found)
    }

    /// Moves an anchor of a species; of one with a point for each frame only that of a cell.
    mutating func moveAnchor(
        _ name: String,
        of species: String,
        cell: Int,
        to point: CanvasPoint
    ) throws {
        var editor = try JSONEditor(text, of: path)
        let anchor = loaded?.catalog.species(species)?.anchor(name)
        guard let anchor, let index = editor.root.index(of: species, in: "species") else {
            throw Diagnostic.refusal(
                "species \"\(species)\" has no anchor \"\(name)\"",
                "reload the page"
            )
        }
        var pointer = "/species/\(index)/anchors/\(JSONEditor.pointerPart(name))"
        let node = editor.root.member("species")?.elements[index].member("anchors")?.member(name)
        if case .array? = node?.elements.first?.value {
            pointer += "/\(min(max(cell, 0), anchor.points.count - 1))"
        }
        try set([(pointer, pair(tenths(point.x), tenths(point.y)))], with: &editor)
    }

    private mutating func set(
        _ members: [(name: String, value: String)],
        of found: PlacedItem
    ) throws {
        var editor = try JSONEditor(text, of: path)
        guard let index = editor.root.index(of: found.item.id, in: "items") else {
            throw Diagnostic.refusal("the catalog has no item \"\(found.item.id)\"", "reload")
        }
        let owner =
            switch found.reach {
            case .item: "/items/\(index)"
            case .species: "/items/\(index)/perSpecies/\(found.species.id)"
            case .part: "/items/\(index)/parts/\(found.drawn.number)"
            }
        let values = members.map { (pointer: "\(owner)/placement/\($0.name)", value: $0.value) }
        try set(values, with: &editor)
    }

    private mutating func set(
        _ values: [(pointer: String, value: String)],
        with editor: inout JSONEditor
    ) throws {
        for (pointer, value) in values where !editor.set(value, at: pointer) {
            throw Diagnostic.refusal("\(pointer) cannot be set to \(value)", "edit it by hand")
        }
        try edit(editor.bytes)
    }
}

/// A worn item whose placement an edit can reach, as one of its layers is drawn.
struct PlacedItem {
    let item: Item
    let species: Species
    let drawn: DrawnPart
    /// Of the base's sheet.
    let cell: Int
    let reach: PlacementReach
    let placement: Placement
    let pivot: CanvasPoint
    /// Whether it is drawn as a whole canvas.
    let isUnplaced: Bool
    private let wearers: [Species]

    init(
        _ drawn: DrawnPart,
        of item: String,
        on species: String,
        cell: Int,
        _ reach: PlacementReach,
        in catalog: Catalog
    ) throws {
        guard let item = catalog.item(item), let species = catalog.species(species) else {
            throw Diagnostic.refusal("the catalog has no item \"\(item)\"", "reload")
        }
        if catalog.sheet(for: drawn.asset).value.isFullCanvas {
            throw Diagnostic.refusal(
                "a rule of \"sheets\" says that \(drawn.asset) fills the canvas",
                "change \"placement\" or \"fullCanvas\" in that rule"
            )
        }
        let found = catalog.placement(
            for: .item(item, wornBy: species),
            part: drawn.number,
            asset: drawn.asset
        )
        if reach != .species, found?.decider == .species {
            throw Diagnostic.refusal(
                "\"perSpecies\" of \(item.id) decides its place on \(species.id)",
                "choose \"Only on \(species.id)\""
            )
        }
        if reach != .part, found?.decider == .part {
            throw Diagnostic.refusal(
                "part \(drawn.number + 1) of \(item.id) decides its place",
                "choose \"Only this layer\""
            )
        }
        if reach == .part, !item.parts.indices.contains(drawn.number) {
            throw Diagnostic.refusal("\(item.id) has no \"parts\"", "choose where edits apply")
        }
        (self.item, self.species, self.drawn) = (item, species, drawn)
        (self.cell, self.reach) = (cell, reach)
        placement = found?.value ?? Placement()
        pivot = catalog.sheet(for: drawn.asset).value.pivot(of: placement)
        isUnplaced = found == nil
        wearers = reach == .species ? [species] : catalog.species.filter { item.fits($0.id) }
    }

    /// What an edit begins with: the offset, after the anchor that an item without a placement gets.
    func start(isFine: Bool) -> (anchor: [(name: String, value: String)], offset: CanvasPoint) {
        guard isUnplaced else { return ([], placement.offset) }
        let (name, point) = bestAnchor
        let digits = isFine ? 10.0 : 1
        let offset = CanvasPoint(
            x: ((drawn.pivot.x - point.x) * digits).rounded() / digits,
            y: ((drawn.pivot.y - point.y) * digits).rounded() / digits
        )
        return (name.map { [("anchor", quotedJSON($0))] } ?? [], offset)
    }

    /// The members that leave an item without a placement where it is.
    var startMembers: [(name: String, value: String)] {
        guard isUnplaced else { return [] }
        let (anchor, offset) = start(isFine: true)
        return anchor + [("offset", pair(tenths(offset.x), tenths(offset.y)))]
    }

    /// The anchor to put it on, and its point on the species; the canvas's corner without one.
    private var bestAnchor: (name: String?, point: CanvasPoint) {
        let shared = species.anchors.map(\.name).filter { name in
            wearers.allSatisfy { $0.anchor(name) != nil }
        }
        let name = shared.first { $0 == WornPlace(of: item.id).rawValue } ?? shared.first
        let point = name.flatMap { species.anchor($0) }?.point(atFrame: cell)
        return (name, point ?? .zero)
    }
}

extension Resolved<Placement> {
    /// The narrowest of what decides where an item is drawn.
    var decider: PlacementReach {
        let origins = ["offset", "anchor", "scale", "size", "rotation", "pivot"].map(origin(of:))
        if origins.contains(where: { if case .perSpecies = $0 { true } else { false } }) {
            return .species
        }
        return origins.contains { if case .part = $0 { true } else { false } } ? .part : .item
    }
}

private func tenths(_ value: Double) -> Double {
    let rounded = (value * 10).rounded() / 10
    // There is no minus zero in a catalog.
    return rounded == 0 ? 0 : rounded
}

private func pair(_ first: Double, _ second: Double) -> String {
    "[\(plain(first)), \(plain(second))]"
}
