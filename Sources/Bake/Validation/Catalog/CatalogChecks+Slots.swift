import Catalog
import Diagnostics
import KilnManifest

extension Check {
    static let slotOverfull = Check("slot-overfull")
    static let sameDepth = Check("same-depth", .note)
}

// The occupancy of slots.
extension CatalogChecks {
    func slots() -> [Diagnostic] {
        var found = DiagnosticList()
        let known = KnownIDs("slot", catalog.slots.map(\.id))
        let limits = Dictionary(catalog.slots.map { ($0.id, $0.limit) }) { first, _ in first }
        for item in catalog.items {
            refer(to: item.slot, known, at: item.place["slot"].location, &found)
        }
        for look in catalog.looks { slots(of: look, limits, &found) }
        return found.diagnostics
    }

    /// Overlays at one anchor that can be worn together, and have the same authored `z`.
    func depths() -> [Diagnostic] {
        struct Place: Hashable {
            var anchor: String
            var z: Int
        }
        var placed: [Place: [Item]] = [:]
        for item in catalog.items where item.equipStyle == .overlay && item.place.has("z") {
            guard let anchor = item.placement.applied(to: Placement()).anchor else { continue }
            placed[Place(anchor: anchor, z: item.z), default: []].append(item)
        }
        return placed.values.compactMap { items in
            guard let first = items.first,
                let other = items.dropFirst().first(where: { other in
                    (other.slot == nil || other.slot != first.slot)
                        && first.species?.contains(where: other.fits) != false
                })
            else { return nil }
            return Diagnostic(
                .sameDepth,
                at: other.place["z"].location,
                message: "item \"\(other.id)\" has the same \"z\" as item \"\(first.id)\", "
                    + "found \(first.z)",
                help: "give them different numbers: until then their order in the catalog "
                    + "decides which is in front",
                related: first.place["z"].location.map { [$0] } ?? []
            )
        }
    }

    private func slots(
        of look: NamedLook,
        _ limits: [String: Int],
        _ found: inout DiagnosticList
    ) {
        let overlays = look.place["overlays"]
        var worn = look.overlays.enumerated().map { ($0.element, overlays[$0.offset]) }
        if let base = look.base { worn.insert((base, look.place["base"]), at: 0) }
        var seen: Set<String> = []
        var taken: [String: [(id: String, place: CatalogPlace)]] = [:]
        for (id, place) in worn where seen.insert(id).inserted {
            guard let slot = catalog.item(id)?.slot else { continue }
            taken[slot, default: []].append((id, place))
        }
        for (slot, items) in taken.sorted(by: { $0.key < $1.key }) {
            guard let limit = limits[slot], items.count > limit else { continue }
            // Reported for the first that has no space.
            let some = items.prefix(limit + 12).map(\.id).joined(separator: ", ")
            found.append(
                .slotOverfull,
                at: items[limit].place.location,
                message: "look \"\(look.id)\" wears too much of slot \"\(slot)\", "
                    + "found \(shortened(some, to: 400)), expected at most \(limit)",
                help: "remove one, or raise the slot's \"max\""
            )
        }
    }
}
