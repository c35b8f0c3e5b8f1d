// EInk: images in the memory format of e-paper panels.
//
// In: images of a panel's size. Out: for each pixel the ink that the panel shows, packed as its
// firmware takes it; what the panel will look like; and the rectangles that change between frames.
//
//     Inks           what a panel can show: the code of each ink, and the color that it is seen as
//     Dithering      which ink each pixel gets: the nearest, by thresholds, or with error diffusion
//     PanelPicture   codes packed into bytes, and the preview
//     PanelChanges   what a partial refresh has to draw
//     CSource        the bytes as a C header
//
// Two forms find the inks, and agree bit for bit: Dither.swift says it plainly, InkTables.swift looks
// sums up in tables.

public import KernelTypes

/// The inks of an e-paper panel.
public struct Inks: Hashable, Sendable {
    public struct Ink: Hashable, Sendable {
        public var name: String
        /// Its value in the panel's memory.
        public var code: UInt8
        /// As seen on the panel; dithering mixes these.
        public var color: RGB

        public init(_ name: String, code: UInt8, _ color: RGB) {
            (self.name, self.code, self.color) = (name, code, color)
        }
    }

    /// Grays are sorted from dark to light.
    public let inks: [Ink]
    /// Bits in the panel's memory: 1, 2, 4 or 8.
    public let bitsPerPixel: Int
    /// Whether only lightness counts.
    public let isGray: Bool

    /// Takes 1...256 inks whose codes fit into 1, 2, 4 or 8 bits.
    public init(_ bitsPerPixel: Int, _ inks: [Ink]) {
        precondition([1, 2, 4, 8].contains(bitsPerPixel), "\(bitsPerPixel) bits a pixel")
        precondition((1...256).contains(inks.count), "\(inks.count) inks")
        precondition(inks.allSatisfy { Int($0.code) >> bitsPerPixel == 0 }, "a code has more bits")
        self.bitsPerPixel = bitsPerPixel
        isGray = inks.allSatisfy { $0.color.r == $0.color.g && $0.color.g == $0.color.b }
        // The standard sort is stable.
        self.inks = isGray ? inks.sorted { $0.color.r < $1.color.r } : inks
    }

    /// The same inks with another pixel size, for drivers that use more bits than needed.
    public func stored(inBits bits: Int) -> Inks { Inks(bits, inks) }

    var lightest: Int {
        inks.indices.reduce(0) { best, index in
            lightness(inks[index].color) > lightness(inks[best].color) ? index : best
        }
    }

    /// 1 bit per pixel: 0 is black, 1 is white.
    public static let mono = Inks(
        1,
        [Ink("black", code: 0, RGB(0, 0, 0)), Ink("white", code: 1, RGB(255, 255, 255))]
    )
    /// 2 bits per pixel: from 0, black, to 3, white.
    public static let gray4 = Inks(
        2,
        [
            Ink("black", code: 0, RGB(0, 0, 0)), Ink("dark", code: 1, RGB(85, 85, 85)),
            Ink("light", code: 2, RGB(170, 170, 170)), Ink("white", code: 3, RGB(255, 255, 255)),
        ]
    )
    /// 4 bits per pixel, as in Waveshare's E panels; code 4 is unused.
    ///
    /// The colors were measured on such a panel (epdoptimize).
    public static let spectra6 = Inks(
        4,
        [
            Ink("black", code: 0, RGB(25, 30, 33)), Ink("white", code: 1, RGB(232, 232, 232)),
            Ink("yellow", code: 2, RGB(239, 222, 68)), Ink("red", code: 3, RGB(178, 19, 24)),
            Ink("blue", code: 5, RGB(33, 87, 186)), Ink("green", code: 6, RGB(18, 95, 32)),
        ]
    )
}

/// How colors are approximated with a panel's inks.
public enum Dithering: String, CaseIterable, Sendable {
    case none
    /// Error diffusion (Floyd and Steinberg 1976).
    ///
    /// One changed pixel changes those after it: animations flicker.
    case floydSteinberg = "floyd-steinberg"
    /// A regular pattern, stable across frames (Bayer 1973).
    case bayer
    /// An irregular pattern, stable across frames (void and cluster, Ulichney 1993).
    case blueNoise = "blue-noise"
}
