internal import AssetNaming
internal import Catalog
internal import KilnManifest

/// What an image shows, and the settings in force.
package struct ImageReport: Hashable, Sendable, Encodable {
    package var image: String
    /// The asset that it names.
    package var asset: String
    /// Of the asset, by density; none when it is not there.
    package var files: [String]
    package var keying: [ResolutionReport.Setting]
    /// Empty for the picture's own size.
    package var size: [ResolutionReport.Setting]
    /// What the catalog says for the game alone, as JSON.
    package var extras: [ResolutionReport.Setting]
}

extension LoadedCatalog {
    /// What every image shows, in catalog order.
    package var imageReports: [ImageReport] {
        catalog.images.map { image in
            let origin = SettingOrigin.image(image.id).description
            func setting(_ name: String, _ value: String) -> ResolutionReport.Setting {
                ResolutionReport.Setting(name: name, value: value, origin: origin)
            }
            return ImageReport(
                image: image.id,
                asset: image.asset,
                files: index[image.asset]?.files.map(\.path) ?? [],
                keying: keyingSettings(catalog.keyWish(for: image)) { catalog.chroma(for: image) },
                size: image.size.map {
                    [setting("size", $0.description), setting("fit", image.fit.rawValue)]
                } ?? [],
                extras: (image.extras ?? [:]).sorted { $0.key < $1.key }
                    .map { setting($0.key, $0.value.description) }
            )
        }
    }
}
