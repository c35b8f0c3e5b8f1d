import Raster

/// One picture on its way through `best` or `fast`.
struct KeyJob {
    private let original: StraightImage
    private let settings: KeySettings
    private let hints: KeyHints

    init(_ image: StraightImage, settings: KeySettings, hints: KeyHints) {
        original = image
        self.settings = settings
        self.hints = hints
    }

    func run() -> KeyedImage {
        var report = KeyReport(mode: settings.mode)
        let declared: RGB?
        switch settings.key {
        case .color(let color): declared = color
        case .auto: declared = borderColor(of: original)
        }
        guard let declared else { return KeyedImage(image: original, report: report) }
        let order = ChannelOrder(forKey: declared)
        let turned = order(original)
        guard let screen = ScreenFinder(image: turned, declared: order(declared)).find() else {
            return KeyedImage(image: original, report: report)
        }
        report.screen = describe(screen, declared: declared, order: order)
        let covered = turned.laid(over: screen)
        let sampling = hints.chromaSubsampling ?? .none
        let isSubsampled = sampling != .none
        report.hasSubsampledChroma = isSubsampled
        let picture =
            isSubsampled
            ? ChromaRestorer(image: covered, sampling: sampling).restored() : covered
        var (result, clear) = separate(picture, from: covered, screen, isSubsampled: isSubsampled)
        result.bleed(clear, reach: settings.edge)
        report.count(result)
        return KeyedImage(image: order(result), report: report)
    }

    private func describe(
        _ screen: Screen,
        declared: RGB,
        order: ChannelOrder
    ) -> KeyReport.Screen {
        let color = order(RGB(byte(screen.color.x), byte(screen.color.y), byte(screen.color.z)))
        let distance =
            settings.key == .auto
            ? 0
            : max(
                abs(Int(color.r) - Int(declared.r)),
                abs(Int(color.g) - Int(declared.g)),
                abs(Int(color.b) - Int(declared.b))
            )
        return KeyReport.Screen(
            color: color,
            isFlat: screen.isFlat,
            noise: Double(screen.noise),
            distanceToDeclared: distance
        )
    }

    /// Looks at `picture`, and copies opaque pixels from `covered`.
    private func separate(
        _ picture: StraightImage,
        from covered: StraightImage,
        _ screen: Screen,
        isSubsampled: Bool
    ) -> (StraightImage, clear: BitPlane) {
        let regions = Regions(
            picture,
            screen: screen,
            isSubsampled: isSubsampled,
            threshold: Float(settings.threshold),
            smoothing: Float(settings.smoothing),
            isFast: settings.mode == .fast
        )
        var tactics: Tactics =
            isSubsampled ? .subsampled(noise: screen.noise) : .clean(noise: screen.noise)
        tactics.takesNearest = settings.mode == .fast
        var result = covered.clearing(regions.background)
        var clear = regions.background
        let before = isSubsampled ? result : nil
        unsafe result.withMutablePixels { output in
            func put(_ x: Int, _ y: Int, _ pixel: StraightPixel) {
                unsafe output[y &* picture.width &+ x] = pixel
                if pixel.a == 0 { clear[x, y] = true }
            }
            unsafe picture.withPixels { pixels in
                unsafe pixels.withMemoryRebound(to: UInt32.self) { words in
                    unsafe regions.samples.words.withUnsafeBufferPointer { bits in
                        guard let words = words.baseAddress, let bits = bits.baseAddress else {
                            return
                        }
                        let solver = unsafe EdgeSolver(
                            picture: words,
                            sampleColors: words,
                            samples: regions.samples,
                            sampleBits: bits,
                            veils: regions.veilCores,
                            palette: settings.mode == .fast
                                ? [] : frequentColors(of: picture, at: regions.samples),
                            tactics: tactics,
                            noise: screen.noise
                        )
                        for veil in regions.veils {
                            let pixel = EdgeSolver.color(
                                unsafe words[veil.y * picture.width + veil.x]
                            )
                            let behind = screen(veil.x, veil.y)
                            let evidence = Evidence(pixel, over: behind)
                            let alpha = evidence.veil + (1 - evidence.veil) * veil.solid
                            let color = behind + (pixel - behind) / max(alpha, 1e-3)
                            put(veil.x, veil.y, rounded(alpha, color, isLimited: veil.solid < 0.5))
                        }
                        regions.veilEdges.visit { x, y in
                            if let answer = solver.solveAtVeil(x, y, over: screen(x, y)) {
                                put(x, y, rounded(answer.alpha, answer.color, isLimited: false))
                            }
                        }
                        var answers: [EdgeSolver.Answer] = []
                        regions.near.visit { x, y in
                            var answer = solver.solve(x, y, over: screen(x, y))
                            if isSubsampled, !regions.band[x, y] { answer.alpha = 1 }
                            answers.append(answer)
                        }
                        if let before { sharpen(&answers, regions, before) }
                        var index = 0
                        regions.near.visit { x, y in
                            let answer = answers[index]
                            index += 1
                            // What shows the art alone stays bit for bit.
                            if !isSubsampled, answer.alpha > 1 - tactics.highAlpha { return }
                            put(
                                x,
                                y,
                                rounded(
                                    isSubsampled ? tactics.stretched(answer.alpha) : answer.alpha,
                                    answer.color,
                                    isLimited: !answer.isExplained
                                )
                            )
                        }
                    }
                }
            }
        }
        return (result, clear)
    }

    /// Gives blurred silhouettes the slope of drawn ones: a step, or one pixel of half cover.
    private func sharpen(
        _ answers: inout [EdgeSolver.Answer],
        _ regions: Regions,
        _ result: StraightImage
    ) {
        let (width, height) = (result.width, result.height)
        var alphas = result.pixels.map { Float($0.a) / 255 }
        var index = 0
        regions.near.visit { x, y in
            alphas[y * width + x] = answers[index].alpha
            index += 1
        }
        func alpha(_ x: Int, _ y: Int) -> Float {
            alphas[min(max(y, 0), height - 1) * width + min(max(x, 0), width - 1)]
        }
        index = 0
        regions.near.visit { x, y in
            defer { index += 1 }
            guard regions.band[x, y] else { return }
            let across = (alpha(x + 1, y) - alpha(x - 1, y)) / 2
            let down = (alpha(x, y + 1) - alpha(x, y - 1)) / 2
            let slope = (across * across + down * down).squareRoot()
            guard slope < 0.5 else { return }
            var low: Float = 1
            var high: Float = 0
            let r = 2
            for py in y - r...y + r {
                for px in x - r...x + r {
                    low = min(low, alpha(px, py))
                    high = max(high, alpha(px, py))
                }
            }
            guard low < 0.1, high > 0.9 else { return }
            let factor = min(2, 0.5 / max(slope, 0.05))
            answers[index].alpha = min(max(0.5 + (answers[index].alpha - 0.5) * factor, 0), 1)
        }
    }

    private func rounded(
        _ alpha: Float,
        _ color: SIMD4<Float>,
        isLimited: Bool
    ) -> StraightPixel {
        if alpha < 1.5 / 255 { return .clear }
        let alpha = alpha > 1 - 1.5 / 255 ? 1 : alpha
        var pixel = StraightPixel(
            r: byte(color.x),
            g: byte(color.y),
            b: byte(color.z),
            a: byte(alpha * 255)
        )
        if isLimited { pixel.g = min(pixel.g, max(pixel.r, pixel.b)) }
        return pixel.a == 0 ? .clear : pixel
    }
}

extension StraightImage {
    var isOpaque: Bool {
        unsafe withPixels { pixels in
            for y in 0..<height {
                var all: UInt8 = 255
                for index in y &* width..<(y &+ 1) &* width { all &= unsafe pixels[index].a }
                if all != 255 { return false }
            }
            return true
        }
    }

    /// This image with some pixels cleared.
    func clearing(_ cleared: BitPlane) -> StraightImage {
        unsafe withPixels { source in
            unsafe StraightImage(size: size) { target in
                for y in 0..<height {
                    for column in 0..<cleared.stride {
                        let word = cleared.words[y &* cleared.stride &+ column]
                        let start = y &* width &+ column &* 64
                        let count = min(64, width &- column &* 64)
                        let to = unsafe target.baseAddress! + start
                        let from = unsafe source.baseAddress! + start
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

    /// See-through pixels laid over the screen; opaque ones as they are.
    func laid(over screen: Screen) -> StraightImage {
        if isOpaque { return self }
        var result = self
        func mix(_ color: UInt8, _ behind: Float, _ alpha: UInt8) -> UInt8 {
            let share = Float(alpha) / 255
            return byte(Float(color) * share + behind * (1 - share))
        }
        for y in 0..<height {
            for x in 0..<width where self[x, y].a != 255 {
                let pixel = self[x, y]
                let behind = screen(x, y)
                result[x, y] = StraightPixel(
                    r: mix(pixel.r, behind.x, pixel.a),
                    g: mix(pixel.g, behind.y, pixel.a),
                    b: mix(pixel.b, behind.z, pixel.a)
                )
            }
        }
        return result
    }
}
