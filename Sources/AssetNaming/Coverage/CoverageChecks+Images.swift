internal import Catalog
package import Diagnostics

extension Check {
    package static let unresolvedImage = Check(
        "unresolved-image",
        "an image's asset is not there",
        isFixed: true
    )
}

extension CoverageChecks {
    /// Images whose asset no file is.
    func unresolvedImages() -> [Diagnostic] {
        var found = DiagnosticList()
        // Looking for near names costs the product of both lists.
        var suggestionsLeft = 20_000 / max(1, index.assets.count)
        for image in catalog.images where index[image.asset] == nil {
            found.append(.unresolvedImage) {
                let meant = meantAsset(of: image, suggests: suggestionsLeft > 0)
                suggestionsLeft -= 1
                let place = image.place
                return Diagnostic(
                    .unresolvedImage,
                    at: place[place.has("asset") ? "asset" : "id"].location,
                    message: "image \"\(image.id)\" has no picture, "
                        + "found no asset \"\(shortened(image.asset, to: 80))\"",
                    help: meant?.help
                        ?? "add \(newFile(image.asset)), or name another with \"asset\"",
                    related: meant.map { [SourceLocation(path: $0.path)] } ?? []
                )
                .spoiling(meant.map { [.id("image", $0.name)] } ?? [])
            }
        }
        return found.diagnostics
    }

    /// The file that was probably meant, and what to do.
    private func meantAsset(
        of image: NamedImage,
        suggests: Bool
    ) -> (name: String, path: String, help: String)? {
        if let asset = index.differingInCase(from: image.asset) {
            let path = asset.files[0].path
            return (asset.name, path, "names are case-sensitive: found \"\(asset.name)\" (\(path))")
        }
        // A file that nothing uses is the likeliest to be meant.
        guard suggests,
            let name = nearestMatch(to: image.asset, in: unused.map(\.name))
                ?? nearestMatch(to: image.asset, in: index.assets.map(\.name)),
            let asset = index[name]
        else { return nil }
        return (name, asset.files[0].path, "did you mean \"\(name)\" (\(asset.files[0].path))?")
    }
}
