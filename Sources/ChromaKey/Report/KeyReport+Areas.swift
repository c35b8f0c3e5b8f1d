public import Raster

extension KeyReport {
    /// A connected area of the screen's hue away from edges, and its classification.
    public struct Area: Hashable, Sendable, Encodable {
        public enum Kind: String, Hashable, Sendable, CaseIterable, Encodable {
            /// Opaque art in a color of the screen's hue.
            case solid
            /// Something tinted in front of the screen.
            case glass
            /// Light that fades into the screen.
            case glow
            /// A dark color over the screen.
            case shadow
        }

        /// The evidence for the classification.
        public enum Reason: String, Hashable, Sendable, CaseIterable, Encodable {
            case paint = "its colors recur and change at once, as paint does"
            case color = "no tint over the screen has its color"
            case even = "it is large and even"
            case dark = "one dark color ends at the screen without an outline"
            case fades = "it fades into the screen"
            case cover = "it is one color at changing cover"
            case tint = "a tint over the screen has its color"
        }

        public var kind: Kind
        public var reason: Reason
        public var box: PixelRect
        public var pixels: Int
        /// About the mean of the input's colors there.
        public var color: RGB

        package init(kind: Kind, reason: Reason, box: PixelRect, pixels: Int, color: RGB) {
            self.kind = kind
            self.reason = reason
            self.box = box
            self.pixels = pixels
            self.color = color
        }
    }
}

extension HueComponents.Area {
    /// Smaller areas are not reported: a wrong guess would be invisible.
    private static let leastPixels = 24

    /// Solid art looks gray with a smaller surplus of the screen's channel, in levels.
    private static let leastHue: Float = 16

    /// The area for a report; nil if it is too small or too gray.
    func reported(over screen: Screen, _ order: ChannelOrder) -> KeyReport.Area? {
        if pixels < Self.leastPixels { return nil }
        let mean = sums / sums[15]
        let behind = screen((box.x + box.maxX) / 2, (box.y + box.maxY) / 2)
        let difference = SIMD4(Float(mean[12]), Float(mean[13]), Float(mean[14]), 0)
        let own = behind + difference
        let (kind, reason) = verdict(mean, color: behind + difference / max(Float(mean[2]), 0.05))
        // Grays are key-hued by a trace of the screen's light, but do not look it.
        if kind == .solid, own.y - max(own.x, own.z) < Self.leastHue { return nil }
        return KeyReport.Area(
            kind: kind,
            reason: reason,
            box: box,
            pixels: pixels,
            color: order(RGB(own))
        )
    }

    /// The classification and its evidence, from the mean of `HueReadings` and the color if it is
    /// translucent.
    private func verdict(
        _ mean: SIMD16<Double>,
        color: SIMD4<Float>
    ) -> (KeyReport.Area.Kind, KeyReport.Area.Reason) {
        if kind == .sheer { return (.shadow, .dark) }
        if counted * 2 > pixels {
            if kind == .art { return (.solid, .paint) }
            // The regression's color terms alone (`HueComponents.score`).
            let tint = 7.77 * mean[4] + 10.99 * mean[5] - 3.35 * mean[6]
            return (.solid, tint > 7.14 ? .color : .even)
        }
        let isFading = mean[10] > 0.2
        let luma = (3 * color.x + 6 * color.y + color.z) / 10
        // As `TakenArt` classifies dark colors.
        if luma < 70 { return (.shadow, isFading ? .fades : .cover) }
        if isFading { return (.glow, .fades) }
        let isVaried = mean[3] - mean[2] * mean[2] > 0.05 * 0.05
        return (.glass, isVaried ? .cover : .tint)
    }
}
