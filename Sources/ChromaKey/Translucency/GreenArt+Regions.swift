import KernelTypes
import Raster

// Facts about a region of fills: how it was painted, and what surrounds it.

extension GreenArt {
    struct Region {
        /// Its colors, with the number of pixels of each.
        var tallies: [(color: UInt32, count: Int)] = []
        /// Pixels with the color of a horizontal and of a vertical neighbor: a fade along a
        /// straight edge has none.
        var even = 0
        /// Neighboring pixels outside, and how many of them are open, and solid.
        var beside = 0
        var open = 0
        var solid = 0
        /// Sums of the distance from the screen, of all pixels and of those next to an open one;
        /// whole numbers, so that order does not matter.
        var distance = 0
        var rimDistance = 0
        var rim = 0
        var farthest = 0
        /// A histogram of the differences between neighbors, in code values.
        var steps = [Int](repeating: 0, count: 256)
        var box = PixelRect(.onePixel)
    }

    /// Distinct colors, and how many pixels resemble each; most first.
    static func tones(
        _ tallies: [(color: UInt32, count: Int)]
    ) -> [(color: UInt32, count: Int)] {
        var result: [(color: UInt32, count: Int)] = []
        for (color, count) in tallies.sorted(by: { ($0.count, $1.color) > ($1.count, $0.color) }) {
            if let like = result.firstIndex(where: { step($0.color, color) <= sameColor }) {
                result[like].count += count
            } else {
                result.append((color, count))
            }
        }
        return result.sorted { ($0.count, $1.color) > ($1.count, $0.color) }
    }

    /// Counts colors and neighbors of a region, which `inside` has the pixels of.
    func study(_ region: [SIMD2<Int32>], _ inside: BitMask) -> Region {
        var found = Region()
        let (width, height) = (picture.width, picture.height)
        var colors = NumberTable()
        for pixel in region {
            let (x, y) = (Int(pixel.x), Int(pixel.y))
            let here = picture[x, y]
            let own = here.colorWord
            let tally = colors.insert(UInt64(own))
            if tally == found.tallies.count { found.tallies.append((own, 0)) }
            found.tallies[tally].count += 1
            let off = TwoColorUnmixing.color(own) - scene.screen(x, y)
            let distance = Int(off.squaredLength.squareRoot())
            found.distance += distance
            found.farthest = max(found.farthest, distance)
            func isLike(_ x: Int, _ y: Int) -> Bool {
                0..<width ~= x && 0..<height ~= y && picture[x, y] == here
            }
            if isLike(x - 1, y) || isLike(x + 1, y), isLike(x, y - 1) || isLike(x, y + 1) {
                found.even += 1
            }
            if inside[x + 1, y] { found.steps[Int(GreenArt.step(own, color(x + 1, y)))] += 1 }
            if inside[x, y + 1] { found.steps[Int(GreenArt.step(own, color(x, y + 1)))] += 1 }
            var isRim = false
            func look(_ x: Int, _ y: Int) {
                guard 0..<width ~= x, 0..<height ~= y, !inside[x, y] else { return }
                found.beside += 1
                if solid[x, y] { found.solid += 1 }
                if open[x, y] {
                    found.open += 1
                    isRim = true
                }
            }
            look(x - 1, y)
            look(x + 1, y)
            look(x, y - 1)
            look(x, y + 1)
            if isRim {
                found.rim += 1
                found.rimDistance += distance
            }
        }
        if let box = region.bounds { found.box = box }
        return found
    }

    /// Whether a color may be the screen under a hard shadow: mixed with something dark.
    ///
    /// Shadows are drawn in colors of up to 64 code values a channel, and cover up to seven tenths;
    /// outlines cover more.
    func couldBeShadow(_ color: UInt32) -> Bool {
        let (own, behind) = (TwoColorUnmixing.color(color), scene.screen.color)
        // An uneven screen has other colors elsewhere.
        let slack: Float = scene.screen.isFlat ? 1 : 6
        // The range of coverage for which the dark color exists.
        var (least, most): (Float, Float) = (0, 0.7)
        for channel in 0..<3 {
            let (own, behind) = (own[channel], behind[channel])
            // own = behind (1 - a) + dark a, dark 0...64
            if behind > 64 {
                least = max(least, (behind - own - slack) / behind)
                most = min(most, (behind - own + slack) / (behind - 64))
            } else {
                if own > behind { least = max(least, (own - behind - slack) / max(64 - behind, 1)) }
                if own < behind { least = max(least, (behind - own - slack) / behind) }
            }
        }
        return least <= most
    }

    /// Whether a region is a fade in few colors: nested bands, each a little farther from the
    /// screen than the one around it, the outermost faint.
    ///
    /// Shades of hair touch in any order, and all of them end at the screen.
    func isBanded(_ found: Region, _ tones: [(color: UInt32, count: Int)]) -> Bool {
        if tones.count < 4 || found.rim == 0 { return false }
        if found.rimDistance * 2 >= found.farthest * found.rim { return false }
        var range: Int32 = 0
        for tone in tones { range = max(range, GreenArt.step(tone.color, tones[0].color)) }
        let small = found.steps[1...].prefix(Int(range) / 2).reduce(0, +)
        return small * 5 >= found.steps[1...].reduce(0, +) * 4
    }

    /// Whether a region is so deep in a figure that the screen cannot show through.
    func isDeep(_ found: Region) -> Bool {
        let (box, area) = (found.box, found.box.size.area)
        let reach = max(3, Int(Float(area).squareRoot() / 2))
        let columns = max(0, box.x - reach)..<min(picture.width, box.maxX + reach)
        let rows = max(0, box.y - reach)..<min(picture.height, box.maxY + reach)
        var (seen, around) = (0, 0)
        for y in rows {
            for x in columns {
                if open[x, y] { seen += 1 }
                if solid[x, y] { around += 1 }
            }
        }
        let total = columns.count * rows.count
        return seen * 20 < total && around * 2 > total - area
    }

    /// Whether a color is impossible for glass over the screen.
    func isNoGlass(_ color: UInt32, in found: Region) -> Bool {
        let box = found.box
        let behind = scene.screen((box.x + box.maxX) / 2, (box.y + box.maxY) / 2)
        let own = TwoColorUnmixing.color(color)
        let cover = AlphaEstimate(own, over: behind).translucentAlpha
        // Thin glass with constant coverage is white, which lifts red and blue alike; not measured.
        if cover < 0.2 {
            let (red, blue) = (own.x - behind.x, own.z - behind.z)
            return abs(red - blue) > 0.2 * max(red, blue)
        }
        let tint = behind + (own - behind) / cover
        let (least, most) = (min(tint.x, tint.y, tint.z), max(tint.x, tint.y, tint.z))
        // Glass is gray, blue or pale.
        return least < 0.4 * most && tint.z < most
    }
}
