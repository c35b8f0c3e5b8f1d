import Catalog
import ChromaKey
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

extension Catalog {
    func keying(of subject: ArtSubject, asset: String) -> Keying {
        Keying(keyWish(for: subject, asset: asset).wish, chroma(for: subject, asset: asset).value)
    }
}

extension Canvas {
    /// The sides of the canvas with its bleed, in points.
    var area: (width: Double, height: Double) {
        let area = area(atScale: 1)
        return (Double(area.width), Double(area.height))
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

extension SheetSettings {
    /// In the untrimmed picture: 0, 0 is its top-left corner, 1, 1 its bottom-right one.
    func pivot(of placement: Placement?) -> CanvasPoint {
        placement?.pivot ?? pivot ?? CanvasPoint(x: 0.5, y: 0.5)
    }
}

extension LayerTransform {
    init(_ placement: Placement?, _ sheet: SheetSettings) {
        let pivot = sheet.pivot(of: placement)
        let own = placement ?? Placement()
        self.init(
            size: own.size.map { .fitted(width: $0.width, height: $0.height, own.fit) }
                ?? .scaled(own.scale),
            rotation: own.rotation,
            isFlipped: own.flip,
            pivotX: pivot.x,
            pivotY: pivot.y
        )
    }
}
