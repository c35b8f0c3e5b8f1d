import Catalog
import Raster

/// The text of CodeAndWeb's TexturePacker Importer for Unity, one `<image>.tpsheet` per page.
///
/// No frame is rotated. Unity has no trim: the source size is lost, and the pivot is relative to
/// the trimmed box, y up, so that the sprite stays in place (it may be outside of the box). A frame
/// without a pivot gets its source's center, which is Unity's default. Without pivots, and if
/// trimming moved no center, none are written. Borders are left, right, top and bottom, the
/// importer's order.
func unity(_ atlas: AtlasDescription) -> [ExportedFile] {
    atlas.pages.map { page in
        let hasBorders = page.frames.contains { $0.nineSlice != nil }
        var lines = [
            ":format=40300", ":texture=\(page.imageFile)", ":size=\(page.width)x\(page.height)",
        ]
        if let normalMap = page.normalMapFile { lines.append(":normalmap=\(normalMap)") }
        let hasPivots =
            page.frames.contains { $0.pivot != nil }
            || !atlas.refusesPivots && page.frames.contains(where: \.isOffCenter)
        lines.append(":pivotpoints=\(hasPivots ? "enabled" : "disabled")")
        lines += [":borders=\(hasBorders ? "enabled" : "disabled")"]
        lines.append(
            ":alphahandling=\(atlas.isPremultiplied ? "PremultiplyAlpha" : "KeepTransparentPixels")"
        )
        lines.append("")
        lines += page.namedFrames.map { $0.tpsheetLine(pageHeight: page.height) }
        return ExportedFile("\(page.stem).tpsheet", text: lines.joined(separator: "\n") + "\n")
    }
}

extension AtlasFrame {
    fileprivate var isOffCenter: Bool {
        2 * trimX + width != sourceWidth || 2 * trimY + height != sourceHeight
    }

    fileprivate func tpsheetLine(pageHeight: Int) -> String {
        let pivot = pivot ?? Pivot(x: 0.5, y: 0.5)
        let pivotX = (pivot.x * Double(sourceWidth) - Double(trimX)) / Double(width)
        let pivotY = 1 - (pivot.y * Double(sourceHeight) - Double(trimY)) / Double(height)
        let slice = nineSlice ?? NineSlice(left: 0, top: 0, right: 0, bottom: 0)
        return "\(tpsheetName);\(x);\(pageHeight - y - height);\(width);\(height); "
            + "\(decimal(pivotX));\(decimal(pivotY)); "
            + "\(slice.left);\(slice.right);\(slice.top);\(slice.bottom)" + tpsheetMesh
    }

    private var tpsheetName: String {
        let escapes: [Character: String] = ["%": "%25", "#": "%23", ":": "%3A", ";": "%3B"]
        return name.map { escapes[$0] ?? String($0) }.joined()
    }

    /// The end of a line of Unity's importer: the number of vertices, each relative to the
    /// rectangle with y up; the number of triangles, and their indexes.
    private var tpsheetMesh: String {
        guard let mesh else { return "" }
        let corners = mesh.vertices.map { ";\($0.x - trimX);\(height - ($0.y - trimY))" }
        let indexes = mesh.indexes.map { ";\($0)" }
        return "; \(mesh.vertices.count)\(corners.joined()); \(mesh.indexes.count / 3)"
            + indexes.joined()
    }
}
