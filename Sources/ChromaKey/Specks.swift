import Raster

extension StraightImage {
    /// Clears specks of an uneven screen that are left as a veil nobody sees, but that keep a sprite
    /// from being trimmed: few pixels, all of them faint, and away from everything else.
    ///
    /// - Parameters:
    ///   - asked: where to look.
    ///   - anchors: pixels that hold on to what touches them, however faint they are.
    ///   - clear: the pixels of alpha 0; grows.
    mutating func clearSpecks(_ asked: BitPlane, anchors: BitPlane, _ clear: inout BitPlane) {
        let (width, height) = (width, height)
        var seen = BitPlane(width: width, height: height)
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
                for index in speck {
                    unsafe pixels[index] = .clear
                    clear[index % width, index / width] = true
                }
            }
        }
    }
}

private enum Speck {
    /// Ripples of generated and compressed screens stay under it, measured; drawn glows do not.
    static let leastAlpha: UInt8 = 32
    static let mostPixels = 64
}
