package import Raster

/// Whether a picture is pixel art: hard edges and few colors.
///
/// Looks at the pixels that touch the screen and are key-hued. Anti-aliased edges hold nearly as
/// many colors there as pixels, and even where straight edges repeat a few, those are mixtures of
/// the screen with a color beside them. Pixel art holds none, or repeats its own greens.
///
/// Not measured: 16 pixels to judge by, 12 colors and one for 64 pixels, a quarter of mixtures, which may
/// be off by 3 code values a channel and show at most 0.95 of the art. More of any takes anti-aliased
/// drawings for pixel art, whose edges then stay green; less blurs pixel art.
package func looksLikePixelArt(_ image: StraightImage, _ classes: PixelClasses) -> Bool {
    let rim = classes.screen.withSideNeighbors.subtracting(classes.screen)
    let total = rim.count
    guard total >= 16 else { return false }
    var colors: [UInt32] = []
    let most = min(12, 1 + total / 64)
    // Over a grey screen nothing is key-hued; there every color of the rim counts.
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

/// Whether the key-hued pixels that touch the screen have colors that the art is filled with.
///
/// Shades of green down to black are mixtures of each other and the screen, but fill the art inside as well,
/// which the colors of anti-aliased edges do not. What fades into the screen is faint where it ends.
///
/// Not measured: colors that occur 4 times, as rim and inside, nine tenths of the rim, 24 code values.
private func isPainted(_ rim: BitMask, in image: StraightImage, _ classes: PixelClasses) -> Bool {
    let total = rim.count
    guard total >= 16 else { return false }
    // What is faint, or of a color that is not inside, is none of it; edges and noise soon are too much.
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

/// Whether a pixel is like a screen pixel beside it.
private func isFaint(_ image: StraightImage, _ x: Int, _ y: Int, _ screen: BitMask) -> Bool {
    func isLike(_ nx: Int, _ ny: Int) -> Bool {
        // Nothing outside is screen.
        guard screen[nx, ny] else { return false }
        let d = TwoColorUnmixing.color(image[x, y]) - TwoColorUnmixing.color(image[nx, ny])
        return d.max() < 24 && d.min() > -24
    }
    return isLike(x - 1, y) || isLike(x + 1, y) || isLike(x, y - 1) || isLike(x, y + 1)
}

/// Whether a pixel lies between the color of a screen pixel and that of another pixel around it.
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
    let own = TwoColorUnmixing.color(image[x, y]) - behind
    return others.contains { other in
        let line = other - behind
        let length = (line * line).sum()
        let share = (own * line).sum() / max(length, 1)
        let rest = own - line * share
        return share < 0.95 && (rest * rest).sum() < 27
    }
}
