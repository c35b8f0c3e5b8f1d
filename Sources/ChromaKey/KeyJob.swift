package import Raster

/// One image on its way through `best` or `fast`.
package struct KeyJob {
    let settings: KeySettings
    let hints: KeyHints

    package init(settings: KeySettings, hints: KeyHints = KeyHints()) {
        self.settings = settings
        self.hints = hints
    }

    /// Keys an image, or, with a `study`, only passes to it what is known before color and alpha
    /// are computed.
    package func run(
        on image: inout StraightImage,
        study: ((Matting) -> Void)? = nil
    ) -> KeyReport {
        var report = KeyReport(mode: settings.mode)
        guard let (screen, described, order) = turnToScreen(&image) else {
            report.matte = study == nil ? repairMatte(of: &image, settings.matte) : nil
            report.count(image)
            return report
        }
        report.screen = described
        var classes = PixelClasses(image, screen: screen)
        if !classes.isOpaque {
            image.lay { x, y in screen(x, y) }
            classes = PixelClasses(image, screen: screen)
        }
        report.isPixelArt = looksLikePixelArt(image, classes)
        // The edges of pixel art are hard.
        let isBlurred =
            hints.chromaSubsampling == nil && !report.isPixelArt
            && hasBlurredChroma(image, beside: classes.screen, noise: screen.noise)
        let subject = Subject(
            screen: screen,
            classes: classes,
            isPixelArt: report.isPixelArt,
            sampling: hints.chromaSubsampling ?? (isBlurred ? .quarter : .none),
            keep: settings.keep.map { order($0) },
            clear: settings.clear.map { order($0) },
            order: order
        )
        report.hasSubsampledChroma = subject.sampling != .none
        if let study {
            study(analyze(image, subject))
            return report
        }
        matte(&image, subject, &report)
        order.turn(&image)
        // Bleeding in a negative would spread white.
        if order.isInverted { image.bleedColors(reach: settings.edge) }
        return report
    }

    /// What is known about an image once its screen is found; channels in order.
    private struct Subject {
        let screen: Screen
        let classes: PixelClasses
        let isPixelArt: Bool
        let sampling: ChromaSubsampling
        let keep: [RGB]
        let clear: [RGB]
        let order: ChannelOrder
    }

    /// Finds the color of the screen to be removed, much faster than keying; nil without a screen.
    ///
    /// Channels of `image` are swapped meanwhile, and restored.
    package func screenColor(in image: inout StraightImage) -> RGB? {
        guard let found = turnToScreen(&image) else { return nil }
        found.order.turn(&image)
        return found.described.color
    }

    /// Finds the screen and turns the channels to its color; without a screen they stay.
    private func turnToScreen(
        _ image: inout StraightImage
    ) -> (screen: Screen, described: KeyReport.Screen, order: ChannelOrder)? {
        image.roundAlphaUp()
        guard let declared = settings.key.declared(for: image) else { return nil }
        let order = ChannelOrder(forKey: declared)
        order.turn(&image)
        guard
            let screen = ScreenFinder(
                image: image,
                declared: order(declared),
                isInverted: order.isInverted
            ).find()
        else {
            order.turn(&image)
            return nil
        }
        let asked = settings.key == .auto ? nil : declared
        var described = KeyReport.Screen(screen, order, declared: asked)
        described.shades = screen.shades.map { order(RGB($0)) }
        return (screen, described, order)
    }

    /// Computes color and alpha, cleans up the matte, and measures it.
    private func matte(
        _ image: inout StraightImage,
        _ subject: Subject,
        _ report: inout KeyReport
    ) {
        let (changes, trimap, restored) = unmix(image, subject)
        // Other pictures are mixtures of two colors, which need no correction.
        let isRefined = settings.mode == .best && subject.sampling != .none
        let original = isRefined ? image : nil
        var (clear, partial) = image.apply(changes, trimap, restored: restored)
        if let original {
            image.refineEdges(
                of: original,
                over: subject.screen,
                except: settled(original, subject, trimap, changes),
                &clear,
                &partial
            )
        }
        let specks = image.despeckle(trimap, over: subject.screen, &clear)
        image.finish(&clear, over: subject.screen, settings: settings)
        if settings.erode == 0, settings.feather == 0 {
            report.count(
                clear: clear,
                opaque: image.size.area - clear.count - (partial.count - specks)
            )
        } else {
            report.count(image)
        }
        report.measure(
            image,
            clear: clear,
            screen: subject.screen,
            order: .identity,
            doubtful: trimap.translucency.ambiguous
        )
        report.areas = trimap.translucency.areas()
            .compactMap { $0.reported(over: subject.screen, subject.order) }
            .sorted { ($1.pixels, $0.box.y, $0.box.x) < ($0.pixels, $1.box.y, $1.box.x) }
        report.taken = TakenArt(
            image: image,
            clear: clear,
            screen: subject.screen,
            translucency: trimap.translucency,
            shadows: trimap.shadows.reported,
            smoothing: settings.smoothing,
            order: subject.order,
            areas: report.areas
        ).found(visible: report.partialPixels + report.opaquePixels)
    }

    /// The pixels that settings decide, and those of areas that were judged as a whole, up to the
    /// frames of glass.
    private func settled(
        _ image: StraightImage,
        _ subject: Subject,
        _ trimap: Trimap,
        _ changes: [Matting.Step]
    ) -> BitMask {
        var settled = trimap.translucency.asked
        for change in changes.joined().joined() {
            settled[change.x, change.y] = false
        }
        settled |= trimap.removedShadows | trimap.translucentEdges
        let colors = subject.keep + subject.clear
        if !colors.isEmpty {
            settled |= image.pixels(like: colors, outside: trimap.background)
        }
        // The last step is that of boxes.
        for change in changes.suffix(1).joined().joined() {
            settled[change.x, change.y] = true
        }
        return settled
    }

    /// The changed pixels, and the image with restored chroma, if any.
    ///
    /// Nothing here retains the image, so that it can then be changed in place.
    private func unmix(
        _ image: StraightImage,
        _ subject: Subject
    ) -> ([Matting.Step], Trimap, restored: StraightImage?) {
        let matting = analyze(image, subject)
        let restored = subject.sampling == .none ? nil : matting.picture
        return (matting.changes(), matting.trimap, restored)
    }

    private func analyze(_ image: StraightImage, _ subject: Subject) -> Matting {
        var picture = image
        var classes = subject.classes
        if subject.sampling != .none {
            picture = ChromaCells(of: image, subject.sampling).restored(image)
            classes = PixelClasses(restored: picture, screen: subject.screen)
        } else if !subject.isPixelArt {
            classes.takeRipples(of: image, over: subject.screen)
            classes.takeOvershoot(of: image, over: subject.screen)
        }
        let trimap = Trimap(
            TrimapDraft(
                Scene(
                    picture: picture,
                    screen: subject.screen,
                    classes: classes,
                    isPixelArt: subject.isPixelArt,
                    order: subject.order
                ),
                settings: settings
            ),
            keep: subject.keep,
            clear: subject.clear,
            learned: hints.verdicts
        )
        return Matting(
            picture: picture,
            screen: subject.screen,
            trimap: trimap,
            settings: settings
        )
    }
}

extension KeyReport.Screen {
    /// The screen without its shades; channels of `screen` are in order.
    init(_ screen: Screen, _ order: ChannelOrder, declared: RGB?) {
        color = order(RGB(screen.color))
        isFlat = screen.isFlat
        noise = Double(screen.noise)
        let own = StraightPixel(color)
        distanceToDeclared = declared.map { own.colorDistance(to: StraightPixel($0)) } ?? 0
    }
}

extension StraightImage {
    /// Makes pixels opaque whose alpha is 250 to 254, if such alphas are common.
    ///
    /// They come from rounding: in cutouts made by phones, and after repeated premultiplying. Ten
    /// round trips turn 255 into 250; the difference of 2 % is invisible. Keyed images have such
    /// edges too, but more opaque pixels.
    mutating func roundAlphaUp() {
        let nearly: Range<UInt8> = 250..<255
        // The border of other images is opaque or clear.
        guard borderPixels(of: self).contains(where: { nearly.contains($0.a) }) else { return }
        var counts = (nearly: 0, opaque: 0)
        unsafe withPixels { pixels in
            for index in 0..<pixels.count {
                let alpha = unsafe pixels[index].a
                if alpha == 255 { counts.opaque += 1 } else if alpha >= 250 { counts.nearly += 1 }
            }
        }
        guard counts.nearly > counts.opaque || counts.nearly + counts.opaque == size.area else {
            return
        }
        unsafe withMutablePixels { pixels in
            for index in 0..<pixels.count where unsafe nearly.contains(pixels[index].a) {
                unsafe pixels[index].a = 255
            }
        }
    }

    /// Composites translucent pixels over the color behind them.
    mutating func lay(over behind: (_ x: Int, _ y: Int) -> SIMD4<Float>) {
        for y in 0..<height {
            for x in 0..<width where self[x, y].a != 255 {
                let share = Float(self[x, y].a) / 255
                let own = TwoColorUnmixing.color(self[x, y])
                self[x, y] = StraightPixel(own * share + behind(x, y) * (1 - share))
            }
        }
    }
}
