import KilnManifest

/// Interprets names of unused files as new species or items.
///
/// `pet_overlay_scarf` is the overlay `scarf` by the template `pet_overlay_<asset>`. Templates with
/// only placeholders match every name, and are ignored.
package struct FilesForNewThings {
    private struct Thing: Hashable {
        /// Of an item; nil for a species.
        var style: Manifest.EquipStyle?
        var id: String
    }

    /// The interpretation of a name by one template.
    private struct Meaning {
        var thing: Thing
        /// The wearer; nil for a species, and for items of all species.
        var wearer: String?
    }

    private struct Pattern {
        var style: Manifest.EquipStyle?
        var template: NamingTemplate
        /// The number of letters that the template fixes.
        var weight: Int
    }

    /// The maximum number of matching steps.
    private static let mostSteps = 1_000_000

    private let catalog: Catalog
    private let patterns: [Pattern]
    private let species: Set<String>
    private let items: [String: Item]
    private let ids: Set<String>
    /// Words in names that are no ids: values of axes, animations.
    private let otherWords: Set<String>
    private let axes: [String: Set<String>]
    /// Those of species and images with axes, and how many these are.
    private let templatesOfAxes: [(NamingTemplate, axisCount: Int)]
    private var meanings: [String: Meaning] = [:]
    /// The wearers of new things; nil for all.
    private var wearers: [Thing: Set<String>?] = [:]

    package init(_ catalog: Catalog, _ unused: [Asset]) {
        self.catalog = catalog
        let naming = catalog.naming
        let all: [(Manifest.EquipStyle?, [NamingTemplate])] = [
            (.overlay, naming.overlay), (.replaceSprite, naming.base), (nil, naming.species),
        ]
        patterns = all.flatMap { style, templates in
            templates.map { Pattern(style: style, template: $0, weight: $0.fixedLetters) }
        }
        .filter { $0.weight > 0 }.sorted { $1.weight < $0.weight }
        species = Set(catalog.species.map(\.id))
        items = Dictionary(catalog.items.map { ($0.asset, $0) }) { first, _ in first }
        ids = Set(catalog.items.map(\.id))
        axes = Dictionary(
            catalog.axes.map { ($0.name, Set($0.values.map(\.id))) }
        ) { first, _ in first }
        let axes = self.axes
        let ofImages = (axes.isEmpty ? [] : catalog.images).flatMap { image in
            naming.image.compactMap { template in
                template.filled { $0 == "asset" ? image.asset : "<\($0)>" }
                    .flatMap { NamingTemplate($0) }
            }
        }
        templatesOfAxes = (naming.species + ofImages).compactMap { template in
            let count = template.placeholders.count { axes[$0] != nil }
            return count > 0 ? (template, axisCount: count) : nil
        }
        otherWords = axes.values.reduce(into: Set(catalog.animations)) { $0.formUnion($1) }
        var stepsLeft = Self.mostSteps
        for asset in unused {
            guard let meaning = meaning(of: asset.name, &stepsLeft) else { continue }
            meanings[asset.name] = meaning
            let known = wearers[meaning.thing, default: []]
            wearers[meaning.thing] = .some(
                meaning.wearer.flatMap { wearer in known.map { $0.union([wearer]) } }
            )
        }
    }

    /// What to do about a file.
    package struct Advice {
        package var help: String
        /// What `kiln add` adds to the catalog, if the name leaves no doubt about that.
        package var addition: Addition?
    }

    /// A JSON value, and the JSON Pointer (RFC 6901) to where it goes, such as `/items/-` for the
    /// end of that list.
    package struct Addition: Hashable, Sendable {
        package var value: String
        package var pointer: String

        package init(_ value: String, at pointer: String) {
            (self.value, self.pointer) = (value, pointer)
        }
    }

    /// How to use a file: an entry for it, or a wearer to add.
    package func advice(for asset: Asset) -> Advice {
        // The value of one axis shows that the name has another's, too.
        if let advice = unlistedValue(in: asset.name, knownValues: 1) { return advice }
        guard let meaning = meanings[asset.name] else { return adviceWithoutMeaning(asset) }
        let thing = meaning.thing
        if let item = items[thing.id], let wearer = meaning.wearer {
            return Advice(
                help: "list \"\(wearer)\" under \"species\" of item \"\(item.id)\", "
                    + "or remove the file",
                addition: catalog.place["items"].index(of: item.place)
                    .map { Addition("\"\(wearer)\"", at: "/items/\($0)/species/-") }
            )
        }
        let list = thing.style == nil ? Retired.Kind.species : .items
        if let advice = retired(list, thing.id) { return advice }
        var entry = "{ \"id\": \"\(thing.id)\""
        if let style = thing.style { entry += ", \"equipStyle\": \"\(style.rawValue)\"" }
        if let only = wearers[thing] ?? nil, !only.isEmpty, only != species {
            let some = catalog.species.lazy.map(\.id).filter(only.contains)
            entry += ", \"species\": [\(some.map { "\"\($0)\"" }.joined(separator: ", "))]"
        }
        entry += " }"
        // Ids that differ in case only are most likely one.
        let isNew = !ids.union(species).contains { $0.lowercased() == thing.id.lowercased() }
        guard isNew else { return Advice(help: Self.helpToChoose) }
        let kind =
            switch thing.style {
            case .overlay?: "overlay"
            case .replaceSprite?: "outfit"
            case nil: "species"
            }
        return adding("the \(kind) \"\(thing.id)\"", entry, to: list)
    }

    private static let helpToChoose =
        "say what it is with 'kiln add --as KIND' (species, outfit, overlay or image), "
        + "or remove the file"

    private func adding(_ what: String, _ entry: String, to list: Retired.Kind) -> Advice {
        Advice(
            help: "add \(what) with 'kiln add', or remove the file",
            addition: Addition(entry, at: "/\(list.rawValue)/-")
        )
    }

    /// What to do about the file of a thing that is gone on purpose.
    private func retired(_ kind: Retired.Kind, _ id: String) -> Advice? {
        catalog.retired.holds(kind, id)
            ? Advice(
                help: "the id \"\(id)\" is retired: remove the file, or take the id out of "
                    + "\"retired\""
            ) : nil
    }

    /// A name that no template explains may be anything.
    private func adviceWithoutMeaning(_ asset: Asset) -> Advice {
        let name = asset.name
        if let advice = unlistedValue(in: name) { return advice }
        guard mayBeID(name), !ids.contains(name), !species.contains(name),
            !catalog.images.contains(where: { $0.id == name })
        else { return Advice(help: "add an item or an image for it, or remove the file") }
        if let advice = retired(.images, name) ?? retired(.items, name) { return advice }
        // Without species nothing can be worn. What follows the id of an image may be a misspelled
        // value of an axis.
        guard species.isEmpty, !catalog.images.contains(where: { name.hasPrefix($0.id + "_") })
        else { return Advice(help: Self.helpToChoose) }
        return adding("the image \"\(name)\"", "{ \"id\": \"\(name)\" }", to: .images)
    }

    /// What to do about a name with a value that its axis lacks, if everything else in the name is
    /// known, and at least so many values of other axes.
    private func unlistedValue(in name: String, knownValues: Int = 0) -> Advice? {
        var stepsLeft = Self.mostSteps / 1000
        var found: Advice?
        for (template, axisCount) in templatesOfAxes where axisCount > knownValues && stepsLeft > 0
        {
            template.match(name, &stepsLeft) { values in
                let unknown = values.filter { name, value in
                    !(name == "species" ? species : axes[name] ?? []).contains(value)
                }
                guard unknown.count == 1, let (axis, value) = unknown.first, axes[axis] != nil,
                    mayBeID(value), !value.contains("_")
                else { return false }
                found = Advice(
                    help: "if \"\(value)\" is a value of axis \"\(axis)\", list it there; "
                        + "otherwise remove the file"
                )
                return true
            }
            if found != nil { return found }
        }
        return nil
    }

    /// By the template that fixes most of the name.
    private func meaning(of name: String, _ stepsLeft: inout Int) -> Meaning? {
        for pattern in patterns {
            var found: Meaning?
            var isKnown = false
            pattern.template.match(name, &stepsLeft) { values in
                found = meaning(of: values, as: pattern.style)
                if found == nil { isKnown = isKnown || isOfKnownThing(values, pattern.style) }
                return found != nil
            }
            if found != nil || isKnown { return found }
        }
        return nil
    }

    /// Whether a file with these values is for a species or an item that the catalog has.
    private func isOfKnownThing(_ values: [String: String], _ style: Manifest.EquipStyle?) -> Bool {
        guard values["species"].map(species.contains) ?? (style != nil) else { return false }
        return values["asset"].map { items[$0] != nil || ids.contains($0) } ?? (style == nil)
    }

    private func meaning(
        of values: [String: String],
        as style: Manifest.EquipStyle?
    ) -> Meaning? {
        for (placeholder, value) in values {
            switch placeholder {
            case "species", "asset": continue
            case NameResolver.animationPlaceholder where !catalog.animations.isEmpty:
                guard catalog.animations.contains(value) else { return nil }
            default:
                guard axes[placeholder]?.contains(value) ?? false else { return nil }
            }
        }
        let wearer = values["species"]
        if style == nil {
            guard let wearer, !species.contains(wearer), mayBeID(wearer) else { return nil }
            return Meaning(thing: Thing(id: wearer))
        }
        guard let id = values["asset"], wearer.map(species.contains) ?? true else { return nil }
        if let item = items[id] {
            // It is already worn, or other files take precedence.
            guard item.equipStyle == style, let wearer, !item.fits(wearer) else { return nil }
        } else {
            guard !ids.contains(id), mayBeID(id) else { return nil }
        }
        return Meaning(thing: Thing(style: style, id: id), wearer: wearer)
    }

    private func mayBeID(_ word: String) -> Bool {
        !otherWords.contains(word) && word.contains(where: \.isLetter)
            && troubleOfIdentifier(word) == nil && !"_-".contains(word.first ?? "_")
            && !"_-".contains(word.last ?? "_")
    }
}

extension NamingTemplate {
    fileprivate var fixedLetters: Int {
        parts.reduce(0) { if case .text(let text) = $1 { $0 + text.count } else { $0 } }
    }

    /// Searches for values of the placeholders that match a name, until `takes` accepts some, or
    /// the steps run out.
    fileprivate func match(
        _ name: String,
        _ stepsLeft: inout Int,
        _ takes: ([String: String]) -> Bool
    ) {
        _ = Self.match(parts[...], name[...], [:], &stepsLeft, takes)
    }

    private static func match(
        _ parts: ArraySlice<Part>,
        _ rest: Substring,
        _ values: [String: String],
        _ stepsLeft: inout Int,
        _ takes: ([String: String]) -> Bool
    ) -> Bool {
        stepsLeft -= 1
        guard stepsLeft > 0 else { return true }
        guard let part = parts.first else { return rest.isEmpty && takes(values) }
        let others = parts.dropFirst()
        switch part {
        case .text(let text):
            return rest.hasPrefix(text)
                && match(others, rest.dropFirst(text.count), values, &stepsLeft, takes)
        case .placeholder(let name):
            let least = others.isEmpty ? rest.count : 1
            for length in stride(from: least, through: rest.count, by: 1) where length > 0 {
                let value = String(rest.prefix(length))
                guard values[name] ?? value == value else { continue }
                var next = values
                next[name] = value
                if match(others, rest.dropFirst(length), next, &stepsLeft, takes) { return true }
            }
            return false
        }
    }
}
