package import Raster

/// One picture on its way through `best` or `fast`.
package struct KeyJob {
    let settings: KeySettings
    let hints: KeyHints

    package init(settings: KeySettings, hints: KeyHints = KeyHints()) {
        self.settings = settings
        self.hints = hints
    }

    /// What is known before colors and alphas are worked out; channels in order.
    package struct Findings {
        package let screen: Screen
        /// See-through pixels laid over the screen.
        package let composited: StraightImage
        /// The same with the chroma that the file format lost.
        package let picture: StraightImage
        package let trimap: Trimap
        package let report: KeyReport
    }

    /// Keys a picture; with a `study`, which gets what was found, no more than that is done.
    ///
    /// Without `inPlace` the memory that it has is taken for somebody else's, too.
    package func run(
        on image: inout StraightImage,
        inPlace: Bool,
        study: ((Findings) -> Void)? = nil
    ) -> KeyReport {
        var report = KeyReport(mode: settings.mode)
        let declared: RGB?
        switch settings.key {
        case .color(let color): declared = color
        case .auto: declared = borderColor(of: image)
        }
        let order = declared.map { ChannelOrder(forKey: $0) } ?? .identity
        var inPlace = inPlace
        if order != .identity {
            order.turn(&image)
            inPlace = true
        }
        guard let declared,
            let screen = ScreenFinder(image: image, declared: order(declared)).find()
        else {
            order.turn(&image)
            report.count(image)
            return report
        }
        report.screen = describe(screen, declared: declared, order: order)
        var classes = PixelClasses(image, screen: screen)
        if !classes.isOpaque {
            image.lay(over: screen)
            inPlace = true
            classes = PixelClasses(image, screen: screen)
        }
        report.isPixelArt = looksLikePixelArt(image, classes)
        let sampling = subsampling(
            of: image,
            classes,
            screen,
            order(declared),
            isPixelArt: report.isPixelArt
        )
        report.hasSubsampledChroma = sampling != .none
        let keep = settings.keep.map { order($0) }
        if let study {
            study(look(at: image, classes, sampling, screen, report, keep))
            return report
        }
        let (changes, trimap, restored) = separate(
            image,
            classes,
            sampling,
            screen,
            report,
            keep
        )
        var (clear, partial) = image.apply(
            changes,
            trimap,
            restored: restored,
            inPlace: inPlace
        )
        partial -= image.despeckle(trimap, over: screen, &clear)
        image.finish(&clear, settings: settings)
        if settings.erode == 0, settings.feather == 0 {
            report.count(
                clear: clear,
                opaque: image.size.area - clear.count - partial
            )
        } else {
            report.count(image)
        }
        report.measure(
            image,
            clear: clear,
            screen: screen,
            order: .identity,
            doubtful: trimap.translucency.ambiguous
        )
        order.turn(&image)
        // The negative of no color is white.
        if order.isInverted { image.bleedColors(reach: settings.edge) }
        return report
    }

    /// What becomes of a picture's pixels, and the picture with the chroma that it lost, if any.
    ///
    /// Nothing here keeps the picture itself, so that it may be changed in its memory afterward.
    private func separate(
        _ image: StraightImage,
        _ classes: PixelClasses,
        _ sampling: ChromaSubsampling,
        _ screen: Screen,
        _ report: KeyReport,
        _ keep: [RGB]
    ) -> ([Matting.Change], Trimap, restored: StraightImage?) {
        let found = look(at: image, classes, sampling, screen, report, keep)
        let matting = Matting(
            picture: found.picture,
            screen: screen,
            trimap: found.trimap,
            settings: settings
        )
        return (matting.changes(), found.trimap, sampling == .none ? nil : found.picture)
    }

    private func look(
        at image: StraightImage,
        _ classes: PixelClasses,
        _ sampling: ChromaSubsampling,
        _ screen: Screen,
        _ report: KeyReport,
        _ keep: [RGB]
    ) -> Findings {
        var picture = image
        var classes = classes
        if sampling != .none {
            picture = ChromaUpsampler(image: image, sampling: sampling).restored()
            classes = PixelClasses(
                restored: picture,
                screen: screen,
                threshold: Float(settings.threshold)
            )
        }
        let trimap = Trimap(
            picture,
            classes,
            screen: screen,
            settings: settings,
            isPixelArt: report.isPixelArt,
            keep: keep
        )
        return Findings(
            screen: screen,
            composited: image,
            picture: picture,
            trimap: trimap,
            report: report
        )
    }

    private func subsampling(
        of image: StraightImage,
        _ classes: PixelClasses,
        _ screen: Screen,
        _ declared: RGB,
        isPixelArt: Bool
    ) -> ChromaSubsampling {
        if let known = hints.chromaSubsampling { return known }
        if isPixelArt { return .none }
        // JPEG leaves neither the color of a drawn screen as it was nor all of what is beside the art.
        let color = StraightPixel(r: declared.r, g: declared.g, b: declared.b)
        if settings.key != .auto, screen.isFlat, screen.color == TwoColorUnmixing.color(color),
            isDrawn(classes.screen, of: image, in: color)
        {
            return .none
        }
        return hasBlurredChroma(image, beside: classes.screen) ? .quarter : .none
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
    /// Lays see-through pixels over the screen; opaque ones stay as they are.
    mutating func lay(over screen: Screen) {
        func mix(_ color: UInt8, _ behind: Float, _ alpha: UInt8) -> UInt8 {
            let share = Float(alpha) / 255
            return byte(Float(color) * share + behind * (1 - share))
        }
        for y in 0..<height {
            for x in 0..<width where self[x, y].a != 255 {
                let pixel = self[x, y]
                let behind = screen(x, y)
                self[x, y] = StraightPixel(
                    r: mix(pixel.r, behind.x, pixel.a),
                    g: mix(pixel.g, behind.y, pixel.a),
                    b: mix(pixel.b, behind.z, pixel.a)
                )
            }
        }
    }
}
