public import KernelTypes

/// An image in a panel's inks, or in raw pixels.
public struct PanelPicture: Hashable, Sendable {
    public let size: PixelSize
    public let inks: Inks?
    /// The ink index of each pixel, row by row; empty for raw pixels.
    public let indexes: [UInt8]
    public let raw: StraightImage?

    /// `picture` has straight alpha; `paper` shows through clear pixels.
    public init(_ picture: StraightImage, over paper: RGB, in inks: Inks, _ dithering: Dithering) {
        size = picture.size
        self.inks = inks
        raw = nil
        indexes = inkIndexes(picture, over: paper, in: inks, dithering)
    }

    /// Raw pixels: bytes of blue, green, red and straight alpha.
    ///
    /// `paper` shows through clear pixels; nil keeps alpha.
    public init(raw picture: StraightImage, over paper: RGB?) {
        size = picture.size
        inks = nil
        indexes = []
        raw = paper.map(picture.over) ?? picture
    }

    /// The panel's memory: the first pixel in the highest bits, each row padded to whole bytes with
    /// the first ink's code.
    public var packed: [UInt8] {
        guard let inks else { return raw?.bytesOfBGRA ?? [] }
        let bits = inks.bitsPerPixel
        let perByte = 8 / bits
        let width = size.width
        let wholeBytes = width / perByte
        let rowBytes = (width + perByte - 1) / perByte
        // The highest index is 255.
        let codes = inks.inks.map(\.code) + Array(repeating: 0, count: 256 - inks.inks.count)
        var bytes: [UInt8] = []
        bytes.reserveCapacity(rowBytes * size.height)
        for y in 0..<size.height {
            var place = y * width
            for _ in 0..<wholeBytes {
                var value: UInt8 = 0
                for _ in 0..<perByte {
                    value = value &<< UInt8(truncatingIfNeeded: bits) | codes[Int(indexes[place])]
                    place += 1
                }
                bytes.append(value)
            }
            guard wholeBytes < rowBytes else { continue }
            var value: UInt8 = 0
            for _ in 0..<perByte {
                let isInside = place < (y + 1) * width
                value = value << UInt8(bits) | codes[isInside ? Int(indexes[place]) : 0]
                place += 1
            }
            bytes.append(value)
        }
        return bytes
    }

    /// What the panel will look like; opaque, except for raw pixels.
    public var preview: StraightImage {
        guard let inks else { return raw ?? StraightImage(size: size) }
        let colors = inks.inks.map { StraightPixel($0.color) }
        return StraightImage(size: size, pixels: indexes.map { colors[Int($0)] })
            ?? StraightImage(size: size)
    }
}

extension StraightImage {
    fileprivate func over(_ paper: RGB) -> StraightImage {
        let pixels = pixels.map { StraightPixel($0.over(paper)) }
        return StraightImage(size: size, pixels: pixels) ?? self
    }

    fileprivate var bytesOfBGRA: [UInt8] {
        var bytes: [UInt8] = []
        bytes.reserveCapacity(4 * size.area)
        for pixel in pixels {
            bytes.append(pixel.b)
            bytes.append(pixel.g)
            bytes.append(pixel.r)
            bytes.append(pixel.a)
        }
        return bytes
    }
}

extension StraightPixel {
    @inline(__always)
    func over(_ paper: RGB) -> RGB {
        if a == 255 { return RGB(r, g, b) }
        func mixed(_ own: UInt8, _ below: UInt8) -> UInt8 {
            let alpha = Int(a)
            let sum = Int(own) * alpha + Int(below) * (255 - alpha)
            return UInt8((sum + 127) / 255)
        }
        return RGB(mixed(r, paper.r), mixed(g, paper.g), mixed(b, paper.b))
    }
}

/// ITU-R BT.601, rounded down like Pillow.
@inline(__always)
func lightness(_ color: RGB) -> Int {
    (299 * Int(color.r) + 587 * Int(color.g) + 114 * Int(color.b)) / 1000
}
