extension Manifest {
    /// One picture of those that make a look.
    package struct Layer: Sendable {
        package var art: Art
        /// Nil for the pet itself.
        package var item: String?
        package var isBase: Bool

        /// A base of one part is the plane that overlays are in front of or behind.
        package var depth: Int { isBase && art.part == nil ? 0 : art.z }
    }

    /// A moment of a look: the frame that all of its layers show.
    package struct Pose: Hashable, Sendable {
        /// The value of `<animation>` of the art that is shown; nil when a file shows all animations.
        package var sheet: String?
        /// Which frame of the base's art; layers with fewer frames count around their end.
        package var cell: Int

        package init(sheet: String? = nil, cell: Int) {
            self.sheet = sheet
            self.cell = cell
        }
    }

    /// The layers of a look, back to front; at least one of them is the base.
    ///
    /// - Returns: bases come before overlays of their depth.
    /// - Throws: `ManifestError` for ids that the manifest does not know or art that it does not have.
    package func layers(of look: Look, sheet: String? = nil) throws(ManifestError) -> [Layer] {
        let first = try baseCandidates(of: look).first?.sheet
        let sheet = sheet ?? first
        var layers = try base(of: look, sheet: sheet).map {
            Layer(art: $0, item: look.base, isBase: true)
        }
        // Items come in catalog order and the sort is stable, so ties keep that order.
        for item in items where look.overlays.contains(item.id) && item.equipStyle == .overlay {
            layers += try arts(of: item, for: look, sheet: sheet).map {
                Layer(art: $0, item: item.id, isBase: false)
            }
        }
        for id in look.overlays { _ = try itemWorn(id) }
        // Bases before overlays of their own depth; the standard sort is stable.
        return layers.sorted { $0.depth < $1.depth }
    }

    /// The moments of an animation, in the order of play.
    ///
    /// There is at least one. The animation is of the base; nil stands for all of its frames in order.
    package func poses(
        of look: Look,
        animation: String? = nil
    ) throws(ManifestError) -> [Pose] {
        let leads = try leads(of: look)
        guard let animation else {
            return leads.flatMap { art in
                art.frames.indices.map { Pose(sheet: art.sheet, cell: $0) }
            }
        }
        guard let art = leads.first(where: { $0.animations[animation] != nil }),
            let known = art.animations[animation]
        else {
            throw .unknownAnimation(
                animation,
                of: "asset \"\(leads.first?.asset ?? "")\"",
                leads.flatMap(\.animations.keys).sorted()
            )
        }
        return known.frames.map { Pose(sheet: art.sheet, cell: $0) }
    }

    /// The animations of a look's base, by name.
    ///
    /// - Throws: `ManifestError` when the base has no art.
    public func animations(of look: Look) throws(ManifestError) -> [String: Animation] {
        try leads(of: look).reduce(into: [:]) { all, art in
            all.merge(art.animations) { first, _ in first }
        }
    }

    /// The part of the base that the others advance with, once for each of its sheets: the first with
    /// several frames, in whatever order the parts are listed.
    private func leads(of look: Look) throws(ManifestError) -> [Art] {
        let candidates = try baseCandidates(of: look)
        var sheets: [String?] = []
        for art in candidates where !sheets.contains(art.sheet) { sheets.append(art.sheet) }
        // Nothing to draw at all is an error, too.
        if sheets.isEmpty { sheets = [nil] }
        var leads: [Art] = []
        for sheet in sheets {
            let parts = try base(of: look, sheet: sheet)
            leads += [parts.first { $0.frames.count > 1 } ?? parts.first].compactMap(\.self)
        }
        return leads
    }

    private func baseCandidates(of look: Look) throws(ManifestError) -> [Art] {
        if let base = look.base {
            return try itemWorn(base).art.filter { $0.species == look.species }
        }
        return species.first { $0.id == look.species }?.art ?? []
    }

    /// The parts of what is worn as the base, in their order; never none.
    private func base(of look: Look, sheet: String?) throws(ManifestError) -> [Art] {
        let parts = parts(among: try baseCandidates(of: look), for: look, sheet: sheet)
        guard parts.isEmpty else { return parts }
        if let base = look.base { throw .cannotWear(base, look) }
        let values = look.axes.sorted { $0.key < $1.key }.map { "\($0.key) \($0.value)" }
        throw ManifestError(
            .unknownSpecies,
            "species \"\(look.species)\" has no art"
                + (values.isEmpty ? "" : " for " + values.joined(separator: ", "))
        )
    }

    /// The parts of an item that show something in a sheet, in their order.
    ///
    /// - Throws: `.cannotWear` when the item has no art at all for the look.
    func arts(of item: Item, for look: Look, sheet: String?) throws(ManifestError) -> [Art] {
        let parts = parts(among: item.art, for: look, sheet: sheet)
        if parts.isEmpty, art(among: item.art, for: look) == nil {
            throw .cannotWear(item.id, look)
        }
        return parts
    }

    private func parts(among candidates: [Art], for look: Look, sheet: String?) -> [Art] {
        let fitting = candidates.filter {
            $0.species == look.species && ($0.sheet == nil || $0.sheet == sheet)
        }
        let byPart = Dictionary(grouping: fitting) { $0.part ?? 0 }
        return byPart.keys.sorted().compactMap { byPart[$0]?.best(for: look.axes, axes) }
    }
}

extension ManifestError {
    static func cannotWear(_ item: String, _ look: Look) -> ManifestError {
        ManifestError(.cannotWear, "item \"\(item)\" has no art for species \"\(look.species)\"")
    }
    static func unknownAnimation(
        _ name: String,
        of owner: String,
        _ known: [String]
    ) -> ManifestError {
        let names = known.map { "\"\($0)\"" }.joined(separator: ", ")
        return ManifestError(
            .unknownAnimation,
            "\(owner) has no animation \"\(name)\"; "
                + (names.isEmpty ? "it has none" : "it has \(names)")
        )
    }
}
