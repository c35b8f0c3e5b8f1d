package import Raster

/// Turns what is known about a picture's regions into color and alpha.
package struct Separation {
    /// What is looked at; opaque pixels are copied from elsewhere.
    let picture: StraightImage
    let screen: Screen
    let regions: Regions
    let settings: KeySettings

    package init(
        picture: StraightImage,
        screen: Screen,
        regions: Regions,
        settings: KeySettings
    ) {
        self.picture = picture
        self.screen = screen
        self.regions = regions
        self.settings = settings
    }

    private var isSubsampled: Bool { regions.isSubsampled }

    private var tactics: Tactics {
        var tactics: Tactics =
            isSubsampled ? .subsampled(noise: screen.noise) : .clean(noise: screen.noise)
        tactics.takesNearest = settings.mode == .fast
        return tactics
    }

    /// What the pixels at edges become; a later change of the same pixel counts.
    ///
    /// The background and `regions.greens.veils` are not among them: see `apply`.
    package func changes() -> [Change] {
        let palette =
            settings.mode == .fast ? [] : frequentColors(of: picture, at: regions.samples)
        var changes: [Change] = []
        changes.reserveCapacity(regions.near.count + regions.secondRing.count / 4)
        withSolver(palette) { solver, tactics in
            func put(_ x: Int, _ y: Int, _ pixel: StraightPixel) {
                changes.append(
                    Change(
                        x: Int32(truncatingIfNeeded: x),
                        y: Int32(truncatingIfNeeded: y),
                        pixel: pixel
                    )
                )
            }
            var mixtures = EdgeMixtures(
                tactics.limits(noise: screen.noise),
                radius: tactics.searchRadius,
                over: screen.color
            )
            regions.veilEdges.visit { x, y in
                if let answer = solver.solveAtVeil(x, y, over: screen(x, y)) {
                    put(x, y, answer.pixel)
                }
            }
            solver.solve(
                regions.secondRing,
                over: screen,
                below: tactics.greatestCostBehind,
                using: &mixtures
            ) { x, y, answer in
                guard answer.cost < tactics.greatestCostBehind, answer.alpha < 0.90 else { return }
                put(x, y, answer.pixel)
            }
            if isSubsampled {
                func putSharpened(_ x: Int, _ y: Int, _ answer: EdgeSolver.Answer) {
                    let pixel = StraightPixel(
                        answer.color,
                        alpha: tactics.stretched(answer.alpha),
                        isLimited: !answer.isExplained
                    )
                    put(x, y, withoutForeignGreen(pixel, x, y))
                }
                var window = SharpeningWindow(over: regions.background)
                solver.solve(regions.near, over: screen, using: &mixtures) { x, y, answer in
                    window.add(x, y, answer, putSharpened)
                }
                window.finish(putSharpened)
            } else {
                solver.solve(regions.near, over: screen, using: &mixtures) { x, y, answer in
                    // What shows the art alone stays bit for bit.
                    if answer.alpha <= 1 - tactics.highAlpha { put(x, y, answer.pixel) }
                }
            }
        }
        return changes
    }

    /// What a pixel becomes.
    package struct Change {
        package let x: Int32
        package let y: Int32
        package let pixel: StraightPixel
    }

    private func withSolver(
        _ palette: [SIMD4<Float>],
        _ body: (EdgeSolver, Tactics) -> Void
    ) {
        let tactics = tactics
        unsafe picture.withWords { words in
            unsafe regions.samples.words.withUnsafeBufferPointer { bits in
                let solver = unsafe EdgeSolver(
                    picture: words.start,
                    samples: regions.samples,
                    sampleBits: bits.start,
                    veils: regions.veilCores,
                    thinSamples: regions.thinSamples,
                    palette: palette,
                    tactics: tactics,
                    noise: screen.noise
                )
                body(solver, tactics)
            }
        }
    }
}

extension StraightImage {
    /// Clears the background, takes the screen out of what is see-through, and changes edges.
    ///
    /// - Parameters:
    ///   - changes: at edges.
    ///   - regions: the background, and what is see-through.
    ///   - restored: what the regions were found in; nil when it is this picture.
    ///   - inPlace: whether the memory may be written.
    /// - Returns: the pixels of alpha 0, and how many are neither clear nor opaque when all were
    ///   opaque before.
    mutating func apply(
        _ changes: [Separation.Change],
        _ regions: Regions,
        restored: StraightImage?,
        inPlace: Bool
    ) -> (clear: BitPlane, partial: Int) {
        var clear = regions.background
        if inPlace { self.clear(clear) } else { self = clearing(clear) }
        var partial = BitPlane(width: width, height: height)
        regions.greens.takeScreen(from: restored, in: &self, &clear, &partial)
        let (width, stride) = (self.width, clear.stride)
        unsafe withMutablePixels { pixels in
            unsafe clear.words.withUnsafeMutableBufferPointer { clear in
                unsafe partial.words.withUnsafeMutableBufferPointer { partial in
                    for change in changes {
                        let (x, y, alpha) = (Int(change.x), Int(change.y), change.pixel.a)
                        unsafe pixels[y &* width &+ x] = change.pixel
                        let word = y &* stride &+ x &>> 6
                        let bit: UInt64 = 1 &<< UInt64(x & 63)
                        if alpha == 0 { unsafe clear[word] |= bit }
                        if alpha == 0 || alpha == 255 {
                            unsafe partial[word] &= ~bit
                        } else {
                            unsafe partial[word] |= bit
                        }
                    }
                }
            }
        }
        return (clear, partial.subtracting(clear).count)
    }

    private mutating func clear(_ cleared: BitPlane) {
        let size = self.size
        unsafe withMutablePixels { pixels in
            for y in 0..<size.height {
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

    /// This image with some pixels cleared.
    private func clearing(_ cleared: BitPlane) -> StraightImage {
        unsafe withPixels { source in
            unsafe StraightImage(size: size) { target in
                for y in 0..<height {
                    for column in 0..<cleared.stride {
                        let word = cleared.words[y &* cleared.stride &+ column]
                        let start = y &* width &+ column &* 64
                        let count = min(64, width &- column &* 64)
                        let to = unsafe target.start + start
                        let from = unsafe source.start + start
                        if word == 0 {
                            unsafe to.initialize(from: from, count: count)
                        } else if word == ~0 {
                            unsafe to.initialize(repeating: .clear, count: count)
                        } else {
                            for index in 0..<count {
                                let isCleared = word &>> UInt64(index) & 1 != 0
                                unsafe to[index] = isCleared ? .clear : from[index]
                            }
                        }
                    }
                }
            }
        }
    }
}
