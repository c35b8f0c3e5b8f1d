import Catalog
package import Diagnostics
import KilnManifest
import Raster

/// What an image shows, and the settings in force.
package struct ImageReport: Hashable, Sendable, Encodable {
    package var image: String
    /// The axis values that the names were made for.
    package var axes: [String: String]
    /// Other axis values for which the same is found, with the same settings.
    package var alike: [[String: String]] = []
    /// In the order in which they are tried.
    package var attempts: [ResolutionReport.Attempt]
    /// The asset that won, else the one that is looked for first.
    package var asset: String
    /// Of the asset, by density; none when it is not there.
    package var files: [String]
    package var keying: [ResolutionReport.Setting]
    /// Empty for the picture's own size.
    package var size: [ResolutionReport.Setting]
    /// What is done to the colors, in this order; nil when nothing is.
    package var colors: [ResolutionReport.Setting]?
    /// What the catalog says for the game alone, as JSON.
    package var extras: [ResolutionReport.Setting]
}

extension LoadedCatalog {
    /// What every image shows, in catalog order; once for all axis values that show the same.
    package var imageReports: [ImageReport] {
        let resolver = NameResolver(catalog: catalog, index: index)
        return catalog.images.flatMap { explain($0, resolver, axes: [:]) }
    }

    /// Explains an image, once for all axis values that show the same.
    ///
    /// All values count of an axis that is not named. There is no report when the image does not
    /// follow an axis with the value asked for.
    package func explain(
        image id: String,
        axes chosen: [String: String] = [:]
    ) throws(CommandFailure) -> [ImageReport] {
        guard let image = catalog.images.first(where: { $0.id == id }) else {
            throw .unknown("image", id, among: catalog.images.map(\.id))
        }
        try require(chosen)
        return explain(image, NameResolver(catalog: catalog, index: index), axes: chosen)
    }

    private func explain(
        _ image: NamedImage,
        _ resolver: NameResolver,
        axes chosen: [String: String]
    ) -> [ImageReport] {
        var walk = ArtWalk(resolver)
        var reports: [ImageReport] = []
        walk.visit(.image(image), chosen: chosen) { step in
            let report = report(image, step)
            if let first = reports.firstIndex(where: { $0.finds(thatOf: report) }) {
                reports[first].alike.append(step.split.combination)
            } else {
                reports.append(report)
            }
        }
        return reports
    }

    private func report(_ image: NamedImage, _ step: ArtWalk.Step) -> ImageReport {
        let resolution = step.resolution
        let origin = SettingOrigin.image(image.id)
        let asset = resolution.winner?.name ?? resolution.attempts.first?.name ?? image.asset
        return ImageReport(
            image: image.id,
            axes: step.split.combination,
            attempts: resolution.reported,
            asset: asset,
            files: resolution.winner?.files.map(\.path) ?? [],
            keying: keyingSettings(.image(image), asset),
            size: image.size.map {
                [.init("size", $0.description, origin), .init("fit", image.fit.rawValue, origin)]
            } ?? [],
            colors: resolution.winner.flatMap {
                catalog.colorSettings(of: .image(image), asset: $0.name, values: step.split.colored)
            },
            extras: extraSettings(image.extras, origin)
        )
    }
}

extension ImageReport {
    /// Whether another report is of the same art with the same settings.
    fileprivate func finds(thatOf other: ImageReport) -> Bool {
        (asset, files, keying, colors)
            == (other.asset, other.files, other.keying, other.colors)
    }
}
