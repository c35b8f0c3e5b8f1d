public import Color
public import Raster

/// A picture in the inks of a panel.
public struct PanelPicture: Hashable, Sendable {
    public let size: PixelSize
    public let inks: Inks
    /// For each pixel which of the inks it has, row by row.
    public let indexes: [UInt8]

    /// - Parameters:
    ///   - picture: straight alpha.
    ///   - paper: what is seen through clear pixels.
    ///   - inks: those of the panel.
    ///   - dithering: how other colors are shown.
    public init(_ picture: StraightImage, over paper: RGB, in inks: Inks, _ dithering: Dithering) {
        size = picture.size
        self.inks = inks
        let colors = picture.pixels.map { $0.over(paper) }
        indexes =
            inks.isGray
            ? dithered(colors.map(lightness), width: picture.width, GrayChoice(inks), dithering)
            : dithered(
                colors.map(SIMD4<Int>.init),
                width: picture.width,
                ColorChoice(inks),
                dithering
            )
    }

    /// The panel's memory: the first pixel in the highest bits, each row filled up to a whole byte with
    /// the code of the first ink.
    public var packed: [UInt8] {
        let bits = inks.bitsPerPixel
        let perByte = 8 / bits
        let rowBytes = (size.width + perByte - 1) / perByte
        let codes = inks.inks.map(\.code)
        var bytes: [UInt8] = []
        bytes.reserveCapacity(rowBytes * size.height)
        for y in 0..<size.height {
            for byte in 0..<rowBytes {
                var value: UInt8 = 0
                for place in 0..<perByte {
                    let x = byte * perByte + place
                    let code = x < size.width ? codes[Int(indexes[y * size.width + x])] : codes[0]
                    value = value << UInt8(bits) | code
                }
                bytes.append(value)
            }
        }
        return bytes
    }

    /// What the panel will look like; opaque.
    public var preview: StraightImage {
        let colors = inks.inks.map { StraightPixel(r: $0.color.r, g: $0.color.g, b: $0.color.b) }
        return StraightImage(size: size, pixels: indexes.map { colors[Int($0)] })
            ?? StraightImage(size: size)
    }
}

extension StraightPixel {
    fileprivate func over(_ paper: RGB) -> RGB {
        func mixed(_ own: UInt8, _ below: UInt8) -> UInt8 {
            let alpha = Int(a)
            let sum = Int(own) * alpha + Int(below) * (255 - alpha)
            return UInt8((sum + 127) / 255)
        }
        return RGB(mixed(r, paper.r), mixed(g, paper.g), mixed(b, paper.b))
    }
}

/// ITU-R BT.601, rounded down as Pillow does it.
func lightness(_ color: RGB) -> Int {
    (299 * Int(color.r) + 587 * Int(color.g) + 114 * Int(color.b)) / 1000
}

extension SIMD4<Int> {
    fileprivate init(_ color: RGB) { self.init(Int(color.r), Int(color.g), Int(color.b), 0) }
}
