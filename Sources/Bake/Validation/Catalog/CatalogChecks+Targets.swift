import AtlasBuilding
import Catalog
import Diagnostics
import Raster

extension Check {
    static let targetSettings = Check("target-settings")
}

extension CatalogChecks {
    /// Settings that an engine does not support, or that contradict each other.
    func targetSettings() -> [Diagnostic] {
        catalog.targets.flatMap { target -> [Diagnostic] in
            var found =
                unfitFormats(of: target) + settingsOfOtherKinds(of: target)
                + target.kind.baking.unfitSettings(of: target) + faultsOfPanel(of: target)
            let settings = target.settings
            func report(
                _ member: String,
                _ message: String,
                _ help: String,
                severity: Severity? = nil
            ) {
                found.append(target.fault(member, message, help, severity: severity))
            }
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
                found.append(
                    .targetSettings,
                    at: profile.place.nameLocation,
                    message: "target \"\(target.id)\" keeps its layout in the same file in "
                        + "profile \"\(profile.name)\" as target \"\(owner)\"",
                    help: "rename the profile, or one of the targets"
                )
            }
        }
        return found.diagnostics
    }

    /// Settings that the target's formats or engines do not support.
    private func unfitFormats(of target: Target) -> [Diagnostic] {
        let settings = target.settings
        var found: [Diagnostic] = []
        func report(_ member: String, _ message: String, _ help: String) {
            found.append(target.fault(member, message, help))
        }
        if settings.rotate, settings.sharedRotation == .none {
            let paged = settings.formats.filter(\.capabilities.usesPages)
            let unable = paged.filter { $0.capabilities.rotation == .none }
            report(
                "rotate",
                unable.isEmpty
                    ? "these formats do not turn frames alike: "
                        + (paged.map(\.rotationLabel) + settings.templates.map(\.rotationLabel))
                        .joined(separator: ", ")
                    : "rotated frames cannot be drawn by "
                        + unable.map(\.rawValue).joined(separator: ", "),
                "set \"rotate\" to false, or give the format a target of its own"
            )
        }
        let deaf = AtlasFormat.deafToPremultiplied(settings.formats)
        if settings.alpha == .premultiplied, !deaf.isEmpty {
            report(
                "alpha",
                "colors multiplied by alpha would be drawn too dark, as these formats cannot say so: "
                    + deaf.map(\.rawValue).joined(separator: ", "),
                "leave out \"alpha\", for engines multiply when they load straight colors, or "
                    + "give kiln, libgdx and cocos2d a target of their own"
            )
        }
        if settings.hasLooseSpritesOnly, target.kind == .atlas || target.kind == .composites {
            for member in ["bundles"] + TargetSettings.membersOfFiles where target.place.has(member)
            {
                report(
                    member,
                    "Xcode packs the images of a sprite atlas, so there are no pages for \"\(member)\"",
                    "leave it out, or add a format that has pages"
                )
            }
            return found
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
            report("encode", "\(fault)", help)
        }
        for encoding in PageEncoding.allCases where !settings.encode.contains(encoding) {
            let member = encoding.rawValue
            guard target.place.has(member) else { continue }
            report(
                member,
                "\"\(member)\" says how pages are encoded that \"encode\" does not ask for",
                "add \"\(member)\" to \"encode\", or leave it out"
            )
        }
        return found
    }

    /// Settings of panels and of asset catalogs where there are none.
    private func settingsOfOtherKinds(of target: Target) -> [Diagnostic] {
        let writesSprites =
            target.kind != .images && target.settings.formats.contains(.spriteatlas)
        let rules: [(member: String, kind: TargetKind, fact: String, isUsed: Bool)] = [
            ("assetCatalog", .xcassets, "it writes no asset catalog", writesSprites),
            ("eink", .eink, "it draws for no panel", false),
        ]
        return rules.filter { target.place.has($0.member) && target.kind != $0.kind && !$0.isUsed }
            .map {
                target.fault(
                    $0.member,
                    "\($0.fact), so \"\($0.member)\" says nothing",
                    "remove it, or make the target's kind \($0.kind.rawValue)"
                )
            }
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
    func fault(
        at place: CatalogPlace,
        _ message: String,
        _ help: String,
        severity: Severity? = nil
    ) -> Diagnostic {
        Diagnostic(
            .targetSettings,
            severity: severity,
            at: place.location,
            message: "target \"\(id)\": \(message)",
            help: help
        )
    }

    /// A member that cannot be as it is.
    func fault(
        _ member: String,
        _ message: String,
        _ help: String,
        severity: Severity? = nil
    ) -> Diagnostic {
        fault(at: place[member], message, help, severity: severity)
    }

    /// The location of a panel setting; for a missing one, that of the kind.
    fileprivate func place(of fault: EInkSettings.Fault) -> CatalogPlace {
        guard place.has("eink") else { return place["kind"] }
        return fault.member.map { place["eink"][$0] } ?? place["eink"]
    }
}
