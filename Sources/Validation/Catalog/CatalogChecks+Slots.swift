internal import Catalog
package import Diagnostics

extension Check {
    package static let slotOverfull = Check(
        "slot-overfull",
        "a look wears more of a slot than fits"
    )
}

// What takes which slot.
extension CatalogChecks {
    func slots() -> [Diagnostic] {
        var found = DiagnosticList()
        let known = catalog.slots.map(\.id)
        let limits = Dictionary(catalog.slots.map { ($0.id, $0.limit) }) { first, _ in first }
        for item in catalog.items {
            guard let slot = item.slot, limits[slot] == nil else { continue }
            found.append(.unknownReference) {
                var diagnostic = unknown("slot", slot, at: item.place["slot"], known: known)
                if known.isEmpty {
                    diagnostic.help = "the catalog has none: add it to the catalog's \"slots\""
                }
                return diagnostic
            }
        }
        for look in catalog.looks { slots(of: look, limits, &found) }
        return found.diagnostics
    }

    private func slots(
        of look: NamedLook,
        _ limits: [String: Int],
        _ found: inout DiagnosticList
    ) {
        var worn: [(id: String, place: CatalogPlace)] = []
        if let base = look.base { worn.append((base, look.place["base"])) }
        for (index, id) in look.overlays.enumerated() where !worn.contains(where: { $0.id == id }) {
            worn.append((id, look.place["overlays"][index]))
        }
        var taken: [String: [String]] = [:]
        for (id, place) in worn {
            guard let slot = itemsByID[id]?.slot, let limit = limits[slot] else { continue }
            taken[slot, default: []].append(id)
            // Told once, of the first that has no room.
            guard taken[slot]?.count == limit + 1 else { continue }
            let all = worn.map(\.id).filter { itemsByID[$0]?.slot == slot }
            found.append(.slotOverfull) {
                Diagnostic(
                    .slotOverfull,
                    at: place.location,
                    message: "look \"\(look.id)\" wears too much of slot \"\(slot)\", "
                        + "found \(all.joined(separator: ", ")), expected at most \(limit)",
                    help: "remove one, or raise the slot's \"max\""
                )
            }
        }
    }
}
