/// The surface around a row of pixels: four numbers per node, red, green, blue and unused, every 16
/// pixels.
@safe
package struct SurfaceNodes {
    /// The nodes above the row, and those below it.
    package let above: UnsafePointer<Float>
    package let below: UnsafePointer<Float>
    /// The row's position between the upper and lower nodes, 0..<1.
    package let down: Float

    package init(above: UnsafePointer<Float>, below: UnsafePointer<Float>, down: Float) {
        unsafe self.above = above
        unsafe self.below = below
        self.down = down
    }
}

/// The screen behind a row of pixels, code values: up to a multiple of 64 numbers.
@safe
package struct ScreenPlanes {
    package let red: UnsafeMutablePointer<Float>
    package let green: UnsafeMutablePointer<Float>
    package let blue: UnsafeMutablePointer<Float>

    package init(
        red: UnsafeMutablePointer<Float>,
        green: UnsafeMutablePointer<Float>,
        blue: UnsafeMutablePointer<Float>
    ) {
        unsafe self.red = red
        unsafe self.green = green
        unsafe self.blue = blue
    }
}

/// A row of pixels and the screen behind them.
@safe
package struct ScreenPixels {
    /// RGBA8; may be read up to `available` pixels, including the next rows.
    package let pixels: UnsafePointer<UInt32>
    package let available: Int
    package let planes: ScreenPlanes

    package init(pixels: UnsafePointer<UInt32>, available: Int, planes: ScreenPlanes) {
        unsafe self.pixels = pixels
        self.available = available
        self.planes = planes
    }
}
