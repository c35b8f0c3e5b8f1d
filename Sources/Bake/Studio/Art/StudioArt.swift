import AtlasBuilding
import Catalog
import ChromaKey
import Diagnostics
import FileStore
import Raster
import SheetSlicing

/// An asset that the catalog uses, as pages key and cut it.
struct StudioArt: Sendable {
    let asset: Asset
    /// The first that uses it.
    let subject: ArtSubject
    let job: RenderJob

    /// The file that is shown: that of the density that lengths count at, else the largest.
    var file: RenderJob.File? {
        job.files.first { $0.density == job.cutting?.density } ?? job.files.last
    }

    func chroma(in catalog: Catalog) -> Resolved<KeySettings> {
        catalog.chroma(for: subject, asset: asset.name)
    }

    func wish(in catalog: Catalog) -> (wish: KeyWish, origin: SettingOrigin) {
        catalog.keyWish(for: subject, asset: asset.name)
    }
}

extension LoadedCatalog {
    /// By name.
    var arts: [StudioArt] {
        var users: [String: (asset: Asset, subject: ArtSubject)] = [:]
        for cell in coverage.cells {
            guard let asset = cell.winner, users[asset.name] == nil else { continue }
            users[asset.name] = (asset, cell.subject)
        }
        for art in coverage.images where users[art.asset.name] == nil {
            users[art.asset.name] = (art.asset, .image(art.image))
        }
        let plan = RenderPlan(
            catalog,
            coverage.cells,
            images: coverage.images,
            in: folder,
            scales: [1]
        )
        // The first job of an asset is that of its first user.
        return plan.jobs.compactMap { job in
            users.removeValue(forKey: job.asset).map {
                StudioArt(asset: $0.asset, subject: $0.subject, job: job)
            }
        }
        .sorted { $0.asset.name < $1.asset.name }
    }
}

// What pages show of art, as JSON.
extension Studio {
    /// All art, and the settings of the asset that a page names.
    mutating func shownArt(_ wanted: String?) -> [(String, JSONOutput)] {
        guard let catalog = session.loaded?.catalog else { return [] }
        let list = arts.map { art -> JSONOutput in
            [
                "asset": .string(art.asset.name), "file": .string(art.file?.shownPath ?? ""),
                "wish": .string(art.wish(in: catalog).wish.rawValue),
                "cut": .optional(art.job.cutting.map { SheetCutting.cut($0.cut).member }),
            ]
        }
        let chosen = arts.first { $0.asset.name == wanted }
        return [
            ("art", .array(list)),
            ("bench", chosen.map { shown($0, in: catalog) } ?? .null),
        ]
    }

    private func shown(_ art: StudioArt, in catalog: Catalog) -> JSONOutput {
        let (wish, origin) = art.wish(in: catalog)
        let chroma = art.chroma(in: catalog)
        let rule = session.rule(for: art.asset.name)
        let own = catalog.sheets.first { $0.pattern.text == rule }
        let sheet = session.sheetMembers(of: art.asset.name)
        let settings = chroma.rows.map { row -> JSONOutput in
            let isOwn = row.origin.owner != nil || row.origin == .sheet(rule)
            return [
                "name": .string(row.name), "value": .string(row.text),
                "from": .string("\(row.origin)"), "isOwn": .bool(isOwn),
            ]
        }
        let members = sheet.map { ($0.name, JSONOutput($0.node)) }
        return [
            "asset": .string(art.asset.name), "rule": .string(rule), "isNew": .bool(own == nil),
            "wish": .string(wish.rawValue), "wishFrom": .string("\(origin)"),
            "files": .integer(art.file?.following.count ?? 0),
            "ramp": .number(chroma.value.mode.greatest),
            "settings": .array(settings), "sheet": .object(members),
        ]
    }
}

extension JSONOutput {
    fileprivate init(_ node: JSONNode) {
        self =
            switch node.value {
            case .null: .null
            case .bool(let value): .bool(value)
            case .number(let value): .number(value)
            case .string(let value): .string(value)
            case .array(let nodes): .array(nodes.map { JSONOutput($0) })
            case .object(let members):
                .object(members.map { ($0.name, JSONOutput($0.node)) })
            }
    }
}

/// Edits of how assets are keyed and cut, each one step that can be undone.
extension StudioSession {
    /// Sets members of the rule that decides about an asset, or removes those whose value is nil.
    ///
    /// A name may lead inward, such as `chroma/threshold`. Settings of keying that a species, an item
    /// or an image decides are changed there; all others in the narrowest rule of `sheets`.
    mutating func setSheet(_ members: [(name: String, value: String?)], of asset: String) throws {
        guard let art = loaded?.arts.first(where: { $0.asset.name == asset }),
            let catalog = loaded?.catalog
        else { throw Diagnostic.refusal("the catalog uses no asset \"\(asset)\"", "reload") }
        var editor = try JSONEditor(text, of: path)
        let chroma = art.chroma(in: catalog)
        for (name, value) in members {
            let parts = name.split(separator: "/").map(String.init)
            guard let first = parts.first, parts.count <= 2 else { throw Diagnostic.badRequest }
            let origin =
                switch first {
                case "key": art.wish(in: catalog).origin
                case "chroma": chroma.origin(of: parts.last ?? "")
                default: SettingOrigin.builtIn
                }
            let sheet = "/sheets/\(JSONEditor.pointerPart(rule(for: asset)))"
            let owner = origin.owner.flatMap { editor.root.pointer(to: $0) } ?? sheet
            let pointer = "\(owner)/\(name)"
            // Objects of wider rules are replaced, not laid over.
            let own = editor.root.member("sheets")?.member(rule(for: asset))
            if parts.count == 2, first != "chroma", own?.member(first) == nil,
                let wider = sheetMembers(of: asset).first(where: { $0.name == first })
            {
                _ = editor.set(wider.text, at: "\(owner)/\(first)")
            }
            guard let value else {
                // What is not there needs no removal.
                _ = editor.remove(at: pointer)
                continue
            }
            // A threshold decides where there is a preset too.
            if name == "chroma/preset" { _ = editor.remove(at: "\(owner)/chroma/threshold") }
            if name == "chroma/threshold" { _ = editor.remove(at: "\(owner)/chroma/preset") }
            guard editor.set(value, at: pointer) else {
                throw Diagnostic.refusal("\(pointer) cannot be set to \(value)", "edit it by hand")
            }
        }
        try edit(editor.bytes)
    }

    /// The pattern of the narrowest rule for an asset: its name, or a pattern that nothing else fits.
    func rule(for asset: String) -> String {
        guard let loaded else { return asset }
        let rules = loaded.catalog.sheetRules(for: asset)
        guard let last = rules.last, last.pattern.hasWildcards else { return asset }
        let isOnly = !loaded.index.assets.contains {
            $0.name != asset && last.pattern.matches($0.name)
        }
        return isOnly ? last.pattern.text : asset
    }

    /// How an asset is cut, as the catalog writes it: the last rule that has a member decides.
    func sheetMembers(of asset: String) -> [(name: String, node: JSONNode, text: String)] {
        guard let catalog = loaded?.catalog, let sheets = JSONEditor(text)?.root.member("sheets")
        else { return [] }
        let ways = SheetCutting.members
        var found: [(name: String, node: JSONNode, text: String)] = []
        for rule in catalog.sheetRules(for: asset) {
            guard case .object(let members)? = sheets.member(rule.pattern.text)?.value else {
                continue
            }
            let own = members.filter { (ways + ["register", "animations"]).contains($0.name) }
            let isCut = own.contains { ways.contains($0.name) }
            found.removeAll { old in
                own.contains { $0.name == old.name } || isCut && ways.contains(old.name)
            }
            for member in own {
                let value = String(decoding: text[member.node.range], as: UTF8.self)
                found.append((member.name, member.node, value))
            }
        }
        return found
    }
}

extension SettingOrigin {
    /// What decides after all rules of `sheets`; nil for others.
    var owner: SettingOrigin? {
        switch self {
        case .species, .item, .perSpecies, .image: self
        default: nil
        }
    }
}

extension JSONNode {
    /// Where the catalog has the object of what decides a setting.
    fileprivate func pointer(to origin: SettingOrigin) -> String? {
        func place(_ list: String, _ id: String) -> String? {
            index(of: id, in: list).map { "/\(list)/\($0)" }
        }
        return switch origin {
        case .species(let id): place("species", id)
        case .item(let id): place("items", id)
        case .image(let id): place("images", id)
        case .perSpecies(let item, let species):
            place("items", item).map { "\($0)/perSpecies/\(JSONEditor.pointerPart(species))" }
        default: nil
        }
    }
}
