package import Catalog
import Diagnostics
package import FileStore

/// What removing a thing changes: the catalog's text, and files that nothing uses afterwards.
package struct RemovePlan: Sendable {
    package struct Thing: Hashable, Sendable, Encodable {
        package let kind: Retired.Kind
        package let id: String
    }

    /// The catalog's new text.
    package let text: [UInt8]
    /// The thing, and those that cannot be without it: looks of a species that goes, items that only
    /// it wears.
    package let removed: [Thing]
    /// Of those, the ones that were put under `retired`.
    package let retired: [Thing]
    /// The files that nothing uses any more, from the working directory; those of image sets are not
    /// among them, because their sets list them.
    package let unusedFiles: [String]

    /// Plans it, and changes nothing.
    ///
    /// `bytes` are the text that `loaded` was read from; `isReleased` says whether `retired` shall
    /// list a thing; `takesArt` whether rules of `sheets` go that are for unused files alone.
    ///
    /// - Throws: the `Diagnostic` that says why it cannot be done.
    package init(
        _ kind: Retired.Kind,
        _ id: String,
        from loaded: LoadedCatalog,
        bytes: [UInt8],
        takesArt: Bool,
        isReleased: (Thing) -> Bool,
        disk: any Disk
    ) throws {
        var editor = try JSONEditor(bytes, of: loaded.path)
        var cut = CatalogCut(editor.root)
        var things = [Thing(kind: kind, id: id)]
        var next = 0
        while next < things.count {
            let thing = things[next]
            next += 1
            for place in loaded.catalog.mentions(of: thing.kind, thing.id) {
                let others = cut.take(place).filter { !things.contains($0) }
                things += others
            }
        }
        // From the end, so that the places before it stay.
        for start in cut.starts.sorted(by: >) { _ = editor.removePart(at: start) }
        let after = try loaded.reloaded(editor, "without \"\(id)\"", disk)
        removed = RenamePlan.kinds.flatMap { kind in
            let ids = Set(after.catalog.ids(of: kind))
            return loaded.catalog.ids(of: kind).filter { !ids.contains($0) }
                .map { Thing(kind: kind, id: $0) }
        }
        let before = Set(loaded.coverage.unused.map(\.name))
        var names = Set(after.coverage.unused.map(\.name)).subtracting(before)
        // Normal maps and the like go with what they are next to.
        let suffixes = Set(after.catalog.targets.flatMap(\.settings.sideSheets))
        names.formUnion(suffixes.flatMap { suffix in names.map { $0 + suffix } })
        unusedFiles = after.index.assets.filter { names.contains($0.name) }.flatMap(\.paths)
            .filter { !$0.contains(".imageset/") }.map { joinPath(loaded.folder, $0) }
        if takesArt {
            let others = after.index.assets.map(\.name).filter { !names.contains($0) }
            let rules = after.catalog.sheets.filter { rule in
                names.contains(where: rule.pattern.matches)
                    && !others.contains(where: rule.pattern.matches)
            }
            for start in rules.compactMap({ $0.place.nameRange?.lowerBound }).sorted(by: >) {
                _ = editor.removePart(at: start)
            }
        }
        retired = removed.filter(isReleased).filter {
            !loaded.catalog.retired.holds($0.kind, $0.id) && editor.retire($0.kind, $0.id)
        }
        text = editor.bytes
    }
}

extension LoadedCatalog {
    /// The same after an edit; `change` says in a refusal what makes the difference.
    func reloaded(
        _ editor: JSONEditor,
        _ change: String,
        _ disk: any Disk
    ) throws -> LoadedCatalog {
        let (after, findings) = try Self.load(path, text: editor.bytes, disk: disk)
        let known = Set(errorsOfCatalog.map(\.message))
        let error = (after?.errorsOfCatalog ?? findings).first { !known.contains($0.message) }
        guard let after, error == nil else {
            throw Diagnostic.refusal(
                "\(change) the catalog would be wrong: \(error?.message ?? "")"
                    + (error.flatMap { Self.place(of: $0, in: editor) }.map { " (\($0))" } ?? ""),
                "change that first"
            )
        }
        return after
    }

    /// The members around a finding, such as `profiles.mock.targets`.
    private static func place(of finding: Diagnostic, in editor: JSONEditor) -> String? {
        let text = SourceText(path: "", bytes: editor.bytes)
        guard let position = finding.location?.position, let offset = text.offset(of: position)
        else { return nil }
        let names = editor.root.path(to: offset).compactMap { $0.name ?? $0.node.text("id") }
        return names.isEmpty ? nil : names.joined(separator: ".")
    }
}

/// The parts of a catalog's text that go with an id.
private struct CatalogCut {
    private let root: JSONNode
    /// Where the parts begin; none is inside another.
    private(set) var starts: Set<Int> = []

    init(_ root: JSONNode) { self.root = root }

    /// Cuts the smallest part that refers to an id, or the entry that cannot be without it.
    mutating func take(_ place: Range<Int>) -> [RemovePlan.Thing] {
        let path = root.path(to: place.lowerBound)
        // An app icon is its image, however else it may be drawn.
        let icons = path.last?.name == "image" ? path.firstIndex { $0.name == "appIcons" } : nil
        guard let last = icons.map({ path[$0 + 1] }) ?? path.last,
            !path.contains(where: { starts.contains($0.start) })
        else {
            return []
        }
        starts.insert(last.start)
        guard path.count > 2, let list = path[0].name,
            let kind = [Retired.Kind.species, .items, .images, .looks, .targets]
                .first(where: { $0.rawValue == list })
        else { return [] }
        // A list without elements would stand for everybody.
        let isNeeded =
            switch path.last(where: { $0.name != nil })?.name {
            case "id": true
            case "species" where kind == .looks || kind == .items:
                last.name != nil || last.siblingStarts.allSatisfy(starts.contains)
            default: false
            }
        guard isNeeded else { return [] }
        let entry = path[1]
        starts = starts.filter { !entry.node.range.contains($0) }
        starts.insert(entry.start)
        return entry.node.text("id").map { [RemovePlan.Thing(kind: kind, id: $0)] } ?? []
    }
}
