import Catalog
package import Diagnostics
import Raster

extension Check {
    package static let widgetImage = Check(
        "widget-image",
        .warning,
        "a picture is too large for a widget"
    )
}

extension Target {
    /// No device is known whose widgets take more: one refused 1,048,576 pixels and named 718,080 as its
    /// limit.
    static let mostWidgetPixels = 700_000

    /// Pictures that widgets refuse; each once, at its largest scale.
    func widgetFindings(of pictures: [Picture]) -> [Diagnostic] {
        guard settings.assetCatalog.isForWidgets else { return [] }
        var largest: [String: Picture] = [:]
        for picture in pictures where picture.subject != .appIcon {
            guard picture.size.area > Self.mostWidgetPixels else { continue }
            let name = picture.asset ?? picture.id
            if picture.size.area > largest[name]?.size.area ?? 0 { largest[name] = picture }
        }
        return largest.sorted { $0.key < $1.key }.map { name, picture in
            Diagnostic(
                .widgetImage,
                at: place["assetCatalog"]["widgets"].location,
                message: "target \"\(id)\": picture \"\(name)\" is too large for widgets at scale "
                    + "\(picture.scale), found \(picture.size) (\(picture.size.area) pixels), expected "
                    + "at most \(Self.mostWidgetPixels)",
                help: "give the target smaller \"sizes\", or leave out the scale"
            )
        }
    }
}
