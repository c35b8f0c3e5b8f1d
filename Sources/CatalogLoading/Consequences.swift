internal import Catalog
internal import Diagnostics

extension Catalog {
    /// What cannot be judged while something is wrong with the text at a finding's place.
    func spoiled(by finding: Diagnostic) -> Set<Matter> {
        guard finding.severity == .error, let location = finding.location else { return [] }
        func isIn(_ member: String) -> Bool {
            place.has(member) && place[member].holds(location)
        }
        if isIn("sources") || isIn("sourceDensity") { return [.sources] }
        if isIn("naming") || isIn("axes") || isIn("animations") { return [.naming] }
        if isIn("canvas") { return [.canvas] }
        if isIn("sheets") { return [.sheets] }
        if isIn("species") {
            let own = species.first { $0.place.holds(location) }
            return own.map { [.species($0.id)] } ?? [.things]
        }
        if isIn("items") {
            let own = items.first { $0.place.holds(location) }
            return own.map { [.item($0.id)] } ?? [.things]
        }
        if isIn("images") { return [.things] }
        let others = ["looks", "targets", "profiles", "chroma", "checks", "slots", "extras"]
        // A member that nobody knows may be one of the lists.
        return others.contains(where: isIn) ? [] : [.things]
    }
}
