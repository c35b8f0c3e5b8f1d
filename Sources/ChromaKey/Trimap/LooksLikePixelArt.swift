package import Raster

/// Whether an image is pixel art: hard edges and few colors.
///
/// Examines the key-hued pixels that touch the screen. Anti-aliased edges have nearly as many
/// colors there as pixels, and even where straight edges repeat a few, those are mixtures of the
/// screen with a neighboring color. Pixel art has none, or repeats its own greens.
///
/// Not measured: at least 16 pixels, 12 colors and one for 64 pixels, a quarter of mixtures, which
/// show at most 0.95 of the art. Higher limits take anti-aliased drawings for pixel art, whose edges
/// then stay green; lower ones blur pixel art.
package func looksLikePixelArt(_ image: StraightImage, _ classes: PixelClasses) -> Bool {
    let rim = classes.screen.withSideNeighbors.subtracting(classes.screen)
    let total = rim.count
    guard total >= 16 else { return false }
    var colors: [UInt32] = []
    let most = min(12, 1 + total / 64)
    // Over a gray screen nothing is key-hued; there every color of the rim counts.
    let asked = classes.keyHued.isEmpty ? rim : rim & classes.keyHued
    unsafe image.withPixels { pixels in
        asked.visit { x, y in
            if colors.count > most { return }
            let color = unsafe pixels[y &* image.width &+ x].colorWord
            if colors.last != color, !colors.contains(color) { colors.append(color) }
        }
    }
    if colors.count <= most {
        var mixed = 0
        asked.visit { x, y in
            if isMixture(image, x, y, screen: classes.screen) { mixed += 1 }
        }
        if mixed * 4 <= asked.count { return true }
    }
    return classes.keyHued.isEmpty ? false : isPainted(asked, in: image, classes)
}

/// Whether the key-hued pixels that touch the screen have the art's fill colors.
///
/// Shades of green down to black are mixtures of each other and the screen, but also fill the art
/// inside, which colors of anti-aliased edges do not. A fade is faint where it ends.
///
/// Not measured: colors that occur 4 times, as rim and inside, nine tenths of the rim, 24 code
/// values.
private func isPainted(_ rim: BitMask, in image: StraightImage, _ classes: PixelClasses) -> Bool {
    let total = rim.count
    guard total >= 16 else { return false }
    // Faint pixels and colors missing inside do not count; edges and noise soon exceed the limit.
    var others = 0
    var colors = NumberTable()
    unsafe image.withWords { words in
        rim.visit { x, y in
            if others * 10 > total || colors.count * 4 > total { return }
            if isFaint(image, x, y, classes.screen) { others += 1 }
            _ = colors.insert(UInt64(unsafe words[y &* image.width &+ x]))
        }
    }
    guard others * 10 <= total, colors.count * 4 <= total else { return false }
    var inside = [Int](repeating: 0, count: colors.count)
    var own = 0
    unsafe image.withWords { words in
        var last: (word: UInt64, place: Int?) = (0, colors.place(of: 0))
        classes.keyHued.subtracting(classes.screen.dilated(2)).visit { x, y in
            let word = UInt64(unsafe words[y &* image.width &+ x])
            if word != last.word { last = (word, colors.place(of: word)) }
            if let place = last.place { inside[place] += 1 }
        }
        rim.visit { x, y in
            guard let place = colors.place(of: UInt64(unsafe words[y &* image.width &+ x])),
                inside[place] >= 4, !isFaint(image, x, y, classes.screen)
            else { return }
            own += 1
        }
    }
    return own * 10 >= total * 9
}

private func isFaint(_ image: StraightImage, _ x: Int, _ y: Int, _ screen: BitMask) -> Bool {
    func isLike(_ nx: Int, _ ny: Int) -> Bool {
        // Outside is not screen.
        guard screen[nx, ny] else { return false }
        let d = TwoColorUnmixing.color(image[x, y]) - TwoColorUnmixing.color(image[nx, ny])
        return d.max() < 24 && d.min() > -24
    }
    return isLike(x - 1, y) || isLike(x + 1, y) || isLike(x, y - 1) || isLike(x, y + 1)
}

/// Whether a pixel's color is between that of a screen pixel and that of another neighbor.
private func isMixture(_ image: StraightImage, _ x: Int, _ y: Int, screen: BitMask) -> Bool {
    var behind: SIMD4<Float>?
    var others: [SIMD4<Float>] = []
    for py in max(0, y - 1)...min(image.height - 1, y + 1) {
        for px in max(0, x - 1)...min(image.width - 1, x + 1) where px != x || py != y {
            let color = TwoColorUnmixing.color(image[px, py])
            if screen[px, py] { behind = color } else { others.append(color) }
        }
    }
    guard let behind else { return false }
    let own = TwoColorUnmixing.color(image[x, y])
    let tolerance = ColorLine.tolerance(noise: 0)
    return others.contains { other in
        let mixture = ColorLine(from: behind, to: other).mixture(own)
        return mixture.share < 0.95 && mixture.off < tolerance * tolerance
    }
}
