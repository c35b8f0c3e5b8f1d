/// The mapping from scores to opacity.
package struct TranslucencyLimits: Sendable {
    /// The alpha from which on a pixel that would be translucent is art, kept bit for bit.
    ///
    /// Reference. With 0.90, glints on glass keep the screen's color.
    package static let nearlyOpaque: Float = 0.97

    /// The score at which opacity begins, and the range over which it grows (more than 0).
    package let low: Float
    package let width: Float
    /// Scores within 0.05 of it are counted.
    package let threshold: Float
    /// The weights of a pixel's own solidity and its component's score.
    package let ownShare: Float
    package let componentShare: Float

    package init(
        low: Float,
        width: Float,
        threshold: Float,
        ownShare: Float,
        componentShare: Float
    ) {
        self.low = low
        self.width = width
        self.threshold = threshold
        self.ownShare = ownShare
        self.componentShare = componentShare
    }
}

/// A row of pixels with the data of each.
@safe
package struct TranslucencyRow {
    /// RGBA8; may be read up to `available` pixels, including the next rows.
    package let pixels: UnsafePointer<UInt32>
    package let available: Int
    /// The screen behind, code values, and the components' scores; up to a multiple of 64 numbers.
    package let red: UnsafePointer<Float>
    package let green: UnsafePointer<Float>
    package let blue: UnsafePointer<Float>
    package let component: UnsafePointer<Float>

    package init(
        pixels: UnsafePointer<UInt32>,
        available: Int,
        red: UnsafePointer<Float>,
        green: UnsafePointer<Float>,
        blue: UnsafePointer<Float>,
        component: UnsafePointer<Float>
    ) {
        unsafe self.pixels = pixels
        self.available = available
        unsafe self.red = red
        unsafe self.green = green
        unsafe self.blue = blue
        unsafe self.component = component
    }
}

/// Masks for the answers about a row: a bit for each pixel, lowest first, 64 pixels a word.
@safe
package struct TranslucencyAnswers {
    package let opaque: UnsafeMutablePointer<UInt64>
    package let translucent: UnsafeMutablePointer<UInt64>
    package let sheer: UnsafeMutablePointer<UInt64>

    package init(
        opaque: UnsafeMutablePointer<UInt64>,
        translucent: UnsafeMutablePointer<UInt64>,
        sheer: UnsafeMutablePointer<UInt64>
    ) {
        unsafe self.opaque = opaque
        unsafe self.translucent = translucent
        unsafe self.sheer = sheer
    }

    package func advanced(by words: Int) -> TranslucencyAnswers {
        unsafe TranslucencyAnswers(
            opaque: opaque + words,
            translucent: translucent + words,
            sheer: sheer + words
        )
    }
}

/// Masks of a row that get a bit for each pixel that became clear, or partial.
@safe
package struct MatteBits {
    package let clear: UnsafeMutablePointer<UInt64>
    package let partial: UnsafeMutablePointer<UInt64>

    package init(
        clear: UnsafeMutablePointer<UInt64>,
        partial: UnsafeMutablePointer<UInt64>
    ) {
        unsafe self.clear = clear
        unsafe self.partial = partial
    }

    package func advanced(by words: Int) -> MatteBits {
        unsafe MatteBits(clear: clear + words, partial: partial + words)
    }
}
