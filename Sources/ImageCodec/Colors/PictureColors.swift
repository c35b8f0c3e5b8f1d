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
}

struct ColorTrouble: Error, Hashable {
    var reason: String
}
