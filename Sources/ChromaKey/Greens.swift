import Raster

/// Pixels that lean to the screen's hue, away from the screen, and how solid they are.
package struct Greens {
    /// Pixels that are rather solid.
    package let solid: BitPlane
    /// Pixels whose alpha is less than 1.
    package let veils: BitPlane
    /// Pixels that are rather not solid, and quite see-through.
    package let thin: BitPlane
    /// Pixels whose solidity is within 0.05 of the threshold.
    let doubtful: Int

    private let asked: BitPlane
    private let screen: Screen
    private let scale: Scale
    /// Empty when every pixel stands for itself.
    private let runs: [GreenAreas.Run]

    /// How scores become shares.
    private struct Scale {
        let threshold: Float
        let low: Float
        let width: Float
        let ownShare: Float
        let areaShare: Float

        var kernels: Veils {
            Veils(
                low: low,
                width: width,
                threshold: threshold,
                ownShare: ownShare,
                areaShare: areaShare
            )
        }

        func score(own: Float, area: Float) -> Float { ownShare * own + areaShare * area }

        /// How solid, 0...1: a Hermite step.
        func share(_ score: Float) -> Float {
            let t = min(max((score - low) / width, 0), 1)
            return t * t * (3 - 2 * t)
        }
    }

    /// No greens.
    init(width: Int, height: Int, over screen: Screen) {
        solid = BitPlane(width: width, height: height)
        (veils, thin, asked) = (solid, solid, solid)
        doubtful = 0
        runs = []
        self.screen = screen
        scale = Scale(threshold: 0, low: 0, width: 1, ownShare: 1, areaShare: 0)
    }

    /// - Parameters:
    ///   - asked: the pixels.
    ///   - picture: of the plane's size.
    ///   - screen: what is behind the pixels.
    ///   - settings: threshold and smoothing.
    ///   - areas: the pixels' areas; nil when every pixel stands for itself.
    init(
        _ asked: BitPlane,
        of picture: StraightImage,
        over screen: Screen,
        settings: KeySettings,
        areas: GreenAreas?
    ) {
        let (threshold, smoothing) = (Float(settings.threshold), Float(settings.smoothing))
        let (low, high) = (threshold - smoothing / 2, threshold + smoothing / 2)
        let areaShare = areas == nil ? 0 : GreenAreas.share
        scale = Scale(
            threshold: threshold,
            low: low,
            width: max(high - low, 1e-4),
            ownShare: 1 - areaShare,
            areaShare: areaShare
        )
        self.asked = asked
        self.screen = screen
        runs = areas?.runs ?? []
        var solid = BitPlane(width: asked.width, height: asked.height)
        var (veils, thin) = (solid, solid)
        let rows = GreenRows(asked, runs, over: screen)
        let decide = KernelChoice.usesReference ? Greens.decideOneByOne : Greens.decide
        let doubtful = decide(rows, scale, picture, &solid, &veils, &thin)
        (self.solid, self.veils, self.thin, self.doubtful) = (solid, veils, thin, doubtful)
    }

    /// Calls `body` with each green and what is compared with the threshold, row by row.
    func visit(
        _ picture: StraightImage,
        _ body: (_ x: Int, _ y: Int, _ score: Float, _ evidence: Evidence) -> Void
    ) {
        Greens.visit(asked, runs) { x, y, area in
            let evidence = Evidence(EdgeSolver.color(picture[x, y]), over: screen(x, y))
            body(x, y, scale.score(own: evidence.solidity, area: area), evidence)
        }
    }

    /// Takes the screen out of the veils of `picture`; the results go into `image`, which may be it.
    ///
    /// - Parameters:
    ///   - picture: what the greens were found in; nil when it is `image`.
    ///   - image: of the same size.
    ///   - clear: gets a bit for each pixel that has alpha 0 then.
    ///   - partial: gets a bit for each pixel whose alpha is neither that nor 255.
    func takeScreen(
        from picture: StraightImage?,
        in image: inout StraightImage,
        _ clear: inout BitPlane,
        _ partial: inout BitPlane
    ) {
        if veils.isEmpty { return }
        if KernelChoice.usesReference {
            visit(picture ?? image) { x, y, score, evidence in
                guard veils[x, y] else { return }
                let pixel = seen(picture?[x, y] ?? image[x, y], x, y, score, evidence)
                image[x, y] = pixel
                if pixel.a == 0 { clear[x, y] = true }
                if pixel.a != 0, pixel.a != 255 { partial[x, y] = true }
            }
            return
        }
        var rows = GreenRows(veils, runs, over: screen)
        let (kernels, stride, size) = (scale.kernels, veils.stride, image.size)
        unsafe image.withMutableWords { target in
            unsafe veils.words.withUnsafeBufferPointer { veils in
                unsafe clear.words.withUnsafeMutableBufferPointer { clear in
                    unsafe partial.words.withUnsafeMutableBufferPointer { partial in
                        func run(_ source: UnsafePointer<UInt32>) {
                            while let y = rows.next() {
                                let (first, word) = (y &* size.width, y &* stride)
                                unsafe kernels.takeScreen(
                                    from: source + first,
                                    available: size.area &- first,
                                    rows.beside,
                                    to: target.start + first,
                                    count: stride,
                                    veils: veils.start + word,
                                    clear: clear.start + word,
                                    partial: partial.start + word
                                )
                            }
                        }
                        if let picture {
                            unsafe picture.withWords { unsafe run($0.start) }
                        } else {
                            unsafe run(UnsafePointer(target.start))
                        }
                    }
                }
            }
        }
    }

    private static func decideOneByOne(
        _ rows: GreenRows,
        _ scale: Scale,
        _ picture: StraightImage,
        _ solid: inout BitPlane,
        _ veils: inout BitPlane,
        _ thin: inout BitPlane
    ) -> Int {
        var doubtful = 0
        let screen = rows.screen
        visit(rows.plane, rows.runs) { x, y, area in
            let evidence = Evidence(EdgeSolver.color(picture[x, y]), over: screen(x, y))
            let score = scale.score(own: evidence.solidity, area: area)
            let share = scale.share(score)
            let off = score - scale.threshold
            if off * off < 0.0025 { doubtful += 1 }
            if share > 0.5 { solid[x, y] = true }
            if share < 1 { veils[x, y] = true }
            if share < 0.5, evidence.veil < 0.97 { thin[x, y] = true }
        }
        return doubtful
    }

    private static func decide(
        _ rows: GreenRows,
        _ scale: Scale,
        _ picture: StraightImage,
        _ solid: inout BitPlane,
        _ veils: inout BitPlane,
        _ thin: inout BitPlane
    ) -> Int {
        var rows = rows
        var doubtful = 0
        let kernels = scale.kernels
        let (width, stride) = (picture.width, solid.stride)
        unsafe picture.withWords { pixels in
            unsafe rows.plane.words.withUnsafeBufferPointer { asked in
                unsafe solid.words.withUnsafeMutableBufferPointer { solid in
                    unsafe veils.words.withUnsafeMutableBufferPointer { veils in
                        unsafe thin.words.withUnsafeMutableBufferPointer { thin in
                            while let y = rows.next() {
                                let word = y &* stride
                                doubtful += unsafe kernels.decide(
                                    pixels.start + y &* width,
                                    available: pixels.count &- y &* width,
                                    rows.beside,
                                    count: stride,
                                    greens: asked.start + word,
                                    solid: solid.start + word,
                                    veils: veils.start + word,
                                    thin: thin.start + word
                                )
                            }
                        }
                    }
                }
            }
        }
        return doubtful
    }

    /// Calls `body` with each pixel and its area's score, row by row.
    private static func visit(
        _ plane: BitPlane,
        _ runs: [GreenAreas.Run],
        _ body: (_ x: Int, _ y: Int, _ area: Float) -> Void
    ) {
        if runs.isEmpty { plane.visit { x, y in body(x, y, 0) } }
        for run in runs {
            for x in run.start..<run.end { body(x, run.y, run.score) }
        }
    }

    private func seen(
        _ pixel: StraightPixel,
        _ x: Int,
        _ y: Int,
        _ score: Float,
        _ evidence: Evidence
    ) -> StraightPixel {
        let share = scale.share(score)
        let behind = screen(x, y)
        let alpha = evidence.veil + (1 - evidence.veil) * share
        let color = behind + (EdgeSolver.color(pixel) - behind) / max(alpha, 1e-3)
        return StraightPixel(color, alpha: alpha, isLimited: share < 0.5)
    }
}

/// Goes through the rows of a plane that have pixels.
private struct GreenRows {
    let plane: BitPlane
    let runs: [GreenAreas.Run]
    let screen: Screen
    /// What is beside the pixels of the present row.
    private(set) var beside: Veils.Surroundings
    private var y = -1
    private var run = 0

    init(_ plane: BitPlane, _ runs: [GreenAreas.Run], over screen: Screen) {
        self.plane = plane
        self.runs = runs
        self.screen = screen
        beside = Veils.Surroundings(width: plane.width, over: screen.color)
    }

    mutating func next() -> Int? {
        let stride = plane.stride
        repeat {
            y += 1
            if y == plane.height { return nil }
        } while !plane.words[y &* stride..<(y &+ 1) &* stride].contains { $0 != 0 }
        while run < runs.count, runs[run].y <= y {
            let here = runs[run]
            run += 1
            if here.y < y { continue }
            for x in here.start..<here.end { beside.area[x] = here.score }
        }
        if screen.isFlat { return y }
        for column in 0..<stride where plane.words[y &* stride &+ column] != 0 {
            for x in column &* 64..<min(column &* 64 &+ 64, plane.width) {
                let behind = screen(x, y)
                beside.red[x] = behind.x
                beside.green[x] = behind.y
                beside.blue[x] = behind.z
            }
        }
        return y
    }
}
