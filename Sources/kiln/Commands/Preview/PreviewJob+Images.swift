import Bake
import Catalog
import Diagnostics
import FileStore
import KilnManifest
import Raster

// A catalog may have images alone, such as badges or the icons of an app.
extension PreviewJob {
    /// The axis values of a sheet of images; nil where something else is asked for.
    var axesOfImages: [String: String]? {
        switch subject {
        case .look: lacking == nil ? nil : look.axes
        case .sheet: look.species.isEmpty ? look.axes : nil
        case .speciesGrid, .overlayGrid, .beforeAfter: nil
        }
    }

    /// A sheet of the images of a catalog that has no species.
    func drawImages(
        for axes: [String: String],
        _ loaded: LoadedCatalog,
        _ memory: inout DrawMemory
    ) async throws -> Outcome {
        let (images, diagnostics) = try await Bake.drawImages(
            loaded,
            for: axes,
            options,
            room: PixelRoom(width: 512, height: 512),
            memory: &memory,
            disk: RealDisk()
        )
        if images.isEmpty {
            let problem = Diagnostic.undrawable(
                in: loaded,
                "no image of the catalog has a picture",
                help: "'kiln resolve --images' lists the names tried"
            )
            return Outcome(diagnostics: diagnostics.isEmpty ? [problem] : diagnostics)
        }
        let cells = images.map { image in
            let axes = image.axes.sorted { $0.key < $1.key }.map { "\($0.key)=\($0.value)" }
            let size = image.picture.size == image.size ? [] : ["\(image.size)"]
            return ContactSheet.Cell(
                picture: image.picture,
                label: image.id,
                note: (axes + size).joined(separator: " ")
            )
        }
        let width = images.map(\.picture.width).max() ?? 0
        let sheet = ContactSheet(rows: cells.chunked(columns).map { ContactSheet.Row(cells: $0) })
        let facts = [counted(images.count, "image")] + otherErrors(loaded)
        return showing(sheet.drawn(sheetStyle(forWidth: width)), facts, diagnostics, loaded)
    }

    /// A sheet or a grid without a single look.
    func nothingToDraw(_ loaded: LoadedCatalog) -> Diagnostic {
        let (message, help): (String, String?) =
            if subject == .overlayGrid, loaded.speciesIDs.contains(look.species) {
                ("species \"\(look.species)\" has no overlays", "'--species' alone draws it")
            } else if loaded.speciesIDs.isEmpty {
                (
                    "the catalog has no species",
                    loaded.catalog.images.isEmpty
                        ? nil : "'kiln preview --sheet' draws its images"
                )
            } else {
                ("there is nothing to draw", nil)
            }
        return .undrawable(in: loaded, message, help: help)
    }
}

extension Diagnostic {
    /// Why nothing of a catalog is drawn.
    static func undrawable(
        in loaded: LoadedCatalog,
        _ message: String,
        help: String?
    ) -> Diagnostic {
        let place = SourceLocation(path: loaded.path)
        return Diagnostic(.undrawableLook, at: place, message: message, help: help)
    }
}
