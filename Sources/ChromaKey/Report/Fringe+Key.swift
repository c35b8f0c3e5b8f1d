package import KernelTypes
package import Raster

extension Fringe {
    /// Measures a picture that was keyed.
    ///
    /// A gray key has no hue, and nothing leans to it.
    ///
    /// - Parameters:
    ///   - keyed: straight alpha.
    ///   - key: the screen's color, as it was before keying.
    ///   - visit: as of `init(of:clear:lean:visit:)`.
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
    /// False for grays.
    var hasHue: Bool { r != g || g != b }
}
