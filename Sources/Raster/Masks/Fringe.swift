/// How much of a screen's color remains on the outline of cut-out art.
///
/// The outline is every visible pixel within two pixels of a clear one or the image's border. Such
/// a pixel is fringe if it shows the screen's hue visibly more, on a dark background, than the art
/// inside. All reports of fringe use this measure.
package struct Fringe: Hashable, Sendable {
    package private(set) var outlinePixels = 0
    package private(set) var pixels = 0

    /// A stronger lean is clearly visible on a dark background, in code values.
    package static let leastLean = 24
    /// The depth of the outline, and of the art it is compared with, in pixels.
    private static let depth = 2
    private static let reach = 5

    /// The share of the outline that is fringe, 0...1.
    package var share: Double {
        outlinePixels == 0 ? 0 : Double(pixels) / Double(outlinePixels)
    }

    package var percent: String { Self.percent(share) }

    package static func percent(_ share: Double) -> String {
        let tenths = Int((share * 1000).rounded())
        return "\(tenths / 10).\(tenths % 10) %"
    }

    /// Measures an image.
    ///
    /// A pixel is compared with the strongest lean nearby inside the art, so that green art has no
    /// fringe. Thin parts have no inside: their opaque color is the art's. `lean` returns how much
    /// a color leans to the screen's hue, in code values. `visit` gets each pixel of the outline
    /// with its lean relative to the art inside, weighted by alpha; 0 if it is not fringe.
    package init(
        of picture: StraightImage,
        clear: BitMask? = nil,
        lean: (StraightPixel) -> Int,
        visit: (_ x: Int, _ y: Int, _ lean: Int) -> Void = { _, _, _ in }
    ) {
        let (width, height) = (picture.width, picture.height)
        let clear = clear ?? picture.clearPixels
        let outline = clear.outline(Self.depth)
        let least = Self.leastLean
        unsafe picture.withPixels { pixels in
            outline.visit { x, y in
                outlinePixels += 1
                let pixel = unsafe pixels[y &* width &+ x]
                let (own, alpha) = (max(0, lean(pixel)), Int(pixel.a))
                guard own &* alpha / 255 >= least else { return visit(x, y, 0) }
                var inside: Int?
                search: for row in max(0, y - Self.reach)...min(height - 1, y + Self.reach) {
                    for column in max(0, x - Self.reach)...min(width - 1, x + Self.reach) {
                        let other = unsafe pixels[row &* width &+ column]
                        if other.a != 255 || outline[column, row] { continue }
                        inside = max(inside ?? 0, lean(other))
                        // Pixels further inside cannot make it fringe again.
                        if (own - (inside ?? 0)) * alpha / 255 < least { break search }
                    }
                }
                let strength = (own - (inside ?? 0)) * alpha / 255
                let isArt = inside == nil && alpha == 255
                guard strength >= least, !isArt else { return visit(x, y, 0) }
                self.pixels += 1
                visit(x, y, min(255, strength))
            }
        }
    }
}

extension Bitmap<StraightPixel> {
    fileprivate var clearPixels: BitMask {
        var clear = BitMask(width: width, height: height)
        unsafe withPixels { pixels in
            for y in 0..<height {
                for x in 0..<width where unsafe pixels[y &* width &+ x].a == 0 {
                    clear[x, y] = true
                }
            }
        }
        return clear
    }
}

extension BitMask {
    /// For a mask of clear pixels: the others within `depth` pixels of one, or of the border, each
    /// way.
    fileprivate func outline(_ depth: Int) -> BitMask {
        var outline = dilated(depth)
        let (left, right) = (0..<min(depth, width), max(0, width - depth)..<width)
        for y in 0..<height {
            if min(y, height - 1 - y) < depth {
                outline.insert(0..<width, row: y)
            } else {
                outline.insert(left, row: y)
                outline.insert(right, row: y)
            }
        }
        return outline.subtracting(self)
    }
}
