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
                regions.near.visit { x, y in
                    let answer = solver.solve(x, y, over: screen(x, y))
                    var alpha = answer.alpha
                    if isSubsampled, !regions.band[x, y] { alpha = 1 }
                    result[x, y] = rounded(
                        alpha,
                        answer.color,
                        isLimited: !answer.isExplained,
                        tactics
                    )
                }
            }
        }
        return result
    }

    private func rounded(
        _ alpha: Float,
        _ color: SIMD4<Float>,
        isLimited: Bool,
        _ tactics: Tactics
    ) -> StraightPixel {
        var alpha = alpha
        if alpha < tactics.lowAlpha { return .clear }
        if alpha > 1 - tactics.highAlpha {
            alpha = 1
        } else if tactics.lowAlpha > 0.02 {
            alpha = (alpha - tactics.lowAlpha) / (1 - tactics.lowAlpha - tactics.highAlpha)
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
