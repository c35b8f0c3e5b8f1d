import Catalog
import Diagnostics
import FileStore
import Raster

// Tints and recolors of species and items, as JSON for pages.
extension Studio {
    var colors: JSONOutput {
        guard let catalog = session.loaded?.catalog else { return .null }
        let species = catalog.species.flatMap { species in
            colorings(species.coloring, species.variants).map { entry in
                entry.shown("species", species.id, wornBy: species.id)
            }
        }
        let items = catalog.items.flatMap { item in
            let wearer = catalog.species.first { item.fits($0.id) }
            return colorings(item.coloring, item.variants).map { entry in
                entry.shown("items", item.id, wornBy: wearer?.id)
            }
        }
        let colorless = catalog.items.filter { $0.coloring.tint == nil }
        return [
            "colorings": .array(species + items),
            "untinted": .array(colorless.map { .string($0.id) }),
            "palettes": .list(catalog.palettes) { palette in
                [
                    "name": .string(palette.name), "image": .optional(palette.asset),
                    "colors": .array(palette.colors.map { .string("\($0)") }),
                    "roles": .array((palette.roles ?? []).map { .string($0) }),
                ]
            },
        ]
    }

    private func colorings(_ own: Coloring, _ variants: [ColorVariant]) -> [ShownColoring] {
        (own.isEmpty ? [] : [ShownColoring(variant: nil, coloring: own)])
            + variants.map { ShownColoring(variant: $0.key, coloring: $0.coloring) }
    }
}

extension StudioSession {
    /// Sets the color of a tint of a species or an item, or of one of its variants; nil removes the
    /// tint.
    mutating func tint(_ id: String, in list: String, variant: String?, _ color: String?) throws {
        var editor = try JSONEditor(text, of: path)
        guard ["species", "items"].contains(list), let index = editor.root.index(of: id, in: list),
            var owner = editor.root.member(list)?.elements[index]
        else { throw Diagnostic.badRequest }
        var pointer = "/\(list)/\(index)"
        if let variant {
            guard let node = owner.member("variants")?.member(variant) else {
                throw Diagnostic.badRequest
            }
            pointer += "/variants/\(JSONEditor.pointerPart(variant))"
            owner = node
        }
        guard case .object(let members) = owner.value else { throw Diagnostic.badRequest }
        let tint = members.first { $0.name == "tint" }
        if let color {
            var place = pointer + "/tint"
            if case .object? = tint?.node.value { place += "/color" }
            guard editor.set(quotedJSON(color), at: place) else { throw Diagnostic.badRequest }
        } else if let tint {
            guard editor.removePart(at: tint.nameRange.lowerBound) else {
                throw Diagnostic.badRequest
            }
        }
        try edit(editor.bytes)
    }
}

/// A coloring of a thing, or of the thing for one value of an axis.
private struct ShownColoring {
    var variant: String?
    var coloring: Coloring

    func shown(_ list: String, _ id: String, wornBy species: String?) -> JSONOutput {
        var members: [(String, JSONOutput)] = [
            ("list", .string(list)), ("id", .string(id)), ("variant", .optional(variant)),
            ("species", .optional(species)),
        ]
        if let tint = coloring.tint {
            let shown: JSONOutput = [
                "color": .string("\(tint.color)"), "mode": .string(tint.mode.rawValue),
                "isLinear": .bool(tint.isLinear),
            ]
            members.append(("tint", shown))
        }
        if let recolor = coloring.recolor {
            switch recolor.colors {
            case .palettes(let from, let to):
                members.append(("palettes", [.string(from), .string(to)]))
            case .pairs(let pairs):
                let shown = pairs.prefix(64).map { pair -> JSONOutput in
                    [.string("\(pair.from)"), .string("\(pair.to)")]
                }
                members.append(("pairs", .array(shown)))
            }
        }
        if let map = coloring.gradientMap {
            members.append(("gradient", .array(map.stops.map { .string("\($0.color)") })))
        }
        return .object(members)
    }
}
