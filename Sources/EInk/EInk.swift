// EInk: pictures as the memory of e-paper panels.
//
// In: pictures of a panel's size. Out: for each pixel the ink that the panel shows, packed as its
// firmware takes it; what the panel will look like; and the rectangles that change between frames.
//
//     Inks           what a panel can show: the code of each ink, and the color that it is seen as
//     Dithering      which ink each pixel gets: the nearest, by thresholds, or with error diffusion
//     PanelPicture   codes packed into bytes, and the preview
//     PanelChanges   what a partial refresh has to draw
//     FileHeader     the bytes that some firmware wants before the pixels
//     CSource        the bytes as a C header

public import Color

/// What an e-paper panel can show.
public struct Inks: Hashable, Sendable {
    /// One of a panel's colors.
    public struct Ink: Hashable, Sendable {
        public var name: String
        /// What stands for it in the panel's memory.
        public var code: UInt8
        /// As it is seen on the panel; dithering mixes these.
        public var color: RGB

        public init(_ name: String, code: UInt8, _ color: RGB) {
            (self.name, self.code, self.color) = (name, code, color)
        }
    }

    /// From the darkest to the lightest where they are grays.
    public var inks: [Ink]
    /// Of a pixel in the panel's memory: 1, 2 or 4.
    public let bitsPerPixel: Int
    /// Whether only lightness counts.
    public var isGray: Bool {
        inks.allSatisfy { $0.color.r == $0.color.g && $0.color.g == $0.color.b }
    }

    private init(_ bitsPerPixel: Int, _ inks: [Ink]) {
        (self.bitsPerPixel, self.inks) = (bitsPerPixel, inks)
    }

    /// One bit a pixel: 0 is black, 1 is white.
    public static let mono = Inks(
        1,
        [Ink("black", code: 0, RGB(0, 0, 0)), Ink("white", code: 1, RGB(255, 255, 255))]
    )
    /// Two bits a pixel: from 0, black, to 3, white.
    public static let gray4 = Inks(
        2,
        [
            Ink("black", code: 0, RGB(0, 0, 0)), Ink("dark", code: 1, RGB(85, 85, 85)),
            Ink("light", code: 2, RGB(170, 170, 170)), Ink("white", code: 3, RGB(255, 255, 255)),
        ]
    )
    /// Four bits a pixel, as Waveshare's E panels take them; 4 is no ink.
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

/// Which ink a pixel gets whose color the panel does not have.
public enum Dithering: String, CaseIterable, Sendable {
    /// The nearest ink.
    case none
    /// Hands on what each pixel lacks (Floyd and Steinberg 1976).
    ///
    /// One changed pixel changes what follows: frames of an animation flicker.
    case floydSteinberg = "floyd-steinberg"
    /// A regular pattern that stays put (Bayer 1973).
    case bayer
    /// An irregular pattern that stays put (void and cluster, Ulichney 1993).
    case blueNoise = "blue-noise"

    /// Whether pixels that do not change keep their ink from frame to frame.
    public var staysPut: Bool { self != .floydSteinberg }
}
