import Console

// What a preview draws decides which options say anything. One that would say nothing is refused: its
// user means something else than will be drawn.
extension PreviewCommand {
    /// - Throws: a usage error with the way out.
    static func refuseConflicts(_ values: Values) throws {
        let subjects = [
            values.name(of: html), values.name(of: sheet), values.name(of: grid),
            values.name(of: beforeAfter),
        ].compactMap(\.self)
        if subjects.count > 1 {
            throw values.exclusion(subjects[0], subjects[1], "each is a picture of its own")
        }
        try refuseLookBesideOthers(values)
        switch subjects.first {
        case "--html":
            try values.refuse(
                [
                    values.name(of: species), values.name(of: base), values.name(of: overlay),
                    values.name(of: axis), values.name(of: animation), values.name(of: frame),
                    values.name(of: scale), values.name(of: background), values.name(of: output),
                    values.name(of: image), values.name(of: watch), values.name(of: columns),
                ],
                beside: "--html",
                "the page shows the whole catalog and lets its reader choose; '--html' names its file"
            )
        case "--sheet":
            try values.refuse(
                [values.name(of: base), values.name(of: overlay)],
                beside: "--sheet",
                "the sheet shows every item by itself; for one look on all species use "
                    + "'--grid species'"
            )
        case "--grid":
            if try values[grid] == .species {
                try values.refuse(
                    [values.name(of: species)],
                    beside: "--grid species",
                    "the grid shows all species"
                )
            }
        case "--before-after":
            try values.refuse(
                [values.name(of: animation), values.name(of: frame), values.name(of: columns)],
                beside: "--before-after",
                "files are shown whole, as they lie in the sources"
            )
            if try values[background]?.image != nil {
                throw values.usageError(
                    "'--before-after' shows no image behind its pictures, give '--background' a color"
                )
            }
            if !values.has(species), !values.has(look) {
                let worn = [values.name(of: base), values.name(of: overlay), values.name(of: axis)]
                if let name = worn.compactMap(\.self).first {
                    throw values.usageError("'\(name)' needs '--species'")
                }
            }
        default:
            if values.has(columns) {
                throw values.usageError("'--columns' needs '--sheet' or '--grid'")
            }
        }
        if values.has(output), values.has(image) {
            throw values.exclusion("--output", "--image", "a file needs no terminal")
        }
        if values.has(watch), try Shared.isStreamed(to: try values[output], values) {
            throw values.exclusion("-o -", "--watch", "standard output takes one picture")
        }
        if try values[Shared.force], !values.has(output), !values.has(html) {
            throw values.usageError("'--force' needs a file to replace: '-o' or '--html'")
        }
    }

    /// A named look is a whole look: nothing may be said beside it.
    private static func refuseLookBesideOthers(_ values: Values) throws {
        guard values.has(look) else { return }
        try values.refuse(
            [
                values.name(of: species), values.name(of: base), values.name(of: overlay),
                values.name(of: axis),
            ],
            beside: "--look",
            "name a look of the catalog, or dress a '--species' yourself"
        )
        for whole in [values.name(of: sheet), values.name(of: html)].compactMap(\.self) {
            throw values.exclusion("--look", whole, "'\(whole)' draws the whole catalog")
        }
    }
}

extension Values {
    fileprivate func refuse(_ names: [String?], beside: String, _ wayOut: String) throws {
        if let name = names.compactMap(\.self).first { throw exclusion(beside, name, wayOut) }
    }

    fileprivate func exclusion(_ one: String, _ other: String, _ wayOut: String) -> UsageError {
        usageError("'\(one)' and '\(other)' exclude each other; \(wayOut)")
    }
}
