package import Diagnostics

/// A named, dressed pet.
public struct NamedLook: Sendable, CatalogObject {
    public var id = ""
    public var species = ""
    public var base: String?
    public var overlays: [String] = []
    /// Axis values by axis name; other axes have their first value.
    public var axes: [String: String] = [:]
    public var background: String?
    public var extras: Extras?
    /// The choices of a series; nil once the looks are made.
    var each: [LookChoice]?
    public var place = CatalogPlace.none

    static var members: Members<NamedLook> {
        Members("look", "a look") {
            Member("id", \.id, .lookIdentifier.naming(.looks), need: .identity)
                .about(
                    "Its name in the game and in file names; with <species> and axes for \"each\"."
                )
            Member("species", \.species, .string.naming(.species))
                .about("The species' id; required unless \"each\" names species.")
            Member("base", \.base, .string.naming(.items))
                .about("The id of a replaceSprite item; the pet's own sprite unless said.")
            Member("overlays", \.overlays, list(of: .string.naming(.items)), default: [])
                .about("Ids of overlays.")
            Member("axes", map(to: Shape<String>.string)) {
                $0.axes = Dictionary($1.map { ($0.name, $0.value) }) { first, _ in first }
            }
            .about("Axis values by axis; the first values unless said.")
            Member("background", \.background, .string.naming(.images))
                .about("The id of an image drawn behind it, which fills the canvas and its bleed.")
            Member("extras", \.extras, .extras).about("For the game: copied to the manifest.")
            Member("each", \.each, .choices)
                .about(
                    "Makes one look for each combination: species and axes, with \"*\" for all "
                        + "values or a list."
                )
        }
    }
}

extension Check {
    package static let unknownReference = Check("unknown-reference", isFixed: true)
}

/// The maximum number of looks made by `each`.
private let mostLooks = 10_000

/// The name in `each` for the pet itself; all others are axes.
private let speciesName = "species"

/// The values of a series; nil means all.
typealias LookChoice = Named<[String]?>

extension Shape<[LookChoice]> {
    /// Only complete choices, or none.
    static let choices = map(to: Shape<[String]?>.choice).then { own, node, _, _ -> Value? in
        if node.members.isEmpty {
            throw Refusal.badValue(expected: "species or axes with their values")
        }
        // Otherwise the looks would be others.
        return own.count < node.members.count ? nil : own
    }
}

private let ids = list(of: Shape<String>.string, atLeast: 1)
private let speciesIDs = list(of: Shape<String>.string.naming(.species), atLeast: 1)

extension Shape<[String]?> {
    fileprivate static let choice = Shape(
        schema: .either([.plain([("const", "*")]), ids.schema])
    ) { node, name, reader -> [String]?? in
        guard case .string(let text) = node.value else {
            return (name == speciesName ? speciesIDs : ids).read(node, name, &reader)
                .map { .some($0) }
        }
        if text == "*" { return .some(nil) }
        throw Refusal.badValue(
            expected: "\"*\" or a list of ids",
            help: "write [\(quotedJSON(shortened(text, to: 80)))]"
        )
    }
}

extension Shape<String> {
    /// The id of a look, or the template of a series' ids; which is not known yet.
    static let lookIdentifier = Shape(
        schema: .plain([
            ("type", "string"), ("pattern", "^[A-Za-z0-9_<][A-Za-z0-9_.<>-]*$"),
            ("maxLength", .integer(longestName)),
        ])
    ) { node, name, reader in
        guard case .string(let text) = node.value, text.contains("<") || text.contains(">"),
            text.utf8.count <= longestName
        else { return identifier.read(node, name, &reader) }
        return text
    }
}

extension Catalog {
    /// Replaces each series by its looks, and reports problems.
    mutating func expandLooks(_ reader: inout CatalogReader) {
        var known: KnownValues?
        var all: [NamedLook] = []
        var count = 0
        for look in looks where look.each != nil || !look.place.has("each") {
            if look.species.isEmpty, !look.place.has("species"),
                !(look.each ?? []).contains(where: \.meansSpecies)
            {
                let start = look.place.range.lowerBound
                reader.report(
                    .missingMember,
                    at: start..<start + 1,
                    "a look lacks the member \"species\"",
                    help: "name the species' id, or several under \"each\""
                )
            }
            guard let each = look.each else {
                if look.id.contains("<") || look.id.contains(">") {
                    reader.checkIdentifier(look.id, of: look)
                }
                all.append(look)
                continue
            }
            let values = known ?? KnownValues(self)
            known = values
            guard let series = LookSeries(look, each, values, &reader) else { continue }
            count += series.count
            guard count <= mostLooks else {
                reader.report(
                    .valueOutOfRange,
                    at: look.place["each"].location,
                    "\"each\" makes too many looks, found \(count), expected at most "
                        + "\(mostLooks) in the whole catalog",
                    help: "list fewer values"
                )
                count -= series.count
                continue
            }
            all += series.looks(&reader)
        }
        looks = all
    }
}

/// The possible values of series, indexed.
private struct KnownValues {
    let names: [String]
    /// Locales are matched by prefix, so all of them exist.
    let values: [String: (all: [String], isThere: Set<String>?)]

    init(_ catalog: Catalog) {
        let lists =
            [(speciesName, catalog.species.map(\.id))]
            + catalog.axes.map { ($0.name, $0.ids) }
        names = lists.map(\.0)
        let locales = Set(catalog.axes.filter { $0.kind == .locale }.map(\.name))
        let entries = lists.map { name, all in
            (name, (all: all, isThere: locales.contains(name) ? nil : Set(all)))
        }
        values = Dictionary(entries) { first, _ in first }
    }
}

private struct LookSeries {
    let model: NamedLook
    let template: NamingTemplate
    let choices: [(name: String, values: [String])]
    /// At most `mostLooks` + 1.
    let count: Int

    /// Returns nil after reporting a problem.
    init?(
        _ look: NamedLook,
        _ each: [LookChoice],
        _ known: KnownValues,
        _ reader: inout CatalogReader
    ) {
        var isFine = true
        var choices: [(name: String, values: [String])] = []
        for choice in each {
            if let values = choice.chosen(among: known, &reader) {
                choices.append((choice.name, values))
            } else {
                isFine = false
            }
            if reader.reportSaidTwice(choice, in: look) { isFine = false }
        }
        guard isFine, let template = reader.template(of: look, choices) else { return nil }
        model = look
        self.template = template
        self.choices = choices
        count = choices.reduce(1) { count, choice in
            min(mostLooks + 1, count * min(mostLooks + 1, choice.values.count))
        }
    }

    /// In the order of the values; the first choice changes slowest.
    func looks(_ reader: inout CatalogReader) -> [NamedLook] {
        var looks: [NamedLook] = []
        var ids: Set<String> = []
        for var chosen in products(of: choices, limit: count) {
            var look = model
            look.each = nil
            look.id = template.filled { chosen[$0] ?? "" } ?? ""
            look.species = chosen.removeValue(forKey: speciesName) ?? model.species
            look.axes.merge(chosen) { _, new in new }
            guard ids.insert(look.id.lowercased()).inserted else {
                reader.report(
                    .badValue,
                    at: model.place["id"].location,
                    "\"id\" does not tell all looks apart, found \"\(look.id)\" twice",
                    help: "put something between the placeholders, and list each value once"
                )
                return looks
            }
            guard reader.checkIdentifier(look.id, of: model) else { return looks }
            looks.append(look)
        }
        return looks
    }
}

extension LookChoice {
    fileprivate var isSpecies: Bool { name == speciesName }

    /// Whether it is the species, perhaps misspelled.
    fileprivate var meansSpecies: Bool {
        isSpecies || nearestMatch(to: name, in: [speciesName]) != nil
    }

    /// The values, if the catalog has all of them; nil after reporting a problem.
    fileprivate func chosen(
        among known: KnownValues,
        _ reader: inout CatalogReader
    ) -> [String]? {
        guard let (all, isThere) = known.values[name] else {
            reader.reportUnknown("axis", name, at: place.nameLocation, known: known.names)
            return nil
        }
        guard let value else { return all }
        var isFine = true
        for (index, one) in value.enumerated() where isThere?.contains(one) == false {
            let kind = isSpecies ? "species" : "value of axis \"\(name)\""
            reader.reportUnknown(kind, one, at: place[index].location, known: all)
            isFine = false
        }
        return isFine ? value : nil
    }
}

extension CatalogReader {
    fileprivate mutating func reportUnknown(
        _ kind: String,
        _ id: String,
        at location: SourceLocation?,
        known: [String]
    ) {
        report(
            .unknownReference,
            at: location,
            noSuchThing(kind, id),
            help: whatIsMeant(by: id, among: known.uniqued) ?? "the catalog has none",
            following: [.things, .ids]
        )
    }

    /// Whether the look sets what `each` varies, which is reported.
    fileprivate mutating func reportSaidTwice(_ choice: LookChoice, in look: NamedLook) -> Bool {
        let around = choice.isSpecies ? look.place : look.place["axes"]
        guard around.has(choice.name), choice.isSpecies || look.place.has("axes") else {
            return false
        }
        report(
            .badValue,
            at: around[choice.name].nameLocation,
            "\"\(choice.name)\" is next to \"each\" and in it, expected one of them",
            help: "remove it here, or there"
        )
        return true
    }

    /// The template of a series' ids; nil after reporting a problem.
    fileprivate mutating func template(
        of look: NamedLook,
        _ choices: [(name: String, values: [String])]
    ) -> NamingTemplate? {
        let place = look.place["id"].location
        let names = choices.map { "<\($0.name)>" }.joined(separator: ", ")
        guard let template = NamingTemplate(look.id) else {
            report(
                .badValue,
                at: place,
                "\"id\" cannot be used, found \(quotedJSON(shortened(look.id, to: 80))), "
                    + "expected an id with \(names)"
            )
            return nil
        }
        let placeholders = template.placeholders
        for name in placeholders where !choices.contains(where: { $0.name == name }) {
            let near = nearestMatch(to: name, in: choices.map(\.name))
            report(
                .badValue,
                at: place,
                "\"id\" has an unknown placeholder, found <\(shortened(name, to: 80))>, "
                    + "expected one of \(names)",
                help: near.map { "did you mean <\($0)>?" } ?? "add it to \"each\""
            )
            return nil
        }
        let missing = choices.filter { $0.values.count > 1 && !placeholders.contains($0.name) }
        guard let first = missing.first else { return template }
        report(
            .badValue,
            at: place,
            "\"id\" does not tell all looks apart, found no <\(first.name)>, which has "
                + "\(first.values.count) values",
            help: "put <\(first.name)> into it"
        )
        return nil
    }

    /// False after reporting an invalid look id.
    @discardableResult
    fileprivate mutating func checkIdentifier(_ id: String, of look: NamedLook) -> Bool {
        if troubleOfIdentifier(id) == nil { return true }
        let node = JSONNode(value: .string(id), range: look.place["id"].range)
        _ = Shape<String>.identifier.read(node, "id", &self)
        return false
    }
}
