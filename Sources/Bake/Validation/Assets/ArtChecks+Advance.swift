import Catalog
import Diagnostics
import KilnManifest

// Parts that are drawn together must advance together.
extension ArtChecks {
    /// A layer has one frame, or as many as the base, if they are drawn together.
    mutating func checkAdvance(of layer: [Coverage.Cell], with base: [Coverage.Cell]) {
        let sheets = Set(base.map(\.animation))
        for sheet in base.map(\.animation) where sheets.contains(sheet) {
            let bases = base.filter { $0.animation == sheet }
            let layers = layer.filter { $0.animation == nil || $0.animation == sheet }
            guard !layers.isEmpty else {
                reportMissing(sheet, of: layer[0], like: bases[0])
                continue
            }
            for (own, due) in drawnTogether(layers, bases) {
                guard let (count, expected) = frameCounts(own.asset, due.asset), count != 1,
                    count != expected, expected != 1,
                    reportedOfArt.insert([own.item?.id ?? "", own.asset, due.asset]).inserted
                else { continue }
                let what = own.isBase ? "part" : "overlay"
                report(
                    Diagnostic(
                        .frameCount,
                        at: (own.item?.place ?? own.species.place)["id"].location,
                        message:
                            "\(what) \"\(own.asset)\" cannot advance with \"\(due.asset)\", "
                            + "found \(counted(count, "frame")), expected 1 or \(expected)",
                        help: "draw one frame for each of the pet's, or a single one"
                    )
                    .following([.sheets, .grid(of: own.asset), .grid(of: due.asset)])
                )
            }
        }
    }

    private mutating func reportMissing(
        _ sheet: String?,
        of layer: Coverage.Cell,
        like base: Coverage.Cell
    ) {
        guard isFirstLook, let sheet,
            reportedOfArt.insert([layer.item?.id ?? "", "\(layer.part)", sheet]).inserted
        else { return }
        let who = layer.item.map { "item \"\($0.id)\"" } ?? "species \"\(layer.species.id)\""
        let part = layer.part > 0 ? ", part \(layer.part + 1)," : ""
        report(
            Diagnostic(
                .missingAnimation,
                at: (layer.item?.place ?? layer.species.place)["id"].location,
                message:
                    "\(who)\(part) has no file for the animation \"\(sheet)\" on species "
                    + "\"\(layer.species.id)\", which \"\(base.asset)\" shows",
                help: "draw it, or it is left out there"
            )
        )
    }

    /// Pairs of arts that some axis values show together.
    private func drawnTogether(
        _ layers: [Coverage.Cell],
        _ bases: [Coverage.Cell]
    ) -> [(layer: Coverage.Cell, base: Coverage.Cell)] {
        if layers.count == 1, bases.count == 1 { return [(layers[0], bases[0])] }
        let named = Set((layers + bases).flatMap(\.axes.keys))
        let values = axes.filter { named.contains($0.name) }.map { ($0.name, $0.values) }
        var seen: Set<[String]> = []
        return products(of: values, limit: 4096).prefix(4096).compactMap { values in
            guard let layer = layers.best(for: values, axes),
                let base = bases.best(for: values, axes),
                seen.insert([layer.asset, base.asset]).inserted
            else { return nil }
            return (layer, base)
        }
    }
}
