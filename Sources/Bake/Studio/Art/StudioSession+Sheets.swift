import Catalog
import Diagnostics
import FileStore

/// Edits of how assets are keyed and cut, each one step that can be undone.
extension StudioSession {
    /// Sets members of the rule that decides about an asset, or removes those whose value is nil.
    ///
    /// A name may lead inward, such as `chroma/threshold`. Settings of keying that a species, an item
    /// or an image decides are changed there; all others in the narrowest rule of `sheets`.
    ///
    /// - Throws: the `Diagnostic` that says why the catalog cannot say that; nothing changed then.
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
