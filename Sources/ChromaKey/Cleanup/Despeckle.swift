import Raster

// Cleanup: removes specks from the finished matte, and applies what artists ask for.
//
// In: a keyed image, straight RGBA, and the mask of its clear pixels. Out: the same with equal or
// less alpha: despeckling by connected components, erosion (minimum filter), feathering (mean
// filter); and color under clear pixels (`Bitmap.bleed`).

extension StraightImage {
    /// Clears faint specks left by an uneven screen, and returns the number of cleared pixels.
    ///
    /// They are invisible, but keep a sprite from being trimmed: few pixels, all faint, and away
    /// from everything else. Pixels that touch translucent ones stay. `clear` has a bit for each
    /// pixel of alpha 0, and grows.
    @discardableResult
    mutating func despeckle(
        _ trimap: Trimap,
        over screen: Screen,
        _ clear: inout BitMask
    ) -> Int {
        guard trimap.isSubsampled || !screen.isFlat || screen.noise > 1.5 else { return 0 }
        let (width, height) = (width, height)
        let asked = trimap.unknown | trimap.secondRing
        let anchors = trimap.translucency.translucent
        var cleared = 0
        var seen = BitMask(width: width, height: height)
        var speck: [Int] = []
        unsafe withMutablePixels { pixels in
            func isFaint(_ x: Int, _ y: Int) -> Bool {
                let alpha = unsafe pixels[y &* width &+ x].a
                return alpha > 0 && alpha < Speck.leastAlpha && !anchors[x, y]
            }
            asked.visit { x, y in
                guard !seen[x, y], isFaint(x, y) else { return }
                seen[x, y] = true
                speck.removeAll(keepingCapacity: true)
                speck.append(y &* width &+ x)
                var touches = false
                var next = 0
                while next < speck.count {
                    let (py, px) = speck[next].quotientAndRemainder(dividingBy: width)
                    next += 1
                    for ny in max(0, py - 1)...min(height - 1, py + 1) {
                        for nx in max(0, px - 1)...min(width - 1, px + 1) where !seen[nx, ny] {
                            if isFaint(nx, ny) {
                                seen[nx, ny] = true
                                speck.append(ny &* width &+ nx)
                            } else if unsafe pixels[ny &* width &+ nx].a > 0 || anchors[nx, ny] {
                                touches = true
                            }
                        }
                    }
                }
                if touches || speck.count > Speck.mostPixels { return }
                cleared += speck.count
                for index in speck {
                    unsafe pixels[index] = .clear
                    clear[index % width, index / width] = true
                }
            }
        }
        return cleared
    }
}

private enum Speck {
    /// Ripples of generated and compressed screens stay below it, measured; drawn glows do not.
    static let leastAlpha: UInt8 = 32
    /// Not measured: a JPEG block; a larger limit removes faint drawn marks.
    static let mostPixels = 64
}
