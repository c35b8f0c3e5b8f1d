package import Raster

/// A frame of a sheet as `kiln slice --json` shows it.
package struct SliceEntry: Encodable {
    var path: String
    /// Of the cell on the sheet, in pixels.
    var x: Int
    var y: Int
    var width: Int
    var height: Int

    /// - Parameters:
    ///   - path: of the file that was written.
    ///   - cell: where it lay on the sheet.
    package init(_ path: String, _ cell: PixelRect) {
        self.path = path
        (x, y, width, height) = (cell.x, cell.y, cell.width, cell.height)
    }
}
