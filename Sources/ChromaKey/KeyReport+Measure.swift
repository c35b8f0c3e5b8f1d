import Raster

extension KeyReport {
    /// Counts clear, partial and opaque pixels.
    mutating func count(_ image: StraightImage) {
        var clear = 0
        var opaque = 0
        unsafe image.withPixels { pixels in
            // Row by row in 32 bits, which the compiler turns into vectors.
            for y in 0..<image.height {
                var clearInRow: UInt32 = 0
                var opaqueInRow: UInt32 = 0
                for index in y &* image.width..<(y &+ 1) &* image.width {
                    let alpha = unsafe pixels[index].a
                    clearInRow &+= alpha == 0 ? 1 : 0
                    opaqueInRow &+= alpha == 255 ? 1 : 0
                }
                clear += Int(clearInRow)
                opaque += Int(opaqueInRow)
            }
        }
        clearPixels = clear
        opaquePixels = opaque
        partialPixels = image.size.area - clear - opaque
    }

    /// Measures what is left of the screen in a keyed picture whose channels are in order.
    mutating func measure(
        _ image: StraightImage,
        clear: BitPlane,
        screen: ChromaKey.Screen,
        doubtful: Int
    ) {
        let visible = partialPixels + opaquePixels
        guard visible > 0 else { return }
        shareNearThreshold = Double(doubtful) / Double(visible)
        let rim = clear.dilated(1).subtracting(clear)
        var silhouette = 0
        var leaning = 0
        rim.visit { x, y in
            silhouette += 1
            if fringeExcess(of: image, x, y, outside: rim) > 16 { leaning += 1 }
        }
        fringe = silhouette == 0 ? 0 : Double(leaning) / Double(silhouette)
        // Screen that was not removed lies beside art that was taken for solid.
        var left = 0
        clear.dilated(3).subtracting(clear).visit { x, y in
            let d = EdgeSolver.color(image[x, y]) - screen(x, y)
            if image[x, y].a > 127, (d * d).sum() < 3 * 40 * 40 { left += 1 }
        }
        residue = Double(left) / Double(visible)
    }
}

/// How much more green a silhouette pixel has than the greenest pixel behind the silhouette within
/// two pixels, weighted with its alpha; 0 without such a pixel.
func fringeExcess(of image: StraightImage, _ x: Int, _ y: Int, outside rim: BitPlane) -> Int {
    func excess(_ pixel: StraightPixel) -> Int { Int(pixel.g) - Int(max(pixel.r, pixel.b)) }
    let own = excess(image[x, y])
    guard own > 16 else { return 0 }
    var greatest: Int?
    for py in max(0, y - 2)...min(image.height - 1, y + 2) {
        for px in max(0, x - 2)...min(image.width - 1, x + 2)
        where image[px, py].a == 255 && !rim[px, py] {
            greatest = max(greatest ?? Int.min, excess(image[px, py]))
        }
    }
    guard let greatest else { return 0 }
    return max(0, own - max(greatest, 0)) * Int(image[x, y].a) / 255
}
