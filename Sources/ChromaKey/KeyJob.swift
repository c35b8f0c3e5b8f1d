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
        var result = separate(picture, from: covered, screen, isSubsampled: isSubsampled)
        result.bleed(reach: settings.edge)
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
    ) -> StraightImage {
        let regions = Regions(
            picture,
            screen: screen,
            isSubsampled: isSubsampled,
            threshold: Float(settings.threshold),
            smoothing: Float(settings.smoothing)
        )
        let tactics: Tactics =
            isSubsampled ? .subsampled(noise: screen.noise) : .clean(noise: screen.noise)
        var result = covered
        unsafe picture.withPixels { pixels in
            unsafe pixels.withMemoryRebound(to: UInt32.self) { words in
                guard let words = words.baseAddress else { return }
                let solver = unsafe EdgeSolver(
                    picture: words,
                    sampleColors: words,
                    samples: regions.samples,
                    veils: regions.veilCores,
                    palette: frequentColors(of: picture, at: regions.samples),
                    tactics: tactics,
                    noise: screen.noise
                )
                regions.background.visit { x, y in result[x, y] = .clear }
                for veil in regions.veils {
                    let pixel = EdgeSolver.color(unsafe words[veil.y * picture.width + veil.x])
                    let behind = screen(veil.x, veil.y)
                    let evidence = Evidence(pixel, over: behind)
                    let alpha = evidence.veil + (1 - evidence.veil) * veil.solid
                    let color = behind + (pixel - behind) / max(alpha, 1e-3)
                    result[veil.x, veil.y] = rounded(
                        alpha,
                        color,
                        isLimited: veil.solid < 0.5,
                        tactics
                    )
                }
                regions.veilEdges.visit { x, y in
                    if let answer = solver.solveAtVeil(x, y, over: screen(x, y)) {
                        result[x, y] = rounded(
                            answer.alpha,
                            answer.color,
                            isLimited: false,
                            tactics
                        )
                    }
                }
                var answers: [EdgeSolver.Answer] = []
                regions.near.visit { x, y in
                    var answer = solver.solve(x, y, over: screen(x, y))
                    if isSubsampled, !regions.band[x, y] { answer.alpha = 1 }
                    answers.append(answer)
                }
                if isSubsampled { sharpen(&answers, regions, result) }
                var index = 0
                regions.near.visit { x, y in
                    let answer = answers[index]
                    index += 1
                    // What shows the art alone stays bit for bit.
                    if !isSubsampled, answer.alpha > 1 - tactics.highAlpha { return }
                    result[x, y] = rounded(
                        answer.alpha,
                        answer.color,
                        isLimited: !answer.isExplained,
                        tactics,
                        stretches: isSubsampled
                    )
                }
            }
        }
        return result
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
        isLimited: Bool,
        _ tactics: Tactics,
        stretches: Bool = false
    ) -> StraightPixel {
        var alpha = alpha
        let low = stretches ? tactics.lowAlpha : 1.5 / 255
        let high = stretches ? tactics.highAlpha : 1.5 / 255
        if alpha < low { return .clear }
        if alpha > 1 - high {
            alpha = 1
        } else if stretches {
            alpha = (alpha - low) / (1 - low - high)
        }
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
    /// See-through pixels laid over the screen; opaque ones as they are.
    func laid(over screen: Screen) -> StraightImage {
        guard pixels.contains(where: { $0.a != 255 }) else { return self }
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
