import Raster

#if canImport(Glibc)
import Glibc
#elseif canImport(Darwin)
import Darwin
#endif

/// From code values to light, both 0...1.
enum ToneCurve: Hashable, Sendable {
    case power(Double)
    /// `(a v + b) ^ g + e` from `d` on, `c v + f` below.
    case parts(Parts)
    /// Evenly spaced values with linear interpolation.
    case table([Double])

    struct Parts: Hashable, Sendable {
        var g: Double
        var a: Double
        var b: Double
        var c: Double
        var d: Double
        var e = 0.0
        var f = 0.0
    }

    /// IEC 61966-2-1.
    static let sRGB = parts(.init(g: 2.4, a: 1 / 1.055, b: 0.055 / 1.055, c: 1 / 12.92, d: 0.04045))
    /// ITU-R BT.709, 1.2, inverted.
    static let bt709 = parts(
        .init(g: 1 / 0.45, a: 1 / 1.099, b: 0.099 / 1.099, c: 1 / 4.5, d: 0.081)
    )

    func light(_ value: Double) -> Double {
        let light: Double
        switch self {
        case .power(let exponent): light = pow(value, exponent)
        case .parts(let p):
            light = value >= p.d ? pow(max(p.a * value + p.b, 0), p.g) + p.e : p.c * value + p.f
        case .table(let values):
            let place = value * Double(values.count - 1)
            let index = min(Int(place), values.count - 2)
            let part = place - Double(index)
            light = values[index] + (values[index + 1] - values[index]) * part
        }
        return light.isFinite ? min(max(light, 0), 1) : 0
    }
}

struct ColorMatrix: Hashable, Sendable {
    var rows: [SIMD3<Double>]

    init(rows: [SIMD3<Double>]) { self.rows = rows }

    init(columns x: SIMD3<Double>, _ y: SIMD3<Double>, _ z: SIMD3<Double>) {
        rows = (0..<3).map { SIMD3(x[$0], y[$0], z[$0]) }
    }

    static func * (_ matrix: ColorMatrix, _ vector: SIMD3<Double>) -> SIMD3<Double> {
        SIMD3(
            (matrix.rows[0] * vector).sum(),
            (matrix.rows[1] * vector).sum(),
            (matrix.rows[2] * vector).sum()
        )
    }

    static func * (_ left: ColorMatrix, _ right: ColorMatrix) -> ColorMatrix {
        let columns = (0..<3).map { i in
            left * SIMD3(right.rows[0][i], right.rows[1][i], right.rows[2][i])
        }
        return ColorMatrix(columns: columns[0], columns[1], columns[2])
    }

    /// By cofactors; nil if singular.
    var inverse: ColorMatrix? {
        func cross(_ u: SIMD3<Double>, _ v: SIMD3<Double>) -> SIMD3<Double> {
            SIMD3(u.y * v.z - u.z * v.y, u.z * v.x - u.x * v.z, u.x * v.y - u.y * v.x)
        }
        let determinant = (rows[0] * cross(rows[1], rows[2])).sum()
        guard determinant.isFinite, abs(determinant) > 1e-9 else { return nil }
        return ColorMatrix(
            columns: cross(rows[1], rows[2]) / determinant,
            cross(rows[2], rows[0]) / determinant,
            cross(rows[0], rows[1]) / determinant
        )
    }

    /// XYZ under D50, as profiles have it, to linear sRGB: the inverse of the primaries of IEC
    /// 61966-2-1, adapted by Bradford's method (http://www.brucelindbloom.com, "RGB/XYZ Matrices").
    static let toSRGB = ColorMatrix(rows: [
        SIMD3(3.133_856_1, -1.616_866_7, -0.490_614_6),
        SIMD3(-0.978_768_4, 1.916_141_5, 0.033_454_0),
        SIMD3(0.071_945_3, -0.228_991_4, 1.405_242_7),
    ])
}

/// A color conversion by a curve for each channel, and a matrix.
struct ColorFormula: Hashable, Sendable {
    /// Three, or one for all channels.
    var curves: [ToneCurve]
    /// From light of these primaries to linear sRGB; nil for the same primaries.
    var matrix: ColorMatrix?
}

extension ColorFormula {
    /// Returns nil if the primaries are collinear.
    init?(_ primaries: Primaries, _ curve: ToneCurve) {
        guard let own = primaries.toD50 else { return nil }
        self.init(curves: [curve], matrix: ColorMatrix.toSRGB * own)
    }
}

extension Primaries {
    /// From light of these primaries to XYZ under D50, adapted by Bradford's method (ICC.1:2022,
    /// annex E).
    fileprivate var toD50: ColorMatrix? {
        func xyz(_ xy: SIMD2<Double>) -> SIMD3<Double> {
            SIMD3(xy.x / xy.y, 1, (1 - xy.x - xy.y) / xy.y)
        }
        let bradford = ColorMatrix(rows: [
            SIMD3(0.8951, 0.2664, -0.1614), SIMD3(-0.7502, 1.7135, 0.0367),
            SIMD3(0.0389, -0.0685, 1.0296),
        ])
        let columns = ColorMatrix(columns: xyz(red), xyz(green), xyz(blue))
        guard let shares = columns.inverse.map({ $0 * xyz(white) }), let back = bradford.inverse
        else { return nil }
        let own = ColorMatrix(rows: columns.rows.map { $0 * shares })
        let ratio = (bradford * SIMD3(0.964_22, 1, 0.825_21)) / (bradford * xyz(white))
        return back * ColorMatrix(rows: (0..<3).map { bradford.rows[$0] * ratio[$0] }) * own
    }
}

/// A formula as tables: the light of each value of a channel, and sRGB codes of light.
struct ColorTables {
    private let lights: [[Float]]
    private let rows: [SIMD3<Float>]
    /// By code value, if channels do not mix.
    private let codes: [[UInt8]]

    /// `values` is the number of values of a sample, 256 or 65,536.
    init(_ formula: ColorFormula, values: Int) {
        let curves = formula.curves.count == 3 ? formula.curves : [formula.curves[0]]
        let made = curves.map { curve in
            (0..<values).map { Float(curve.light(Double($0) / Double(values - 1))) }
        }
        lights = made.count == 3 ? made : [made[0], made[0], made[0]]
        rows = formula.matrix?.rows.map { SIMD3<Float>($0) } ?? []
        codes =
            formula.matrix == nil
            ? lights.map { $0.map { Self.encoded[Int(($0 * 65_535).rounded())] } } : []
    }

    /// sRGB's code values, by light in 65,536 steps.
    private static let encoded: [UInt8] = (0..<65_536).map { step in
        let light = Double(step) / 65_535
        let code = light <= 0.003_130_8 ? 12.92 * light : 1.055 * pow(light, 1 / 2.4) - 0.055
        return UInt8((min(max(code, 0), 1) * 255).rounded())
    }

    /// The color in sRGB, alpha aside.
    @inline(__always)
    func converted(_ r: Int, _ g: Int, _ b: Int) -> (UInt8, UInt8, UInt8) {
        if rows.isEmpty { return (codes[0][r], codes[1][g], codes[2][b]) }
        let light = SIMD3(lights[0][r], lights[1][g], lights[2][b])
        func code(_ row: SIMD3<Float>) -> UInt8 {
            let step = min(max((row * light).sum(), 0), 1) * 65_535 + 0.5
            return Self.encoded[Int(step)]
        }
        return (code(rows[0]), code(rows[1]), code(rows[2]))
    }

    /// Whether grays and a grid of colors stay the same, within a rounding error of one level.
    var isSRGB: Bool {
        let factor = ((lights.first?.count ?? 256) - 1) / 255
        func stays(_ r: Int, _ g: Int, _ b: Int) -> Bool {
            let found = converted(r * factor, g * factor, b * factor)
            return abs(Int(found.0) - r) <= 1 && abs(Int(found.1) - g) <= 1
                && abs(Int(found.2) - b) <= 1
        }
        let steps = stride(from: 0, through: 255, by: 51)
        return (0...255).allSatisfy { stays($0, $0, $0) }
            && steps.allSatisfy { r in
                steps.allSatisfy { g in steps.allSatisfy { b in stays(r, g, b) } }
            }
    }
}
