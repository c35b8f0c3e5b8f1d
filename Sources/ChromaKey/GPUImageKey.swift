import Raster

/// GPUImage's chroma key filter (BradLarson/GPUImage, `GPUImageChromaKeyFilter.m`).
///
///     Y  = .2989 R + .5866 G + .1145 B;  Cr = .7132 (R - Y);  Cb = .5647 (B - Y)
///     alpha = smoothstep(threshold, threshold + smoothing, |(Cr, Cb) - (key's)|)
///
/// Colors are unchanged, and so keep the screen's green; alpha is multiplied in.
func gpuImageKey(_ image: StraightImage, settings: KeySettings) -> KeyedImage {
    var report = KeyReport(mode: .gpuimage)
    let color: RGB?
    switch settings.key {
    case .color(let declared): color = declared
    case .auto: color = borderColor(of: image)
    }
    guard let color else { return KeyedImage(image: image, report: report) }
    func chroma(_ r: UInt8, _ g: UInt8, _ b: UInt8) -> (Float, Float) {
        let (red, green, blue) = (Float(r) / 255, Float(g) / 255, Float(b) / 255)
        let luma = 0.2989 * red + 0.5866 * green + 0.1145 * blue
        return (0.7132 * (red - luma), 0.5647 * (blue - luma))
    }
    let key = chroma(color.r, color.g, color.b)
    let low = Float(settings.threshold)
    let high = Float(settings.threshold + settings.smoothing)
    let pixels = image.pixels.map { pixel in
        let own = chroma(pixel.r, pixel.g, pixel.b)
        let (dr, db) = (own.0 - key.0, own.1 - key.1)
        let blend = smoothstep(low, high, (dr * dr + db * db).squareRoot())
        var result = pixel
        result.a = byte(Float(pixel.a) * blend)
        return result
    }
    report.screen = KeyReport.Screen(color: color, isFlat: true, noise: 0, distanceToDeclared: 0)
    let result = StraightImage(size: image.size, pixels: pixels) ?? image
    report.count(result)
    return KeyedImage(image: result, report: report)
}
