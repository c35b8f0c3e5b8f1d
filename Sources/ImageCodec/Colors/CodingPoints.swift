/// The numbers of a cICP chunk: primaries, curve, matrix and range (ITU-T H.273, section 8).
struct CodingPoints {
    private let primaries: UInt8
    private let curve: UInt8
    private let matrix: UInt8
    private let isFullRange: Bool

    init(_ bytes: Span<UInt8>, _ chunk: Range<Int>) throws(ColorTrouble) {
        guard chunk.count == 4 else { throw ColorTrouble(reason: "cICP: wrong length") }
        let start = chunk.lowerBound
        (primaries, curve, matrix) = (bytes[start], bytes[start + 1], bytes[start + 2])
        isFullRange = bytes[start + 3] == 1
    }

    func colors() throws(ColorTrouble) -> FoundColors {
        guard matrix == 0, isFullRange else {
            throw ColorTrouble(reason: "cICP: no full-range RGB")
        }
        let (named, curve) = (try knownPrimaries(), try knownCurve())
        if named.value.isNear(.sRGB), curve == .sRGB { return FoundColors(name: "sRGB") }
        guard let formula = ColorFormula(named.value, curve) else {
            throw ColorTrouble(reason: "cICP: impossible primaries")
        }
        return FoundColors(colors: .formula(formula), name: named.name)
    }

    /// H.273, table 2.
    private func knownPrimaries() throws(ColorTrouble) -> (name: String, value: Primaries) {
        switch primaries {
        case 1: return ("BT.709", .sRGB)
        case 5: return ("BT.601 (625)", Self.on(.d65, [0.640, 0.330, 0.290, 0.600, 0.150, 0.060]))
        case 6, 7:
            return ("BT.601 (525)", Self.on(.d65, [0.630, 0.340, 0.310, 0.595, 0.155, 0.070]))
        case 9: return ("BT.2020", Self.on(.d65, [0.708, 0.292, 0.170, 0.797, 0.131, 0.046]))
        case 11: return ("DCI-P3", Self.on(.dci, [0.680, 0.320, 0.265, 0.690, 0.150, 0.060]))
        case 12: return ("Display P3", Self.on(.d65, [0.680, 0.320, 0.265, 0.690, 0.150, 0.060]))
        default: throw ColorTrouble(reason: "cICP: unknown primaries \(primaries)")
        }
    }

    /// H.273, table 3; curves of film and high dynamic range do not fit sRGB.
    private func knownCurve() throws(ColorTrouble) -> ToneCurve {
        switch curve {
        case 1, 6, 14, 15: return .bt709
        case 4: return .power(2.2)
        case 5: return .power(2.8)
        case 8: return .power(1)
        case 13: return .sRGB
        case 16, 18: throw ColorTrouble(reason: "cICP: high dynamic range (\(curve))")
        default: throw ColorTrouble(reason: "cICP: unknown curve \(curve)")
        }
    }

    private static func on(_ white: SIMD2<Double>, _ xy: [Double]) -> Primaries {
        Primaries(
            white: white,
            red: SIMD2(xy[0], xy[1]),
            green: SIMD2(xy[2], xy[3]),
            blue: SIMD2(xy[4], xy[5])
        )
    }
}

extension SIMD2<Double> {
    fileprivate static let d65 = Primaries.d65
    /// SMPTE RP 431-2.
    fileprivate static let dci = SIMD2(0.314, 0.351)
}
