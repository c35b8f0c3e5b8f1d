import AtlasBuilding
import Catalog
import Diagnostics
import Raster

extension Check {
    static let targetSettings = Check(
        "target-settings",
        "settings of a target contradict each other"
    )
}

extension CatalogChecks {
    /// Settings that an engine does not support, or that contradict each other.
    func targetSettings() -> [Diagnostic] {
        catalog.targets.flatMap { target -> [Diagnostic] in
            var found: [Diagnostic] = []
            let settings = target.settings
            func report(
                _ member: String,
                _ message: String,
                _ help: String,
                severity: Severity? = nil
            ) {
                var fault = target.fault(at: target.place[member], message, help)
                if let severity { fault.severity = severity }
                found.append(fault)
            }
            let unfit =
                unfitFormats(of: target) + settingsOfOtherKinds(of: target)
                + target.kind.baking.unfitSettings(of: target)
            for unfit in unfit { report(unfit.member, unfit.message, unfit.help) }
            found += faultsOfPanel(of: target)
            let page = settings.maxPageSize
            let power = 1 << (Int.bitWidth - 1 - page.leadingZeroBitCount)
            if settings.powerOfTwo, page != power {
                report(
                    "maxPageSize",
                    "pages are powers of two, but the largest is \(page)",
                    "use a power of two such as \(power)"
                )
            } else if power >= 1024, (1...8).contains(page - power) {
                report(
                    "maxPageSize",
                    "pages may be larger than the \(power) pixels that some devices can load, "
                        + "found \(page)",
                    "use \(power)",
                    severity: .warning
                )
            }
            if settings.names == .hashed, settings.formats.contains(.unity) {
                report(
                    "names",
                    "Unity finds textures by their file names, so its references break whenever "
                        + "a page with a hashed name changes",
                    "leave out \"names\", or give unity a target of its own",
                    severity: .warning
                )
            }
            if settings.multipleOf > page {
                report(
                    "multipleOf",
                    "page sides cannot be multiples of \(settings.multipleOf)",
                    "raise \"maxPageSize\""
                )
            }
            if settings.powerOfTwo, settings.multipleOf.nonzeroBitCount != 1 {
                let next = 1 << (Int.bitWidth - settings.multipleOf.leadingZeroBitCount)
                report(
                    "multipleOf",
                    "with \"powerOfTwo\", \"multipleOf\" must be a power of two, "
                        + "found \(settings.multipleOf)",
                    "use \(next), or remove it"
                )
            }
            return found.map { $0.following([.target(target.id)]) }
        }
    }

    /// Templates that cannot be used, each once.
    func templates() -> [Diagnostic] {
        catalog.targets.flatMap(\.settings.templates).uniqued.compactMap { template in
            guard template.bytes.isEmpty else {
                return templateFault(template).map(Diagnostic.init)
            }
            return Diagnostic(
                .cannotExport,
                at: SourceLocation(path: template.path, position: .init(line: 1, column: 1)),
                message: "the template is empty, and so is every file written with it",
                help: "write a descriptor's text into it, or remove it from \"formats\""
            )
        }
    }

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

    /// Settings that the target's formats or engines do not support.
    private func unfitFormats(of target: Target) -> [UnfitSetting] {
        let settings = target.settings
        var found: [UnfitSetting] = []
        if settings.rotate, settings.sharedRotation == .none {
            let paged = settings.formats.filter(\.capabilities.usesPages)
            let unable = paged.filter { $0.capabilities.rotation == .none }
            found.append(
                UnfitSetting(
                    "rotate",
                    unable.isEmpty
                        ? "these formats do not turn frames alike: "
                            + (paged.map(\.rotationLabel) + settings.templates.map(\.rotationLabel))
                            .joined(separator: ", ")
                        : "rotated frames cannot be drawn by "
                            + unable.map(\.rawValue).joined(separator: ", "),
                    "set \"rotate\" to false, or give the format a target of its own"
                )
            )
        }
        let deaf = AtlasFormat.deafToPremultiplied(settings.formats)
        if settings.alpha == .premultiplied, !deaf.isEmpty {
            found.append(
                UnfitSetting(
                    "alpha",
                    "colors multiplied by alpha would be drawn too dark, as these formats cannot say so: "
                        + deaf.map(\.rawValue).joined(separator: ", "),
                    "leave out \"alpha\", for engines multiply when they load straight colors, or "
                        + "give kiln, libgdx and cocos2d a target of their own"
                )
            )
        }
        if settings.hasLooseSpritesOnly, target.kind == .atlas || target.kind == .composites {
            return found
                + (["bundles"] + TargetSettings.membersOfFiles).filter(target.place.has).map {
                    member in
                    UnfitSetting(
                        member,
                        "Xcode packs the images of a sprite atlas, so there are no pages for \"\(member)\"",
                        "leave it out, or add a format that has pages"
                    )
                }
        }
        for fault in EncodingFault.all(settings) {
            let help =
                switch fault {
                case .unread:
                    "add \"png\" to \"encode\", or give the formats a target of their own"
                case .noPages: "leave out \"encode\""
                case .words: "leave out \"encode\" or \"pixels\""
                case .unavailable(let encoding):
                    "leave out \"\(encoding.rawValue)\", or use a build of kiln with that library"
                }
            found.append(UnfitSetting("encode", "\(fault)", help))
        }
        for encoding in PageEncoding.allCases where !settings.encode.contains(encoding) {
            let member = encoding.rawValue
            guard target.place.has(member) else { continue }
            found.append(
                UnfitSetting(
                    member,
                    "\"\(member)\" says how pages are encoded that \"encode\" does not ask for",
                    "add \"\(member)\" to \"encode\", or leave it out"
                )
            )
        }
        return found
    }

    /// Settings of panels and of asset catalogs where there are none.
    private func settingsOfOtherKinds(of target: Target) -> [UnfitSetting] {
        let writesSprites =
            target.kind != .images && target.settings.formats.contains(.spriteatlas)
        var found: [UnfitSetting] = []
        if target.place.has("assetCatalog"), target.kind != .xcassets, !writesSprites {
            found.append(
                UnfitSetting(
                    "assetCatalog",
                    "it writes no asset catalog, so \"assetCatalog\" says nothing",
                    "remove it, or make the target's kind xcassets"
                )
            )
        }
        if target.place.has("eink"), target.kind != .eink {
            found.append(
                UnfitSetting(
                    "eink",
                    "it draws for no panel, so \"eink\" says nothing",
                    "remove it, or make the target's kind eink"
                )
            )
        }
        return found
    }
}

// Targets' settings for e-paper panels.
extension CatalogChecks {
    /// Why a target of kind `eink` cannot draw anything.
    func faultsOfPanel(of target: Target) -> [Diagnostic] {
        guard target.kind == .eink else { return [] }
        return target.settings.eInk.faults.map { fault in
            target.fault(at: target.place(of: fault), fault.message, fault.help)
        }
    }
}

extension Target {
    /// Settings that contradict each other, or lack one.
    func fault(at place: CatalogPlace, _ message: String, _ help: String) -> Diagnostic {
        Diagnostic(
            .targetSettings,
            at: place.location,
            message: "target \"\(id)\": \(message)",
            help: help
        )
    }

    /// The location of a panel setting; for a missing one, that of the kind.
    fileprivate func place(of fault: EInkSettings.Fault) -> CatalogPlace {
        guard place.has("eink") else { return place["kind"] }
        return fault.member.map { place["eink"][$0] } ?? place["eink"]
    }
}
