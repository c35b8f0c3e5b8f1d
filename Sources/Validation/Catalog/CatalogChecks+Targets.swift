internal import Catalog
package import Diagnostics

extension Check {
    package static let targetSettings = Check(
        "target-settings",
        "settings of a target exclude each other"
    )
}

extension CatalogChecks {
    /// Settings that an engine cannot draw, or that exclude each other.
    func targetSettings() -> [Diagnostic] {
        catalog.targets.flatMap { target -> [Diagnostic] in
            var found: [Diagnostic] = []
            let settings = target.settings
            func report(_ member: String, _ message: String, _ help: String) {
                found.append(
                    Diagnostic(
                        .targetSettings,
                        at: target.place[member].location,
                        message: "target \"\(target.id)\": \(message)",
                        help: help
                    )
                )
            }
            if settings.rotate {
                let unable = settings.formats.filter { !$0.turnsClockwise }.map(\.rawValue)
                if !unable.isEmpty {
                    report(
                        "rotate",
                        "rotated frames cannot be drawn by \(unable.joined(separator: ", "))",
                        "set \"rotate\" to false, or give the format a target of its own"
                    )
                }
            }
            if target.kind == .composites, settings.images != nil {
                report(
                    "images",
                    "composites are looks alone and take no \"images\"",
                    "name the images in a target of kind atlas"
                )
            }
            let page = settings.maxPageSize
            if settings.powerOfTwo, page & (page - 1) != 0 {
                report(
                    "maxPageSize",
                    "pages are powers of two, but the largest is \(page)",
                    "use a power of two such as \(1 << (Int.bitWidth - 1 - page.leadingZeroBitCount))"
                )
            }
            if settings.multipleOf > page {
                report(
                    "multipleOf",
                    "page sides cannot be multiples of \(settings.multipleOf)",
                    "raise \"maxPageSize\""
                )
            }
            return found
        }
    }
}

extension CatalogChecks {
    /// `catalog.game.web.layout` belongs to target `game` under profile `web`, or to `game.web`.
    func layoutFiles() -> [Diagnostic] {
        // Nobody has so many; and the product takes long.
        guard catalog.targets.count * catalog.profiles.count <= 100_000 else { return [] }
        var owners: [String: String] = [:]
        for target in catalog.targets where target.settings.layout == .stable {
            owners[target.id.lowercased()] = target.id
        }
        var found = DiagnosticList()
        for profile in catalog.profiles {
            for target in profile.applied(to: catalog.targets)
            where target.settings.layout == .stable {
                let name = "\(target.id).\(profile.name)".lowercased()
                guard let owner = owners[name] else { continue }
                found.append(.targetSettings) {
                    Diagnostic(
                        .targetSettings,
                        at: profile.place.nameLocation,
                        message: "target \"\(target.id)\" keeps its layout in the same file in "
                            + "profile \"\(profile.name)\" as target \"\(owner)\"",
                        help: "rename the profile, or one of the targets"
                    )
                }
            }
        }
        return found.diagnostics
    }
}
