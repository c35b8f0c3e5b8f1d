internal import CCodec
internal import Raster

/// How the numbers of a picture lie in memory before they are converted.
enum ColorLayout {
    case rgba8
    /// In the machine's byte order.
    case rgba16
    /// 255 is full ink.
    case cmyk8

    fileprivate var code: kiln_color_layout {
        switch self {
        case .rgba8: KILN_RGBA_8
        case .rgba16: KILN_RGBA_16
        case .cmyk8: KILN_CMYK_8
        }
    }
}

extension StraightImage {
    /// Converts RGBA to sRGB; alpha stays.
    ///
    /// Where the numbers mean in sRGB what they mean already, to within a level, no pixel changes.
    ///
    /// - Parameter colors: what the numbers mean.
    /// - Throws: when the colors cannot be converted; the pixels are as they were.
    mutating func convert(from colors: PictureColors) throws(ColorTrouble) {
        if colors == .sRGB { return }
        if case .gamma(let gamma) = colors {
            apply(gammaTable(gamma, values: 256))
            return
        }
        try convertInPlace(from: colors, .rgba8)
    }

    /// Converts by what a file says, when that is wanted; trouble goes into the facts.
    mutating func convert(
        from found: FoundColors,
        _ limits: DecodeLimits,
        _ info: inout ImageInfo
    ) {
        guard limits.convertsColors else { return }
        do throws(ColorTrouble) {
            try convert(from: found.colors)
        } catch {
            info.colorTrouble = error.reason
        }
    }

    /// Converts inks, which stand in place of red, green, blue and alpha.
    mutating func convertInks(from colors: PictureColors) throws(ColorTrouble) {
        try convertInPlace(from: colors, .cmyk8)
    }

    private mutating func convertInPlace(
        from colors: PictureColors,
        _ layout: ColorLayout
    ) throws(ColorTrouble) {
        let count = size.area
        var failure: ColorTrouble?
        unsafe withMutablePixels { pixels in
            guard let all = UnsafeMutableRawPointer(pixels.baseAddress) else { return }
            do throws(ColorTrouble) {
                _ = unsafe try convertColors(colors, layout, all, to: all, count: count)
            } catch {
                failure = error
            }
        }
        if let failure { throw failure }
    }

    private mutating func apply(_ table: [UInt8]) {
        for y in 0..<height {
            for x in 0..<width {
                let pixel = self[x, y]
                self[x, y] = StraightPixel(
                    r: table[Int(pixel.r)],
                    g: table[Int(pixel.g)],
                    b: table[Int(pixel.b)],
                    a: pixel.a
                )
            }
        }
    }

    /// Converts samples of 16 bits, and rounds after that.
    ///
    /// - Parameters:
    ///   - samples: RGBA with straight alpha, row-major: four for each pixel.
    ///   - size: of the picture.
    ///   - colors: what the samples mean.
    /// - Returns: nil when the samples mean in sRGB what they mean already.
    /// - Throws: when the colors cannot be converted.
    init?(
        converting samples: [UInt16],
        size: PixelSize,
        from colors: PictureColors
    ) throws(ColorTrouble) {
        if case .gamma(let gamma) = colors {
            let table = gammaTable(gamma, values: 65_536)
            self = unsafe StraightImage(size: size) { pixels in
                for i in 0..<pixels.count {
                    unsafe pixels[i] = StraightPixel(
                        r: table[Int(samples[4 * i])],
                        g: table[Int(samples[4 * i + 1])],
                        b: table[Int(samples[4 * i + 2])],
                        a: UInt8((Int(samples[4 * i + 3]) * 255 + 32_767) / 65_535)
                    )
                }
            }
            return
        }
        var isSame = false
        let image = unsafe try StraightImage(size: size) { (pixels) throws(ColorTrouble) in
            guard let to = UnsafeMutableRawPointer(pixels.baseAddress) else { return }
            var failure: ColorTrouble?
            unsafe samples.withUnsafeBytes { samples in
                guard let from = samples.baseAddress else { return }
                do throws(ColorTrouble) {
                    isSame = unsafe try convertColors(
                        colors,
                        .rgba16,
                        from,
                        to: to,
                        count: pixels.count
                    )
                } catch {
                    failure = error
                }
            }
            if let failure { throw failure }
            if isSame { unsafe pixels.initialize(repeating: .clear) }
        }
        if isSame { return nil }
        self = image
    }
}

/// - Returns: whether nothing was written, because nothing changes.
@unsafe
private func convertColors(
    _ colors: PictureColors,
    _ layout: ColorLayout,
    _ from: UnsafeRawPointer,
    to: UnsafeMutableRawPointer,
    count: Int
) throws(ColorTrouble) -> Bool {
    var source = unsafe kiln_color_source()
    var profile: [UInt8] = []
    switch colors {
    case .sRGB: return true
    case .profile(let bytes): profile = bytes
    case .gamma(let gamma): unsafe source.set(.sRGB, ToneCurve(g: 1 / gamma))
    case .primaries(let primaries, let curve): unsafe source.set(primaries, curve)
    }
    var isSame: Int32 = 0
    unsafe try callColors { message in
        unsafe profile.withUnsafeBufferPointer { profile in
            unsafe source.profile = profile.isEmpty ? nil : profile.baseAddress
            unsafe source.profile_count = profile.count
            let bytes = unsafe to.assumingMemoryBound(to: UInt8.self)
            return unsafe kiln_color_convert(
                &source,
                layout.code,
                from,
                bytes,
                count,
                &isSame,
                message
            )
        }
    }
    return isSame != 0
}

extension kiln_color_source {
    fileprivate mutating func set(_ primaries: Primaries, _ curve: ToneCurve) {
        let (white, red) = (primaries.white, primaries.red)
        let (green, blue) = (primaries.green, primaries.blue)
        unsafe xy = (white.x, white.y, red.x, red.y, green.x, green.y, blue.x, blue.y)
        unsafe self.curve = (curve.g, curve.a, curve.b, curve.c, curve.d)
    }
}
