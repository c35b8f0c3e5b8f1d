import Catalog
package import Diagnostics
package import KilnManifest

extension LoadedCatalog {
    /// Names that somebody asks for and that the catalog does not have.
    ///
    /// - Returns: none where the catalog has errors of its own, for which a name may be missing.
    package func unknownNames(
        in look: KilnManifest.Look?,
        background: String?
    ) -> [Diagnostic] {
        guard errorsOfCatalog.isEmpty else { return [] }
        var unknown: [Diagnostic] = []
        if let look {
            unknown += problems(with: look)
        }
        if let background, !catalog.images.contains(where: { $0.id == background }) {
            unknown.append(noBackground(named: background))
        }
        return unknown
    }

    /// Ids and axis values that the catalog does not have, and items worn the wrong way.
    func problems(with look: KilnManifest.Look) -> [Diagnostic] {
        // Without a species it is dressed on all of them.
        var problems =
            look.species.isEmpty
            ? [] : unknown(look.species, among: catalog.species.map(\.id), "species")
        let outfits = catalog.items.filter { $0.equipStyle == .replaceSprite }.map(\.id)
        let overlays = catalog.items.filter { $0.equipStyle == .overlay }.map(\.id)
        if let base = look.base {
            let isOverlay = overlays.contains(base)
            let help = isOverlay ? "\"\(base)\" is an overlay: --overlay \(base)" : nil
            problems += unknown(base, among: outfits, "outfit", orElse: help)
        }
        for overlay in look.overlays {
            let isOutfit = outfits.contains(overlay)
            let help = isOutfit ? "\"\(overlay)\" is an outfit: --base \(overlay)" : nil
            problems += unknown(overlay, among: overlays, "overlay", orElse: help)
        }
        return problems + self.problems(withAxes: look.axes)
    }

    /// Axes, and values of them, that the catalog does not have.
    func problems(withAxes axes: [String: String]) -> [Diagnostic] {
        axes.sorted { $0.key < $1.key }.flatMap { name, value in
            guard let axis = catalog.axes.first(where: { $0.name == name }) else {
                return unknown(name, among: catalog.axes.map(\.name), "axis")
            }
            return axis.kind == .plain ? unknown(value, among: axis.ids, name) : []
        }
    }

    /// Says that there is no such id.
    private func unknown(
        _ id: String,
        among known: [String],
        _ what: String,
        orElse help: String? = nil
    ) -> [Diagnostic] {
        guard !known.contains(id) else { return [] }
        return [
            Diagnostic(
                .unknownReference,
                at: SourceLocation(path: path),
                message: "there is no \(what) \"\(id)\"",
                help: help ?? whatIsMeant(by: id, among: known)
            )
        ]
    }

    /// Says that there is no such image, or that its picture is missing.
    func problems(withBackground id: String?) -> [Diagnostic] {
        guard let id, !coverage.images.contains(where: { $0.image.id == id }),
            !coverage.missingImages.contains(where: { $0.thing.id == id })
        else { return [] }
        let isNamed = catalog.images.contains { $0.id == id }
        return [
            Diagnostic(
                .unknownReference,
                at: SourceLocation(path: path),
                message: isNamed
                    ? "image \"\(id)\" has no picture" : "there is no image \"\(id)\"",
                help: isNamed
                    ? "'kiln validate' says what is missing"
                    : whatIsMeant(by: id, among: catalog.images.lazy.map(\.id))
                        ?? "the catalog names none"
            )
        ]
    }

    /// Says what may be behind a look.
    ///
    /// The name is the user's, so no file is at fault.
    private func noBackground(named id: String) -> Diagnostic {
        let colors = ["checker", "white", "black"]
        let images = catalog.images.map(\.id)
        let near = nearestMatch(to: id, in: colors + images.prefix(10_000))
        return Diagnostic(
            .unknownReference,
            message: "there is no background \"\(id)\"",
            help: (near.map { "did you mean \"\($0)\"? " } ?? "")
                + "expected checker, white, black, a color as #RRGGBB, or an image of the catalog; "
                + (whatThereIs(images, limit: 4)
                    ?? "one is declared as \"images\": [{ \"id\": \"\(id)\" }]")
        )
    }

    /// Says that there is no look of the name, and which are.
    package func noLook(named id: String) -> Diagnostic {
        Diagnostic(
            .unknownReference,
            at: SourceLocation(path: path),
            message: "there is no look \"\(id)\"",
            help: whatIsMeant(by: id, among: catalog.looks.lazy.map(\.id))
                ?? "the catalog names none: dress a pet with --species"
        )
    }
}
