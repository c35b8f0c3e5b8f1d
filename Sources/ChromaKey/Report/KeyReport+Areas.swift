public import Raster

extension KeyReport {
    /// A connected area of the screen's hue, and what it was taken for.
    public struct Area: Hashable, Sendable {
        public enum Kind: String, Hashable, Sendable, CaseIterable {
            /// Art in a color of the screen's hue; opaque.
            case solid
            /// Something tinted that the screen is seen through.
            case glass
            /// Light that fades into the screen.
            case glow
            /// A dark color over the screen.
            case shadow
        }

        /// What told.
        public enum Reason: String, Hashable, Sendable, CaseIterable {
            case kept = "one of the colors to keep"
            case paint = "its colors recur and change at once, as paint does"
            case even = "large, and of one color"
            case color = "no tint over the screen has its color"
            case dark = "one dark color that ends at the screen without an outline"
            case fades = "it fades into the screen"
            case cover = "one color at changing cover"
            case tint = "a tint over the screen has its color"
        }

        public var kind: Kind
        public var reason: Reason
        /// Where it lies in the picture.
        public var box: PixelRect
        public var pixels: Int
        /// About the mean of what the picture has there.
        public var color: RGB
    }

    /// Smaller areas, in pixels, are not told: nobody sees what they were taken for.
    static let leastArea = 24
}
