import AtlasBuilding
import Catalog
import FileStore
import ImageCodec
import Raster

extension DescribedAtlas {
    /// A page with straight colors.
    func picture(
        of page: AtlasDescription.Page,
        in atlas: AtlasDescription,
        disk: any Disk
    ) throws(PictureFailure) -> StraightImage {
        let path = joinPath(folder, page.imageFile)
        let image = try decodePicture(path, disk: disk).image
        return atlas.isPremultiplied ? image.straightened() : image
    }
}

extension AtlasFrame {
    /// The sprite as an engine draws it: turned back, cut by its mesh, and with its margins.
    ///
    /// Returns nil if the frame leaves the page.
    func restored(from page: StraightImage) -> StraightImage? {
        let place = PixelRect(x: x, y: y, width: pageWidth, height: pageHeight)
        guard let place, place.maxX <= page.width, place.maxY <= page.height else { return nil }
        let drawn = page.cropped(to: place)
        let sprite = rotation == .none ? drawn : drawn.upright(rotation == .counterclockwise)
        let shown = mesh.map { sprite.cut(by: $0, of: self) } ?? sprite
        let size = PixelSize(width: sourceWidth, height: sourceHeight) ?? .onePixel
        var whole = StraightImage(size: size)
        whole.copy(from: shown, at: PixelPoint(x: trimX, y: trimY))
        return whole
    }
}

/// Pixels per point of an atlas, if that is a whole number from 1 to 8: by the page's name, such as
/// `hero-0@2x.png`, if the descriptor does not say it.
func wholeScale(_ scale: Double, ofPage pageFile: String) -> Int? {
    var whole = Int(exactly: scale)
    let named = withoutExtension(pageFile).split(separator: "@").dropFirst().last
    if scale == 1, let named, named.hasSuffix("x"), let number = Int(named.dropLast()) {
        whole = number
    }
    return whole.flatMap { (1...8).contains($0) ? $0 : nil }
}

extension Bitmap<StraightPixel> {
    /// With all pixels clear that a mesh does not draw.
    fileprivate func cut(by mesh: AtlasFrame.Mesh, of frame: AtlasFrame) -> StraightImage {
        let mesh = TriangleMesh(
            vertices: mesh.vertices.map {
                PixelPoint(x: $0.x - frame.trimX, y: $0.y - frame.trimY)
            },
            triangles: mesh.triangles.map { TriangleMesh.Triangle($0[0], $0[1], $0[2]) }
        )
        guard let drawn = mesh?.drawnPixels(width: width, height: height) else { return self }
        var result = StraightImage(size: size)
        drawn.visit { result[$0, $1] = self[$0, $1] }
        return result
    }

    /// A page whose colors are multiplied by alpha, with straight colors.
    func straightened() -> StraightImage {
        let page = PremultipliedImage(
            size: size,
            pixels: pixels.map { PremultipliedPixel(r: $0.r, g: $0.g, b: $0.b, a: $0.a) }
        )
        return page?.straight() ?? StraightImage(size: size)
    }
}
