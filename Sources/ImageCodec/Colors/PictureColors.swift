internal import CCodec
internal import Raster

/// What a file's numbers mean.
enum PictureColors: Hashable, Sendable {
    /// The file says so, or nothing.
    case sRGB
    /// An ICC profile.
    case profile([UInt8])
    /// Numbers are light to this power, of the primaries of sRGB.
    case gamma(Double)
    /// Primaries and a curve of their own.
    case primaries(Primaries, ToneCurve)
}

/// White, red, green and blue as CIE 1931 chromaticities: x and y of each.
struct Primaries: Hashable, Sendable {
    var white: SIMD2<Double>
    var red: SIMD2<Double>
    var green: SIMD2<Double>
    var blue: SIMD2<Double>

    static let d65 = SIMD2(0.3127, 0.3290)
    static let sRGB = Primaries(
        white: d65,
        red: SIMD2(0.640, 0.330),
        green: SIMD2(0.300, 0.600),
        blue: SIMD2(0.150, 0.060)
    )

    var all: [SIMD2<Double>] { [white, red, green, blue] }

    /// Whether each number is within a thousandth.
    func isNear(_ other: Primaries) -> Bool {
        zip(all, other.all).allSatisfy { pair in
            abs(pair.0.x - pair.1.x) <= 0.001 && abs(pair.0.y - pair.1.y) <= 0.001
        }
    }
}

/// From code values to light, both 0...1: `(a v + b) ^ g` from `d` on, `c v` below.
struct ToneCurve: Hashable, Sendable {
    var g: Double
    var a = 1.0
    var b = 0.0
    var c = 0.0
    var d = 0.0

    /// IEC 61966-2-1.
    static let sRGB = ToneCurve(g: 2.4, a: 1 / 1.055, b: 0.055 / 1.055, c: 1 / 12.92, d: 0.04045)
    /// ITU-R BT.709, 1.2, turned around.
    static let bt709 = ToneCurve(
        g: 1 / 0.45,
        a: 1 / 1.099,
        b: 0.099 / 1.099,
        c: 1 / 4.5,
        d: 0.081
    )
}

/// What was found about a file's colors.
struct FoundColors: Hashable, Sendable {
    var colors = PictureColors.sRGB
    /// As `ImageInfo.colorSpace`.
    var name: String?
    /// As `ImageInfo.colorTrouble`.
    var trouble: String?

    init(_ colors: PictureColors = .sRGB, name: String? = nil, trouble: String? = nil) {
        self.colors = colors
        self.name = name
        self.trouble = trouble
    }

    /// An ICC profile, by the name that it gives itself.
    init(profile: [UInt8]) {
        do throws(ColorTrouble) {
            name = try profileName(profile)
            colors = .profile(profile)
        } catch {
            trouble = error.reason
        }
    }

    /// Puts what was found into the facts.
    func describe(_ info: inout ImageInfo) {
        info.colorSpace = name
        info.colorTrouble = trouble
    }
}

/// Why colors cannot be converted, in the library's own words.
struct ColorTrouble: Error, Hashable {
    var reason: String
}

/// The name in a profile's description; "ICC profile" when it has none.
private func profileName(_ profile: [UInt8]) throws(ColorTrouble) -> String {
    var text = ""
    unsafe try callColors { message in
        let capacity = Int(KILN_COLOR_NAME_CAPACITY)
        return unsafe withUnsafeTemporaryAllocation(of: CChar.self, capacity: capacity) { name in
            guard let start = name.baseAddress else { return KILN_NO_MEMORY }
            let status = unsafe profile.withUnsafeBufferPointer { profile in
                unsafe kiln_color_name(profile.baseAddress, profile.count, start, message)
            }
            if status == KILN_OK { text = unsafe String(cString: start) }
            return status
        }
    }
    return text.isEmpty ? "ICC profile" : text
}

/// Calls a function of the color library.
///
/// - Parameter body: gets the room for its message.
/// - Throws: the message, when the function fails.
func callColors(
    _ body: (_ message: UnsafeMutablePointer<CChar>) -> kiln_status
) throws(ColorTrouble) {
    do throws(ImageDecodingError) {
        // Which format it is plays no part in the reason.
        unsafe try callDecoder(of: .png, body)
    } catch {
        switch error {
        case .truncated(_, let reason), .damaged(_, let reason), .unsupported(_, let reason):
            throw ColorTrouble(reason: reason)
        default:
            throw ColorTrouble(reason: "out of memory")
        }
    }
}
