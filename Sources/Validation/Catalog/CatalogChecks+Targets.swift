import Catalog
package import Diagnostics

extension Check {
    package static let targetSettings = Check(
        "target-settings",
        "settings of a target exclude each other"
    )
}

extension CatalogChecks {
    /// Settings that an engine does not support, or that contradict each other.
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
            let unfit = unfitFormats(of: target) + unfitSettings(of: target)
            for (member, message, help) in unfit {
                report(member, message, help)
            }
            found += faultsOfPanel(of: target)
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
        // Unrealistic numbers would take too long.
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

extension CatalogChecks {
    /// Settings that the target's formats or engines do not support, by member.
    private func unfitFormats(of target: Target) -> [(String, String, String)] {
        let settings = target.settings
        var found: [(String, String, String)] = []
        if settings.rotate, settings.sharedRotation == .none {
            let paged = settings.formats.filter(\.capabilities.usesPages)
            let unable = paged.filter { $0.capabilities.rotation == .none }
            found.append(
                (
                    "rotate",
                    unable.isEmpty
                        ? "these formats do not turn frames alike: "
                            + paged.map(\.turning).joined(separator: ", ")
                        : "rotated frames cannot be drawn by "
                            + unable.map(\.rawValue).joined(separator: ", "),
                    "set \"rotate\" to false, or give the format a target of its own"
                )
            )
        }
        let deaf = AtlasFormat.deafToPremultiplied(settings.formats)
        if settings.alpha == .premultiplied, !deaf.isEmpty {
            found.append(
                (
                    "alpha",
                    "colors multiplied by alpha would be drawn too dark, for nothing tells them to "
                        + deaf.map(\.rawValue).joined(separator: ", "),
                    "leave out \"alpha\", for engines multiply when they load straight colors, or "
                        + "give kiln, libgdx and cocos2d a target of their own"
                )
            )
        }
        return found
    }

    /// Settings without effect for the target's kind, by member.
    private func unfitSettings(of target: Target) -> [(String, String, String)] {
        let ofPictures = ["items", "species", "sizes"].filter(target.place.has)
        let ofCatalogs = unfitAssetCatalog(of: target) + unfitPanel(of: target)
        switch target.kind {
        case .atlas:
            return ofCatalogs
                + ofPictures.map { member in
                    (
                        member,
                        "pages of an atlas have no \"\(member)\"",
                        "draw pictures of their own with a target of kind images"
                    )
                }
        case .composites:
            let images = target.place.has("images") ? ["images"] : []
            return ofCatalogs
                + (images + ofPictures).map { member in
                    (
                        member,
                        "composites are looks alone and take no \"\(member)\"",
                        "give them a target of kind atlas or images"
                    )
                }
        case .images, .xcassets, .eink: return ofCatalogs + unfitSettings(ofPictures: target)
        }
    }

    private static let ofPages = [
        "formats", "groups", "maxPageSize", "padding", "border", "extrude", "trim",
        "trimThreshold", "polygonTolerance", "polygonShape", "rotate", "powerOfTwo", "square",
        "multipleOf", "aspectLimit",
        "duplicates", "layout", "repackAbove", "pixels", "sideSheets", "alpha", "hiddenColor",
        "textureFilter",
    ]

    private func unfitSettings(ofPictures target: Target) -> [(String, String, String)] {
        let settings = target.settings
        var found = Self.ofPages.filter(target.place.has).map { member in
            (
                member,
                "images are files of their own and have no \"\(member)\"",
                "remove it, or use a target of kind atlas"
            )
        }
        if settings.looks == nil, settings.items == nil, settings.images == nil,
            settings.assetCatalog.appIcons.isEmpty
        {
            found.append(
                (
                    "id",
                    "it names no looks, items or images",
                    "say which under \"looks\", \"items\" or \"images\"; \"*\" stands for all"
                )
            )
        }
        if settings.species != nil, settings.items == nil {
            found.append(
                ("species", "\"species\" is of \"items\", and there are none", "remove it")
            )
        }
        let scale = settings.scales.max() ?? 1
        let side = TargetSettings.largestPage
        let large = (settings.sizes ?? []).first { !$0.isDrawable(atScale: scale) }
        if let large {
            found.append(
                (
                    "sizes",
                    "pictures of \(large) are too large at scale \(scale), expected sides of at most "
                        + "\(side) and \(PictureSize.largestArea) pixels",
                    "make it smaller, or leave out the scale"
                )
            )
        }
        return found
    }
}
