import CCodec
package import Raster

/// The reference form for profiles of curves and a matrix: lcms does all of it.
///
/// Nil without lcms, or if it rejects the profile.
package func convertWithLibrary(_ image: StraightImage, profile: [UInt8]) -> StraightImage? {
    var image = image
    return (try? image.convertInPlace(by: profile, KILN_RGBA_8)).map { image }
}

extension StraightImage {
    /// Converts by the file's color space, if requested; problems are recorded in `info`.
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

    /// Converts RGBA to sRGB; alpha stays.
    ///
    /// If sRGB values differ by at most a level, no pixel changes. Pixels are unmodified on errors.
    mutating func convert(from colors: PictureColors) throws(ColorTrouble) {
        switch colors {
        case .sRGB: break
        case .formula(let formula):
            let tables = ColorTables(formula, values: 256)
            if tables.isSRGB { return }
            unsafe withMutablePixels { pixels in
                for i in 0..<pixels.count {
                    let pixel = unsafe pixels[i]
                    let (r, g, b) = tables.converted(Int(pixel.r), Int(pixel.g), Int(pixel.b))
                    unsafe pixels[i] = StraightPixel(r: r, g: g, b: b, a: pixel.a)
                }
            }
        case .profile(let profile):
            do throws(ColorTrouble) {
                try convertInPlace(by: profile, KILN_RGBA_8)
            } catch {
                // Without lcms, a profile's curves and matrix approximate its tables.
                guard let formula = try ICCProfile(profile).formula else { throw error }
                try convert(from: .formula(formula))
            }
        }
    }

    /// Converts RGBA, or inks in its place (255 is full ink), with 8 bits a sample.
    mutating func convertInPlace(
        by profile: [UInt8],
        _ layout: kiln_color_layout
    ) throws(ColorTrouble) {
        _ = unsafe try withMutablePixels { (pixels) throws(ColorTrouble) in
            let all = unsafe pixels.start
            return unsafe try convertColors(by: profile, layout, all, to: all, count: pixels.count)
        }
    }

    /// Converts 16-bit samples, and rounds after that; nil if sRGB has the same values.
    ///
    /// `samples` are RGBA with straight alpha, row-major.
    init?(
        converting samples: [UInt16],
        size: PixelSize,
        from colors: PictureColors
    ) throws(ColorTrouble) {
        switch colors {
        case .sRGB: return nil
        case .formula(let formula):
            let tables = ColorTables(formula, values: 65_536)
            if tables.isSRGB { return nil }
            unsafe self.init(size: size) { pixels in
                for i in 0..<pixels.count {
                    let (r, g, b) = tables.converted(
                        Int(samples[4 * i]),
                        Int(samples[4 * i + 1]),
                        Int(samples[4 * i + 2])
                    )
                    let alpha = UInt8((Int(samples[4 * i + 3]) * 255 + 32_767) / 65_535)
                    unsafe pixels[i] = StraightPixel(r: r, g: g, b: b, a: alpha)
                }
            }
        case .profile(let profile):
            self.init(size: size)
            let isSame = unsafe try withMutablePixels { (pixels) throws(ColorTrouble) in
                unsafe try convertColors(
                    by: profile,
                    KILN_RGBA_16,
                    samples,
                    to: pixels.start,
                    count: pixels.count
                )
            }
            if isSame { return nil }
        }
    }
}

/// Returns whether nothing was written, because nothing changes.
@unsafe
private func convertColors(
    by profile: [UInt8],
    _ layout: kiln_color_layout,
    _ from: UnsafeRawPointer,
    to: UnsafeMutableRawPointer,
    count: Int
) throws(ColorTrouble) -> Bool {
    var isSame: Int32 = 0
    do throws(ImageDecodingError) {
        // The format does not matter for the reason.
        unsafe try callDecoder(of: .png) { message in
            unsafe kiln_color_convert(
                profile,
                profile.count,
                layout,
                from,
                to,
                count,
                &isSame,
                message
            )
        }
    } catch {
        switch error {
        case .truncated(_, let reason), .damaged(_, let reason), .unsupported(_, let reason):
            throw ColorTrouble(reason: reason)
        default: throw ColorTrouble(reason: "out of memory")
        }
    }
    return isSame != 0
}
