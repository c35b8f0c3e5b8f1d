/// Rows of pixels covered by a row of cells.
@safe
package struct CellPixels {
    /// RGBA8, `width` x `height`, packed.
    package let pixels: UnsafePointer<UInt32>
    package let width: Int
    package let height: Int
    package let cellWidth: Int

    package init(pixels: UnsafePointer<UInt32>, width: Int, height: Int, cellWidth: Int) {
        unsafe self.pixels = pixels
        self.width = width
        self.height = height
        self.cellWidth = cellWidth
    }
}

/// The number of cells, and the directions of chroma subsampling.
package struct CellGrid: Sendable {
    package let columns: Int
    package let rows: Int
    package let isAcross: Bool
    package let isDown: Bool

    package init(columns: Int, rows: Int, isAcross: Bool, isDown: Bool) {
        self.columns = columns
        self.rows = rows
        self.isAcross = isAcross
        self.isDown = isDown
    }
}

/// Three planes of cells, each of as many rows and columns: luma, blue and red difference.
@safe
package struct CellPlanes {
    package let luma: UnsafePointer<Float>
    package let blue: UnsafePointer<Float>
    package let red: UnsafePointer<Float>

    package init(
        luma: UnsafePointer<Float>,
        blue: UnsafePointer<Float>,
        red: UnsafePointer<Float>
    ) {
        unsafe self.luma = luma
        unsafe self.blue = blue
        unsafe self.red = red
    }

    package func advanced(by cells: Int) -> CellPlanes {
        unsafe CellPlanes(luma: luma + cells, blue: blue + cells, red: red + cells)
    }
}

/// The rows of cells above and below a row of pixels, and the row of cells that contains it.
package struct CellRows {
    package let upper: CellPlanes
    package let lower: CellPlanes
    /// The position between the centers of the upper and lower cells, 0...1.
    package let down: Float
    package let own: CellPlanes

    package init(upper: CellPlanes, lower: CellPlanes, down: Float, own: CellPlanes) {
        self.upper = upper
        self.lower = lower
        self.down = down
        self.own = own
    }
}
