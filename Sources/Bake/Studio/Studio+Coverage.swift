import Catalog
import Diagnostics

// Which file serves whom, and why, as JSON for pages.
extension Studio {
    /// How many cells a page shows.
    private static let cellLimit = 20_000

    /// Every item on every species that can wear it, and the undressed pets; once for all axis values,
    /// parts and animations, with the worst of them.
    var coverage: JSONOutput {
        guard let loaded = session.loaded else { return .null }
        let shown = loaded.coverageMatrix.prefix(Self.cellLimit)
        return .array(
            shown.grouped { [$0.species, $0.item] }.map { key, cells in
                let missing = cells.count { $0.level == nil }
                let worst = cells.compactMap(\.level).max()
                return [
                    "species": .optional(key[0]), "item": .optional(key[1]),
                    "asset": .optional(cells.lazy.compactMap(\.asset).first),
                    "files": .integer(Set(cells.compactMap(\.asset)).count),
                    "missing": .integer(missing), "level": worst.map { .integer($0) } ?? .null,
                ]
            }
        )
    }

    /// Why an item on a species has its file: as `kiln resolve` explains it.
    func reasons(_ request: JSONNode) throws -> JSONOutput {
        guard let loaded = session.loaded, let species = request.text("species") else {
            throw Diagnostic.badRequest
        }
        do {
            let reports = try loaded.explain(species: species, item: request.text("item"))
            return .array(reports.prefix(200).map(JSONOutput.reason))
        } catch { throw Diagnostic.badRequest }
    }
}

extension JSONOutput {
    static func optional(_ text: String?) -> JSONOutput { text.map { .string($0) } ?? .null }

    static func list<Element>(
        _ elements: [Element],
        _ shown: (Element) -> JSONOutput
    ) -> JSONOutput {
        .array(elements.map(shown))
    }

    fileprivate static func reason(_ report: ResolutionReport) -> JSONOutput {
        var titles = report.axes.sorted { $0.key < $1.key }.map { "\($0.key) \($0.value)" }
        if let part = report.part { titles.append("part \(part + 1)") }
        if let animation = report.animation { titles.append("animation \(animation)") }
        if !report.alike.isEmpty { titles.append("\(report.alike.count) more alike") }
        let settings = report.keying + report.placement + (report.colors ?? [])
        return [
            "title": .string(titles.joined(separator: ", ")), "asset": .optional(report.asset),
            "excludedBy": report.excludedBy.map { .string($0.joined(separator: ", ")) } ?? .null,
            "attempts": .list(report.attempts) { attempt in
                [
                    "template": .string(attempt.template), "name": .string(attempt.name),
                    "outcome": .string(attempt.outcome.rawValue),
                    "files": .array(attempt.files.map { .string($0) }),
                ]
            },
            "settings": .list(settings) { setting in
                [
                    "name": .string(setting.name), "value": .string(setting.value),
                    "origin": .string(setting.origin),
                ]
            },
        ]
    }
}
