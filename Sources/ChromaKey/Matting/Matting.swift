import KernelTypes
import Raster

// Matting: color and alpha of the pixels that the trimap leaves open.
//
// In: the image (straight code values, the screen green), the screen and the trimap. Out: a
// straight RGBA pixel for each of them. Two-color unmixing: I = a F + (1 - a) K with K known and F
// sampled from the foreground nearby (Smith and Blinn 1996; Ruzon and Tomasi 2000). Closed-form
// matting (Levin, Lischinski and Weiss, PAMI 2008) would solve a global system: F is nearly
// constant across edges of drawn art, and Documentation/keying.md compares the two.

/// Turns a trimap into color and alpha.
package struct Matting {
    /// The analyzed image: translucent pixels are composited over the screen, and chroma is
    /// restored; opaque pixels are copied from the original.
    let picture: StraightImage
    let screen: Screen
    package let trimap: Trimap
    let settings: KeySettings

    private var isSubsampled: Bool { trimap.isSubsampled }

    /// Changes in groups of different rows.
    package typealias Step = [[PlacedPixel]]

    /// Changes of edge pixels, step after step: the last change of a pixel counts.
    ///
    /// Those of boxes in the settings come last.
    /// They exclude the background and `trimap.translucency.translucent`: see `apply`.
    package func changes() -> [Step] {
        let palette =
            settings.mode == .fast ? [] : frequentColors(of: picture, at: trimap.foreground)
        var changes: Step = []
        withUnmixing(palette) { unmixing in
            let nearlySolid = trimap.translucency.unmixed(
                nearlySolid: trimap.nearlySolid,
                in: picture
            )
            changes = inRowBands(picture.height, width: picture.width) { rows in
                self.changes(rows, nearlySolid, unmixing)
            }
        }
        return [changes, [overruled()]]
    }

    private func changes(
        _ rows: Range<Int>,
        _ nearlySolid: [PlacedPixel],
        _ unmixing: TwoColorUnmixing
    ) -> [PlacedPixel] {
        let parameters = unmixing.parameters
        var changes: [PlacedPixel] = []
        changes.reserveCapacity(trimap.unknown.count(rows) + trimap.secondRing.count(rows) / 4)
        changes += nearlySolid.lazy.filter { rows.contains($0.y) }
        unmixTranslucentEdges(rows, unmixing, &changes)
        unmixSecondRing(rows, unmixing, &changes)
        unmixEdges(rows, unmixing, &changes)
        for edge in trimap.wideEdges where rows.contains(edge.y) {
            let answer = unmixing.answer(edge, over: screen(edge.x, edge.y))
            if answer.alpha <= 1 - parameters.highAlpha {
                changes.append(PlacedPixel(edge.x, edge.y, answer.pixel))
            }
        }
        return changes
    }

    /// Boxes in the settings override everything.
    private func overruled() -> [PlacedPixel] {
        var changes: [PlacedPixel] = []
        let whole = PixelRect(picture.size)
        for (boxes, isKept) in [(settings.clearBoxes, false), (settings.keepBoxes, true)] {
            for box in boxes {
                guard let part = box.intersection(whole) else { continue }
                for y in part.y..<part.y + part.height {
                    for x in part.x..<part.x + part.width {
                        changes.append(PlacedPixel(x, y, isKept ? picture[x, y] : .clear))
                    }
                }
            }
        }
        return changes
    }

    /// Unmixes edges over glass, and over shadows against the screen as seen through the shadow.
    private func unmixTranslucentEdges(
        _ rows: Range<Int>,
        _ unmixing: TwoColorUnmixing,
        _ changes: inout [PlacedPixel]
    ) {
        let (edges, parameters) = (trimap.shadowEdges, unmixing.parameters)
        let highest = 1 - parameters.highAlpha
        for (ring, greatest, most) in [
            (trimap.translucentEdges, parameters.greatestCost, .infinity),
            (edges.first, parameters.greatestCost, highest),
            (edges.second, parameters.greatestCostBehind, highest),
        ] {
            ring.visit(rows) { x, y in
                guard let answer = unmixing.unmixOverTranslucent(x, y, over: screen(x, y)),
                    answer.cost < greatest, answer.alpha <= most
                else { return }
                changes.append(PlacedPixel(x, y, answer.pixel))
            }
        }
    }

    private func unmixSecondRing(
        _ rows: Range<Int>,
        _ unmixing: TwoColorUnmixing,
        _ changes: inout [PlacedPixel]
    ) {
        let greatest = unmixing.parameters.greatestCostBehind
        unmixing.unmix(trimap.secondRing, rows, over: screen, below: greatest) { x, y, answer in
            // 0.90 is not measured: above it the pixel is kept bit for bit.
            guard answer.cost < greatest, answer.alpha < 0.90,
                isSubsampled || !unmixing.isSolid(x, y, over: screen(x, y), cost: answer.cost)
            else { return }
            changes.append(PlacedPixel(x, y, answer.pixel))
        }
    }

    private func unmixEdges(
        _ rows: Range<Int>,
        _ unmixing: TwoColorUnmixing,
        _ changes: inout [PlacedPixel]
    ) {
        unmixing.unmix(trimap.unknown, rows, over: screen) { x, y, answer in
            if isSubsampled {
                let pixel = StraightPixel(
                    TwoColorUnmixing.color(answer.pixel),
                    alpha: unmixing.parameters.stretched(answer.alpha),
                    isLimited: false
                )
                changes.append(PlacedPixel(x, y, despilled(pixel, x, y)))
            } else if answer.alpha <= 1 - unmixing.parameters.highAlpha,
                !unmixing.isSolid(x, y, over: screen(x, y), cost: answer.cost)
            {
                // Pure art is kept bit for bit.
                changes.append(PlacedPixel(x, y, answer.pixel))
            }
        }
    }

    private func withUnmixing(_ palette: [SIMD4<Float>], _ body: (TwoColorUnmixing) -> Void) {
        let parameters = UnmixingParameters(
            noise: screen.noise,
            isSubsampled: isSubsampled,
            takesNearest: settings.mode == .fast
        )
        RingTables.within(parameters.searchRadius).withRings { rings in
            unsafe picture.withWords { words in
                unsafe trimap.foreground.words.withUnsafeBufferPointer { bits in
                    let field = unsafe SampleField(
                        picture: words.start,
                        width: picture.width,
                        height: picture.height,
                        samples: bits.start,
                        rings: rings
                    )
                    body(
                        TwoColorUnmixing(
                            field,
                            of: trimap,
                            palette: palette,
                            parameters: parameters,
                            noise: screen.noise
                        )
                    )
                }
            }
        }
    }
}

extension StraightImage {
    /// Clears the background, unmixes translucent pixels, and changes edges.
    ///
    /// `restored` is the image that the trimap was found in; nil for this one. Returns the clear
    /// pixels, and the partial ones if all were opaque before.
    mutating func apply(
        _ changes: [Matting.Step],
        _ trimap: Trimap,
        restored: StraightImage?
    ) -> (clear: BitMask, partial: BitMask) {
        var clear = trimap.background
        self.clear(clear)
        var partial = BitMask(width: width, height: height)
        trimap.translucency.unmix(from: restored, in: &self, &clear, &partial)
        let removed = trimap.removedShadows
        if !removed.isEmpty {
            self.clear(removed)
            clear |= removed
            partial.subtract(removed)
        }
        for step in changes { apply(step, &clear, &partial) }
        return (clear, partial.subtracting(clear))
    }

    /// Changes pixels, the groups in parallel.
    mutating func apply(
        _ changes: Matting.Step,
        _ clear: inout BitMask,
        _ partial: inout BitMask
    ) {
        if changes.isEmpty { return }
        let (width, area, stride) = (self.width, size.area, clear.stride)
        func write(_ pixels: UnsafeMutablePointer<StraightPixel>, _ clear: Bits, _ partial: Bits) {
            _ = inParts(changes.count, pixels: area / changes.count) { group in
                for change in changes[group] {
                    let (x, y, alpha) = (change.x, change.y, change.pixel.a)
                    unsafe pixels[y &* width &+ x] = change.pixel
                    let word = y &* stride &+ x &>> 6
                    let bit: UInt64 = 1 &<< UInt64(x & 63)
                    if alpha == 0 {
                        unsafe clear[word] |= bit
                    } else {
                        unsafe clear[word] &= ~bit
                    }
                    if alpha == 0 || alpha == 255 {
                        unsafe partial[word] &= ~bit
                    } else {
                        unsafe partial[word] |= bit
                    }
                }
            }
        }
        unsafe withMutablePixels { unsafe write($0.start, &clear.words, &partial.words) }
    }

    private mutating func clear(_ cleared: BitMask) {
        let size = self.size
        unsafe withMutablePixels { pixels in
            _ = inRowBands(size.height, width: size.width) { rows in
                for y in rows {
                    for column in 0..<cleared.stride {
                        var word = cleared.words[y &* cleared.stride &+ column]
                        if word == 0 { continue }
                        let start = unsafe pixels.start + (y &* size.width &+ column &* 64)
                        if word == ~0 {
                            unsafe start.update(repeating: .clear, count: 64)
                            continue
                        }
                        while word != 0 {
                            unsafe start[word.trailingZeroBitCount] = .clear
                            word &= word &- 1
                        }
                    }
                }
            }
        }
    }
}
