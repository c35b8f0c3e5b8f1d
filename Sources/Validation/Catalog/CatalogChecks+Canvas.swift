internal import Catalog
package import Diagnostics

extension Check {
    package static let anchorOutsideCanvas = Check(
        "anchor-outside-canvas",
        .warning,
        "an anchor lies outside of the canvas"
    )
    package static let placementOutsideCanvas = Check(
        "placement-outside-canvas",
        .warning,
        "an item is placed outside of the canvas"
    )
}

// Points on the canvas: anchors, and what hangs on them.
extension CatalogChecks {
    func anchors() -> [Diagnostic] {
        catalog.species.flatMap { species in
            species.anchors.compactMap { anchor in
                guard let outside = anchor.points.first(where: { !isInside($0) }) else {
                    return nil
                }
                return Diagnostic(
                    .anchorOutsideCanvas,
                    at: anchor.place.location,
                    message:
                        "anchor \"\(anchor.name)\" of species \"\(species.id)\" lies outside of the canvas, "
                        + "found \(outside), expected a point within \(catalog.canvas.width)x\(catalog.canvas.height)",
                    help: "anchors are in points: divide pixels of an @2x picture by 2"
                )
            }
        }
    }

    /// Each anchor that a wearer lacks, once for each authored place.
    func placements(of item: Item, on wearers: [Species], _ found: inout DiagnosticList) {
        for species in wearers {
            guard let placement = catalog.placement(of: item, for: species),
                let name = placement.value.anchor
            else { continue }
            let variant = item.variant(for: species.id)?.place["placement"]
            guard let anchor = species.anchor(name) else {
                let own = variant.flatMap { $0.has("anchor") ? $0["anchor"] : nil }
                found.append(.unknownReference) {
                    var diagnostic = unknown(
                        "anchor",
                        name,
                        at: own ?? item.place["placement"]["anchor"],
                        known: species.anchors.map(\.name)
                    )
                    diagnostic.message = "species \"\(species.id)\" has no anchor \"\(name)\""
                    return diagnostic
                }
                continue
            }
            let offset = placement.value.offset
            let outside = anchor.points.first { point in
                !isInside(CanvasPoint(x: point.x + offset.x, y: point.y + offset.y))
            }
            if let outside, anchor.points.allSatisfy(isInside) {
                let own = variant.flatMap { $0.has("offset") ? $0["offset"] : nil }
                found.append(
                    Diagnostic(
                        .placementOutsideCanvas,
                        at: (own ?? item.place["placement"]["offset"]).location,
                        message: "item \"\(item.id)\" is placed outside of the canvas on species "
                            + "\"\(species.id)\", found \(CanvasPoint(x: outside.x + offset.x, y: outside.y + offset.y)), "
                            + "expected a point within \(catalog.canvas.width)x\(catalog.canvas.height)",
                        help: "\"offset\" is added to the anchor, in points"
                    )
                )
            }
        }
    }

    private func isInside(_ point: CanvasPoint) -> Bool {
        (0...Double(catalog.canvas.width)).contains(point.x)
            && (0...Double(catalog.canvas.height)).contains(point.y)
    }
}
