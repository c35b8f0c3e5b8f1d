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

    /// What is known before colors and alphas are worked out; channels in order.
    struct Findings {
        let screen: Screen
        /// See-through pixels laid over the screen.
        let covered: StraightImage
        /// The same with the chroma that the file format lost.
        let picture: StraightImage
        let regions: Regions
        let report: KeyReport
    }

    /// Keys the picture; with a `study`, which gets what was found, no more than that is done.
    func run(_ study: ((Findings) -> Void)? = nil) -> KeyedImage {
        var report = KeyReport(mode: settings.mode)
        let declared: RGB?
        switch settings.key {
        case .color(let color): declared = color
        case .auto: declared = borderColor(of: original)
        }
        guard let declared else { return unchanged(report) }
        let order = ChannelOrder(forKey: declared)
        let turned = order(original)
        guard let screen = ScreenFinder(image: turned, declared: order(declared)).find() else {
            return unchanged(report)
        }
        report.screen = describe(screen, declared: declared, order: order)
        var covered = turned
        var classes = PixelClasses(covered, screen: screen)
        if !classes.isOpaque {
            covered = turned.laid(over: screen)
            classes = PixelClasses(covered, screen: screen)
        }
        report.isPixelArt = looksLikePixelArt(covered, classes)
        let sampling = subsampling(of: covered, classes, isPixelArt: report.isPixelArt)
        report.hasSubsampledChroma = sampling != .none
        var picture = covered
        if sampling != .none {
            picture = ChromaRestorer(image: covered, sampling: sampling).restored()
            classes = PixelClasses(
                restored: picture,
                screen: screen,
                threshold: Float(settings.threshold)
            )
        }
        let regions = Regions(
            picture,
            classes,
            screen: screen,
            settings: settings,
            isPixelArt: report.isPixelArt,
            keep: settings.keep.map { order($0) },
            listsAllGreens: study != nil
        )
        if let study {
            study(
                Findings(
                    screen: screen,
                    covered: covered,
                    picture: picture,
                    regions: regions,
                    report: report
                )
            )
            return unchanged(report)
        }
        var (result, clear) = Separation(
            picture: picture,
            screen: screen,
            regions: regions,
            settings: settings
        ).separated(from: covered)
        result.finish(&clear, settings: settings)
        report.count(result)
        report.measure(
            result,
            clear: clear,
            screen: screen,
            order: .identity,
            doubtful: regions.doubtfulPixels
        )
        return KeyedImage(image: order(result), report: report)
    }

    /// What comes out when there is no screen.
    private func unchanged(_ report: KeyReport) -> KeyedImage {
        var report = report
        report.count(original)
        return KeyedImage(image: original, report: report)
    }

    private func subsampling(
        of image: StraightImage,
        _ classes: PixelClasses,
        isPixelArt: Bool
    ) -> ChromaSubsampling {
        if let known = hints.chromaSubsampling { return known }
        return !isPixelArt && hasBlurredChroma(image, beside: classes.screen) ? .quarter : .none
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

    /// See-through pixels laid over the screen; opaque ones as they are.
    func laid(over screen: Screen) -> StraightImage {
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
