package import KernelTypes
package import Raster

extension Fringe {
    /// Measures the fringe of a keyed image with straight alpha.
    ///
    /// A gray key has no hue, so nothing leans to it.
    package init(
        of keyed: StraightImage,
        key: RGB,
        visit: (_ x: Int, _ y: Int, _ lean: Int) -> Void = { _, _, _ in }
    ) {
        let order = ChannelOrder(forKey: key)
        self.init(of: keyed, lean: { key.hasHue ? order($0).greenExcess : 0 }, visit: visit)
    }
}

extension RGB {
    var hasHue: Bool { r != g || g != b }
}
