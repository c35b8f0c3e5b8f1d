import Raster

/// Keying by a formula over single pixels.
///
/// Colors are unchanged, and so keep the screen's green; alpha is multiplied. Only the settings
/// key, threshold and smoothing matter.
struct FormulaKey {
    private let mode: KeyMode
    private let color: RGB?
    private let ramp: AlphaRamp

    /// Returns nil for modes that read more than single pixels.
    init?(_ image: StraightImage, settings: KeySettings) {
        guard settings.mode.isFormula else { return nil }
        mode = settings.mode
        color = settings.key.declared(for: image)
        let key = color ?? RGB(0, 0, 0)
        let low = Float(settings.threshold)
        ramp =
            mode == .distance
            ? AlphaRamp(
                distance: key,
                low: low,
                width: Float(settings.smoothing),
                isLinear: settings.isLinear
            )
            : AlphaRamp(
                chroma: key,
                low: low,
                high: Float(settings.threshold + settings.smoothing)
            )
    }

    func key(_ image: inout StraightImage) -> KeyReport {
        var report = KeyReport(mode: mode)
        guard let color else {
            report.count(image)
            return report
        }
        let (clear, opaque) = ramp(&image)
        report.screen = KeyReport.Screen(
            color: color,
            isFlat: true,
            noise: 0,
            distanceToDeclared: 0
        )
        report.count(clear: clear, opaque: opaque)
        let order = ChannelOrder(forKey: color)
        report.measure(
            image,
            clear: clear,
            screen: Screen(flat: TwoColorUnmixing.color(order(color)), noise: 0),
            order: order,
            doubtful: 0
        )
        return report
    }
}
