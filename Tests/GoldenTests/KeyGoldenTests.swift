import ChromaKey
import FileStore
import Foundation
import ImageCodec
import Raster
import TestSupport
import Testing

/// How a picture was painted or stored.
enum KeyScreen: String, CaseIterable, CustomTestStringConvertible {
    case exact
    case uneven
    case jpeg

    var testDescription: String { rawValue }

    func picture(_ drawn: StraightImage) -> StraightImage {
        switch self {
        case .exact: drawn
        case .uneven: drawn.unevenlyLit()
        case .jpeg: drawn.throughJPEG()
        }
    }

    /// What a decoder would call the file.
    var hints: KeyHints { KeyHints(chromaSubsampling: self == .jpeg ? .quarter : nil) }
}

let keyModes: [(name: String, mode: KeyMode)] = [
    ("best", .best), ("fast", .fast), ("gpuimage", .gpuimage), ("distance", .distance),
]

/// The sample game's art.
struct SampleArt {
    let name: String
    let image: StraightImage
    let hints: KeyHints

    private static let green = StraightPixel(r: 0, g: 255, b: 0)

    /// A file of assets-src; what is see-through is laid over the key green.
    init(_ file: String) throws {
        let bytes = [UInt8](try Data(contentsOf: Repository.file("assets-src/\(file)")))
        let decoded = try decodeImage(bytes)
        name = String(file.prefix { $0 != "." })
        image = decoded.image.laid(over: SampleArt.green)
        hints = KeyHints(chromaSubsampling: file.hasSuffix(".jpg") ? .quarter : nil)
    }

    static func all() throws -> [SampleArt] {
        try FileManager.default.contentsOfDirectory(atPath: Repository.file("assets-src").path)
            .filter { $0.hasSuffix(".png") || $0.hasSuffix(".jpg") }.sorted().map(SampleArt.init)
    }

    /// Two cells of a sheet, or the whole of another picture.
    var parts: [(name: String, picture: StraightImage)] {
        guard image.width == 2048 else { return [(name, image)] }
        return [0, 5].map { cell in
            let rect = PixelRect(x: cell % 4 * 512, y: cell / 4 * 512, width: 512, height: 512)!
            return ("\(name)/\(cell)", image.cropped(to: rect))
        }
    }

    /// A few of them, small.
    static func small() throws -> [(name: String, picture: StraightImage, settings: KeySettings)] {
        let pet = try SampleArt("cat_pet.png").parts[0].picture
        return [
            ("cat", pet.shrunk(by: 8), KeySettings()),
            (
                "froghat", try SampleArt("overlay_froghat.png").image.shrunk(by: 4),
                KeySettings(preset: .solid, threshold: 0.34)
            ),
            (
                "glasses", try SampleArt("overlay_glasses.png").image.shrunk(by: 3),
                KeySettings(preset: .glass)
            ),
            ("halo", try SampleArt("overlay_halo.png").image.shrunk(by: 4), KeySettings()),
        ]
    }
}

/// What a setting does to one drawing.
private let dressings: [(name: String, picture: StraightImage, settings: KeySettings)] = [
    ("disc-eroded", Drawings.disc, KeySettings(erode: 2)),
    ("disc-feathered", Drawings.disc, KeySettings(feather: 3)),
    ("disc-without-edge", Drawings.disc, KeySettings(edge: 0)),
    ("disc-wide-edge", Drawings.disc, KeySettings(edge: 16)),
    ("disc-auto", Drawings.disc, KeySettings(key: .auto)),
    ("disc-without-spill", Drawings.disc.unevenlyLit(), KeySettings(spill: 1)),
    ("lens-as-glass", Drawings.lens, KeySettings(preset: .glass)),
    ("lens-half-solid", Drawings.lens, KeySettings(threshold: 0.5, smoothing: 1)),
    ("leaf-as-glass", Drawings.leaf, KeySettings(threshold: 0.95)),
    ("leaf-kept", Drawings.leaf, KeySettings(threshold: 0.95, keep: [RGB(70, 150, 50)])),
]

/// What keying makes of pictures, through its front door.
struct KeyGoldenTests {
    @Test(arguments: KeyScreen.allCases)
    func `drawn cases are keyed as recorded`(screen: KeyScreen) throws {
        for (name, drawn) in Drawings.all {
            for (modeName, mode) in keyModes {
                let settings = KeySettings(mode: mode)
                let keyed = key(screen.picture(drawn), settings: settings, hints: screen.hints)
                try expectGolden(keyed.image, "key/\(name).\(screen.rawValue).\(modeName)")
            }
        }
    }

    @Test(arguments: KeyScreen.allCases)
    func `art of the sample game, made small, is keyed as recorded`(screen: KeyScreen) throws {
        for (name, picture, settings) in try SampleArt.small() {
            for (modeName, mode) in keyModes {
                var settings = settings
                settings.mode = mode
                // Formulas have numbers of their own.
                if mode.isFormula { settings = KeySettings(mode: mode) }
                let keyed = key(screen.picture(picture), settings: settings, hints: screen.hints)
                try expectGolden(keyed.image, "key/\(name).\(screen.rawValue).\(modeName)")
            }
        }
    }

    @Test func `settings change drawn cases as recorded`() throws {
        for (name, picture, settings) in dressings {
            try expectGolden(key(picture, settings: settings).image, "settings/\(name)")
        }
    }

    @Test(arguments: KeyScreen.allCases)
    func `the whole art of the sample game is keyed as recorded`(screen: KeyScreen) throws {
        var lines: [String] = []
        for art in try SampleArt.all() {
            let hints = screen == .jpeg ? screen.hints : art.hints
            for (name, picture) in art.parts {
                let painted = screen.picture(picture)
                for (modeName, mode) in keyModes {
                    let keyed = key(painted, settings: KeySettings(mode: mode), hints: hints)
                    lines.append("\(name) \(modeName) \(facts(keyed))")
                }
            }
        }
        try expectGolden(
            text: lines.joined(separator: "\n") + "\n",
            "key/sample-game.\(screen.rawValue)"
        )
    }

    /// What the report says, and the pixels' digest.
    private func facts(_ keyed: KeyedImage) -> String {
        let report = keyed.report
        /// In ten thousandths.
        func rounded(_ value: Double) -> Int { Int((value * 10_000).rounded()) }
        var words: [String] = []
        if let screen = report.screen {
            words.append("\(screen.color)\(screen.isFlat ? "" : "~")")
            words.append("noise \(rounded(screen.noise)) off \(screen.distanceToDeclared)")
        } else {
            words.append("no screen")
        }
        if report.isPixelArt { words.append("pixels") }
        if report.hasSubsampledChroma { words.append("subsampled") }
        words.append(
            "alpha \(report.clearPixels)/\(report.partialPixels)/\(report.opaquePixels)"
        )
        words.append("near \(rounded(report.shareNearThreshold))")
        words.append("fringe \(rounded(report.fringe)) residue \(rounded(report.residue))")
        return words.joined(separator: " ") + " " + pixelDigest(keyed.image)
    }
}

extension KeyGoldenTests {
    /// Every picture that these tests record.
    static func names() throws -> [String] {
        let cases = Drawings.all.map(\.name) + (try SampleArt.small()).map(\.name)
        return cases.flatMap { name in
            KeyScreen.allCases.flatMap { screen in
                keyModes.map { "key/\(name).\(screen.rawValue).\($0.name).png" }
            }
        } + dressings.map { "settings/\($0.name).png" }
            + KeyScreen.allCases.map { "key/sample-game.\($0.rawValue).txt" }
    }
}

/// The size, and SHA-256 in hexadecimal of the pixels as packed RGBA8, hidden color included.
func pixelDigest(_ image: StraightImage) -> String {
    var bytes: [UInt8] = []
    bytes.reserveCapacity(image.pixels.count * 4)
    for pixel in image.pixels { bytes += [pixel.r, pixel.g, pixel.b, pixel.a] }
    return "\(image.width)x\(image.height) \(Digest(of: bytes).text)"
}
