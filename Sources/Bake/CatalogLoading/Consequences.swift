import Catalog
import Diagnostics

extension Catalog {
    /// What cannot be judged while something is wrong with the text at a finding's place.
    func spoiled(by finding: Diagnostic) -> Set<Matter> {
        guard finding.severity == .error, let location = finding.location,
            location.path == place.location?.path
        else { return [] }
        func isIn(_ member: String) -> Bool {
            place.has(member) && place[member].holds(location)
        }
        if isIn("sources") || isIn("sourceDensity") { return [.sources] }
        if isIn("naming") || isIn("axes") || isIn("animations") { return [.naming] }
        if isIn("canvas") { return [.canvas] }
        if isIn("sheets") { return [.sheets] }
        func spoiled(_ own: Matter, at place: CatalogPlace) -> Set<Matter> {
            place.has("id") && place["id"].holds(location) ? [own, .ids] : [own]
        }
        if isIn("species") {
            let own = species.first(at: location, \.place)
            return own.map { spoiled(.species($0.id), at: $0.place) } ?? [.things]
        }
        if isIn("items") {
            let own = items.first(at: location, \.place)
            return own.map { spoiled(.item($0.id), at: $0.place) } ?? [.things]
        }
        if isIn("images") { return [.things] }
        if isIn("looks") { return [.looks] }
        if isIn("targets") {
            return targets.first(at: location, \.place).map { [.target($0.id)] } ?? []
        }
        let others = ["profiles", "chroma", "checks", "slots", "extras", "colors"]
        // A member that no one knows may be one of the lists.
        return others.contains(where: isIn) ? [] : [.things]
    }
}

extension Array {
    /// The element at a location, by bisection: elements are in the order of the text.
    fileprivate func first(
        at location: SourceLocation,
        _ place: KeyPath<Element, CatalogPlace>
    ) -> Element? {
        let index = endOfPrefix { $0[keyPath: place].ends(before: location) }
        guard index < count, self[index][keyPath: place].holds(location) else { return nil }
        return self[index]
    }
}
