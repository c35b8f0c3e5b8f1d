import Catalog
import Diagnostics
import KilnManifest

extension Check {
    static let anchorOutsideCanvas = Check("anchor-outside-canvas", .warning)
    static let placementOutsideCanvas = Check("placement-outside-canvas", .warning)
}

// Points on the canvas: anchors, and placements at them.
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
                .following([.canvas])
            }
        }
    }

    /// Finds anchors that a wearer lacks, once per authored place.
    mutating func placements(of item: Item, on wearers: [Species]) {
        for species in wearers {
            placement(of: .item(item, wornBy: species), on: species, "item \"\(item.id)\"")
        }
    }

    mutating func speciesPlacements() -> [Diagnostic] {
        found = DiagnosticList()
        for species in catalog.species {
            placement(of: .species(species), on: species, "species \"\(species.id)\"")
        }
        return found.diagnostics
    }

    private mutating func placement(of subject: ArtSubject, on species: Species, _ who: String) {
        guard let placement = catalog.placement(for: subject, asset: nil),
            let name = placement.value.anchor
        else { return }
        guard let anchor = species.anchor(name) else {
            found.append(.unknownReference) { [catalog] in
                unknownAnchor(name, on: species, of: catalog, at: placement.place(of: "anchor"))
            }
            return
        }
        let offset = placement.value.offset
        let thousandth = { (value: Double) in (value * 1000).rounded() / 1000 }
        let outside = anchor.points.map { point in
            CanvasPoint(x: thousandth(point.x + offset.x), y: thousandth(point.y + offset.y))
        }
        .first { !isInside($0) }
        if let outside, anchor.points.allSatisfy(isInside) {
            found.append(
                Diagnostic(
                    .placementOutsideCanvas,
                    at: placement.location(of: "offset"),
                    message: "\(who) is placed outside of the canvas on species "
                        + "\"\(species.id)\", found \(outside), "
                        + "expected a point within \(catalog.canvas.width)x\(catalog.canvas.height)",
                    help: "\"offset\" is added to the anchor, in points"
                )
                .reportedOnce(at: placement.location(of: "offset"))
                .spoiling([.id("place", "\(who) on species \"\(species.id)\"")])
                .following([.canvas])
            )
        }
    }

    private func isInside(_ point: CanvasPoint) -> Bool {
        let area = catalog.canvas.area(atScale: 1)
        return (Double(area.x)...Double(area.x + area.width)).contains(point.x)
            && (Double(area.y)...Double(area.y + area.height)).contains(point.y)
    }
}

func unknownAnchor(
    _ name: String,
    on species: Species,
    of catalog: Catalog,
    at place: CatalogPlace
) -> Diagnostic {
    let known = species.anchors.map(\.name)
    let near = nearestMatch(to: name, in: known)
    // If other species have the anchor, the species is the problem.
    let isKnown = catalog.species.contains { $0.anchor(name) != nil }
    let isNear = isKnown && near != nil
    let own = species.place[species.place.has("anchors") ? "anchors" : "id"]
    let location = isNear ? own[near ?? ""].nameLocation : isKnown ? own.location : place.location
    // Once per place, and once per species.
    var matters: Set<Matter> = [.id("anchor of \(species.id)", name)]
    if let placement = place.location { matters.insert(.place("anchor", placement)) }
    return Diagnostic(
        .unknownReference,
        at: location,
        message: "species \"\(species.id)\" has no anchor \"\(name)\""
            + (isNear ? ", found \"\(near ?? "")\"" : ""),
        help: isNear
            ? "did you mean \"\(name)\"? other species have it"
            : near.map { "did you mean \"\($0)\"?" }
                ?? "give the species one: \"anchors\": {\"\(name)\": [x, y]}"
                + (known.isEmpty ? "" : ", or use \(known.prefix(12).joined(separator: ", "))")
    )
    .reportedOnce(for: matters)
    .following([.species(species.id)])
}
