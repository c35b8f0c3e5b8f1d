import Raster

/// GPUImage's chroma key filter (BradLarson/GPUImage, `GPUImageChromaKeyFilter.m`).
///
///     Y  = .2989 R + .5866 G + .1145 B;  Cr = .7132 (R - Y);  Cb = .5647 (B - Y)
///     alpha = smoothstep(threshold, threshold + smoothing, |(Cr, Cb) - (key's)|)
///
/// Colors are unchanged, and so keep the screen's green; alpha is multiplied in.
struct GPUImageKey {
    private let color: RGB?
    private let ramp: ChromaRamp

    init(_ image: StraightImage, settings: KeySettings) {
        switch settings.key {
        case .color(let declared): color = declared
        case .auto: color = borderColor(of: image)
        }
        ramp = ChromaRamp(
            red: color?.r ?? 0,
            green: color?.g ?? 0,
            blue: color?.b ?? 0,
            low: Float(settings.threshold),
            high: Float(settings.threshold + settings.smoothing)
        )
    }

    /// A new picture.
    func keyed(_ image: StraightImage) -> KeyedImage {
        guard color != nil else { return KeyedImage(image: image, report: report(image, nil)) }
        let (result, outcome) = ramp(image)
        return KeyedImage(image: result, report: report(result, outcome))
    }

    /// The picture itself.
    func key(inPlace image: inout StraightImage) -> KeyReport {
        guard color != nil else { return report(image, nil) }
        let outcome = ramp(inPlace: &image)
        return report(image, outcome)
    }

    private func report(_ image: StraightImage, _ outcome: ChromaRamp.Outcome?) -> KeyReport {
        var report = KeyReport(mode: .gpuimage)
        guard let color, let outcome else {
            report.count(image)
            return report
        }
        report.screen = KeyReport.Screen(
            color: color,
            isFlat: true,
            noise: 0,
            distanceToDeclared: 0
        )
        let clear = BitMask(width: image.width, height: image.height, words: outcome.clear)
        report.count(clear: clear, opaque: outcome.opaque)
        let order = ChannelOrder(forKey: color)
        let turned = order(color)
        let screen = SIMD4(Float(turned.r), Float(turned.g), Float(turned.b), 0)
        report.measure(
            image,
            clear: clear,
            screen: Screen(flat: screen, noise: 0),
            order: order,
            doubtful: 0
        )
        return report
    }
}
