internal import AssetNaming
internal import Catalog
package import CatalogLoading
package import Diagnostics
package import KilnManifest
internal import Validation

extension LoadedCatalog {
    /// The look that the catalog names so; nil when it names none.
    package func look(named id: String) -> KilnManifest.Look? {
        catalog.looks.first { $0.id == id }.map { look in
            KilnManifest.Look(
                species: look.species,
                base: look.base,
                overlays: look.overlays,
                axes: look.axes
            )
        }
    }

    /// The id of the image behind the look that the catalog names so; nil when there is none.
    package func background(ofLook id: String) -> String? {
        catalog.looks.first { $0.id == id }?.background
    }

    /// Says that there is no such image, or that its picture is missing.
    func problems(withBackground id: String?) -> [Diagnostic] {
        guard let id, !coverage.images.contains(where: { $0.image.id == id }),
            !coverage.missingImages.contains(where: { $0.image.id == id })
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

    /// How many looks the catalog names.
    package var lookCount: Int { catalog.looks.count }
}
