import AtlasBuilding
import Catalog
import KilnManifest
import Raster

extension Manifest.Target {
    /// The target at one of its scales, in pixels; frames without a visible pixel are left out.
    func described(scale: Int, _ manifest: Manifest) -> AtlasDescription {
        var described = AtlasDescription(
            name: id,
            generator: .init(
                name: manifest.generator.name,
                version: manifest.generator.version
            ),
            scale: Double(scale),
            isPremultiplied: image(ofPage: 0, scale: scale)?.premultiplied ?? false,
            pages: pages.enumerated().map { index, page in
                AtlasDescription.Page(
                    imageFile: image(ofPage: index, scale: scale)?.readablePath ?? "\(id)?",
                    width: page.width.scaled(scale),
                    height: page.height.scaled(scale),
                    frames: []
                )
            }
        )
        for (name, frame) in frames.sorted(by: { $0.key < $1.key }) where frame.width > 0 {
            described.pages[frame.page].frames.append(frame.described(name, scale: scale))
        }
        return described
    }
}

extension Manifest.Frame {
    fileprivate func described(_ name: String, scale: Int) -> AtlasFrame {
        var frame = AtlasFrame(
            name: name,
            x: x.scaled(scale),
            y: y.scaled(scale),
            width: width.scaled(scale),
            height: height.scaled(scale),
            rotation: !rotated
                ? .none : counterclockwise == true ? .counterclockwise : .clockwise,
            trimX: trimX.scaled(scale),
            trimY: trimY.scaled(scale),
            sourceWidth: sourceWidth.scaled(scale),
            sourceHeight: sourceHeight.scaled(scale),
            pivot: AtlasFrame.Pivot(x: pivot.x, y: pivot.y),
            nineSlice: nineSlice.map {
                .init(
                    left: $0.left.scaled(scale),
                    top: $0.top.scaled(scale),
                    right: $0.right.scaled(scale),
                    bottom: $0.bottom.scaled(scale)
                )
            }
        )
        frame.mesh = mesh.map { mesh in
            let numbers = mesh.vertices.map { $0.scaled(scale) }
            return AtlasFrame.Mesh(
                vertices: stride(from: 0, to: numbers.count - 1, by: 2).map {
                    .init(x: numbers[$0], y: numbers[$0 + 1])
                },
                indexes: mesh.triangles
            )
        }
        return frame
    }
}

extension Int {
    /// Times the scale; a number too large for that is too large for any page too.
    fileprivate func scaled(_ scale: Int) -> Int {
        let (product, overflow) = multipliedReportingOverflow(by: scale)
        return overflow ? .max : product
    }
}
