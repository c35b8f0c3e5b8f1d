/// The screen and the limits of `ClassificationKernel`, in its units.
public struct ClassificationLimits: Sendable {
    /// The screen's color, code values.
    package let red: Int16
    package let green: Int16
    package let blue: Int16
    /// Units of 1/32640 for each code value above the screen's red and blue, below its green.
    package let perRed: Int16
    package let perGreen: Int16
    package let perBlue: Int16
    package let distance: Int32
    package let cover: Int32

    /// Larger differences are clamped; its square fits 16 bits.
    @inlinable public static var farthest: Int16 { 104 }

    /// The color is the screen's, in a channel order in which it is green.
    ///
    /// A pixel is screen if the channels' squared differences sum to less than `distance`, at most
    /// 10816. It is key-hued if Vlahos' color difference is less than `cover`, 0...1.
    package init(_ color: RGB, distance: Int, cover: Float) {
        red = Int16(color.r)
        green = Int16(color.g)
        blue = Int16(color.b)
        perRed = Int16(32640 / max(255 - Int(color.r), 1))
        perGreen = Int16(32640 / max(Int(color.g), 1))
        perBlue = Int16(32640 / max(255 - Int(color.b), 1))
        self.distance = Int32(min(max(distance, 0), 10816))
        self.cover = Int32(min(max(cover, 0), 1) * 32640)
    }
}
