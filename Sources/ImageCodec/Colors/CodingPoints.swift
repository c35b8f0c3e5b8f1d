extension FoundColors {
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
