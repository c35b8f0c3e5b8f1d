import Bake
import Diagnostics
import ImageCodec
import KilnManifest
import Raster

// How large pictures will be is known from the catalog alone: what is too large is refused before
// any work begins.
extension PreviewJob {
    /// No animation has more pixels in all its frames; they are in memory together.
    private static let mostAnimatedPixels = 1 << 28

    /// Why the pictures cannot be had; nil when their size is none.
    func problemOfSize(_ loaded: LoadedCatalog) -> Diagnostic? {
        let (width, height) = loaded.sides(atScale: options.scale)
        let limits = DecodeLimits()
        guard let picture = PixelSize(width: width, height: height), limits.allow(picture) else {
            return .tooLarge("a picture", width, height, in: loaded, help: "lower --scale")
        }
        switch subject {
        case .beforeAfter:
            // Pictures are shrunk when they are many, but never below a few pixels.
            let count = loaded.certainlyKeyedCount(of: namedLook)
            return problem(loaded, .onePixel, rows: count, columns: 3)
        case .look:
            return problem(
                loaded,
                steps: loaded.frameCount(of: look, options),
                of: picture,
                help: "lower --scale, or draw a shorter --animation or one --frame"
            )
        case .speciesGrid:
            let (rows, columns) = grid(of: loaded.speciesIDs.count)
            return problem(loaded, picture, rows: rows, columns: columns)
        case .overlayGrid:
            let count = loaded.items(ofAny: [look.species]).count(where: \.isOverlay)
            let (rows, columns) = grid(of: count)
            return problem(loaded, picture, rows: rows, columns: columns)
        case .sheet:
            let species = look.species.isEmpty ? loaded.speciesIDs : [look.species]
            let (rows, columns) = grid(of: loaded.items(ofAny: species).count + 1)
            return problem(
                loaded,
                picture,
                rows: species.count * rows,
                columns: columns,
                titles: species
            )
        }
    }

    /// An animation of so many pictures is refused when memory would not hold it.
    func problem(
        _ loaded: LoadedCatalog,
        steps: Int,
        of picture: PixelSize,
        help: String = "lower --scale, or draw one species or one --frame"
    ) -> Diagnostic? {
        guard steps > 1, steps > Self.mostAnimatedPixels / picture.area else { return nil }
        return .undrawable(
            in: loaded,
            "the animation would have too many pixels, found \(steps) frames of "
                + "\(picture), expected at most \(Self.mostAnimatedPixels) pixels in all",
            help: help
        )
    }

    /// All frames of all looks of a moving sheet are in memory together.
    func problem(ofAll looks: [Look], _ loaded: LoadedCatalog) -> Diagnostic? {
        guard looks.count > 1, case .all = options.frames else { return nil }
        let (width, height) = loaded.sides(atScale: options.scale)
        guard let picture = PixelSize(width: width, height: height) else { return nil }
        let steps = looks.reduce(0) { $0 + loaded.frameCount(of: $1, options) }
        return problem(loaded, steps: steps, of: picture)
    }

    private func grid(of cells: Int) -> (rows: Int, columns: Int) {
        ((cells + columns - 1) / columns, min(cells, columns))
    }

    private func problem(
        _ loaded: LoadedCatalog,
        _ picture: PixelSize,
        rows: Int,
        columns: Int,
        titles: [String] = []
    ) -> Diagnostic? {
        let (width, height) = ContactSheet.sides(
            rows: rows,
            columns: columns,
            titles: titles,
            picture: picture,
            style: SheetStyle().suited(toWidth: picture.width)
        )
        if let size = PixelSize(width: width, height: height), DecodeLimits().allow(size) {
            return nil
        }
        return .tooLarge(
            "a sheet of \(rows) rows of up to \(columns) pictures",
            width,
            height,
            in: loaded,
            help: "lower --scale, draw one species with --grid overlays, or write a page "
                + "with --html"
        )
    }
}

extension Diagnostic {
    fileprivate static func tooLarge(
        _ what: String,
        _ width: Int,
        _ height: Int,
        in loaded: LoadedCatalog,
        help: String
    ) -> Diagnostic {
        let limits = DecodeLimits()
        return undrawable(
            in: loaded,
            "\(what) would be larger than a picture may be, found \(width)x\(height), "
                + "expected at most \(limits.maximumSide) a side and \(limits.maximumPixels) in all",
            help: help
        )
    }
}
