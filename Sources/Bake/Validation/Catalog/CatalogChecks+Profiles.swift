import Catalog
import Diagnostics

// Settings of targets, and what profiles lay over them.
extension CatalogChecks {
    /// What is wrong with targets as the catalog has them.
    func targetFindings() -> [Diagnostic] {
        targetReferences() + targetSettings() + idleTargets() + idlePacking()
    }

    /// Settings that a target cannot have, or that change no target of their profile.
    func profileSettings() -> [Diagnostic] {
        let profiles = catalog.profiles.filter(\.settings.isAuthored)
        // Unrealistic numbers would take too long.
        guard !profiles.isEmpty, catalog.targets.count * profiles.count <= 1000 else { return [] }
        let known = Set(findings(of: catalog.targets).map(\.message))
        return profiles.flatMap { settings(of: $0, known) }
    }

    private func settings(of profile: Profile, _ known: Set<String>) -> [Diagnostic] {
        let place = profile.settings.place
        let targets = profile.applied(to: catalog.targets)
        /// What the settings cause by their values, whatever the catalog's text has.
        let conflicts = targets.flatMap { target in
            var target = target
            target.place = .none
            return findings(of: [target]).filter { $0.check != .noEffect }.map(\.message)
        }
        let causes = Set(conflicts).subtracting(known)
        let found = targets.map { target in
            findings(of: [target]).filter { !known.contains($0.message) }
        }
        // What means nothing for one target may be meant for another.
        let idleOfEach = found.map { findings in
            Set(findings.filter { !causes.contains($0.message) }.map(\.location))
        }
        let idle = idleOfEach.dropFirst().reduce(idleOfEach.first ?? []) { $0.intersection($1) }
        var reported: Set<[String?]> = []
        return found.joined().compactMap { finding in
            let isInside = finding.location.map(place.holds) ?? false
            let isCaused = causes.contains(finding.message)
            guard isCaused || isInside && idle.contains(finding.location) else { return nil }
            var finding = finding
            if !isInside {
                finding.related = [finding.location].compactMap(\.self)
                finding.location = place.location
                finding.fix = nil
            }
            // Of several targets, the first.
            let remedy = [finding.location?.description, isCaused ? finding.help : nil]
            return reported.insert(remedy).inserted ? finding : nil
        }
    }

    private func findings(of targets: [Target]) -> [Diagnostic] {
        var checks = self
        checks.catalog.targets = targets
        checks.catalog.profiles = []
        return checks.targetFindings()
    }
}
