import CLibraries

/// The color space of a file's values.
enum PictureColors: Hashable, Sendable {
    case sRGB
    /// Curves and primaries, as in most profiles.
    case formula(ColorFormula)
    /// An ICC profile that needs more.
    case profile([UInt8])

    /// Light is the value to this power, with the primaries of sRGB.
    static func gamma(_ gamma: Double) -> PictureColors {
        .formula(ColorFormula(curves: [.power(1 / gamma)]))
    }
}

/// White, red, green and blue as CIE 1931 chromaticities: x and y of each.
struct Primaries: Hashable, Sendable {
    var white: SIMD2<Double>
    var red: SIMD2<Double>
    var green: SIMD2<Double>
    var blue: SIMD2<Double>

    static let d65 = SIMD2(0.3127, 0.3290)
    static let sRGB = Primaries(white: d65, [0.640, 0.330, 0.300, 0.600, 0.150, 0.060])

    /// `xy` are those of red, green and blue.
    init(white: SIMD2<Double>, _ xy: [Double]) {
        self.white = white
        (red, green, blue) = (SIMD2(xy[0], xy[1]), SIMD2(xy[2], xy[3]), SIMD2(xy[4], xy[5]))
    }

    private var all: [SIMD2<Double>] { [white, red, green, blue] }

    func isNear(_ other: Primaries) -> Bool {
        zip(all, other.all).allSatisfy { pair in
            abs(pair.0.x - pair.1.x) <= 0.001 && abs(pair.0.y - pair.1.y) <= 0.001
        }
    }
}

struct FoundColors: Hashable, Sendable {
    var colors = PictureColors.sRGB
    /// As `ImageInfo.colorSpace`.
    var name: String?
    /// As `ImageInfo.colorTrouble`.
    var trouble: String?
}

extension FoundColors {
    /// The colors of an ICC profile; nil for none.
    init(profile: @autoclosure () throws(ColorTrouble) -> [UInt8]?) {
        self.init()
        do throws(ColorTrouble) {
            guard let profile = try profile() else { return }
            let read = try ICCProfile(profile)
            name = read.name ?? "ICC profile"
            if !read.hasTable, let formula = read.formula {
                colors = .formula(formula)
            } else {
                colors = .profile(profile)
            }
        } catch {
            trouble = error.reason
        }
    }

    func describing(_ info: ImageInfo) -> ImageInfo {
        var info = info
        info.colorSpace = name
        info.colorTrouble = trouble
        return info
    }

    /// By the numbers of a cICP chunk: primaries, curve, matrix and range (ITU-T H.273, section 8).
    init(codingPoints chunk: Range<Int>, in bytes: Span<UInt8>) throws(ColorTrouble) {
        guard chunk.count == 4 else { throw ColorTrouble(reason: "cICP: wrong length") }
        let points = bytes.array(chunk)
        guard points[2] == 0, points[3] == 1 else {
            throw ColorTrouble(reason: "cICP: no full-range RGB")
        }
        let (named, curve) = (try Self.primaries(points[0]), try Self.curve(points[1]))
        if named.value.isNear(.sRGB), curve == .sRGB {
            self.init(name: "sRGB")
            return
        }
        guard let formula = ColorFormula(named.value, curve) else {
            throw ColorTrouble(reason: "cICP: impossible primaries")
        }
        self.init(colors: .formula(formula), name: named.name)
    }

    /// H.273, table 2.
    private static func primaries(
        _ code: UInt8
    ) throws(ColorTrouble) -> (name: String, value: Primaries) {
        let (name, xy): (String, [Double]) =
            switch code {
            case 1: ("BT.709", [0.640, 0.330, 0.300, 0.600, 0.150, 0.060])
            case 5: ("BT.601 (625)", [0.640, 0.330, 0.290, 0.600, 0.150, 0.060])
            case 6, 7: ("BT.601 (525)", [0.630, 0.340, 0.310, 0.595, 0.155, 0.070])
            case 9: ("BT.2020", [0.708, 0.292, 0.170, 0.797, 0.131, 0.046])
            case 11: ("DCI-P3", [0.680, 0.320, 0.265, 0.690, 0.150, 0.060])
            case 12: ("Display P3", [0.680, 0.320, 0.265, 0.690, 0.150, 0.060])
            default: throw ColorTrouble(reason: "cICP: unknown primaries \(code)")
            }
        // The white of DCI-P3 is that of SMPTE RP 431-2.
        let white = code == 11 ? SIMD2(0.314, 0.351) : Primaries.d65
        return (name, Primaries(white: white, xy))
    }

    /// H.273, table 3; curves of film and high dynamic range do not fit sRGB.
    private static func curve(_ code: UInt8) throws(ColorTrouble) -> ToneCurve {
        switch code {
        case 1, 6, 14, 15: return .bt709
        case 4: return .power(2.2)
        case 5: return .power(2.8)
        case 8: return .power(1)
        case 13: return .sRGB
        case 16, 18: throw ColorTrouble(reason: "cICP: high dynamic range (\(code))")
        default: throw ColorTrouble(reason: "cICP: unknown curve \(code)")
        }
    }
}

struct ColorTrouble: Error, Hashable {
    var reason: String
}

/// The chunks of a PNG that define its colors.
struct PNGColorChunks {
    /// As ranges of the file.
    private var ranges: [PNGChunk.Kind: Range<Int>] = [:]

    /// Takes a color chunk before the pixels; the first of a kind counts.
    mutating func take(_ chunk: PNGChunk) {
        if ranges[chunk.kind] == nil { ranges[chunk.kind] = chunk.data }
    }

    /// Combines the chunks: cICP before iCCP, sRGB, gAMA and cHRM (PNG, Third Edition, 4.3).
    ///
    /// A chunk that cannot be used is replaced by the next, and recorded as trouble.
    func colors(in bytes: Span<UInt8>, isGray: Bool) -> FoundColors {
        var trouble: String?
        if let cicp = ranges[.cicp] {
            do throws(ColorTrouble) {
                return try FoundColors(codingPoints: cicp, in: bytes)
            } catch {
                trouble = error.reason
            }
        }
        if let iccp = ranges[.iccp] {
            let found = FoundColors(profile: try inflatedProfile(bytes, iccp))
            if found.trouble == nil { return found }
            trouble = trouble ?? found.trouble
        }
        var found = FoundColors()
        if ranges[.srgb] != nil {
            found.name = "sRGB"
        } else if let gama = ranges[.gama], let value = bytes.bigEndian32(at: gama.lowerBound) {
            found = gammaColors(value, in: bytes, isGray: isGray)
        }
        // The replacement is equivalent.
        if found.name == nil { found.trouble = trouble }
        return found
    }

    /// Writers approximate sRGB's curve with 45455.
    private func gammaColors(
        _ value: UInt32,
        in bytes: Span<UInt8>,
        isGray: Bool
    ) -> FoundColors {
        // Zero is invalid, and extreme powers would leave only black and white.
        guard (5_000...500_000).contains(value) else { return FoundColors() }
        let gamma = Double(value) / 100_000
        let isUsual = (45_000...46_000).contains(value)
        let name = "gamma \(gamma)"
        if !isGray, let primaries = primaries(in: bytes), !primaries.isNear(.sRGB) {
            let curve = isUsual ? ToneCurve.sRGB : .power(1 / gamma)
            guard let formula = ColorFormula(primaries, curve) else {
                return FoundColors(name: name, trouble: "cHRM: impossible primaries")
            }
            return FoundColors(colors: .formula(formula), name: "\(name), own primaries")
        }
        return FoundColors(colors: isUsual ? .sRGB : .gamma(gamma), name: name)
    }

    private func primaries(in bytes: Span<UInt8>) -> Primaries? {
        guard let chrm = ranges[.chrm], chrm.count == 32 else { return nil }
        let numbers = (0..<8).map {
            Double(bytes.bigEndian32(at: chrm.lowerBound + 4 * $0) ?? 0) / 100_000
        }
        let isColor = stride(from: 0, to: 8, by: 2).allSatisfy {
            numbers[$0 + 1] > 0 && numbers[$0] + numbers[$0 + 1] <= 1.5
        }
        guard isColor else { return nil }
        return Primaries(white: SIMD2(numbers[0], numbers[1]), Array(numbers[2...]))
    }
}

/// The profile in an iCCP chunk: a name, a zero, the method 0, a zlib stream.
private func inflatedProfile(
    _ bytes: Span<UInt8>,
    _ chunk: Range<Int>
) throws(ColorTrouble) -> [UInt8] {
    guard let end = chunk.prefix(80).first(where: { bytes[$0] == 0 }), end + 2 < chunk.upperBound,
        bytes[end + 1] == 0
    else { throw ColorTrouble(reason: "iCCP: no profile in it") }
    let stream = bytes.extracting(end + 2..<chunk.upperBound)
    // Deflate expands at most 1032 times.
    let limit = min(ICCProfile.mostBytes, stream.count * 1032)
    guard let (profile, status) = unsafe decompressed(stream, limit: limit) else {
        throw ColorTrouble(reason: "out of memory")
    }
    switch status {
    case LIBDEFLATE_SUCCESS: return profile
    case LIBDEFLATE_INSUFFICIENT_SPACE:
        throw ColorTrouble(reason: "iCCP: a profile of more than \(ICCProfile.mostBytes) bytes")
    default: throw ColorTrouble(reason: "iCCP: broken data")
    }
}
