package import Catalog
package import ChromaKey
import KilnManifest
import Raster

// The catalog's settings as the modules that render take them.

extension SheetSettings {
    /// The animations of a picture; one that is a file for one animation has that at least.
    func animations(of sheet: String?, in file: FileSheet? = nil) -> [SheetAnimation] {
        let isUnnamed =
            file?.isUnnamedRun == true && animations.map(\.name) == [FileSheet.unnamedRun]
        guard let sheet, animations.isEmpty || isUnnamed else { return animations }
        var whole = animations.first ?? SheetAnimation()
        whole.name = sheet
        return [whole]
    }
}

extension Canvas {
    /// The sides of the canvas with its bleed, in points.
    var area: (width: Double, height: Double) {
        (
            Double(bleed.left + width + bleed.right),
            Double(bleed.top + height + bleed.bottom)
        )
    }
}

extension Manifest.NineSlice {
    init(_ slice: NineSlice) {
        self.init(left: slice.left, top: slice.top, right: slice.right, bottom: slice.bottom)
    }
}

extension Placement {
    /// Where the pivot goes on a species: once, or for each frame of its sheet.
    func places(on species: Species, _ canvas: Canvas) -> [CanvasPoint] {
        let center = CanvasPoint(x: Double(canvas.width) / 2, y: Double(canvas.height) / 2)
        let anchors =
            anchor.flatMap { species.anchor($0)?.points } ?? [size == nil ? .zero : center]
        return anchors.map { CanvasPoint(x: $0.x + offset.x, y: $0.y + offset.y) }
    }
}

extension LayerTransform {
    init(_ placement: Placement?, _ sheet: SheetSettings) {
        let pivot = placement?.pivot ?? sheet.pivot ?? CanvasPoint(x: 0.5, y: 0.5)
        self.init(
            size: LayerSize(placement ?? Placement()),
            rotation: placement?.rotation ?? 0,
            isFlipped: placement?.flip ?? false,
            pivotX: pivot.x,
            pivotY: pivot.y
        )
    }
}

extension LayerSize {
    init(_ placement: Placement) {
        guard let box = placement.size else {
            self = .scaled(placement.scale)
            return
        }
        let fit: LayerFit =
            switch placement.fit {
            case .contain: .contain
            case .cover: .cover
            case .stretch: .stretch
            }
        self = .fitted(width: box.width, height: box.height, fit)
    }
}

extension Keying {
    init(_ wish: KeyWish, _ settings: ChromaSettings) {
        self =
            switch wish {
            case .never: .never
            case .whenOpaque: .whenOpaque(KeySettings(settings))
            case .always: .always(KeySettings(settings))
            }
    }
}

extension KeySettings {
    /// The catalog's settings as the keyer takes them.
    package init(_ settings: ChromaSettings) {
        func color(_ color: HexColor) -> RGB { RGB(color.r, color.g, color.b) }
        let mode: ChromaKey.KeyMode =
            switch settings.mode {
            case .best: .best
            case .fast: .fast
            case .distance: .distance
            case .gpuimage: .gpuimage
            }
        let shadow: ChromaKey.KeyShadow =
            switch settings.shadow {
            case .unmix: .unmix
            case .keep: .keep
            case .remove: .remove
            }
        var key = ChromaKey.KeyColor.auto
        if case .color(let declared) = settings.key { key = .color(color(declared)) }
        self.init(
            key: key,
            mode: mode,
            threshold: settings.threshold,
            smoothing: settings.smoothing,
            spill: settings.spill,
            keep: settings.keep.map(color),
            clear: settings.clear.map(color),
            shadow: shadow,
            edge: settings.edge,
            erode: settings.erode,
            feather: settings.feather
        )
        keepBoxes = settings.keepBoxes.compactMap(PixelRect.init)
        clearBoxes = settings.clearBoxes.compactMap(PixelRect.init)
    }
}

extension RenderJob.Filter {
    init(_ filter: ResamplingFilter) {
        self =
            switch filter {
            case .automatic: .automatic
            case .nearest: .fixed(.nearest)
            case .area: .fixed(.box)
            case .cubic: .fixed(.cubic)
            }
    }
}
