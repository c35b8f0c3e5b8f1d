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
                settingsOfOtherKinds(of: target)
                + target.kind.baking.unfitSettings(of: target) + target.faultsOfPanel
            let settings = target.settings
            func report(
                _ member: String,
                _ message: String,
                _ help: String,
                severity: Severity? = nil
            ) {
                found.append(
                    target.fault(at: target.place[member], message, help, severity: severity)
                )
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
                for member in ["bundles"] + TargetSettings.membersOfFiles
                where target.place.has(member) {
                    report(
                        member,
                        "Xcode packs the images of a sprite atlas, so there are no pages for \"\(member)\"",
                        "leave it out, or add a format that has pages"
                    )
                }
                return found.map { $0.following([.target(target.id)]) }
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
    func fault(_ member: String, _ message: String, _ help: String) -> Diagnostic {
        fault(at: place[member], message, help)
    }

    /// Why a target of kind `eink` cannot draw anything; what is missing is that of the kind.
    fileprivate var faultsOfPanel: [Diagnostic] {
        guard kind == .eink else { return [] }
        let own = place.has("eink") ? place["eink"] : nil
        return settings.eInk.faults.map { fault in
            let member = own.map { own in fault.member.map { own[$0] } ?? own }
            return self.fault(at: member ?? place["kind"], fault.message, fault.help)
        }
    }
}

// Settings of targets, and what profiles lay over them.
extension CatalogChecks {
    /// What is wrong with targets as the catalog has them.
    mutating func targetFindings() -> [Diagnostic] {
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

    // MARK: - Targets' settings for Xcode's asset catalogs.

    /// Missing or ambiguous references of an asset catalog.
    mutating func assetCatalogReferences(of target: Target) {
        guard target.kind == .xcassets else { return }
        let settings = target.settings.assetCatalog
        let place = target.place["assetCatalog"]
        if settings.template != nil || settings.original != nil {
            let pictures = KnownIDs("picture", looks.all + items.all + images.all)
            selected(settings.template, pictures, at: place["template"])
            selected(settings.original, pictures, at: place["original"])
            renderings(of: target, pictures)
        }
        if let name = settings.name, name.hasSuffix(".xcassets") {
            found.append(
                target.fault(
                    at: place["name"],
                    "the folder would be called \(name).xcassets",
                    "write \"\(name.dropLast(".xcassets".count))\""
                )
            )
        }
        if let dark = settings.dark { references(of: dark, in: target) }
        for icon in settings.appIcons { references(of: icon, in: target) }
        for (name, first, second) in clashingSets(of: target) {
            found.append(
                target.fault(
                    at: target.place["id"],
                    "two pictures would be called \"\(name)\" in the app, found \(first) and \(second)",
                    settings.providesNamespace
                        ? "take one of them out, or rename it"
                        : "set \"providesNamespace\" to true, or give one of them a target of its own"
                )
            )
        }
    }

    /// Patterns of "template" and "original" that change no picture of the target.
    private mutating func renderings(of target: Target, _ known: KnownIDs) {
        let own = target.settings.assetCatalog
        let shown = Set(
            choices(of: target).flatMap { _, selection, known in
                selection.map { known.all.filter($0.contains) } ?? []
            }
        )
        for (member, selection) in [("template", own.template), ("original", own.original)] {
            for (index, pattern) in (selection?.patterns ?? []).enumerated() {
                let meant = known.all.filter(pattern.matches)
                let place = own.place[member][index]
                let text = shortened(pattern.text, to: 80)
                if !meant.isEmpty, shown.isDisjoint(with: meant) {
                    found.append(
                        idle(
                            place,
                            "\"\(member)\" names pictures that target \"\(target.id)\" does not "
                                + "have, found \"\(text)\"",
                            "add them to the target, or leave them out"
                        )
                    )
                } else if member == "original", !meant.isEmpty,
                    meant.allSatisfy({ own.rendering(of: $0) == .template })
                {
                    found.append(
                        idle(
                            place,
                            "\"original\" has no effect on \"\(text)\", which \"template\" "
                                + "names, too",
                            "leave it out of one of them"
                        )
                    )
                }
            }
        }
    }

    private mutating func references(of dark: DarkVariant, in target: Target) {
        func report(_ message: String, _ help: String) {
            found.append(target.fault(at: dark.place, message, help))
        }
        if (dark.axis == nil) != (dark.value == nil) {
            report(
                "\"dark\" needs an axis and its value",
                "say both \"axis\" and \"value\", such as theme and dark"
            )
        } else if dark.axis == nil, dark.imageSuffix == nil {
            report(
                "\"dark\" does not say where dark pictures come from",
                "say \"axis\" and \"value\", or \"imageSuffix\""
            )
        }
        if let suffix = dark.imageSuffix {
            let names = images.set.union(target.settings.assetCatalog.colors.all.names)
            let isUsed = names.contains { name in
                name.hasSuffix(suffix) && names.contains(String(name.dropLast(suffix.count)))
            }
            if !isUsed {
                found.append(
                    idle(
                        dark.place["imageSuffix"],
                        "no image and no color has a dark variant with the suffix \"\(suffix)\"",
                        "name dark ones like the light ones, with the suffix, or remove it"
                    )
                )
            }
        }
        guard let name = dark.axis else { return }
        let place = dark.place
        refer(toAxis: name, place["axis"].location, dark.value, place["value"].location)
    }

    private mutating func references(of icon: AppIcon, in target: Target) {
        guard icon.image != nil || icon.look != nil else {
            let message = "app icon \"\(icon.id)\" shows nothing"
            found.append(
                target.fault(at: icon.place, message, "name an \"image\" or a \"look\"")
            )
            return
        }
        // Having both is reported when the catalog is read.
        guard icon.image == nil || icon.look == nil else { return }
        let known = icon.isLook ? looks : images
        let shown: [(String, String?)] = [
            (known.kind, icon.shown), ("dark", icon.dark), ("tinted", icon.tinted),
        ]
        for (member, id) in shown {
            refer(to: id, known, at: icon.place[member].location)
        }
    }

    /// Images that an app would know by the same name, ignoring case, with their kinds.
    private func clashingSets(
        of target: Target
    ) -> [(name: String, first: String, second: String)] {
        let own = target.settings.assetCatalog
        let sizes = target.settings.sizes ?? []
        var seen: [String: String] = [:]
        var clashes: [(name: String, first: String, second: String)] = []
        func note(_ name: String, _ what: String) {
            // Equal ids are reported separately.
            guard let first = seen.updateValue(what, forKey: name.lowercased()), first != what
            else { return }
            clashes.append((name, first, what))
        }
        for icon in own.appIcons.uniqued(by: { $0.id.lowercased() }) {
            note(icon.id, "app icon \"\(icon.id)\"")
        }
        for (group, selection, known) in choices(of: target) {
            for id in known.all where selection?.contains(id) ?? false {
                let names = sizes.count > 1 ? sizes.map { "\(id)-\($0)" } : [id]
                for name in names {
                    note(
                        own.providesNamespace ? "\(group)/\(name)" : name,
                        "\(known.kind) \"\(id)\""
                    )
                }
            }
        }
        return clashes
    }
}
