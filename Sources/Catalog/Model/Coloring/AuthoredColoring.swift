public struct AuthoredColoring: Sendable {
    public var coloring: Coloring
    /// The owner, such as `item "hat"`.
    public var thing: String
    public var place: CatalogPlace
}

extension Catalog {
    /// All colorings, those of variants after the others of the same thing.
    public var authoredColorings: [AuthoredColoring] {
        var result: [AuthoredColoring] = []
        for axis in axes {
            for value in axis.values {
                let thing = "value \"\(value.id)\" of axis \"\(axis.name)\""
                result.append(
                    AuthoredColoring(coloring: value.coloring, thing: thing, place: value.place)
                )
            }
        }
        for rule in sheets {
            result.append(
                AuthoredColoring(
                    coloring: rule.own.coloring,
                    thing: "sheet rule \"\(rule.pattern.text)\"",
                    place: rule.settings.place
                )
            )
        }
        result += species.map {
            AuthoredColoring(coloring: $0.coloring, thing: "species \"\($0.id)\"", place: $0.place)
        }
        result += items.map {
            AuthoredColoring(coloring: $0.coloring, thing: "item \"\($0.id)\"", place: $0.place)
        }
        result += images.map {
            AuthoredColoring(coloring: $0.coloring, thing: "image \"\($0.id)\"", place: $0.place)
        }
        for (thing, variants) in authoredVariants {
            result += variants.map {
                AuthoredColoring(
                    coloring: $0.coloring,
                    thing: "variant \"\($0.key)\" of \(thing)",
                    place: $0.place
                )
            }
        }
        return result.filter { !$0.coloring.isEmpty }
    }

    public var authoredVariants: [(thing: String, variants: [ColorVariant])] {
        let all =
            sheets.map { ("sheet rule \"\($0.pattern.text)\"", $0.own.variants) }
            + species.map { ("species \"\($0.id)\"", $0.variants) }
            + items.map { ("item \"\($0.id)\"", $0.variants) }
            + images.map { ("image \"\($0.id)\"", $0.variants) }
        return all.filter { !$0.1.isEmpty }.map { (thing: $0.0, variants: $0.1) }
    }
}
