/// An angle whose sine and cosine are rounded to 1/65536, so that no machine's libm shows.
public struct Turn: Hashable, Sendable {
    /// In 1/65536.
    let sine: Int
    /// In 1/65536.
    let cosine: Int

    /// Clockwise as seen on a screen, where y points down.
    ///
    /// - Parameters:
    ///   - sine: of the angle, -1...1.
    ///   - cosine: of the angle, -1...1.
    public init(sine: Double, cosine: Double) {
        self.sine = Int((max(-1, min(1, sine)) * 65536).rounded())
        self.cosine = Int((max(-1, min(1, cosine)) * 65536).rounded())
    }
}

extension Bitmap<PremultipliedPixel> {
    /// The picture turned clockwise about `pivot`, and where the pivot lies in the result.
    ///
    /// The result is as large as needed. Samples with Catmull-Rom's cubic, or takes the nearest
    /// pixel when `isPixelArt`; outside of the picture everything is clear.
    ///
    /// - Parameters:
    ///   - turn: the angle.
    ///   - pivot: in pixels from the top-left corner; need not be a whole number.
    ///   - isPixelArt: keeps hard edges.
    /// - Returns: nil when the result would pass the largest size.
    public func rotated(
        by turn: Turn,
        about pivot: (x: Double, y: Double),
        isPixelArt: Bool
    ) -> (image: PremultipliedImage, pivot: (x: Double, y: Double))? {
        let sine = Double(turn.sine) / 65536
        let cosine = Double(turn.cosine) / 65536
        let corners = [(0, 0), (width, 0), (0, height), (width, height)].map { corner in
            let x = Double(corner.0) - pivot.x
            let y = Double(corner.1) - pivot.y
            return (x: x * cosine - y * sine, y: x * sine + y * cosine)
        }
        // The pivot comes to lie on a whole pixel's corner; a hair of room against rounding.
        let reach = corners.reduce((left: 0.0, top: 0.0, right: 0.0, bottom: 0.0)) {
            (
                min($0.left, $1.x), min($0.top, $1.y), max($0.right, $1.x), max($0.bottom, $1.y)
            )
        }
        let hair = 1e-3
        let left = Int((-reach.left - hair).rounded(.up))
        let top = Int((-reach.top - hair).rounded(.up))
        let right = Int((reach.right - hair).rounded(.up))
        let bottom = Int((reach.bottom - hair).rounded(.up))
        guard
            let newSize = PixelSize(
                width: max(1, left + right),
                height: max(1, top + bottom)
            )
        else { return nil }
        let pivotX = Int((pivot.x * 65536).rounded())
        let pivotY = Int((pivot.y * 65536).rounded())
        var result = PremultipliedImage(size: newSize)
        for y in 0..<newSize.height {
            for x in 0..<newSize.width {
                // The new pixel's center, in half pixels from the pivot, turned back; in 1/65536.
                let dx = 2 * (x - left) + 1
                let dy = 2 * (y - top) + 1
                let fromX = (dx * turn.cosine + dy * turn.sine) / 2 + pivotX
                let fromY = (dy * turn.cosine - dx * turn.sine) / 2 + pivotY
                result[x, y] =
                    isPixelArt
                    ? pixelOrClear(fromX >> 16, fromY >> 16)
                    : cubicSample(fromX - 32768, fromY - 32768)
            }
        }
        return (result, (Double(left), Double(top)))
    }

    private func pixelOrClear(_ x: Int, _ y: Int) -> PremultipliedPixel {
        x >= 0 && x < width && y >= 0 && y < height ? self[x, y] : .clear
    }

    /// Catmull-Rom at a place given in 1/65536 pixels between centers.
    private func cubicSample(_ placeX: Int, _ placeY: Int) -> PremultipliedPixel {
        let x = placeX >> 16
        let y = placeY >> 16
        guard x >= -2, y >= -2, x <= width, y <= height else { return .clear }
        let across = catmullRom(placeX >> 8 & 255)
        let down = catmullRom(placeY >> 8 & 255)
        var sum = SIMD4<Int>()
        for row in 0..<4 {
            var line = SIMD4<Int>()
            for column in 0..<4 {
                let pixel = pixelOrClear(x - 1 + column, y - 1 + row)
                let channels = SIMD4(Int(pixel.r), Int(pixel.g), Int(pixel.b), Int(pixel.a))
                line &+= channels &* across[column]
            }
            sum &+= line &* down[row]
        }
        // The weights of each axis sum to 2^10.
        let rounded = ((sum &+ (1 << 19)) &>> 20).clamped(
            lowerBound: SIMD4(repeating: 0),
            upperBound: SIMD4(repeating: 255)
        )
        let bytes = SIMD4<UInt8>(truncatingIfNeeded: rounded)
        return PremultipliedPixel(r: bytes[0], g: bytes[1], b: bytes[2], a: bytes[3])
    }

    /// The four weights, in 1/1024, at `fraction` / 256 between the middle two samples.
    private func catmullRom(_ fraction: Int) -> SIMD4<Int> {
        let t = fraction
        let t2 = t * t
        let t3 = t2 * t
        // Numerators over 2 * 256^3, brought to 1/1024.
        let first = (-t3 + 2 * t2 * 256 - t * 65536) >> 15
        let third = (-3 * t3 + 4 * t2 * 256 + t * 65536) >> 15
        let last = (t3 - t2 * 256) >> 15
        return SIMD4(first, 1024 - first - third - last, third, last)
    }
}
