/// An angle whose sine and cosine are rounded to 1/65536, independent of libm.
public struct Turn: Hashable, Sendable {
    /// In units of 1/65536.
    let sine: Int
    /// In units of 1/65536.
    let cosine: Int

    /// Clockwise on a screen, with y down; both are -1...1.
    public init(sine: Double, cosine: Double) {
        self.sine = Int((max(-1, min(1, sine)) * 65536).rounded())
        self.cosine = Int((max(-1, min(1, cosine)) * 65536).rounded())
    }
}

extension Bitmap<PremultipliedPixel> {
    /// The image rotated clockwise about `pivot`, and the pivot in the result; nil beyond the
    /// maximum size.
    ///
    /// The pivot is in pixels from the top-left corner, and may be fractional. Samples with
    /// Catmull-Rom's cubic, or takes the nearest pixel if `isPixelArt`; outside of the image
    /// everything is clear.
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
        // The pivot lands on a whole pixel's corner; plus a margin for rounding.
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
                // The new pixel's center, in half pixels from the pivot, rotated back; in 1/65536.
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

    /// Catmull-Rom at a position given in 1/65536 pixels between centers.
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
        // Numerators over 2 * 256^3, scaled to 1/1024.
        let first = (-t3 + 2 * t2 * 256 - t * 65536) >> 15
        let third = (-3 * t3 + 4 * t2 * 256 + t * 65536) >> 15
        let last = (t3 - t2 * 256) >> 15
        return SIMD4(first, 1024 - first - third - last, third, last)
    }
}
